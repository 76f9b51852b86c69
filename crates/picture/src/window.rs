//! The part of an axis that is shown.

use super::axis::{Axis, Scale};
use super::coordinate::Coordinate;
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
    pub fn part_of(&self, axis: &Axis) -> Result<Axis, Refusal> {
        let begins = *self.from.value() >= 0 || self.from >= axis.from;
        let missing = if axis.scale == Scale::Logarithmic && self.begins_at_zero() {
            Some(NOT_FROM_ZERO.to_owned())
        } else if !begins || self.from >= axis.to || axis.from >= self.to {
            Some(format!("the picture spans {} to {}", axis.from, axis.to))
        } else {
            None
        };
        if let Some(missing) = missing {
            let what = format!("a picture of {} from {} to {}", axis.label, self.from, self.to);
            return Err(Refusal::Unsupported { what, missing: missing.into() });
        }
        Ok(Axis { from: self.from.clone(), to: self.to.clone(), ..axis.clone() })
    }

    /// Does it begin at 0 or before, where a logarithmic axis cannot begin?
    pub fn begins_at_zero(&self) -> bool {
        self.from <= Coordinate::from(0)
    }
}
