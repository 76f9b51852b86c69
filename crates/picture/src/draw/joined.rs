//! The line that joins points, cut at the edges of the plot.

use super::curve::Places;
use super::frame::Frame;
use super::mark;
use crate::coordinate::Coordinate;
use crate::scene::{Mark, Vertex};
use dpcert::exact::Rounding;
use malachite::rational::Rational;

/// The pieces of the line through some points that are inside of the axes.
pub fn pieces(marks: &[Mark], frame: &Frame<'_>) -> Vec<Places> {
    let mut pieces: Vec<Places> = Vec::new();
    let mut goes_on = false;
    for pair in marks.windows(2) {
        let [from, to] = pair else { continue };
        let Some([first, last]) = inside([from, to], frame) else {
            goes_on = false;
            continue;
        };
        let end = place([from, to], &last, frame);
        match pieces.last_mut().filter(|_| goes_on && first == 0) {
            Some(piece) => piece.push(end),
            None => pieces.push(vec![place([from, to], &first, frame), end]),
        }
        goes_on = last == 1;
    }
    pieces
}

/// The shares of the way from one point to the next one between which the line is inside.
fn inside([from, to]: [&Mark; 2], frame: &Frame<'_>) -> Option<[Rational; 2]> {
    let (start, end) = (middle(from), middle(to));
    let across = [&frame.x.from, &frame.x.to].map(|edge| frame.x.share([&start.x, &end.x], edge));
    let up = [&frame.y.from, &frame.y.to].map(|edge| frame.y.share([&start.y, &end.y], edge));
    let mut cuts: Vec<Rational> = vec![Rational::from(0), Rational::from(1)];
    cuts.extend(across.into_iter().chain(up).flatten().map(|(share, _)| share));
    cuts.sort();
    let is_inside = |pair: &&[Rational]| match pair {
        [first, last] if first < last => {
            let half = (first + last) / Rational::from(2);
            let Vertex { x, y } = at([&start, &end], &half, frame);
            x >= frame.x.from && x <= frame.x.to && y >= frame.y.from && y <= frame.y.to
        }
        _ => false,
    };
    let found: Vec<&[Rational]> = cuts.windows(2).filter(is_inside).collect();
    Some([found.first()?.first()?.clone(), found.last()?.last()?.clone()])
}

/// The place of the line at a share of the way; at its ends that of the point.
fn place([from, to]: [&Mark; 2], share: &Rational, frame: &Frame<'_>) -> (Rational, Rational) {
    if *share == 0 {
        return mark::centre(from, frame);
    }
    if *share == 1 {
        return mark::centre(to, frame);
    }
    let Vertex { x, y } = at([&middle(from), &middle(to)], share, frame);
    (frame.across(&x, Rounding::Down), frame.down(&y, Rounding::Down))
}

fn at([start, end]: [&Vertex; 2], share: &Rational, frame: &Frame<'_>) -> Vertex {
    let share = (share.clone(), share.clone());
    Vertex {
        x: frame.x.along([&start.x, &end.x], &share, Rounding::Down),
        y: frame.y.along([&start.y, &end.y], &share, Rounding::Down),
    }
}

fn middle(mark: &Mark) -> Vertex {
    let half = (mark.lower.value() + mark.upper.value()) / Rational::from(2);
    Vertex { x: mark.x.clone(), y: Coordinate::rounded(&half, Rounding::Down) }
}
