//! A scalar on any route, evaluated as far as the question needs.

use super::at_hand::{Ends, is_same, is_surely_zero, narrowed};
use super::decide::{Decision, Scalar, ScalarGoal, cheap_part, decide};
use super::enclose::{enclose, extreme};
use super::largest_eps::{PRECISION, by_losses};
use crate::composition::cost::Budget;
use crate::composition::grid::search::{Compositions, Shared, near};
use crate::composition::{Method, Route, Shape};
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::value::Value;
use crate::refusal::{Refusal, TooCostly};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The method that refines an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refinement {
    /// Precision: any number of digits can be reached.
    Precision,
    /// A finer grid: each digit costs more than the last.
    Grid,
}

/// A scalar on a route, and how it was computed.
#[derive(Clone, Debug)]
pub struct Evaluation<E: Engine> {
    /// The value, and whether the goal accepted it.
    pub decision: Decision<E>,
    /// The method that would refine it.
    pub refinement: Refinement,
    /// The name of the route.
    pub method: Method,
}

/// Evaluates a scalar on any route until `goal` accepts it: exactly or with growing precision where
/// that is possible, otherwise on finer and finer grids.
///
/// # Errors
/// See [`decide`].
pub fn decide_on<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    goal: impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Result<Evaluation<E>, Refusal> {
    decide_with(route, sought, budget, &Compositions::default(), goal)
}

/// The same, where earlier compositions may exist.
///
/// # Errors
/// See [`decide`].
pub(super) fn decide_with<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    compositions: &Compositions<E>,
    mut goal: impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Result<Evaluation<E>, Refusal> {
    let method = route.method();
    if sought.scalar.is_zero_for_all() {
        let outcome = Outcome::zero();
        let met = goal(&outcome, PRECISION, Refinement::Precision);
        return Ok(Evaluation {
            decision: Decision { outcome, precision: PRECISION, met },
            refinement: Refinement::Precision,
            method,
        });
    }
    let attempt = match without_grid(route, sought, budget, &mut goal) {
        // Masses may have no order where losses have a bound, or none.
        Err(refusal @ Refusal::Unsupported { .. }) => {
            Attempt::Decided(by_losses(route, sought, budget, &mut goal).ok_or(refusal)?)
        }
        attempt => attempt?,
    };
    let decision = match attempt {
        Attempt::Grid { coarse, instead_of } => {
            let shared = Shared { budget, compositions };
            return on_grid(coarse, instead_of, sought, &shared, &mut goal);
        }
        Attempt::Decided(decision) if decision.met => decision,
        // Masses that are too many to be exact do not show equality; losses do.
        Attempt::Decided(decision) => {
            match by_losses(route, sought, budget, &mut goal).filter(|found| found.met) {
                Some(found) => found,
                None => {
                    let shared = Shared { budget, compositions };
                    let found = Evaluation { decision, refinement: Refinement::Precision, method };
                    return Ok(at_hand(route, sought, found, &shared, &mut goal));
                }
            }
        }
    };
    Ok(Evaluation { decision, refinement: Refinement::Precision, method })
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
    goal: &mut impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Result<Attempt<E>, Refusal> {
    let mut exactly = |shape: &Shape| {
        let goal =
            |outcome: &Outcome<E>, precision| goal(outcome, precision, Refinement::Precision);
        decide(shape, sought, budget, goal)
    };
    let decided = match route {
        Route::Exact(shape) => exactly(shape),
        Route::Worst(routes) => {
            let shapes = routes
                .iter()
                .map(|route| if let Route::Exact(shape) = route { Some(shape) } else { None });
            let Some(shapes) = shapes.collect::<Option<Vec<_>>>() else {
                return Ok(Attempt::Grid { coarse: route.clone(), instead_of: None });
            };
            let decisions = shapes.into_iter().map(exactly).collect::<Result<Vec<_>, _>>();
            let worst =
                |decisions: Vec<_>| decisions.into_iter().reduce(|x, y| worse(x, y, sought.scalar));
            decisions.and_then(|decisions| worst(decisions).ok_or_else(no_answer))
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

fn on_grid<E: Engine>(
    mut coarse: Route,
    instead_of: Option<Refusal>,
    sought: &ScalarGoal<'_>,
    shared: &Shared<'_, E>,
    goal: &mut impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Result<Evaluation<E>, Refusal> {
    let ScalarGoal { scalar, gap_bits, shown_bits, .. } = *sought;
    if let Some(decision) = by_losses(&coarse, sought, shared.budget, goal) {
        return Ok(Evaluation {
            decision,
            refinement: Refinement::Precision,
            method: coarse.method(),
        });
    }
    // Polygons would only come near to it.
    if coarse.is_between() && is_surely_zero::<E>(&coarse, scalar, shared.budget) {
        let outcome = Outcome::Number(Value::Enclosed(Interval::zero(PRECISION)));
        let met = goal(&outcome, PRECISION, Refinement::Grid);
        let decision = Decision { outcome, precision: PRECISION, met };
        return Ok(Evaluation { decision, refinement: Refinement::Grid, method: coarse.method() });
    }
    let mut gap = Rational::from(1) >> gap_bits;
    // Most of a small budget is left for the verdict.
    let cheap = cheap_part(shared.budget);
    let mut shown = shown_bits.and_then(|bits| {
        let fine = Rational::from(1) >> bits;
        let found =
            enclose::<E>(&coarse, scalar, &fine, &Shared { budget: &cheap, ..*shared }).ok()?;
        if found.has_relative_gap(&fine) {
            gap = fine;
        }
        Some(found)
    });
    let mut last: Option<(Decision<E>, E::Float)> = None;
    let mut stalled = 0;
    loop {
        let enclosed = shown.take().map_or_else(|| enclose::<E>(&coarse, scalar, &gap, shared), Ok);
        let interval = match (enclosed, &last) {
            (Ok(interval), _) => interval,
            (Err(refusal), None) => return Err(cheaper(instead_of, refusal)),
            (Err(_), Some(_)) => break,
        };
        let precision = interval.precision();
        // As a float: the rational of a tiny width would be as long as its exponent is large.
        let width = interval.upper().sub(interval.lower(), 64, Rounding::Up);
        let points =
            if matches!(scalar, Scalar::Eps { .. }) { points_of(&interval) } else { Vec::new() };
        let is_infinite = !interval.lower().is_finite();
        let outcome = if is_infinite {
            Outcome::Infinite
        } else {
            Outcome::Number(Value::Enclosed(interval))
        };
        let met = goal(&outcome, precision, Refinement::Grid);
        // Between the bounds of different mechanisms there is a gap that no grid narrows; closer
        // polygons may.
        let three_quarters = |x: &E::Float| {
            x.mul(&E::Float::from_u64(3), 64, Rounding::Down).shift(-2, 64, Rounding::Down)
        };
        let narrowed = |before: &E::Float| width <= three_quarters(before);
        let is_narrowed =
            last.as_ref().is_none_or(|(_, before)| width.is_finite() && narrowed(before));
        stalled = if is_narrowed { 0 } else { stalled + 1 };
        // Where both errors are small, beta has only an absolute accuracy.
        let stuck = match scalar {
            _ if coarse.is_between() => stalled > 0,
            Scalar::Beta { .. } | Scalar::Gdp { .. } => stalled > 1,
            // If a much finer grid does not narrow it, it is as narrow as possible.
            _ => stalled > MOST_STALLED,
        };
        last = Some((Decision { outcome, precision, met }, width));
        if met || is_infinite {
            break;
        }
        match stuck.then(|| coarse.finer(shared.budget)) {
            Some(Some(finer)) => coarse = finer,
            Some(None) => break,
            None => gap >>= 3,
        }
        if matches!(scalar, Scalar::Eps { .. }) {
            coarse = coarse.close_at(&points, shared.budget);
        }
    }
    let (decision, _) = last.ok_or_else(no_answer)?;
    let found = Evaluation { decision, refinement: Refinement::Grid, method: coarse.method() };
    Ok(if found.decision.met { found } else { at_hand(&coarse, sought, found, shared, goal) })
}

/// An evaluation that was not accepted, with the bounds that are at hand.
fn at_hand<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    found: Evaluation<E>,
    shared: &Shared<'_, E>,
    goal: &mut impl FnMut(&Outcome<E>, u64, Refinement) -> bool,
) -> Evaluation<E> {
    let Evaluation { decision: Decision { outcome, precision, .. }, refinement, .. } = &found;
    if outcome.is_exact() {
        return found;
    }
    let gap = Rational::from(1) >> sought.gap_bits;
    let before = outcome.enclose(*precision);
    let Ends { interval, method } = narrowed(route, sought.scalar, &gap, before.clone(), shared);
    if is_same(&interval, &before) {
        return found;
    }
    let outcome = Outcome::Number(Value::Enclosed(interval));
    let met = goal(&outcome, *precision, *refinement);
    Evaluation {
        decision: Decision { outcome, precision: *precision, met },
        refinement: *refinement,
        method,
    }
}

/// The number of finer grids in a row that may be useless before the search ends: each is eight
/// times as fine as the last.
const MOST_STALLED: usize = 3;

/// The refusal, of those of two ways, whose estimate is nearer to its limit.
fn cheaper(exactly: Option<Refusal>, on_grid: Refusal) -> Refusal {
    let excess = |refusal: &Refusal| match refusal {
        Refusal::TooCostly(TooCostly { estimate, limit, .. }) => estimate / limit.max(&1),
        _ => u128::MAX,
    };
    match exactly {
        Some(exactly) if excess(&exactly) < excess(&on_grid) => exactly,
        _ => on_grid,
    }
}

pub(super) fn no_answer() -> Refusal {
    Refusal::Unsupported {
        what: "this question".into(),
        missing: "there is nothing to evaluate".into(),
    }
}

/// Points of an interval of eps at which closer polygons help.
fn points_of<E: Engine>(x: &Interval<E>) -> Vec<Rational> {
    let Some(lower) = x.lower().to_rational() else {
        return Vec::new();
    };
    let upper = x.upper().to_rational().unwrap_or_else(|| &lower + Rational::from(16u32));
    let step = (upper - &lower) >> 4u32;
    (0..=16u32).map(|i| &lower + &step * Rational::from(i)).collect()
}

/// The worse of two values: the larger, or for beta the smaller.
fn worse<E: Engine>(x: Decision<E>, y: Decision<E>, scalar: &Scalar) -> Decision<E> {
    let precision = x.precision.max(y.precision);
    let order =
        if matches!(scalar, Scalar::Beta { .. }) { Ordering::Less } else { Ordering::Greater };
    let (first, second) = (x.outcome.enclose(precision), y.outcome.enclose(precision));
    let seen = match (&x.outcome, &y.outcome) {
        // Exact values may be equal, which enclosures do not show.
        (Outcome::Number(x), Outcome::Number(y))
        | (Outcome::Logarithm(x), Outcome::Logarithm(y)) => x.compare(y),
        _ => first.compare(&second),
    };
    match seen {
        Some(Ordering::Equal) => x,
        Some(seen) => {
            if seen == order {
                x
            } else {
                y
            }
        }
        None => Decision {
            outcome: Outcome::Number(Value::Enclosed(extreme(&first, &second, order))),
            precision,
            met: x.met && y.met,
        },
    }
}
