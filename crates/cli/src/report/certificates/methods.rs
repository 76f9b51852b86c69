//! What the rules of the checker are, for a person.

/// A rule, and the theorem or the computation behind it, in a sentence without its full stop.
pub const METHODS: [(&str, &str); 18] = [
    (
        "lattice",
        "the privacy losses of a step are multiples of one number: their masses, exactly or rounded outward",
    ),
    (
        "cells",
        "the privacy losses of a step on a grid: the pair with each cell's mass moved to its ends dominates the step",
    ),
    ("same", "a step that is the same as one before, under another name"),
    (
        "convolve",
        "composition: the product of dominating pairs dominates, and is computed in integers",
    ),
    ("tail", "delta from above: the hockey-stick divergence of a dominating pair"),
    ("threshold", "delta from below: every test bounds the hockey-stick divergence"),
    ("gaussian", "the closed form of the privacy profile of Gaussian mechanisms"),
    ("infinite", "delta as the mass of infinite losses: no other loss is above eps"),
    ("laplace", "the closed form of the privacy profile of one Laplace mechanism"),
    ("renyi", "the conversion from zero-concentrated differential privacy at one order"),
    ("rho", "rho of zero-concentrated differential privacy adds up over all mechanisms"),
    ("outcomes", "delta by the sum over all outcomes"),
    ("line", "the trade-off function from below: it is above the line 1 - delta - e^eps alpha"),
    ("errors", "the trade-off function from above: the errors of a test"),
    (
        "normal-errors",
        "the trade-off function from above: the errors of a test of Gaussian mechanisms",
    ),
    (
        "laplace-errors",
        "the trade-off function from above: the errors of a test of one Laplace mechanism",
    ),
    (
        "outcome-errors",
        "the trade-off function by the most powerful test of all outcomes (Neyman-Pearson)",
    ),
    ("worst", "the larger value of both directions of neighbours"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_checker_has_a_sentence() {
        let rules: Vec<&str> = dpcert_checker::rules::RULES.iter().map(|(rule, _)| *rule).collect();
        assert_eq!(METHODS.map(|(rule, _)| rule).to_vec(), rules);
    }
}
