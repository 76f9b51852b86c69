//! From numbers to positions on a drawing.

use crate::axis::Axis;
use crate::coordinate::Coordinate;
use crate::scene::{Course, Scene, Vertex};
use dpcert::exact::Rounding;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;
use std::borrow::Cow;

/// Positions are integer multiples of `1/FINENESS` pixels.
pub const FINENESS: u32 = 100;

/// The rectangle into which a scene is drawn, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub x: &'a Axis,
    pub y: &'a Axis,
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// The side to which positions are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the left, and down on the paper: for a lower bound of a decreasing curve.
    Below,
    /// To the right, and up on the paper: for an upper bound.
    Above,
}

impl Side {
    fn rounding(self) -> Rounding {
        match self {
            Side::Below => Rounding::Down,
            Side::Above => Rounding::Up,
        }
    }
}

/// A polyline of a density on one side of its centre, from left to right: it rises left of it.
pub struct Half {
    pub polyline: Vec<Vertex>,
    pub course: Course,
}

impl Half {
    /// Both halves of a polyline over the distance from a centre, the left one first.
    pub fn both(centre: &Coordinate, polyline: &[Vertex]) -> [Half; 2] {
        let half = |x: fn(&Coordinate, &Coordinate) -> Coordinate| {
            polyline
                .iter()
                .map(move |Vertex { x: far, y }| Vertex { x: x(centre, far), y: y.clone() })
        };
        [
            Half { polyline: half(Coordinate::minus).rev().collect(), course: Course::Rises },
            Half { polyline: half(Coordinate::plus).collect(), course: Course::Falls },
        ]
    }
}

impl<'a> Frame<'a> {
    pub fn of(scene: &'a Scene, left: u32, top: u32, width: u32, height: u32) -> Frame<'a> {
        Frame { x: &scene.x, y: &scene.y, left, top, width, height }
    }

    /// The horizontal position, in pixels from the left of the drawing.
    pub fn across(&self, x: &Coordinate, rounding: Rounding) -> Rational {
        let position = self.x.position(x, rounding) * Rational::from(self.width);
        rounded(&position, rounding) + Rational::from(self.left)
    }

    /// The vertical position, in pixels from the top of the drawing: a number that is rounded up is
    /// rounded towards the top.
    pub fn down(&self, y: &Coordinate, rounding: Rounding) -> Rational {
        let position = self.y.position(y, rounding) * Rational::from(self.height);
        Rational::from(self.top + self.height) - rounded(&position, rounding)
    }

    /// The positions of a polyline, rounded to a side. Parts beyond the edges are moved onto them:
    /// this does not change the inside, since the polyline has a vertex wherever it crosses an
    /// edge.
    pub fn places(
        &self,
        polyline: &[Vertex],
        course: Course,
        side: Side,
    ) -> Vec<(Rational, Rational)> {
        let roundings = course.roundings(side.rounding());
        self.placed(&self.crossed(polyline, roundings), roundings)
    }

    /// The positions of one half of a density: the same, without the parts beyond the edges of the
    /// horizontal axis.
    pub fn places_of_half(&self, half: &Half, side: Side) -> Vec<(Rational, Rational)> {
        let roundings = half.course.roundings(side.rounding());
        let mut crossed = self.crossed(&half.polyline, roundings).into_owned();
        crossed.retain(|vertex| self.x.from <= vertex.x && vertex.x <= self.x.to);
        let mut places = self.placed(&crossed, roundings);
        // No value is above that at the centre: this bound may go beyond it, and leaves no gap.
        let (nearest, place) = match half.course {
            Course::Rises => (crossed.last(), places.last_mut()),
            Course::Falls => (crossed.first(), places.first_mut()),
        };
        if let (Side::Above, Some(nearest), Some(place)) = (side, nearest, place) {
            place.0 = self.across(&nearest.x, roundings[0].opposite());
        }
        places
    }

    fn placed(
        &self,
        polyline: &[Vertex],
        [across, down]: [Rounding; 2],
    ) -> Vec<(Rational, Rational)> {
        let place = |vertex: &Vertex| (self.across(&vertex.x, across), self.down(&vertex.y, down));
        let mut places: Vec<(Rational, Rational)> = polyline.iter().map(place).collect();
        places.dedup();
        places
    }

    /// The places of a curve along which a line is drawn: those without what runs along an edge that
    /// only cuts it off, where a line would show values that it does not have. The lower edge of a
    /// linear axis from 0 is 0, and the upper one at 1 is 1, which are values.
    pub fn visible<'p>(
        &self,
        polyline: &[Vertex],
        course: Course,
        places: &'p [(Rational, Rational)],
    ) -> &'p [(Rational, Rational)] {
        let (Some(first), Some(last)) = (polyline.first(), polyline.last()) else {
            return places;
        };
        let [left, top] = [self.left, self.top].map(Rational::from);
        let (right, bottom) =
            (Rational::from(self.left + self.width), Rational::from(self.top + self.height));
        // The edges on which a curve begins and ends, and whether they cut it off.
        let [begin, end] = match course {
            Course::Falls => [(&top, first.y > self.y.to), (&bottom, last.y < self.y.from)],
            Course::Rises => [(&bottom, first.y < self.y.from), (&top, last.y > self.y.to)],
        };
        // A curve that ends where the axis does is not cut: its end may be rounded.
        let beyond = Coordinate::rounded(
            &(self.x.to.value() + (self.x.to.value() - self.x.from.value()) * unseen()),
            Rounding::Up,
        );
        let (begin_across, end_across) =
            ((&left, first.x < self.x.from), (&right, last.x > beyond));
        let is_along = |at: &Rational, (edge, is_cut): (&Rational, bool)| is_cut && at == edge;
        let before =
            places.iter().take_while(|(x, y)| is_along(x, begin_across) || is_along(y, begin));
        let after =
            places.iter().rev().take_while(|(x, y)| is_along(x, end_across) || is_along(y, end));
        let (from, to) = (before.count(), places.len() - after.count());
        // The line begins and ends on the edge.
        let (from, to) = (from.saturating_sub(1), (to + 1).min(places.len()));
        places.get(from..to.max(from)).unwrap_or(places)
    }

    /// A polyline with its crossings of the edges.
    fn crossed<'v>(&self, polyline: &'v [Vertex], roundings: [Rounding; 2]) -> Cow<'v, [Vertex]> {
        let is_inside = |vertex: &Vertex| {
            let within = |axis: &Axis, at: &Coordinate| axis.from <= *at && *at <= axis.to;
            within(self.x, &vertex.x) && within(self.y, &vertex.y)
        };
        if polyline.iter().all(is_inside) {
            return Cow::Borrowed(polyline);
        }
        let mut crossed: Vec<Vertex> = polyline.first().cloned().into_iter().collect();
        for pair in polyline.windows(2) {
            let [a, b] = pair else { continue };
            crossed.extend(self.crossings(a, b, roundings));
            crossed.push(b.clone());
        }
        Cow::Owned(crossed)
    }

    /// The points at which a segment crosses lines through the edges, along it.
    fn crossings(&self, a: &Vertex, b: &Vertex, [across, down]: [Rounding; 2]) -> Vec<Vertex> {
        let mut found: Vec<(Rational, Vertex)> = Vec::new();
        for edge in [&self.x.from, &self.x.to] {
            if let Some(share) = self.x.share([&a.x, &b.x], edge) {
                let y = self.y.along([&a.y, &b.y], &share, down);
                found.push((share.0, Vertex { x: edge.clone(), y }));
            }
        }
        for edge in [&self.y.from, &self.y.to] {
            if let Some(share) = self.y.share([&a.y, &b.y], edge) {
                let x = self.x.along([&a.x, &b.x], &share, across);
                found.push((share.0, Vertex { x, y: edge.clone() }));
            }
        }
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        found.into_iter().map(|(_, vertex)| vertex).collect()
    }
}

/// A share of an axis that no drawing shows.
fn unseen() -> Rational {
    Rational::from_unsigneds(1u32, 1_000_000u32)
}

/// Rounds to a multiple of `1/FINENESS`.
fn rounded(x: &Rational, rounding: Rounding) -> Rational {
    let scaled = x * Rational::from(FINENESS);
    let whole = match rounding {
        Rounding::Down => Floor::floor(&scaled),
        Rounding::Up => Ceiling::ceiling(&scaled),
    };
    Rational::from(whole) / Rational::from(FINENESS)
}

/// The decimal of a position.
pub fn text(x: &Rational) -> String {
    Coordinate::rounded(x, Rounding::Down).to_string()
}
