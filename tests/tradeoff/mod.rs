//! Trade-off functions against brute force on random rational pairs, written outcome by outcome,
//! and against the algebra's laws.

mod algebra;
mod group;
mod kinds;
mod operations;

use crate::support::{Fraction, Outcomes, fraction, real};
use dpcert::Real;
use dpcert::pair::FinitePair;
use dpcert::tradeoff::Curve;
use proptest::prelude::*;

fn exact(x: &Fraction) -> Real {
    real(&x.to_string())
}

fn back(x: &Real) -> Fraction {
    fraction(&x.as_rational().unwrap_or_else(|| panic!("{x} is irrational")).to_string())
}

fn curve(pair: &Outcomes) -> Curve {
    let outcomes = pair.0.iter().map(|(p, q)| (exact(p), exact(q), None));
    Curve::of(&FinitePair::from_outcomes(outcomes).unwrap()).unwrap()
}

fn vertices(curve: &Curve) -> Vec<(Fraction, Fraction)> {
    curve.vertices().iter().map(|(alpha, beta)| (back(alpha), back(beta))).collect()
}

/// Small pairs with zeros and equal ratios among them.
fn pair() -> impl Strategy<Value = Outcomes> {
    let masses = || {
        prop::collection::vec(0u32..5, 4)
            .prop_filter("no mass", |masses| masses.iter().any(|m| *m > 0))
    };
    (masses(), masses()).prop_map(|(p, q)| {
        let share = |masses: &[u32], i: usize| {
            Fraction::new(masses[i].into(), masses.iter().sum::<u32>().into())
        };
        Outcomes((0..4).map(|i| (share(&p, i), share(&q, i))).collect())
    })
}

fn symmetric_pair() -> impl Strategy<Value = Outcomes> {
    pair().prop_map(|Outcomes(pair)| {
        let half = |(p, q): &(Fraction, Fraction)| {
            (p / Fraction::from_integer(2.into()), q / Fraction::from_integer(2.into()))
        };
        let halves = pair.iter().map(half);
        Outcomes(halves.clone().chain(halves.map(|(p, q)| (q, p))).collect())
    })
}

fn levels() -> Vec<Fraction> {
    (0..=24).map(|i| Fraction::new(i.into(), 24.into())).collect()
}

/// beta by the definition: one minus the power of the best test.
fn beta(pair: &Outcomes, alpha: &Fraction) -> Fraction {
    fraction("1") - pair.best_power(alpha)
}
