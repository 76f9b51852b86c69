//! `randomized-response`: report the truth with the largest probability that eps allows.

use super::Dominating;
use super::domain::{DomainError, require_within};
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::pair::ThreePoint;

impl Dominating {
    /// Randomised response over `categories >= 2` answers: the truth with probability
    /// `E/(E+m-1)`, each other answer with `1/(E+m-1)`.
    ///
    /// Two neighbours (two different truths) see loss +eps, -eps, and 0 on the m-2 answers that are
    /// false for both: the three-point pair with delta = 0 and `alpha = (m-2)/(E+m-1)`.
    ///
    /// # Errors
    /// eps < 0 or fewer than two categories.
    ///
    /// Source: derived; m = 2 is Warner's randomised response, the pair of Kairouz, Oh & Viswanath.
    pub fn randomized_response(eps: Real, categories: u64) -> Result<Dominating, DomainError> {
        require_within("eps", &eps, &Real::zero(), None)?;
        if categories < 2 {
            let message = format!("categories = {categories}: there is nothing to respond");
            return Err(DomainError::new("categories", message, "give at least 2 categories"));
        }
        let total = eps.exp().add(&Real::from(categories - 1));
        let alpha = Real::from(categories - 2).div(&total);
        Ok(Dominating::ThreePoint(ThreePoint { eps, delta: Real::zero(), alpha }))
    }
}

pub(super) fn read_randomized_response(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let eps = fields.required("eps")?;
    let categories = fields.optional("categories");
    let count = categories.as_ref().map_or(Ok(2), |field| field.natural())?;
    let given: Vec<_> = [Some(&eps), categories.as_ref()].into_iter().flatten().collect();
    Dominating::randomized_response(eps.real()?, count).map_err(|e| e.at(&given))
}
