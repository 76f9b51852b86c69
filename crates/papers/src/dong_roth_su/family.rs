//! Trade-off functions as this paper defines them, T(P, Q) with its levels under P, and tests one
//! by one.

use crate::family::{distributions, pair, pairs};
use crate::number::Number;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::pair::FinitePair;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

/// Two distributions on the same outcomes.
pub(super) type Laws = (Vec<Real>, Vec<Real>);

/// All pairs of distributions on two outcomes with denominators up to 4 and on three with
/// denominators up to 3.
pub(super) fn small_pairs() -> Vec<Laws> {
    let of = |outcomes, denominator| {
        let laws = distributions(outcomes, denominator);
        pairs(&laws, &laws)
    };
    of(2, 4).into_iter().chain(of(3, 3)).collect()
}

/// `T(P, Q)`.
pub(super) fn trade_off(p: &[Real], q: &[Real]) -> Result<Curve, CheckError> {
    Ok(Curve::of(&pair(q, p)?)?)
}

/// (alpha, beta) of the tests that reject on a set of outcomes, for every set.
pub(super) fn tests(p: &[Real], q: &[Real]) -> Vec<(Real, Real)> {
    let start = vec![(Real::zero(), Real::one())];
    p.iter().zip(q).fold(start, |known, (p, q)| {
        let rejecting = known.iter().map(|(alpha, beta)| (alpha + p, beta - q));
        known.clone().into_iter().chain(rejecting).collect()
    })
}

/// `f_{eps, delta}` for `E = e^eps`: the trade-off function of the pair
/// `(delta, (1-delta) E/(1+E), (1-delta)/(1+E), 0)` and its mirror image.
pub(super) fn approximate(e: &Real, delta: &Real) -> Result<Curve, CheckError> {
    let rest = 1 - delta;
    let (low, high) = (&rest / (1 + e), &rest * e / (1 + e));
    let loss = e.ln();
    let outcomes = [
        (delta.clone(), Real::zero(), None),
        (high.clone(), low.clone(), Some(loss.clone())),
        (low, high, Some(-loss)),
        (Real::zero(), delta.clone(), None),
    ];
    let pair =
        FinitePair::from_outcomes(outcomes).ok_or_else(|| undecided("the sign of a mass"))?;
    Ok(Curve::of(&pair)?)
}

/// The trade-off functions of [`small_pairs`], each once.
pub(super) fn curves() -> Result<Vec<Curve>, CheckError> {
    distinct(small_pairs().iter().map(|(p, q)| trade_off(p, q)))
}

/// The larger of f and its inverse for all of [`curves`], each once.
pub(super) fn symmetric_curves() -> Result<Vec<Curve>, CheckError> {
    distinct(curves()?.iter().map(|f| Ok(f.symmetrised()?)))
}

fn distinct(
    curves: impl Iterator<Item = Result<Curve, CheckError>>,
) -> Result<Vec<Curve>, CheckError> {
    let mut kept: Vec<Curve> = Vec::new();
    for curve in curves {
        let curve = curve?;
        if !kept.iter().any(|known| known.equals(&curve).unwrap_or(false)) {
            kept.push(curve);
        }
    }
    Ok(kept)
}

/// Its vertices, to be printed.
pub(super) fn show_curve(curve: &Curve) -> String {
    let vertices: Vec<String> = curve
        .vertices()
        .iter()
        .map(|(alpha, beta)| format!("({}, {})", Number::from(alpha), Number::from(beta)))
        .collect();
    format!("through {}", vertices.join(" "))
}

pub(super) fn undecided(what: &str) -> CheckError {
    CheckError::Undecided(what.to_owned())
}

/// The order of two numbers.
pub(super) fn order(x: &Real, y: &Real) -> Result<Ordering, CheckError> {
    x.compare(y).ok_or_else(|| undecided("the order of two numbers"))
}

/// Is `upper >= lower` on [0, 1]? The difference is concave on every edge of `upper`, so that its
/// vertices tell.
pub(super) fn is_above(upper: &Curve, lower: &Curve) -> Result<bool, CheckError> {
    for (alpha, beta) in upper.vertices() {
        if order(&beta, &lower.value(&alpha)?)?.is_lt() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// [`is_above`] as a claim, with the level where it fails.
pub(super) fn at_least(
    trial: &mut Trial,
    upper: (&str, &Curve),
    lower: (&str, &Curve),
) -> Result<(), CheckError> {
    for (alpha, beta) in upper.1.vertices() {
        let below = lower.1.value(&alpha)?;
        trial.at("alpha", &alpha);
        trial.at_most((lower.0, below), (upper.0, beta))?;
    }
    Ok(())
}

/// The levels at which two convex functions that are both convex have to agree to be the same: the
/// vertices of the one and the middles of its edges. A convex function that meets a chord in
/// between is the chord.
pub(super) fn levels(curve: &Curve) -> Vec<Real> {
    let vertices = curve.vertices();
    let ends = vertices.iter().map(|(alpha, _)| alpha.clone());
    let middles = vertices.windows(2).filter_map(|ends| match ends {
        [(left, _), (right, _)] => Some((left + right) / 2),
        _ => None,
    });
    ends.chain(middles).collect()
}

/// A curve is a convex function, on all of [0, 1].
pub(super) fn same(
    trial: &mut Trial,
    curve: (&str, &Curve),
    formula: (&str, impl Fn(&Real) -> Result<Real, CheckError>),
) -> Result<(), CheckError> {
    for alpha in levels(curve.1) {
        trial.at("alpha", &alpha);
        trial.equal((formula.0, formula.1(&alpha)?), (curve.0, curve.1.value(&alpha)?))?;
    }
    Ok(())
}

/// The larger of some numbers.
pub(super) fn largest(
    first: Real,
    rest: impl IntoIterator<Item = Real>,
) -> Result<Real, CheckError> {
    rest.into_iter().try_fold(first, |x, y| Ok(if order(&x, &y)?.is_lt() { y } else { x }))
}
