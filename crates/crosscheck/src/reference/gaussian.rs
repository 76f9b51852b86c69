//! mu-GDP: `delta(eps) = Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)`.

use super::Normal;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The formula as printed.
pub fn literal(at: &Normal) -> f64 {
    let (near, far) = arguments(at);
    cdf(near) - libm::exp(at.eps) * cdf(far)
}

/// With the density of `eps/mu - mu/2` factored out of both terms.
pub fn scaled(at: &Normal) -> f64 {
    let (near, far) = arguments(at);
    0.5 * libm::exp(-0.5 * near * near)
        * (erfcx(-near * FRAC_1_SQRT_2) - erfcx(-far * FRAC_1_SQRT_2))
}

/// Both terms by their logarithms.
pub fn log_space(at: &Normal) -> f64 {
    let (near, far) = arguments(at);
    let (near, far) = (log_cdf(near), at.eps + log_cdf(far));
    libm::exp(near + libm::log(-libm::expm1(far - near)))
}

/// Both arguments of Phi.
fn arguments(at: &Normal) -> (f64, f64) {
    let ratio = -at.eps / at.mu;
    (ratio + at.mu / 2.0, ratio - at.mu / 2.0)
}

/// The standard normal distribution function.
pub(super) fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

fn log_cdf(x: f64) -> f64 {
    if x > -1.0 {
        libm::log(cdf(x))
    } else {
        libm::log(0.5 * erfcx(-x * FRAC_1_SQRT_2)) - 0.5 * x * x
    }
}

/// `e^(x^2) erfc(x)`: directly below 2, and from there on by the continued fraction of Laplace,
/// `1/sqrt(pi) 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + ...))))`, whose error after 100 terms is below
/// the rounding errors.
pub fn erfcx(x: f64) -> f64 {
    if x < 2.0 {
        return libm::exp(x * x) * libm::erfc(x);
    }
    let tail = (1..=100u32).rev().fold(x, |tail, n| x + f64::from(n) / 2.0 / tail);
    1.0 / (libm::sqrt(PI) * tail)
}
