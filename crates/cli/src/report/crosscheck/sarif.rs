//! The report in the Static Analysis Results Interchange Format, SARIF 2.1.0: one result a failure.

use super::CrosscheckReport;
use super::relations::{relation_text, relation_why, verdict_text};
use super::words::{compared, question_text, says, why};
use dpcert_crosscheck::{Judged, Place, Related, Standing, Verdict};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The verdicts that are results, in the order of the rules.
const RULES: [Verdict; 5] =
    [Verdict::Unsound, Verdict::Invalid, Verdict::Crashed, Verdict::TimedOut, Verdict::Undecided];

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
struct Run {
    tool: Value,
    results: Vec<ResultObject>,
}

/// A `result` object.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Value,
    locations: [Value; 1],
    partial_fingerprints: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<Value>,
}

/// Writes the report. A known failure is a suppressed result; the location of a question is its line of the suite.
///
/// # Errors
/// If writing to the output fails.
pub fn write_sarif(output: &mut dyn Write, report: &CrosscheckReport<'_>) -> io::Result<()> {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|verdict| json!({"id": verdict.name(), "shortDescription": {"text": verdict.meaning()}}))
        .collect();
    let driver = json!({"name": "dpcert", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
    let results = report.judged.iter().filter_map(result).chain(report.related.iter().filter_map(relation_result));
    let results = results.collect();
    let run = Run { tool: json!({ "driver": driver }), results };
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run] };
    serde_json::to_writer_pretty(&mut *output, &log)?;
    output.write_all(b"\n")
}

fn result(judged: &Judged<'_>) -> Option<ResultObject> {
    let verdict = judged.finding.verdict;
    let (says, truth) = compared(judged);
    let numbers = if says.is_empty() { String::new() } else { format!(" Says {says}, certified {truth}.") };
    let why = why(judged).map(|why| format!(" {}.", why.trim_end_matches('.'))).unwrap_or_default();
    let message = format!("{}: {verdict}.{numbers}{why}", question_text(judged.request));
    object(verdict, &message, &judged.request.id, &judged.request.place, judged.standing)
}

fn relation_result(related: &Related<'_>) -> Option<ResultObject> {
    let verdict = related.comparison.agreement.failure()?;
    let (first, second) = (says(&related.first.said), says(&related.second.said));
    let numbers = if first.is_empty() { String::new() } else { format!(" Says {first}, and {second}.") };
    let why = relation_why(related).map(|why| format!(" {}.", why.trim_end_matches('.'))).unwrap_or_default();
    let message = format!("{}: {}.{numbers}{why}", relation_text(related), verdict_text(related));
    object(verdict, &message, &related.relation.id, &related.relation.first.place, related.standing)
}

fn object(verdict: Verdict, message: &str, id: &str, place: &Place, standing: Standing) -> Option<ResultObject> {
    let location = json!({
        "logicalLocations": [{"fullyQualifiedName": id}],
        "physicalLocation": {
            "artifactLocation": {"uri": uri(&place.file)},
            "region": {"startLine": place.line},
        },
    });
    Some(ResultObject {
        rule_id: verdict.name(),
        rule_index: RULES.iter().position(|rule| *rule == verdict)?,
        level: if verdict == Verdict::Undecided { "warning" } else { "error" },
        message: json!({"text": message}),
        locations: [location],
        partial_fingerprints: json!({"question/v1": id}),
        suppressions: (standing == Standing::Known).then(|| json!([{"kind": "external"}])),
    })
}

/// A path as a relative reference: other characters than those of names are written as bytes.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => {
                uri.push(char::from(byte))
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
