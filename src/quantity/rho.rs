//! rho of zero-concentrated differential privacy: it is additive and needs no dominating pair.

use super::decide::Decision;
use super::decide_on_route::{Evaluation, Refinement};
use crate::composition::Method;
use crate::composition::cost::Limits;
use crate::enclosure::Outcome;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{Mechanism, sum_of_rho};
use crate::refusal::Refusal;

/// The least rho such that a composition is rho-zCDP, exactly: the supremum over the orders alpha > 1
/// and both directions of neighbours of the Renyi divergence divided by alpha.
///
/// # Errors
/// [`Refusal::Unsupported`] where the rho of a step is unknown, and for more than 2^64 - 1 steps.
pub fn rho(mechanism: &Mechanism) -> Result<Real, Refusal> {
    let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    sum_of_rho(&steps, "rho of this mechanism")
}

/// Evaluates rho with growing precision until `goal` accepts it; a rational rho needs none.
pub fn decide_rho<E: Engine>(
    rho: &Real,
    limits: &Limits,
    mut goal: impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Evaluation<E> {
    let outcome = match rho {
        Real::Rational(x) => Outcome::Number(Value::Exact(x.clone())),
        Real::Expression(_) => Outcome::Expression(rho.clone()),
    };
    let mut precision = 128;
    loop {
        let met = goal(&outcome, precision, Refinement::Precision);
        if met || rho.as_rational().is_some() || 2 * precision > limits.precision {
            let decision = Decision { outcome, precision, met };
            return Evaluation { decision, refinement: Refinement::Precision, method: Method::ZcdpSum };
        }
        precision *= 2;
    }
}
