//! The central limit theorem as an accountant (Bu, Dong, Long & Su 2020): Gaussian mechanisms on
//! Poisson samples are approximated by one Gaussian mechanism with `mu = q sqrt(T (e^(1/sigma^2) -
//! 1))`.

use super::{Normal, Sample, gaussian};

/// delta at eps in the limit, by the literal formula.
pub fn delta(at: &Sample) -> f64 {
    let variance = f64::from(at.steps) * libm::expm1(1.0 / (at.sigma * at.sigma));
    gaussian::literal(&Normal { mu: at.rate * libm::sqrt(variance), eps: at.eps })
}
