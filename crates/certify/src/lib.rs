//! Certificates: what an auditor needs in order not to trust this program.
//!
//! A certificate is a list of steps that a small separate program, `dpcert-checker`, follows with arithmetic of its
//! own. To write one is to search: for a lattice or a grid that is fine enough, for the losses that may be cut, for
//! the test that bounds from below. The search computes with the arithmetic of the checker, so that the two lineages
//! of this project meet in the verdict: what the engine decided, the checker must derive.

mod attempt;
mod closed;
mod compose;
mod coq;
mod error;
mod goal;
mod lattice;
mod number;
mod outcomes;
mod rule;
mod step;
mod write;

pub use coq::coq;
pub use error::Error;
pub use write::{Document, certify};
