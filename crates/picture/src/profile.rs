//! Privacy profiles: delta over eps.
//!
//! As a function of `g = e^eps`, delta is convex and decreases, as a supremum of lines `P(S) - g
//! Q(S)`. It is certified at some points g, and at more of them where the bounds in between could
//! be told apart on the drawing: where it bends, and on a logarithmic axis where it is steep. In
//! between it is at most the chord. It is at least the extended chords of the neighbouring
//! intervals, and at least its value at the right end. These lines are drawn through finer points,
//! between which they are hardly bent over eps (see [`super::convex`]).

use super::Counted;
use super::axis::{Axis, Scale, decade_above, decade_below};
use super::bend::{self, Heights, Sight, pieces};
use super::convex;
use super::coordinate::Coordinate;
use super::falling::Known;
use super::operating::Operating;
use super::scene::{Certified, Drawn, Layer, NotDrawn, Scene, engine_of, with_sparse};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite, Rounding};
use dpcert::{
    Answer, Asked, Bounds, Content, Dyadic, Limits, Mechanism, Options, Query, Question, Real,
    Refusal, Resource, TooCostly, ask, ask_in_rounds,
};
use malachite::base::num::arithmetic::traits::{FloorLogBase2, Pow};
use malachite::rational::Rational;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Parameters of a picture of privacy profiles.
#[derive(Clone, Debug)]
pub struct Profiles {
    /// The first eps that is shown, from 0 on and below the last one.
    pub from: Rational,
    /// The last eps, > 0.
    pub to: Rational,
    /// The least delta of a logarithmic axis, in (0, 1); `None` for a linear one.
    pub least: Option<Rational>,
    /// The part of the axis of delta that is shown, where it is known.
    pub heights: Option<[Rational; 2]>,
    /// Is it a part of eps, whose axis of delta is that of what is there?
    pub is_part: bool,
    /// Will the axis of eps be logarithmic?
    pub is_logarithmic: bool,
    /// The number of certified points, at least 2, in addition to the first; there are more where
    /// these leave a visible band.
    pub points: u32,
}

/// A curve has at most so many times the points that were asked for.
const MORE: usize = 8;
/// The largest eps of a curve.
pub const MOST_EPS: u32 = 2000;
/// Precision of enclosed exponentials and logarithms, in bits.
const PRECISION: u64 = 96;

/// A picture of privacy profiles from eps = 0 on, with the given names; `progress` is called after
/// each of the wanted answers.
///
/// Cost: a `delta` for each point and mechanism, in parallel, and up to three times as many where
/// the curve bends; for a composition on a grid a few for each mechanism. All of them together have
/// the limit of the options, and each mechanism the same part of it.
///
/// # Errors
/// The first mechanism whose delta is refused.
pub fn profiles(
    mechanisms: &[(String, Mechanism)],
    wanted: &Profiles,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Scene, NotDrawn> {
    let step = (&wanted.to - &wanted.from) / Rational::from(wanted.points);
    let name = || mechanisms.first().map_or("", |(name, _)| name.as_str());
    let points = points_from(&wanted.from, &Real::from(step), wanted.points)
        .map_err(|refusal| NotDrawn::new(name(), refusal))?;
    let options = options.sharing();
    let length = &wanted.to - &wanted.from;
    let length = (!wanted.is_logarithmic).then_some(&length);
    let first = points.iter().rev().nth(wanted.points as usize).filter(|_| wanted.from > 0);
    let heights = match &wanted.heights {
        Some(heights) => Heights::Of(heights),
        None if wanted.is_part => Heights::Fitted,
        None => Heights::All,
    };
    let shown = Shown { first, length, least: wanted.least.as_ref(), heights };
    let mut layers = Vec::new();
    for (index, (name, mechanism)) in mechanisms.iter().enumerate() {
        // What is left is for all that follow: one that is refused does not take it from them.
        let options = options.sharing_one_in((mechanisms.len() - index) as u64);
        let layer = layer(name, mechanism, &points, shown, &options, progress);
        layers.push(layer.map_err(|refusal| NotDrawn::new(name, refusal).at(index))?);
    }
    Ok(Scene::new(
        "Privacy profiles",
        with_sparse(
            format!(
                "Each band is proven to contain delta, at certified points and by convexity between them; engine {}.",
                engine_of(&layers)
            ),
            &layers,
        ),
        eps_axis(&wanted.to),
        delta_axis(&layers, wanted.least.as_ref()),
        layers,
    ))
}

/// Points beside the profiles of mechanisms, whose delta is asked at the eps of each; `progress` is
/// called after each answer.
///
/// Cost: a `delta` for each point and mechanism.
///
/// # Errors
/// The first mechanism whose delta is refused.
pub fn beside(
    points: &[Operating],
    mechanisms: &[(String, Mechanism)],
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Vec<Layer>, NotDrawn> {
    let layer = |point: &Operating| {
        let query = Query::Delta { eps: Real::from(point.x().clone()) };
        let delta = |(index, (name, mechanism)): (usize, &(String, Mechanism))| {
            let answer = ask(&Question::of(mechanism, &query), options);
            progress();
            let answer = answer.map_err(|refusal| NotDrawn::new(name, refusal).at(index))?;
            Ok(Some(Known::within_unit(point.x(), number_of(&answer))))
        };
        let deltas = mechanisms.iter().enumerate().map(delta).collect::<Result<Vec<_>, _>>()?;
        Ok(point.beside(&deltas))
    };
    points.iter().map(layer).collect()
}

/// The linear axis from 0 to some eps > 0.
pub fn eps_axis(to: &Rational) -> Axis {
    let (from, to) = (Coordinate::from(0), Coordinate::rounded(to, Rounding::Down));
    Axis { from, to, ..Axis::unit("eps") }
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
            Axis { scale: Scale::Logarithmic, from, to, ..Axis::unit("delta") }
        }
    }
}

/// The largest delta that is drawn.
fn highest(layers: &[Layer]) -> Coordinate {
    let least = Coordinate::rounded(&Rational::from_unsigneds(1u32, 1_000_000u32), Rounding::Up);
    layers.iter().filter_map(Layer::highest).cloned().fold(least, Coordinate::max)
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

/// The axes that a profile is drawn on.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The first point that is shown; `None` for all of them.
    pub first: Option<&'a Rational>,
    /// The length of that of eps, > 0; `None` for a logarithmic one.
    pub length: Option<&'a Rational>,
    /// The least delta of a logarithmic one; `None` for a linear one from 0.
    pub least: Option<&'a Rational>,
    /// What is shown of the latter.
    pub heights: Heights<'a>,
}

/// The profile of a mechanism, certified at some points `g = e^eps` at least: an ascending list of
/// two at least, 1 the first.
pub fn layer(
    name: &str,
    mechanism: &Mechanism,
    points: &[Rational],
    shown: Shown<'_>,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<Layer, Refusal> {
    let (asked, sparse) = answered(mechanism, points, shown, options, progress)?;
    let certified = Certified::of_all(asked.iter().filter_map(|(_, answer)| answer.as_ref().ok()));
    let certified = Certified { sparse, ..certified };
    let mut known = known(&asked);
    // Beyond the last answer delta is not larger than there, which is below the axis.
    if let (Some(last), Some(at)) = (known.last(), points.last())
        && last.at < *at
    {
        let (at, upper) = (at.clone(), last.upper.clone());
        known.push(Known { at, lower: Rational::from(0), upper });
    }
    if let Some((index, end)) = end(mechanism, &known, options) {
        known.insert(index, end);
    }
    let pieces = match sight(&known, shown) {
        Some(sight) => sight.pieces(&known),
        None => pieces(&known, |_, _| 1),
    };
    let eps = |g: &Rational, rounding| {
        Coordinate::of_enclosure(&Interval::from_rational(g, PRECISION).ln(), rounding)
    };
    let (lower, upper) = convex::polylines(&pieces, shown.least.is_some(), eps);
    // The eps of the delta is that of the axis.
    let question = json!({"mechanism": name, "query": {"delta": {}}});
    Ok(Layer {
        name: name.to_owned(),
        question,
        certified,
        drawn: Drawn::Function { lower, upper },
    })
}

/// What can be told apart; `None` where delta is 0 everywhere.
fn sight(known: &[Known], shown: Shown<'_>) -> Option<Sight> {
    let is_shown = |known: &&Known| shown.first.is_none_or(|first| known.at >= *first);
    let first = known.iter().find(is_shown).or(known.last());
    let highest = first.map(|first| first.upper.clone()).filter(|highest| *highest > 0)?;
    let lowest = known.last().map(|last| last.lower.clone()).unwrap_or_default();
    let decade = |delta: &Rational| Rational::from(10).pow(decade_below(delta));
    let heights = match (shown.least, shown.heights) {
        (None, Heights::Of(heights)) => heights.clone(),
        // Such an axis begins at 0 unless that would leave most of it empty.
        (None, Heights::Fitted) if lowest < highest && &lowest + &lowest > highest => {
            [lowest, highest]
        }
        (None, _) => [Rational::from(0), highest],
        (Some(_), Heights::Of(heights)) if heights[0] > 0 => heights.clone(),
        (Some(least), heights) => {
            let begins = match heights {
                Heights::Fitted if lowest > *least => decade(&lowest),
                _ => decade(least),
            };
            // A decade is always shown.
            let ends = highest.max(&begins * Rational::from(10));
            [begins, ends]
        }
    };
    Some(Sight::of(shown.length, heights, shown.least.is_some()))
}

/// The answered points, ascending.
fn known(asked: &Asked) -> Vec<Known> {
    let mut known: Vec<Known> = Vec::new();
    for (query, answer) in asked {
        if let (Query::Delta { eps }, Ok(answer)) = (query, answer)
            && let Some(g) = eps.exp().as_rational()
        {
            known.push(Known::within_unit(g, number_of(answer)));
        }
    }
    known.sort_by(|a, b| a.at.cmp(&b.at));
    known
}

/// Every n-th point is certified where all of them, or more of them, exceed the limits; and the
/// part of what is left, one in so many, that such an attempt may consume.
const THINNED: [(usize, u64); 3] = [(1, 2), (4, 2), (16, 1)];

/// delta at the points, or at fewer of them, where all exceed the limits; and then at others where
/// it bends, as far as the limits allow. Did these end it?
///
/// Each attempt has a part of what is left to itself: which points are answered then does not
/// depend on their order.
fn answered(
    mechanism: &Mechanism,
    points: &[Rational],
    shown: Shown<'_>,
    options: &Options,
    progress: &Counted<'_>,
) -> Result<(Asked, bool), Refusal> {
    let seen_bits = shown.least.map(|least| bend::gap_bits(least, shown.heights));
    let seen_bits = seen_bits.unwrap_or(options.gap_bits);
    let options = Options { gap_bits: seen_bits.min(options.gap_bits), ..options.clone() };
    let mut refused: Option<TooCostly> = None;
    for (every, parts) in THINNED {
        let is_kept = |index: usize| index.is_multiple_of(every) || index + 1 == points.len();
        let kept: Vec<&Rational> =
            points.iter().enumerate().filter(|(i, _)| is_kept(*i)).map(|(_, g)| g).collect();
        let round = |asked: &Asked| next(asked, &kept, shown);
        // What bends is not known before.
        let done = AtomicUsize::new(0);
        let counted = || {
            if done.fetch_add(1, Ordering::Relaxed) < kept.len() {
                progress();
            }
        };
        let mut asked = ask_in_rounds(mechanism, &round, &options.sharing_one_in(parts), &counted);
        let further = asked.split_off(seen(&asked, kept.len(), shown).min(asked.len()));
        let costly = asked
            .iter()
            .filter_map(|(_, answer)| whole(answer.as_ref().err()?, &options.limits))
            .max_by_key(|costly| costly.estimate);
        let first = asked.iter().find_map(|(_, answer)| answer.as_ref().err());
        match (first, costly) {
            (None, _) => {
                let is_ended = every > 1 || further.iter().any(|(_, answer)| answer.is_err());
                asked.extend(further.into_iter().filter(|(_, answer)| answer.is_ok()));
                return Ok((asked, is_ended));
            }
            (Some(Refusal::TooCostly(_)), Some(costly)) => {
                // The attempt that the least limit allows.
                refused = refused.into_iter().chain([costly]).min_by_key(|costly| costly.estimate);
            }
            (Some(refusal), _) => return Err(refusal.clone()),
        }
    }
    Err(refused.map_or(Refusal::Cancelled, Refusal::TooCostly))
}

/// How many of the wanted points are asked, the least eps first: those after which delta is below a
/// logarithmic axis are not seen, and may cost more than all others.
fn seen(asked: &Asked, wanted: usize, shown: Shown<'_>) -> usize {
    const AT_ONCE: usize = 8;
    let Some(least) = shown.least else { return wanted };
    let edge = Rational::from(10).pow(decade_below(least));
    let is_below = |(_, answer): &(Query, Result<Answer, Refusal>)| {
        let upper = answer.as_ref().ok().and_then(number_of).map(Bounds::upper);
        upper.and_then(Dyadic::to_rational).is_some_and(|upper| upper < edge)
    };
    let mut count = AT_ONCE.min(wanted);
    while count < wanted && asked.get(count - 1).is_some_and(|last| !is_below(last)) {
        count = (count + AT_ONCE).min(wanted);
    }
    count
}

/// The next questions: those that are wanted and seen, and then those that are missing, until there
/// are [`MORE`] times as many or one is refused.
fn next(asked: &Asked, wanted: &[&Rational], shown: Shown<'_>) -> Vec<Query> {
    let query = |g: Rational| Query::Delta { eps: Real::from(g).ln() };
    if asked.iter().any(|(_, answer)| answer.is_err()) {
        return Vec::new();
    }
    let seen = seen(asked, wanted.len(), shown);
    if let Some(more) = wanted.get(asked.len()..seen).filter(|more| !more.is_empty()) {
        return more.iter().map(|g| query((*g).clone())).collect();
    }
    let left = (seen * MORE).saturating_sub(asked.len());
    if left == 0 {
        return Vec::new();
    }
    let known = known(asked);
    let missing = sight(&known, shown).map_or_else(Vec::new, |sight| sight.missing(&known));
    // Where they are too many, there are some everywhere.
    let every = missing.len().div_ceil(left).max(1);
    missing.into_iter().step_by(every).map(query).collect()
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
