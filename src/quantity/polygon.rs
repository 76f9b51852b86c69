//! Polygons around the trade-off function of a mechanism.

use super::answer::Content;
use crate::composition::grid::evaluated::Evaluated;
use crate::composition::grid::tails::{Tails, line};
use crate::composition::{Route, Shape};
use crate::exact::decimal::rational_to_decimal;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::mechanism::Law;
use crate::refusal::Refusal;
use crate::tradeoff::{Polygons, Support, polygons};
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
    // Rounding the vertices moves the polygons by less than three units in the last digit printed.
    let digits = 5 + u64::try_from(-gap.floor_log_base_2()).unwrap_or(0) * 302 / 1000;
    let exponent = 1 - i64::try_from(digits).unwrap_or(i64::MAX);
    let rounding = Rational::from(6u32) * Rational::from(10).pow(exponent);
    let Polygons { inner, outer, gap: reached } = polygons(&(gap - &rounding), Rational::from(1), support);
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

/// The tails of both directions of a mechanism without composition.
fn tails<E: Engine>(route: &Route) -> Result<Vec<Tails<E>>, Refusal> {
    let unsupported = |missing: &str| Refusal::Unsupported { what: "polygon of this".into(), missing: missing.into() };
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
        Route::Between { .. } | Route::Converted(_) => Err(unsupported("no pair dominates it that could be drawn")),
    }
}
