//! A scalar on a route, as narrow as requested.

use super::decide::{Scalar, ScalarGoal, cheap_part, decide};
use super::decide_on_route::no_answer;
use crate::composition::Route;
use crate::composition::cost::Budget;
use crate::composition::grid::search::{Shared, beta, delta, eps, gap_bits, gdp, is_below, near};
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::{LossPair, admits};
use crate::refusal::Refusal;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// An enclosure of a scalar with a relative width of about `gap`.
pub(super) fn enclose<E: Engine>(
    route: &Route,
    scalar: &Scalar,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    let budget = shared.budget;
    match route {
        Route::Exact(shape) => {
            let bits = gap_bits(gap) + 8;
            let goal = |outcome: &Outcome<E>, precision| {
                outcome.enclose(precision).has_relative_bits(bits)
            };
            match (decide(shape, &ScalarGoal::new(scalar), budget, goal), route.on_grid()) {
                (Ok(decision), coarse) => {
                    let found = decision.outcome.enclose(decision.precision.max(2 * bits));
                    // More digits would be too costly: a grid may have them.
                    let cheap = cheap_part(budget);
                    let by = Shared { budget: &cheap, ..*shared };
                    let on_grid = coarse
                        .filter(|_| !decision.met)
                        .map(|coarse| enclose(&coarse, scalar, gap, &by));
                    Ok(on_grid
                        .and_then(Result::ok)
                        .and_then(|other| found.intersection(&other))
                        .unwrap_or(found))
                }
                // Too many losses: a grid merges them.
                (Err(Refusal::TooCostly(_) | Refusal::Unsupported { .. }), Some(coarse)) => {
                    enclose(&coarse, scalar, gap, shared)
                }
                (Err(refusal), _) => Err(refusal),
            }
        }
        Route::Converted(zcdp) => {
            let precision = 192 + gap_bits(gap);
            match scalar {
                Scalar::Delta { eps } => Ok(zcdp.delta_above(&eps.enclose(precision))),
                Scalar::Tv => Ok(zcdp.delta_above(&Interval::zero(precision))),
                Scalar::Eps { delta } if delta.is_zero() => {
                    Ok(Outcome::<E>::Infinite.enclose(precision))
                }
                Scalar::Eps { delta } => Ok(zcdp.eps_above(delta, precision)),
                Scalar::Beta { .. } => Err(admits::no_function_of_zcdp("beta")),
                Scalar::Gdp { .. } => Err(admits::no_function_of_zcdp("gdp")),
            }
        }
        Route::Grid(loss_pairs) => match scalar {
            Scalar::Delta { eps } => delta(loss_pairs, eps, gap, shared),
            Scalar::Tv => delta(loss_pairs, &Real::zero(), gap, shared),
            Scalar::Eps { delta } => eps(loss_pairs, delta, gap, shared),
            Scalar::Beta { alpha } => beta(loss_pairs, alpha, gap, budget),
            Scalar::Gdp { alpha_min } => gdp(loss_pairs, alpha_min, gap, budget),
        },
        // A test and its mirror image separate equally well.
        Route::Worst(routes) if scalar.is_gdp() && is_one_pair(routes) => match routes.first() {
            Some(route) => enclose(route, scalar, gap, shared),
            None => Err(no_answer()),
        },
        Route::Worst(routes) => {
            // beta is bounded from below: the worst is the smallest.
            let order = if matches!(scalar, Scalar::Beta { .. }) {
                Ordering::Less
            } else {
                Ordering::Greater
            };
            // A rough evaluation shows which directions matter.
            let rough = gap.max(&Rational::from_unsigneds(1u32, 8u32)).clone();
            let (mut others, mut all) = (Vec::new(), Vec::new());
            match routes.split_last() {
                // Mostly the last split of a group is the worst one, and then a bound drops most of
                // the others.
                Some((last, rest))
                    if rest.len() > 1
                        && routes.iter().all(|route| matches!(route, Route::Grid(_))) =>
                {
                    let known = enclose::<E>(last, scalar, gap, shared)?;
                    for route in rest {
                        if !is_surely_less(route, scalar, &known, shared.budget)? {
                            others.push(route);
                        }
                    }
                    all.push(known);
                }
                _ => others.extend(routes),
            }
            let close = all.len();
            for route in &others {
                all.push(enclose::<E>(route, scalar, &rough, shared)?);
            }
            for (i, route) in (close..).zip(others) {
                let matters = all.iter().all(|other| {
                    let order_seen = all.get(i).and_then(|this| this.compare(other));
                    order_seen != Some(order.reverse())
                });
                if matters
                    && rough != *gap
                    && let Some(place) = all.get_mut(i)
                {
                    *place = enclose::<E>(route, scalar, gap, shared)?;
                }
            }
            let worst = all.into_iter().reduce(|x, y| extreme(&x, &y, order));
            worst.ok_or_else(no_answer)
        }
        Route::Polygons { between, .. } => enclose(between, scalar, gap, shared),
        Route::Between { dominating, attained, .. } => {
            let above = enclose::<E>(dominating, scalar, gap, shared)?;
            let below = enclose::<E>(attained, scalar, gap, shared)?;
            let precision = above.precision().max(below.precision());
            Ok(match scalar {
                Scalar::Beta { .. } => {
                    Interval::new(above.lower().clone(), below.upper().clone(), precision)
                }
                _ => Interval::new(below.lower().clone(), above.upper().clone(), precision),
            })
        }
    }
}

/// The largest delta against which a bound by few grid points is tried, as an exponent of 2: the
/// bound is wide, and decides little about larger ones.
const SMALL: i64 = -6;

/// Is a scalar on a route at most a known one, as a bound without a composition shows?
fn is_surely_less<E: Engine>(
    route: &Route,
    scalar: &Scalar,
    known: &Interval<E>,
    budget: &Budget,
) -> Result<bool, Refusal> {
    let Route::Grid(loss_pairs) = route else {
        return Ok(false);
    };
    let (eps, most) = match scalar {
        Scalar::Delta { eps } => (Some(near(eps)), known.lower().clone()),
        Scalar::Eps { delta } => {
            (known.lower().to_rational(), delta.enclose::<E>(192).lower().clone())
        }
        Scalar::Tv | Scalar::Beta { .. } | Scalar::Gdp { .. } => return Ok(false),
    };
    match eps {
        Some(eps) if most.exponent().is_some_and(|exponent| exponent <= SMALL) => {
            is_below::<E>(loss_pairs, &eps, &most, budget)
        }
        _ => Ok(false),
    }
}

/// Are the directions of neighbours those of one pair, exchanged?
fn is_one_pair(routes: &[Route]) -> bool {
    match routes {
        [Route::Grid(first), Route::Grid(second)] => LossPair::all_reversed(first) == *second,
        _ => false,
    }
}

/// The interval of the larger (or smaller) of two enclosed numbers.
pub(super) fn extreme<E: Engine>(x: &Interval<E>, y: &Interval<E>, order: Ordering) -> Interval<E> {
    let pick = |x: &E::Float, y: &E::Float| {
        if y.partial_cmp(x) == Some(order) { y.clone() } else { x.clone() }
    };
    Interval::new(
        pick(x.lower(), y.lower()),
        pick(x.upper(), y.upper()),
        x.precision().max(y.precision()),
    )
}
