//! Reports on judged claims: a table for people, JSON for programs.
//!
//! Both say the same: for each claim what was claimed, what is certified, how far apart the two
//! are, and whether the verdict was to be expected. Whoever reads the table gets numbers shortened
//! to a few digits, each marked as such; JSON has them in full.

mod comparison;
pub mod crosscheck;
pub mod floats;
mod json;
mod legend;
mod number;
pub mod papers;
mod summary;
mod text;

pub(crate) use comparison::Comparison;
pub use json::write_json;
pub(crate) use number::quantity_text;
pub use summary::Summary;
pub(crate) use text::finding;
pub use text::{TextOptions, terminal_options, write_text};

use crate::claim::{Claim, ClaimFile, Judgement};

/// A claim file with its verdicts.
#[derive(Clone, Debug)]
pub struct JudgedFile {
    /// The file, as it was named.
    pub name: String,
    /// What is written in it.
    pub text: String,
    /// What that says.
    pub file: ClaimFile,
    /// A judgement for each claim, in the order of the file.
    pub judgements: Vec<Judgement>,
}

impl JudgedFile {
    /// The claims with their judgements.
    pub fn entries(&self) -> impl Iterator<Item = (&Claim, &Judgement)> {
        self.file.claims.iter().zip(&self.judgements)
    }
}

/// A file without verdicts, because it is not a claim file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFile {
    /// The file, as it was named.
    pub name: String,
    /// What is wrong.
    pub message: String,
}
