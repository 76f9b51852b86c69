//! From numbers to places on a drawing.

use crate::axis::Axis;
use crate::coordinate::Coordinate;
use crate::scene::{Scene, Vertex};
use dpcert::exact::Rounding;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;

/// Places are whole multiples of `1/FINENESS` pixels.
pub const FINENESS: u32 = 100;

/// The rectangle that a scene is drawn into, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub x: &'a Axis,
    pub y: &'a Axis,
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// To which side a place gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the left, and down on the paper: of what is not above a curve that falls.
    Below,
    /// To the right, and up on the paper.
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

impl<'a> Frame<'a> {
    pub fn of(scene: &'a Scene, left: u32, top: u32, width: u32, height: u32) -> Frame<'a> {
        Frame { x: &scene.x, y: &scene.y, left, top, width, height }
    }

    /// Pixels from the left of the drawing.
    pub fn across(&self, x: &Coordinate, rounding: Rounding) -> Rational {
        let position = self.x.position(x, rounding) * Rational::from(self.width);
        rounded(&position, rounding) + Rational::from(self.left)
    }

    /// Pixels from the top of the drawing: a number that is rounded up is rounded towards the top.
    pub fn down(&self, y: &Coordinate, rounding: Rounding) -> Rational {
        let position = self.y.position(y, rounding) * Rational::from(self.height);
        Rational::from(self.top + self.height) - rounded(&position, rounding)
    }

    /// A vertex, which gives way to a side.
    pub fn place(&self, vertex: &Vertex, side: Side) -> (Rational, Rational) {
        let rounding = side.rounding();
        (self.across(&vertex.x, rounding), self.down(&vertex.y, rounding))
    }
}

/// A multiple of `1/FINENESS`.
fn rounded(x: &Rational, rounding: Rounding) -> Rational {
    let scaled = x * Rational::from(FINENESS);
    let whole = match rounding {
        Rounding::Down => Floor::floor(&scaled),
        Rounding::Up => Ceiling::ceiling(&scaled),
    };
    Rational::from(whole) / Rational::from(FINENESS)
}

/// The decimal of a place.
pub fn text(x: &Rational) -> String {
    Coordinate::rounded(x, Rounding::Down).to_string()
}
