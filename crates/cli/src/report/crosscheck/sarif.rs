//! The report in the Static Analysis Results Interchange Format, SARIF 2.1.0: one result a failure.

use super::relations::{relation_text, relation_why, verdict_text};
use super::words::{compared, question_text, says, why};
use super::{CrosscheckReport, relation_remark, remark};
use dpcert_answers::tree::{self, Part, Record};
use dpcert_crosscheck::{Judged, Place, Related, Standing, Verdict};
use std::io::{self, Write};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The name of the questions that are part of the program, as that of a file.
const BUILT_IN: &str = "dpcert-questions";

/// The verdicts that are results, in the order of the rules.
const RULES: [Verdict; 6] = [
    Verdict::Unsound,
    Verdict::Invalid,
    Verdict::Crashed,
    Verdict::TimedOut,
    Verdict::Undecided,
    Verdict::Inaccurate,
];

/// Writes the report. A known failure is a suppressed result; the location of a question is its
/// line of the suite; those of the program have no file, and the first line of one that is named
/// after them.
///
/// # Errors
/// If writing to the output fails.
pub fn write_sarif(output: &mut dyn Write, report: &CrosscheckReport<'_>) -> io::Result<()> {
    let rule = |verdict: &Verdict| {
        Record::of("id", verdict.name()).with("shortDescription", text(verdict.meaning()))
    };
    let driver = Record::of("name", "dpcert")
        .with("rules", RULES.iter().map(rule).collect::<Part>())
        .with("version", env!("CARGO_PKG_VERSION"));
    let results = report
        .judged
        .iter()
        .filter_map(result)
        .chain(report.related.iter().filter_map(relation_result));
    let run =
        Record::of("tool", Record::of("driver", driver)).with("results", results.collect::<Part>());
    // A log without results is green otherwise, also where nothing was judged.
    let failed = (!report.shortfall.is_empty()).then(|| {
        let notice = |reason: &String| Record::of("level", "error").with("message", text(reason));
        let notices = report.shortfall.iter().map(notice).collect::<Part>();
        let failed = Record::of("executionSuccessful", false);
        Part::from_iter([failed.with("toolExecutionNotifications", notices)])
    });
    let run = run.with_some("invocations", failed);
    let log =
        Record::of("$schema", SCHEMA).with("version", "2.1.0").with("runs", Part::from_iter([run]));
    tree::write_json(output, &log)
}

/// A text as an object, as SARIF has it.
fn text(text: &str) -> Record {
    Record::of("text", text)
}

fn result(judged: &Judged<'_>) -> Option<Record> {
    let verdict = judged.finding.verdict;
    let (says, truth) = compared(judged);
    let numbers =
        if says.is_empty() { String::new() } else { format!(" Says {says}, certified {truth}.") };
    let why = why(judged).map(|why| format!(" {}.", why.trim_end_matches('.'))).unwrap_or_default();
    let (question, known) = (question_text(judged.request), remark(judged.standing));
    let message = format!("{question}: {verdict}{known}.{numbers}{why}");
    object(verdict, &message, &judged.request.id, &judged.request.place, judged.standing)
}

fn relation_result(related: &Related<'_>) -> Option<Record> {
    let verdict = related.comparison.agreement.failure()?;
    let (first, second) = (says(&related.first.said), says(&related.second.said));
    let numbers =
        if first.is_empty() { String::new() } else { format!(" Says {first}, and {second}.") };
    let why = relation_why(related)
        .map(|why| format!(" {}.", why.trim_end_matches('.')))
        .unwrap_or_default();
    let (relation, known) = (relation_text(related.relation), relation_remark(related.standing));
    let message = format!("{relation}: {}{known}.{numbers}{why}", verdict_text(related));
    object(verdict, &message, &related.relation.id, &related.relation.first.place, related.standing)
}

/// A `result` object.
fn object(
    verdict: Verdict,
    message: &str,
    id: &str,
    place: &Place,
    standing: Standing,
) -> Option<Record> {
    let logical = Record::of("fullyQualifiedName", id);
    // Viewers refuse a file of results without places in files.
    let (file, line) = match &place.file {
        Some(file) => (uri(file), place.line),
        None => (BUILT_IN.to_owned(), 1),
    };
    let physical = Record::of("artifactLocation", Record::of("uri", file))
        .with("region", Record::of("startLine", line));
    let location = Record::of("logicalLocations", Part::from_iter([logical]))
        .with("physicalLocation", physical);
    let suppressed =
        (standing == Standing::Known).then(|| Part::from_iter([Record::of("kind", "external")]));
    let result = Record::of("ruleId", verdict.name())
        .with("ruleIndex", RULES.iter().position(|rule| *rule == verdict)?)
        .with("level", if verdict == Verdict::Undecided { "warning" } else { "error" })
        .with("message", text(message))
        .with("locations", Part::from_iter([location]))
        .with("partialFingerprints", Record::of("question/v1", id))
        .with_some("suppressions", suppressed);
    Some(result)
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
