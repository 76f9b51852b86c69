//! Pairs of distributions: with finitely many likelihood ratios as exact expressions, all others by
//! their masses.
//!
//! A pair (P, Q) is given by its atoms: the loss `ln(P/Q)`, the P-mass and the Q-mass there, plus
//! the P-mass where Q is 0 (loss +inf) and the Q-mass where P is 0 (loss -inf). The null
//! hypothesis is Q and the alternative P: `alpha = E_Q[phi]`, `beta = 1 - E_P[phi]`, and
//! `delta(eps) = sum [P - e^eps Q]_+`. A piecewise-linear trade-off function is such a pair: its
//! edges are the atoms.
//!
//! A pair that is [evaluated] is given by masses: of its [atoms], where outcomes are listed and the
//! remainder is bounded, or beyond any loss, by [tails] where the loss has a continuous part. A
//! grid needs nothing else of a mechanism.

mod any_of;
#[doc(hidden)]
pub mod atoms;
mod direction;
mod envelope;
#[doc(hidden)]
pub mod evaluated;
mod finite;
#[doc(hidden)]
pub mod functionals;
pub(crate) mod scales;
pub(crate) mod shifted;
#[doc(hidden)]
pub mod tails;
mod test;
mod three_point;

#[doc(hidden)]
pub use any_of::any_of;
pub use direction::Direction;
pub use envelope::upper_envelope;
pub(crate) use envelope::{Line, envelope};
pub use evaluated::Evaluated;
pub use finite::{Atom, FinitePair};
pub(crate) use finite::{compare_products, descending, log_ratio, simplest_logarithm};
pub use functionals::Moment;
pub use test::NeymanPearson;
pub use three_point::ThreePoint;
