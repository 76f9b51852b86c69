//! Privacy profiles: delta over eps.
//!
//! As a function of `g = e^eps`, delta is convex and decreases, as a supremum of lines `P(S) - g
//! Q(S)`. It is certified at some points g. In between it is at most the chord. It is at least the
//! extended chords of the neighbouring intervals, and at least its value at the right end. These
//! bounds are evaluated at finer points, and drawn so that they hold for every transformation of
//! the axes: the upper polyline is, at each of these points, as high as the bound at the point
//! before, the lower one as low as at the next.

use super::axis::{Axis, Scale, decade_above, decade_below};
use super::coordinate::Coordinate;
use super::falling::{self, Known};
use super::scene::{Certified, Drawn, Layer, NotDrawn, Scene, Vertex, engine_of};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite, Rounding};
use dpcert::{
    Answer, Bounds, Content, Limits, Mechanism, Options, Query, Question, Real, Refusal, Resource,
    TooCostly, ask, ask_all,
};
use malachite::base::num::arithmetic::traits::{FloorLogBase2, Pow};
use malachite::rational::Rational;
use serde_json::json;

/// Parameters of a picture of privacy profiles.
#[derive(Clone, Debug)]
pub struct Profiles {
    /// The first eps that is shown, from 0 on and below the last one.
    pub from: Rational,
    /// The last eps, > 0.
    pub to: Rational,
    /// The least delta of a logarithmic axis, in (0, 1); `None` for a linear one.
    pub least: Option<Rational>,
    /// The number of certified points, at least 2, in addition to the first.
    pub points: u32,
}

/// The number of points between two certified ones.
const FINER: u32 = 8;
/// The number of further points before delta reaches 0, each at half the distance of the one
/// before.
const HALVINGS: u32 = 24;
/// The largest eps of a curve.
pub const MOST_EPS: u32 = 2000;
/// Precision of enclosed exponentials and logarithms, in bits.
const PRECISION: u64 = 96;

/// A picture of privacy profiles from eps = 0 on, with the given names; `progress` is called after
/// each answer.
///
/// Cost: a `delta` for each point and mechanism, in parallel; for a composition on a grid a few for
/// each mechanism. All of them together have the limit of the options, and each mechanism the same
/// part of it.
///
/// # Errors
/// The first mechanism whose delta is refused.
pub fn profiles(
    mechanisms: &[(String, Mechanism)],
    wanted: &Profiles,
    options: &Options,
    progress: impl Fn() + Sync,
) -> Result<Scene, NotDrawn> {
    let step = (&wanted.to - &wanted.from) / Rational::from(wanted.points);
    let name = || mechanisms.first().map_or("", |(name, _)| name.as_str());
    let points = points_from(&wanted.from, &Real::from(step), wanted.points)
        .map_err(|refusal| NotDrawn::new(name(), refusal))?;
    let options = options.sharing();
    let mut layers = Vec::new();
    for (index, (name, mechanism)) in mechanisms.iter().enumerate() {
        // What is left is for all that follow: one that is refused does not take it from them.
        let options = options.sharing_one_in((mechanisms.len() - index) as u64);
        let layer = layer(name, mechanism, &points, &options, &progress);
        layers.push(layer.map_err(|refusal| NotDrawn::new(name, refusal).at(index))?);
    }
    Ok(Scene::new(
        "Privacy profiles",
        format!(
            "Each band is proven to contain delta, at {} points and by convexity between them; engine {}.",
            points.len(),
            engine_of(&layers)
        ),
        eps_axis(&wanted.to),
        delta_axis(&layers, wanted.least.as_ref()),
        layers,
    ))
}

/// The linear axis from 0 to some eps > 0.
pub fn eps_axis(to: &Rational) -> Axis {
    let (from, to) = (Coordinate::from(0), Coordinate::rounded(to, Rounding::Down));
    Axis { label: "eps".to_owned(), scale: Scale::Linear, from, to }
}

/// The axis from 0 to the largest delta that is drawn; or from the decade below `least` to the one
/// above the largest.
pub fn delta_axis(layers: &[Layer], least: Option<&Rational>) -> Axis {
    let highest = highest(layers);
    match least {
        None => Axis { to: highest, ..Axis::unit("delta") },
        Some(least) => {
            let power = |n: i64| Coordinate::rounded(&Rational::from(10).pow(n), Rounding::Up);
            let from = decade_below(least);
            let (from, to) = (power(from), power(decade_above(highest.value()).max(from + 1)));
            Axis { label: "delta".to_owned(), scale: Scale::Logarithmic, from, to }
        }
    }
}

/// The largest delta that is drawn.
fn highest(layers: &[Layer]) -> Coordinate {
    let first = |layer: &Layer| match &layer.drawn {
        Drawn::Region { upper, .. }
        | Drawn::Function { upper, .. }
        | Drawn::Density { upper, .. } => upper.first().map(|vertex| vertex.y.clone()),
        Drawn::Marks { marks, .. } => marks.iter().map(|mark| mark.upper.clone()).max(),
    };
    let least = Coordinate::rounded(&Rational::from_unsigneds(1u32, 1_000_000u32), Rounding::Up);
    layers.iter().filter_map(first).fold(least, Coordinate::max)
}

/// The points `g = e^eps` for `eps = 0, step, 2 step, ..., count step`: the first is 1, and the
/// others are rational numbers rounded up by at most a hundredth of a step.
///
/// # Errors
/// The last eps is above [`MOST_EPS`].
pub fn points(step: &Real, count: u32) -> Result<Vec<Rational>, Refusal> {
    points_from(&Rational::from(0), step, count)
}

/// The same from a first eps on: `eps = 0, first - step, first, first + step, ..., first + count
/// step`, without what is below 0. The one before the first bounds what follows it.
fn points_from(first: &Rational, step: &Real, count: u32) -> Result<Vec<Rational>, Refusal> {
    let eps = |n: i64| Real::from(first.clone()) + Real::from(n) * step;
    let end: Interval<Malachite> = eps(i64::from(count)).enclose(32);
    if end.upper().to_rational().is_none_or(|end| end > MOST_EPS) {
        let missing = format!("eps is drawn up to {MOST_EPS}").into();
        return Err(Refusal::Unsupported { what: "a picture of this profile".to_owned(), missing });
    }
    // A step this small needs more bits, so that no two points coincide.
    let small: Interval<Malachite> = step.enclose(32);
    let bits = small
        .lower()
        .to_rational()
        .filter(|x| *x > 0)
        .map_or(0, |x| (-x.floor_log_base_2()).max(0));
    let precision = 40 + bits.unsigned_abs();
    let exp = |n: i64| -> Rational {
        let value: Interval<Malachite> = eps(n).exp().enclose(precision);
        value.upper().to_rational().unwrap_or_else(|| Rational::from(1))
    };
    let later = (-1..=i64::from(count)).map(exp).filter(|point| *point > 1);
    let mut points: Vec<Rational> = std::iter::once(Rational::from(1)).chain(later).collect();
    points.dedup();
    Ok(points)
}

/// The profile of a mechanism, certified at some points `g = e^eps`: an ascending list of two at
/// least, 1 the first.
pub fn layer(
    name: &str,
    mechanism: &Mechanism,
    points: &[Rational],
    options: &Options,
    progress: &(impl Fn() + Sync),
) -> Result<Layer, Refusal> {
    let answers = answered(mechanism, points, options, progress)?;
    let certified =
        answers.last().map_or_else(Certified::default, |(_, answer)| Certified::of(answer));
    let mut known: Vec<Known> = answers.into_iter().map(|(known, _)| known).collect();
    if let Some((index, end)) = end(mechanism, &known, options) {
        known.insert(index, end);
    }
    let (lower, upper) = polylines(&known);
    // The eps of the delta is that of the axis.
    let question = json!({"mechanism": name, "query": {"delta": {}}});
    Ok(Layer {
        name: name.to_owned(),
        question,
        certified,
        drawn: Drawn::Function { lower, upper },
    })
}

/// Every n-th point is certified where all of them, or more of them, exceed the limits; and the
/// part of what is left, one in so many, that such an attempt may consume.
const THINNED: [(usize, u64); 3] = [(1, 2), (4, 2), (16, 1)];

/// delta at the points, or at fewer of them, where all exceed the limits.
///
/// Each attempt has a part of what is left to itself: which points are answered then does not
/// depend on their order.
fn answered(
    mechanism: &Mechanism,
    points: &[Rational],
    options: &Options,
    progress: &(impl Fn() + Sync),
) -> Result<Vec<(Known, Answer)>, Refusal> {
    let mut refused: Option<TooCostly> = None;
    for (every, parts) in THINNED {
        let is_kept = |index: usize| index.is_multiple_of(every) || index + 1 == points.len();
        let kept: Vec<&Rational> =
            points.iter().enumerate().filter(|(i, _)| is_kept(*i)).map(|(_, g)| g).collect();
        let queries: Vec<Query> =
            kept.iter().map(|g| Query::Delta { eps: Real::from((*g).clone()).ln() }).collect();
        let answers = ask_all(mechanism, &queries, &options.sharing_one_in(parts), progress);
        let costly =
            answers.iter().filter_map(|answer| whole(answer.as_ref().err()?, &options.limits));
        let costly = costly.max_by_key(|costly| costly.estimate);
        let answers = kept.iter().zip(answers).map(|(g, answer)| {
            let answer = answer?;
            Ok((Known::within_unit(g, number_of(&answer)), answer))
        });
        match (answers.collect::<Result<_, Refusal>>(), costly) {
            (Err(Refusal::TooCostly(_)), Some(costly)) => {
                // The attempt that the least limit allows.
                refused = refused.into_iter().chain([costly]).min_by_key(|costly| costly.estimate);
            }
            (found, _) => return found,
        }
    }
    Err(refused.map_or(Refusal::Cancelled, Refusal::TooCostly))
}

/// The limit of a picture with which a question that has a part of it is not refused: it has the
/// same part of a higher one.
fn whole(refusal: &Refusal, limits: &Limits) -> Option<TooCostly> {
    let Refusal::TooCostly(costly) = refusal else {
        return None;
    };
    let limit = u128::from(limits.work);
    Some(match costly.resource {
        Resource::Work => {
            let estimate = costly.estimate.saturating_mul(limit) / costly.limit.max(1);
            TooCostly { estimate, limit, ..costly.clone() }
        }
        Resource::Memory | Resource::Precision => costly.clone(),
    })
}

/// The place where delta reaches 0, the largest loss, between two points, and its index: found
/// where delta is 0 at some point. At its upper end delta is certainly 0.
fn end(mechanism: &Mechanism, known: &[Known], options: &Options) -> Option<(usize, Known)> {
    let index = known.iter().position(|known| known.upper == 0)?;
    let (before, after) = (known.get(index.checked_sub(1)?)?, known.get(index)?);
    let largest =
        ask(&Question::of(mechanism, &Query::Eps { delta: Real::zero() }), options).ok()?;
    let eps: Interval<Malachite> =
        Interval::from_rational(&number_of(&largest)?.upper().to_rational()?, PRECISION);
    let at = eps.exp().upper().to_rational()?;
    let is_between = before.at < at && at < after.at;
    is_between.then(|| (index, Known { at, ..after.clone() }))
}

fn number_of(answer: &Answer) -> Option<&Bounds> {
    match &answer.content {
        Content::Number(bounds) => Some(bounds),
        _ => None,
    }
}

/// The places of finer points between two others, as shares of their distance: equally spaced, and
/// ever nearer to a point at which delta reaches 0, since it goes through all magnitudes there.
fn shares(is_end: bool) -> impl Iterator<Item = Rational> {
    let halvings = 1..=if is_end { HALVINGS } else { 0 };
    let near = halvings.map(|n| {
        Rational::from(1)
            - Rational::from_unsigneds(1u32, FINER) * Rational::from(2).pow(-i64::from(n))
    });
    (0..FINER).map(|n| Rational::from_unsigneds(n, FINER)).chain(near)
}

/// Finer points, with bounds of delta there.
fn finer(known: &[Known]) -> Vec<Known> {
    let mut fine = Vec::new();
    for (i, pair) in known.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        let before = i.checked_sub(1).and_then(|i| known.get(i));
        let behind = known.get(i + 2);
        for t in shares(left.upper > 0 && right.upper == 0) {
            let g = &left.at + (&right.at - &left.at) * &t;
            let upper = &left.upper + (&right.upper - &left.upper) * &t;
            let extended = |near: &Known, far: Option<&Known>| {
                far.map(|far| {
                    &near.lower
                        + (&near.lower - &far.upper) * (&g - &near.at) / (&near.at - &far.at)
                })
            };
            let lowers = [extended(left, before), extended(right, behind)].into_iter().flatten();
            let lower = lowers.fold(right.lower.clone(), Rational::max);
            fine.push(Known { at: g, lower, upper });
        }
    }
    fine.extend(known.last().cloned());
    fine
}

/// A polyline nowhere above delta, and one nowhere below it, as functions of eps.
fn polylines(known: &[Known]) -> (Vec<Vertex>, Vec<Vertex>) {
    falling::polylines(&finer(known), |g, rounding| {
        Coordinate::of_enclosure(&Interval::from_rational(g, PRECISION).ln(), rounding)
    })
}
