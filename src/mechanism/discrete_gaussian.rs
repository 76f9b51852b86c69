//! `discrete-gaussian`: integers with the masses of a Gaussian.

use super::Dominating;
use super::distance::read_shifts;
use super::domain::{DomainError, require_positive};
use crate::exact::real::Real;
use crate::input::{Fields, InputError};

/// `P = N_Z(s, sigma^2)`, `Q = N_Z(0, sigma^2)` on the integers: the mass at n is proportional to
/// `e^(-(n-s)^2 / (2 sigma^2))`.
///
/// `sigma_sq` is the parameter, not the variance of the discrete law.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiscreteGaussian {
    /// sigma^2 > 0.
    pub sigma_sq: Real,
    /// s > 0.
    pub shift: u64,
}

impl Dominating {
    /// Discrete Gaussian noise on some counts, of which neighbours move the i-th by `shifts[i]`.
    ///
    /// The coordinates are independent, and the sign of a shift does not matter.
    ///
    /// # Errors
    /// `sigma_sq <= 0`.
    pub fn discrete_gaussian(sigma_sq: Real, shifts: &[u64]) -> Result<Dominating, DomainError> {
        require_positive("sigma_sq", &sigma_sq)?;
        let mut shifts: Vec<u64> = shifts.iter().copied().filter(|shift| *shift > 0).collect();
        shifts.sort_unstable();
        Ok(Dominating::DiscreteGaussian { sigma_sq, shifts })
    }
}

pub(super) fn read_discrete_gaussian(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let help = "sigma_sq is the parameter sigma^2 of the mass e^(-n^2 / (2 sigma^2)), not the variance";
    fields.forbid("sigma", "there is no sigma", help)?;
    let sigma_sq = fields.required("sigma_sq")?;
    let shifts = read_shifts(fields)?;
    Dominating::discrete_gaussian(sigma_sq.real()?, &shifts).map_err(|e| e.at(&[&sigma_sq]))
}
