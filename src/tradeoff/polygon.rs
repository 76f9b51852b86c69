//! Certified polygons around a trade-off function that is not a polygon itself.
//!
//! Every loss l gives two things. One is the test "reject where the loss exceeds l", whose errors
//! are a point on the curve or, rounded up, above it. The other is the line `beta = 1 - delta(l) -
//! e^l alpha`, which supports the curve or, rounded down, runs below it. The lower hull of the
//! points is an inner polygon of the region of possible errors, the upper envelope of the lines an
//! outer one. Losses are added where the two are far apart, until they are close enough everywhere:
//! the distance decreases with the square of their number.

use super::gap::Gap;
use crate::exact::effort;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::rational_bits;
use malachite::rational::Rational;
use std::collections::BTreeMap;

/// The points and the line of a trade-off function f at one loss l.
#[derive(Clone, Debug)]
pub struct Support {
    /// Points (alpha, beta) with `beta >= f(alpha)`.
    pub points: Vec<(Rational, Rational)>,
    /// The absolute slope of the line, at least `e^l`.
    pub slope: Rational,
    /// The intercept, with `f(alpha) >= intercept - slope alpha` for every alpha in [0, 1].
    pub intercept: Rational,
}

/// An upper bound of a probability, as a rational.
pub(crate) fn not_below<F: DirectedFloat>(x: &F) -> Option<Rational> {
    if is_tiny(x) { Some(Rational::from(1) >> SMALLEST) } else { x.to_rational() }
}

/// A lower bound of a probability, as a rational.
pub(crate) fn not_above<F: DirectedFloat>(x: &F) -> Option<Rational> {
    if is_tiny(x) { Some(Rational::from(0)) } else { x.to_rational() }
}

fn is_tiny<F: DirectedFloat>(x: &F) -> bool {
    x.exponent().is_some_and(|exponent| exponent < -SMALLEST)
}

/// The height at x of the chord between two points on both sides of it.
pub(crate) fn chord<E: Engine>(
    first: &(Interval<E>, Interval<E>),
    second: &(Interval<E>, Interval<E>),
    x: &Interval<E>,
) -> Interval<E> {
    let share = (&(x - &first.0) / &(&second.0 - &first.0)).probability();
    let rest = &Interval::one(x.precision()) - &share;
    let weighted = &(&rest * &first.1) + &(&share * &second.1);
    // Where the distance of the points is within their error, the share is unknown.
    let risen = &first.1 + &(&share * &(&second.1 - &first.1));
    weighted.intersection(&risen).unwrap_or(weighted)
}

/// An enclosure of a probability between the largest of some lower bounds and an upper one.
pub(crate) fn enclosure<E: Engine>(
    below: impl Iterator<Item = Interval<E>>,
    above: &Interval<E>,
) -> Interval<E> {
    let below = below
        .fold(Interval::zero(above.precision()), |x, y| if y.lower() > x.lower() { y } else { x });
    let end = |x: &E::Float| Interval::new(x.clone(), x.clone(), above.precision());
    end(below.lower()).hull(&end(above.upper())).probability()
}

/// Two polygons with a trade-off function in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygons {
    /// Vertices (alpha, beta) from alpha = 0 to (1, 0): at or above the function.
    pub inner: Vec<(Rational, Rational)>,
    /// Vertices from alpha = 0 to (1, 0): at or below it.
    pub outer: Vec<(Rational, Rational)>,
    /// The largest vertical distance between the two: where the wanted gap is a part of a height,
    /// as a part of it.
    pub gap: Rational,
}

/// The largest loss that is tried: e^l has that many bits.
const FARTHEST: u64 = 1 << 14;

/// Probabilities below 2^-SMALLEST are rounded to it, or to 0: as a rational, a number has as many
/// bits as its exponent says.
const SMALLEST: i64 = 1 << 15;

/// The most supports.
const MOST: usize = 1 << 15;

/// The search ends if this many times as many supports do not bring the polygons closer: then lines
/// and points do not meet.
const PATIENCE: usize = 8;

/// Polygons around a function with a vertical distance of at most `gap`, or as close as `MOST`
/// losses or the values of `support` allow.
///
/// `support` evaluates a loss; `None` ends the search with the present polygons, which are valid.
/// `top` is at least f(0).
///
/// Cost: about `1/sqrt(gap)` supports.
pub fn polygons(
    gap: &Gap,
    top: Rational,
    support: impl FnMut(&Rational) -> Option<Support>,
) -> Polygons {
    polygons_with(gap, top, &[], support)
}

/// [`polygons`] that touch the function at some losses, so that their profiles are as good there as
/// the supports.
pub(crate) fn polygons_with(
    gap: &Gap,
    top: Rational,
    losses: &[Rational],
    mut support: impl FnMut(&Rational) -> Option<Support>,
) -> Polygons {
    let mut support = |loss: &Rational| {
        let is_near = *loss <= FARTHEST && *loss >= -Rational::from(FARTHEST);
        if is_near { support(loss) } else { None }
    };
    let given = losses.iter().filter_map(|loss| Some((loss.clone(), support(loss)?)));
    let mut supports: BTreeMap<Rational, Support> = given.collect();
    let small = gap.everywhere() / Rational::from(4);
    // Losses at which the line reaches the top, and beyond which the type II error is negligible.
    for sign in [1i32, -1] {
        let mut loss = Rational::from(sign);
        while let Some(found) = support(&loss) {
            let all = |holds: &dyn Fn(&Rational) -> bool| {
                found.points.iter().all(|(_, beta)| holds(beta))
            };
            let is_last = match sign {
                // If P has all its finite losses below l, no line beyond it reaches higher.
                1 => &top - &found.intercept <= small || all(&|beta| &top - beta <= small),
                // P has at most e^l below l.
                _ => found.slope <= small || all(&|beta| *beta <= small),
            };
            supports.insert(loss.clone(), found);
            if is_last {
                break;
            }
            loss <<= 1;
        }
    }
    let mut gaps: Vec<(usize, Rational)> = Vec::new();
    let mut inner =
        hull(supports.values().flat_map(|support| support.points.iter().cloned()), &top);
    loop {
        let (found, wide) = compare(&supports, inner.clone(), gap);
        let before = supports.len();
        let earlier = gaps.iter().rfind(|(supports, _)| supports * PATIENCE <= before);
        let is_stuck = earlier.is_some_and(|(_, gap)| {
            &found.gap * Rational::from(10u32) > gap * Rational::from(9u32)
        });
        gaps.push((before, found.gap.clone()));
        let mut added = Vec::new();
        if before < MOST && !is_stuck {
            for (low, high) in wide {
                let middle = (low + high) >> 1u32;
                if let Some(found) = support(&middle) {
                    added.extend(found.points.iter().cloned());
                    supports.insert(middle, found);
                }
            }
        }
        if supports.len() == before {
            return found;
        }
        // What was above the hull stays above it.
        inner = hull(inner.into_iter().chain(added), &top);
    }
}

/// The polygons, of which the inner one is known, and the pairs of losses between which they are
/// further apart than `gap`.
fn compare(
    supports: &BTreeMap<Rational, Support>,
    inner: Vec<(Rational, Rational)>,
    gap: &Gap,
) -> (Polygons, Vec<(Rational, Rational)>) {
    let lines = envelope(supports);
    let (zero, one) = (Rational::from(0), Rational::from(1));
    // The points at which each line takes over from its predecessor.
    let corners = lines.windows(2).filter_map(|ends| match ends {
        [(steep, x), (flat, y)] => {
            let alpha = (&x.intercept - &y.intercept) / (&x.slope - &y.slope);
            Some((alpha, (*flat).clone(), (*steep).clone(), y))
        }
        _ => None,
    });
    // Without a line only `f >= 0` is known.
    let first = lines.first().map_or(&zero, |(_, first)| &first.intercept);
    let mut outer = vec![(zero.clone(), first.clone())];
    let (mut largest, mut wide) = (zero.clone(), Vec::new());
    let mut position = 0;
    let mut measure = |alpha: &Rational, beta: &Rational| {
        while inner.get(position + 1).is_some_and(|(right, _)| right < alpha) {
            position += 1;
        }
        let above = height(&inner, position, alpha);
        let distance = (&above - beta) / gap.unit(beta, &above);
        if distance > largest {
            largest = distance.clone();
        }
        distance > gap.size
    };
    if let Some((alpha, beta)) = outer.first() {
        measure(alpha, beta);
    }
    for (alpha, flat, steep, line) in corners {
        let beta = &line.intercept - &line.slope * &alpha;
        if measure(&alpha, &beta) {
            wide.push((flat, steep));
        }
        outer.push((alpha, beta));
    }
    // The point where the flattest line meets the axis: the next one is not above it anywhere.
    if let Some((loss, line)) = lines.last()
        && line.slope > 0
    {
        let alpha = &line.intercept / &line.slope;
        if alpha < one {
            if measure(&alpha, &zero)
                && let Some((flat, _)) = supports.range(..*loss).next_back()
            {
                wide.push((flat.clone(), (*loss).clone()));
            }
            outer.push((alpha, zero.clone()));
        }
    }
    outer.push((one, zero));
    (Polygons { inner, outer, gap: largest }, wide)
}

/// The height of a convex chain at alpha, which is in the edge that starts at `position`.
pub(super) fn height(
    chain: &[(Rational, Rational)],
    position: usize,
    alpha: &Rational,
) -> Rational {
    match (chain.get(position), chain.get(position + 1)) {
        (Some((left, high)), Some((right, low))) if left < right => {
            high - (high - low) * (alpha - left) / (right - left)
        }
        (Some((_, beta)), _) => beta.clone(),
        (None, _) => Rational::from(1),
    }
}

/// The largest vertical distance of two chains, which is at a vertex of either: in the units of a
/// gap, where it is one of the largest.
pub fn distance(
    inner: &[(Rational, Rational)],
    outer: &[(Rational, Rational)],
    gap: &Gap,
) -> Rational {
    let mut largest = Rational::from(0);
    for chain in [inner, outer] {
        let (mut above, mut below) = (0, 0);
        for (alpha, _) in chain {
            let behind = |chain: &[(Rational, Rational)], i: usize| {
                chain.get(i + 1).is_some_and(|(x, _)| x < alpha)
            };
            while behind(inner, above) {
                above += 1;
            }
            while behind(outer, below) {
                below += 1;
            }
            let (high, low) = (height(inner, above, alpha), height(outer, below, alpha));
            let unit = gap.unit(&low, &high);
            largest = largest.max((high - low) / unit);
        }
    }
    largest
}

/// The lower hull of points above a trade-off function, from (0, top) to (1, 0).
pub(crate) fn hull(
    points: impl Iterator<Item = (Rational, Rational)>,
    top: &Rational,
) -> Vec<(Rational, Rational)> {
    let (zero, one) = (Rational::from(0), Rational::from(1));
    let within = points
        .filter(|(alpha, beta)| *alpha <= one && *beta <= one && *alpha >= zero && *beta >= zero);
    let mut points: Vec<_> =
        within.chain([(zero.clone(), top.clone()), (one.clone(), zero.clone())]).collect();
    let longest = points
        .iter()
        .map(|(alpha, beta)| rational_bits(alpha).max(rational_bits(beta)))
        .max()
        .unwrap_or(0);
    effort::products(points.len() as u64 * u64::from(points.len().max(1).ilog2() + 1), longest);
    points.sort();
    points.dedup_by(|next, kept| next.0 == kept.0);
    lower_hull(points.into_iter())
}

/// The vertices of the lower hull of points from left to right.
pub(crate) fn lower_hull(
    points: impl Iterator<Item = (Rational, Rational)>,
) -> Vec<(Rational, Rational)> {
    let mut chain: Vec<(Rational, Rational)> = Vec::new();
    for point in points {
        while let [.., before, last] = chain.as_slice() {
            // Is the last one on or above the chord?
            effort::rationals(7, &last.1, &point.1);
            let turn = (&last.1 - &before.1) * (&point.0 - &before.0)
                - (&point.1 - &before.1) * (&last.0 - &before.0);
            if turn < 0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

/// The lines of the upper envelope over [0, 1] and above 0, from the steepest to the flattest, with
/// their losses.
pub(super) fn envelope(supports: &BTreeMap<Rational, Support>) -> Vec<(&Rational, &Support)> {
    let mut lines: Vec<(&Rational, &Support)> = Vec::new();
    for (loss, line) in supports.iter().rev() {
        if line.intercept <= 0 {
            continue;
        }
        if lines.last().is_some_and(|(_, last)| last.slope <= line.slope) {
            continue;
        }
        while let Some((_, last)) = lines.last() {
            // Higher at alpha = 0 and flatter: the last one is nowhere above it.
            let hidden = line.intercept >= last.intercept
                || match lines.as_slice() {
                    // It meets the one before the last no later than the last one does: slopes
                    // descend.
                    [.., (_, before), _] => {
                        effort::rationals(6, &before.intercept, &line.intercept);
                        let fall = |x: &Support| &before.intercept - &x.intercept;
                        let turn = |x: &Support| &before.slope - &x.slope;
                        fall(line) * turn(last) <= fall(last) * turn(line)
                    }
                    _ => false,
                };
            if !hidden {
                break;
            }
            lines.pop();
        }
        lines.push((loss, line));
    }
    // Lines that would take over below the axis are irrelevant.
    while let [.., (_, before), (_, last)] = lines.as_slice() {
        let alpha = (&before.intercept - &last.intercept) / (&before.slope - &last.slope);
        if &before.intercept - &before.slope * &alpha > 0 {
            break;
        }
        lines.pop();
    }
    lines
}
