//! Local privacy: finite channels as exact matrices.
//!
//! A channel gives each input a distribution of outputs. Where all entries are rational, every
//! property of one that matters for local differential privacy is a rational number, or the
//! logarithm of one, and is decided exactly. So it is where they are in a field Q(e^r), as those of
//! randomised response at eps = 1, unless the expressions are enormous. Where the order of other
//! entries is undecided, a property is the maximum of several numbers, and is enclosed.
//!
//! ```
//! use dpcert::Real;
//! use dpcert::channel::Channel;
//!
//! let response = Channel::randomized_response(&Real::from(3u64), 2)?;
//! assert_eq!(response.largest_ratio(), Some(Real::from(3u64).into()));
//! assert_eq!(response.total_variation(), (Real::one() / 2).into());
//! assert_eq!(response.is_private(&"ln(3)".parse::<Real>().unwrap()), Some(true));
//! assert_eq!(response.is_private(&"1.0986".parse::<Real>().unwrap()), Some(false));
//!
//! let response = Channel::randomized_response(&Real::one().exp(), 2)?;
//! assert_eq!(response.eps(), Some(Real::one().into()));
//! # Ok::<(), dpcert::mechanism::DomainError>(())
//! ```

mod answer;
mod best;
mod bounds;
mod matrix;
mod order;
mod pairs;
mod pointwise;
mod privacy;
mod read;

pub use crate::answer::{InputsReport, OutputRow, PointwiseReport, Report, Row, RowsReport};
pub(crate) use answer::answer;
pub use bounds::{Comparison, Inputs};
pub use matrix::Channel;
pub use pairs::OfRows;
pub use pointwise::{OfOutput, Pointwise};
pub use read::Question;
