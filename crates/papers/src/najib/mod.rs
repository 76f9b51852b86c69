//! S. Najib: Privacy visualisation through hypothesis testing (a master's thesis).

mod basics;
mod composition;
mod mechanisms;
mod median;
mod questions;
mod regions;
mod testing;
mod total_variation;
mod utility;
mod variations;

use super::family::{distributions, pair, pairs, ratio, show};
use super::read::PaperSource;
use super::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::mechanism::Dominating;
use dpcert::pair::ThreePoint;
use dpcert::tradeoff::Curve;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::BinomialCoefficient;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The paper.
pub(super) const SOURCE: PaperSource = PaperSource {
    file: "najib/paper.toml",
    text: include_str!("paper.toml"),
    sections: &[
        basics::SECTION,
        testing::SECTION,
        composition::SECTION,
        mechanisms::SECTION,
        total_variation::SECTION,
        variations::SECTION,
        regions::SECTION,
        utility::SECTION,
        median::SECTION,
        questions::SECTION,
    ],
};

/// The worst case of all (eps, delta)-DP mechanisms, with `E = e^eps`.
fn worst_case(e: &Real, delta: &Real) -> Result<Curve, CheckError> {
    let pair = ThreePoint { eps: e.ln(), delta: delta.clone(), alpha: Real::zero() };
    Ok(Curve::of(&pair.to_finite())?)
}

/// The k-fold tensor product of a trade-off function with itself.
fn power(curve: &Curve, k: u64) -> Result<Curve, CheckError> {
    (0..k).try_fold(Curve::identity(), |product, _| Ok(product.tensor(curve)?))
}

/// All subsets of the outcomes 0, 1, ..., n - 1: which of them are in it.
fn subsets(outcomes: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << outcomes).map(move |set| (0..outcomes).map(|i| set >> i & 1 == 1).collect())
}

/// Is the privacy region of the second function inside that of the first?
fn contains(outer: &Curve, inner: &Curve) -> Result<bool, CheckError> {
    for (alpha, beta) in inner.vertices() {
        if outer.value(&alpha)?.compare(&beta) == Some(Ordering::Greater) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Are two neighbours with these laws (eps, delta)-DP, either way?
fn is_private(p: &[Real], q: &[Real], e: &Real, delta: &Real) -> Result<bool, CheckError> {
    for (p, q) in [(p, q), (q, p)] {
        if Curve::of(&pair(p, q)?)?.delta(e)?.compare(delta) == Some(Ordering::Greater) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `n` choose `k`, for `0 <= k <= n`.
fn binomial(n: i64, k: i64) -> Real {
    let (n, k) = (Natural::from(n.unsigned_abs()), Natural::from(k.unsigned_abs()));
    Real::from(Rational::from(Natural::binomial_coefficient(n, k)))
}

/// The delta of theorem 11 at `(k - 2i) eps`: `1 - (1 - delta)^k (1 - delta_i)`.
fn total_delta(e: &Real, delta: &Real, k: i64, i: i64) -> Real {
    1 - (1 - delta).pow(k) * (1 - delta_i(e, k, i))
}

/// The delta_i of theorem 11.
fn delta_i(e: &Real, k: i64, i: i64) -> Real {
    let term = |l: i64| binomial(k, l) * (e.pow(k - l) - e.pow(k - 2 * i + l));
    (0..i).fold(Real::zero(), |sum, l| sum + term(l)) / (1 + e).pow(k)
}

/// The output laws of generalised randomised response that keeps a value with probability `kept`
/// and is uniform otherwise, a row for each value.
fn response(kept: &Real, values: u64) -> Vec<Vec<Real>> {
    let other = (1 - kept) / Real::from(values);
    let row =
        |x: u64| (0..values).map(|y| if x == y { kept + &other } else { other.clone() }).collect();
    (0..values).map(row).collect()
}

/// The law of the exponential mechanism with weights `base^score`.
fn exponential(base: &Real, scores: &[i64]) -> Vec<Real> {
    let weights: Vec<Real> = scores.iter().map(|score| base.pow(*score)).collect();
    let total = weights.iter().fold(Real::zero(), |sum, weight| sum + weight);
    weights.iter().map(|weight| weight / &total).collect()
}

/// delta and eta of the figures, all with eps = 0.6.
fn figures() -> [(Real, Real); 3] {
    [(ratio(3, 20), ratio(1, 4)), (ratio(1, 20), ratio(1, 5)), (ratio(1, 20), ratio(3, 20))]
}

/// The worst case of all mechanisms that are (eps, delta)-DP and eta-TV.
fn three_point(e: &Real, delta: &Real, eta: &Real) -> Result<Curve, CheckError> {
    match Dominating::approx_dp_tv(e.ln(), delta.clone(), eta.clone())? {
        Dominating::ThreePoint(pair) => Ok(Curve::of(&pair.to_finite())?),
        _ => Err(CheckError::Wrong("the worst case has other losses".to_owned())),
    }
}

/// How the sum of theorems 29 and 53 is written.
#[derive(Clone, Copy)]
struct Printed {
    /// `((mu - 1)/(E + 1))` in place of `((1 - mu)/(E + 1))`.
    is_negated: bool,
    /// `mu^l` in place of `mu^i`.
    is_inner_power: bool,
    /// `(E - 1)/(E + 1)` in place of its inverse.
    is_inverted: bool,
}

impl Printed {
    const THEOREM_29: Printed =
        Printed { is_negated: true, is_inner_power: true, is_inverted: true };
    const THEOREM_53: Printed = Printed { is_inner_power: false, ..Printed::THEOREM_29 };
    const CORRECTED: Printed =
        Printed { is_negated: false, is_inner_power: false, is_inverted: false };
    const EXPONENT: Printed = Printed { is_inner_power: true, ..Printed::CORRECTED };
    const FRACTION: Printed = Printed { is_inverted: true, ..Printed::CORRECTED };
}

/// The delta of theorems 29 and 53 at j eps: `1 - (1 - delta)^k (1 - delta_j)`, for E > 1 and delta
/// < 1.
fn total_by_variation(e: &Real, delta: &Real, eta: &Real, k: i64, j: i64, form: Printed) -> Real {
    let slope = if form.is_inverted { (e - 1) / (e + 1) } else { (e + 1) / (e - 1) };
    let mu = 1 - (delta - eta) / (delta - 1) * slope;
    let base = if form.is_negated { &mu - 1 } else { 1 - &mu } / (e + 1);
    let mut inner = Real::zero();
    for i in 0..k - j {
        for l in 0..(k - j - i + 1) / 2 {
            let power = mu.pow(if form.is_inner_power { l } else { i });
            let weight = binomial(k, i) * binomial(k - i, l) * base.pow(k - i) * power;
            inner = inner + weight * (e.pow(k - l - i) - e.pow(l + j));
        }
    }
    1 - (1 - delta).pow(k) * (1 - inner)
}

/// All data of n values in 1, ..., m.
fn data(n: usize, m: i64) -> Vec<Vec<i64>> {
    (0..n).fold(vec![Vec::new()], |all, _| {
        let longer =
            |data: &Vec<i64>| (1..=m).map(|x| [data.as_slice(), &[x]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(longer).collect()
    })
}

/// The data that differ from this in the first place.
fn neighbours(data: &[i64], m: i64) -> impl Iterator<Item = Vec<i64>> {
    let rest: Vec<i64> = data.iter().skip(1).copied().collect();
    (1..=m).map(move |x| [&[x], rest.as_slice()].concat())
}

/// Calls `check` with all pairs of distributions on three outcomes with denominators up to this.
fn each_pair(
    trial: &mut Trial,
    denominator: u64,
    mut check: impl FnMut(&mut Trial, &[Real], &[Real]) -> Result<(), CheckError>,
) -> Result<(), CheckError> {
    let laws = distributions(3, denominator);
    for (p, q) in pairs(&laws, &laws) {
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        check(trial, &p, &q)?;
    }
    Ok(())
}

/// The probability of an event.
fn of_event(law: &[Real], event: &[bool]) -> Real {
    law.iter()
        .zip(event)
        .filter(|(_, is_in)| **is_in)
        .fold(Real::zero(), |sum, (mass, _)| sum + mass)
}

/// Do all events satisfy `P(A) <= E Q(A) + delta`?
fn all_events(p: &[Real], q: &[Real], e: &Real, delta: &Real) -> bool {
    subsets(p.len()).all(|event| {
        let bound = e * of_event(q, &event) + delta;
        of_event(p, &event).compare(&bound).is_some_and(Ordering::is_le)
    })
}
