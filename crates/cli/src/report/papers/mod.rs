//! Reports on the papers' statements: tables and single statements for people, JSON Lines for
//! programs, and pages for readers.

mod json;
mod markdown;
mod text;

pub use json::{listed_records, statement_records, write_json, write_json_listed};
pub use markdown::{figure_title, write_markdown};
pub use text::{write_examinations, write_list, write_one};

use dpcert_papers::{Check, Correction, Entry, Examination, Paper, Severity, Verdict, papers};

/// A statement with the verdict that a report shows: the one on record, or the one that was
/// computed.
#[derive(Clone, Copy)]
struct Judged {
    entry: &'static Entry,
    verdict: Verdict,
    severity: Option<Severity>,
}

impl Judged {
    fn on_record(entry: &'static Entry) -> Judged {
        Judged { entry, verdict: entry.recorded, severity: entry.recorded_severity() }
    }

    fn computed(examination: &Examination) -> Judged {
        Judged {
            entry: examination.entry,
            verdict: examination.verdict,
            severity: examination.severity(),
        }
    }

    /// The part of the domain where the statement holds, if it has no value on the rest.
    fn holds_for(&self) -> Option<&'static str> {
        match &self.entry.check {
            Check::Computed(computation) if self.severity.is_some() => {
                computation.correction.as_ref().and_then(Correction::holds_for)
            }
            _ => None,
        }
    }

    /// The verdict, with its severity if the statement is not as printed, or with the part of its
    /// domain for which it holds: `corrected (misprint)`, `verified, for eps > 0`.
    fn words(&self) -> String {
        let name = self.verdict.name();
        match (self.severity, self.holds_for()) {
            (_, Some(part)) => format!("{name}, for {part}"),
            (Some(severity), None) => format!("{name} ({})", severity.name()),
            (None, None) => name.to_owned(),
        }
    }
}

/// `12 proved, 3 corrected; not as printed: 1 substantive, 2 misprint`: the number of each verdict
/// and of each severity, in the order of [`Verdict::ALL`] and [`Severity::ALL`].
fn counts(statements: &[Judged]) -> String {
    let counted = |n: usize, name: &str| (n > 0).then(|| format!("{n} {name}"));
    let with_verdict =
        |verdict: &Verdict| statements.iter().filter(|it| it.verdict == *verdict).count();
    let with_severity =
        |severity: &Severity| statements.iter().filter(|it| it.severity == Some(*severity)).count();
    let joined = |parts: Vec<String>| parts.join(", ");
    let verdicts =
        joined(Verdict::ALL.iter().filter_map(|v| counted(with_verdict(v), v.name())).collect());
    let severities =
        joined(Severity::ALL.iter().filter_map(|s| counted(with_severity(s), s.name())).collect());
    if severities.is_empty() {
        verdicts
    } else {
        format!("{verdicts}; not as printed: {severities}")
    }
}

/// The paper of a statement.
fn paper_of(entry: &Entry) -> Option<&'static Paper> {
    papers().iter().find(|paper| entry.id.split('-').next() == Some(&paper.prefix))
}

fn times(cases: u64) -> String {
    if cases == 1 { "once".to_owned() } else { format!("{cases} times") }
}
