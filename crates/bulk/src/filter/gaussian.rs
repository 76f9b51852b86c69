//! Two normal distributions at distance mu.
//!
//! With `a = eps/mu - mu/2` and `b = eps/mu + mu/2`, `b^2 - a^2 = 2 eps`, so that `e^eps phi(b) =
//! phi(a)` and `delta(eps) = Q(a) - e^eps Q(b)` (Balle & Wang 2018, Theorem 8) is
//!
//! ```text
//! delta = phi(a) (M(a) - M(b))            for a >= 0
//! delta = 1 - phi(a) (M(-a) + M(b))       for a <= 0
//! ```
//!
//! for the true a and b: one exponential, and a difference of two numbers that vary slowly. phi
//! falls for arguments >= 0 and M everywhere, so each end takes the ends of a and b on its side.
//! Cancellation in the difference widens the answer: its relative width is about `2^-49 (a/mu +
//! a^2)` where b is near a.

use super::normal::{FAR, TINY, density, ln_near, mills, quantile, tail};
use super::span::Span;

/// The filter decides nothing beyond this, long before the squares are out of the range of the
/// engines' exponents.
const ENGINES_FAR: f64 = 8192.0;

/// delta at eps >= 0, for mu > 0; both moderate.
pub fn delta(mu: Span, eps: Span) -> Span {
    let (middle, half) = (eps.over(mu), mu.half());
    let a = middle.minus(half);
    let b = middle.plus(half);
    if a.lo >= 0.0 {
        if a.lo > ENGINES_FAR {
            return Span { lo: 0.0, hi: 1.0 };
        }
        if a.lo > FAR {
            return Span { lo: 0.0, hi: TINY };
        }
        let lo = match a.hi <= FAR {
            true => density(a.hi).times(difference(mills(a.hi), mills(b.lo))).lo,
            false => 0.0,
        };
        return Span { lo, hi: density(a.lo).times(difference(mills(a.lo), mills(b.hi))).hi };
    }
    if a.hi <= 0.0 {
        let complement = |c: f64, b: f64| match c > FAR {
            true => Span { lo: 0.0, hi: TINY },
            false => density(c).times(mills(c).plus(mills(b))),
        };
        let (most, least) = (complement(-a.hi, b.lo).hi, complement(-a.lo, b.hi).lo);
        return Span::ONE.minus(Span { lo: least, hi: most }).probability();
    }
    // a may be 0. phi is largest at 0.
    let widest = if -a.lo > a.hi { -a.lo } else { a.hi };
    if widest > 1.0 {
        return Span { lo: 0.0, hi: 1.0 };
    }
    let near = Span { lo: tail(a.hi).lo, hi: tail(a.lo).hi };
    let far =
        Span { lo: density(widest).times(mills(b.hi)).lo, hi: density(0.0).times(mills(b.lo)).hi };
    near.minus(far).probability()
}

/// The difference of two numbers that is known not to be negative.
fn difference(larger: Span, smaller: Span) -> Span {
    larger.minus(smaller).positive()
}

/// beta at alpha in (0, 1): `Q(mu - z)` with `Q(z) = alpha` (Dong, Roth & Su, equation 6).
pub fn beta(mu: Span, alpha: Span) -> Span {
    let w = mu.minus(quantile(alpha));
    Span { lo: tail(w.hi).lo, hi: tail(w.lo).hi }
}

/// eps at a delta in (0, 1), between two points at which delta is certified to be on either side.
///
/// Newton's method gives a candidate: ln delta is concave, and the start is right of the root.
pub fn eps(mu: Span, target: Span) -> Span {
    let largest = delta(mu, Span::ZERO);
    if largest.hi <= target.lo {
        return Span::ZERO;
    }
    let mut x = mu.lo * (mu.lo * 0.5 + quantile(target).hi);
    for _ in 0..30 {
        let value = delta(mu, Span::point(x)).lo;
        let a = x / mu.lo - mu.lo * 0.5;
        let slope = density(a).lo * mills(a + mu.lo).lo;
        let ratio = value / target.lo;
        let step =
            if (ratio - 1.0).abs() < 1e-6 { ratio - 1.0 } else { ln_near(ratio) } * value / slope;
        x += step;
        // A candidate that is not a number is refused by the certification.
        let goes_on = step.abs() > x * f64::EPSILON * 8.0;
        if !goes_on {
            break;
        }
    }
    let mut reach = x * f64::EPSILON * 64.0;
    for _ in 0..8 {
        let (lo, hi) = (x - reach, x + reach);
        let is_moderate = Span::point(lo).is_moderate() && Span::point(hi).is_moderate();
        if is_moderate
            && delta(mu, Span::point(lo)).lo >= target.hi
            && delta(mu, Span::point(hi)).hi <= target.lo
        {
            return Span { lo, hi };
        }
        reach *= 16.0;
    }
    Span { lo: 0.0, hi: f64::INFINITY }
}
