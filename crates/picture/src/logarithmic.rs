//! Logarithmic axes of curves that are certified on linear ones.
//!
//! A line between two vertices is another one on a logarithmic axis. So the polylines have more
//! vertices there, and hold at each of them and between them (see [`falling::polylines`]).

use super::axis::{Axis, Scale};
use super::coordinate::Coordinate;
use super::falling::{self, Known, heights};
use super::scene::{Drawn, Scene, Vertex};
use dpcert::Refusal;
use dpcert::exact::Rounding;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;

/// The number of places along an axis.
const PLACES: u32 = 400;
/// The most vertices between two of them.
const MOST: u32 = 64;
/// A logarithmic axis without an end at the left or below has so many units from it to the other.
const SPAN: u32 = 1000;

/// The axes that are wanted to be logarithmic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logarithmic {
    /// The horizontal one.
    pub x: bool,
    /// The vertical one.
    pub y: bool,
}

impl Logarithmic {
    /// Makes axes of a scene logarithmic. One that begins at 0 begins at a thousandth of its end
    /// instead.
    ///
    /// # Errors
    /// Regions and densities, which are mirrored.
    pub fn apply(self, scene: &mut Scene) -> Result<(), Refusal> {
        let mut is_changed = false;
        for (axis, is_wanted) in [(&mut scene.x, self.x), (&mut scene.y, self.y)] {
            if is_wanted && axis.scale == Scale::Linear {
                is_changed = true;
                axis.scale = Scale::Logarithmic;
                if *axis.from.value() <= 0 {
                    let from = axis.to.value() / Rational::from(SPAN);
                    axis.from = Coordinate::rounded(&from, Rounding::Down);
                }
            }
        }
        if !is_changed {
            return Ok(());
        }
        let Scene { x, y, layers, .. } = scene;
        for layer in layers {
            match &mut layer.drawn {
                Drawn::Function { lower, upper } => {
                    let known = known(lower, upper, x, y);
                    (*lower, *upper) = falling::polylines(&known, Coordinate::rounded);
                }
                Drawn::Marks { .. } => {}
                Drawn::Region { .. } | Drawn::Density { .. } => {
                    return Err(Refusal::Unsupported {
                        what: "a logarithmic axis of this picture".to_owned(),
                        missing: "its curves are mirrored: draw trade-off functions or profiles"
                            .into(),
                    });
                }
            }
        }
        Ok(())
    }
}

/// What two polylines say of a function at their vertices and at places between them.
fn known(lower: &[Vertex], upper: &[Vertex], x: &Axis, y: &Axis) -> Vec<Known> {
    let at = |at: Rational| Known {
        lower: heights(lower, &at).into_iter().min().unwrap_or_else(|| Rational::from(0)),
        upper: heights(upper, &at).into_iter().max().unwrap_or_else(|| Rational::from(1)),
        at,
    };
    // Both are known from the first place of the later one on, to the last place of the other.
    let ends = |of: fn(&[Vertex]) -> Option<&Vertex>| [of(lower), of(upper)].into_iter().flatten();
    let first = ends(|all| all.first()).map(|vertex| vertex.x.value()).max();
    let last = ends(|all| all.last()).map(|vertex| vertex.x.value()).min();
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let vertices = lower.iter().chain(upper).map(|vertex| vertex.x.value().clone());
    let mut places: Vec<Rational> = vertices.chain(spread(x)).collect();
    places.retain(|at| first <= at && at <= last);
    places.sort();
    places.dedup();
    let mut all: Vec<Known> = Vec::new();
    for place in places {
        let next = at(place);
        if let Some(before) = all.last().cloned() {
            let count = vertices_between(&before, &next, y);
            let length = &next.at - &before.at;
            let finer =
                (1..count).map(|n| &before.at + &length * Rational::from_unsigneds(n, count));
            all.extend(finer.map(&at));
        }
        all.push(next);
    }
    all
}

/// Places along an axis, evenly spread on it.
fn spread(axis: &Axis) -> Vec<Rational> {
    let (from, to) = (axis.from.value(), axis.to.value());
    let place = |n: u32| axis.scale.between(from, to, &Rational::from_unsigneds(n, PLACES));
    // Few digits: it is a coordinate.
    let decimal = |at: Rational| Coordinate::rounded(&at, Rounding::Down).value().clone();
    (0..=PLACES).map(place).map(decimal).collect()
}

/// The parts into which an interval is divided, so that the function falls by about a unit of the
/// vertical axis in each.
fn vertices_between(before: &Known, next: &Known, y: &Axis) -> u32 {
    let place = |height: &Rational| {
        y.position(&Coordinate::rounded(height, Rounding::Down), Rounding::Down)
    };
    let drop =
        (place(&before.upper) - place(&next.upper)).max(place(&before.lower) - place(&next.lower));
    let units = Ceiling::ceiling(&(drop * Rational::from(PLACES)));
    u32::try_from(&units).map_or(MOST, |units| units.clamp(1, MOST))
}
