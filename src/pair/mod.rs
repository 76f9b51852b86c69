//! Dominating pairs with finitely many likelihood ratios.
//!
//! A pair (P, Q) is given by its atoms: the loss `ln(P/Q)`, the P-mass and the Q-mass there, plus
//! the P-mass where Q is 0 (loss +inf) and the Q-mass where P is 0 (loss -inf). The null
//! hypothesis is Q and the alternative P: `alpha = E_Q[phi]`, `beta = 1 - E_P[phi]`, and
//! `delta(eps) = sum [P - e^eps Q]_+`. A piecewise-linear trade-off function is such a pair: its
//! edges are the atoms.

mod envelope;
mod finite;
pub mod functionals;
mod three_point;

pub use envelope::upper_envelope;
pub(crate) use envelope::{Line, envelope};
pub use finite::{Atom, FinitePair};
pub(crate) use finite::{log_ratio, simplest_logarithm};
pub use three_point::ThreePoint;
