//! Reports on the answers of a program: a table for people; JSON, JUnit and SARIF for programs.
//!
//! None of them has a time, a duration or a folder of this machine in it: the same answers make the same
//! bytes.

mod json;
mod junit;
mod relations;
mod sarif;
mod text;
mod words;

pub use json::{question_records, write_json};
pub use junit::write_junit;
pub use sarif::write_sarif;
pub use text::{Shown, write_text};

use super::claims::counted;
use crate::output::cell;
use comfy_table::{Attribute, Cell, Color};
use dpcert_crosscheck::{Answer, Judged, Related, Standing, Verdict};
use std::fmt;

/// A run, judged.
#[derive(Clone, Debug)]
pub struct CrosscheckReport<'a> {
    /// The questions with their verdicts, in order.
    pub judged: Vec<Judged<'a>>,
    /// The relations of their answers with their verdicts, in order.
    pub related: Vec<Related<'a>>,
    /// The number of relations whose questions were not asked.
    pub unrelated: usize,
    /// The number of questions of the suite that are not about one number.
    pub others: usize,
    /// The number of entries of the baseline about questions that were not asked.
    pub absent: usize,
}

impl CrosscheckReport<'_> {
    /// The programs that answered, by their own names, in order, without duplicates.
    fn programs(&self) -> Vec<&str> {
        let mut programs: Vec<&str> = Vec::new();
        let sides = self.related.iter().flat_map(|related| [&related.first, &related.second]);
        let answers = self.judged.iter().map(|judged| &judged.answer).chain(sides);
        for program in answers.filter_map(|answer: &Answer| answer.program.as_deref()) {
            if !programs.contains(&program) {
                programs.push(program);
            }
        }
        programs
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.finding.verdict == verdict).count()
    }

    fn standing(&self, standing: Standing) -> usize {
        self.judged.iter().filter(|judged| judged.standing == standing).count()
    }

    fn contradictions(&self) -> usize {
        self.judged.iter().filter(|judged| judged.finding.contradiction.is_some()).count()
    }
}

/// The first line: the number of questions with each verdict.
impl fmt::Display for CrosscheckReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.judged.len(), "question"))?;
        let mut separator = ": ";
        for (word, verdict) in Verdict::WORDS {
            let count = self.count(verdict);
            if count > 0 {
                write!(f, "{separator}{count} {word}")?;
                separator = ", ";
            }
        }
        f.write_str(&failures_text(self.judged.iter().map(|judged| judged.standing)))?;
        if self.contradictions() > 0 {
            write!(f, "; the engines contradict each other on {}", self.contradictions())?;
        }
        Ok(())
    }
}

/// The number of failures, and of those that are none any more: the end of a line of counts.
fn failures_text(standings: impl Iterator<Item = Standing> + Clone) -> String {
    let count = |standing| standings.clone().filter(|found| *found == standing).count();
    let failures = match (count(Standing::New), count(Standing::Known)) {
        (0, 0) => "; no failure".to_owned(),
        (new, 0) => format!("; {}", counted(new, "failure")),
        (new, known) => format!("; failures: {new} new, {known} known"),
    };
    match count(Standing::Mended) {
        0 => failures,
        mended => format!("{failures}; {mended} mended"),
    }
}

/// A verdict with its relation to the baseline.
fn mark(verdict: &str, standing: Standing, is_good: bool) -> Cell {
    let (mark, colour) = match standing {
        Standing::New => (" (!)", Color::Red),
        Standing::Known => (" (known)", Color::Yellow),
        Standing::Mended => (" (mended)", Color::Green),
        Standing::Fine if is_good => ("", Color::Green),
        Standing::Fine => ("", Color::Grey),
    };
    let cell = cell(format!("{verdict}{mark}")).fg(colour);
    if standing == Standing::New { cell.add_attribute(Attribute::Bold) } else { cell }
}

/// What a verdict is in words, by its relation to the baseline.
fn remark(standing: Standing) -> &'static str {
    match standing {
        Standing::Known => ", as known",
        Standing::Mended => ", but the baseline lists it as a failure: remove it there",
        Standing::New | Standing::Fine => "",
    }
}
