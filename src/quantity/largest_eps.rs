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
        // What is between two numbers is not brought closer.
        let is_last = met || matches!(outcome, Outcome::Between(..));
        Ok(until(is_last, Decision { outcome: outcome.clone(), precision, met }))
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
            let ends = all.into_iter().map(|eps| ends(&eps?)).collect::<Option<Vec<_>>>()?;
            let largest = |end: fn(&(Real, Real)) -> &Real| {
                let all = ends.iter().map(|ends| Some(end(ends).clone()));
                all.reduce(|x, y| larger::<E>(x?, y?)).flatten()
            };
            between(largest(|ends| &ends.0)?, largest(|ends| &ends.1)?)
        }
        Route::Between { dominating, attained, .. } => {
            match (largest_eps::<E>(dominating)?, largest_eps::<E>(attained)?) {
                (Outcome::Infinite, Outcome::Infinite) => Some(Outcome::Infinite),
                (above, below) => between(ends(&below)?.0, ends(&above)?.1),
            }
        }
        // Polygons would only come near to it.
        Route::Polygons { steps, .. } if !steps.iter().any(|(step, _)| step.has_operation()) => {
            // Noise attains its largest loss in both orders, and members of a range come near to
            // theirs, whatever was seen before.
            let is_noise = |(step, _): &&(Dominating, u64)| step.noise().is_some();
            let (noise, others): (Vec<_>, Vec<_>) = steps.iter().partition(is_noise);
            let pairs = |(step, count): &(Dominating, u64)| {
                let pairs = step.loss_pairs(Direction::Forward, Role::Dominating).into_iter();
                pairs.map(|pair| (pair, *count)).collect::<Vec<_>>()
            };
            let noise = largest_eps(&Route::Grid(noise.into_iter().flat_map(pairs).collect()))?;
            let others: Vec<_> = others.into_iter().cloned().collect();
            if others.is_empty() || matches!(noise, Outcome::Infinite) {
                return Some(noise);
            }
            let of_others = |role| largest_eps::<E>(&Route::of_steps(&others, role));
            let (beside, above) = (ends(&noise)?, of_others(Role::Dominating)?);
            let below = of_others(Role::Attained)?;
            if matches!(below, Outcome::Infinite) {
                return Some(Outcome::Infinite);
            }
            between(beside.0 + ends(&below)?.0, beside.1 + ends(&above)?.1)
        }
        _ => None,
    }
}

/// The exact numbers that a finite largest loss is between.
fn ends<E: Engine>(eps: &Outcome<E>) -> Option<(Real, Real)> {
    match eps {
        Outcome::Number(Value::Exact(value)) => {
            Some((Real::from(value.clone()), Real::from(value.clone())))
        }
        Outcome::Expression(value) => Some((value.clone(), value.clone())),
        Outcome::Between(least, most) => Some((least.clone(), most.clone())),
        Outcome::Number(_) | Outcome::Logarithm(_) | Outcome::Infinite => None,
    }
}

/// What is between two exact numbers: one of them, where they are equal.
fn between<E: Engine>(least: Real, most: Real) -> Option<Outcome<E>> {
    match order::<E>(&least, &most)? {
        Ordering::Less => Some(Outcome::Between(least, most)),
        Ordering::Equal => Some(match least {
            Real::Rational(value) => Outcome::Number(Value::Exact(value)),
            expression => Outcome::Expression(expression),
        }),
        // An attained loss is not larger than that of what dominates.
        Ordering::Greater => None,
    }
}

fn larger<E: Engine>(x: Real, y: Real) -> Option<Real> {
    Some(if order::<E>(&x, &y)?.is_lt() { y } else { x })
}

fn order<E: Engine>(x: &Real, y: &Real) -> Option<Ordering> {
    Outcome::<E>::Expression(x.clone()).compare(y, PRECISION)
}

/// Working precision for the comparison of two largest losses, in bits. Where they differ by less,
/// their order is left undecided.
pub(super) const PRECISION: u64 = 256;
