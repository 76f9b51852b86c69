//! Convex functions of `g = e^eps` between polylines over eps.
//!
//! A line `h - m g` with m >= 0 is concave over eps. So its chord is nowhere above it, and a polyline
//! through its values is one below. It is above that chord by at most `(t - s) d / 4` where `d` is the
//! length of the interval of eps, and `s` and `t` are the slopes `m g` at its ends: two tangents meet
//! no farther from the chord. A polyline raised by so much is nowhere below it.
//!
//! The logarithm of such a line is concave too, with the slopes `m g / (h - m g)`. On a logarithmic
//! axis of the function a polyline is raised by so much of the logarithm. It is then nowhere below the
//! line on a linear axis either, where its chords are higher.

use super::bend::Piece;
use super::coordinate::Coordinate;
use super::scene::Vertex;
use dpcert::exact::Rounding;
use malachite::rational::Rational;

/// A polyline nowhere above a decreasing function, and one nowhere below it, through its pieces from
/// left to right. `eps` is the coordinate of a point, rounded to a side.
pub fn polylines(
    pieces: &[Piece],
    is_logarithmic: bool,
    eps: impl Fn(&Rational, Rounding) -> Coordinate,
) -> (Vec<Vertex>, Vec<Vertex>) {
    (lower(pieces, &eps), upper(pieces, is_logarithmic, &eps))
}

fn lower(pieces: &[Piece], eps: &impl Fn(&Rational, Rounding) -> Coordinate) -> Vec<Vertex> {
    let mut polyline: Vec<Vertex> = Vec::new();
    for Piece { at, lower, .. } in pieces {
        for (at, height) in at.iter().zip(lower) {
            let y = Coordinate::rounded(height, Rounding::Down);
            // Where a piece begins below the end of the one before, the polyline is vertical; where
            // it begins above, it is as low as that end, and so are all that follow.
            let y = polyline.last().map_or(y.clone(), |last| last.y.clone().min(y));
            let vertex = Vertex { x: eps(at, Rounding::Down), y };
            if polyline.last() != Some(&vertex) {
                polyline.push(vertex);
            }
        }
    }
    polyline
}

fn upper(
    pieces: &[Piece],
    is_logarithmic: bool,
    eps: &impl Fn(&Rational, Rounding) -> Coordinate,
) -> Vec<Vertex> {
    let length = |[from, to]: &[Rational; 2]| {
        eps(to, Rounding::Up).value() - eps(from, Rounding::Down).value()
    };
    let raised: Vec<Option<[Rational; 2]>> =
        pieces.iter().map(|piece| raised(piece, &length(&piece.at), is_logarithmic)).collect();
    // The height at the beginning of each piece, and at the end of the last one.
    let mut heights: Vec<Rational> = pieces.iter().map(|piece| piece.upper[0].clone()).collect();
    heights.extend(pieces.last().map(|last| last.upper[1].clone()));
    for (index, ends) in raised.iter().enumerate() {
        for (height, end) in heights.iter_mut().skip(index).zip(ends.iter().flatten()) {
            *height = height.clone().max(end.clone());
        }
    }
    // It falls.
    let mut highest = Rational::from(0);
    for height in heights.iter_mut().rev() {
        highest = highest.max(height.clone());
        height.clone_from(&highest);
    }
    let vertex = |at: &Rational, height: &Rational| Vertex {
        x: eps(at, Rounding::Up),
        y: Coordinate::rounded(height, Rounding::Up),
    };
    let mut polyline: Vec<Vertex> = Vec::new();
    for ((piece, raised), ends) in pieces.iter().zip(&raised).zip(heights.windows(2)) {
        let ([from, to], [first, last]) = (&piece.at, ends) else { continue };
        if polyline.is_empty() {
            polyline.push(vertex(from, first));
        }
        if raised.is_none() {
            polyline.push(vertex(to, first));
        }
        polyline.push(vertex(to, last));
    }
    polyline
}

/// The heights of both ends of the chord that is nowhere below the line of a piece; `None` where that
/// falls too fast on a logarithmic axis, or to 0.
fn raised(piece: &Piece, length: &Rational, is_logarithmic: bool) -> Option<[Rational; 2]> {
    let ([from, to], [first, last]) = (&piece.at, &piece.upper);
    let apart = |bend: Rational| bend * length / Rational::from(4);
    if !is_logarithmic {
        let apart = apart(first - last);
        return Some([first + &apart, last + &apart]);
    }
    if first == last {
        return Some([first.clone(), last.clone()]);
    }
    if *last == 0 {
        return None;
    }
    let fall = (first - last) / (to - from);
    let apart = apart(to * &fall / last - from * &fall / first);
    // e^x is at most 1 + x + x^2 for x in [0, 1].
    let factor = Rational::from(1) + &apart + &apart * &apart;
    (apart <= 1).then(|| [first * &factor, last * &factor])
}
