//! Trade-off functions as objects, and their algebra.
//!
//! A mechanism's privacy is a curve: `f(alpha)` is the least type II error of a test of level alpha
//! that tells two neighbours apart, `f = T(Q, P)`. A [`Curve`] is a piecewise-linear one with exact
//! vertices. It is a [`FinitePair`](crate::pair::FinitePair) in order: an edge of slope `-g` is the
//! outcome of likelihood ratio g, so that composition, duality and the order of mechanisms are
//! operations on edges, and nothing is rounded.
//!
//! A pair dominates another in Blackwell's sense if a stochastic [`Kernel`] turns the one into the other:
//! then every test of the second is a test of the first. [`crate::quantity::dominates`] decides it.
//!
//! ```
//! use dpcert::exact::Real;
//! use dpcert::exact::literal::parse;
//! use dpcert::tradeoff::Curve;
//! let real = |text: &str| parse(text).unwrap_or_else(|_| Real::zero());
//! // Randomised response that tells the truth with probability 2/3.
//! let f = Curve::from_vertices(&[
//!     (real("0"), real("1")), (real("1/3"), real("1/3")), (real("1"), real("0")),
//! ])?;
//! assert!(f.is_symmetric()?);
//! // Two members of a group change their answers.
//! assert_eq!(f.group(2)?.value(&real("1/10"))?, real("3/5"));
//! # Ok::<(), dpcert::tradeoff::AlgebraError>(())
//! ```
//!
//! Where the order of two exact numbers cannot be decided, an operation ends in
//! [`AlgebraError::Undecided`] and never in a guess; this does not happen to rational curves.

mod curve;
mod error;
pub mod functionals;
mod group;
mod kernel;
mod polygon;

pub use curve::Curve;
pub use error::{AlgebraError, Asymmetry};
pub use kernel::Kernel;
pub use polygon::{Polygons, Support, polygons};
