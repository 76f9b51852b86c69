//! Reports on judged claims: a table for people, JSON, CSV and LaTeX for programs.
//!
//! For each claim they have the claimed value, the certified value, the distance of both, and
//! whether the verdict was expected.

mod against;
mod comparison;
mod json;
mod records;
mod summary;
mod text;

pub(crate) use super::number::quantity_text;
pub use against::Changes;
pub(crate) use comparison::Comparison;
pub use json::write_json;
pub use records::claim_records;
pub use summary::Summary;
pub(crate) use summary::counted;
pub use text::write_text;
#[cfg(feature = "crosscheck")]
pub(super) use text::{QUANTITY, contradiction, ratio};
pub(crate) use text::{finding, remark_text};

use dpcert::claim::{Claim, ClaimFile, Judgement, Quantity, Remark, Row};
use dpcert::{Answer, Content, Styled};
use serde::Serialize;

/// A claim file with its verdicts.
#[derive(Clone, Debug)]
pub struct JudgedFile {
    /// The file, as it was named.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The claim file that was read from it.
    pub file: ClaimFile,
    /// A judgement for each claim, in the order of the file.
    pub judgements: Vec<Judgement>,
    /// Answers to the questions about its whole ledger.
    pub answers: Vec<Answered>,
    /// The findings about its ledger, if there were questions.
    pub remarks: Vec<Remark>,
}

/// Is a mechanism or a sampler judged in place of what was run?
pub(crate) fn is_idealised<'a>(mut rows: impl Iterator<Item = &'a Row>) -> bool {
    rows.any(|row| row.mechanism_idealised.is_some() || row.sampler_idealised.is_some())
}

/// An answer about a whole ledger.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The requested quantity.
    pub quantity: Quantity,
    /// The answer.
    pub answer: Result<Answer, Unanswered>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The missing part, or the contradiction.
    pub reason: String,
    /// Do the engines contradict each other?
    pub is_contradiction: bool,
}

impl Answered {
    /// The number that is the answer.
    pub fn bounds(&self) -> Option<&Styled> {
        match &self.answer {
            Ok(Answer { content: Content::Number(bounds), .. }) => Some(bounds),
            _ => None,
        }
    }
}

impl JudgedFile {
    /// The claims with their judgements.
    pub fn entries(&self) -> impl Iterator<Item = (&Claim, &Judgement)> {
        self.file.claims.iter().zip(&self.judgements)
    }
}

/// A file without verdicts, because it is not a claim file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BadFile {
    /// The file, as it was named.
    #[serde(rename = "path")]
    pub name: String,
    /// The error.
    #[serde(rename = "error")]
    pub message: String,
}
