//! Kairouz, Oh & Viswanath: delta at `j eps = (k-2i) eps` of k mechanisms that are (eps, delta)-DP,
//!
//! ```text
//! delta_i = sum_{l=0}^{i-1} C(k,l) (e^((k-l) eps) - e^((k-2i+l) eps)) / (1 + e^eps)^k
//! total   = 1 - (1-delta)^k (1 - delta_i)
//! ```

use super::{Composition, total, total_by_sum};

/// The formula as printed.
pub fn literal(at: &Composition) -> f64 {
    let &Composition { eps, k, j, .. } = at;
    let (mut sum, mut binomial) = (0.0, 1.0);
    for l in 0..k.saturating_sub(j) / 2 {
        let (left, l) = (f64::from(k - l), f64::from(l));
        sum += binomial * (libm::exp(left * eps) - libm::exp((f64::from(j) + l) * eps));
        binomial *= left / (l + 1.0);
    }
    total(at, sum / libm::pow(1.0 + libm::exp(eps), f64::from(k)))
}

/// Every term by its logarithm, with the logarithm of the gamma function for the binomial
/// coefficient.
pub fn log_space(at: &Composition) -> f64 {
    let &Composition { eps, k, j, .. } = at;
    let (n, i) = (f64::from(k), k.saturating_sub(j) / 2);
    let softplus = eps + libm::log1p(libm::exp(-eps));
    let term = |l: u32| {
        let gap = -2.0 * f64::from(i - l) * eps;
        let l = f64::from(l);
        let binomial = libm::lgamma(n + 1.0) - libm::lgamma(l + 1.0) - libm::lgamma(n - l + 1.0);
        binomial + (n - l) * eps - n * softplus + libm::log(-libm::expm1(gap))
    };
    let largest = (0..i).map(term).fold(f64::NEG_INFINITY, f64::max);
    let inner =
        if i == 0 { 0.0 } else { (0..i).map(|l| libm::exp(term(l) - largest)).sum::<f64>() };
    total_by_sum(at, inner * libm::exp(largest))
}

/// Every binomial probability from the one before it.
pub fn products(at: &Composition) -> f64 {
    let &Composition { eps, k, j, .. } = at;
    let i = k.saturating_sub(j) / 2;
    let mut probability = libm::pow(1.0 / (1.0 + libm::exp(-eps)), f64::from(k));
    let mut inner = 0.0;
    for l in 0..i {
        inner += probability * -libm::expm1(-2.0 * f64::from(i - l) * eps);
        probability *= f64::from(k - l) / f64::from(l + 1) * libm::exp(-eps);
    }
    total_by_sum(at, inner)
}
