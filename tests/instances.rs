//! Mechanisms of which the outputs of two neighbours are given: each is a finite pair, in the order
//! in which they are given.

use crate::support::{Fraction, Outcomes, Shown, ask, decimal, exact_of, fraction, number};
use dpcert::{Content, Mechanism, Options, Query, Question};
use malachite::rational::Rational;
use num_traits::{One, Zero};

/// Weights 2^score, against equal ones.
const EXPONENTIAL: &str =
    "exponential(eps=2*ln(2), sensitivity=1, scores=[0, 1, 2], neighbour_scores=[1, 1, 1])";

/// Each kind of instance.
const INSTANCES: [&str; 5] = [
    EXPONENTIAL,
    "noisy-max(noise=gumbel, eps=ln(4), scores=[0, 1, 2], neighbour_scores=[1, 1, 1], sensitivity=1)",
    "noisy-max(noise=exponential, eps=ln(4), scores=[0, -1], neighbour_scores=[0, 0], sensitivity=1)",
    "sparse-vector(threshold_eps=ln(2), query_eps=ln(2), cutoff=1, queries=[0, 0], neighbour_queries=[1, -1], threshold=0, \
     sensitivity=1, noise=discrete-laplace)",
    "private-selection(p=[1/2, 1/3, 1/6], q=[1/4, 1/2, 1/4], runs=geometric, gamma=1/4)",
];

fn outcomes() -> Outcomes {
    let pair = |p: &str, q: &str| (fraction(p), fraction(q));
    Outcomes(vec![pair("1/7", "1/3"), pair("2/7", "1/3"), pair("4/7", "1/3")])
}

fn exact(x: &impl Shown) -> Fraction {
    exact_of(x)
}

#[test]
fn an_exponential_mechanism_is_its_pair() {
    for (mechanism, k) in [(EXPONENTIAL.to_owned(), 1), (format!("{EXPONENTIAL}^3"), 3)] {
        let pair = outcomes().power(k);
        let Content::Region(vertices) = ask(&mechanism, Query::Region) else { panic!() };
        assert_eq!(
            vertices.iter().map(|(x, y)| (exact(x), exact(y))).collect::<Vec<_>>(),
            pair.vertices()
        );
        let Content::LikelihoodRatios(rows) = ask(&mechanism, Query::LikelihoodRatios) else {
            panic!()
        };
        let rows: Vec<_> =
            rows.iter().map(|(ratio, p, q)| (Some(exact(ratio)), exact(p), exact(q))).collect();
        assert_eq!(rows, pair.ratios());
        for level in ["0", "1/10", "1/3", "1/2", "9/10", "1"] {
            let query = Query::Test { alpha: crate::support::real(level) };
            let Content::Test { power, .. } = ask(&mechanism, query) else { panic!() };
            assert_eq!(exact(&power), pair.best_power(&fraction(level)), "{level}");
        }
    }
}

/// The divergences are those of the finite pair.
#[test]
fn divergences_are_those_of_the_pair() {
    let pair = "finite-pair(p=[1/7, 2/7, 4/7], q=[1/3, 1/3, 1/3])";
    let order = dpcert::mechanism::RenyiOrder::Finite(Rational::from(3));
    let queries = [
        Query::Kl,
        Query::ChiSquared,
        Query::Functionals,
        Query::Renyi { order: order.clone(), reverse: false },
        Query::Renyi { order, reverse: true },
    ];
    for query in queries {
        for count in ["", "^4"] {
            let [mine, other] = [EXPONENTIAL, pair]
                .map(|mechanism| ask(&format!("{mechanism}{count}"), query.clone()));
            let (mine, other) = (mine.numbers(), other.numbers());
            assert!(mine.len() == other.len() && !mine.is_empty());
            for (x, y) in mine.into_iter().zip(other) {
                let (x, y) = (x.printed(), y.printed());
                assert!(
                    decimal(&x.lo) <= decimal(&y.hi) && decimal(&y.lo) <= decimal(&x.hi),
                    "{query:?}: {x:?} {y:?}"
                );
                assert!(x.met, "{query:?}");
            }
        }
    }
}

/// delta is that of the worse order: the sums over the rows of the table, for the order given and
/// for the other one.
#[test]
fn delta_is_the_worse_of_both_orders() {
    for mechanism in INSTANCES {
        let Content::LikelihoodRatios(rows) = ask(mechanism, Query::LikelihoodRatios) else {
            panic!("{mechanism}")
        };
        let ends = |x: &dyn Shown| (decimal(&x.printed().lo), decimal(&x.printed().hi));
        let rows: Vec<_> = rows.iter().map(|(_, p, q)| (ends(p), ends(q))).collect();
        let total: (Fraction, Fraction) = rows
            .iter()
            .fold((Fraction::zero(), Fraction::zero()), |sum, (p, _)| (sum.0 + &p.0, sum.1 + &p.1));
        assert!(total.0 <= Fraction::one() && Fraction::one() <= total.1, "{mechanism}");
        for g in ["1", "5/4", "3/2", "3"] {
            let g = fraction(g);
            let gain = |p: &(Fraction, Fraction), q: &(Fraction, Fraction)| {
                let part = |x: Fraction| x.max(Fraction::zero());
                (part(&p.0 - &g * &q.1), part(&p.1 - &g * &q.0))
            };
            let sum = |all: Vec<(Fraction, Fraction)>| {
                all.into_iter()
                    .fold((Fraction::zero(), Fraction::zero()), |sum, x| (sum.0 + x.0, sum.1 + x.1))
            };
            let given = sum(rows.iter().map(|(p, q)| gain(p, q)).collect());
            let other = sum(rows.iter().map(|(p, q)| gain(q, p)).collect());
            let eps = crate::support::real(&format!("ln({g})"));
            let found = number(ask(mechanism, Query::Delta { eps }));
            let (lo, hi) = (given.0.max(other.0), given.1.max(other.1));
            assert!(
                decimal(&found.lo) <= hi && lo <= decimal(&found.hi),
                "{mechanism} at {g}: {found:?}"
            );
        }
    }
}

/// Every instance has all quantities that a finite pair has.
#[test]
fn instances_have_what_pairs_have() {
    for mechanism in INSTANCES {
        let alpha = crate::support::real("1/10");
        for query in
            [Query::Region, Query::Test { alpha }, Query::Kl, Query::ChiSquared, Query::Functionals]
        {
            for count in ["", "^2"] {
                let content = ask(&format!("{mechanism}{count}"), query.clone());
                assert!(!content.numbers().is_empty(), "{query:?}");
            }
        }
    }
}

/// What has infinitely many likelihood ratios has no table.
#[test]
fn samples_are_refused_with_their_reason() {
    let mechanism = Mechanism::parse("poisson(1/2, laplace(eps=1))").unwrap();
    for (query, reason) in [
        (Query::Region, "a Poisson sample of laplace noise has infinitely many likelihood ratios"),
        (
            Query::Test { alpha: crate::support::real("1/10") },
            "the power of a test of a Poisson sample of laplace noise is enclosed, but not its threshold",
        ),
    ] {
        let refusal =
            dpcert::ask(&Question::of(&mechanism, &query), &Options::default()).unwrap_err();
        assert!(refusal.to_string().contains(reason), "{refusal}");
    }
}
