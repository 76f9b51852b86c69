//! `e^-t` for t >= 0, from the four operations.
//!
//! With `L = ln(2)/32`, `t = n L + r`, `n = 32 q + j` and `0 <= j < 32`: `e^-t = 2^-q 2^(-j/32)
//! e^-r`. For `0 <= t <= 700`, step by step, where u is `2^-53`:
//!
//! 1. n is the integer below `t (32/ln 2) + 1/2` as computed. It need not be the best one: any with
//!    `|r| <= 0.011` suffices, and the roundings of a number below 32319 move it by less than
//!    `2^-36`. `n < 2^15`.
//! 2. `L = high + low + e`, where high has 38 bits and is a multiple of `2^-43`, and low is the
//!    binary64 nearest to the rest, so that `|e| <= u 2^-44 = 2^-97`. `n high` has at most 53 bits:
//!    exact. `t - n high` is exact: for n = 0 it is t; otherwise `t >= 2^-7`, so that t and n high
//!    are multiples of `2^-59`, and so is their difference, which is below `2^-6`: at most 53 bits.
//! 3. `n low < 2^-29` is rounded with an error of at most `2^-82`, `n e` is at most `2^-82`, and
//!    the difference r is rounded with an error of at most `0.011 u`. The total error of r is less
//!    than `2^-59`, and so that of `e^-r` is that factor to first order, below `2^-58`.
//! 4. `e^-r` is summed as `1 - r (1 - r (1/2 - r (1/6 - ...)))` up to `r^7`, with coefficients
//!    `1/k!` rounded to nearest. The rest of the series is below `0.011^8 / 8! / (1 - 0.011) <
//!    2^-67`. By the usual bound for Horner's scheme (Higham, Accuracy and Stability of Numerical
//!    Algorithms, section 5.1) the k-th term has a relative error of at most `(2k+1)u / (1 -
//!    (2k+1)u)`, and its coefficient one of u: in all below `1.1 u`, relative to `e^-r >= 0.989`.
//! 5. `2^(-j/32)` is tabulated with a relative error of `2u`: it is the binary64 below it. The
//!    product has one more u, and the factor `2^-q` is exact: the result is at least `2^-1011`, far
//!    above the denormal numbers.
//!
//! Together `(1.2 + 2 + 1) u` and terms of second order: below `2^-50`, which is [`ERROR`].
//! [`exp_neg`] moves its ends by twice as much. A factor `1 - 2^-49` is a binary64, the product
//! with it is rounded with a relative error of u, and `(1 - 2^-49)(1 + u) < 1 - 2^-50`: so the
//! lower end is at most the value, and the upper one likewise.

use super::span::Span;
use dpcert::Real;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite, Rounding};
use malachite::rational::Rational;
use std::sync::LazyLock;

/// An upper bound of the relative error of [`exp_neg_near`].
#[cfg(test)]
pub const ERROR: f64 = f64::from_bits((1023 - 50) << 52);

/// Beyond this argument only a bound is computed.
const LARGEST: f64 = 700.0;
/// An upper bound of `e^-700`.
const SMALLEST: f64 = f64::from_bits((1023 - 1009) << 52);

/// `32 / ln(2)`, approximately: the error is bounded by a test.
pub(super) const PER_STEP: f64 = f64::from_bits(0x4047_1547_652b_82fe);
/// `ln(2) / 32` to 38 bits, below it.
pub(super) const STEP_HIGH: f64 = 0.021660849392446835;
/// The remainder of `ln(2) / 32`, rounded to nearest.
pub(super) const STEP_LOW: f64 = 5.145609244655338e-14;

/// `2^(-j/32)`, each the binary64 below it.
pub(super) static ROOTS: LazyLock<[f64; 32]> = LazyLock::new(|| {
    std::array::from_fn(|j| {
        let exponent = Real::from(Rational::from_signeds(-i64::try_from(j).unwrap_or(0), 32));
        let root: Interval<Malachite> = exponent.mul(&Real::from(2u64).ln()).enclose(128).exp();
        root.lower().to_dyadic().to_f64(Rounding::Down)
    })
});

/// `1/k!` for k = 1 to 7.
pub(super) const FACTORIALS: [f64; 7] =
    [1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0, 1.0 / 5040.0];

/// `e^-t` for `0 <= t <= 700`, with a relative error of at most [`ERROR`].
pub fn exp_neg_near(t: f64) -> f64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let n = (t * PER_STEP + 0.5) as u32;
    let r = (t - f64::from(n) * STEP_HIGH) - f64::from(n) * STEP_LOW;
    let sum = FACTORIALS.iter().rev().fold(0.0, |sum, coefficient| coefficient - r * sum);
    let scale = f64::from_bits(u64::from(1023 - n / 32) << 52);
    (1.0 - r * sum) * ROOTS[n as usize % 32] * scale
}

/// `e^-t` for a t >= 0.
pub fn exp_neg(t: Span) -> Span {
    let lo = if t.hi <= LARGEST { below(exp_neg_near(t.hi)) } else { 0.0 };
    let hi = if t.lo <= LARGEST { above(exp_neg_near(t.lo)) } else { SMALLEST };
    // A t without ends has no value either.
    if t.is_known() { Span { lo, hi } } else { t }
}

/// `1 - e^-t` for a t >= 0.
///
/// Up to 1/64 it is `t (1 - t/2 (1 - t/3 (1 - ...)))`: the factor is enclosed by its sums up to
/// `t^6` and up to `t^7`, which are on either side of it, because the terms alternate and fall.
pub fn exp_neg_complement(t: Span) -> Span {
    const SMALL: f64 = 1.0 / 64.0;
    if t.hi > SMALL {
        return Span::ONE.minus(exp_neg(t)).probability();
    }
    let at = |t: f64| {
        let t = Span::point(t);
        let sum = |terms: u32| {
            (2..=terms).rev().fold(Span::ONE, |sum, k| {
                Span::ONE.minus(t.over(Span::point(f64::from(k))).times(sum))
            })
        };
        t.times(sum(7).hull(sum(8)))
    };
    Span { lo: at(t.lo).lo, hi: at(t.hi).hi }
}

/// A lower bound of a value that was computed with a relative error of at most `2^-50`.
pub fn below(x: f64) -> f64 {
    const FACTOR: f64 = 1.0 - f64::EPSILON * 8.0;
    x * FACTOR
}

/// An upper bound of it.
pub fn above(x: f64) -> f64 {
    const FACTOR: f64 = 1.0 + f64::EPSILON * 8.0;
    x * FACTOR
}
