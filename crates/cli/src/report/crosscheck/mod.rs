//! Reports on the answers of a program: a table for people; JSON, JUnit and SARIF for programs.
//!
//! None of them has a time, a duration or a folder of this machine in it: the same answers make the
//! same bytes.

mod alike;
mod json;
mod junit;
mod list;
mod records;
mod relations;
mod sarif;
mod tally;
mod text;
mod words;

pub use json::write_json;
pub use junit::write_junit;
pub use list::{write_lines, write_list};
pub use records::question_records;
pub use sarif::write_sarif;
pub use text::{Shown, write_text};

use crate::output::cell;
use comfy_table::{Attribute, Cell, Color};
use dpcert_crosscheck::relation::Agreement;
use dpcert_crosscheck::{Answer, Judged, Related, Said, Standing, Verdict};
use tally::Tally;

/// A run, judged.
#[derive(Clone, Debug)]
pub struct CrosscheckReport<'a> {
    /// The questions with their verdicts, in order.
    pub judged: Vec<Judged<'a>>,
    /// The relations of their answers with their verdicts, in order.
    pub related: Vec<Related<'a>>,
    /// The number of relations whose questions were not asked.
    pub unrelated: usize,
    /// The number of questions without an answer: the program was given up, or the record has none.
    pub unasked: usize,
    /// The number of questions of the suite that are not about one number.
    pub others: usize,
    /// The known failures whose questions were not asked.
    pub absent: Vec<String>,
    /// Those among them whose ids no question and no relation has.
    pub nowhere: Vec<String>,
    /// The known failures whose questions are unsupported now.
    pub unsupported: Vec<String>,
    /// Why the run fails, whatever the verdicts are.
    pub shortfall: Vec<String>,
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

    /// The verdicts on the questions, counted.
    fn questions(&self) -> Tally {
        let found =
            self.judged.iter().map(|judged| (judged.finding.verdict.name(), judged.standing));
        Tally::of("question", Verdict::WORDS.map(|(word, _)| word), found).with_rounding(
            self.judged.iter().filter(|judged| judged.finding.rounded().is_some()).count(),
        )
    }

    /// The verdicts on the relations, counted.
    fn relations(&self) -> Tally {
        let found = self
            .related
            .iter()
            .map(|related| (related.comparison.agreement.name(), related.standing));
        Tally::of("relation", Agreement::ALL.map(Agreement::name), found)
    }

    /// The number of answers, and of relations of them, that a verdict is about: the program gave
    /// them, and they were compared with the truth or with each other.
    pub fn compared(&self) -> usize {
        // Another line, or an answer to another question, is invalid too, and says nothing.
        let has_number =
            |answer: &Answer| matches!(answer.said, Said::Value { .. } | Said::Interval { .. });
        let is_about_one = |verdict: Verdict| match verdict {
            Verdict::Sound
            | Verdict::Loose
            | Verdict::Inaccurate
            | Verdict::Unsound
            | Verdict::Invalid
            | Verdict::Undecided => true,
            Verdict::Crashed | Verdict::TimedOut | Verdict::Unsupported => false,
        };
        let answers = self
            .judged
            .iter()
            .filter(|judged| has_number(&judged.answer) && is_about_one(judged.finding.verdict));
        let pairs = self.related.iter().filter(|related| match related.comparison.agreement {
            Agreement::Holds | Agreement::Differs => true,
            Agreement::Failed(verdict) => {
                has_number(&related.first) && has_number(&related.second) && is_about_one(verdict)
            }
        });
        answers.count() + pairs.count()
    }

    /// The known failures that are none any more.
    fn mended(&self) -> Vec<&str> {
        let questions = self.judged.iter().map(|it| (&it.request.id, it.standing));
        let relations = self.related.iter().map(|it| (&it.relation.id, it.standing));
        let mended = questions.chain(relations).filter(|(_, it)| *it == Standing::Mended);
        mended.map(|(id, _)| id.as_str()).collect()
    }

    fn contradictions(&self) -> usize {
        self.judged.iter().filter(|judged| judged.finding.contradiction.is_some()).count()
    }
}

/// A verdict with its relation to the baseline.
fn mark(verdict: &str, standing: Standing, is_good: bool) -> Cell {
    let (mark, colour) = match standing {
        Standing::New | Standing::Worse | Standing::Other => (" (!)", Color::Red),
        Standing::Known => (" (known)", Color::Yellow),
        Standing::Mended => (" (mended)", Color::Green),
        Standing::Fine if is_good => ("", Color::Green),
        Standing::Fine => ("", Color::Grey),
    };
    let cell = cell(format!("{verdict}{mark}")).fg(colour);
    if standing.is_new() { cell.add_attribute(Attribute::Bold) } else { cell }
}

/// What a verdict on an answer is in words, by its relation to the baseline.
fn remark(standing: Standing) -> &'static str {
    match standing {
        Standing::Known => ", as known",
        Standing::Worse => {
            ", as known, but more than twice as far from the truth as the answer in the baseline"
        }
        Standing::Other => ", as known, but not in the way that the baseline has",
        Standing::New | Standing::Mended | Standing::Fine => "",
    }
}

/// The same of a verdict on two answers.
fn relation_remark(standing: Standing) -> &'static str {
    match standing {
        Standing::Worse => {
            ", as known, but more than twice as far apart as the answers in the baseline"
        }
        other => remark(other),
    }
}
