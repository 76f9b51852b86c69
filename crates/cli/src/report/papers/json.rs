//! A JSON object for each statement, its fields always in the same order.

use super::{Judged, paper_of};
use crate::common::rendered;
use crate::output::{Kind, Records};
use dpcert_papers::{Check, DegeneratePoint, Entry, Examination, Severity, Witness};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What is reported of a statement; without the verdict and what belongs to it where nothing was computed.
#[derive(Serialize)]
pub struct Line<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a str>,
    recorded: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds_for: Option<&'a str>,
    version: &'a str,
    #[serde(rename = "locus")]
    place: &'a str,
    statement: &'a str,
    formula: &'a str,
    domain: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<EvidenceLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Option<WitnessLine<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "edge")]
    degenerate_point: Option<PointLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

#[derive(Serialize)]
struct EvidenceLine<'a> {
    kind: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_hand: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected_cases: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    altered: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a [String]>,
}

#[derive(Serialize)]
struct PointLine<'a> {
    at: BTreeMap<&'a str, &'a str>,
    found: &'a str,
}

#[derive(Serialize)]
struct WitnessLine<'a> {
    at: BTreeMap<&'a str, &'a str>,
    claimed: &'a str,
    found: &'a str,
}

/// Writes a line for each statement.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json_lines<'a>(output: &mut dyn Write, lines: impl Iterator<Item = Line<'a>>) -> io::Result<()> {
    for line in lines {
        serde_json::to_writer(&mut *output, &line)?;
        writeln!(output)?;
    }
    Ok(())
}

/// A row for each statement that is listed.
pub fn listed_records(entries: &[&'static Entry]) -> Records {
    let columns = [("id", Kind::Whole), ("recorded", Kind::Whole), ("statement", Kind::Words), ("place", Kind::Words)];
    let details = ["formula", "domain", "correction"].map(|name| (name, Kind::Detail));
    let mut records = Records::new(columns.into_iter().chain(details));
    for line in entries.iter().map(|entry| Line::of_entry(entry)) {
        let correction = line.corrected.unwrap_or_default();
        let cells = [line.id, line.recorded, line.statement, line.place, line.formula, line.domain, correction];
        records.push(cells.map(str::to_owned));
    }
    records
}

/// A row for each statement that was computed.
pub fn statement_records(examinations: &[Examination]) -> Records {
    let whole = ["id", "verdict"].map(|name| (name, Kind::Whole));
    let words = ["statement", "place"].map(|name| (name, Kind::Words));
    let details = ["recorded", "formula", "domain", "correction"].map(|name| (name, Kind::Detail));
    let mut records = Records::new(whole.into_iter().chain(words).chain(details));
    for line in examinations.iter().map(Line::of_examination) {
        let (verdict, correction) = (line.verdict.unwrap_or_default(), line.corrected.unwrap_or_default());
        let cells = [line.id, verdict, line.statement, line.place, line.recorded, line.formula, line.domain];
        records.push(cells.into_iter().chain([correction]).map(str::to_owned));
    }
    records
}

impl Line<'_> {
    /// Of a statement with the verdict on record.
    pub fn of_entry(entry: &'static Entry) -> Line<'static> {
        line(&Judged::on_record(entry), None)
    }

    /// Of a statement that was computed.
    pub fn of_examination(examination: &Examination) -> Line<'_> {
        line(&Judged::computed(examination), Some(examination))
    }
}

fn line<'a>(judged: &Judged, found: Option<&'a Examination>) -> Line<'a> {
    let entry = judged.entry;
    let (mut evidence, mut reason, mut corrected) = (None, None, None);
    match &entry.check {
        Check::Cited { reason: why } | Check::Dropped { reason: why } => reason = Some(why.as_str()),
        Check::Implied { by, because } => {
            evidence = Some(EvidenceLine {
                kind: "implication",
                text: because,
                by_hand: None,
                cases: found.map(|_| 0),
                corrected_cases: None,
                altered: None,
                by: Some(by.as_slice()),
            });
        }
        Check::Computed(computation) => {
            corrected = computation.correction.as_ref().map(dpcert_papers::Correction::text);
            evidence = Some(EvidenceLine {
                kind: computation.evidence.name(),
                text: computation.evidence.text(),
                by_hand: computation.evidence.by_hand(),
                cases: found.map(|it| it.cases),
                corrected_cases: found.and_then(|it| it.corrected_cases),
                altered: Some(&computation.altered),
                by: None,
            });
        }
    }
    Line {
        id: &entry.id,
        verdict: found.map(|_| judged.verdict.name()),
        recorded: entry.recorded.name(),
        severity: judged.severity.map(Severity::name),
        holds_for: judged.holds_for(),
        version: paper_of(entry).map_or("", |paper| &paper.version),
        place: &entry.place,
        statement: &entry.statement,
        formula: &entry.formula,
        domain: &entry.domain,
        reading: entry.reading.as_deref(),
        evidence,
        reason,
        witness: found.map(|it| it.witness.as_ref().map(witness_line)),
        degenerate_point: found.and_then(|it| it.degenerate_point.as_ref().map(point_line)),
        corrected,
        problem: found.and_then(|it| it.problem.as_ref().map(rendered)),
    }
}

fn witness_line(witness: &Witness) -> WitnessLine<'_> {
    WitnessLine { at: parameters(&witness.at), claimed: &witness.claimed, found: &witness.found }
}

fn point_line(point: &DegeneratePoint) -> PointLine<'_> {
    PointLine { at: parameters(&point.at), found: &point.found }
}

fn parameters<'a>(at: &'a [(&'static str, String)]) -> BTreeMap<&'a str, &'a str> {
    at.iter().map(|(name, value)| (*name, value.as_str())).collect()
}
