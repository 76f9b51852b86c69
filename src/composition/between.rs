//! Two polygons around a trade-off function, and the operations on them.

use super::cost::Budget;
use super::selection::Compositions;
use super::{Metered, PRECISION, Route, Shape, Source, selection};
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::real::Real;
use crate::mechanism::{LossPair, Mechanism, Operation};
use crate::refusal::Refusal;
use crate::tradeoff::{AlgebraError, Curve, Gap, Polygons, Support, hull, polygons_with};
use malachite::rational::Rational;

/// A trade-off function f with `outer <= f <= inner`; both are rational.
///
/// Every operation preserves the order: if `f <= g` in one argument, so are the results. This holds
/// for f^-1 and hence `max(f, f^-1)`, because `{t : f(t) <= alpha}` contains `{t : g(t) <= alpha}`.
/// It holds for maxima and minima, because they are taken point by point, and the largest convex
/// function below a smaller one is smaller. It holds for mixtures, because the least weighted sum
/// of smaller values is smaller. It holds for `1 - (1 - f)^{o k}`, because `1 - f` rises, so that a
/// power of a larger one is larger.
#[derive(Clone, Debug)]
pub struct Between {
    /// At most f: its pair dominates.
    pub outer: Curve,
    /// At least f: its pair is dominated.
    pub inner: Curve,
}

/// The requested distance of the polygons around each part.
#[derive(Clone, Debug)]
pub struct Fineness {
    /// The polygons are at most `2^-gap_bits` apart, where that can be reached.
    pub gap_bits: u32,
    /// Losses near which the polygons touch the function: unions, mixtures and inverses touch
    /// theirs there too.
    pub losses: Vec<Rational>,
    /// What was composed for earlier polygons.
    pub compositions: Compositions,
    /// What making them may consume.
    pub budget: Budget,
}

impl Fineness {
    pub(super) fn new(gap_bits: u32, budget: &Budget) -> Fineness {
        Fineness {
            gap_bits,
            losses: Vec::new(),
            compositions: Compositions::default(),
            budget: budget.clone(),
        }
    }
}

/// The first polygons are at most `2^-13` apart. Closer ones are made only where these do not
/// decide: with fewer bits that is more often, with more the first ones take longer.
pub(super) const FIRST_POLYGON_BITS: u32 = 13;

/// Bits of the coordinates of vertices, relative to their size: far more than the distance of any
/// polygons, of which the closest are `2^-25` apart. Each vertex is moved away from the function,
/// so that fewer bits would be right too, and wider; more make all that follows slower.
const VERTEX_BITS: u64 = 96;

/// The most edges that are listed for a group. They are its size times those of one member, and
/// everything after is at least proportional to them.
const MAX_GROUP_EDGES: u64 = 1 << 14;

impl Between {
    /// Polygons around the function of an operation.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for parts that are compositions on a grid of losses, and where the
    /// order of two exact numbers is undecided.
    pub fn of(operation: &Operation, fineness: &Fineness) -> Result<Between, Refusal> {
        let part = |part: &Operation| Between::of(part, fineness);
        let all = |parts: &[Operation]| parts.iter().map(part).collect::<Result<Vec<_>, _>>();
        let found = match operation {
            Operation::Exact(pair) => {
                let curve = Curve::of(pair).map_err(|error| refused(&error))?;
                let found = Between { outer: curve.clone(), inner: curve };
                return if found.outer.is_rational() {
                    Ok(found)
                } else {
                    found.symmetric_if(operation)
                };
            }
            Operation::Part { mechanism, is_drawn } => {
                return around(mechanism, *is_drawn, fineness)?.symmetric_if(operation);
            }
            Operation::Inverse(inner) => part(inner)?.map(|curve| Ok(curve.inverse())),
            Operation::Symmetrised(inner) => part(inner)?.map(Curve::symmetrised),
            Operation::Intersection(parts) => Between::combine(&all(parts)?, Curve::maximum),
            Operation::Union(parts) => Between::combine(&all(parts)?, Curve::hull_of_minimum),
            Operation::Mixture(parts) => {
                let weighted =
                    |(weight, inner): &(Real, Operation)| Ok((weight.clone(), part(inner)?));
                mixture(&parts.iter().map(weighted).collect::<Result<Vec<_>, Refusal>>()?)
            }
            Operation::Group { size, part: inner } => {
                let found = part(inner)?;
                let edges =
                    size.saturating_mul(
                        found.inner.edges().len().max(found.outer.edges().len()) as u64
                    );
                if edges > MAX_GROUP_EDGES {
                    return Err(unsupported(&format!(
                        "the polygons around it would have up to {edges} edges"
                    )));
                }
                found.map(|curve| curve.group(*size))
            }
            Operation::Allocation { .. } => {
                return Err(unsupported("the two directions of neighbours have different pairs"));
            }
            Operation::Selection { runs, part } => {
                let Between { outer, inner } = selection::around(runs, part, fineness)?;
                // A member has small masses at its largest losses: its vertices have few bits, but
                // more than rounded ones.
                let outer = rounded(&outer, false).map_err(|error| refused(&error))?;
                return Ok(Between { outer, inner });
            }
        };
        found.and_then(|found| found.rounded()).map_err(|error| refused(&error))
    }

    /// A polygon below some others: near the hull of their minimum, and with short coordinates.
    pub(super) fn below(curves: &[Curve]) -> Result<Curve, Refusal> {
        let rounded = |curve: &Curve| {
            Ok(Between { outer: curve.clone(), inner: curve.clone() }.rounded()?.outer)
        };
        let hull = curves.iter().map(rounded).collect::<Result<Vec<_>, _>>();
        hull.and_then(|curves| Curve::hull_of_minimum(&curves)).map_err(|error| refused(&error))
    }

    fn map(
        &self,
        operation: impl Fn(&Curve) -> Result<Curve, AlgebraError>,
    ) -> Result<Between, AlgebraError> {
        Ok(Between { outer: operation(&self.outer)?, inner: operation(&self.inner)? })
    }

    fn combine(
        parts: &[Between],
        operation: impl Fn(&[Curve]) -> Result<Curve, AlgebraError>,
    ) -> Result<Between, AlgebraError> {
        let curves =
            |side: fn(&Between) -> &Curve| parts.iter().map(side).cloned().collect::<Vec<_>>();
        Ok(Between {
            outer: operation(&curves(|part| &part.outer))?,
            inner: operation(&curves(|part| &part.inner))?,
        })
    }

    /// Rounded; if the operation is symmetric, also symmetric: a bound of f is then a bound of
    /// f^-1.
    pub(super) fn symmetric_if(&self, operation: &Operation) -> Result<Between, Refusal> {
        let symmetric = || {
            let Between { outer, inner } = self.rounded()?;
            if !operation.is_symmetric() {
                return Ok(Between { outer, inner });
            }
            let inner = Curve::hull_of_minimum(&[inner.clone(), inner.inverse()])?;
            Between { outer: outer.symmetrised()?, inner }.rounded()
        };
        symmetric().map_err(|error| refused(&error))
    }

    /// Vertices rounded away from the function, so that they stay short, and made convex again.
    ///
    /// A vertex that moves up or to the right stays in the region of errors, and so does the hull.
    /// The region of an outer polygon grows when its vertices move down or to the left. Both
    /// coordinates are rounded alike, so that symmetry is preserved.
    fn rounded(&self) -> Result<Between, AlgebraError> {
        Ok(Between { outer: rounded(&self.outer, false)?, inner: rounded(&self.inner, true)? })
    }
}

fn rounded(curve: &Curve, upward: bool) -> Result<Curve, AlgebraError> {
    let coordinate = |x: &Real| {
        let enclosure = x.enclose::<Malachite>(VERTEX_BITS);
        let end = if upward { enclosure.upper() } else { enclosure.lower() };
        end.to_rational().ok_or(AlgebraError::Undecided)
    };
    let one = Rational::from(1);
    let mut points = Vec::new();
    for (alpha, beta) in curve.vertices() {
        points.push((
            coordinate(&alpha)?.min(one.clone()),
            coordinate(&beta)?.clamp(Rational::from(0), one.clone()),
        ));
    }
    let top = points.first().map_or(one, |(_, beta)| beta.clone());
    from_chain(&hull(points.into_iter(), &top))
}

/// The weights are rounded down. The remaining weight, up to 1, reveals everything in the outer
/// polygon and nothing in the inner one.
///
/// That is valid: a part split in two is the same mixture, and the second half lies between both.
fn mixture(parts: &[(Real, Between)]) -> Result<Between, AlgebraError> {
    let mut weights = Vec::new();
    let mut rest = Rational::from(1);
    for (weight, _) in parts {
        let weight = match weight {
            Real::Rational(weight) => weight.clone(),
            Real::Expression(_) => weight
                .enclose::<Malachite>(PRECISION)
                .lower()
                .to_rational()
                .ok_or(AlgebraError::Undecided)?,
        };
        rest -= &weight;
        weights.push(Real::from(weight));
    }
    let mixed = |side: fn(&Between) -> &Curve, remainder: Curve| {
        let curves = parts.iter().map(|(_, part)| side(part).clone());
        let all: Vec<_> = weights
            .iter()
            .cloned()
            .zip(curves)
            .chain([(Real::from(rest.clone()), remainder)])
            .collect();
        Curve::mixture(&all)
    };
    Ok(Between {
        outer: mixed(|part| &part.outer, Curve::no_privacy())?,
        inner: mixed(|part| &part.inner, Curve::identity())?,
    })
}

fn unsupported(missing: &str) -> Refusal {
    Refusal::Unsupported {
        what: "this mechanism as a part of another one".into(),
        missing: missing.into(),
    }
}

pub(super) fn refused(error: &AlgebraError) -> Refusal {
    unsupported(&error.to_string())
}

pub(super) fn from_chain(chain: &[(Rational, Rational)]) -> Result<Curve, AlgebraError> {
    let vertices: Vec<_> =
        chain.iter().map(|(x, y)| (Real::from(x.clone()), Real::from(y.clone()))).collect();
    Curve::from_vertices(&vertices)
}

/// Polygons around the trade-off function of a mechanism.
fn around(mechanism: &Mechanism, is_drawn: bool, fineness: &Fineness) -> Result<Between, Refusal> {
    let (below, mut above) = match Route::within(mechanism, &fineness.budget)? {
        Route::Between { dominating, attained, .. } => {
            (loss_pairs(&dominating)?, loss_pairs(&attained)?)
        }
        route => {
            let loss_pairs = loss_pairs(&route)?;
            (loss_pairs.clone(), loss_pairs)
        }
    };
    if is_drawn {
        above.truncate(1);
    }
    let step = |loss_pair: &LossPair| {
        Ok(vec![Source::Step(Metered::of(loss_pair, PRECISION, &fineness.budget)?)])
    };
    let steps =
        |loss_pairs: &[LossPair]| loss_pairs.iter().map(step).collect::<Result<Vec<_>, Refusal>>();
    let above = if above == below { None } else { Some(steps(&above)?) };
    Sources { below: steps(&below)?, above }.around(fineness)
}

/// The functions above the polygon from below, and those, if they are others, below the one from
/// above. Each function has one source or several, of which the best one counts.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) below: Vec<Vec<Source<Malachite>>>,
    pub(super) above: Option<Vec<Vec<Source<Malachite>>>>,
}

impl Sources {
    /// Polygons around the hull of the smallest of the functions.
    pub(super) fn around(&self, fineness: &Fineness) -> Result<Between, Refusal> {
        let found = evaluated_around(&self.below, fineness);
        // Where the budget ends, the polygons are those that were reached.
        fineness.budget.control().check()?;
        let inner = self
            .above
            .as_ref()
            .map_or(found.inner, |above| evaluated_around(above, fineness).inner);
        let curves = from_chain(&found.outer)
            .and_then(|outer| Ok(Between { outer, inner: from_chain(&inner)? }));
        curves.map_err(|error| refused(&error))
    }
}

fn evaluated_around(functions: &[Vec<Source<Malachite>>], fineness: &Fineness) -> Polygons {
    let support = |loss: &Rational| {
        let mut found =
            Support { points: Vec::new(), slope: Rational::from(0), intercept: Rational::from(1) };
        for sources in functions {
            let lines =
                sources.iter().map(|source| source.line(loss)).collect::<Option<Vec<_>>>()?;
            let (slopes, intercepts): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
            found.slope = slopes.into_iter().chain([found.slope]).max()?;
            found.intercept = intercepts.into_iter().max()?.min(found.intercept);
            for source in sources {
                found.points.push(source.point(loss)?);
            }
        }
        Some(found)
    };
    let top =
        functions.iter().flatten().map(Source::top).min().unwrap_or_else(|| Rational::from(1));
    let gap = Gap::absolute(Rational::from(1) >> fineness.gap_bits);
    polygons_with(&gap, top, &fineness.losses, support)
}

/// The pairs of both directions of a mechanism of one step.
pub(super) fn loss_pairs(route: &Route) -> Result<Vec<LossPair>, Refusal> {
    match route {
        Route::Exact(Shape::Closed(closed)) => Ok(vec![LossPair::Noise(closed.noise())]),
        Route::Exact(Shape::Finite(finite)) => match finite.steps.as_slice() {
            [(pair, 1)] => Ok(vec![LossPair::Finite(pair.clone())]),
            _ => Err(unsupported("it is a composition on a sample")),
        },
        Route::Exact(Shape::Listed(pair)) => Ok(vec![LossPair::Finite(pair.clone())]),
        Route::Exact(Shape::Step(loss_pair)) => Ok(vec![loss_pair.clone()]),
        Route::Grid(_) => {
            Err(unsupported("only bounds on its composition are known, on a grid of losses"))
        }
        Route::Worst(routes) => {
            let all = routes.iter().map(loss_pairs).collect::<Result<Vec<_>, _>>()?;
            Ok(all.into_iter().flatten().collect())
        }
        _ => Err(unsupported("no single pair dominates it, so its region cannot be drawn")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exact::literal::parse;
    use std::cmp::Ordering;

    fn real(text: &str) -> Real {
        parse(text).unwrap()
    }

    fn known(curve: &Curve) -> Between {
        Between { outer: curve.clone(), inner: curve.clone() }
    }

    fn third() -> Curve {
        let vertices = [("0", "1"), ("1/3", "1/3"), ("1", "0")].map(|(x, y)| (real(x), real(y)));
        Curve::from_vertices(&vertices).unwrap()
    }

    /// f < g at some levels.
    fn is_below(f: &Curve, g: &Curve, levels: &[&str]) {
        for level in levels {
            let (low, high) = (f.value(&real(level)).unwrap(), g.value(&real(level)).unwrap());
            assert_eq!(low.compare(&high), Some(Ordering::Less), "{level}");
        }
    }

    #[test]
    fn rounding_moves_vertices_away() {
        let curve = third();
        let Between { outer, inner } = known(&curve).rounded().unwrap();
        is_below(&outer, &curve, &["1/5", "1/3", "2/3"]);
        is_below(&curve, &inner, &["1/5", "1/3", "2/3"]);
        assert!(outer.is_symmetric().unwrap() && inner.is_symmetric().unwrap());
        let bits = |curve: &Curve| {
            let coordinates = curve.vertices().into_iter().flat_map(|(x, y)| [x, y]);
            coordinates
                .map(|x| crate::exact::real::rational_bits(x.as_rational().unwrap()))
                .max()
                .unwrap()
        };
        assert!(bits(&outer).max(bits(&inner)) <= 2 * VERTEX_BITS + 4);
    }

    #[test]
    fn a_polygon_below_several_is_near_their_hull() {
        let vertices = [("0", "6/7"), ("1/3", "1/3"), ("5/7", "0"), ("1", "0")]
            .map(|(x, y)| (real(x), real(y)));
        let other = Curve::from_vertices(&vertices).unwrap();
        let hull = Curve::hull_of_minimum(&[third(), other.clone()]).unwrap();
        let below = Between::below(&[third(), other]).unwrap();
        let levels = ["1/100", "1/5", "1/3", "1/2", "2/3"];
        is_below(&below, &hull, &levels);
        let moved = |x: &Real| x - real("1/2^90");
        for level in levels {
            let (low, high) =
                (below.value(&real(level)).unwrap(), hull.value(&real(level)).unwrap());
            assert_eq!(low.compare(&moved(&high)), Some(Ordering::Greater), "{level}");
        }
    }

    #[test]
    fn what_is_left_of_weights_is_bounded_on_both_sides() {
        let part = known(&third());
        let weights = [real("exp(-1)"), 1 - real("exp(-1)")];
        let parts: Vec<_> = weights.into_iter().map(|weight| (weight, part.clone())).collect();
        let Between { outer, inner } = mixture(&parts).unwrap();
        // All parts are alike: the mixture equals each of them.
        is_below(&outer, &part.outer, &["1/5", "1/3", "2/3"]);
        // A part that reveals nothing adds an edge of slope -1 at the bend; beyond it both
        // functions are the same.
        is_below(&part.inner, &inner, &["1/3"]);
    }
}
