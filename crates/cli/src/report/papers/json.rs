//! A JSON object for each statement, its fields always in the same order; and the rows of tables
//! with them.

use super::{Judged, paper_of};
use crate::output::{Kind, Records};
use dpcert_answers::rendered;
use dpcert_answers::tree::{Part, Record};
use dpcert_papers::{Check, Correction, Entry, Examination, Severity};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Writes a line for each statement, with the verdict on record.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json_listed(output: &mut dyn Write, entries: &[&'static Entry]) -> io::Result<()> {
    entries.iter().try_for_each(|entry| writeln!(output, "{}", listed(entry)))
}

/// Writes a line for each statement that was computed.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json(output: &mut dyn Write, examinations: &[Examination]) -> io::Result<()> {
    examinations.iter().try_for_each(|examination| writeln!(output, "{}", computed(examination)))
}

/// A row for each statement that is listed.
pub fn listed_records(entries: &[&'static Entry]) -> Records {
    let columns = [
        ("id", Kind::Whole),
        ("recorded", Kind::Whole),
        ("statement", Kind::Words),
        ("place", Kind::Words),
    ];
    let details = ["formula", "domain", "correction"].map(|name| (name, Kind::Detail));
    let mut records = Records::new(columns.into_iter().chain(details));
    entries.iter().for_each(|entry| records.push_named(&own(entry).and(listed(entry)).cells()));
    records
}

/// A row for each statement that was computed.
pub fn statement_records(examinations: &[Examination]) -> Records {
    let columns = [
        ("id", Kind::Whole),
        ("verdict", Kind::Whole),
        ("statement", Kind::Words),
        ("place", Kind::Words),
    ];
    let details = ["recorded", "formula", "domain", "correction"].map(|name| (name, Kind::Detail));
    let mut records = Records::new(columns.into_iter().chain(details));
    examinations.iter().for_each(|it| records.push_named(&own(it.entry).and(computed(it)).cells()));
    records
}

/// What a row says under another name than JSON.
fn own(entry: &Entry) -> Record {
    Record::of("place", &entry.place).with("correction", correction(entry))
}

/// A statement with the verdict on record.
fn listed(entry: &'static Entry) -> Record {
    line(&Judged::on_record(entry), None)
}

/// A statement that was computed.
fn computed(examination: &Examination) -> Record {
    line(&Judged::computed(examination), Some(examination))
}

/// What is reported of a statement; without the verdict and what belongs to it where nothing was
/// computed.
fn line(judged: &Judged, found: Option<&Examination>) -> Record {
    let entry = judged.entry;
    let reason = match &entry.check {
        Check::Cited { reason } | Check::Dropped { reason } => Some(reason),
        Check::Implied { .. } | Check::Computed(_) => None,
    };
    let witness = found.map(|it| {
        let witness = it.witness.as_ref();
        witness.map(|it| place(&it.at).with("claimed", &it.claimed).with("found", &it.found))
    });
    let edge = found
        .and_then(|it| it.degenerate_point.as_ref())
        .map(|it| place(&it.at).with("found", &it.found));
    Record::of("id", &entry.id)
        .with_some("verdict", found.map(|_| judged.verdict.name()))
        .with("recorded", entry.recorded.name())
        .with_some("severity", judged.severity.map(Severity::name))
        .with_some("holds_for", judged.holds_for())
        .with("paper", paper_of(entry).map_or("", |paper| &paper.title))
        .with("version", paper_of(entry).map_or("", |paper| &paper.version))
        .with("locus", &entry.place)
        .with("statement", &entry.statement)
        .with("formula", &entry.formula)
        .with("domain", &entry.domain)
        .with_some("reading", entry.reading.as_ref())
        .with_some("evidence", evidence(entry, found))
        .with_some("reason", reason)
        .with_some("witness", witness)
        .with_some("edge", edge)
        .with_some("corrected", correction(entry))
        .with_some("problem", found.and_then(|it| it.problem.as_ref()).map(rendered))
}

/// What a verdict rests on, with the number of comparisons where it was computed.
fn evidence(entry: &Entry, found: Option<&Examination>) -> Option<Record> {
    let record = match &entry.check {
        Check::Cited { .. } | Check::Dropped { .. } => return None,
        Check::Implied { by, because } => Record::of("kind", "implication")
            .with("text", because)
            .with_some("cases", found.map(|_| 0u64))
            .with("by", Part::from_iter(by)),
        Check::Computed(computation) => Record::of("kind", computation.evidence.name())
            .with("text", computation.evidence.text())
            .with_some("by_hand", computation.evidence.by_hand())
            .with_some("cases", found.map(|it| it.cases))
            .with_some("corrected_cases", found.and_then(|it| it.corrected_cases))
            .with("altered", &computation.altered),
    };
    Some(record)
}

fn correction(entry: &Entry) -> Option<&str> {
    match &entry.check {
        Check::Computed(computation) => computation.correction.as_ref().map(Correction::text),
        Check::Cited { .. } | Check::Dropped { .. } | Check::Implied { .. } => None,
    }
}

/// The parameters of a witness.
fn place(at: &[(&'static str, String)]) -> Record {
    let parameters: BTreeMap<_, _> = at.iter().map(|(name, value)| (*name, value)).collect();
    Record::of("at", Record::from(parameters))
}
