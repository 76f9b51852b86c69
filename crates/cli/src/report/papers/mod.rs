//! Reports on the papers' statements: tables and single statements for people, JSON Lines for programs,
//! and pages for readers.

mod json;
mod markdown;
mod text;

pub use json::{statement_records, write_json_lines};
pub use markdown::{figure_title, write_markdown};
pub use text::{write_one, write_table};

use dpcert_papers::{Check, Correction, Entry, Examination, Paper, Severity, Verdict, papers};

/// `12 proved, 3 corrected; not as printed: 1 substantive, 2 misprint`: the number of each verdict and of each
/// severity, in the order of [`Verdict::ALL`] and [`Severity::ALL`].
pub fn counts<'a>(examinations: impl Iterator<Item = &'a Examination> + Clone) -> String {
    let counted = |n: usize, name: &str| (n > 0).then(|| format!("{n} {name}"));
    let with_verdict = |verdict: &Verdict| examinations.clone().filter(|found| found.verdict == *verdict).count();
    let with_severity =
        |severity: &Severity| examinations.clone().filter(|found| found.severity() == Some(*severity)).count();
    let joined = |parts: Vec<String>| parts.join(", ");
    let verdicts = joined(Verdict::ALL.iter().filter_map(|v| counted(with_verdict(v), v.name())).collect());
    let severities = joined(Severity::ALL.iter().filter_map(|s| counted(with_severity(s), s.name())).collect());
    if severities.is_empty() { verdicts } else { format!("{verdicts}; not as printed: {severities}") }
}

/// The verdict, with its severity if the statement is not as printed, or with the part of its domain for which it
/// holds: `corrected (misprint)`, `verified, for eps > 0`.
fn verdict(found: &Examination) -> String {
    let name = found.verdict.name();
    match (found.severity(), holds_for(found)) {
        (_, Some(part)) => format!("{name}, for {part}"),
        (Some(severity), None) => format!("{name} ({})", severity.name()),
        (None, None) => name.to_owned(),
    }
}

/// The part of the domain where a statement holds that has no value on the rest.
fn holds_for(found: &Examination) -> Option<&str> {
    match &found.entry.check {
        Check::Computed(computation) if found.edge.is_some() => match &computation.correction {
            Some(Correction::Domain { holds_for, .. }) => Some(holds_for),
            _ => None,
        },
        _ => None,
    }
}

/// The paper of a statement.
fn paper_of(entry: &Entry) -> Option<&'static Paper> {
    papers().iter().find(|paper| entry.id.split('-').next() == Some(&paper.prefix))
}

fn times(cases: u64) -> String {
    if cases == 1 { "once".to_owned() } else { format!("{cases} times") }
}
