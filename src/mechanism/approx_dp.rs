//! `approx-dp` (eps, delta) and `approx-dp-tv` (eps, delta, and eta or alpha).

use super::Dominating;
use super::domain::{DomainError, require_eps_delta, require_within};
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::pair::ThreePoint;
use std::cmp::Ordering;

impl Dominating {
    /// Every (eps, delta)-DP mechanism: eps >= 0, delta in [0, 1].
    ///
    /// # Errors
    /// A parameter outside its domain.
    ///
    /// Source: Kairouz, Oh & Viswanath, as restated by Ghazi & Issa, section III-B.
    pub fn approx_dp(eps: Real, delta: Real) -> Result<Dominating, DomainError> {
        require_eps_delta(&eps, &delta)?;
        Ok(three_point(eps, delta, Real::zero()))
    }

    /// Every (eps, delta)-DP mechanism whose total variation is at most eta, given through
    /// `alpha = 1 - (eta-delta)(E+1)/((1-delta)(E-1))` in [0, 1].
    ///
    /// # Errors
    /// A parameter outside its domain.
    pub fn approx_dp_alpha(eps: Real, delta: Real, alpha: Real) -> Result<Dominating, DomainError> {
        require_eps_delta(&eps, &delta)?;
        require_within("alpha", &alpha, &Real::zero(), Some(&Real::one()))?;
        Ok(three_point(eps, delta, alpha))
    }

    /// Every (eps, delta)-DP mechanism whose total variation is at most eta, for eta in
    /// `[delta, delta + (1-delta)(E-1)/(E+1)]` with `E = e^eps`: below, no mechanism with this
    /// delta attains it; above, eta says nothing.
    ///
    /// # Errors
    /// A parameter outside its domain.
    ///
    /// Source: Ghazi & Issa, Theorem 2 and Remark 1.
    pub fn approx_dp_tv(eps: Real, delta: Real, eta: Real) -> Result<Dominating, DomainError> {
        require_eps_delta(&eps, &delta)?;
        let (one, e) = (Real::one(), eps.exp());
        let rest = one.sub(&delta);
        let slope = e.sub(&one).div(&e.add(&one));
        let largest = delta.add(&rest.mul(&slope));
        require_within("eta", &eta, &delta, Some(&largest))?;
        let alpha = if eta.compare(&delta) == Some(Ordering::Equal) {
            Real::one()
        } else if eta.compare(&largest) == Some(Ordering::Equal) {
            Real::zero()
        } else {
            one.sub(&eta.sub(&delta).div(&rest.mul(&slope)))
        };
        Ok(three_point(eps, delta, alpha))
    }

    /// The eps and delta that basic composition adds: the largest finite loss and the mass at infinite
    /// loss. `None` where losses have no bound or two of them cannot be compared, and for a sample.
    pub(crate) fn eps_delta(&self) -> Option<(Real, Real)> {
        match self {
            Dominating::ThreePoint(pair) => Some((pair.eps.clone(), pair.delta.clone())),
            Dominating::Laplace(laplace) => Some((laplace.eps0.clone(), Real::zero())),
            Dominating::Finite(pair) => {
                let mut largest = Real::zero();
                for atom in &pair.atoms {
                    if atom.loss.compare(&largest)?.is_gt() {
                        largest = atom.loss.clone();
                    }
                }
                Some((largest, pair.p_infinite.clone()))
            }
            Dominating::Gaussian(_)
            | Dominating::DiscreteGaussian { .. }
            | Dominating::Sampled(_)
            | Dominating::Zcdp(_)
            | Dominating::Operation(_) => None,
        }
    }
}

fn three_point(eps: Real, delta: Real, alpha: Real) -> Dominating {
    let (eps, delta, alpha) = (eps.simplified(), delta.simplified(), alpha.simplified());
    Dominating::ThreePoint(ThreePoint { eps, delta, alpha })
}

pub(super) fn read_approx_dp(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (eps, delta) = (fields.required("eps")?, fields.required("delta")?);
    Dominating::approx_dp(eps.real()?, delta.real()?).map_err(|e| e.at(&[&eps, &delta]))
}

pub(super) fn read_approx_dp_tv(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (eps, delta) = (fields.required("eps")?, fields.required("delta")?);
    match (fields.optional("eta"), fields.optional("alpha")) {
        (Some(eta), None) => {
            let result = Dominating::approx_dp_tv(eps.real()?, delta.real()?, eta.real()?);
            result.map_err(|e| e.at(&[&eps, &delta, &eta]))
        }
        (None, Some(alpha)) => {
            let result = Dominating::approx_dp_alpha(eps.real()?, delta.real()?, alpha.real()?);
            result.map_err(|e| e.at(&[&eps, &delta, &alpha]))
        }
        (Some(eta), Some(_)) => {
            Err(eta.error("both eta and alpha are given", "give the total variation eta, or alpha, not both"))
        }
        (None, None) => Err(fields.missing("eta")),
    }
}
