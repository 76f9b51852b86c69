//! Central limit theorems. A limit is not a bound: at any finite number of steps the true value may
//! be on either side. Use [`berry_esseen`](super::berry_esseen()) for a bound.

use super::berry_esseen::gaussian_beta;
use super::conclusion::{Conclusion, Conclusions, require_nonnegative, require_probability};
use crate::exact::Extended;
use crate::exact::real::Real;
use crate::formula::{Formula, Functionals};
use crate::mechanism::{Dominating, Mechanism, RenyiOrder, require_positive};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// Dong, Roth & Su, Theorem 6: if `sum kl -> K`, `sum kappa_2 -> s^2`, `max kl -> 0` and
/// `sum kappa_3 -> 0`, the composition tends to `G_{2K/s}`.
///
/// Najib's thesis (Theorem 37) prints sums to infinity that *equal* K, s^2 and 0. The last one
/// holds only if every f is the identity, so that s = 0: as printed, the theorem is void.
///
/// # Errors
/// K < 0, s <= 0 or alpha outside [0, 1].
pub fn limit_of_composition(k: &Real, s: &Real, alpha: &Real) -> Conclusions {
    require_nonnegative("kl", k)?;
    require_positive("s", s)?;
    require_probability("alpha", alpha)?;
    let mu = Formula::from(2 * k / s);
    Ok(vec![
        Conclusion::limit("beta", gaussian_beta(&mu, &alpha.clone().into())),
        Conclusion::limit("mu", mu),
    ])
}

/// Dong, Roth & Su, Theorem 7: if `sum eps_i^2 -> mu^2`, `sum delta_i -> delta` and both maxima
/// tend to 0, the composition of (eps_i, delta_i)-DP mechanisms tends to `G_mu` tensored with
/// `f_{0, 1-e^-delta}`: `e^-delta G_mu(e^delta alpha)` for `alpha <= e^-delta`, then 0.
///
/// Najib's thesis (Corollary 42) prints `sum delta_i^2 -> delta`. With delta_i = 1/n that sum tends
/// to 0, and the mass at infinite loss to 1 - 1/e, not 0.
///
/// # Errors
/// mu < 0, delta < 0 or alpha outside [0, 1].
pub fn limit_of_approximate(mu: &Real, delta: &Real, alpha: &Real) -> Conclusions {
    require_nonnegative("mu", mu)?;
    require_nonnegative("delta", delta)?;
    require_probability("alpha", alpha)?;
    let rest = (-delta).exp();
    let level = Formula::from(alpha / &rest).min(&Formula::one());
    let beta = match mu.is_zero() {
        true => 1 - &level,
        false => gaussian_beta(&mu.clone().into(), &level),
    };
    Ok(vec![
        Conclusion::limit("beta", &beta * Formula::from(rest.clone())),
        Conclusion::limit("infinite-mass", 1 - &rest),
    ])
}

/// Ghazi & Issa, Theorem 3: if `sum eps_i eta_i -> total` and `max eps_i -> 0`, the composition of
/// eps_i-DP and eta_i-TV mechanisms tends to `G_mu` with `mu = sqrt(2 total)`.
///
/// # Errors
/// total < 0.
pub fn limit_of_total_variation(sum: &Real) -> Conclusions {
    require_nonnegative("total", sum)?;
    Ok(vec![Conclusion::limit("mu", (2 * sum).sqrt())])
}

/// `chi^2_+(G_mu) = e^(mu^2) Phi(3 mu/2) + 3 Phi(-mu/2) - 2`: Dong, Roth & Su, Lemma 3.
///
/// # Errors
/// mu < 0.
pub fn chi_squared(mu: &Real) -> Conclusions {
    require_nonnegative("mu", mu)?;
    Ok(vec![Conclusion::exact("chi-squared", Formula::gaussian_chi_squared_plus(mu))])
}

/// Dong, Roth & Su, Theorem 11, for a Gaussian mechanism, and Corollary 4: if `p sqrt(T) -> c`, T
/// steps of the Gaussian mechanism with sigma (standard deviation over sensitivity), each on a
/// sample without replacement at rate p, tend to `mu = c sqrt(2 chi^2_+(G_{1/sigma}))`.
///
/// # Errors
/// c <= 0 or sigma <= 0.
pub fn limit_of_noisy_sgd(c: &Real, sigma: &Real) -> Conclusions {
    require_positive("c", c)?;
    require_positive("sigma", sigma)?;
    let chi = Formula::gaussian_chi_squared_plus(&(1 / sigma));
    let mu = Formula::from(c.clone()) * (2 * &chi).sqrt();
    Ok(vec![Conclusion::limit("mu", mu)])
}

/// The trade-off function that the samples of [`limit_of_samples`] are of, by its `chi^2_+`.
#[derive(Clone, Debug)]
pub struct SampledFunction {
    chi_squared_plus: Formula,
}

impl SampledFunction {
    /// That of a mechanism of one step.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] where the function is not symmetric or not known to have a finite
    /// fourth moment of the likelihood ratio, or the mechanism has several steps.
    pub fn of(mechanism: &Mechanism) -> Result<SampledFunction, Refusal> {
        let unsupported = |missing: String| Refusal::Unsupported {
            what: "the limit of samples of this mechanism".into(),
            missing: missing.into(),
        };
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        let [(step, 1)] = steps.as_slice() else {
            return Err(unsupported(
                "Theorem 11 of Dong, Roth & Su is about samples that one step sees".to_owned(),
            ));
        };
        if matches!(step, Dominating::Sampled(_)) {
            return Err(unsupported("give the mechanism that sees the sample".to_owned()));
        }
        if !step.is_symmetric(true) {
            return Err(unsupported("its trade-off function must be symmetric".to_owned()));
        }
        let unknown = || format!("chi^2_+ is not known for {}", step.described());
        let known = Functionals::of(step).ok_or_else(|| unsupported(unknown()))?;
        let fourth = step.renyi(&RenyiOrder::Finite(Rational::from(4)));
        match fourth {
            Some(Extended::Finite(_)) => {}
            Some(Extended::Infinite(_)) => {
                return Err(unsupported(
                    "the fourth moment of the likelihood ratio is infinite".to_owned(),
                ));
            }
            None => return Err(unsupported(unknown())),
        }
        Ok(SampledFunction { chi_squared_plus: known.chi_squared_plus })
    }
}

/// Dong, Roth & Su, Theorem 11: if `p sqrt(T) -> c`, the T-fold composition of `C_p(f)` tends to
/// `G_mu`, `mu = c sqrt(2 chi^2_+(f))`, for a symmetric f with `f(0) = 1` and a finite fourth moment
/// of the likelihood ratio.
///
/// # Errors
/// c <= 0.
pub fn limit_of_samples(f: &SampledFunction, c: &Real) -> Conclusions {
    require_positive("c", c)?;
    let mu = Formula::from(c.clone()) * (2 * &f.chi_squared_plus).sqrt();
    Ok(vec![
        Conclusion::limit("mu", mu),
        Conclusion::exact("chi-squared-plus", f.chi_squared_plus.clone()),
    ])
}
