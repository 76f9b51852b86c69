//! A number of an answer: its enclosure, and the style in which it is printed.

use super::bounds::{Bounds, Exact};
use super::style::{ShowExact, Style};
use crate::exact::decimal::Decimal;
use crate::exact::engine::Rounding;
use crate::exact::real::rational_bits;
use std::ops::Deref;

/// A number of an answer: an enclosure, and how much of it is printed.
///
/// The style is that of the question, except for numbers that are known to fewer digits than it
/// asks for, as on a grid of losses, and for numbers that need more digits to show a verdict. It is
/// read like the enclosure, which is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Styled {
    /// The enclosure.
    pub bounds: Bounds,
    pub(super) style: Style,
}

impl Deref for Styled {
    type Target = Bounds;

    fn deref(&self) -> &Bounds {
        &self.bounds
    }
}

/// Exact results are shown by default up to this many characters: some lines of a terminal. Longer
/// ones are written on request.
const SHORT: usize = 1000;

impl Styled {
    /// Significant digits that are worth printing: one more than was promised, so that rounding
    /// outward costs at most a fifth of the promised width.
    pub fn digits(&self) -> u64 {
        self.style.printed()
    }

    /// Whether the exact value is requested as text: a long text is of little use.
    pub fn shown(&self) -> ShowExact {
        self.style.exact
    }

    /// The exact value as a literal, where it is known and requested: `p/q`, `ln(p/q)`, for some
    /// quantities any expression.
    ///
    /// Cost: its digits, where they are requested.
    pub fn exact_text(&self) -> Option<String> {
        let exact = self.bounds.exact()?;
        // log10(2) < 0.302: a number of b bits has at most 0.302 b + 1 digits, and at least one in
        // four.
        let is_long = match exact {
            Exact::Rational(x) | Exact::Logarithm(x) => rational_bits(x) / 4 > SHORT as u64,
            Exact::Expression(_) => false,
        };
        match self.style.exact {
            ShowExact::Never => None,
            ShowExact::Always => Some(exact.to_string()),
            ShowExact::Short if is_long => None,
            ShowExact::Short => Some(exact.to_string()).filter(|text| text.len() < SHORT),
        }
    }

    /// The lower end as it is printed, as a number: a lower bound of the true value.
    pub fn printed_lower(&self) -> Decimal {
        self.bounds.rounded(self.digits(), Rounding::Down)
    }

    /// The upper end as it is printed, as a number: an upper bound of the true value.
    pub fn printed_upper(&self) -> Decimal {
        self.bounds.rounded(self.digits(), Rounding::Up)
    }
}
