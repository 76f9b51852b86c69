//! Trade-off functions as objects: their order, and the divergences that they determine.
//!
//! A pair dominates another in Blackwell's sense if a stochastic [`Kernel`] turns the one into the other:
//! then every test of the second is a test of the first. [`crate::quantity::dominates`] decides it.

pub mod functionals;
mod kernel;

pub use kernel::Kernel;
