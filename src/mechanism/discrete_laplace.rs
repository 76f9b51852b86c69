//! `discrete-laplace`: integers with the masses of a two-sided geometric law.

use super::Dominating;
use super::domain::{DomainError, require_positive};
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::pair::{FinitePair, ThreePoint};

/// More likelihood ratios than this are not listed.
const MAX_SENSITIVITY: u64 = 1 << 20;

impl Dominating {
    /// Two-sided geometric noise on a count, of which neighbours move by `sensitivity`.
    ///
    /// With `a = e^-eps` the mass at n is `(1-a)/(1+a) a^|n|`. Shifted by s, the loss is `s eps` up to
    /// 0 (P-mass `1/(1+a)`), `(s - 2n) eps` at n between, and `-s eps` from s on: a finite pair.
    ///
    /// # Errors
    /// eps <= 0, or a sensitivity beyond 2^20.
    ///
    /// Source: derived; the mechanism is that of Ghosh, Roughgarden & Sundararajan.
    pub fn discrete_laplace(eps: &Real, sensitivity: u64) -> Result<Dominating, DomainError> {
        require_positive("eps", eps)?;
        if sensitivity > MAX_SENSITIVITY {
            let message = format!("sensitivity = {sensitivity}: the pair has too many likelihood ratios");
            return Err(DomainError::new("sensitivity", message, format!("give at most {MAX_SENSITIVITY}")));
        }
        let one = Real::one();
        if sensitivity == 0 {
            return Ok(Dominating::ThreePoint(ThreePoint { eps: Real::zero(), delta: Real::zero(), alpha: one }));
        }
        let a = eps.neg().exp();
        let sum = one.add(&a);
        let (end, middle) = (one.div(&sum), one.sub(&a).div(&sum));
        let power = |n: u64| Real::from(n).mul(eps).neg().exp();
        let loss = |n: u64| Real::from(sensitivity).sub(&Real::from(2u64).mul(&Real::from(n))).mul(eps);
        let far = end.mul(&power(sensitivity));
        let mut outcomes = vec![(end.clone(), far.clone(), Some(loss(0)))];
        outcomes.extend(
            (1..sensitivity).map(|n| (middle.mul(&power(n)), middle.mul(&power(sensitivity - n)), Some(loss(n)))),
        );
        outcomes.push((far, end, Some(loss(sensitivity))));
        let pair = FinitePair::from_outcomes(outcomes);
        pair.map(Dominating::Finite).ok_or_else(|| {
            DomainError::new("eps", "the order of two exact numbers cannot be decided", "write it in a simpler form")
        })
    }
}

pub(super) fn read_discrete_laplace(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    read_discrete_laplace_of_group(fields, 1)
}

/// The members of a group move the count by the sensitivity each.
pub(super) fn read_discrete_laplace_of_group(fields: &mut Fields<'_>, size: u64) -> Result<Dominating, InputError> {
    let eps = fields.required("eps")?;
    let sensitivity = fields.optional("sensitivity");
    let moved = sensitivity.as_ref().map_or(Ok(1), |field| field.natural())?;
    let given: Vec<_> = [Some(&eps), sensitivity.as_ref()].into_iter().flatten().collect();
    Dominating::discrete_laplace(&eps.real()?, moved.saturating_mul(size)).map_err(|e| e.at(&given))
}
