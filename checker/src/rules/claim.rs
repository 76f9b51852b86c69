//! The last rule: the claim, or its negation.

use super::step::Step;
use super::{Context, Shown, Subject};
use crate::claim::{Known, Quantity};
use crate::expression::{Expression, compare};
use crate::fault::{Fault, form};
use crate::json::Json;
use crate::pair::Direction;

/// The claim, or its negation, from bounds on its quantity.
pub(super) fn claim(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let is_symmetric = context.ledger.iter().all(|row| row.step.is_symmetric());
    let is_ordered = context.ledger.iter().any(|row| row.step.is_ordered());
    if is_ordered && !is_symmetric {
        return Err("there is no rule for an ordered pair next to a sample".into());
    }
    let zero = Expression::integer(0);
    let mut known = Known { at_least: Some((zero, false)), at_most: None };
    if matches!(context.claim.quantity, Quantity::Delta(_) | Quantity::Beta(_)) {
        known.at_most = Some(Expression::integer(1));
    }
    for shown in &step.premises {
        let Shown::Bound(bound) = shown else { return Err("a premise is not a bound".into()) };
        // From above, the class guarantee needs both directions unless one is like the other.
        let is_enough = match bound.direction {
            None => true,
            Some(Direction::Forward) => is_symmetric || !bound.is_upper,
            Some(Direction::Backward) => !is_ordered && (is_symmetric || !bound.is_upper),
        };
        if !is_enough {
            return Err("a premise bounds only one direction of neighbours".into());
        }
        let value = Expression::Rational(bound.value.clone());
        let (lower, upper) = match (&context.claim.quantity, &bound.subject) {
            (Quantity::Delta(eps), Subject::Delta(other)) => {
                if compare(eps, other, step.work) != Some(std::cmp::Ordering::Equal) {
                    return Err("a premise is about another eps".into());
                }
                if bound.is_upper { (None, Some(value)) } else { (Some((value, false)), None) }
            }
            // delta(e) <= delta gives eps <= e, and delta(e) > delta gives eps > e, where e >= 0.
            (Quantity::Eps(delta), Subject::Delta(eps)) => {
                if !compare(eps, &Expression::integer(0), step.work).is_some_and(std::cmp::Ordering::is_ge) {
                    return Err("a premise is about an eps below 0".into());
                }
                match bound.is_upper {
                    true if bound.value <= *delta => (None, Some(eps.clone())),
                    false if bound.value > *delta => (Some((eps.clone(), true)), None),
                    _ => return Err("a premise says nothing about eps".into()),
                }
            }
            (Quantity::Beta(alpha), Subject::Beta(other)) => {
                if compare(alpha, other, step.work) != Some(std::cmp::Ordering::Equal) || !is_symmetric {
                    return Err("a premise is about another trade-off function or alpha".into());
                }
                if bound.is_upper { (None, Some(value)) } else { (Some((value, false)), None) }
            }
            (Quantity::Rho, Subject::Rho) => (Some((value.clone(), false)), Some(value)),
            _ => return Err("a premise is about another quantity".into()),
        };
        if let Some(lower) = lower {
            known.at_least = Some(lower);
        }
        if let Some(upper) = upper {
            known.at_most = Some(upper);
        }
    }
    for (name, stated) in &context.claim.statement {
        if form(step.conclusion.required(name))? != *stated {
            return Err("the conclusion is not the claim of the header".into());
        }
    }
    if form(step.conclusion.required("is"))? != Json::Bool(context.holds) {
        return Err("the conclusion is not the verdict of the header".into());
    }
    if context.claim.decide(&known, step.work) != Some(context.holds) {
        return Err("the claim does not follow from the premises".into());
    }
    Ok(Shown::Claim)
}
