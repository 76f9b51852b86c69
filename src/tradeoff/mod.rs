//! Trade-off functions as objects, and their algebra.
//!
//! A mechanism's privacy is a curve: `f(alpha)` is the least type II error of a test of level alpha
//! between two neighbours, `f = T(Q, P)`. A [`Curve`] is a piecewise-linear one with exact
//! vertices. It is a [`FinitePair`](crate::pair::FinitePair) in order: an edge of slope `-g` is the
//! outcome of likelihood ratio g. Hence composition, duality and the order of mechanisms are
//! operations on edges, and nothing is rounded.
//!
//! A pair dominates another in Blackwell's sense if a stochastic [`Kernel`] turns the one into the
//! other: then every test of the second is a test of the first.
//! [`Question::Dominance`](crate::Question::Dominance) decides it.
//!
//! ```
//! use dpcert::Real;
//! use dpcert::tradeoff::Curve;
//! let real = |text: &str| text.parse::<Real>().unwrap_or_else(|_| Real::zero());
//! // Randomised response that tells the truth with probability 2/3.
//! let f = Curve::from_vertices(&[
//!     (real("0"), real("1")), (real("1/3"), real("1/3")), (real("1"), real("0")),
//! ])?;
//! assert!(f.is_symmetric()?);
//! // Two members of a group change their answers.
//! assert_eq!(f.group(2)?.value(&real("1/10"))?, real("3/5"));
//! // Twice in sequence, and its delta at e^eps = 3/2.
//! let twice = f.tensor(&f)?;
//! assert_eq!(twice.edges().len(), 3);
//! assert_eq!(twice.delta(&real("3/2"))?, real("5/18"));
//! // On half of the records, drawn without replacement.
//! assert_eq!(f.subsampled(&real("1/2"))?.delta(&real("1"))?, real("1/6"));
//! // Either f or a leak of 1/4, nobody knows which: the hull.
//! let leak = Curve::identity().scaled(&real("1/4"))?;
//! assert!(Curve::hull_of_minimum(&[f.clone(), leak.clone()])?.value(&real("0"))? == real("3/4"));
//! // Both bounds hold: the intersection of their privacy regions.
//! let both = Curve::maximum(&[f, leak])?;
//! assert_eq!(both.delta(&real("1"))?, real("1/4"));
//! # Ok::<(), dpcert::tradeoff::AlgebraError>(())
//! ```
//!
//! The kinds `group`, `inverse`, `symmetrised`, `intersection`, `union`, `mixture` and `erasure` of
//! [`Mechanism`](crate::Mechanism) make these operations available to every question about
//! mechanisms.
//!
//! Where the order of two exact numbers is undecided, an operation ends in
//! [`AlgebraError::Undecided`] and never in a guess; this does not happen to rational curves.

mod curve;
mod envelope;
mod error;
mod gap;
mod gaussian;
mod group;
mod kernel;
mod mixing;
mod polygon;
mod profile;
mod tensor;

pub use curve::Curve;
pub use error::{AlgebraError, Asymmetry};
pub use gap::{Gap, Height, Side};
pub(crate) use gaussian::{Goal, Largest, first_supports, largest, separation};
pub use kernel::Kernel;
pub use polygon::distance;
pub use polygon::{Polygons, Support, polygons};
pub(crate) use polygon::{chord, enclosure, hull, lower_hull, not_above, not_below, polygons_with};
pub use profile::Profile;
