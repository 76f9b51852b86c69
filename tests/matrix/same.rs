//! One mechanism in several words has one answer.

use super::members::MEMBERS;
use crate::support::{Fraction, Shown, ask, decimal, fraction, real};
use dpcert::mechanism::RenyiOrder;
use dpcert::{Content, Mechanism, Options, Query, Question};
use malachite::rational::Rational;
use num_traits::{One, Zero};

/// Panics unless both are the same steps, or both are refused: what is asked of a mechanism is
/// asked of its steps.
fn are_same(one: &str, other: &str) {
    let steps =
        |text: &str| Mechanism::parse(text).ok().map(|mechanism| mechanism.steps().unwrap());
    assert_eq!(steps(one), steps(other), "{one} and {other}");
}

#[test]
fn a_composition_has_several_names() {
    for member in &MEMBERS {
        let text = member.text;
        for once in [
            format!("{text}^1"),
            format!("repeat(count=1, mechanism={text})"),
            format!("compose(mechanisms=[{text}])"),
            format!("group(1, {text})"),
            format!("{text} * compose(mechanisms=[])"),
        ] {
            are_same(text, &once);
        }
        let twice = format!("{text}^2");
        for other in [format!("{text} * {text}"), format!("repeat(count=2, mechanism={text})")] {
            are_same(&twice, &other);
        }
    }
}

#[test]
fn a_sample_has_several_names() {
    for member in &MEMBERS {
        let text = member.text;
        for sample in [
            |of: &str| format!("poisson(1/2, {of})"),
            |of: &str| format!("without-replacement(1/2, {of})"),
            |of: &str| format!("truncated-poisson(1/2, n=10, max_batch=6, {of})"),
        ] {
            are_same(&sample(text), &sample(&format!("{text}^1")));
            are_same(&sample(text), &sample(&format!("compose(mechanisms=[{text}])")));
        }
        // A record is in the sample of a sample with the product of both rates.
        are_same(&format!("poisson(1/2, poisson(1/3, {text}))"), &format!("poisson(1/6, {text})"));
    }
}

/// Mechanisms that are finite pairs in the order in which P has the record, and these, written out
/// by hand.
const PAIRS: [[&str; 2]; 5] = [
    [
        "poisson(1/2, finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3]))",
        "finite-pair(p=[1/3, 1/4, 5/12], q=[1/6, 1/6, 2/3])",
    ],
    ["poisson(1/3, randomized-response(eps=ln(3)))", "finite-pair(p=[5/12, 7/12], q=[1/4, 3/4])"],
    // Both steps say yes, one of them, none: the mean of the two ratios, times the probability
    // without the record.
    [
        "random-allocation(steps=2, mechanism=randomized-response(eps=ln(3)))",
        "finite-pair(p=[3/16, 10/16, 3/16], q=[1/16, 6/16, 9/16])",
    ],
    [
        "poisson(1, finite-pair(p=[1/4, 3/4, 0], q=[0, 1/2, 1/2]))",
        "finite-pair(p=[1/4, 3/4, 0], q=[0, 1/2, 1/2])",
    ],
    // Infinite losses in both orders of neighbours.
    [
        "poisson(1/2, finite-pair(p=[1/4, 3/4, 0], q=[0, 1/2, 1/2]))",
        "finite-pair(p=[1/8, 5/8, 1/4], q=[0, 1/2, 1/2])",
    ],
];

fn ends(content: &Content) -> Vec<(Fraction, Fraction)> {
    // No number here is as large as what stands for infinity.
    let end = |text: &str| {
        if text == "inf" { decimal("1e400") } else { decimal(text) }
    };
    content.numbers().iter().map(|x| x.printed()).map(|x| (end(&x.lo), end(&x.hi))).collect()
}

fn meet(one: &Content, other: &Content, what: &str) {
    let (one, other) = (ends(one), ends(other));
    assert!(one.len() == other.len() && !one.is_empty(), "{what}");
    for (x, y) in one.iter().zip(&other) {
        assert!(x.0 <= y.1 && y.0 <= x.1, "{what}: {x:?} and {y:?}");
    }
}

/// What is read in one order is that of the pair.
#[test]
fn a_finite_pair_is_read_in_its_order() {
    let alpha = || real("1/5");
    let queries = [
        Query::Region,
        Query::LikelihoodRatios,
        Query::Test { alpha: alpha() },
        Query::Kl,
        Query::Functionals,
    ];
    for [mechanism, pair] in PAIRS {
        for form in [
            |of: &str| of.to_owned(),
            |of: &str| format!("{of}^2"),
            |of: &str| format!("{of} * {}", PAIRS[0][1]),
        ] {
            for query in &queries {
                let (one, other) = (form(mechanism), form(pair));
                meet(
                    &ask(&one, query.clone()),
                    &ask(&other, query.clone()),
                    &format!("{one} {query:?}"),
                );
            }
        }
    }
}

/// The Renyi divergence and chi^2 of what is about both orders are those of the worse one.
#[test]
fn divergences_are_those_of_the_worse_order() {
    let renyi = |order: &str, reverse| {
        let order = RenyiOrder::Finite(
            real(order).as_rational().cloned().unwrap_or_else(|| Rational::from(0)),
        );
        Query::Renyi { order, reverse }
    };
    let queries = [renyi("2", false), renyi("1/3", false), renyi("5/2", false), Query::ChiSquared];
    for [mechanism, pair] in PAIRS {
        let inverse = format!("inverse(mechanism={pair})");
        for query in &queries {
            for (whole, orders) in [
                (mechanism.to_owned(), [pair.to_owned(), inverse.clone()]),
                (format!("{mechanism}^3"), [format!("{pair}^3"), format!("{inverse}^3")]),
                (
                    format!("{mechanism} * {}", PAIRS[0][1]),
                    [
                        format!("{pair} * {}", PAIRS[0][1]),
                        format!("{inverse} * inverse(mechanism={})", PAIRS[0][1]),
                    ],
                ),
            ] {
                let found = ends(&ask(&whole, query.clone()));
                let [one, other] = orders.map(|pair| ends(&ask(&pair, query.clone())).remove(0));
                let larger = (one.0.max(other.0), one.1.max(other.1));
                assert!(
                    found[0].0 <= larger.1 && larger.0 <= found[0].1,
                    "{whole} {query:?}: {found:?}, {larger:?}"
                );
            }
        }
        // That of Q from P is in the order in which P has the record.
        meet(&ask(mechanism, renyi("2", true)), &ask(&inverse, renyi("2", false)), mechanism);
    }
}

/// The least rho is about both orders of neighbours, of a pair that is written out too.
#[test]
fn rho_is_that_of_the_pair() {
    let [one, two] = [PAIRS[0], PAIRS[1]];
    for ([mechanism, pair], rest) in
        [(one, ""), (two, ""), (two, "^3"), (one, " * gaussian(sigma=2)")]
    {
        let (whole, written) = (format!("{mechanism}{rest}"), format!("{pair}{rest}"));
        meet(&ask(&whole, Query::Rho), &ask(&written, Query::Rho), &whole);
    }
}

/// chi^2 by enumeration.
#[test]
fn chi_squared_is_a_sum_over_outcomes() {
    let sum = |p: &[&str], q: &[&str]| {
        let terms = p.iter().zip(q).map(|(p, q)| fraction(p) * fraction(p) / fraction(q));
        terms.fold(Fraction::zero(), |sum, x| sum + x) - Fraction::one()
    };
    let (p, q) = (["1/3", "1/4", "5/12"], ["1/6", "1/6", "2/3"]);
    let worse = sum(&p, &q).max(sum(&q, &p));
    let found = ends(&ask(PAIRS[0][0], Query::ChiSquared)).remove(0);
    assert!(found.0 <= worse && worse <= found.1, "{found:?}");
}

/// Each dominates the other, and a sample is dominated by what sees all records.
#[test]
fn an_order_is_that_of_the_pairs() {
    let dominates = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| Mechanism::parse(text).unwrap());
        let answer =
            dpcert::ask(&Question::Dominance { a, b, kernel: false }, &Options::default()).unwrap();
        let Content::Dominance(found) = answer.content else { panic!() };
        found.dominates
    };
    for [mechanism, pair] in PAIRS {
        assert_eq!(
            (dominates(mechanism, pair), dominates(pair, mechanism)),
            (Some(true), Some(true)),
            "{mechanism}"
        );
    }
    let (whole, sample) = ("finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/6, 2/3])", PAIRS[0][0]);
    assert_eq!((dominates(whole, sample), dominates(sample, whole)), (Some(true), Some(false)));
}

/// It is said which order it is.
#[test]
fn the_order_is_noted() {
    let note = |mechanism: &str, query: Query| {
        dpcert::question::note_of_order(&Question::of(
            &Mechanism::parse(mechanism).unwrap(),
            &query,
        ))
    };
    for [mechanism, pair] in PAIRS {
        assert!(note(mechanism, Query::Region).unwrap().contains("with the record"), "{mechanism}");
        assert_eq!(
            (note(mechanism, Query::ChiSquared), note(pair, Query::Region)),
            (None, None),
            "{mechanism}"
        );
    }
}
