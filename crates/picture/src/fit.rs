//! The vertical axis of a part of a picture: what is there, and not what is beside it.

use super::axis::{Axis, Scale, decade_above, decade_below, round_above};
use super::coordinate::Coordinate;
use super::falling::heights;
use super::scene::{Drawn, Layer, Scene, Vertex};
use dpcert::exact::Rounding;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Floor, Pow};
use malachite::rational::Rational;

/// The vertical axis for the part of the horizontal one that is shown. It has round ends around all
/// curves and points there, and begins where the whole one does unless that would leave most of it
/// empty. `None` where nothing is there, or where there are regions or densities.
pub fn fitted(scene: &Scene) -> Option<Axis> {
    let (from, to) = (scene.x.from.value(), scene.x.to.value());
    let mut heights: Vec<Rational> = Vec::new();
    for layer in &scene.layers {
        match &layer.drawn {
            Drawn::Function { lower, upper } => {
                heights.extend(height(upper, from));
                heights.extend(height(lower, to).or_else(|| Some(lower.last()?.y.value().clone())));
            }
            Drawn::Rising { lower, upper } => {
                heights.extend(height(lower, from));
                heights.extend(height(upper, to).or_else(|| Some(upper.last()?.y.value().clone())));
            }
            Drawn::Marks { marks, joined, .. } => {
                let shown =
                    marks.iter().filter(|mark| from <= mark.x.value() && mark.x.value() <= to);
                heights.extend(
                    shown.flat_map(|mark| [mark.lower.value().clone(), mark.upper.value().clone()]),
                );
                // A line between two points passes through an edge of the part.
                for pair in marks.windows(2).filter(|_| *joined) {
                    let [one, next] = pair else { continue };
                    let passed = [&scene.x.from, &scene.x.to]
                        .into_iter()
                        .filter_map(|edge| scene.x.share([&one.x, &next.x], edge));
                    heights.extend(passed.map(|share| {
                        let ends = [&one.upper, &next.upper];
                        scene.y.along(ends, &share, Rounding::Up).value().clone()
                    }));
                }
            }
            Drawn::Region { .. } | Drawn::Density { .. } => return None,
        }
    }
    let (least, most) = (heights.iter().min()?, heights.iter().max()?);
    let whole = &scene.y;
    if most <= whole.from.value() {
        return None;
    }
    let axis = |from: Rational, to: Rational| {
        let (from, to) = (from.max(whole.from.value().clone()), to.min(whole.to.value().clone()));
        let (from, to) =
            (Coordinate::rounded(&from, Rounding::Down), Coordinate::rounded(&to, Rounding::Up));
        (from < to).then(|| Axis { from, to, ..whole.clone() })
    };
    if whole.scale == Scale::Logarithmic {
        let above = Rational::from(10).pow(decade_above(most));
        // That of a power begins where that of the level does.
        let is_power = |layer: &Layer| matches!(layer.drawn, Drawn::Rising { .. });
        let below = match *least > 0 && !scene.layers.iter().any(is_power) {
            true => Rational::from(10).pow(decade_below(least)),
            false => whole.from.value().clone(),
        };
        return axis(below, above);
    }
    let span = most - least;
    if least - whole.from.value() <= span {
        let step = round_above(&((most - whole.from.value()) / Rational::from(20)));
        // What is highest is below the frame, where the whole axis goes on.
        let above = Rational::from(Floor::floor(&(most / &step))) + Rational::from(1);
        return axis(whole.from.value().clone(), above * step);
    }
    let step = round_above(&(span / Rational::from(10)));
    let multiple = |n| Rational::from_integers(n, 1.into()) * &step;
    let above = Floor::floor(&(most / &step)) + Integer::from(1);
    axis(multiple(Floor::floor(&(least / &step))), multiple(above))
}

/// A polyline at a place, the upper end where it is vertical; `None` beyond its ends.
fn height(polyline: &[Vertex], at: &Rational) -> Option<Rational> {
    heights(polyline, at).into_iter().next()
}
