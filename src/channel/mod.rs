//! Local privacy: finite channels as exact matrices.
//!
//! A channel gives each input a distribution of outputs; every property of one that matters for
//! local differential privacy is a rational number, or the logarithm of one, and is decided
//! exactly.
//!
//! ```
//! use dpcert::channel::Channel;
//! use dpcert::{Rational, Real};
//!
//! let response = Channel::randomized_response(&Rational::from(3), 2)?;
//! assert_eq!(response.largest_ratio(), Some(Rational::from(3)));
//! assert_eq!(response.total_variation(), Rational::from_signeds(1, 2));
//! assert_eq!(response.is_private(&"ln(3)".parse::<Real>().unwrap()), Some(true));
//! assert_eq!(response.is_private(&"1.0986".parse::<Real>().unwrap()), Some(false));
//! # Ok::<(), dpcert::mechanism::DomainError>(())
//! ```

mod answer;
mod best;
mod bounds;
mod matrix;
mod read;

pub use crate::answer::{InputsReport, Report, Row};
pub(crate) use answer::answer;
pub use bounds::{Comparison, Inputs};
pub use matrix::Channel;
pub use read::Question;
