//! Polygons around the trade-off function of a mechanism.

use crate::answer::Content;
use crate::composition::cost::{self, Budget};
use crate::composition::{Arithmetic, Metered, PRECISION, Route, Shape, Source, curve};
use crate::exact::decimal::rounded;
use crate::exact::engine::{Engine, Rounding};
use crate::mechanism::{LossPair, admits};
use crate::refusal::Refusal;
use crate::tradeoff::{self, Gap, Polygons, Support, distance, polygons};
use malachite::base::num::arithmetic::traits::{FloorLogBase2, Pow};
use malachite::rational::Rational;

/// An inner and an outer polygon, at most `gap` apart where a grid can be that fine.
///
/// Where the two directions of neighbours differ, they are polygons of the convex hull of both: of
/// `min(f, f^-1)**`. Where the dominating pair need not be attained, the outer polygon is that of
/// the dominating pair, the inner one that of an attained pair.
///
/// # Errors
/// [`Refusal::Unsupported`] where the function is a polygon itself, or no pair dominates;
/// [`Refusal::TooCostly`].
pub(super) fn around<E: Engine>(
    route: &Route,
    gap: &Gap,
    budget: &Budget,
) -> Result<Content, Refusal> {
    if let Route::Exact(shape @ (Shape::Finite(_) | Shape::KFold { .. })) = route
        && cost::table(shape, Arithmetic::Enclosed { precision: PRECISION })
            .check(budget.limits())
            .is_ok()
    {
        return Err(unsupported("its trade-off function is a polygon itself: ask for region"));
    }
    // Rounding the vertices moves the polygons by less than three units in the last digit printed.
    let everywhere = gap.everywhere();
    let digits = 5 + u64::try_from(-everywhere.floor_log_base_2()).unwrap_or(0) * 302 / 1000;
    let exponent = 1 - i64::try_from(digits).unwrap_or(i64::MAX);
    let rounding = Rational::from(6u32) * Rational::from(10).pow(exponent);
    let rounding = rounding * &gap.size / everywhere;
    let wanted = Gap { size: &gap.size - &rounding, ..gap.clone() };
    let Polygons { inner, outer, gap: reached } = polygons_of::<E>(route, &wanted, budget)?;
    let shown = |vertices: &[(Rational, Rational)], rounding| {
        let near = |x: &Rational| rounded(x, digits, rounding);
        vertices.iter().map(|(alpha, beta)| (near(alpha), near(beta))).collect()
    };
    let reached = reached + rounding;
    Ok(Content::Polygons {
        inner: shown(&inner, Rounding::Up),
        outer: shown(&outer, Rounding::Down),
        met: reached <= gap.size,
        gap: rounded(&reached, 3, Rounding::Up),
    })
}

/// An inner and an outer polygon, with all digits.
///
/// # Errors
/// See [`around`]; a function that is a polygon has two around it here.
pub(super) fn polygons_of<E: Engine>(
    route: &Route,
    gap: &Gap,
    budget: &Budget,
) -> Result<Polygons, Refusal> {
    match route {
        Route::Polygons { .. } => of_operations::<E>(route, gap, budget),
        route => refined::<E>(route, gap, budget),
    }
}

/// The polygons of an operation, made from those of its parts, with closer ones until they are
/// close enough.
fn of_operations<E: Engine>(
    route: &Route,
    gap: &Gap,
    budget: &Budget,
) -> Result<Polygons, Refusal> {
    let mut route = route.clone();
    loop {
        let found = match &route {
            Route::Polygons { between, .. } => match listed(between, gap) {
                Some(found) => found,
                None => refined::<E>(between, gap, budget)?,
            },
            route => refined::<E>(route, gap, budget)?,
        };
        match (found.gap > gap.size).then(|| route.finer(budget)).flatten() {
            Some(finer) => route = finer,
            None => return Ok(found),
        }
    }
}

/// The polygons of a single pair on either side.
fn listed(between: &Route, gap: &Gap) -> Option<Polygons> {
    let Route::Between { dominating, attained, .. } = between else {
        return None;
    };
    let vertices = |route: &Route| match route {
        Route::Exact(Shape::Listed(pair)) => tradeoff::Curve::of(pair).ok()?.rational_vertices(),
        _ => None,
    };
    let (inner, outer) = (vertices(attained)?, vertices(dominating)?);
    Some(Polygons { gap: distance(&inner, &outer, gap), inner, outer })
}

/// The polygons, with finer and finer grids.
fn refined<E: Engine>(route: &Route, gap: &Gap, budget: &Budget) -> Result<Polygons, Refusal> {
    // The gap is shared between the grid and the number of vertices.
    let mut fineness = gap.shifted(1);
    let mut found = between::<E>(route, gap, &fineness, budget)?;
    while found.gap > gap.size && has_grid(route) {
        budget.control().check()?;
        fineness = fineness.shifted(2);
        let Ok(finer) = between::<E>(route, gap, &fineness, budget) else {
            break;
        };
        let narrowed = &finer.gap * Rational::from(4u32) <= &found.gap * Rational::from(3u32);
        if finer.gap < found.gap {
            found = finer;
        }
        if !narrowed {
            break;
        }
    }
    Ok(found)
}

/// The polygons, with grids whose bounds are about `fineness` apart.
fn between<E: Engine>(
    route: &Route,
    gap: &Gap,
    fineness: &Gap,
    budget: &Budget,
) -> Result<Polygons, Refusal> {
    let (below, above) = match route {
        Route::Between { dominating, attained, .. } => {
            (sources::<E>(dominating, fineness, budget)?, sources::<E>(attained, fineness, budget)?)
        }
        route => {
            let sources = sources::<E>(route, fineness, budget)?;
            (sources.clone(), sources)
        }
    };
    let support = |loss: &Rational| {
        let lines = below.iter().map(|source| source.line(loss)).collect::<Option<Vec<_>>>()?;
        let (slopes, intercepts): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
        let (slope, intercept) = (slopes.into_iter().max()?, intercepts.into_iter().min()?);
        Some(Support {
            points: above.iter().map(|source| source.point(loss)).collect::<Option<_>>()?,
            slope,
            intercept,
        })
    };
    let top = above.iter().map(Source::top).min();
    let found = polygons(gap, top.unwrap_or_else(|| Rational::from(1)), support);
    // Where the budget ends, the polygons are those that were reached.
    budget.control().check()?;
    Ok(found)
}

/// The functions of both directions of a mechanism.
fn sources<E: Engine>(
    route: &Route,
    fineness: &Gap,
    budget: &Budget,
) -> Result<Vec<Source<E>>, Refusal> {
    let curve = |loss_pairs: &[(LossPair, u64)]| {
        Ok(vec![Source::Curve(Box::new(curve(loss_pairs, fineness, budget)?))])
    };
    let evaluated = |loss_pair: &LossPair| match Metered::of(loss_pair, PRECISION, budget)? {
        step if step.has_tails() => Ok(vec![Source::Step(step)]),
        _ => curve(&[(loss_pair.clone(), 1)]),
    };
    match route {
        Route::Exact(Shape::Closed(closed)) => evaluated(&LossPair::Noise(closed.noise())),
        Route::Exact(Shape::Finite(_) | Shape::KFold { .. }) => match route.on_grid() {
            Some(Route::Grid(loss_pairs)) => curve(&loss_pairs),
            _ => Err(unsupported("there is nothing to evaluate")),
        },
        Route::Exact(Shape::Listed(pair)) => curve(&[(LossPair::Finite(pair.clone()), 1)]),
        Route::Exact(Shape::Step(loss_pair)) => evaluated(loss_pair),
        Route::Grid(loss_pairs) => curve(loss_pairs),
        Route::Worst(routes) => {
            let all = routes
                .iter()
                .map(|route| sources(route, fineness, budget))
                .collect::<Result<Vec<_>, _>>()?;
            Ok(all.into_iter().flatten().collect())
        }
        Route::Converted(_) => Err(admits::no_function_of_zcdp("polygon")),
        Route::Between { .. } | Route::Polygons { .. } => Err(unsupported(
            "no single pair dominates it, so its region cannot be drawn; ask for delta, eps or tv",
        )),
    }
}

/// Is there a grid that can be refined?
fn has_grid(route: &Route) -> bool {
    match route {
        Route::Exact(Shape::Closed(_)) | Route::Converted(_) => false,
        Route::Exact(Shape::Step(loss_pair)) => loss_pair.outcomes() > 0,
        Route::Exact(_) | Route::Grid(_) => true,
        Route::Worst(routes) => routes.iter().any(has_grid),
        Route::Between { dominating, attained, .. } => has_grid(dominating) || has_grid(attained),
        Route::Polygons { between, .. } => has_grid(between),
    }
}

fn unsupported(missing: &str) -> Refusal {
    Refusal::Unsupported { what: "polygon of this mechanism".into(), missing: missing.into() }
}
