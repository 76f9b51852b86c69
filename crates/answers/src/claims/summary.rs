//! The last line of a report.

use super::{BadFile, JudgedFile};
use dpcert::claim::{Level, Verdict};
use serde::Serialize;
use std::fmt;

/// The number of claims with each verdict, as in the JSON report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Judged files.
    pub files: usize,
    /// Judged claims.
    pub claims: usize,
    /// Claims that hold.
    pub holds: usize,
    /// Refuted claims.
    pub refuted: usize,
    /// Undecided claims.
    pub undecided: usize,
    /// Unsupported claims.
    pub unsupported: usize,
    /// Claims whose verdict is not the expected one.
    pub unexpected: usize,
    /// The number of them that were proved or refuted.
    #[serde(skip)]
    pub unexpected_decided: usize,
    /// Findings that are reported.
    pub findings: usize,
    /// The number of them that the policy denies.
    pub denied: usize,
    /// Claims on which the engines contradict each other.
    pub contradictions: usize,
    /// Files that are not claim files.
    pub bad_files: usize,
    /// Questions about ledgers; omitted in reports without questions, so that they stay as they
    /// were.
    #[serde(skip_serializing_if = "is_none")]
    pub asked: usize,
    /// Questions without an answer.
    #[serde(skip)]
    pub unanswered: usize,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Summary {
    /// Counts the claims, findings and files.
    pub fn of(files: &[JudgedFile], bad: &[BadFile]) -> Summary {
        let mut summary =
            Summary { files: files.len(), bad_files: bad.len(), ..Summary::default() };
        for remark in files.iter().flat_map(|judged| &judged.remarks) {
            summary.findings += 1;
            summary.denied += usize::from(remark.level == Level::Deny);
        }
        for answered in files.iter().flat_map(|judged| &judged.answers) {
            summary.asked += 1;
            match &answered.answer {
                Ok(_) => {}
                Err(unanswered) if unanswered.is_contradiction => summary.contradictions += 1,
                Err(_) => summary.unanswered += 1,
            }
        }
        for (claim, judgement) in files.iter().flat_map(JudgedFile::entries) {
            let expected = judgement.is_expected(claim);
            summary.claims += 1;
            summary.unexpected += usize::from(!expected);
            summary.findings += judgement.remarks.len();
            summary.denied +=
                judgement.remarks.iter().filter(|remark| remark.level == Level::Deny).count();
            summary.contradictions += usize::from(judgement.contradiction.is_some());
            let (count, decided) = match judgement.verdict {
                Verdict::Holds => (&mut summary.holds, true),
                Verdict::Refuted => (&mut summary.refuted, true),
                Verdict::Undecided => (&mut summary.undecided, false),
                Verdict::Unsupported => (&mut summary.unsupported, false),
            };
            *count += 1;
            summary.unexpected_decided += usize::from(!expected && decided);
        }
        summary
    }
}

/// A count with its noun: `1 claim`, `2 claims`.
pub fn counted(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.asked, self.claims) {
            (0, _) => {
                write!(f, "{} in {}", counted(self.claims, "claim"), counted(self.files, "file"))?
            }
            (_, 0) => write!(
                f,
                "{} about {}",
                counted(self.asked, "question"),
                counted(self.files, "file")
            )?,
            _ => {
                let (questions, claims) =
                    (counted(self.asked, "question"), counted(self.claims, "claim"));
                write!(f, "{questions} and {claims} in {}", counted(self.files, "file"))?;
            }
        }
        let verb = if self.holds == 1 { "holds" } else { "hold" };
        let mut separator = ": ";
        for (count, word) in [
            (self.holds, verb),
            (self.refuted, "refuted"),
            (self.undecided, "undecided"),
            (self.unsupported, "unsupported"),
        ] {
            if count > 0 {
                write!(f, "{separator}{count} {word}")?;
                separator = ", ";
            }
        }
        match self.unexpected {
            0 if self.claims == 0 => {}
            0 => f.write_str(", all as expected")?,
            n => write!(f, "; {n} not as expected")?,
        }
        if self.unanswered > 0 {
            write!(f, "; {} without an answer", self.unanswered)?;
        }
        if self.findings > 0 {
            write!(f, "; {}", counted(self.findings, "finding"))?;
        }
        if self.denied > 0 {
            write!(f, ", {} denied", self.denied)?;
        }
        if self.contradictions > 0 {
            write!(
                f,
                "; the engines contradict each other on {}",
                counted(self.contradictions, if self.claims == 0 { "question" } else { "claim" })
            )?;
        }
        if self.bad_files > 0 {
            write!(f, "; not judged: {} with errors", counted(self.bad_files, "path"))?;
        }
        Ok(())
    }
}
