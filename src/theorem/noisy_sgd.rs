//! The normal approximation of many steps of the Gaussian mechanism on a sample.

use super::berry_esseen::{Approximation, Moments, approximate, gaussian_beta};
use super::conclusion::{
    Conclusion, Conclusions, ratio, require_at_least, require_positive_probability,
    require_probability,
};
use crate::exact::real::Real;
use crate::exact::show;
use crate::formula::{Formula, MOST_MU, Moment, SampledGaussian};
use crate::mechanism::{DomainError, require_positive};
use std::cmp::Ordering;

impl SampledGaussian {
    /// The functionals of Dong, Roth & Su, Lemma 4, with `Z(x) = ln(p e^(mu x - mu^2/2) + 1 - p)`.
    ///
    /// `kappa_3-bar` is corrected: the slope of `C_p(G_mu)` is -1 between its corners, on a set of
    /// measure `(1-p)(1 - 2 Phi(-mu/2))`. There the loss is 0, which differs from the mean by `kl`,
    /// and `kl^3` times that measure is missing in the source. (At p = 1/10 and mu = 1: four parts
    /// in 100000.)
    pub fn moments(&self) -> Moments {
        let moment = |moment| Formula::sampled_moment(self, moment);
        Moments {
            kl: moment(Moment::Kl),
            kappa2: moment(Moment::Second),
            kappa3_bar: moment(Moment::ThirdCentral),
        }
    }
}

/// Dong, Roth & Su, Corollary 5: T steps of the Gaussian mechanism with sigma, each on a sample
/// without replacement at rate p: beta is at least `G_mu(alpha + gamma) - gamma`.
///
/// # Errors
/// rate outside (0, 1], sigma < 1/8, T = 0 or alpha outside [0, 1].
pub fn noisy_sgd(rate: &Real, sigma: &Real, steps: u64, alpha: &Real) -> Conclusions {
    require_positive_probability("rate", rate)?;
    require_positive("sigma", sigma)?;
    require_at_least("steps", steps, 1)?;
    require_probability("alpha", alpha)?;
    if sigma.compare(&ratio(1, MOST_MU)).is_none_or(Ordering::is_lt) {
        let message = format!("sigma = {} is less than 1/{MOST_MU}", show(sigma));
        return Err(DomainError::new(
            "sigma",
            message,
            "give more noise: below that there is almost no privacy",
        ));
    }
    let sampled = SampledGaussian { mu: 1 / sigma, rate: rate.clone() };
    let Some(Approximation { mu, gamma }) = approximate(&[(sampled.moments(), steps)]) else {
        let message = format!("sigma = {} leaves no variance", show(sigma));
        return Err(DomainError::new("sigma", message, "sigma must be finite"));
    };
    let level = Formula::from(alpha.clone()) + &gamma;
    let lower = (gaussian_beta(&mu, &level) - &gamma).probability();
    Ok(vec![
        Conclusion::lower("beta-lower", lower),
        Conclusion::exact("mu", mu),
        Conclusion::exact("gamma", gamma),
    ])
}
