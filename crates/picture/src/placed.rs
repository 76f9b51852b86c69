//! Noise around a centre.
//!
//! A density is symmetric and does not rise from its centre on. So it is drawn by the distance from
//! there: it is certified at some distances, and between two of them it is at most its value at the
//! nearer one and at least that at the farther one. A staircase is constant between its jumps.
//!
//! A drawing is around a decimal. Where the true centre is another number, the two are at most an
//! `error` apart: the true distance of a place is then within it of the distance from the decimal.

use super::axis::Axis;
use super::coordinate::Coordinate;
use super::falling::{self, Known};
use super::scene::{Certified, Drawn, Layer, Mark, Vertex};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Malachite, Rounding};
use dpcert::mechanism::Density;
use dpcert::{Bounds, EngineChoice, Method, Real, Refusal};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Abs, Ceiling, Floor};
use malachite::rational::Rational;

/// The most steps, or masses, of one noise: more than there are pixels.
const MOST: u32 = 4096;
/// Their places have ten digits at most.
const FARTHEST: u32 = 1_000_000_000;

/// Noise around a centre, and the part of it that is shown.
pub struct Placed<'a> {
    noise: &'a Density,
    centre: &'a Real,
    axis: &'a Axis,
    /// The centre as a decimal.
    decimal: Coordinate,
    error: Rational,
    /// The least distance from the decimal that is shown, and the largest one.
    near: Rational,
    far: Rational,
}

/// What is drawn of a layer, and the engine that computed it.
type Certain = Result<(Drawn, &'static str), Refusal>;

impl<'a> Placed<'a> {
    pub fn new(noise: &'a Density, centre: &'a Real, axis: &'a Axis) -> Placed<'a> {
        let [decimal, above] =
            [Rounding::Down, Rounding::Up].map(|rounding| Coordinate::of_real(centre, rounding));
        let error = above.value() - decimal.value();
        let left = decimal.value() - axis.from.value();
        let right = axis.to.value() - decimal.value();
        let near = Rational::from(0).max(-&left).max(-&right);
        let far = left.abs().max(right.abs());
        Placed { noise, centre, axis, decimal, error, near, far }
    }

    pub fn layer(&self, name: &str, points: u32, engine: EngineChoice) -> Result<Layer, Refusal> {
        let (drawn, engine) = match self.noise.first_jump() {
            _ if self.noise.is_discrete() => self.masses(engine)?,
            Some(first) => self.steps(first, engine)?,
            None => self.curve(points, engine)?,
        };
        let (method, engine) = (Method::ClosedForm.name().to_owned(), engine.to_owned());
        Ok(Layer {
            name: name.to_owned(),
            question: serde_json::Value::Null,
            certified: Certified { method, engine, tight: true, sparse: false },
            drawn,
        })
    }

    fn curve(&self, points: u32, engine: EngineChoice) -> Certain {
        let distances = self.distances(points);
        let nearer = distances.iter().map(|at| (at - &self.error).max(Rational::from(0)));
        let farther = distances.iter().map(|at| at + &self.error);
        let (above, name) = self.noise.at(&nearer.collect::<Vec<_>>(), engine)?;
        let below = match self.error == 0 {
            true => above.clone(),
            false => self.noise.at(&farther.collect::<Vec<_>>(), engine)?.0,
        };
        let ends = distances.iter().zip(below.iter().zip(&above)).map(|(at, (below, above))| {
            let [lower, upper] = [end(below, Rounding::Down)?, end(above, Rounding::Up)?]
                .map(|end| end.value().clone());
            Ok(Known { at: at.clone(), lower, upper })
        });
        let known = ends.collect::<Result<Vec<_>, Refusal>>()?;
        let (lower, upper) = falling::polylines(&known, Coordinate::rounded);
        Ok((Drawn::Density { centre: self.decimal.clone(), lower, upper }, name))
    }

    /// Decimals from the least distance to the largest one, fewer where the density is small.
    fn distances(&self, points: u32) -> Vec<Rational> {
        let reach = self.noise.reach();
        let turn = if reach > self.near && reach < self.far { reach } else { self.far.clone() };
        let even = |from: &Rational, to: &Rational, count: u32| {
            let (from, length) = (from.clone(), to - from);
            (0..count).map(move |i| &from + &length * Rational::from_unsigneds(i, count))
        };
        let rest = if turn < self.far { (points / 4).max(2) } else { 0 };
        let all = even(&self.near, &turn, points).chain(even(&turn, &self.far, rest));
        let decimal = |at: &Rational, rounding| Coordinate::rounded(at, rounding).value().clone();
        let mut all: Vec<_> = all.map(|at| decimal(&at, Rounding::Down)).collect();
        all.push(decimal(&self.far, Rounding::Up));
        all.dedup();
        all
    }

    /// A staircase with a jump at `k + first` for each whole k.
    fn steps(&self, first: &Real, engine: EngineChoice) -> Certain {
        // A step more on either side: the ends of a polyline are beyond the axis.
        let from = (Floor::floor(&self.near) - Integer::from(2)).max(Integer::from(0));
        let to = Ceiling::ceiling(&self.far) + Integer::from(2);
        let count = self.few(&(to - &from), "steps")?;
        let steps: Vec<_> = (0..count).map(|i| Rational::from(&from + Integer::from(i))).collect();
        // A place inside of the step before each jump; the first step ends at 0 or later.
        let near = first.enclose::<Malachite>(64).lower().to_rational().unwrap_or_default();
        let back = Rational::from_unsigneds(1u32, 2u32) - near;
        let inside = steps.iter().map(|step| (step - &back).max(Rational::from(0)));
        let (heights, name) = self.noise.at(&inside.collect::<Vec<_>>(), engine)?;
        let side = |rounding| -> Result<Vec<Vertex>, Refusal> {
            let jumps = steps.iter().map(|step| {
                let jump = Real::from(step.clone()).add(first);
                let jump = Coordinate::of_real(&jump, rounding).value().clone();
                if rounding == Rounding::Down { jump - &self.error } else { jump + &self.error }
            });
            let heights = heights.iter().map(|height| end(height, rounding));
            let heights = heights.collect::<Result<Vec<_>, _>>()?;
            Ok(stairs(&Rational::from(&from), &jumps.collect::<Vec<_>>(), &heights, rounding))
        };
        let (lower, upper) = (side(Rounding::Down)?, side(Rounding::Up)?);
        Ok((Drawn::Density { centre: self.decimal.clone(), lower, upper }, name))
    }

    /// A count of steps or masses that can be drawn; a negative one is 0.
    fn few(&self, count: &Integer, of: &str) -> Result<u32, Refusal> {
        let refused = |what: String, missing: String| {
            Err(Refusal::Unsupported { what, missing: missing.into() })
        };
        let found = u32::try_from(count.max(&Integer::from(0))).ok();
        let Some(found) = found.filter(|count| *count <= MOST) else {
            return refused(
                format!("a picture of {count} {of}"),
                format!("at most {MOST} are drawn: choose a part of the horizontal axis"),
            );
        };
        if [&self.axis.from, &self.axis.to].iter().any(|end| end.value().abs() > FARTHEST) {
            let missing = "coordinates have ten digits".to_owned();
            return refused(format!("a picture of {of} beyond {FARTHEST}"), missing);
        }
        Ok(found)
    }

    /// The masses of all integers that are shown.
    fn masses(&self, engine: EngineChoice) -> Certain {
        let from = Ceiling::ceiling(self.axis.from.value());
        let count = Floor::floor(self.axis.to.value()) - &from + Integer::from(1);
        let count = self.few(&count, "masses")?;
        let outcomes = (0..count).map(|i| Rational::from(&from + Integer::from(i)));
        let outcomes: Vec<_> = outcomes.collect();
        // The centre is a whole number.
        let centre = self.centre.as_rational().cloned().unwrap_or_default();
        let distances = outcomes.iter().map(|outcome| (outcome - &centre).abs());
        let (masses, name) = self.noise.at(&distances.collect::<Vec<_>>(), engine)?;
        let marks = outcomes.iter().zip(&masses).map(|(outcome, mass)| {
            Ok(Mark {
                x: Coordinate::rounded(outcome, Rounding::Down),
                lower: end(mass, Rounding::Down)?,
                upper: end(mass, Rounding::Up)?,
                label: format!("mass of {outcome}"),
            })
        });
        let marks = marks.collect::<Result<Vec<_>, Refusal>>()?;
        Ok((Drawn::Marks { marks, labelled: false, joined: false, verdict: None }, name))
    }
}

/// An end of a density as a short decimal.
fn end(bounds: &Bounds, rounding: Rounding) -> Result<Coordinate, Refusal> {
    Coordinate::of_bounds(bounds, rounding).ok_or_else(|| Refusal::Unsupported {
        what: "a picture of noise with these parameters".to_owned(),
        missing: "too few of their digits are known: write them in a simpler form".into(),
    })
}

/// The polyline of steps from a start on, each with the jump that ends it and its height, rounded
/// to a side.
fn stairs(
    start: &Rational,
    jumps: &[Rational],
    heights: &[Coordinate],
    rounding: Rounding,
) -> Vec<Vertex> {
    let falling = falling_ends(heights, rounding);
    let mut at = Coordinate::rounded(start, rounding);
    let mut vertices = Vec::new();
    for (jump, height) in jumps.iter().zip(&falling) {
        let (jump, y) = (Coordinate::rounded(jump, rounding), height.clone());
        // A step that is too short for the decimals leaves no place of its own.
        if jump > at {
            vertices.push(Vertex { x: at, y: y.clone() });
            vertices.push(Vertex { x: jump.clone(), y });
            at = jump;
        }
    }
    vertices
}

/// Ends of heights that fall: each may be combined with those on one side of it.
fn falling_ends(ends: &[Coordinate], rounding: Rounding) -> Vec<Coordinate> {
    let mut all = ends.to_vec();
    if rounding == Rounding::Up {
        all.iter_mut().reduce(|before, end| {
            *end = end.clone().min(before.clone());
            end
        });
    } else {
        all.iter_mut().rev().reduce(|after, end| {
            *end = end.clone().max(after.clone());
            end
        });
    }
    all
}
