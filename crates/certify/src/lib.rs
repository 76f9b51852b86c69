//! Certificates: an auditor who has one need not trust this program.
//!
//! A certificate is a list of steps that a small separate program, `dpcert-checker`, follows with
//! arithmetic of its own. Writing one is a search: for a lattice or a grid that is fine enough, for
//! the losses that may be truncated, for the test that bounds from below. The search computes with
//! the arithmetic of the checker, so that the two lineages of this project meet in the verdict: the
//! checker must derive what the engine decided.

mod attempt;
mod closed;
mod compose;
mod coq;
mod error;
mod goal;
mod lattice;
mod number;
mod outcomes;
mod parts;
mod ratios;
mod rule;
mod step;
mod write;

pub use coq::coq;
pub use error::Error;
pub use write::{Document, NOT_COVERED, certify};
