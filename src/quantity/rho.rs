//! rho of zero-concentrated differential privacy: it needs no dominating pair.

use super::rising::{rising, until};
use super::scalar::{Decision, Evaluation, Refinement};
use crate::composition::Method;
use crate::composition::cost::{self, Budget, Cost};
use crate::enclosure::Outcome;
use crate::exact::engine::{Engine, Malachite};
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{Dominating, Mechanism, Supremum, rho_of};
use crate::refusal::Refusal;

/// The least rho such that a composition is rho-zCDP: the supremum over the orders alpha > 1 and
/// both directions of neighbours of the Renyi divergence divided by alpha. Where it is reached at
/// order 1 it is an expression.
///
/// # Errors
/// [`Refusal::Unsupported`] where the rho of a step is unknown, and for more than 2^64 - 1 steps; a
/// search beyond the budget, or an interrupt.
pub fn rho(mechanism: &Mechanism, budget: &Budget) -> Result<Supremum, Refusal> {
    let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    match steps.as_slice() {
        [(Dominating::OneOf(choices), 1)] => {
            let all =
                choices.iter().map(|choice| rho(choice, budget)).collect::<Result<Vec<_>, _>>()?;
            let largest = all.into_iter().map(Ok).reduce(|x, y| larger(x?, y?, budget));
            largest.unwrap_or_else(|| rho_of(&[], "rho of nothing", budget))
        }
        steps => rho_of(steps, "rho of this mechanism", budget),
    }
}

/// The larger rho.
fn larger(x: Supremum, y: Supremum, budget: &Budget) -> Result<Supremum, Refusal> {
    let order = match (&x, &y) {
        (Supremum::Exact(x), Supremum::Exact(y)) => x.compare(y),
        _ => {
            let near = |rho: &Supremum| rho.enclose::<Malachite>(Supremum::PRECISION, budget);
            near(&x)?.compare(&near(&y)?)
        }
    };
    let order = order.ok_or_else(|| Refusal::Unsupported {
        what: "rho of the worst of several mechanisms".into(),
        missing: "it is undecided which of them has the largest rho: ask for each by itself".into(),
    })?;
    Ok(if order.is_lt() { y } else { x })
}

/// Evaluates rho with growing precision until `goal` accepts it; a rational rho needs none.
///
/// # Errors
/// A search beyond the budget, or an interrupt.
pub fn evaluate_rho<E: Engine>(
    rho: &Supremum,
    budget: &Budget,
    mut goal: impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Result<Evaluation<E>, Refusal> {
    let cost = |precision| match rho {
        Supremum::Exact(x) => cost::expression(x, precision),
        // The search counts what it takes.
        Supremum::Enclosed(_) => Cost::default(),
    };
    let decision = rising(FIRST_PRECISION, budget, cost, |precision, _| {
        let outcome = match rho {
            Supremum::Exact(Real::Rational(x)) => Outcome::Number(Value::Exact(x.clone())),
            Supremum::Exact(x) => Outcome::Expression(x.clone()),
            Supremum::Enclosed(_) => {
                Outcome::Number(Value::Enclosed(rho.enclose(precision, budget)?))
            }
        };
        let met = goal(&outcome, precision, Refinement::Precision);
        // A search has the digits of its own precision.
        let is_last = !matches!(outcome, Outcome::Expression(_));
        Ok(until(met || is_last, Decision { outcome, precision, met }))
    })?;
    Ok(Evaluation { decision, refinement: Refinement::Precision, method: Method::ZcdpSum })
}

/// The first working precision, in bits.
const FIRST_PRECISION: u64 = 128;
