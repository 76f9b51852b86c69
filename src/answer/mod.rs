//! Answers: the result as data, and the options with which it was computed.

mod channel;
mod dominance;
mod guarantee;
mod options;
mod parts;
mod sensitivity;

pub use channel::{InputsReport, OutputRow, PointwiseReport, Report, Row, RowsReport};
pub use dominance::{Dominance, Witness};
pub use guarantee::Guarantee;
pub use options::Options;
pub use parts::{Field, Part};
pub use sensitivity::Sensitivity;

use crate::composition::Method;
use crate::enclosure::Styled;
use crate::exact::effort;
use crate::exact::real::Real;
use crate::mechanism::Parameter;
use malachite::rational::Rational;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result, by kind of question.
    pub content: Content,
    /// Is the number between the ends attained by a mechanism of the kind asked about? If not, one
    /// end is a bound that none needs to attain. This says nothing about the width.
    pub tight: bool,
    /// Have all numbers the requested digits?
    pub met: bool,
    /// The method by which it was found.
    pub method: Method,
    /// The name of the engine that computed it.
    pub engine: &'static str,
}

/// The result, by kind of question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "one answer at a time is alive, not many")]
#[non_exhaustive]
pub enum Content {
    /// One number.
    Number(Styled),
    /// One number at several values of a parameter.
    Sweep {
        /// The quantity.
        quantity: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The values as they were written, each with the number there.
        rows: Vec<(String, Styled)>,
    },
    /// Several numbers with their names.
    Named(Vec<(&'static str, Styled)>),
    /// The total delta at every lattice point.
    Deltas {
        /// The step, where it is not simply the eps of the mechanism.
        step: Option<Real>,
        /// For each j: `j`, the eps there, exactly, and delta.
        rows: Vec<(u64, Real, Styled)>,
        /// For each j the inner delta_j of the papers, where it was requested; otherwise empty.
        inner: Vec<Styled>,
    },
    /// Vertices (alpha, beta) from alpha = 0 to 1.
    Region(Vec<(Styled, Styled)>),
    /// Rows (ratio, p, q), descending.
    LikelihoodRatios(Vec<(Styled, Styled, Styled)>),
    /// A Neyman-Pearson test.
    Test {
        /// The rejection threshold: reject above this likelihood ratio.
        threshold: Styled,
        /// Reject with this probability at the threshold.
        randomisation: Styled,
        /// The level: the type I error.
        alpha: Styled,
        /// The probability of rejecting under P.
        power: Styled,
    },
    /// Two polygons, with vertices (alpha, beta) from alpha = 0 to (1, 0). The coordinates are
    /// short decimals, and exact.
    Polygons {
        /// At or above the trade-off function.
        inner: Vec<(Rational, Rational)>,
        /// At or below it.
        outer: Vec<(Rational, Rational)>,
        /// At least their vertical distance, everywhere: a decimal of three digits.
        gap: Rational,
        /// Is the gap at most the requested one?
        met: bool,
    },
    /// The value of a parameter that meets a budget.
    Calibrated(Box<Calibrated>),
    /// Whether the mechanism dominates another one.
    Dominance(Box<Dominance>),
    /// The conclusions of a theorem.
    Conclusions {
        /// The name of the theorem.
        theorem: &'static str,
        /// The reference.
        source: &'static str,
        /// Each number with its name, and its relation to the quantity of that name.
        conclusions: Vec<(&'static str, Guarantee, Styled)>,
    },
    /// The report on a channel.
    Channel(Box<Report>),
    /// The sensitivity of a matrix mechanism.
    Sensitivity(Box<Sensitivity>),
}

/// The result of a calibration: a parameter and a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibrated {
    /// The parameter.
    pub parameter: Parameter,
    /// The name of the quantity that the budget bounds.
    pub quantity: &'static str,
    /// A value with which the budget is met, and the quantity there; `None` if there is none in the
    /// whole range.
    pub meets: Option<(Rational, Styled)>,
    /// A value with which it is not met, and the quantity there; `None` if there is none.
    pub fails: Option<(Rational, Styled)>,
}

impl Content {
    /// All numbers with bounds, in order. Polygons have none: their vertices are exact.
    pub fn numbers(&self) -> Vec<&Styled> {
        let mut numbers = Vec::new();
        self.parts().each_number(&mut |_, bounds| numbers.push(bounds));
        numbers
    }

    /// Counts what its decimals take. They are written when the question has ended.
    pub(crate) fn count_decimals(&self) {
        self.parts().each_number(&mut |_, number| {
            for end in [number.lower(), number.upper()] {
                let exponent = end.magnitude().map_or(0, i128::unsigned_abs);
                effort::decimal(number.digits(), u64::try_from(exponent).unwrap_or(u64::MAX));
            }
        });
    }

    pub(crate) fn is_met(&self) -> bool {
        match self {
            Content::Polygons { met, .. } => *met,
            Content::Calibrated(found) => found.meets.is_some() && found.fails.is_some(),
            Content::Dominance(found) => found.is_met(),
            _ => self.numbers().iter().all(|x| x.met),
        }
    }
}
