//! Claim files, read and judged, and what is said of their verdicts: JSON for programs.
//!
//! For each claim a report has the claimed value, the certified value, the distance of both, and
//! whether the verdict was expected.

mod comparison;
mod json;
mod judging;
mod summary;
mod words;

pub use crate::number::quantity_text;
pub use comparison::Comparison;
pub use json::{asked, entry, write_json};
pub use judging::{DIGITS, Found, STDIN, bad_file, contradictions, exit, judge, read};
pub use summary::{Summary, counted};
pub use words::{bounding_end, contradiction, finding, ratio, remark_text, steps_of_value};

use dpcert::claim::{Claim, ClaimFile, Judgement, Level, Quantity, Remark, Row};
use dpcert::input::named;
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
pub fn is_idealised<'a>(mut rows: impl Iterator<Item = &'a Row>) -> bool {
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
    /// The quantities without an answer, and why.
    pub fn unanswered(&self) -> impl Iterator<Item = (String, &str)> {
        self.answers.iter().filter_map(|answered| {
            let reason = answered.answer.as_ref().err()?.reason.as_str();
            Some((quantity_text(&answered.quantity), reason))
        })
    }

    /// The claims with their judgements.
    pub fn entries(&self) -> impl Iterator<Item = (&Claim, &Judgement)> + Clone {
        self.file.claims.iter().zip(&self.judgements)
    }

    /// The rows that neither a claim nor an answer is about, in words: no verdict says anything of
    /// them. An answer is about the whole ledger.
    pub fn unclaimed(&self) -> Option<String> {
        let rows = self.file.unclaimed();
        let ids: Vec<&str> = rows.into_iter().map(|row| row.id.as_str()).collect();
        let rows = if ids.len() == 1 { "the row" } else { "the rows" };
        let is_silent = self.answers.is_empty() && !ids.is_empty();
        is_silent.then(|| format!("in none of the claims: {rows} {}", named(&ids)))
    }

    /// The findings about the ledger that no claim has, a line each.
    pub fn findings_of_ledger(&self) -> impl Iterator<Item = String> {
        let is_of_claim = |remark: &&Remark| {
            !self.judgements.iter().any(|judgement| judgement.remarks.contains(*remark))
        };
        let lines = self.remarks.iter().filter(is_of_claim);
        lines.map(|remark| format!("the ledger: {}", remark_text(remark)))
    }
}

/// The findings of claims, each once with the claims that have it.
pub fn by_finding<'a>(
    entries: impl Iterator<Item = (&'a Claim, &'a Judgement)>,
) -> Vec<(&'a Remark, Vec<&'a str>)> {
    let mut found: Vec<(&Remark, Vec<&str>)> = Vec::new();
    for (claim, judgement) in entries {
        for remark in &judgement.remarks {
            match found.iter_mut().find(|(known, _)| *known == remark) {
                Some((_, ids)) => ids.push(&claim.id),
                None => found.push((remark, vec![&claim.id])),
            }
        }
    }
    found
}

/// The same, a line each: the claims, the finding, and whether the policy denies it.
pub fn finding_lines<'a>(
    entries: impl Iterator<Item = (&'a Claim, &'a Judgement)> + Clone,
) -> Vec<(Level, String)> {
    let count = entries.clone().count();
    let line = |(remark, ids): (&Remark, Vec<&str>)| {
        let claims = match ids.len() {
            all if all == count && all > 1 => format!("all {all} claims"),
            _ => named(&ids),
        };
        (remark.level, format!("{claims}: {}", remark_text(remark)))
    };
    by_finding(entries).into_iter().map(line).collect()
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
