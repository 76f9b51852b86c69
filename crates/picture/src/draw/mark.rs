//! Points of a scene as SVG.

use super::frame::{Frame, text};
use super::labels::{Area, Point, whole};
use super::palette::{Look, Shape};
use crate::scene::Mark;
use dpcert::exact::Rounding;
use malachite::rational::Rational;
use svg::node::element::{Group, Path, Title};

/// The distance from the centre of a symbol to its edge, in pixels.
const RADIUS: u32 = 4;
/// The same with half of its stroke, in hundredths of a pixel.
pub const REACH: i64 = 475;

/// Is any part of it inside of the plot?
pub fn is_shown(mark: &Mark, frame: &Frame<'_>) -> bool {
    mark.is_within(frame.x, frame.y)
}

/// The horizontal place of a point, and the upper and the lower end of its bar.
fn ends(mark: &Mark, frame: &Frame<'_>) -> [Rational; 3] {
    let x = frame.across(&mark.x, Rounding::Down);
    [x, frame.down(&mark.upper, Rounding::Up), frame.down(&mark.lower, Rounding::Down)]
}

/// Is its bar higher than a line is wide?
pub fn is_high(mark: &Mark, frame: &Frame<'_>) -> bool {
    let [_, top, bottom] = ends(mark, frame);
    bottom - top > 2
}

/// The place of the middle of a point.
pub fn centre(mark: &Mark, frame: &Frame<'_>) -> (Rational, Rational) {
    let [x, top, bottom] = ends(mark, frame);
    (x, (top + bottom) / Rational::from(2))
}

/// A point: a bar from end to end, at least as high as the point itself, and the symbol of its
/// layer in the middle, if it has one.
pub fn mark(index: usize, look: Option<Look>, mark: &Mark, frame: &Frame<'_>) -> Group {
    let [x, top, bottom] = ends(mark, frame);
    let middle = (&top + &bottom) / Rational::from(2);
    let (left, right) = (&x - Rational::from(1), &x + Rational::from(1));
    let bar = closed(&[(&left, &bottom), (&right, &bottom), (&right, &top), (&left, &top)]);
    let bar = bar.set("class", format!("t{index}")).set("data-mark", "bar");
    // It would be a dash in the middle of a symbol.
    let is_seen = look.is_none() || &bottom - &top > 2 * RADIUS;
    let bar = if is_seen { bar } else { bar.set("fill-opacity", 0) };
    let group = Group::new().add(Title::new(mark.label.as_str())).add(bar);
    match look {
        Some(look) => group.add(symbol(index, look, &x, &middle)),
        None => group,
    }
}

/// What a point takes of the drawing, and its centre.
pub fn taken(mark: &Mark, frame: &Frame<'_>) -> (Area, Point) {
    let [x, top, bottom] = ends(mark, frame).each_ref().map(whole);
    let middle = i64::midpoint(top, bottom);
    let area = Area {
        left: x - REACH,
        top: top.min(middle - REACH),
        right: x + REACH,
        bottom: bottom.max(middle + REACH),
    };
    (area, (x, middle))
}

/// The symbol of a layer, at a position.
pub fn symbol(index: usize, look: Look, x: &Rational, y: &Rational) -> Path {
    let radius = Rational::from(RADIUS);
    let (left, right, top, bottom) = (x - &radius, x + &radius, y - &radius, y + &radius);
    let (shape, is_filled) = look.symbol;
    let path = match shape {
        Shape::Circle => {
            let (left, right, y) = (text(&left), text(&right), text(y));
            let arc = format!("A{RADIUS} {RADIUS} 0 1 0");
            Path::new().set("d", format!("M{left},{y}{arc} {right},{y}{arc} {left},{y}Z"))
        }
        Shape::Square => {
            closed(&[(&left, &top), (&right, &top), (&right, &bottom), (&left, &bottom)])
        }
        Shape::Triangle => closed(&[(&left, &bottom), (x, &top), (&right, &bottom)]),
        Shape::Diamond => closed(&[(&left, y), (x, &top), (&right, y), (x, &bottom)]),
    };
    path.set("class", format!("{}{index}", if is_filled { "t" } else { "c" }))
        .set("stroke-width", 1.5)
}

fn closed(corners: &[(&Rational, &Rational)]) -> Path {
    let corners: Vec<String> =
        corners.iter().map(|(x, y)| format!("{},{}", text(x), text(y))).collect();
    Path::new().set("d", format!("M{}Z", corners.join("L")))
}
