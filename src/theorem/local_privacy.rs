//! Local differential privacy: what a channel leaves of the distance of two inputs.
//!
//! A channel Q answers an input x with Q(.|x). It is eps-LDP if no answer is e^eps times as likely
//! for one input as for another, and eta-TV if no two inputs have answers of a larger total
//! variation. `M_0` and `M_1` are the distributions of the answers for inputs that are distributed
//! as `P_0` and `P_1`, and T is the total variation of these two.

use super::conclusion::{
    Conclusion, Conclusions, largest_tv, require_nonnegative, require_probability,
};
use crate::exact::real::Real;
use crate::formula::Formula;
use crate::mechanism::{DomainError, require_positive, require_within};

/// `min(2, e^eps)`.
fn capped(eps: &Real) -> Formula {
    Formula::from(eps.exp()).min(&Real::from(2u64).into())
}

/// The largest total variation, or a smaller one that is given.
fn own_tv(eps: &Real, eta: Option<&Real>) -> Result<Real, DomainError> {
    require_nonnegative("eps", eps)?;
    let largest = largest_tv(eps);
    let Some(eta) = eta else { return Ok(largest) };
    require_within("eta", eta, &Real::zero(), Some(&largest))?;
    Ok(eta.clone())
}

/// `TV(M_0, M_1) <= eta T` for an eps-LDP channel that is eta-TV; without eta the largest one,
/// `(e^eps-1)/(e^eps+1)`.
///
/// The binary mechanism with erasure attains it, for all `P_0` and `P_1`.
///
/// # Errors
/// eps < 0, eta outside `[0, (e^eps-1)/(e^eps+1)]`, or tv outside [0, 1].
///
/// Source: Ghazi & Issa, Theorems 4 and 5; Kairouz, Oh & Viswanath for Theorem 4.
pub fn local_tv(eps: &Real, eta: Option<&Real>, tv: &Real) -> Conclusions {
    let eta = own_tv(eps, eta)?;
    require_probability("tv", tv)?;
    Ok(vec![Conclusion::upper("tv", eta * tv)])
}

/// `KL(M_0, M_1) + KL(M_1, M_0) <= 2 eta min(2, e^eps) (e^eps-1) T^2` for an eps-LDP channel that
/// is eta-TV; without eta the largest one. Beside it the older bound, `min(4, e^(2 eps))
/// (e^eps-1)^2 T^2`.
///
/// # Errors
/// eps < 0, eta outside `[0, (e^eps-1)/(e^eps+1)]`, or tv outside [0, 1].
///
/// Source: Ghazi & Issa, Theorem 7 and Corollary 2; Duchi, Jordan & Wainwright, Theorem 1, for the
/// older one (Theorem 6).
pub fn local_kl(eps: &Real, eta: Option<&Real>, tv: &Real) -> Conclusions {
    let eta = own_tv(eps, eta)?;
    require_probability("tv", tv)?;
    let (capped, growth) = (capped(eps), eps.exp() - 1);
    let with_tv = &capped * Formula::from(2 * eta * &growth * tv.pow(2));
    let older = &(&capped * &capped) * Formula::from(growth.pow(2) * tv.pow(2));
    Ok(vec![
        Conclusion::upper("symmetric-kl", with_tv),
        Conclusion::upper("symmetric-kl-without-tv", older),
    ])
}

/// The least share of the largest `KL(M_0, M_1)` of all eps-LDP channels that the binary mechanism
/// has: `1/(min(2, e^eps) (e^eps+1))`. Beside it the older one, `1/(2 (e^eps+1)^2)`.
///
/// The source prints the older one once with the 2 inside the square.
///
/// # Errors
/// eps < 0.
///
/// Source: Ghazi & Issa, section VII-B.1; Kairouz, Oh & Viswanath for the older one.
pub fn binary_share(eps: &Real) -> Conclusions {
    require_nonnegative("eps", eps)?;
    let plus = eps.exp() + 1;
    let share = Formula::one().div(&(&capped(eps) * Formula::from(plus.clone())));
    let older = Real::one() / (2 * plus.pow(2));
    Ok(vec![Conclusion::lower("share", share), Conclusion::lower("older-share", older)])
}

/// The least share of the largest f-divergence of all eps-LDP channels that one of them with a
/// total variation of at most eta has: `eta (e^eps+1)/(e^eps-1)`, by erasing what the best of all
/// answers. For any f.
///
/// # Errors
/// eps <= 0, or eta outside `[0, (e^eps-1)/(e^eps+1)]`.
///
/// Source: Ghazi & Issa, Theorem 8.
pub fn erased_share(eps: &Real, eta: &Real) -> Conclusions {
    require_positive("eps", eps)?;
    let eta = own_tv(eps, Some(eta))?;
    Ok(vec![Conclusion::lower("share", eta / largest_tv(eps))])
}
