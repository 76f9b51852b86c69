//! How close polygons around a trade-off function have to be.
//!
//! A gap that is a part of a height is for pictures with a logarithmic axis, on which the same
//! distance is seen near the bottom and not near the top.

use malachite::rational::Rational;

/// A vertical distance of two polygons: the same everywhere, or a part of a height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The largest distance, in (0, 1); where there is a height, as a part of the sum of it and
    /// [`plus`](Height::plus).
    pub size: Rational,
    /// The height of which it is a part.
    pub height: Option<Height>,
}

/// A height over the level of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Height {
    /// Which one it is.
    pub of: Side,
    /// What is added to the height, in (0, 1]: no distance can be a part of nothing.
    pub plus: Rational,
}

/// A side of a trade-off function f.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The type II error f, below the curve.
    Beta,
    /// The power `1 - f`, above the curve.
    Power,
}

impl Side {
    /// Both by their names.
    pub const NAMES: [(&'static str, Side); 2] = [("beta", Side::Beta), ("power", Side::Power)];
}

impl Gap {
    /// The same distance everywhere.
    pub fn absolute(size: Rational) -> Gap {
        Gap { size, height: None }
    }

    /// A gap whose size is divided by a power of two.
    pub(crate) fn shifted(&self, bits: u64) -> Gap {
        Gap { size: &self.size >> bits, height: self.height.clone() }
    }

    /// The largest distance that is enough everywhere.
    pub(crate) fn everywhere(&self) -> Rational {
        match &self.height {
            Some(height) => &self.size * &height.plus,
            None => self.size.clone(),
        }
    }

    /// What a distance at a level is a part of, or less than it: the outer polygon is at `outer`
    /// there and the inner one at `inner`.
    ///
    /// Between two vertices of the outer polygon this is concave, as `outer` is linear and `inner`
    /// convex, and the distance is convex. So their quotient is the largest at a vertex.
    pub(crate) fn unit(&self, outer: &Rational, inner: &Rational) -> Rational {
        match &self.height {
            Some(Height { of: Side::Beta, plus }) => outer + plus,
            Some(Height { of: Side::Power, plus }) => Rational::from(1) - inner + plus,
            None => Rational::from(1),
        }
    }
}
