//! Reports on verdicts: claim files, answers of other programs, floating-point formulas, statements
//! of papers.
//!
//! Each has a text for people and JSON for programs, with the same contents. The text has numbers
//! shortened to a few digits, each marked as such; JSON has them in full.

pub mod claims;
#[cfg(feature = "crosscheck")]
pub mod crosscheck;
#[cfg(feature = "crosscheck")]
pub mod floats;
#[cfg(feature = "papers")]
pub mod papers;
