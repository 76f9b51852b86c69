//! Privacy profiles: delta over eps.
//!
//! As a function of `g = e^eps`, delta is convex and falls, from a supremum of lines `P(S) - g Q(S)`. It is certified at
//! some points g; in between it is at most the chord, and at least what the chords of the neighbouring intervals say when
//! they are drawn on, and at least what it is at the right end. These bounds are read at finer points, and drawn so that
//! they hold whatever is done to the axes: the upper polyline is, at each of these points, as high as the bound is at the
//! point before, the lower one as low as at the next.

use super::axis::{Axis, Scale, decade_above, decade_below};
use super::coordinate::Coordinate;
use super::scene::{Certified, Drawn, FORMAT, Layer, NotDrawn, Scene, Vertex, engine_of};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite, Real, Rounding};
use dpcert::{Answer, Content, Mechanism, Options, Query, Question, Refusal, ask};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use rayon::prelude::*;
use serde_json::json;

/// What is drawn of privacy profiles.
#[derive(Clone, Debug)]
pub struct Profiles {
    /// The last eps, > 0.
    pub to: Rational,
    /// On a logarithmic axis, the least delta, in (0, 1); linear where there is none.
    pub least: Option<Rational>,
    /// So many points are certified, at least 2, besides the first.
    pub points: u32,
}

/// So many points lie between two certified ones.
const FINER: u32 = 8;
/// Bits in which exponentials and logarithms are enclosed.
const PRECISION: u64 = 96;

/// A picture of privacy profiles from eps = 0 on, named as they are given; `progress` is called after each answer.
///
/// Cost: a `delta` for each point and mechanism, in parallel.
///
/// # Errors
/// The first mechanism whose delta is refused.
pub fn profiles(
    mechanisms: &[(String, Mechanism)],
    wanted: &Profiles,
    options: &Options,
    progress: impl Fn() + Sync,
) -> Result<Scene, NotDrawn> {
    let points = points(wanted);
    let mut layers = Vec::new();
    for (name, mechanism) in mechanisms {
        layers
            .push(layer(name, mechanism, &points, options, &progress).map_err(|refusal| NotDrawn::new(name, refusal))?);
    }
    let y = match &wanted.least {
        None => Axis { to: highest(&layers), ..Axis::unit("delta") },
        Some(least) => {
            let power = |n: i64| Coordinate::rounded(&Rational::from(10).pow(n), Rounding::Up);
            let (from, to) = (power(decade_below(least)), power(decade_above(highest(&layers).value())));
            Axis { label: "delta".to_owned(), scale: Scale::Logarithmic, from, to }
        }
    };
    Ok(Scene {
        format: FORMAT.to_owned(),
        title: "Privacy profiles".to_owned(),
        caption: format!(
            "Each band contains delta, proven at {} points and by convexity in between; engine {}.",
            points.len(),
            engine_of(&layers)
        ),
        x: Axis {
            label: "eps".to_owned(),
            scale: Scale::Linear,
            from: Coordinate::from(0),
            to: Coordinate::rounded(&wanted.to, Rounding::Down),
        },
        y,
        layers,
    })
}

/// The largest delta that is drawn.
fn highest(layers: &[Layer]) -> Coordinate {
    let first = |layer: &Layer| match &layer.drawn {
        Drawn::Region { upper, .. } | Drawn::Function { upper, .. } => upper.first().map(|vertex| vertex.y.clone()),
        Drawn::Marks { .. } => None,
    };
    let least = Coordinate::rounded(&Rational::from_unsigneds(1u32, 1_000_000u32), Rounding::Up);
    layers.iter().filter_map(first).fold(least, Coordinate::max)
}

/// The points `g = e^eps`: 1, and rational numbers whose logarithms are evenly spread; the last is beyond the axis.
fn points(wanted: &Profiles) -> Vec<Rational> {
    let step = &wanted.to / Rational::from(wanted.points);
    let exp = |eps: Rational| -> Rational {
        let value: Interval<Malachite> = Interval::from_rational(&eps, 32).exp();
        value.upper().to_rational().unwrap_or_else(|| Rational::from(1))
    };
    let others = (1..=wanted.points).map(|i| exp(&step * Rational::from(i)));
    std::iter::once(Rational::from(1)).chain(others).collect()
}

/// What is certified at a point.
struct Known {
    g: Rational,
    lower: Rational,
    upper: Rational,
}

fn layer(
    name: &str,
    mechanism: &Mechanism,
    points: &[Rational],
    options: &Options,
    progress: &(impl Fn() + Sync),
) -> Result<Layer, Refusal> {
    let answers = points.par_iter().map(|g| {
        let query = Query::Delta { eps: Real::from(g.clone()).ln() };
        let answer = ask(&Question::of(mechanism, &query), options);
        progress();
        answer.map(|answer| (known(g, &answer), answer))
    });
    let answers: Vec<(Known, Answer)> = answers.collect::<Result<_, Refusal>>()?;
    let certified = answers.last().map_or_else(Certified::default, |(_, answer)| Certified::of(answer));
    let known: Vec<Known> = answers.into_iter().map(|(known, _)| known).collect();
    let (lower, upper) = polylines(&known);
    // Which delta the line protocol is asked for is said by the axis.
    let question = json!({"mechanism": name, "query": {"delta": {}}});
    Ok(Layer { name: name.to_owned(), question, certified, drawn: Drawn::Function { lower, upper } })
}

fn known(g: &Rational, answer: &Answer) -> Known {
    let ends = match &answer.content {
        Content::Number(bounds) => {
            [Coordinate::of_end(bounds.lower(), Rounding::Down), Coordinate::of_end(bounds.upper(), Rounding::Up)]
        }
        _ => [None, None],
    };
    let [lower, upper] = ends.map(|end| end.map(|end| end.value().clone()));
    Known {
        g: g.clone(),
        lower: lower.unwrap_or_else(|| Rational::from(0)),
        upper: upper.unwrap_or_else(|| Rational::from(1)),
    }
}

/// A finer point, with bounds of delta there.
fn finer(known: &[Known]) -> Vec<Known> {
    let mut fine = Vec::new();
    for (i, pair) in known.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        let before = i.checked_sub(1).and_then(|i| known.get(i));
        let behind = known.get(i + 2);
        for n in 0..FINER {
            let t = Rational::from_unsigneds(n, FINER);
            let g = &left.g + (&right.g - &left.g) * &t;
            let upper = &left.upper + (&right.upper - &left.upper) * &t;
            let extended = |near: &Known, far: Option<&Known>| {
                far.map(|far| &near.lower + (&near.lower - &far.upper) * (&g - &near.g) / (&near.g - &far.g))
            };
            let lowers = [extended(left, before), extended(right, behind)].into_iter().flatten();
            let lower = lowers.fold(right.lower.clone(), Rational::max);
            fine.push(Known { g, lower, upper });
        }
    }
    let last =
        known.last().map(|last| Known { g: last.g.clone(), lower: last.lower.clone(), upper: last.upper.clone() });
    fine.extend(last);
    fine
}

/// A polyline nowhere above delta, and one nowhere below it, as functions of eps.
fn polylines(known: &[Known]) -> (Vec<Vertex>, Vec<Vertex>) {
    let fine = finer(known);
    let eps = |g: &Rational, rounding| {
        let ln: Interval<Malachite> = Interval::from_rational(g, PRECISION).ln();
        let end = if rounding == Rounding::Down { ln.lower() } else { ln.upper() };
        Coordinate::rounded(&end.to_rational().unwrap_or_else(|| Rational::from(0)), rounding)
    };
    // At each point as high as the bound is at the point before; bounds fall, so that each may be taken with all before it.
    let mut upper: Vec<Vertex> = Vec::new();
    let mut high = fine.first().map_or_else(|| Rational::from(1), |first| first.upper.clone());
    for point in &fine {
        upper.push(Vertex { x: eps(&point.g, Rounding::Up), y: Coordinate::rounded(&high, Rounding::Up) });
        high = high.min(point.upper.clone());
    }
    let mut lower: Vec<Vertex> = Vec::new();
    let mut low = fine.last().map_or_else(|| Rational::from(0), |last| last.lower.clone());
    for point in fine.iter().rev() {
        lower.push(Vertex { x: eps(&point.g, Rounding::Down), y: Coordinate::rounded(&low, Rounding::Down) });
        low = low.max(point.lower.clone());
    }
    lower.reverse();
    (lower, upper)
}
