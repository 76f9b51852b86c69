//! A scalar on a route, as narrow as requested.

use super::evaluate::no_answer;
use super::on_shape::{cheap_part, on_shape};
use super::scalar::{Scalar, ScalarGoal, extreme};
use crate::composition::cost::Budget;
use crate::composition::grid::search::{Shared, beta, delta, eps, gap_bits, gdp, is_below, near};
use crate::composition::{Route, Shape};
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::{LossPair, Zcdp, admits};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// An enclosure of a scalar with a relative width of about `gap`.
pub(super) fn enclose<E: Engine>(
    route: &Route,
    scalar: &Scalar,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    match route {
        Route::Exact(shape) => by_shape(shape, route.on_grid().as_ref(), scalar, gap, shared),
        Route::Converted(conversions) => converted(conversions, scalar, gap),
        Route::Grid(loss_pairs) => match scalar {
            Scalar::Delta { eps } => delta(loss_pairs, eps, gap, shared),
            Scalar::Tv => delta(loss_pairs, &Real::zero(), gap, shared),
            Scalar::Eps { delta } => eps(loss_pairs, delta, gap, shared),
            Scalar::Beta { alpha } => beta(loss_pairs, alpha, gap, shared.budget),
            Scalar::Gdp { alpha_min } => gdp(loss_pairs, alpha_min, gap, shared.budget),
        },
        Route::Worst(routes) => worst(routes, scalar, gap, shared),
        Route::Polygons { between, .. } => enclose(between, scalar, gap, shared),
        Route::Between { dominating, attained, .. } => {
            let worst = enclose::<E>(dominating, scalar, gap, shared)?;
            let best = enclose::<E>(attained, scalar, gap, shared)?;
            let (below, above) =
                if scalar.worse().is_lt() { (&worst, &best) } else { (&best, &worst) };
            let precision = above.precision().max(below.precision());
            Ok(Interval::new(below.lower().clone(), above.upper().clone(), precision))
        }
    }
}

/// More bits than a gap has, for a value without a grid: its digits cost little beside a grid's.
const SPARE_BITS: u64 = 8;

/// By precision; on a grid, if there is one, where that is too costly.
fn by_shape<E: Engine>(
    shape: &Shape,
    coarse: Option<&Route>,
    scalar: &Scalar,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    let bits = gap_bits(gap) + SPARE_BITS;
    let goal =
        &mut |outcome: &Outcome<E>, precision| outcome.enclose(precision).has_relative_bits(bits);
    let decision = match (on_shape(shape, &ScalarGoal::new(scalar), shared.budget, goal), coarse) {
        (Ok(decision), _) => decision,
        // Too many losses: a grid merges them.
        (Err(Refusal::TooCostly(_) | Refusal::Unsupported { .. }), Some(coarse)) => {
            return enclose(coarse, scalar, gap, shared);
        }
        (Err(refusal), _) => return Err(refusal),
    };
    let found = decision.outcome.enclose(decision.precision.max(2 * bits));
    // More digits would be too costly: a grid may have them.
    let cheap = Shared { budget: &cheap_part(shared.budget), ..*shared };
    let on_grid = coarse
        .filter(|_| !decision.met)
        .and_then(|coarse| enclose(coarse, scalar, gap, &cheap).ok());
    Ok(on_grid.and_then(|other| found.intersection(&other)).unwrap_or(found))
}

/// More bits than a gap has, for the conversion of a bound: it takes a few logarithms and powers.
const CONVERSION_BITS: u64 = 192;

/// The best of the bounds.
fn converted<E: Engine>(
    conversions: &[(Zcdp, Real)],
    scalar: &Scalar,
    gap: &Rational,
) -> Result<Interval<E>, Refusal> {
    let precision = CONVERSION_BITS + gap_bits(gap);
    let one = Interval::<E>::one(precision);
    let delta_at = |zcdp: &Zcdp, left: Interval<E>| match left.lower().sign().is_ge() {
        true => zcdp.delta_above(&left),
        false => one.clone(),
    };
    let bound = |(zcdp, beside): &(Zcdp, Real)| {
        let eps_beside = beside.enclose::<E>(precision);
        Ok(match scalar {
            Scalar::Delta { eps } => delta_at(zcdp, (eps - beside).enclose(precision)),
            Scalar::Tv => delta_at(zcdp, -&eps_beside),
            Scalar::Eps { delta } if delta.is_zero() => Outcome::<E>::Infinite.enclose(precision),
            Scalar::Eps { delta } => &zcdp.eps_above(delta, precision) + &eps_beside,
            Scalar::Beta { alpha } => zcdp.beta_below(&alpha.enclose(precision), &eps_beside),
            Scalar::Gdp { .. } => return Err(admits::no_function_of_zcdp("gdp")),
        })
    };
    let bounds = conversions.iter().map(bound).collect::<Result<Vec<_>, _>>()?;
    let better = scalar.worse().reverse();
    let best = |best: Interval<E>, other: Interval<E>| extreme(&best, &other, better);
    Ok(bounds.into_iter().reduce(best).unwrap_or(one))
}

/// The worst of several routes: those are narrowed that may be it.
fn worst<E: Engine>(
    routes: &[Route],
    scalar: &Scalar,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    // A test and its mirror image separate equally well.
    if let ([route, _], Scalar::Gdp { .. }) = (routes, scalar)
        && is_one_pair(routes)
    {
        return enclose(route, scalar, gap, shared);
    }
    let (close, others) = last_and_larger::<E>(routes, scalar, gap, shared)?;
    let mut all: Vec<Interval<E>> = close.into_iter().collect();
    let known = all.len();
    // A rough evaluation shows which directions matter.
    let rough = gap.max(&Rational::from_unsigneds(1u32, 8u32)).clone();
    for route in &others {
        all.push(enclose::<E>(route, scalar, &rough, shared)?);
    }
    if rough != *gap {
        for (i, route) in (known..).zip(others) {
            let is_better = |this: &Interval<E>| {
                let better = Some(scalar.worse().reverse());
                all.iter().any(|other| this.compare(other) == better)
            };
            if all.get(i).is_some_and(is_better) {
                continue;
            }
            let narrow = enclose::<E>(route, scalar, gap, shared)?;
            if let Some(place) = all.get_mut(i) {
                *place = narrow;
            }
        }
    }
    all.into_iter().reduce(|x, y| scalar.worst(&x, &y)).ok_or_else(no_answer)
}

/// The scalar on the last of several grids, and those of the other routes on which it may be worse.
/// Mostly the last split of a group is the worst one, and then a bound drops most of the others.
fn last_and_larger<'a, E: Engine>(
    routes: &'a [Route],
    scalar: &Scalar,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<(Option<Interval<E>>, Vec<&'a Route>), Refusal> {
    let are_grids = routes.iter().all(|route| matches!(route, Route::Grid(_)));
    let Some((last, rest)) = routes.split_last().filter(|(_, rest)| rest.len() > 1 && are_grids)
    else {
        return Ok((None, routes.iter().collect()));
    };
    let known = enclose::<E>(last, scalar, gap, shared)?;
    let mut others = Vec::new();
    for route in rest {
        if !is_surely_less(route, scalar, &known, shared.budget)? {
            others.push(route);
        }
    }
    Ok((Some(known), others))
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
