//! What a run comes to: its report, and its exit code.

use super::{Answered, CrosscheckArgs};
use crate::Exit;
use crate::report::crosscheck::CrosscheckReport;
use dpcert_answers::claims::counted;
use dpcert_crosscheck::relation::Agreement;
use dpcert_crosscheck::{Baseline, Standing, Suite, Verdict, relate, standard_ids};
use std::collections::HashSet;

/// What a run comes to.
pub struct Outcome<'a> {
    pub report: CrosscheckReport<'a>,
    pub exit: Exit,
    /// What is to be said of the run as a whole.
    pub notices: Vec<String>,
}

/// Relates the answers of a run, and holds the verdicts against the baseline.
pub fn outcome<'a>(
    arguments: &CrosscheckArgs,
    suite: &'a Suite,
    baseline: &Baseline,
    Answered { judged, sides, given_up }: Answered<'a>,
) -> Outcome<'a> {
    let related = relate(&suite.relations, &sides, baseline, &arguments.loose);
    let mut report = CrosscheckReport {
        unrelated: suite.relations.len() - related.len(),
        unasked: suite.requests.len() - judged.len(),
        judged,
        related,
        others: suite.others.len(),
        absent: Vec::new(),
        nowhere: Vec::new(),
        unsupported: Vec::new(),
        shortfall: Vec::new(),
    };
    let asked = ids(&report, |_| true);
    let is_asked = |id: &String| asked.contains(id.as_str());
    let is_known = |id: &str| baseline.failures.contains_key(id);
    let unsupported = ids(&report, |verdict| verdict == Some(Verdict::Unsupported));
    let of_known = |found: &dyn Fn(&String) -> bool| {
        baseline.failures.keys().filter(|id| found(id)).cloned().collect::<Vec<_>>()
    };
    let absent = of_known(&|id| !is_asked(id));
    let unsupported = of_known(&|id| unsupported.contains(id.as_str()));
    // What is known to fail was not lost.
    let is_incomplete = suite.requests.iter().any(|it| !is_asked(&it.id) && !is_known(&it.id));
    if !absent.is_empty() {
        let standard = standard_ids();
        let is_nowhere = |id: &&String| !suite.has(id) && !standard.contains(*id);
        report.nowhere = absent.iter().filter(is_nowhere).cloned().collect();
    }
    (report.absent, report.unsupported) = (absent, unsupported);

    let mut exit = exit(&report);
    let mut notices = Vec::from_iter(not_asked(arguments, &report, given_up.as_deref()));
    if is_incomplete {
        exit = exit.and(Exit::Unexpected);
        report.shortfall.clone_from(&notices);
    }
    // A failure is worse than a run that judges too little.
    if exit == Exit::Good
        && let Some(reason) = too_little(arguments, &report)
    {
        exit = Exit::Undecided;
        notices.push(reason.clone());
        report.shortfall.push(reason);
    }
    Outcome { report, exit, notices }
}

/// The ids of the questions and relations with such a verdict: `None` where two answers are as they
/// must be.
fn ids<'a>(
    report: &CrosscheckReport<'a>,
    is_wanted: impl Fn(Option<Verdict>) -> bool,
) -> HashSet<&'a str> {
    let questions = report.judged.iter().map(|it| (&it.request.id, Some(it.finding.verdict)));
    let relations = report.related.iter().map(|it| match it.comparison.agreement {
        Agreement::Failed(verdict) => (&it.relation.id, Some(verdict)),
        Agreement::Holds | Agreement::Differs => (&it.relation.id, None),
    });
    let wanted = questions.chain(relations).filter(|(_, verdict)| is_wanted(*verdict));
    wanted.map(|(id, _)| id.as_str()).collect()
}

/// The worst that a verdict means.
fn exit(report: &CrosscheckReport<'_>) -> Exit {
    let of = |standing: Standing, failure| match failure {
        _ if !standing.is_new() => Exit::Good,
        Some(Verdict::Undecided) => Exit::Undecided,
        _ => Exit::Unexpected,
    };
    let judged = report.judged.iter().map(|judged| match &judged.finding.contradiction {
        Some(_) => Exit::Internal,
        None => of(judged.standing, Some(judged.finding.verdict)),
    });
    let related = report
        .related
        .iter()
        .map(|related| of(related.standing, related.comparison.agreement.failure()));
    judged.chain(related).fold(Exit::Good, Exit::and)
}

/// How much was not asked, and why.
fn not_asked(
    arguments: &CrosscheckArgs,
    report: &CrosscheckReport<'_>,
    given_up: Option<&str>,
) -> Option<String> {
    let questions = counted(report.unasked, "question");
    match (given_up, &arguments.answers) {
        (Some(reason), _) if report.unasked + report.unrelated > 0 => {
            let relations = match report.unrelated {
                0 => String::new(),
                count => format!(" and {}", counted(count, "relation")),
            };
            Some(format!("not asked: {questions}{relations}, because the program {reason}"))
        }
        (_, Some(path)) if report.unasked > 0 => Some(format!(
            "not asked: {questions}, without an answer in {}; --only chooses the questions",
            path.display()
        )),
        _ => None,
    }
}

/// A run that judges nothing shows nothing, whatever the program answers.
fn too_little(arguments: &CrosscheckArgs, report: &CrosscheckReport<'_>) -> Option<String> {
    let (least, count) = (arguments.min_judged, report.compared());
    let all = report.judged.len() + report.unasked + report.related.len();
    let is_enough = all == 0 || u64::try_from(count).is_ok_and(|count| count >= least);
    (!is_enough).then(|| {
        format!(
            "{count} of {all} questions and relations had answers that could be judged, and --min-judged is {least}"
        )
    })
}
