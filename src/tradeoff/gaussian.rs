//! The least mu of Gaussian differential privacy: how well the best test separates P from Q.
//!
//! A test with the errors (alpha, beta) separates as well as the best ones between N(0, 1) and
//! N(mu, 1) with `mu = Phi^-1(1 - alpha) + Phi^-1(1 - beta)`, its *separation*. The errors of the
//! separation mu are the graph of G_mu, and smaller errors separate better. A mechanism is mu-GDP
//! where no test of its pairs separates by more than mu: where `f >= G_mu` (Dong, Roth & Su,
//! Definition 4).
//!
//! Here only tests count of which both errors are at least a *cut*. A cut of one error alone
//! depends on the order of the pair. The largest separation then is at most that of the errors
//! (cut, cut), also where nothing is private.
//!
//! **Only vertices and ends at the cut matter.** G_mu is convex, so that a line minus G_mu is
//! concave: where it is not negative at both ends of an edge, it is not negative on the edge. So
//! the separation on an edge is at most the larger one of its ends.
//!
//! A function above f separates less, and one below f separates more. So the lower hull of some
//! points of f, or above it, and the upper envelope of some lines at or below f enclose mu. Losses
//! are added next to the vertices of the envelope that may be the best ones: between two lines that
//! touch f, the distance to f decreases with the square of theirs.

use super::polygon::{Support, envelope, height, hull};
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::special::normal_quantile;
use malachite::base::num::arithmetic::traits::CeilingLogBase2;
use malachite::rational::Rational;
use std::collections::{BTreeMap, HashMap};

type Point = (Rational, Rational);

/// The most supports.
const MOST: usize = 1 << 12;

/// `Phi^-1(1 - alpha) + Phi^-1(1 - beta)` for errors > 0, or 0 where no test is as bad.
pub(crate) fn separation<E: Engine>(
    alpha: &Rational,
    beta: &Rational,
    precision: u64,
) -> Interval<E> {
    if alpha + beta >= 1 {
        return Interval::zero(precision);
    }
    (&upper_quantile(alpha, precision) + &upper_quantile(beta, precision)).positive_part()
}

/// `Phi^-1(1 - x)`, by the smaller of x and 1 - x.
fn upper_quantile<E: Engine>(x: &Rational, precision: u64) -> Interval<E> {
    let rest = Rational::from(1) - x;
    if *x < rest {
        -&normal_quantile(&Interval::from_rational(x, precision))
    } else {
        normal_quantile(&Interval::from_rational(&rest, precision))
    }
}

/// What is asked of [`largest`].
pub(crate) struct Goal<'a> {
    /// The least value of both errors, in (0, 1/2).
    pub(crate) cut: &'a Rational,
    /// The relative width is to be at most `2^-bits`.
    pub(crate) bits: u64,
    /// The search ends after this many rounds that bring the bounds hardly closer.
    pub(crate) patience: usize,
    /// The most bits of the quantiles.
    pub(crate) precision: u64,
    /// At least f(0).
    pub(crate) top: Rational,
}

/// The largest separation, and where it may be.
pub(crate) struct Largest<E: Engine> {
    pub(crate) mu: Interval<E>,
    /// A loss next to the vertex with the largest upper bound.
    pub(crate) loss: Rational,
}

/// The supports at losses whose tests have errors from the cut on, with one more on either side:
/// the level of the test at a loss l is at most `e^-l`, and so is the other error at -l.
pub(crate) fn first_supports(
    cut: &Rational,
    support: impl Fn(&Rational) -> Option<Support>,
) -> BTreeMap<Rational, Support> {
    // ln(1/cut) is less than the logarithm to base 2.
    let farthest = Rational::from(-cut.ceiling_log_base_2() + 1);
    let mut losses = vec![Rational::from(0)];
    let mut loss = Rational::from(1);
    while loss < farthest {
        losses.extend([-&loss, loss.clone()]);
        loss <<= 1;
    }
    losses.extend([-&loss, loss]);
    losses.into_iter().filter_map(|loss| Some((loss.clone(), support(&loss)?))).collect()
}

/// The largest separation of the tests of f whose errors are at least the cut, from supports in the
/// order of their losses and those that `between` adds.
pub(crate) fn largest<E: Engine>(
    mut supports: BTreeMap<Rational, Support>,
    goal: &Goal<'_>,
    between: impl Fn(&Rational, &Rational) -> Option<(Rational, Support)>,
) -> Largest<E> {
    let mut separations =
        Separations::<E> { known: HashMap::new(), precision: FIRST_PRECISION.min(goal.precision) };
    let (mut narrowest, mut idle): (Option<E::Float>, usize) = (None, 0);
    let mut best = Interval::zero(goal.precision);
    loop {
        let points = supports.values().flat_map(|support| support.points.iter().cloned());
        let inner = hull(points, &goal.top);
        let below = separations.of(ends(&inner, goal.cut), best.lower());
        best = below.into_iter().fold(best, |x, (_, y)| x.maximum(&y));
        let lower = best.lower().clone();
        let lines = envelope(&supports);
        let losses: Vec<&Rational> = lines.iter().map(|(loss, _)| *loss).collect();
        let above = separations.of(ends(&outer(&lines), goal.cut), &lower);
        let mut upper = lower.clone();
        let mut loss = Rational::from(0);
        for (place, separation) in &above {
            if *separation.upper() >= upper {
                upper = separation.upper().clone();
                loss = place
                    .losses(&losses)
                    .into_iter()
                    .next()
                    .map_or_else(|| loss.clone(), |(x, y)| (x + y) >> 1u32);
            }
        }
        let allowed =
            upper.shift(-i64::try_from(goal.bits).unwrap_or(i64::MAX), 64, Rounding::Down);
        let excess = |upper: &E::Float| upper.sub(&lower, 64, Rounding::Up);
        let width = excess(&upper);
        let narrowed = |before: &E::Float| {
            before.sub(&before.shift(-3, 64, Rounding::Down), 64, Rounding::Down)
        };
        if narrowest.as_ref().is_none_or(|before| width <= narrowed(before)) {
            (narrowest, idle) = (Some(width.clone()), 0);
        } else {
            idle += 1;
        }
        let mut added = Vec::new();
        let is_open = width > allowed && idle <= goal.patience && supports.len() < MOST;
        if is_open {
            let open = above.iter().filter(|(_, separation)| excess(separation.upper()) > allowed);
            for (low, high) in open.flat_map(|(place, _)| place.losses(&losses)) {
                // Lines in between may be hidden by rounding.
                let all: Vec<&Rational> =
                    supports.range(low..=high).map(|(loss, _)| loss).collect();
                added.extend(
                    all.iter().zip(all.iter().skip(1)).filter_map(|(low, high)| between(low, high)),
                );
            }
        }
        let before = supports.len();
        supports.extend(added);
        let is_whole = !separations.refine(&upper, &width, goal.precision);
        if supports.len() == before && is_whole {
            return Largest { mu: Interval::new(lower, upper, goal.precision), loss };
        }
    }
}

/// The bits of the first separations.
const FIRST_PRECISION: u64 = 64;
/// The bits that separations have beyond those that tell the bounds apart.
const SPARE_BITS: u64 = 32;

/// The separations that are known, with as many bits as the bounds are worth.
struct Separations<E: Engine> {
    known: HashMap<Point, Interval<E>>,
    precision: u64,
}

impl<E: Engine> Separations<E> {
    /// Those of some points; with few bits where they are not above `least` anyway.
    fn of(&mut self, points: Vec<(Place, Point)>, least: &E::Float) -> Vec<(Place, Interval<E>)> {
        let mut found = Vec::with_capacity(points.len());
        for (place, point) in points {
            let known = self
                .known
                .get(&point)
                .filter(|x| x.precision() >= self.precision || x.upper() <= least);
            let separation = match known {
                Some(known) => known.clone(),
                None => separation(&point.0, &point.1, self.precision),
            };
            found.push((place, separation.clone()));
            self.known.insert(point, separation);
        }
        found
    }

    /// Raises the precision to what bounds of this width need; says whether it did.
    fn refine(&mut self, upper: &E::Float, width: &E::Float, most: u64) -> bool {
        let bits = match (upper.exponent(), width.exponent()) {
            (Some(size), Some(width)) => u64::try_from(size - width).unwrap_or(0),
            _ => return false,
        };
        let needed = (bits + SPARE_BITS).div_ceil(SPARE_BITS) * SPARE_BITS;
        let is_raised = needed > self.precision && self.precision < most;
        if is_raised {
            self.precision = needed.min(most);
        }
        is_raised
    }
}

/// Where a point of a chain is.
#[derive(Clone, Copy)]
enum Place {
    Vertex(usize),
    Edge(usize),
}

impl Place {
    /// The pairs of neighbouring losses next to a point of the envelope, whose vertex i is between
    /// the lines i - 1 and i.
    fn losses<'a>(self, losses: &[&'a Rational]) -> Vec<(&'a Rational, &'a Rational)> {
        let pair = |i: usize| Some((*losses.get(i)?, *losses.get(i.checked_sub(1)?)?));
        let (i, last) = match self {
            Place::Vertex(i) => (i, i),
            Place::Edge(i) => (i, i + 1),
        };
        (i..=last).filter_map(pair).collect()
    }
}

/// The points of a convex chain at which the largest separation of errors from the cut on may be.
fn ends(chain: &[Point], cut: &Rational) -> Vec<(Place, Point)> {
    let mirrored: Vec<Point> =
        chain.iter().rev().map(|(alpha, beta)| (beta.clone(), alpha.clone())).collect();
    let (edge, first) = end(chain, cut);
    let (mirrored_edge, (beta, alpha)) = end(&mirrored, cut);
    let other_edge = (chain.len() - 1).saturating_sub(mirrored_edge + 1);
    let vertices =
        chain.iter().cloned().enumerate().filter(|(_, (alpha, beta))| alpha >= cut && beta >= cut);
    let vertices = vertices.map(|(i, point)| (Place::Vertex(i), point));
    vertices.chain([(Place::Edge(edge), first), (Place::Edge(other_edge), (alpha, beta))]).collect()
}

/// The point of a chain at which the first error is the cut, and the other one at least that; with
/// its edge.
fn end(chain: &[Point], cut: &Rational) -> (usize, Point) {
    let edge = chain.partition_point(|(alpha, _)| alpha <= cut).saturating_sub(1);
    (edge, (cut.clone(), height(chain, edge, cut).max(cut.clone())))
}

/// The vertices of the upper envelope of some lines and of 0, from alpha = 0 to 1.
fn outer(lines: &[(&Rational, &Support)]) -> Vec<Point> {
    let (zero, one) = (Rational::from(0), Rational::from(1));
    let first = lines.first().map_or(&zero, |(_, line)| &line.intercept);
    let mut chain = vec![(zero.clone(), first.clone())];
    for pair in lines.windows(2) {
        if let [(_, steep), (_, flat)] = pair {
            let alpha = (&steep.intercept - &flat.intercept) / (&steep.slope - &flat.slope);
            let beta = &flat.intercept - &flat.slope * &alpha;
            chain.push((alpha, beta));
        }
    }
    if let Some((_, last)) = lines.last() {
        let alpha = &last.intercept / &last.slope;
        if alpha < one {
            chain.push((alpha, zero.clone()));
        }
    }
    chain.push((one, zero));
    chain
}
