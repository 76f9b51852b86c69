//! The sensitivity of a matrix mechanism: how far the records of one user move `C X`, exactly.
//!
//! A matrix mechanism (correlated noise, DP-FTRL) releases `C X + Z`, where row i of X is the
//! clipped sum of step i, C is the strategy, and Z is Gaussian noise. A user participates in the
//! steps S of a pattern, with a vector of norm at most 1 in each of them. With `G = C^T C` the
//! squared sensitivity is the maximum over all patterns S and all vectors x_i of
//!
//! ```text
//! || sum_{i in S} C_{:,i} x_i ||^2 = sum_{i,j in S} G_ij <x_i, x_j>.
//! ```
//!
//! It is a rational number wherever one pattern of signs is optimal: in one dimension always, in
//! any dimension where G has no entry below 0 after signs of columns are exchanged. Otherwise it is
//! the value of a semidefinite programme, which is enclosed by two exact certificates.
//!
//! The mechanism with noise of standard deviation sigma is then the Gaussian mechanism of this
//! sensitivity, mu-GDP with `mu = sensitivity / sigma`; if C is lower triangular, also where X is
//! chosen adaptively.
//!
//! Sources: Choquette-Choo, McMahan, Rush & Thakurta, "Multi-Epoch Matrix Factorization Mechanisms
//! for Private Machine Learning", section 2; Denisov et al., "Improved Differential Privacy for SGD
//! via Optimal Private Linear Operators on Adaptive Streams", Theorem 2.1.
//!
//! ```
//! use dpcert::sensitivity::{Dimension, Participation, Question, Strategy};
//! use dpcert::{Content, Options, Rational, ask};
//! let coefficients = [Rational::from(1), Rational::from_signeds(1, 2)];
//! let strategy = Strategy::toeplitz(&coefficients, 6)?;
//! let participation = Participation::min_separation(2, Some(3))?;
//! let question = Question { strategy, participation, dimension: Dimension::Any };
//! let answer = ask(&dpcert::Question::Sensitivity(question), &Options::default())?;
//! let Content::Sensitivity(found) = answer.content else { unreachable!() };
//! assert_eq!(found.squared.exact().map(|exact| exact.to_string()).as_deref(), Some("15/4"));
//! assert_eq!(found.pattern, [0, 2, 4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod decide;
mod definite;
mod gram;
mod participation;
mod patterns;
mod programme;
mod read;
mod search;
mod semidefinite;
mod strategy;
mod toeplitz;

use malachite::Integer;
use malachite::base::num::basic::traits::Zero;

pub(crate) use decide::{Way, squared};
pub use participation::{Dimension, Participation};
pub use read::Question;
pub use strategy::Strategy;

/// The entries that are not stored.
static ZERO: Integer = Integer::ZERO;
