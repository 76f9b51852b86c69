//! Queries of the mechanisms that have closed forms.

use super::evaluate::Scalar;
use super::finite::NeymanPearson;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{Gaussian, Laplace};
use std::cmp::Ordering;

fn number<E: Engine>(x: &Real, precision: u64) -> Value<E> {
    Value::of(x, precision)
}

/// Which of three pieces alpha is on; where that cannot be decided, the two it may be on.
fn pieces(laplace: &Laplace, alpha: &Real) -> (bool, bool, bool) {
    let first = alpha.compare(&laplace.first_corner());
    let second = alpha.compare(&laplace.second_corner());
    let is_first = matches!(first, Some(Ordering::Less | Ordering::Equal) | None);
    let is_last = matches!(second, Some(Ordering::Greater | Ordering::Equal) | None);
    let is_middle = !matches!(first, Some(Ordering::Less | Ordering::Equal))
        && !matches!(second, Some(Ordering::Greater | Ordering::Equal));
    (is_first, is_middle, is_last)
}

fn hull<E: Engine>(values: impl IntoIterator<Item = Value<E>>, precision: u64) -> Value<E> {
    let reduced = values.into_iter().reduce(|x, y| Value::Enclosed(x.enclose(precision).hull(&y.enclose(precision))));
    reduced.unwrap_or_else(|| Value::Enclosed(Interval::whole(precision)))
}

/// delta(eps) of the Laplace mechanism.
pub fn laplace_delta<E: Engine>(laplace: &Laplace, eps: &Real, precision: u64) -> Value<E> {
    match eps.compare(&laplace.eps0) {
        Some(Ordering::Less) => number(&laplace.delta_below(eps), precision),
        Some(_) => number(&Real::zero(), precision),
        None => number::<E>(&laplace.delta_below(eps), precision).positive_part(),
    }
}

/// delta, the total variation or beta of the Laplace mechanism as an expression; `None` where it is not decided which, and
/// for eps.
pub fn laplace_expression(laplace: &Laplace, scalar: &Scalar) -> Option<Real> {
    match scalar {
        Scalar::Delta { eps } => eps.compare(&laplace.eps0)?.is_lt().then(|| laplace.delta_below(eps)),
        Scalar::Tv => Some(laplace.delta_below(&Real::zero())),
        Scalar::Beta { alpha } => match pieces(laplace, alpha) {
            (true, false, false) => Some(laplace.beta_first(alpha)),
            (false, true, false) => Some(laplace.beta_middle(alpha)),
            (false, false, true) => Some(laplace.beta_last(alpha)),
            _ => None,
        },
        Scalar::Eps { .. } => None,
    }
}

/// eps(delta) of the Laplace mechanism; `None` for delta at least the total variation: 0.
pub fn laplace_eps(laplace: &Laplace, delta: &Real) -> Option<Real> {
    let is_zero = delta.is_one() || delta.compare(&laplace.delta_below(&Real::zero())).is_some_and(Ordering::is_ge);
    (!is_zero).then(|| laplace.eps_at(delta))
}

/// beta(alpha) of the Laplace mechanism.
pub fn laplace_beta<E: Engine>(laplace: &Laplace, alpha: &Real, precision: u64) -> Value<E> {
    let (first, middle, last) = pieces(laplace, alpha);
    let candidates = [
        first.then(|| laplace.beta_first(alpha)),
        middle.then(|| laplace.beta_middle(alpha)),
        last.then(|| laplace.beta_last(alpha)),
    ];
    hull(candidates.into_iter().flatten().map(|x| number(&x, precision)), precision)
}

/// The Neyman-Pearson test of the Laplace mechanism.
pub fn laplace_test<E: Engine>(laplace: &Laplace, alpha: &Real, precision: u64) -> NeymanPearson<E> {
    let beta = laplace_beta(laplace, alpha, precision);
    let power = &number(&Real::one(), precision) - &beta;
    let (largest, smallest) = (laplace.eps0.exp(), laplace.eps0.neg().exp());
    let half = laplace.second_corner();
    let (threshold, randomisation) = match pieces(laplace, alpha) {
        (true, false, false) => (largest, number(&alpha.div(&laplace.first_corner()), precision)),
        (false, false, true) => (smallest, number(&alpha.sub(&half).div(&half), precision)),
        (first, _, last) => {
            // The slope of beta, e^-eps0 / (4 alpha^2): no atom there. At an undecided corner the
            // atom may or may not be reached.
            let slope = smallest.div(&Real::from(4u64).mul(&alpha.mul(alpha)));
            let share = Value::Enclosed(Interval::zero(precision).hull(&Interval::one(precision)));
            (slope, if first || last { share } else { number(&Real::zero(), precision) })
        }
    };
    NeymanPearson { threshold: Some(number(&threshold, precision)), randomisation, power }
}

/// The Neyman-Pearson test of the Gaussian mechanism.
pub fn gaussian_test<E: Engine>(gaussian: &Gaussian, alpha: &Real, precision: u64) -> NeymanPearson<E> {
    let exact = |x: Real| number(&x, precision);
    let randomisation = exact(Real::zero());
    if alpha.is_zero() {
        return NeymanPearson { threshold: None, randomisation, power: exact(Real::zero()) };
    }
    if alpha.is_one() {
        return NeymanPearson { threshold: Some(exact(Real::zero())), randomisation, power: exact(Real::one()) };
    }
    let power = &Interval::one(precision) - &gaussian.beta(alpha, precision);
    NeymanPearson {
        threshold: Some(Value::Enclosed(gaussian.threshold(alpha, precision))),
        randomisation,
        power: Value::Enclosed(power),
    }
}
