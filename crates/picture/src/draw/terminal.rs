//! A scene in a terminal: a sign of the layer wherever its band passes through a character.

use super::frame::Frame;
use super::mark::is_shown;
use super::palette::look;
use crate::coordinate::Coordinate;
use crate::scene::{Drawn, Scene, Vertex};
use dpcert::exact::Rounding;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;
use std::fmt::Write;

/// Rows of the plot.
const ROWS: usize = 20;
/// Columns left of the plot.
const MARGIN: usize = 10;

/// The drawing of a scene in so many columns, at least 40.
pub fn terminal(scene: &Scene, columns: u16) -> String {
    let width = usize::from(columns.max(40)) - MARGIN - 2;
    let frame =
        Frame::of(scene, 0, 0, u32::try_from(width).unwrap_or(u32::MAX), u32::try_from(ROWS).unwrap_or(u32::MAX));
    let mut cells = vec![vec![' '; width]; ROWS];
    for (index, layer) in scene.layers.iter().enumerate() {
        let sign = look(index).sign;
        match &layer.drawn {
            Drawn::Function { lower, upper } | Drawn::Region { lower, upper } => {
                for column in 0..width {
                    let (left, right) = (Rational::from(column), Rational::from(column + 1));
                    // The function falls: it is largest at the left edge of a column and least at its right edge.
                    let top = height_at(&frame, upper, &left, Rounding::Up);
                    let bottom = height_at(&frame, lower, &right, Rounding::Down);
                    fill(&mut cells, column, &top, &bottom, sign);
                }
            }
            Drawn::Marks { marks, .. } => {
                for mark in marks.iter().filter(|mark| is_shown(mark, &frame)) {
                    let column = whole(&Floor::floor(&frame.across(&mark.x, Rounding::Down)), width);
                    let (top, bottom) =
                        (frame.down(&mark.upper, Rounding::Up), frame.down(&mark.lower, Rounding::Down));
                    fill(&mut cells, column, &top, &bottom, sign);
                }
            }
        }
    }
    written(scene, &cells, width)
}

/// How far down a polyline is at a place, in rows; at its ends beyond them.
fn height_at(frame: &Frame<'_>, polyline: &[Vertex], at: &Rational, rounding: Rounding) -> Rational {
    let places = polyline.iter().map(|vertex| (frame.across(&vertex.x, rounding), frame.down(&vertex.y, rounding)));
    let mut before: Option<(Rational, Rational)> = None;
    for (x, y) in places {
        if x >= *at {
            return match before {
                Some((from_x, from_y)) if x > from_x => {
                    let t = (at - &from_x) / (&x - &from_x);
                    &from_y + (y - &from_y) * t
                }
                _ => y,
            };
        }
        before = Some((x, y));
    }
    before.map_or_else(|| Rational::from(0), |(_, y)| y)
}

fn fill(cells: &mut [Vec<char>], column: usize, top: &Rational, bottom: &Rational, sign: char) {
    let first = whole(&Floor::floor(top), ROWS);
    let last = whole(&(Ceiling::ceiling(bottom) - malachite::Integer::from(1)), ROWS).max(first);
    for row in cells.iter_mut().take(last + 1).skip(first) {
        if let Some(cell) = row.get_mut(column) {
            *cell = sign;
        }
    }
}

/// An index below `count`.
fn whole(x: &malachite::Integer, count: usize) -> usize {
    if *x < 0 { 0 } else { usize::try_from(x).unwrap_or(count).min(count.saturating_sub(1)) }
}

fn written(scene: &Scene, cells: &[Vec<char>], width: usize) -> String {
    let frame =
        Frame::of(scene, 0, 0, u32::try_from(width).unwrap_or(u32::MAX), u32::try_from(ROWS).unwrap_or(u32::MAX));
    let mut ticks: Vec<(usize, String)> = Vec::new();
    for tick in scene.y.ticks() {
        let row = frame.down(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down);
        ticks.push((whole(&Floor::floor(&row), ROWS), tick.label));
    }
    let mut text = format!("{}\n{:>MARGIN$}  {}\n", scene.title, "", scene.y.label);
    for (row, line) in cells.iter().enumerate() {
        let label = ticks.iter().find(|(at, _)| *at == row).map_or("", |(_, label)| label.as_str());
        let line: String = line.iter().collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{label:>MARGIN$} │{}", line.trim_end());
    }
    let _ = writeln!(text, "{:>MARGIN$} └{}", "", "─".repeat(width));
    let mut below = vec![' '; width];
    for tick in scene.x.ticks() {
        let at = frame.across(&Coordinate::rounded(&tick.at, Rounding::Down), Rounding::Down);
        let start = whole(&Floor::floor(&at), width).min(width.saturating_sub(tick.label.chars().count()));
        for (cell, c) in below.iter_mut().skip(start).zip(tick.label.chars()) {
            *cell = c;
        }
    }
    let below: String = below.iter().collect();
    let _ = writeln!(text, "{:>MARGIN$}  {}\n{:>MARGIN$}  {}", "", below.trim_end(), "", scene.x.label);
    for (index, layer) in scene.layers.iter().enumerate() {
        let _ = writeln!(text, "  {} {}", look(index).sign, layer.name);
    }
    let _ = writeln!(text, "{}", scene.caption);
    text
}
