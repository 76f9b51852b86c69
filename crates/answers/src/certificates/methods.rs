//! What the rules of the checker are, for a person.

/// A rule, and what a step of it does, in a sentence for a reader who knows no rules.
pub const METHODS: [(&str, &str); 18] = [
    (
        "lattice",
        "The privacy losses of one step are multiples of one number. Their probabilities are listed, exactly or rounded \
         to the side that proves less.",
    ),
    (
        "cells",
        "The privacy losses of one step are put on a grid. For an upper bound the probability between two grid points is \
         moved to both ends, which can only lower the privacy. For a lower bound the outcomes between them are one outcome, \
         which can only hide differences.",
    ),
    ("same", "The same step was listed before, under another name."),
    (
        "convolve",
        "Several steps are composed: their losses add up, and their probabilities multiply, in whole numbers.",
    ),
    (
        "tail",
        "Delta is at most a sum over all losses above eps: the probability of each, times 1 - e^(eps - loss).",
    ),
    ("threshold", "Delta is at least what one particular test distinguishes."),
    (
        "gaussian",
        "Gaussian noise has a formula for its privacy, which is evaluated between two bounds.",
    ),
    (
        "infinite",
        "Only outputs that one of two neighbours cannot have exceed eps. Delta is their probability.",
    ),
    (
        "laplace",
        "One step of Laplace noise has a formula for its privacy, which is evaluated between two bounds.",
    ),
    (
        "renyi",
        "Zero-concentrated differential privacy (zCDP) implies a delta at each eps, by a known conversion.",
    ),
    ("rho", "The rho of zero-concentrated differential privacy adds up over all mechanisms."),
    (
        "outcomes",
        "Delta is a sum over all outcomes: by how much the probability of each exceeds e^eps times that under the neighbour.",
    ),
    (
        "line",
        "A bound on eps and delta is a bound on every test: with a false positive rate alpha, its rate of misses is at \
         least 1 - delta - e^eps alpha.",
    ),
    ("errors", "One particular test has these errors, so that the least errors are not larger."),
    (
        "normal-errors",
        "One particular test of Gaussian noise has these errors, so that the least errors are not larger.",
    ),
    (
        "laplace-errors",
        "One particular test of Laplace noise has these errors, so that the least errors are not larger.",
    ),
    (
        "outcome-errors",
        "The best test of all outcomes is known (Neyman and Pearson). Its errors are the least ones.",
    ),
    ("worst", "Both orders of the two neighbours are considered, and the worse one counts."),
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
