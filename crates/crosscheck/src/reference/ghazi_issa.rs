//! Ghazi & Issa, Theorem 2: delta at `j eps` of k mechanisms that are (eps, delta)-DP and eta-TV.
//!
//! With `E = e^eps` and `alpha = 1 - (eta-delta)(1+E) / ((1-delta)(E-1))` their equation (5) is
//!
//! ```text
//! delta_j = sum_{a=0}^{k-j-1} sum_{l=0}^{ceil((k-j-a)/2)-1} C(k,a) C(k-a,l) ((1-alpha)/(1+E))^(k-a) alpha^a
//!           (E^(k-l-a) - E^(l+j))
//! total   = 1 - (1-delta)^k (1 - delta_j)
//! ```

use super::{Composition, total, total_by_sum};

fn alpha(at: &Composition) -> f64 {
    let e = libm::exp(at.eps);
    at.eta.map_or(0.0, |eta| 1.0 - (eta - at.delta) * (1.0 + e) / ((1.0 - at.delta) * (e - 1.0)))
}

/// The formula as printed.
pub fn literal(at: &Composition) -> f64 {
    let &Composition { eps, k, j, .. } = at;
    let (n, alpha) = (f64::from(k), alpha(at));
    let power = |exponent: u32| libm::exp(f64::from(exponent) * eps);
    let (mut sum, mut outer) = (0.0, 1.0);
    for a in 0..k.saturating_sub(j) {
        let left = f64::from(k - a);
        let weight = libm::pow((1.0 - alpha) / (1.0 + libm::exp(eps)), left)
            * libm::pow(alpha, f64::from(a));
        let mut inner = 1.0;
        for l in 0..(k - j - a).div_ceil(2) {
            sum += outer * inner * weight * (power(k - l - a) - power(l + j));
            inner *= (left - f64::from(l)) / f64::from(l + 1);
        }
        outer *= (n - f64::from(a)) / f64::from(a + 1);
    }
    total(at, sum)
}

/// The coefficients of `(high z + alpha + low/z)^k`, each from the two before it, from the largest
/// loss down.
pub fn recurrence(at: &Composition) -> f64 {
    let &Composition { eps, k, j, .. } = at;
    let alpha = alpha(at);
    let high = (1.0 - alpha) / (1.0 + libm::exp(-eps));
    let low = (1.0 - alpha) / (1.0 + libm::exp(eps));
    let (mut before, mut mass, mut sum) = (0.0, libm::pow(high, f64::from(k)), 0.0);
    for i in 0..k.saturating_sub(j) {
        sum += mass * -libm::expm1((f64::from(j + i) - f64::from(k)) * eps);
        let next = (alpha * f64::from(k - i) * mass + low * f64::from(2 * k - i + 1) * before)
            / (high * f64::from(i + 1));
        (before, mass) = (mass, next);
    }
    total_by_sum(at, sum)
}
