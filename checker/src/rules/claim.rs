//! The last rule: the claim, or its negation.

use super::step::{Step, is_same};
use super::{Bound, Context, Shown, Subject};
use crate::claim::{Known, Quantity};
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::json::Json;
use crate::pair::Direction;

/// The claim, or its negation, from bounds on its quantity.
pub(super) fn claim(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let is_symmetric = context.ledger.iter().all(|row| row.step.is_symmetric());
    let is_ordered = context.ledger.iter().any(|row| row.step.is_ordered());
    if is_ordered && !is_symmetric {
        let is_sampled =
            context.ledger.iter().any(|row| row.step.is_ordered() && !row.step.is_symmetric());
        let what = if is_sampled {
            "a sample of an ordered pair"
        } else {
            "an ordered pair next to a sample"
        };
        return Err(Unsupported::no_rule(what).into());
    }
    let zero = Expression::integer(0);
    let mut known = Known { at_least: Some((zero, false)), at_most: None };
    if matches!(context.claim.quantity, Quantity::Delta(_) | Quantity::Beta(_)) {
        known.at_most = Some(Expression::integer(1));
    }
    for shown in &step.premises {
        let Shown::Bound(bound) = shown else {
            return Err(Unproved::UselessPremise { how: "is not a bound" }.into());
        };
        // From above, the guarantee needs both directions unless they are alike.
        let is_enough = match bound.direction {
            None => true,
            Some(Direction::Forward) => is_symmetric || !bound.is_upper,
            Some(Direction::Backward) => !is_ordered && (is_symmetric || !bound.is_upper),
        };
        if !is_enough {
            return Err(Unproved::UselessPremise {
                how: "bounds only one direction of neighbours",
            }
            .into());
        }
        let (lower, upper) = learned(context, bound, is_symmetric)?;
        if let Some(lower) = lower {
            known.at_least = Some(lower);
        }
        if let Some(upper) = upper {
            known.at_most = Some(upper);
        }
    }
    for (name, stated) in &context.claim.statement {
        if step.conclusion.required(name)? != *stated {
            return Err(Unproved::NotOfHeader { what: "claim" }.into());
        }
    }
    if step.conclusion.required("is")? != Json::Bool(context.holds) {
        return Err(Unproved::NotOfHeader { what: "verdict" }.into());
    }
    if context.claim.decide(&known, step.work)? == context.holds {
        Ok(Shown::Claim)
    } else {
        Err(Unproved::NotImplied.into())
    }
}

/// A number, and whether the quantity is certainly larger.
type Lower = (Expression, bool);

/// The bounds of the quantity of the claim that follow from a bound: from below, from above, or
/// both.
fn learned(
    context: &Context<'_>,
    bound: &Bound,
    is_symmetric: bool,
) -> Result<(Option<Lower>, Option<Expression>), Fault> {
    let value = Expression::Rational(bound.value.clone());
    Ok(match (&context.claim.quantity, &bound.subject) {
        (Quantity::Delta(eps), Subject::Delta(other)) => {
            if !is_same(eps, other, context.work)? {
                return Err(Unproved::UselessPremise { how: "is about another eps" }.into());
            }
            if bound.is_upper { (None, Some(value)) } else { (Some((value, false)), None) }
        }
        // delta(e) <= delta gives eps <= e, and delta(e) > delta gives eps > e, where e >= 0.
        (Quantity::Eps(delta), Subject::Delta(eps)) => {
            let sign = eps.sign(context.work);
            let sign =
                sign.ok_or(Unsupported::Undecided { question: "the eps of a premise is below 0" })?;
            if sign.is_lt() {
                return Err(Unproved::UselessPremise { how: "is about an eps below 0" }.into());
            }
            match bound.is_upper {
                true if bound.value <= *delta => (None, Some(eps.clone())),
                false if bound.value > *delta => (Some((eps.clone(), true)), None),
                _ => {
                    return Err(Unproved::UselessPremise { how: "says nothing about eps" }.into());
                }
            }
        }
        (Quantity::Beta(alpha), Subject::Beta(other)) => {
            if !is_symmetric || !is_same(alpha, other, context.work)? {
                return Err(Unproved::UselessPremise {
                    how: "is about another trade-off function or alpha",
                }
                .into());
            }
            if bound.is_upper { (None, Some(value)) } else { (Some((value, false)), None) }
        }
        (Quantity::Rho, Subject::Rho) => (Some((value.clone(), false)), Some(value)),
        _ => {
            return Err(Unproved::UselessPremise { how: "is about another quantity" }.into());
        }
    })
}
