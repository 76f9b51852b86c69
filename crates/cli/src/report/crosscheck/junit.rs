//! The report as JUnit XML: one test case a question, and one a relation.

use super::relations::{detail, relation_text, verdict_text};
use super::words::{compared, question_text, says, why};
use super::{CrosscheckReport, relation_remark, remark};
use dpcert_crosscheck::relation::Agreement;
use dpcert_crosscheck::{Judged, Related, Standing, Verdict};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io::{self, Write};

/// Writes the report. A failure that is not known is a `failure`, or an `error` if the program
/// died; so is what is undecided, as the exit code has it. Known ones, and what is unsupported, are
/// `skipped`. Where too little was asked or judged there is one more case, which is an `error`.
///
/// # Errors
/// If writing to the output fails.
pub fn write_junit(output: &mut dyn Write, report: &CrosscheckReport<'_>) -> io::Result<()> {
    let programs = report.programs();
    let name =
        if programs.is_empty() { "dpcert crosscheck".to_owned() } else { programs.join(", ") };
    let mut suite = TestSuite::new(name);
    suite.add_test_cases(report.judged.iter().map(test_case));
    suite.add_test_cases(report.related.iter().map(relation_case));
    suite.add_test_cases(shortfall_case(report));
    let mut junit = Report::new("dpcert crosscheck");
    junit.add_test_suite(suite);
    junit.serialize(&mut *output).map_err(io::Error::other)
}

fn test_case(judged: &Judged<'_>) -> TestCase {
    let verdict = judged.finding.verdict;
    let mut status = status(judged.standing, verdict);
    if !matches!(status, TestCaseStatus::Success { .. }) {
        let known = known(judged.standing, remark);
        let why = why(judged).map(|why| format!(": {why}")).unwrap_or_default();
        status.set_message(format!("{verdict}{known}{why}")).set_type(verdict.name());
        let (says, truth) = compared(judged);
        let numbers = if says.is_empty() {
            String::new()
        } else {
            format!("\nsays {says}, certified {truth}")
        };
        status.set_description(format!("{}{numbers}", question_text(judged.request)));
    }
    let mut case = TestCase::new(judged.request.id.as_str(), status);
    case.set_classname(format!("dpcert.{}", judged.request.quantity.name));
    case
}

/// The case of the run as a whole.
fn shortfall_case(report: &CrosscheckReport<'_>) -> Option<TestCase> {
    if report.shortfall.is_empty() {
        return None;
    }
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(report.shortfall.join("; ")).set_type("not-judged");
    let mut case = TestCase::new("enough was judged", status);
    case.set_classname("dpcert.run");
    Some(case)
}

/// What the baseline says of it.
fn known(standing: Standing, remark: fn(Standing) -> &'static str) -> &'static str {
    if standing == Standing::Known { ", known" } else { remark(standing) }
}

fn status(standing: Standing, verdict: Verdict) -> TestCaseStatus {
    match (standing, verdict) {
        (Standing::Known, _) | (_, Verdict::Unsupported) => TestCaseStatus::skipped(),
        (_, Verdict::Crashed) => TestCaseStatus::non_success(NonSuccessKind::Error),
        (Standing::New | Standing::Worse | Standing::Other, _) => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        _ => TestCaseStatus::success(),
    }
}

fn relation_case(related: &Related<'_>) -> TestCase {
    let mut status = match related.comparison.agreement {
        Agreement::Failed(verdict) => status(related.standing, verdict),
        Agreement::Holds | Agreement::Differs => TestCaseStatus::success(),
    };
    if !matches!(status, TestCaseStatus::Success { .. }) {
        let known = known(related.standing, relation_remark);
        let why = detail(related).map(|why| format!(": {why}")).unwrap_or_default();
        status.set_message(format!("{}{known}{why}", verdict_text(related)));
        status.set_type(related.comparison.agreement.name());
        let (first, second) = (says(&related.first.said), says(&related.second.said));
        status.set_description(format!(
            "{}\nsays {first}, and {second}",
            relation_text(related.relation)
        ));
    }
    let mut case = TestCase::new(related.relation.id.as_str(), status);
    case.set_classname(format!("dpcert.relation.{}", related.relation.law.slug()));
    case
}
