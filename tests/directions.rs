//! The orders of neighbours: what is about a record that is added or removed is about both,
//! whatever its numbers are.

use crate::support::{Fraction, Outcomes, ask, decimal, exact_of, fraction, number};
use dpcert::Query;
use num_traits::One;

/// The ends of delta at `e^eps = g`.
fn delta(mechanism: &str, g: &str) -> (Fraction, Fraction) {
    let eps = dpcert::exact::literal::parse(&format!("ln({g})")).unwrap();
    let found = number(ask(mechanism, Query::Delta { eps }));
    (decimal(&found.lo), decimal(&found.hi))
}

fn meet(a: &(Fraction, Fraction), b: &(Fraction, Fraction)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

fn larger(a: (Fraction, Fraction), b: (Fraction, Fraction)) -> (Fraction, Fraction) {
    (a.0.max(b.0), a.1.max(b.1))
}

const PAIR: &str = "finite-pair(p=[1, 0], q=[2/5, 3/5])";
const OTHER: &str = "finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3])";
/// Likelihood ratios above 1, but for `e^eps`.
const RATIOS: [&str; 4] = ["1", "5/4", "2", "7/2"];

/// Each kind of mechanism that has an order, with the same in the other order.
fn ordered() -> Vec<(String, String)> {
    let inverse = |mechanism: &str| format!("inverse(mechanism={mechanism})");
    let both = |of: &dyn Fn(&str) -> String| (of(PAIR), of(&inverse(PAIR)));
    let mut all: Vec<(String, String)> = [
        PAIR,
        OTHER,
        "finite-pair(p=[exp(-1), 1-exp(-1)], q=[1/2, 1/2])",
        "trade-off(vertices=[[0, 1/2], [1, 0]])",
    ]
    .map(|mechanism| (mechanism.to_owned(), inverse(mechanism)))
    .to_vec();
    all.push((inverse(OTHER), OTHER.to_owned()));
    all.push(both(&|pair| format!("union(mechanisms=[{pair}, gdp(mu=1/2)])")));
    all.push(both(&|pair| format!("intersection(mechanisms=[{pair}, laplace(eps=1)])")));
    all.push(both(&|pair| {
        format!("mixture(weights=[1/2, 1/2], mechanisms=[{pair}, laplace(eps=1)])")
    }));
    all.push(both(&|pair| format!("erasure(rate=1/2, mechanism={pair})")));
    all.push(both(&|pair| {
        format!("erasure(rate=1/3, mechanism=union(mechanisms=[{pair}, gdp(mu=1/2)]))")
    }));
    all
}

/// The mechanisms that are made from one that has an order and are about a record that is added or
/// removed, where they are that one in each order of neighbours.
fn about_both(mechanism: &str) -> Vec<String> {
    let mut all = vec![
        format!("poisson(1, {mechanism})"),
        format!(
            "subsample(method=poisson, size=7, population=7, adjacency=add-remove, mechanism={mechanism})"
        ),
    ];
    // Operations on other functions have no allocation.
    if !["gdp", "laplace"].iter().any(|part| mechanism.contains(part)) {
        all.push(format!("random-allocation(steps=1, mechanism={mechanism})"));
    }
    all
}

/// Those that keep the order.
fn same_order(mechanism: &str) -> Vec<String> {
    vec![
        format!("{mechanism}^1"),
        format!("repeat(count=1, mechanism={mechanism})"),
        format!("group(1, {mechanism})"),
        format!("union(mechanisms=[{mechanism}])"),
        format!("intersection(mechanisms=[{mechanism}])"),
        format!("mixture(weights=[1], mechanisms=[{mechanism}])"),
        format!("erasure(rate=0, mechanism={mechanism})"),
        format!("inverse(mechanism=inverse(mechanism={mechanism}))"),
    ]
}

#[test]
fn what_is_that_mechanism_in_each_order_has_the_larger_delta() {
    for (forward, reverse) in ordered() {
        for g in RATIOS {
            let (one, other) = (delta(&forward, g), delta(&reverse, g));
            for same in same_order(&forward) {
                assert!(meet(&delta(&same, g), &one), "{same} at {g}");
            }
            for both in about_both(&forward) {
                let (found, truth) = (delta(&both, g), larger(one.clone(), other.clone()));
                assert!(meet(&found, &truth), "{both} at {g}: {found:?}, {truth:?}");
            }
        }
    }
}

/// The mixture at rate r is at a total variation distance of at most 1 - r from P.
#[test]
fn answers_are_continuous_in_the_rate() {
    for (forward, _) in ordered() {
        for (g, digits) in [("5/4", 3), ("2", 9)] {
            let rest = Fraction::one() / crate::support::power(&fraction("10"), digits);
            let near = |text: &str| delta(text, g);
            let at_one = near(&format!("poisson(1, {forward})"));
            let below = near(&format!("poisson({}, {forward})", Fraction::one() - &rest));
            let most = (Fraction::one() + fraction(g)) * rest;
            let (low, high) = (&at_one.0 - &below.1, &below.0 - &at_one.1);
            assert!(low <= most && high <= most, "{forward} at {g}: {at_one:?}, {below:?}");
        }
    }
}

fn outcomes(masses: &[(&str, &str)]) -> Outcomes {
    Outcomes(masses.iter().map(|(p, q)| (fraction(p), fraction(q))).collect())
}

fn reversed(pair: &Outcomes) -> Outcomes {
    Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect())
}

/// A step that is about both orders makes the composition be about both, outcome by outcome.
#[test]
fn a_composition_is_about_both_orders_of_all_its_steps() {
    let pair = outcomes(&[("1", "2/5"), ("0", "3/5")]);
    let other = outcomes(&[("1/2", "1/6"), ("1/3", "1/6"), ("1/6", "2/3")]);
    let response = outcomes(&[("2/3", "1/3"), ("1/3", "2/3")]);
    let both = |pair: &Outcomes, g: &Fraction| pair.delta(g).max(reversed(pair).delta(g));
    let answered = "randomized-response(eps=ln(2))";
    for (mechanism, truth) in [
        (format!("poisson(1, {PAIR})^5"), pair.power(5)),
        (format!("random-allocation(steps=1, mechanism={PAIR})^3"), pair.power(3)),
        (format!("poisson(1, {PAIR}) * {answered}"), pair.product(&response)),
        (format!("{PAIR} * poisson(1, {answered})"), pair.product(&response)),
        (format!("poisson(1, {PAIR}) * {OTHER}^2"), pair.product(&other.power(2))),
        (format!("random-allocation(steps=1, mechanism={PAIR}) * {OTHER}"), pair.product(&other)),
        (format!("random-allocation(steps=1, mechanism={PAIR} * {OTHER})"), pair.product(&other)),
    ] {
        for g in RATIOS {
            let eps = dpcert::exact::literal::parse(&format!("ln({g})")).unwrap();
            let found = exact_of(&number(ask(&mechanism, Query::Delta { eps })));
            assert_eq!(found, both(&truth, &fraction(g)), "{mechanism} at {g}");
        }
    }
    // The same where the composition of the one step is no finite pair.
    for g in RATIOS {
        let whole = format!("laplace(eps=1) * {PAIR}");
        let (one, other) =
            (delta(&whole, g), delta(&format!("laplace(eps=1) * inverse(mechanism={PAIR})"), g));
        assert!(
            meet(
                &delta(&format!("random-allocation(steps=1, mechanism={whole})"), g),
                &larger(one, other)
            ),
            "{g}"
        );
    }
    // Without such a step the order is the written one.
    let found = delta(&format!("{PAIR} * {answered}"), "2");
    let truth = pair.product(&response).delta(&fraction("2"));
    assert!(
        found.0 <= truth
            && truth <= found.1
            && truth < both(&pair.product(&response), &fraction("2"))
    );
}

/// Kinds that are about both orders, beside a pair that has one: their lower end is that of some
/// neighbours, whose order is judged from above too.
#[test]
fn the_two_ends_are_about_the_same_orders() {
    for step in [
        "poisson(1/2, laplace(eps=1))",
        "poisson(1, gaussian(sigma=2))",
        "subsample(method=without-replacement, size=1, population=3, adjacency=replace-one, mechanism=laplace(eps=1))",
        "subsample(method=without-replacement, size=3, population=3, adjacency=replace-one, mechanism=laplace(eps=1))",
        "group(2, poisson(1/3, laplace(eps=1/2)))",
        "thresholded(noise=laplace, scale=1, sensitivity=1, threshold=4, new=1, known=1)",
        "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity=1, threshold=4, release=above, keys=2)",
        "additive(masses=[1/2, 1/3, 1/6], sensitivity=1)",
        "random-allocation(steps=3, mechanism=laplace(eps=1))",
        "truncated-poisson(1/2, n=10, max_batch=6, laplace(eps=1))",
        "mixture-of-shifts(laplace(eps=1/2), p=[1/2, 1/2], shifts=[0, 1], q=[1], q_shifts=[0])",
    ] {
        for g in ["5/4", "2"] {
            let found = delta(&format!("{step} * {PAIR}"), g);
            assert!(found.0 <= found.1, "{step} at {g}: {found:?}");
            // Post-processing leaves the pair alone.
            assert!(found.1 >= fraction("3/5"), "{step} at {g}: {found:?}");
        }
    }
}

/// The best of several runs on all records, as at a rate near 1.
#[test]
fn a_selection_takes_both_orders_of_its_base() {
    let best = |base: &str| format!("private-selection(runs=geometric, gamma=1/2, base={base})");
    for g in ["5/4", "8"] {
        let at_one = delta(&best(&format!("poisson(1, {OTHER})")), g);
        let near = delta(&best(&format!("poisson(1 - 1e-9, {OTHER})")), g);
        let both =
            delta(&best(&format!("union(mechanisms=[{OTHER}, inverse(mechanism={OTHER})])")), g);
        let width = fraction("1/1000");
        assert!(
            &at_one.1 - &near.1 <= width && &near.1 - &at_one.1 <= width,
            "{g}: {at_one:?}, {near:?}"
        );
        assert!(at_one.0 <= both.1 && both.0 <= at_one.1, "{g}: {at_one:?}, {both:?}");
    }
}
