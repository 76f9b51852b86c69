//! Total variation of mechanisms, in closed form.

use super::conclusion::{Conclusion, Conclusions, require_nonnegative, require_probability};
use crate::exact::real::Real;
use crate::formula::Formula;
use crate::mechanism::{require_positive, require_within};
use malachite::rational::Rational;

fn half() -> Real {
    Real::from(Rational::from_signeds(1, 2))
}

/// An eta-TV mechanism followed by an erasure channel is `(1 - erasure) eta`-TV; exactly, where eta
/// is exact.
///
/// # Errors
/// A parameter outside [0, 1].
///
/// Source: Ghazi & Issa, section IV.
pub fn erasure(eta: &Real, erasure: &Real) -> Conclusions {
    require_probability("eta", eta)?;
    require_probability("erasure", erasure)?;
    Ok(vec![Conclusion::exact("tv", (1 - erasure) * eta)])
}

/// Pinsker's inequality, `TV <= sqrt(KL/2)`, and that of Bretagnolle and Huber, `TV <= sqrt(1 -
/// e^-KL)`, which is the smaller one from about KL = 1.594 on. The KL divergence of a composition
/// is the sum of those of its steps.
///
/// # Errors
/// kl < 0.
///
/// Source: Ghazi & Issa, sections I and VI, where Pinsker's inequality is the bound for
/// compositions; the other one is Bretagnolle & Huber 1979.
pub fn tv_from_kl(kl: &Real) -> Conclusions {
    require_nonnegative("kl", kl)?;
    let (pinsker, huber) = ((half() * kl).sqrt(), (1 - (-kl).exp()).sqrt());
    Ok(vec![Conclusion::upper("tv", Formula::from(pinsker).min(&huber.into()))])
}

/// The Laplace mechanism, eps = sensitivity/scale: `1 - e^(-eps/2)`.
///
/// The integrals of the source (appendix D) are correct only at sensitivity 1: `e^(eps x)` should
/// be `e^(eps x/Delta)`.
///
/// # Errors
/// eps < 0.
///
/// Source: Ghazi & Issa, section VI-A.
pub fn laplace_tv(eps: &Real) -> Conclusions {
    require_nonnegative("eps", eps)?;
    Ok(vec![Conclusion::exact("tv", 1 - (-(half() * eps)).exp())])
}

/// The Gaussian mechanism, mu = sensitivity/sigma: `2 Phi(mu/2) - 1`.
///
/// # Errors
/// mu < 0.
///
/// Source: Ghazi & Issa, equation 17.
pub fn gaussian_tv(mu: &Real) -> Conclusions {
    require_nonnegative("mu", mu)?;
    // 1 - 2 Phi(-mu/2) has no overflow for large mu.
    let tail = Formula::from(-(half() * mu)).normal_cdf();
    Ok(vec![Conclusion::exact("tv", 1 - &tail * 2)])
}

/// The staircase mechanism: with `b = e^-eps`, `(1-b)/2 (1 + (1-b) min(gamma, 1-gamma)/(gamma +
/// b(1-gamma)))`, the mass within half the sensitivity.
///
/// For gamma in [0, 1] that is the printed formula. The source prints `[1/2, inf)` for the second
/// case, but no step is longer than the sensitivity: at eps = ln 2 and gamma = 2 (sensitivity 1) it
/// has `a = 1/6`, and steps of height `a b^k` on `[k, k+1)` have mass `2a/(1-b) = 2/3`, not 1.
///
/// # Errors
/// eps <= 0 or gamma outside [0, 1].
///
/// Source: Ghazi & Issa, section VI-C and appendix F.
pub fn staircase_tv(eps: &Real, gamma: &Real) -> Conclusions {
    require_positive("eps", eps)?;
    require_within("gamma", gamma, &Real::zero(), Some(&Real::one()))?;
    let b = (-eps).exp();
    let fall = 1 - &b;
    let rest = 1 - gamma;
    let bend = gamma + &b * &rest;
    let narrow = Formula::from(gamma.clone()).min(&rest.into());
    let share = &narrow * Formula::from(&fall / bend) + 1;
    Ok(vec![Conclusion::exact("tv", &share * Formula::from(&fall * half()))])
}
