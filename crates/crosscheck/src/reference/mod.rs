//! Formulas as they are commonly written, in binary64, which are compared with the certified
//! answers.
//!
//! Each has a few lines, and is wrong somewhere. No result of dpcert rests on them. The functions
//! of `libm` replace those of C, so that a value is the same on every machine; only the discrete
//! Fourier transform takes its roots of unity from the system.

#![allow(clippy::float_arithmetic)]

pub mod central_limit;
pub mod fourier;
pub mod gaussian;
pub mod ghazi_issa;
pub mod kairouz;

mod case;
mod catalogue;

pub use case::{Case, Composition, Normal, Sample, Steps};
pub use catalogue::{Axis, REFERENCES, Reference, find};

/// `1 - (1-delta)^k (1-inner)`, as printed.
fn total(composition: &Composition, inner: f64) -> f64 {
    1.0 - libm::pow(1.0 - composition.delta, f64::from(composition.k)) * (1.0 - inner)
}

/// The same as a sum of positive terms.
fn total_by_sum(composition: &Composition, inner: f64) -> f64 {
    let finite = f64::from(composition.k) * libm::log1p(-composition.delta);
    libm::exp(finite) * inner - libm::expm1(finite)
}
