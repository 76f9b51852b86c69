//! Findings: what an auditor wants to know besides the verdict.
//!
//! A verdict answers the question that the claim file asks. A finding says that the question itself
//! deserves a look: the claimed value was rounded to the wrong side; budgets were added that
//! compose to less; the judged mechanism is not the one that was run; the distance of neighbours is
//! not stated; a report per record would be another mechanism; the order of the neighbours matters;
//! or epochs leave the number of steps undetermined. Findings follow from the judgement, and cost at
//! most one conversion from zCDP beyond it, of which the rho is found with little work. The file
//! sets their level: see [`Policy`].
//!
//! [`Policy`]: super::Policy

mod answer;
mod idealised;
mod order;
mod rounded;
mod sensitivity;
mod steps;
mod summed;

use super::claim_file::ClaimFile;
use super::judgement::Judgement;
use super::ledger::Row;
use super::policy::{Finding, Level};
use super::statement::Claim;
use crate::answer::Options;

/// A finding about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The kind of the finding.
    pub finding: Finding,
    /// Its level; never [`Level::Allow`].
    pub level: Level,
    /// The message.
    pub message: String,
}

/// The findings about a claim that the file enables, in the order of [`Finding::ALL`] and of the
/// ledger.
pub(super) fn remarks(
    file: &ClaimFile,
    claim: &Claim,
    judgement: &Judgement,
    options: &Options,
) -> Vec<Remark> {
    let rows: Vec<&Row> = file.rows(claim).collect();
    wanted(file, |finding| match finding {
        // Where the engines contradict each other, no number is a proof.
        Finding::ClaimRoundedDown | Finding::EpsSummedLoosely
            if judgement.contradiction.is_some() =>
        {
            Vec::new()
        }
        // A sum of epsilons was not rounded from something else.
        Finding::ClaimRoundedDown if summed::message(file, claim, judgement).is_some() => {
            Vec::new()
        }
        Finding::ClaimRoundedDown => {
            rounded::message(file, claim, judgement, options).into_iter().collect()
        }
        Finding::EpsSummedLoosely => summed::message(file, claim, judgement).into_iter().collect(),
        finding => about_rows(finding, file, &rows, Some(judgement)),
    })
}

/// The findings about all rows of a ledger that the file enables: the rows idealise what was run,
/// or do not state it fully.
pub fn remarks_on_rows(file: &ClaimFile) -> Vec<Remark> {
    let rows: Vec<&Row> = file.ledger.iter().collect();
    wanted(file, |finding| about_rows(finding, file, &rows, None))
}

/// The messages of each finding that the file enables.
fn wanted(file: &ClaimFile, messages: impl Fn(Finding) -> Vec<String>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (_, finding) in Finding::ALL {
        let level = file.policy.level(finding);
        if level != Level::Allow {
            remarks.extend(messages(finding).into_iter().map(|message| Remark {
                finding,
                level,
                message,
            }));
        }
    }
    remarks
}

/// The messages of a finding about rows, with the judgement that rests on them; empty for a finding
/// about a claimed value.
fn about_rows(
    finding: Finding,
    file: &ClaimFile,
    rows: &[&Row],
    judgement: Option<&Judgement>,
) -> Vec<String> {
    match finding {
        Finding::ClaimRoundedDown | Finding::EpsSummedLoosely => Vec::new(),
        Finding::AnswerAssumed => answer::messages(file.scope.adjacency, rows),
        Finding::MechanismIdealised => idealised::mechanisms(rows),
        Finding::OrderAssumed => order::messages(rows, judgement.is_some()),
        Finding::SamplerIdealised => idealised::samplers(rows),
        Finding::SensitivityDefaulted => sensitivity::messages(file.scope.adjacency, rows),
        Finding::StepsRoundedUp => steps::messages(rows, judgement),
    }
}

/// The names of the rows in which each kind is, for the kinds that a finding is about.
fn by_kind<'a>(
    rows: &[&'a Row],
    of: impl Fn(&'a Row) -> &'a [&'static str],
) -> Vec<(&'static str, Vec<&'a str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows.iter().copied() {
        for kind in of(row) {
            match groups.iter_mut().find(|(known, _)| known == kind) {
                Some((_, ids)) => ids.push(&row.id),
                None => groups.push((kind, vec![&row.id])),
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Options;
    use crate::claim::{judge, parse};

    #[test]
    fn a_contradiction_leaves_no_finding_about_numbers() {
        let text = "format = \"dpcert/1\"\n[scope]\nunit = \"u\"\nadjacency = \"add-remove\"\n\
            [[ledger]]\nid = \"a\"\nmechanism = \"laplace\"\neps = 1\nactual = \"floating-point\"\n\
            [[claim]]\nid = \"c\"\nover = [\"a\"]\ntv = {}\nat-most = \"0.39\"\n";
        let file = parse(text).expect("it is a claim file");
        let claim = file.claims.first().expect("it has a claim");
        let judgement = judge(&file, claim, &Options::for_claims());
        let names = |judgement: &Judgement| -> Vec<&str> {
            remarks(&file, claim, judgement, &Options::for_claims())
                .iter()
                .map(|remark| remark.finding.name())
                .collect()
        };
        assert_eq!(names(&judgement), ["claim-rounded-down", "mechanism-idealised"]);
        let contradictory = Judgement { contradiction: Some("they differ".into()), ..judgement };
        assert_eq!(names(&contradictory), ["mechanism-idealised"]);
    }
}
