//! The report as one JSON object, its fields always in the same order.

use super::{Answered, BadFile, Changes, JudgedFile, Summary, is_idealised};
use crate::common::rendered;
use crate::report::ends::{Ends, Known};
use dpcert::Printed;
use dpcert::claim::{Claim, Judgement, Quantity, Remark};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
struct Report<'a> {
    files: Vec<File<'a>>,
    bad_files: Vec<Bad<'a>>,
    summary: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a Changes<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    unit: &'a str,
    adjacency: &'a str,
    exclusions: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    derived: Vec<String>,
    claims: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Asked<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Found<'a>>,
}

/// An answer about the whole ledger.
#[derive(Serialize)]
struct Asked<'a> {
    quantity: &'a str,
    parameters: BTreeMap<&'a str, &'a str>,
    #[serde(flatten)]
    number: Known,
    tight: Option<bool>,
    met: Option<bool>,
    method: Option<&'a str>,
    engine: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<&'a str>,
}

impl<'a> Asked<'a> {
    fn of(answered: &'a Answered) -> Asked<'a> {
        let answer = answered.answer.as_ref().ok();
        let unanswered = answered.answer.as_ref().err();
        let because = |is| unanswered.filter(|x| x.is_contradiction == is).map(|x| x.reason.as_str());
        let Quantity { name, parameter, .. } = &answered.quantity;
        Asked {
            quantity: name,
            parameters: parameter.iter().map(|(name, value)| (*name, value.text.as_str())).collect(),
            number: answered.bounds().map(Printed::of).into(),
            tight: answer.map(|answer| answer.tight),
            met: answer.map(|answer| answer.met),
            method: answer.map(|answer| answer.method.name()),
            engine: answer.map(|answer| answer.engine),
            missing: because(false),
            contradiction: because(true),
        }
    }
}

#[derive(Serialize)]
struct Bad<'a> {
    path: &'a str,
    error: &'a str,
}

#[derive(Serialize)]
struct Counts {
    files: usize,
    claims: usize,
    holds: usize,
    refuted: usize,
    undecided: usize,
    unsupported: usize,
    unexpected: usize,
    findings: usize,
    denied: usize,
    contradictions: usize,
    bad_files: usize,
    #[serde(skip_serializing_if = "is_none")]
    asked: usize,
}

/// Omits the count in reports without questions, so that they stay as they were.
fn is_none(count: &usize) -> bool {
    *count == 0
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    over: Vec<&'a str>,
    quantity: &'a str,
    parameters: BTreeMap<&'a str, &'a str>,
    relation: &'a str,
    claimed: Claimed<'a>,
    #[serde(flatten)]
    number: Known,
    margin: Option<Ends>,
    ratio: Option<Ends>,
    verdict: &'a str,
    /// Is a mechanism or a sampler judged in place of what was run?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    idealised: bool,
    expected: &'a str,
    as_expected: bool,
    reason: Option<&'a str>,
    source: Option<&'a str>,
    method: Option<&'a str>,
    engine: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    what_would_decide: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<&'a str>,
    findings: Vec<Found<'a>>,
}

#[derive(Serialize)]
struct Found<'a> {
    finding: &'a str,
    level: &'a str,
    message: &'a str,
}

impl<'a> Found<'a> {
    fn of(remark: &'a Remark) -> Found<'a> {
        Found { finding: remark.finding.name(), level: remark.level.name(), message: &remark.message }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Claimed<'a> {
    One(&'a str),
    Two([&'a str; 2]),
}

impl<'a> Entry<'a> {
    fn of(file: &'a JudgedFile, claim: &'a Claim, judgement: &'a Judgement) -> Entry<'a> {
        use dpcert::claim::{Relation, Verdict};
        let evidence = judgement.evidence.as_ref();
        let note = |verdict| (judgement.verdict == verdict).then(|| judgement.note.as_ref().map(rendered)).flatten();
        Entry {
            id: &claim.id,
            over: file.file.rows(claim).map(|row| row.id.as_str()).collect(),
            quantity: claim.quantity.name,
            parameters: claim.quantity.parameter.iter().map(|(name, value)| (*name, value.text.as_str())).collect(),
            relation: claim.relation.name(),
            claimed: match &claim.relation {
                Relation::AtMost(value) | Relation::AtLeast(value) | Relation::Equals(value) => {
                    Claimed::One(&value.text)
                }
                Relation::Between(low, high) => Claimed::Two([&low.text, &high.text]),
            },
            number: evidence.map(|evidence| Printed::of(&evidence.witness)).into(),
            margin: evidence.map(|evidence| Ends::of(&evidence.margin.distance)),
            ratio: evidence.and_then(|evidence| evidence.margin.ratio.as_ref()).map(Ends::of),
            verdict: judgement.verdict.name(),
            idealised: is_idealised(file.file.rows(claim)),
            expected: claim.expect.name(),
            as_expected: judgement.is_expected(claim),
            reason: claim.reason.as_deref(),
            source: claim.source.as_deref(),
            method: evidence.map(|evidence| evidence.method.name()),
            engine: evidence.map(|evidence| evidence.engine),
            what_would_decide: note(Verdict::Undecided),
            missing: note(Verdict::Unsupported),
            contradiction: judgement.contradiction.as_deref(),
            findings: judgement.remarks.iter().map(Found::of).collect(),
        }
    }
}

/// Writes the report as JSON. Numbers are strings, as everywhere. `lo`, `hi` have as many digits as show the verdict,
/// `margin` is >= 0 exactly where the shown value is as claimed, and `ratio` is the claimed value divided by the
/// certified one. `findings` is empty where there are none. `against` is there where the file was compared with another.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json(
    output: &mut dyn Write,
    files: &[JudgedFile],
    bad: &[BadFile],
    against: Option<&Changes<'_>>,
) -> io::Result<()> {
    let summary = Summary::of(files, bad);
    let report = Report {
        files: files
            .iter()
            .map(|judged| File {
                path: &judged.name,
                unit: &judged.file.scope.unit,
                adjacency: judged.file.scope.adjacency.name(),
                exclusions: &judged.file.scope.exclusions,
                derived: judged.file.derived(),
                claims: judged.entries().map(|(claim, judgement)| Entry::of(judged, claim, judgement)).collect(),
                asked: judged.answers.iter().map(Asked::of).collect(),
                findings: judged.remarks.iter().map(Found::of).collect(),
            })
            .collect(),
        bad_files: bad.iter().map(|bad| Bad { path: &bad.name, error: &bad.message }).collect(),
        summary: Counts {
            files: summary.files,
            claims: summary.claims,
            holds: summary.holds,
            refuted: summary.refuted,
            undecided: summary.undecided,
            unsupported: summary.unsupported,
            unexpected: summary.unexpected,
            findings: summary.findings,
            denied: summary.denied,
            contradictions: summary.contradictions,
            bad_files: summary.bad_files,
            asked: summary.asked,
        },
        against,
    };
    serde_json::to_writer_pretty(&mut *output, &report)?;
    output.write_all(b"\n")
}
