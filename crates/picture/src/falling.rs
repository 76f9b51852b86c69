//! Functions that fall, between polylines.

use super::coordinate::Coordinate;
use super::scene::Vertex;
use dpcert::Bounds;
use dpcert::exact::Rounding;
use malachite::rational::Rational;

/// What is known of a function at a place.
#[derive(Clone)]
pub struct Known {
    /// The place.
    pub at: Rational,
    /// The function is not below this.
    pub lower: Rational,
    /// The function is not above this.
    pub upper: Rational,
}

impl Known {
    /// Ends of a function into [0, 1], as decimals that are not long.
    pub fn within_unit(at: &Rational, bounds: Option<&Bounds>) -> Known {
        let end = |rounding, otherwise: u32| {
            let end = bounds.and_then(|bounds| Coordinate::of_bounds(bounds, rounding));
            end.map_or_else(|| Rational::from(otherwise), |end| end.value().clone())
        };
        Known { at: at.clone(), lower: end(Rounding::Down, 0), upper: end(Rounding::Up, 1) }
    }
}

/// A polyline nowhere above a function that falls, and one nowhere below it, from the first place to the last one.
///
/// Between two places the function is at most what it is at the left one, and at least what it is at the right one. So the
/// upper polyline is, at each place, as high as the bound is at the place before, and the lower one as low as at the next:
/// this holds whatever is done to the axes. `x` is the coordinate of a place, rounded to a side; it grows with the place.
pub fn polylines(known: &[Known], x: impl Fn(&Rational, Rounding) -> Coordinate) -> (Vec<Vertex>, Vec<Vertex>) {
    // Bounds of a function that falls: each may be taken with all before it.
    let mut upper: Vec<Vertex> = Vec::new();
    let mut high = known.first().map_or_else(|| Rational::from(1), |first| first.upper.clone());
    for point in known {
        upper.push(Vertex { x: x(&point.at, Rounding::Up), y: Coordinate::rounded(&high, Rounding::Up) });
        high = high.min(point.upper.clone());
    }
    let mut lower: Vec<Vertex> = Vec::new();
    let mut low = known.last().map_or_else(|| Rational::from(0), |last| last.lower.clone());
    for point in known.iter().rev() {
        lower.push(Vertex { x: x(&point.at, Rounding::Down), y: Coordinate::rounded(&low, Rounding::Down) });
        low = low.max(point.lower.clone());
    }
    lower.reverse();
    (lower, upper)
}
