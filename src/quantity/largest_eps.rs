//! eps at delta = 0: the largest loss, without a composition.

use super::rising::{rising, until};
use super::scalar::{Decision, Goal, Refinement, Scalar, ScalarGoal};
use crate::composition::cost::{self, Budget};
use crate::composition::grid::search::{is_unbounded, largest_loss};
use crate::composition::{Route, Shape};
use crate::enclosure::Outcome;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{Dominating, LossPair, Role};
use crate::pair::Direction;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// eps at delta = 0 from the losses alone, with growing precision until a goal accepts it.
pub(super) fn by_losses<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    goal: &mut Goal<'_, E>,
) -> Option<Decision<E>> {
    let Scalar::Eps { delta } = sought.scalar else {
        return None;
    };
    delta.sign()?.is_eq().then_some(())?;
    let outcome = largest_eps(route)?;
    let cost = |precision| cost::evaluations(1, precision);
    let found = rising(PRECISION, budget, cost, |precision, _| {
        let met = goal(&outcome, precision, Refinement::Precision);
        Ok(until(met, Decision { outcome: outcome.clone(), precision, met }))
    });
    found.ok()
}

/// eps at delta = 0 as an exact number: the largest loss of any outcome. `None` where that is not
/// known.
fn largest_eps<E: Engine>(route: &Route) -> Option<Outcome<E>> {
    match route {
        Route::Grid(loss_pairs) if is_unbounded(loss_pairs)? => Some(Outcome::Infinite),
        Route::Grid(loss_pairs) => match largest_loss(loss_pairs)? {
            Real::Rational(loss) => {
                Some(Outcome::Number(Value::Exact(loss.max(Rational::from(0)))))
            }
            loss => loss.sign()?.is_ge().then_some(Outcome::Expression(loss)),
        },
        Route::Exact(Shape::Closed(closed)) => {
            largest_eps(&Route::Grid(vec![(LossPair::Noise(closed.noise()), 1)]))
        }
        Route::Exact(_) => largest_eps(&route.on_grid()?),
        Route::Worst(routes) => {
            let all: Vec<Option<Outcome<E>>> = routes.iter().map(largest_eps).collect();
            if all.iter().any(|eps| matches!(eps, Some(Outcome::Infinite))) {
                return Some(Outcome::Infinite);
            }
            let all = all.into_iter().collect::<Option<Vec<_>>>()?;
            let larger =
                |x: Outcome<E>, y: Outcome<E>| Some(if order(&x, &y)?.is_lt() { y } else { x });
            all.into_iter().map(Some).reduce(|x, y| larger(x?, y?)).flatten()
        }
        Route::Between { dominating, attained, .. } => {
            let (above, below) = (largest_eps(dominating)?, largest_eps(attained)?);
            (order(&above, &below)? == Ordering::Equal).then_some(above)
        }
        // Noise attains its largest loss, and members of a range come near to theirs, whatever was
        // seen before.
        Route::Polygons { steps, .. } if steps.iter().all(|(step, _)| step.noise().is_some()) => {
            let pairs = |(step, count): &(Dominating, u64)| {
                let pairs = step.loss_pairs(Direction::Forward, Role::Dominating).into_iter();
                pairs.map(|pair| (pair, *count)).collect::<Vec<_>>()
            };
            largest_eps(&Route::Grid(steps.iter().flat_map(pairs).collect()))
        }
        _ => None,
    }
}

/// The order of two largest losses.
fn order<E: Engine>(x: &Outcome<E>, y: &Outcome<E>) -> Option<Ordering> {
    match (x, y) {
        (Outcome::Infinite, Outcome::Infinite) => Some(Ordering::Equal),
        (_, Outcome::Infinite) => Some(Ordering::Less),
        (_, Outcome::Number(Value::Exact(value))) => {
            x.compare(&Real::from(value.clone()), PRECISION)
        }
        (_, Outcome::Expression(value)) => x.compare(value, PRECISION),
        _ => None,
    }
}

/// Working precision for the comparison of two largest losses, in bits. Where they differ by less,
/// their order is left undecided.
pub(super) const PRECISION: u64 = 256;
