//! Polygons around the trade-off function of a mechanism.

use super::answer::Content;
use crate::composition::grid::evaluated::Evaluated;
use crate::composition::grid::tails::{Tails, line};
use crate::composition::{Route, Shape};
use crate::exact::decimal::rational_to_decimal;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::Law;
use crate::refusal::Refusal;
use crate::tradeoff::{Curve, Polygons, Support, distance, polygons};
use malachite::base::num::arithmetic::traits::{FloorLogBase2, Pow};
use malachite::rational::Rational;

/// Bits that the tails of a mechanism are evaluated with.
const PRECISION: u64 = 128;

/// An inner and an outer polygon, at most `gap` apart.
///
/// Where the two directions of neighbours differ, they are polygons of the convex hull of both: of
/// `min(f, f^-1)**`. Where the dominating pair need not be attained, the outer one is that of the
/// dominating pair, the inner one that of an attained one.
pub(super) fn around<E: Engine>(route: &Route, gap: &Rational) -> Result<Content, Refusal> {
    // Rounding the vertices moves the polygons by less than three units in the last digit printed.
    let digits = 5 + u64::try_from(-gap.floor_log_base_2()).unwrap_or(0) * 302 / 1000;
    let exponent = 1 - i64::try_from(digits).unwrap_or(i64::MAX);
    let rounding = Rational::from(6u32) * Rational::from(10).pow(exponent);
    let wanted = gap - &rounding;
    let Polygons { inner, outer, gap: reached } = match route {
        Route::Polygons { .. } => of_operations(route, &wanted)?,
        route => of_supports::<E>(route, &wanted)?,
    };
    let shown = |vertices: &[(Rational, Rational)], rounding| {
        let text = |x: &Rational| rational_to_decimal(x, digits, rounding);
        vertices.iter().map(|(alpha, beta)| (text(alpha), text(beta))).collect()
    };
    let reached = reached + rounding;
    Ok(Content::Polygons {
        inner: shown(&inner, Rounding::Up),
        outer: shown(&outer, Rounding::Down),
        met: reached <= *gap,
        gap: rational_to_decimal(&reached, 3, Rounding::Up),
    })
}

/// The polygons that an operation made of those of its parts, closer ones until they are close enough.
fn of_operations(route: &Route, gap: &Rational) -> Result<Polygons, Refusal> {
    let mut route = route.clone();
    loop {
        let found = listed(&route).ok_or_else(|| unsupported("compositions of operations have delta, eps and tv"))?;
        match (found.gap > *gap).then(|| route.finer()).flatten() {
            Some(finer) => route = finer,
            None => return Ok(found),
        }
    }
}

/// The polygons of a single pair on either side.
fn listed(route: &Route) -> Option<Polygons> {
    let Route::Polygons { between, .. } = route else { return None };
    let Route::Between { dominating, attained } = between.as_ref() else { return None };
    let vertices = |route: &Route| match route {
        Route::Exact(Shape::Listed(pair)) => {
            let rational = |(x, y): &(Real, Real)| Some((x.as_rational()?.clone(), y.as_rational()?.clone()));
            Curve::of(pair).ok()?.vertices().iter().map(rational).collect::<Option<Vec<_>>>()
        }
        _ => None,
    };
    let (inner, outer) = (vertices(attained)?, vertices(dominating)?);
    Some(Polygons { gap: distance(&inner, &outer), inner, outer })
}

fn unsupported(missing: &str) -> Refusal {
    Refusal::Unsupported { what: "polygon of this".into(), missing: missing.into() }
}

/// Polygons from what the losses of a mechanism without composition tell.
fn of_supports<E: Engine>(route: &Route, gap: &Rational) -> Result<Polygons, Refusal> {
    let (below, above) = match route {
        Route::Between { dominating, attained } => (tails::<E>(dominating)?, tails::<E>(attained)?),
        route => {
            let tails = tails::<E>(route)?;
            (tails.clone(), tails)
        }
    };
    let support = |loss: &Rational| {
        let line = line::<E>(loss, PRECISION);
        let one = Interval::<E>::one(PRECISION);
        let slope = line.ratio.upper().to_rational()?;
        let intercepts = below.iter().map(|tails| {
            let masses = tails.above(&line);
            let delta = (&masses.p - &(&line.ratio * &masses.q)).probability();
            (&one - &delta).lower().to_rational()
        });
        let intercept = intercepts.collect::<Option<Vec<_>>>()?.into_iter().min()?;
        let points = above.iter().map(|tails| {
            let masses = tails.above(&line);
            let beta = (&one - &masses.p).probability();
            Some((masses.q.probability().upper().to_rational()?, beta.upper().to_rational()?))
        });
        Some(Support { points: points.collect::<Option<_>>()?, slope, intercept })
    };
    Ok(polygons(gap, Rational::from(1), support))
}

/// The tails of both directions of a mechanism without composition.
fn tails<E: Engine>(route: &Route) -> Result<Vec<Tails<E>>, Refusal> {
    let evaluated = |law: &Law| match law.evaluate(PRECISION) {
        Evaluated::Tails(tails) => Ok(vec![tails]),
        Evaluated::Atoms(_) => Err(unsupported("polygons are drawn around mechanisms with a density")),
    };
    match route {
        Route::Exact(Shape::Gaussian(gaussian)) => evaluated(&Law::Gaussian(gaussian.clone())),
        Route::Exact(Shape::Laplace(laplace)) => evaluated(&Law::Laplace(laplace.clone())),
        Route::Exact(_) => Err(unsupported("its trade-off function is a polygon itself: ask for region")),
        Route::Grid(laws) => match laws.as_slice() {
            [(law, 1)] => evaluated(law),
            _ => Err(unsupported("compositions on a grid of losses have delta, eps and tv")),
        },
        Route::Worst(routes) => {
            let all = routes.iter().map(tails).collect::<Result<Vec<_>, _>>()?;
            Ok(all.into_iter().flatten().collect())
        }
        Route::Between { .. } | Route::Polygons { .. } | Route::Converted(_) => {
            Err(unsupported("no pair dominates it that could be drawn"))
        }
    }
}
