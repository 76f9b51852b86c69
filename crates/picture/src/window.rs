//! The part of an axis that is shown.

use super::axis::{Axis, Scale};
use super::coordinate::Coordinate;
use super::fit::fitted;
use super::scene::{Drawn, Layer, Scene};
use dpcert::Refusal;
use dpcert::exact::Rounding;
use dpcert::exact::decimal::Decimal;
use malachite::rational::Rational;

/// The inverse of the least difference between the ends of an axis: coordinates have ten digits.
const LEAST_WINDOW: u32 = 100_000;

/// Why a window is not that of a logarithmic axis.
pub const NOT_FROM_ZERO: &str = "a logarithmic axis does not begin at 0";

/// The ends of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    from: Coordinate,
    to: Coordinate,
}

impl Window {
    /// The window from one decimal to another.
    ///
    /// # Errors
    /// The error in them.
    pub fn new(from: &Rational, to: &Rational) -> Result<Window, String> {
        if to - from < Rational::from_unsigneds(1, LEAST_WINDOW) {
            return Err(format!(
                "{from} to {to} cannot be shown: the ends must be at least 1e-5 apart, the smaller one first"
            ));
        }
        if [from, to].into_iter().any(|end| Decimal::exactly(end).is_none()) {
            return Err(format!("{from} to {to} cannot be shown: the ends must be decimals"));
        }
        let coordinate = |x| Coordinate::rounded(x, Rounding::Down);
        Ok(Window { from: coordinate(from), to: coordinate(to) })
    }

    /// Where it begins.
    pub(crate) fn from(&self) -> &Rational {
        self.from.value()
    }

    /// Where it ends.
    pub(crate) fn to(&self) -> &Rational {
        self.to.value()
    }

    /// The linear axis that shows it alone.
    pub(crate) fn axis(&self, label: &str) -> Axis {
        let (from, to) = (self.from.clone(), self.to.clone());
        Axis { from, to, ..Axis::unit(label) }
    }

    /// The part of an axis that it is.
    ///
    /// # Errors
    /// The reason why nothing of the axis is in it, or why it cannot begin there.
    pub(crate) fn part_of(&self, axis: &Axis) -> Result<Axis, Refusal> {
        let begins = *self.from.value() >= 0 || self.from >= axis.from;
        let missing = if axis.scale == Scale::Logarithmic && self.begins_at_zero() {
            Some(NOT_FROM_ZERO.to_owned())
        } else if !begins || self.from >= axis.to || axis.from >= self.to {
            let [from, to] = [&axis.from, &axis.to].map(|end| axis.written(end));
            Some(format!("the picture spans {from} to {to}"))
        } else {
            None
        };
        if let Some(missing) = missing {
            let [from, to] = [&self.from, &self.to].map(|end| axis.written(end));
            let what = format!("a picture of {} from {from} to {to}", axis.label);
            return Err(Refusal::Unsupported { what, missing: missing.into() });
        }
        Ok(Axis { from: self.from.clone(), to: self.to.clone(), ..axis.clone() })
    }

    /// Does it begin at 0 or before, where a logarithmic axis cannot begin?
    pub fn begins_at_zero(&self) -> bool {
        self.from <= Coordinate::from(0)
    }
}

impl Scene {
    /// A part of a scene that was drawn before: its vertical axis, where none is given, is that of what
    /// is there, and the caption says what is not.
    ///
    /// # Errors
    /// The axis, and the reason why nothing of it is in its part, or why it cannot begin there.
    pub fn show_again(
        &mut self,
        x: Option<&Window>,
        y: Option<&Window>,
    ) -> Result<(), (&'static str, Refusal)> {
        self.show(x, y)?;
        self.fit(x, y);
        Ok(())
    }

    /// The vertical axis of what is there, where a part along the horizontal one is given alone; and a
    /// caption that says what is not there.
    pub(crate) fn fit(&mut self, x: Option<&Window>, y: Option<&Window>) {
        if x.is_some()
            && y.is_none()
            && let Some(axis) = fitted(self)
        {
            self.y = axis;
        }
        self.say_beyond();
    }

    /// Shows parts of the axes alone. The vertical axis of points, whose heights decide whether it is
    /// logarithmic, is linear where the part begins at 0.
    ///
    /// # Errors
    /// The axis, and the reason why nothing of it is in its part, or why it cannot begin there.
    pub(crate) fn show(
        &mut self,
        x: Option<&Window>,
        y: Option<&Window>,
    ) -> Result<(), (&'static str, Refusal)> {
        if let Some(x) = x {
            self.x = x.part_of(&self.x).map_err(|refusal| ("x", refusal))?;
        }
        if let Some(y) = y {
            let is_points = |layer: &Layer| matches!(layer.drawn, Drawn::Marks { .. });
            if y.begins_at_zero() && self.layers.iter().all(is_points) {
                self.y = Axis { scale: Scale::Linear, ..self.y.clone() };
            }
            self.y = y.part_of(&self.y).map_err(|refusal| ("y", refusal))?;
        }
        Ok(())
    }
}
