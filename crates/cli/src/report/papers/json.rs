//! A JSON object for each statement, its fields always in the same order.

use super::{holds_for, paper_of};
use crate::common::rendered;
use crate::output::{Kind, Records};
use dpcert_papers::{Check, DegeneratePoint, Examination, Severity, Witness};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    verdict: &'a str,
    recorded: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds_for: Option<&'a str>,
    version: &'a str,
    locus: &'a str,
    statement: &'a str,
    formula: &'a str,
    domain: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<EvidenceLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    witness: Option<WitnessLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeLine<'a>>,
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
    cases: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected_cases: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    altered: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a [String]>,
}

#[derive(Serialize)]
struct EdgeLine<'a> {
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
pub fn write_json_lines(output: &mut dyn Write, examinations: &[Examination]) -> io::Result<()> {
    for examination in examinations {
        serde_json::to_writer(&mut *output, &line(examination))?;
        writeln!(output)?;
    }
    Ok(())
}

/// A row for each statement.
pub fn statement_records(examinations: &[Examination]) -> Records {
    let whole = ["id", "verdict"].map(|name| (name, Kind::Whole));
    let words = ["statement", "place"].map(|name| (name, Kind::Words));
    let details = ["recorded", "formula", "domain", "correction"].map(|name| (name, Kind::Detail));
    let mut records = Records::new(whole.into_iter().chain(words).chain(details));
    for line in examinations.iter().map(line) {
        let correction = line.corrected.unwrap_or_default();
        let cells = [line.id, line.verdict, line.statement, line.locus, line.recorded, line.formula, line.domain];
        records.push(cells.into_iter().chain([correction]).map(str::to_owned));
    }
    records
}

fn line(examination: &Examination) -> Line<'_> {
    let Examination { entry, verdict, cases, witness, edge, corrected_cases, problem } = examination;
    let (mut evidence, mut reason, mut corrected) = (None, None, None);
    match &entry.check {
        Check::Cited { reason: why } | Check::Dropped { reason: why } => reason = Some(why.as_str()),
        Check::Implied { by, because } => {
            let by = Some(by.as_slice());
            evidence = Some(EvidenceLine {
                kind: "implication",
                text: because,
                by_hand: None,
                cases: 0,
                corrected_cases: None,
                altered: None,
                by,
            });
        }
        Check::Computed(computation) => {
            corrected = computation.correction.as_ref().map(dpcert_papers::Correction::text);
            evidence = Some(EvidenceLine {
                kind: computation.evidence.name(),
                text: computation.evidence.text(),
                by_hand: computation.evidence.by_hand(),
                cases: *cases,
                corrected_cases: *corrected_cases,
                altered: Some(&computation.altered),
                by: None,
            });
        }
    }
    Line {
        id: &entry.id,
        verdict: verdict.name(),
        recorded: entry.recorded.name(),
        severity: examination.severity().map(Severity::name),
        holds_for: holds_for(examination),
        version: paper_of(entry).map_or("", |paper| &paper.version),
        locus: &entry.locus,
        statement: &entry.statement,
        formula: &entry.formula,
        domain: &entry.domain,
        reading: entry.reading.as_deref(),
        evidence,
        reason,
        witness: witness.as_ref().map(witness_line),
        edge: edge.as_ref().map(edge_line),
        corrected,
        problem: problem.as_ref().map(rendered),
    }
}

fn witness_line(witness: &Witness) -> WitnessLine<'_> {
    WitnessLine { at: parameters(&witness.at), claimed: &witness.claimed, found: &witness.found }
}

fn edge_line(edge: &DegeneratePoint) -> EdgeLine<'_> {
    EdgeLine { at: parameters(&edge.at), found: &edge.found }
}

fn parameters<'a>(at: &'a [(&'static str, String)]) -> BTreeMap<&'a str, &'a str> {
    at.iter().map(|(name, value)| (*name, value.as_str())).collect()
}
