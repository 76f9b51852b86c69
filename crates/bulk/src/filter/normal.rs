//! The tail of the normal distribution: `Q(x) = 1 - Phi(x) = phi(x) M(x)`, with the density phi and
//! Mills' ratio M.
//!
//! `M(x)` is the integral of `e^(-x t - t^2/2)` over t >= 0. So it decreases. With `b_n(x) = (1/n!)
//! integral of t^n e^(-x t - t^2/2)`, which also decrease, `M(c + v) = sum over n of b_n(c)
//! (-v)^n`, where the error of the sum up to n = N - 1 is at most `b_N(y) |v|^N` for a y between c
//! and c + v.
//!
//! **From 0 to 40**, in pieces of width 1/8 with the middles c, the sum has 11 terms. Its error,
//! relative to M, with `u = 2^-53` and `|v| <= 1/16`:
//!
//! 1. v is `x - c`, exact by Sterbenz's lemma in all pieces but the first one, where its error is
//!    below `2^-57`: an error of at most `b_1(0) 2^-57 = 2^-57`.
//! 2. The remainder of the series: `b_11(y) / 16^11`.
//! 3. Each coefficient is the binary64 below it, a relative error of 2u; Horner's scheme gives the
//!    n-th term a relative error of `(2n+1)u / (1 - (2n+1)u)` (Higham, section 5.1). Nothing
//!    underflows: v is a multiple of `2^-57`, and no coefficient below `2^-59`.
//!
//! A test adds these up for each piece, in exact arithmetic and with the actual coefficients, and
//! finds less than `2^-51` everywhere.
//!
//! **From 40 on**, with `w = 1/x^2 <= 1/1600`, `x M(x) = 1 - w + 3 w^2 - 15 w^3 + ...` where the
//! error is at most the first omitted term, and has its sign (NIST DLMF 7.12.1): two sums on either
//! side enclose it, in [`Span`]s.
//!
//! **The coefficients** obey `b_(n-1) = c b_n + (n+1) b_(n+1)` (by parts), and `1 = c b_0 + b_1`.
//! So the quotients `r_n = b_n / b_(n-1)` are `1 / (c + (n+1) r_(n+1))`. This recurrence is
//! followed down from a far n, where r_n is between 0 and 1/c, with numbers of 128 bits that are
//! rounded to either side: the tabulated coefficients are enclosed, not approximated.

use super::exponential::{above, below, exp_neg};
use super::span::Span;
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::register::RegisterFloat;
use dpcert::exact::{Engine, Malachite, Rounding};
use std::sync::LazyLock;

const TERMS: usize = 11;
const PIECES: usize = 320;
/// The index from which the quotients of coefficients are followed, in the first piece.
const FARTHEST: u64 = 250_000;
/// The end of the pieces.
const TABLE_END: f64 = 40.0;

/// `b_n(c) (-1)^n` in each piece.
pub(super) static COEFFICIENTS: LazyLock<Vec<[f64; TERMS]>> = LazyLock::new(|| {
    let coefficients = |piece| {
        let mut sign = -1.0;
        enclosed_coefficients(piece).map(|(lower, _)| {
            sign = -sign;
            let lower: <Malachite as Engine>::Float = lower.to_float();
            sign * lower.to_dyadic().to_f64(Rounding::Down)
        })
    };
    (0..PIECES).map(coefficients).collect()
});

/// A lower and an upper bound of a number.
type Enclosed = (RegisterFloat<false>, RegisterFloat<true>);

/// `b_0` to `b_10` in the middle of a piece.
pub(super) fn enclosed_coefficients(piece: usize) -> [Enclosed; TERMS] {
    let middle = 2 * u128::try_from(piece).unwrap_or_default() + 1;
    let c: Enclosed = (
        RegisterFloat::from_integer(middle).shift(-4),
        RegisterFloat::from_integer(middle).shift(-4),
    );
    let next = |factor: u64, (lower, upper): Enclosed| -> Enclosed {
        let (below, above) =
            (c.0.plus(lower.times_word(factor)), c.1.plus(upper.times_word(factor)));
        let one = RegisterFloat::<false>::ONE;
        (one.over(above.exactly()), RegisterFloat::ONE.over(below.exactly()))
    };
    // Far enough for 60 bits: a test checks this.
    let far = 100 + FARTHEST / u64::try_from(middle * middle).unwrap_or(u64::MAX);
    let mut ratio: Enclosed = (RegisterFloat::ZERO, RegisterFloat::ONE.over(c.1));
    let mut ratios = [ratio; TERMS];
    for n in (0..far).rev() {
        ratio = next(n + 1, ratio);
        if let Some(place) = ratios.get_mut(n as usize) {
            *place = ratio;
        }
    }
    // The first one is 1 / (c + r_1), which is b_0.
    let mut product: Enclosed = (RegisterFloat::ONE, RegisterFloat::ONE);
    ratios.map(|(lower, upper)| {
        product = (product.0.times(lower), product.1.times(upper));
        product
    })
}

/// `M(x)` for `0 <= x < 40`, with a relative error of at most `2^-51`.
fn mills_near(x: f64) -> f64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let piece = (x * 8.0) as u32;
    let v = x - (f64::from(piece) + 0.5) * 0.125;
    let coefficients = COEFFICIENTS.get(piece as usize).unwrap_or(&[f64::NAN; TERMS]);
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * v + coefficient)
}

/// `M(x)` for x >= 0.
pub fn mills(x: f64) -> Span {
    if x < TABLE_END {
        let near = mills_near(x);
        return Span { lo: below(near), hi: above(near) };
    }
    let x = Span::point(x);
    let w = Span::ONE.over(x.times(x));
    let sum = |terms: u32| {
        (1..terms).rev().fold(Span::ONE, |sum, k| {
            Span::ONE.minus(Span::point(f64::from(2 * k - 1)).times(w).times(sum))
        })
    };
    sum(7).hull(sum(8)).over(x)
}

/// `1/sqrt(2 pi)`, between two neighbours.
pub(super) const DENSITY_AT_0: Span = Span { lo: 0.39894228040143265, hi: 0.3989422804014327 };

/// Beyond this argument only bounds are computed.
pub const FAR: f64 = 37.0;
/// An upper bound of `phi(x) M(y)` for all `x >= 37` and `y >= 0`, which is below `2^-987`.
pub const TINY: f64 = f64::from_bits((1023 - 900) << 52);

/// `phi(x)` for `|x| <= 37`.
pub fn density(x: f64) -> Span {
    let x = Span::point(x.abs());
    DENSITY_AT_0.times(exp_neg(x.times(x).half()))
}

/// The normal tail `Q(x)`.
pub fn tail(x: f64) -> Span {
    if x > FAR {
        Span { lo: 0.0, hi: TINY }
    } else if x >= 0.0 {
        density(x).times(mills(x))
    } else {
        Span::ONE.minus(tail(-x)).probability()
    }
}

/// The z with `Q(z) = p`, for a p in (0, 1); the whole real line where it is not found.
///
/// Newton's method gives a candidate, from any start; [`tail`] certifies it, because Q decreases:
/// `Q(lo) >= p >= Q(hi)`.
pub fn quantile(p: Span) -> Span {
    if p.lo > 0.5 {
        return quantile(Span::ONE.minus(p).positive()).negated();
    }
    let z = propose_quantile(p.lo);
    let reach = z.abs() * f64::EPSILON * 32.0 + f64::EPSILON * 64.0;
    let (lo, hi) = (z - reach, z + reach);
    let lo = if tail(lo).lo >= p.hi { lo } else { f64::NEG_INFINITY };
    let hi = if tail(hi).hi <= p.lo { hi } else { f64::INFINITY };
    Span { lo, hi }
}

/// A number near the quantile, about which nothing is proved.
fn propose_quantile(p: f64) -> f64 {
    let t = (-2.0 * ln_near(p)).sqrt();
    let mut z = t
        - (2.515517 + t * (0.802853 + t * 0.010328))
            / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for _ in 0..3 {
        let q = tail(z).lo;
        let ratio = q / p;
        let log = if (ratio - 1.0).abs() < 1e-6 { ratio - 1.0 } else { ln_near(ratio) };
        z += log * q / density(z).lo;
    }
    z
}

/// A number near ln(x) for a normal x > 0, about which nothing is proved.
pub fn ln_near(x: f64) -> f64 {
    let exponent = (x.to_bits() >> 52) as i32 - 1023;
    let mantissa = f64::from_bits((x.to_bits() & ((1 << 52) - 1)) | (1023 << 52));
    let (mantissa, exponent) =
        if mantissa > 1.5 { (mantissa * 0.5, exponent + 1) } else { (mantissa, exponent) };
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let sum = [13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0]
        .into_iter()
        .fold(0.0, |sum, odd| sum * square + 1.0 / odd);
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * s * sum
}
