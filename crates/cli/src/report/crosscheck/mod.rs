//! Reports on the answers of a program: a table for people; JSON, JUnit and SARIF for programs.
//!
//! None of them has a time, a duration or a folder of this machine in it: the same answers make the same
//! bytes.

mod json;
mod junit;
mod sarif;
mod text;
mod words;

pub use json::{question_records, write_json};
pub use junit::write_junit;
pub use sarif::write_sarif;
pub use text::{Shown, write_text};

use super::claims::counted;
use dpcert_crosscheck::{Judged, Standing, Verdict};
use std::fmt;

/// A run, judged.
#[derive(Clone, Debug)]
pub struct CrosscheckReport<'a> {
    /// The questions with their verdicts, in order.
    pub judged: Vec<Judged<'a>>,
    /// The number of questions of the suite that are not about one number.
    pub others: usize,
    /// The number of entries of the baseline about questions that were not asked.
    pub absent: usize,
}

impl CrosscheckReport<'_> {
    /// The programs that answered, by their own names, in order, without duplicates.
    fn programs(&self) -> Vec<&str> {
        let mut programs: Vec<&str> = Vec::new();
        for program in self.judged.iter().filter_map(|judged| judged.answer.program.as_deref()) {
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
        match (self.standing(Standing::New), self.standing(Standing::Known)) {
            (0, 0) => f.write_str("; no failure")?,
            (new, 0) => write!(f, "; {}", counted(new, "failure"))?,
            (new, known) => write!(f, "; failures: {new} new, {known} known")?,
        }
        let mended = self.standing(Standing::Mended);
        if mended > 0 {
            write!(f, "; {mended} mended")?;
        }
        if self.contradictions() > 0 {
            write!(f, "; the engines contradict each other on {}", self.contradictions())?;
        }
        Ok(())
    }
}
