//! Gaussian differential privacy and (eps, delta), in both directions, without overflow or
//! cancellation: also at mu = 40 or eps = 710, where floats give NaN.

use super::conclusion::{Conclusion, Conclusions, require_nonnegative, require_probability};
use super::profile::gaussian_delta;
use crate::exact::real::Real;
use crate::formula::Formula;

/// The delta of mu-GDP at eps >= 0.
///
/// # Errors
/// mu < 0 or eps < 0.
///
/// Source: Dong, Roth & Su, Corollary 1.
pub fn gdp_delta(mu: &Real, eps: &Real) -> Conclusions {
    require_nonnegative("mu", mu)?;
    require_nonnegative("eps", eps)?;
    Ok(vec![Conclusion::exact("delta", gaussian_delta(mu, eps))])
}

/// The least eps >= 0 at which mu-GDP is (eps, delta)-DP; infinite for delta = 0 and mu > 0.
///
/// # Errors
/// mu < 0 or delta outside [0, 1].
pub fn gdp_eps(mu: &Real, delta: &Real) -> Conclusions {
    require_nonnegative("mu", mu)?;
    require_probability("delta", delta)?;
    let eps = match (mu.is_zero(), delta.is_zero(), delta.is_one()) {
        (true, _, _) | (_, _, true) => Formula::zero(),
        (_, true, _) => Formula::Infinite,
        _ => Formula::gaussian_eps(mu, delta),
    };
    Ok(vec![Conclusion::exact("eps", eps)])
}

/// The largest mu such that mu-GDP implies (eps, delta)-DP; 0 for delta = 0, infinite for delta =
/// 1.
///
/// This is not the converse: an (eps, delta)-DP mechanism with delta > 0 is not mu-GDP for any mu.
///
/// # Errors
/// eps < 0 or delta outside [0, 1].
pub fn gdp_mu(eps: &Real, delta: &Real) -> Conclusions {
    require_nonnegative("eps", eps)?;
    require_probability("delta", delta)?;
    let mu = match (delta.is_zero(), delta.is_one()) {
        (true, _) => Formula::zero(),
        (_, true) => Formula::Infinite,
        _ => Formula::gaussian_mu(eps, delta),
    };
    Ok(vec![Conclusion::exact("mu", mu)])
}

/// The least mu such that every eps-DP mechanism is mu-GDP: `-2 Phi^-1(1/(1+e^eps))`, where the
/// corner of `f_{eps,0}` is on the curve.
///
/// # Errors
/// eps < 0.
pub fn pure_to_gdp(eps: &Real) -> Conclusions {
    require_nonnegative("eps", eps)?;
    if eps.is_zero() {
        return Ok(vec![Conclusion::exact("mu", Real::zero())]);
    }
    let corner = Formula::from(1 / (1 + eps.exp()));
    let mu = -(2 * corner.normal_quantile());
    Ok(vec![Conclusion::exact("mu", mu)])
}
