//! Any rho-zCDP mechanism: the conversion from above, the Gaussian of the class from below.
//!
//! For every `x > 0`, at the order `1 + x`, `delta <= e^(x ((1+x) rho - eps)) (x/(1+x))^x / (1+x)`
//! (Canonne, Kamath & Steinke 2020, Proposition 12). So the order is only a candidate; the engines
//! take one that is as good or better.

use super::exponential::exp_neg;
use super::gaussian;
use super::normal::ln_near;
use super::span::Span;

/// delta at eps >= 0, for rho > 0; both moderate. The ends are those of all mechanisms of the
/// class.
pub fn delta(rho: Span, eps: Span) -> Option<Span> {
    let below = gaussian::delta(Span::point(2.0).times(rho).sqrt(), eps);
    let x = Span::point(propose(rho.hi, eps.lo)?);
    let order = Span::ONE.plus(x);
    // ln(order/x) from below: y with e^-y at least x/order.
    let proposed = ln_near(order.lo / x.hi);
    let y = proposed - (proposed + 1.0) * f64::EPSILON * 16.0;
    if !(y >= 0.0 && exp_neg(Span::point(y)).lo >= x.over(order).hi) {
        return None;
    }
    // The negated exponent; where it is negative the bound may be above 1, and is useless.
    let saved = x.times(eps).plus(x.times(Span::point(y))).minus(x.times(order).times(rho));
    // Where it is large, the engines leave the range of their exponents.
    if !(saved.lo >= 0.0 && saved.hi <= 1_048_576.0) {
        return None;
    }
    let above = exp_neg(Span::point(saved.lo)).over(order);
    Some(Span { lo: below.lo, hi: above.hi }.probability())
}

/// About the best excess of the order over 1: where `(2x + 1) rho - eps + ln(x/(1+x))` changes its
/// sign.
fn propose(rho: f64, eps: f64) -> Option<f64> {
    let slope = |x: f64| (2.0 * x + 1.0) * rho - eps + ln_near(x / (1.0 + x));
    let (mut low, mut high) = (f64::EPSILON * f64::EPSILON, 1.0 / f64::EPSILON);
    for _ in 0..80 {
        // Geometric bisection first.
        let middle = (low * high).sqrt();
        if slope(middle) > 0.0 { high = middle } else { low = middle }
    }
    (low > f64::EPSILON * f64::EPSILON && high < 1.0 / f64::EPSILON).then_some(low)
}
