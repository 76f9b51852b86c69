//! Decreasing functions between polylines.

use super::coordinate::Coordinate;
use super::scene::Vertex;
use dpcert::Bounds;
use dpcert::exact::Rounding;
use malachite::rational::Rational;

/// The bounds of a function at a point.
#[derive(Clone)]
pub struct Known {
    /// The point.
    pub at: Rational,
    /// A lower bound of the function.
    pub lower: Rational,
    /// An upper bound of the function.
    pub upper: Rational,
}

impl Known {
    /// Bounds of a function into [0, 1], as short decimals.
    pub fn within_unit(at: &Rational, bounds: Option<&Bounds>) -> Known {
        let end = |rounding, otherwise: u32| {
            let end = bounds.and_then(|bounds| Coordinate::of_bounds(bounds, rounding));
            end.map_or_else(|| Rational::from(otherwise), |end| end.value().clone())
        };
        Known { at: at.clone(), lower: end(Rounding::Down, 0), upper: end(Rounding::Up, 1) }
    }
}

/// A polyline nowhere above a decreasing function, and one nowhere below it, from the first point
/// to the last one.
///
/// Between two points the function is at most its value at the left one, and at least its value at
/// the right one. So the upper polyline is, at each point, as high as the bound at the point
/// before, and the lower one as low as at the next: this holds for every transformation of the
/// axes. `x` is the coordinate of a point, rounded to a side; it grows with the point.
pub fn polylines(
    known: &[Known],
    x: impl Fn(&Rational, Rounding) -> Coordinate,
) -> (Vec<Vertex>, Vec<Vertex>) {
    // Bounds of a decreasing function: each may be combined with all before it.
    let mut upper: Vec<Vertex> = Vec::new();
    let mut high = known.first().map_or_else(|| Rational::from(1), |first| first.upper.clone());
    for (index, point) in known.iter().enumerate() {
        let vertex = |y: &Rational| Vertex {
            x: x(&point.at, Rounding::Up),
            y: Coordinate::rounded(y, Rounding::Up),
        };
        upper.push(vertex(&high));
        // On a logarithmic axis no slope leads to 0.
        if point.upper == 0 && high > 0 && index + 1 < known.len() {
            upper.push(vertex(&point.upper));
        }
        high = high.min(point.upper.clone());
    }
    let mut lower: Vec<Vertex> = Vec::new();
    let mut low = known.last().map_or_else(|| Rational::from(0), |last| last.lower.clone());
    for point in known.iter().rev() {
        lower.push(Vertex {
            x: x(&point.at, Rounding::Down),
            y: Coordinate::rounded(&low, Rounding::Down),
        });
        low = low.max(point.lower.clone());
    }
    lower.reverse();
    (lower, upper)
}

/// The heights of a polyline at a place: two where it is vertical, none beyond its ends.
pub fn heights(polyline: &[Vertex], at: &Rational) -> Vec<Rational> {
    let next = polyline.partition_point(|vertex| vertex.x.value() < at);
    let there = polyline.iter().skip(next).take_while(|vertex| vertex.x.value() == at);
    let mut heights: Vec<Rational> = there.map(|vertex| vertex.y.value().clone()).collect();
    if let (true, Some(from), Some(to)) =
        (heights.is_empty(), next.checked_sub(1).and_then(|i| polyline.get(i)), polyline.get(next))
    {
        let ends = [from, to].map(|vertex| [vertex.x.value(), vertex.y.value()]);
        heights.push(on_line(ends[0], ends[1], at));
    }
    heights
}

/// The height of a line through two points at a place, which is between them.
pub fn on_line([x, y]: [&Rational; 2], [far, end]: [&Rational; 2], at: &Rational) -> Rational {
    y + (end - y) * ((at - x) / (far - x))
}
