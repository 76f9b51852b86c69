//! A scalar on any route, evaluated as far as the question needs.
//!
//! Who calls whom, from a question to a grid:
//!
//! ```text
//! answer              a question, to its content
//!   evaluate_scalar   a scalar on a route, until a goal accepts it
//!     on_shape        without a grid: exactly, or with growing precision (rising)
//!     by_losses       eps at delta = 0, which is the largest loss
//!     on_grids        on finer and finer grids, between closer and closer polygons
//!       enclose       once, about as narrow as a gap, on any route
//!         search      in one direction of neighbours: grids until the gap is reached
//!     with_bounds_at_hand   what else is known of a scalar that is wider than it was asked for
//! ```

use super::at_hand::{is_surely_zero, with_bounds_at_hand};
use super::largest_eps::{PRECISION, by_losses};
use super::on_grids::on_grids;
use super::on_shape::on_shape;
use super::scalar::{Decision, Evaluation, Goal, Refinement, Scalar, ScalarGoal};
use crate::composition::cost::Budget;
use crate::composition::grid::search::{Compositions, Shared, near};
use crate::composition::{Route, Shape};
use crate::enclosure::Outcome;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::value::Value;
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// Evaluates a scalar on any route until `goal` accepts it: exactly or with growing precision where
/// that is possible, otherwise on finer and finer grids.
///
/// # Errors
/// [`Refusal::TooCostly`] before anything is computed, [`Refusal::Unsupported`] where the scalar
/// has no answer on this route, [`Refusal::Cancelled`] and [`Refusal::TimedOut`].
pub fn evaluate_scalar<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    mut goal: impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Result<Evaluation<E>, Refusal> {
    let shared = Shared { budget, compositions: &Compositions::default() };
    evaluate_with(route, sought, &shared, &mut goal)
}

/// The same, where earlier compositions may exist.
///
/// # Errors
/// See [`evaluate_scalar`].
pub(super) fn evaluate_with<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    shared: &Shared<'_, E>,
    goal: &mut Goal<'_, E>,
) -> Result<Evaluation<E>, Refusal> {
    let by_precision = |decision| Evaluation {
        decision,
        refinement: Refinement::Precision,
        method: route.method(),
    };
    if sought.scalar.is_zero_for_all() {
        let outcome = Outcome::zero();
        let met = goal(&outcome, PRECISION, Refinement::Precision);
        return Ok(by_precision(Decision { outcome, precision: PRECISION, met }));
    }
    let attempt = match without_grid(route, sought, shared.budget, goal) {
        // Masses may have no order where losses have a bound, or none.
        Err(refusal @ Refusal::Unsupported { .. }) => {
            Attempt::Decided(by_losses(route, sought, shared.budget, goal).ok_or(refusal)?)
        }
        attempt => attempt?,
    };
    match attempt {
        Attempt::Grid { coarse, instead_of } => with_grid(coarse, instead_of, sought, shared, goal),
        Attempt::Decided(decision) if decision.met && decision.outcome.is_exact() => {
            Ok(by_precision(decision))
        }
        Attempt::Decided(decision) => {
            // Masses that are too many to be exact do not show equality; losses do.
            let by_losses = by_losses(route, sought, shared.budget, goal);
            let is_better = |found: &Decision<E>| {
                found.met
                    && (!decision.met || matches!(found.outcome, Outcome::Number(Value::Exact(_))))
            };
            Ok(match by_losses.filter(is_better) {
                Some(found) => by_precision(found),
                None if decision.met => by_precision(decision),
                None => with_bounds_at_hand(route, sought, by_precision(decision), shared, goal),
            })
        }
    }
}

/// The result without a grid of losses.
enum Attempt<E: Engine> {
    Decided(Decision<E>),
    /// A grid is needed on this route, because the other way was refused or does not exist.
    Grid {
        coarse: Route,
        instead_of: Option<Refusal>,
    },
}

fn without_grid<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    goal: &mut Goal<'_, E>,
) -> Result<Attempt<E>, Refusal> {
    let mut by_shape = |shape: &Shape| {
        on_shape(shape, sought, budget, &mut |outcome: &Outcome<E>, precision| {
            goal(outcome, precision, Refinement::Precision)
        })
    };
    let decided = match route {
        Route::Exact(shape) => by_shape(shape),
        Route::Worst(routes) => {
            let Some(shapes) = routes.iter().map(shape_of).collect::<Option<Vec<_>>>() else {
                return Ok(Attempt::Grid { coarse: route.clone(), instead_of: None });
            };
            let decisions = shapes.into_iter().map(by_shape).collect::<Result<Vec<_>, _>>();
            decisions.and_then(|all| {
                let worst = all.into_iter().reduce(|x, y| worse(x, y, sought.scalar));
                worst.ok_or_else(no_answer)
            })
        }
        other => {
            let coarse = match sought.scalar {
                Scalar::Delta { eps } => other.clone().close_at(&[near(eps)], budget),
                Scalar::Tv => other.clone().close_at(&[Rational::from(0)], budget),
                _ => other.clone(),
            };
            return Ok(Attempt::Grid { coarse, instead_of: None });
        }
    };
    match (decided, route.on_grid()) {
        (Ok(decision), _) => Ok(Attempt::Decided(decision)),
        // Too many losses: a grid merges them.
        (Err(refusal @ (Refusal::TooCostly(_) | Refusal::Unsupported { .. })), Some(coarse))
            if !sought.exactly =>
        {
            Ok(Attempt::Grid { coarse, instead_of: Some(refusal) })
        }
        (Err(refusal), _) => Err(refusal),
    }
}

fn with_grid<E: Engine>(
    coarse: Route,
    instead_of: Option<Refusal>,
    sought: &ScalarGoal<'_>,
    shared: &Shared<'_, E>,
    goal: &mut Goal<'_, E>,
) -> Result<Evaluation<E>, Refusal> {
    let method = coarse.method();
    if let Some(decision) = by_losses(&coarse, sought, shared.budget, goal) {
        return Ok(Evaluation { decision, refinement: Refinement::Precision, method });
    }
    // Polygons would only come near to it.
    if coarse.is_between() && is_surely_zero::<E>(&coarse, sought.scalar, shared.budget) {
        let outcome = Outcome::Number(Value::Enclosed(Interval::zero(PRECISION)));
        let met = goal(&outcome, PRECISION, Refinement::Grid);
        let decision = Decision { outcome, precision: PRECISION, met };
        return Ok(Evaluation { decision, refinement: Refinement::Grid, method });
    }
    let (route, found) = on_grids(coarse, instead_of, sought, shared, goal)?;
    Ok(if found.decision.met {
        found
    } else {
        with_bounds_at_hand(&route, sought, found, shared, goal)
    })
}

fn shape_of(route: &Route) -> Option<&Shape> {
    match route {
        Route::Exact(shape) => Some(shape),
        Route::Grid(_)
        | Route::Worst(_)
        | Route::Between { .. }
        | Route::Polygons { .. }
        | Route::Converted(_) => None,
    }
}

pub(super) fn no_answer() -> Refusal {
    Refusal::Unsupported {
        what: "this question".into(),
        missing: "there is nothing to evaluate".into(),
    }
}

/// The worse of two values: the larger, or for beta the smaller.
fn worse<E: Engine>(x: Decision<E>, y: Decision<E>, scalar: &Scalar) -> Decision<E> {
    let precision = x.precision.max(y.precision);
    let (first, second) = (x.outcome.enclose(precision), y.outcome.enclose(precision));
    let order = match (&x.outcome, &y.outcome) {
        // Exact values may be equal, which enclosures do not show.
        (Outcome::Number(x), Outcome::Number(y))
        | (Outcome::Logarithm(x), Outcome::Logarithm(y)) => x.compare(y),
        _ => first.compare(&second),
    };
    match order {
        Some(order) if order == scalar.worse().reverse() => y,
        Some(_) => x,
        None => Decision {
            outcome: Outcome::Number(Value::Enclosed(scalar.worst(&first, &second))),
            precision,
            met: x.met && y.met,
        },
    }
}
