//! The checker: its numbers, its rows, and what it accepts and rejects.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod allocated_noise;
mod allocation;
mod claims;
mod closed;
mod command;
mod costs;
mod domains;
mod estimates;
mod formulas;
mod functions;
mod golden;
mod grids;
mod hostile;
mod idealised;
mod ledger;
mod limits;
mod literals;
mod mutations;
mod negative;
mod notation;
mod outcomes;
mod pairs;
mod parts;
mod policy;
mod ranges;
mod rational;
mod rows;
mod statements;
mod unsound;
mod words;

use dpcert_checker::expression::{self, Expression};
use dpcert_checker::fault::{Class, Fault};
use dpcert_checker::ledger::Row;
use dpcert_checker::rational::BigRational;
use dpcert_checker::scope::Scope;
use dpcert_checker::work::Work;
use dpcert_checker::{Report, Verdict};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::path::PathBuf;

/// The multiplier of the sizes of tests, `DPCERT_TEST_EFFORT`: 1 is for every change, more is for
/// the longer assurance.
fn effort() -> usize {
    let Some(text) = std::env::var_os("DPCERT_TEST_EFFORT") else {
        return 1;
    };
    let effort = text
        .to_str()
        .and_then(|text| text.parse().ok())
        .filter(|effort| (1..=1000).contains(effort));
    effort.unwrap_or_else(|| {
        panic!("DPCERT_TEST_EFFORT={}: a whole number from 1 to 1000 is expected", text.display())
    })
}

/// The value of a literal that is rational.
fn number(text: &str) -> BigRational {
    parse(text).unwrap().rational().unwrap().clone()
}

fn parse(text: &str) -> Result<Expression, Fault> {
    dpcert_checker::literal::parse(text, &Work::default())
}

fn compare(x: &Expression, y: &Expression) -> Option<Ordering> {
    expression::compare(x, y, &Work::default())
}

/// A row of a ledger, with the id "x" where none is given.
fn read_row(row: &Value, adjacency: &str) -> Result<Row, Fault> {
    let mut row = row.clone();
    row.as_object_mut().unwrap().entry("id").or_insert(json!("x"));
    let scope = Scope { unit: "person".to_owned(), adjacency: adjacency.to_owned() };
    Row::read(
        "row",
        dpcert_checker::json::parse(&row.to_string()).unwrap(),
        &scope,
        &Work::default(),
    )
}

fn row(row: &Value) -> Row {
    read_row(row, "add-remove").unwrap()
}

/// What is said of a row that is not read, for a reason of this class.
#[track_caller]
fn said(row: Result<Row, Fault>, class: Class) -> String {
    let fault = row.unwrap_err();
    assert_eq!(fault.class(), class, "{fault}");
    fault.to_string()
}

/// The golden certificates with one derivation: name and text.
fn certificates() -> Vec<(String, String)> {
    all_certificates().into_iter().filter(|(_, text)| !is_of_parts(text)).collect()
}

/// Has a certificate derivations about parts of the data?
fn is_of_parts(text: &str) -> bool {
    text.contains("\"dpcert-certificate/2\"")
}

/// The leaves and steps of a certificate: itself, or its derivations.
fn derivations(certificate: &Value) -> Vec<&Value> {
    let several = certificate["derivations"].as_array();
    several.map_or_else(|| vec![certificate], |several| several.iter().collect())
}

/// All golden certificates: name and text.
fn all_certificates() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_stem().unwrap().to_string_lossy().into_owned(),
                std::fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    found.sort();
    found
}

/// Certificates that take longer than a few milliseconds.
const SLOW: [&str; 3] =
    ["sampled-gaussian-delta", "discrete-gaussian-delta", "discrete-gaussian-same"];

/// All others.
fn quick_certificates() -> Vec<(String, String)> {
    certificates().into_iter().filter(|(name, _)| !SLOW.contains(&name.as_str())).collect()
}

/// One golden certificate.
fn certificate(name: &str) -> Value {
    let (_, text) = certificates().into_iter().find(|(own, _)| own == name).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The code of a report, which is 0 for all certificates that are followed to their end, whatever
/// they certify.
fn code(report: &Report) -> u8 {
    if report.verdict == Verdict::Refuted { 0 } else { report.code() }
}

/// The code and the line for a certificate.
fn verdict(certificate: &Value) -> (u8, String) {
    let report = dpcert_checker::check(&certificate.to_string(), None);
    (code(&report), report.line(std::path::Path::new("c")))
}

/// Asserts that a certificate is rejected with this code, for this reason.
#[track_caller]
fn rejected(certificate: &Value, code: u8, reason: &str) {
    let (own, line) = verdict(certificate);
    assert_eq!(own, code, "{line}");
    assert!(line.contains(reason), "{line} does not say: {reason}");
}

/// The step of a certificate that applies a rule first.
fn step<'a>(certificate: &'a mut Value, rule: &str) -> &'a mut Value {
    certificate["steps"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|step| step["rule"] == rule)
        .unwrap()
}

/// A certificate with these leaves and steps of a claim about one row, "a".
fn forged(row: Value, claim: Value, leaves: Value, steps: Value) -> Value {
    let mut row = row;
    row["id"] = json!("a");
    let mut header = claim;
    header["id"] = json!("c");
    header["over"] = json!(["a"]);
    json!({
        "format": "dpcert-certificate/1", "scope": {"adjacency": "add-remove", "unit": "person"}, "ledger": [row],
        "claim": header, "verdict": "holds", "inputs": [], "not-covered": [], "leaves": leaves, "steps": steps,
    })
}
