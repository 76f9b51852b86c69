//! Rules about rho, and about delta derived from it.

use super::step::Step;
use super::sums::sum_of_rho;
use super::{Bound, Context, Shown, Subject, number};
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::Scale;
use crate::rational::BigRational;
use num_traits::One;

/// rho of the composition, exactly.
pub(super) fn rho(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    step.summed(context)?;
    let value = sum_of_rho(context.ledger)?;
    let mut fields = step.conclusion.table("rho")?;
    let stated = number(&mut fields, "equals", step.work)?;
    fields.finish()?;
    if stated != value {
        return Err(Unproved::OtherConclusion { what: "value of rho" }.into());
    }
    Ok(Shown::Bound(Bound { subject: Subject::Rho, is_upper: true, value, direction: None }))
}

/// delta from above by the Renyi divergence of one order:
/// `e^((order-1)(order rho - eps)) / order (1 - 1/order)^(order-1)`.
pub(super) fn renyi(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, order, bits) = (step.literal("eps")?, step.rational("order")?, step.bits()?);
    step.summed(context)?;
    let rho = sum_of_rho(context.ledger)?;
    let value = renyi_at(&rho, &eps, &order, &Scale::new(bits))?;
    step.bound(Subject::Delta(eps), true, &value, None)
}

/// The bound of the rule `renyi`.
///
/// # Errors
/// If the order is not above 1, or a number cannot be enclosed.
pub fn renyi_at(
    rho: &BigRational,
    eps: &Expression,
    order: &BigRational,
    scale: &Scale,
) -> Result<BigRational, Fault> {
    let less = order - BigRational::one();
    if !less.is_positive() {
        return Err(Unproved::OutOfRange { what: "the order", how: "not above 1" }.into());
    }
    let eps = eps.enclose(scale).ok_or(Unsupported::NotEnclosed { what: "eps" })?;
    let shrink = scale.ln(&scale.rational(&(&less / order)));
    let shrink = shrink.ok_or(Unsupported::NotEnclosed { what: "ln(1 - 1/order)" })?;
    let exponent = scale.rational(&(order * rho)).sub(&eps).add(&shrink);
    let power = scale.exp(&scale.mul(&scale.rational(&less), &exponent));
    let power = power.ok_or_else(|| Unsupported::too_large("(order - 1) (order rho - eps)"))?;
    Ok(scale.ends(&power).1 / order)
}
