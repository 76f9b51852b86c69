//! The places of a layer on the paper, and what they have to do with those of others.

use super::frame::{Frame, Half, Side};
use super::joined;
use super::labels::{Point, whole};
use crate::scene::{Course, Drawn, Layer, Scene, Vertex};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;

/// A band that is thicker than this many pixels, as a mean along its curve, has lines on both edges:
/// a line is 1.6 pixels thick.
const WIDE: u32 = 2;
/// Curves coincide that are nowhere farther from each other, in hundredths of a pixel.
const COINCIDENT: i128 = 100;

/// The places of a polyline, or those along which a line is drawn.
pub type Places = Vec<(Rational, Rational)>;

/// The places of both polylines of a band, and of the lines along them.
pub struct Band {
    /// Which function it is: that of the layer, its image, or one side of a density.
    pub which: &'static str,
    pub below: Places,
    pub above: Places,
    pub lower_line: Places,
    pub upper_line: Places,
}

/// A layer on the paper.
pub struct Curve {
    /// None where it has points.
    pub bands: Vec<Band>,
    /// The pieces of the line that joins points, if there is one.
    pub joined: Option<Vec<Places>>,
    /// Are its bands so high that both of their edges have a line?
    pub is_wide: bool,
}

impl Band {
    fn of(
        which: &'static str,
        [lower, upper]: [&[Vertex]; 2],
        course: Course,
        frame: &Frame<'_>,
    ) -> Band {
        let below = frame.places(lower, course, Side::Below);
        let above = frame.places(upper, course, Side::Above);
        let lower_line = frame.visible(lower, course, &below).to_vec();
        let upper_line = frame.visible(upper, course, &above).to_vec();
        Band { which, below, above, lower_line, upper_line }
    }

    /// The line along its upper side, and where it is wide the one along its lower side.
    pub fn lines(&self, is_wide: bool) -> impl Iterator<Item = &Places> {
        [Some(&self.upper_line), is_wide.then_some(&self.lower_line)].into_iter().flatten()
    }

    fn is_wide(&self) -> bool {
        area(&self.below) - area(&self.above) > Rational::from(WIDE) * length(&self.upper_line)
    }
}

impl Curve {
    pub fn of(layer: &Layer, frame: &Frame<'_>) -> Curve {
        let bands = match &layer.drawn {
            Drawn::Function { lower, upper } | Drawn::Rising { lower, upper } => {
                vec![Band::of("function", [lower, upper], layer.drawn.course(), frame)]
            }
            // The other half: its lower side comes from the upper one of the function, and from
            // right to left.
            Drawn::Region { lower, upper } => {
                let image = [&*mirrored(upper), &mirrored(lower)];
                vec![
                    Band::of("function", [lower, upper], Course::Falls, frame),
                    Band::of("mirrored", image, Course::Falls, frame),
                ]
            }
            Drawn::Density { centre, lower, upper } => {
                let halves = Half::both(centre, lower).into_iter().zip(Half::both(centre, upper));
                let band = |(lower, upper): (Half, Half)| {
                    let below = frame.places_of_half(&lower, Side::Below);
                    let above = frame.places_of_half(&upper, Side::Above);
                    let which = match lower.course {
                        Course::Rises => "rising",
                        Course::Falls => "falling",
                    };
                    // A half may be beyond the axis, or begin where that ends.
                    let (lower_line, upper_line) = (below.clone(), above.clone());
                    let is_there = below.len() > 1 && above.len() > 1;
                    is_there.then_some(Band { which, below, above, lower_line, upper_line })
                };
                halves.filter_map(band).collect()
            }
            Drawn::Marks { .. } => Vec::new(),
        };
        let joined = match &layer.drawn {
            Drawn::Marks { marks, joined: true, .. } => Some(joined::pieces(marks, frame)),
            _ => None,
        };
        let is_wide = bands.iter().any(Band::is_wide);
        Curve { bands, joined, is_wide }
    }

    /// The lines that are drawn, that of its number first.
    pub fn lines(&self) -> impl Iterator<Item = &Places> {
        self.bands
            .iter()
            .flat_map(|band| band.lines(self.is_wide))
            .chain(self.joined.iter().flatten())
    }

    /// Is it a curve of which no line is drawn, because all of it is beyond the axes?
    fn is_beyond(&self) -> bool {
        !(self.bands.is_empty() && self.joined.is_none()) && self.lines().all(|line| line.len() < 2)
    }

    /// Is no place of either farther from the other than a pixel?
    fn coincides(&self, other: &Curve) -> bool {
        let lines = |curve: &Curve| -> Vec<Vec<Point>> {
            let line = |line: &Places| line.iter().map(|(x, y)| (whole(x), whole(y))).collect();
            curve.lines().map(line).collect()
        };
        let (one, other) = (lines(self), lines(other));
        one.len() == other.len()
            && !one.is_empty()
            && one.iter().chain(&other).all(|line| line.len() > 1)
            && one.iter().zip(&other).all(|(a, b)| is_near(a, b) && is_near(b, a))
    }
}

/// The names of all layers of a legend, with what a reader cannot see: that nothing is known
/// between two lines, that two curves are one, and that one is not there.
pub fn names(scene: &Scene, curves: &[Curve]) -> Vec<String> {
    let name = |(index, (layer, curve)): (usize, (&Layer, &Curve))| {
        let before = curves.iter().take(index);
        let same = before.into_iter().position(|other| curve.coincides(other));
        let marks = layer.marks().iter();
        let mut is_within = marks.map(|mark| mark.is_within(&scene.x, &scene.y)).peekable();
        let is_single = !matches!(layer.drawn, Drawn::Marks { joined: true, .. });
        let are_beyond = is_single && is_within.peek().is_some() && is_within.all(|is| !is);
        if curve.is_beyond() || are_beyond {
            return format!("{} (not on these axes)", layer.name);
        }
        let name = match curve.is_wide {
            true => format!("{} (between its two lines)", layer.name),
            false => layer.name.clone(),
        };
        same.map_or(name.clone(), |same| format!("{name} (within a pixel of {})", same + 1))
    };
    scene.layers.iter().zip(curves).enumerate().map(name).collect()
}

/// The image under `(x, y) -> (1 - x, 1 - y)`.
fn mirrored(polyline: &[Vertex]) -> Vec<Vertex> {
    let image = |vertex: &Vertex| Vertex { x: vertex.x.complement(), y: vertex.y.complement() };
    polyline.iter().rev().map(image).collect()
}

/// The area between a polyline and the top of the drawing.
fn area(places: &[(Rational, Rational)]) -> Rational {
    let trapezoid = |pair: &[(Rational, Rational)]| match pair {
        [(left, from), (right, to)] => (right - left) * (from + to) / Rational::from(2),
        _ => Rational::from(0),
    };
    places.windows(2).map(trapezoid).fold(Rational::from(0), |sum, part| sum + part)
}

/// At least the length of a polyline that goes in one direction across and in one down: that of the
/// straight way.
fn length(places: &[(Rational, Rational)]) -> Rational {
    let (Some((left, from)), Some((right, to))) = (places.first(), places.last()) else {
        return Rational::from(0);
    };
    let (across, down) = ((right - left).abs(), (to - from).abs());
    // Of both ways the longer one, and a part of the other: sqrt(1 + x^2) >= 0.9 + 0.4 x for x in [0, 1].
    let (long, short) = if across > down { (across, down) } else { (down, across) };
    (long * Rational::from(9u32) + short * Rational::from(4u32)) / Rational::from(10u32)
}

/// Is each place of a line near another line?
fn is_near(line: &[Point], other: &[Point]) -> bool {
    let near = |place: &Point| {
        other.windows(2).any(|pair| matches!(pair, [from, to] if is_beside(*place, *from, *to)))
    };
    // Most curves are apart in the middle.
    line.get(line.len() / 2).is_some_and(near) && line.iter().all(near)
}

/// Is a place near the segment between two others?
fn is_beside(place: Point, from: Point, to: Point) -> bool {
    let vector = |a: Point, b: Point| (i128::from(b.0 - a.0), i128::from(b.1 - a.1));
    let dot = |a: (i128, i128), b: (i128, i128)| a.0 * b.0 + a.1 * b.1;
    let (along, away) = (vector(from, to), vector(from, place));
    let (length, share) = (dot(along, along), dot(along, away));
    let limit = COINCIDENT * COINCIDENT;
    if share <= 0 {
        return dot(away, away) <= limit;
    }
    if share >= length {
        let away = vector(to, place);
        return dot(away, away) <= limit;
    }
    let cross = along.0 * away.1 - along.1 * away.0;
    cross * cross <= limit * length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_is_within_a_pixel_in_every_direction() {
        let (from, to) = ((0, 0), (3000, 4000));
        for (place, is_within) in [
            ((1500, 2000), true),
            ((1420, 2060), true),
            ((1415, 2064), false),
            ((3060, 4080), true),
            ((3061, 4080), false),
            ((-60, -80), true),
            ((-61, -80), false),
        ] {
            assert_eq!(is_beside(place, from, to), is_within, "{place:?}");
        }
        assert!(is_near(&[from, to], &[(0, 50), (3000, 4050)]));
        assert!(!is_near(&[from, to], &[(0, 50), (3000, 4250)]));
    }
}
