//! The privacy profile of two normal distributions at a distance mu, with a relative accuracy at
//! every scale.
//!
//! It is parametrised by `a = eps/mu - mu/2 >= -mu/2`, which has the magnitude of a quantile
//! whatever mu is. With `b = a + mu`, the density phi and Mills' ratio `M(x) = (1 - Phi(x)) /
//! phi(x)`,
//!
//! ```text
//! delta = Phi(-a) - e^eps Phi(-b) = phi(a) (M(a) - M(b)),      1 - delta = Phi(a) + phi(a) M(b),
//! ```
//!
//! because `b^2 - a^2 = 2 eps`. delta decreases in a and grows with mu at a fixed a; its derivative
//! in a is `-mu phi(a) M(b)`.

use super::engine::{DirectedFloat, Engine};
use super::interval::Interval;
use super::special::{
    certify_decreasing, certify_increasing, mills_ratio, newton_iterate, normal_cdf,
    normal_density, normal_quantile,
};
use std::cmp::Ordering;

/// Beyond `2^20` densities are below the range of every engine, and no further bits are used.
const MOST_SIZE: i64 = 20;

/// Integer bits of x, at most as many as numbers have whose density is in range.
fn size<F: DirectedFloat>(x: &F) -> u64 {
    u64::try_from(x.exponent().unwrap_or(0).clamp(0, MOST_SIZE)).unwrap_or(0)
}

fn point<E: Engine>(x: &E::Float, precision: u64) -> Interval<E> {
    Interval::new(x.clone(), x.clone(), precision)
}

/// `max(a, -mu/2)`, exactly: eps is not below 0.
fn clamped<E: Engine>(a: &E::Float, mu: &E::Float, precision: u64) -> E::Float {
    let least = point::<E>(mu, precision).shift(-1).upper().neg();
    if *a < least { least } else { a.clone() }
}

/// delta, for `mu >= 0`.
pub fn delta<E: Engine>(a: &Interval<E>, mu: &Interval<E>) -> Interval<E> {
    let precision = a.precision().max(mu.precision());
    if a.is_point() && mu.is_point() {
        return delta_at::<E>(a.lower(), mu.lower(), precision);
    }
    let lower = delta_at::<E>(a.upper(), mu.lower(), precision);
    let upper = delta_at::<E>(a.lower(), mu.upper(), precision);
    Interval::new(lower.lower().clone(), upper.upper().clone(), precision)
}

/// delta at a point.
///
/// The difference is computed with the bits that it cancels in addition: at most half the precision
/// for a small mu. Where mu is still smaller, its first term suffices. With `m = a + mu/2 >= 0` and
/// `h = mu/2`, Mills' ratio is the Laplace transform `M(x) = int_0^inf e^(-xt - t^2/2) dt`, so that
///
/// ```text
/// M(m - h) - M(m + h) = 2 sum over odd j of h^j/j! I_j,      I_j = int_0^inf t^j e^(-mt - t^2/2) dt > 0.
/// ```
///
/// Integration by parts gives `I_(j+2) = (j+1) I_j - m I_(j+1) <= (j+1) I_j`: each term is at most
/// `h^2/(j+2) <= mu^2/12` times the last. The first is `mu I_1 = mu (1 - m M(m))`, and the sum is
/// between it and `1 + mu^2/8` times it, for `mu^2 <= 4`.
fn delta_at<E: Engine>(a: &E::Float, mu: &E::Float, precision: u64) -> Interval<E> {
    if mu.sign().is_le() {
        return Interval::zero(precision);
    }
    if !mu.is_finite() || !a.is_finite() {
        return Interval::zero(precision).hull(&Interval::one(precision));
    }
    let a = clamped::<E>(a, mu, precision);
    let small = mu.exponent().map_or(0, |exponent| exponent.min(0).unsigned_abs());
    let delta = if small > precision / 2 + 1 {
        let working = precision + 2 * size(&a) + 16;
        let (a, mu) = (point::<E>(&a, working), point::<E>(mu, working));
        let m = (&a + &mu.shift(-1)).positive_part();
        let first = &Interval::one(working) - &(&m * &mills_ratio(&m));
        let rest = Interval::zero(working).hull(&mu.square().shift(-3));
        &(&(&normal_density(&a) * &mu) * &first) * &(&Interval::one(working) + &rest)
    } else {
        let working = precision + small + 3 * size(&a) + 16;
        let (a, mu) = (point::<E>(&a, working), point::<E>(mu, working));
        let far = mills_ratio(&(&a + &mu));
        match a.lower().sign() {
            Ordering::Less => &normal_cdf(&-&a) - &(&normal_density(&a) * &far),
            _ => &normal_density(&a) * &(&mills_ratio(&a) - &far),
        }
    };
    delta.probability().with_precision(precision)
}

/// `1 - delta`, a sum of small terms where delta is near 1.
pub fn complement<E: Engine>(a: &Interval<E>, mu: &Interval<E>) -> Interval<E> {
    let precision = a.precision().max(mu.precision());
    let at = |a: &E::Float, mu: &E::Float| {
        if !mu.is_finite() || !a.is_finite() {
            return Interval::zero(precision).hull(&Interval::one(precision));
        }
        let a = clamped::<E>(a, mu, precision);
        let working = precision + 2 * size(&a) + 16;
        let (a, mu) = (point::<E>(&a, working), point::<E>(mu, working));
        let far = &normal_density(&a) * &mills_ratio(&(&a + &mu).positive_part());
        (&normal_cdf(&a) + &far).probability().with_precision(precision)
    };
    let lower = at(a.lower(), mu.upper());
    let upper = at(a.upper(), mu.lower());
    Interval::new(lower.lower().clone(), upper.upper().clone(), precision)
}

/// The a at which delta has the given value, with its `1 - delta`, for delta between 0 and its
/// value at `a = -mu/2`.
///
/// Both delta and 1 - delta are log-concave in a (eps is a multiple of it, and they are the tails
/// of a convolution of log-concave distributions). Newton's method on the logarithm of the smaller
/// one converges to the root from the side on which it is too small. It starts where `Phi(-a)`,
/// which is more than delta, equals delta; or where `2 Phi(a)`, which is more than `1 - delta`
/// because `b >= -a`, equals `1 - delta`. The result is proved by evaluating on both sides.
pub fn root<E: Engine>(
    delta_sought: &Interval<E>,
    rest: &Interval<E>,
    mu: &Interval<E>,
) -> Interval<E> {
    let working = delta_sought.precision() + 32;
    let is_small = delta_sought.lower() <= rest.upper();
    let sought = if is_small { delta_sought } else { rest }.with_precision(working);
    let target = sought.ln();
    let value = |a: &Interval<E>| {
        if is_small { delta(a, mu) } else { complement(a, mu) }
    };
    let newton = |a: &Interval<E>| {
        let value = value(a);
        let far = &normal_density(a) * &mills_ratio(&(a + mu).positive_part());
        let step = &(&(&value.ln() - &target) * &value) / &(mu * &far);
        let next = if is_small { a + &step } else { a - &step };
        match next.lower().is_finite() && next.upper().is_finite() {
            true => point(&clamped::<E>(next.lower(), mu.upper(), a.precision()), a.precision()),
            false => Interval::whole(a.precision()),
        }
    };
    let start = if is_small {
        (-&normal_quantile(&sought.with_precision(64))).upper().clone()
    } else {
        normal_quantile(&sought.with_precision(64).shift(-1)).lower().clone()
    };
    // Near a = 0 the position relative to -mu/2 matters, where eps is 0.
    let floor = Some(mu.upper().exponent().unwrap_or(0).min(0));
    let candidate = newton_iterate(point(&start, 64), working, floor, newton);
    match is_small {
        true => certify_decreasing(&candidate, &sought, floor, |a| delta(a, mu)),
        false => certify_increasing(&candidate, &sought, floor, |a| complement(a, mu)),
    }
}
