//! A scene in a terminal: the character of a layer wherever its band passes through a cell.

use super::curve::Places;
use super::frame::{Frame, Half, Side};
use super::mark::is_shown;
use super::palette::look_of;
use crate::axis::TICKS;
use crate::coordinate::Coordinate;
use crate::scene::{Course, Drawn, Scene};
use dpcert::exact::Rounding;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;
use std::fmt::Write;
use std::ops::Range;

/// The rows of the plot.
const ROWS: usize = 20;
/// What is between both edges of a band, where nothing else is.
const BETWEEN: char = '░';
/// The columns left of the plot.
const MARGIN: usize = 10;

/// The drawing of a scene in `columns` columns, at least 40.
pub fn terminal(scene: &Scene, columns: u16) -> String {
    let width = usize::from(columns.max(40)) - MARGIN - 2;
    let frame = Frame::of(
        scene,
        0,
        0,
        u32::try_from(width).unwrap_or(u32::MAX),
        u32::try_from(ROWS).unwrap_or(u32::MAX),
    );
    let mut cells = vec![vec![' '; width]; ROWS];
    for index in scene.back_to_front() {
        let Some(layer) = scene.layers.get(index) else {
            continue;
        };
        let sign = look_of(index, layer).sign;
        match &layer.drawn {
            Drawn::Function { lower, upper }
            | Drawn::Region { lower, upper }
            | Drawn::Rising { lower, upper } => {
                let course = layer.drawn.course();
                let places = [
                    frame.places(lower, course, Side::Below),
                    frame.places(upper, course, Side::Above),
                ];
                fill_band(&mut cells, 0..width, &places, course, sign);
            }
            Drawn::Density { centre, lower, upper } => {
                let halves = Half::both(centre, lower).into_iter().zip(Half::both(centre, upper));
                for (below, above) in halves {
                    fill_half(&mut cells, &frame, [&below, &above], sign);
                }
            }
            Drawn::Marks { marks, .. } => {
                for mark in marks.iter().filter(|mark| is_shown(mark, &frame)) {
                    let column =
                        whole(&Floor::floor(&frame.across(&mark.x, Rounding::Down)), width);
                    let (top, bottom) = (
                        frame.down(&mark.upper, Rounding::Up),
                        frame.down(&mark.lower, Rounding::Down),
                    );
                    fill(&mut cells, column, &top, &bottom, sign);
                }
            }
        }
    }
    written(scene, &frame, &cells, width)
}

/// The vertical position of a polyline at a horizontal one, in rows; beyond its ends that of the
/// end.
fn height_at(places: &[(Rational, Rational)], at: &Rational) -> Rational {
    let after = places.partition_point(|(x, _)| x < at);
    let before = after.checked_sub(1).and_then(|before| places.get(before));
    match (before, places.get(after)) {
        (Some((from_x, from_y)), Some((x, y))) => {
            from_y + (y - from_y) * (at - from_x) / (x - from_x)
        }
        (Some((_, y)), None) | (None, Some((_, y))) => y.clone(),
        (None, None) => Rational::from(0),
    }
}

/// One half of a density, in the columns that it reaches.
fn fill_half(cells: &mut [Vec<char>], frame: &Frame<'_>, [lower, upper]: [&Half; 2], sign: char) {
    let below = frame.places_of_half(lower, Side::Below);
    let above = frame.places_of_half(upper, Side::Above);
    let (Some((from, _)), Some((to, _))) = (above.first(), above.last()) else {
        return;
    };
    let width = cells.first().map_or(0, Vec::len);
    let last = whole(&(Ceiling::ceiling(to) - malachite::Integer::from(1)), width);
    let columns = whole(&Floor::floor(from), width)..last + 1;
    fill_band(cells, columns, &[below, above], upper.course, sign);
}

/// A curve in some columns, by the places of its lower and its upper polyline: in each, one that
/// falls is largest at the left edge and least at the right one.
fn fill_band(
    cells: &mut [Vec<char>],
    columns: Range<usize>,
    [below, above]: &[Places; 2],
    course: Course,
    sign: char,
) {
    for column in columns {
        let [left, right] = [Rational::from(column), Rational::from(column + 1)];
        let (high, low) = match course {
            Course::Falls => (left, right),
            Course::Rises => (right, left),
        };
        fill(cells, column, &height_at(above, &high), &height_at(below, &low), BETWEEN);
        for edge in [above, below] {
            fill(cells, column, &height_at(edge, &high), &height_at(edge, &low), sign);
        }
    }
}

fn fill(cells: &mut [Vec<char>], column: usize, top: &Rational, bottom: &Rational, sign: char) {
    let first = whole(&Floor::floor(top), ROWS);
    let last = whole(&(Ceiling::ceiling(bottom) - malachite::Integer::from(1)), ROWS).max(first);
    for row in cells.iter_mut().take(last + 1).skip(first) {
        if let Some(cell) = row.get_mut(column)
            && (sign != BETWEEN || *cell == ' ')
        {
            *cell = sign;
        }
    }
}

/// An index below `count`.
fn whole(x: &malachite::Integer, count: usize) -> usize {
    if *x < 0 { 0 } else { usize::try_from(x).unwrap_or(count).min(count.saturating_sub(1)) }
}

fn written(scene: &Scene, frame: &Frame<'_>, cells: &[Vec<char>], width: usize) -> String {
    let mut ticks: Vec<(usize, String)> = Vec::new();
    for tick in scene.y.ticks(TICKS) {
        let row = frame.down(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down);
        ticks.push((whole(&Floor::floor(&row), ROWS), tick.label));
    }
    let mut text = format!("{}\n{:>MARGIN$}  {}\n", scene.title, "", scene.y.label);
    for (row, line) in cells.iter().enumerate() {
        let label = ticks.iter().find(|(at, _)| *at == row).map_or("", |(_, label)| label.as_str());
        let line: String = line.iter().collect();
        // Writing to a String never fails.
        let _ = writeln!(text, "{label:>MARGIN$} │{}", line.trim_end());
    }
    let _ = writeln!(text, "{:>MARGIN$} └{}", "", "─".repeat(width));
    let mut below = vec![' '; width];
    for tick in scene.x.ticks(TICKS) {
        let at = frame.across(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down);
        let start =
            whole(&Floor::floor(&at), width).min(width.saturating_sub(tick.label.chars().count()));
        for (cell, c) in below.iter_mut().skip(start).zip(tick.label.chars()) {
            *cell = c;
        }
    }
    let below: String = below.iter().collect();
    let _ =
        writeln!(text, "{:>MARGIN$}  {}\n{:>MARGIN$}  {}", "", below.trim_end(), "", scene.x.label);
    for (index, layer) in scene.layers.iter().enumerate() {
        let _ = writeln!(text, "  {} {}", look_of(index, layer).sign, layer.name);
    }
    let _ = writeln!(text, "{}", scene.caption);
    text
}
