//! The policy of a claim file: findings that it denies, as far as a checker can tell whether they
//! are there.
//!
//! `dpcert check` fails where the file denies a finding, and so does a certificate that is compared
//! with the file. Findings about rows are decided here, from the rows of the claim. Findings about
//! the claimed value are so only where the claim is of a kind that cannot have them: otherwise they
//! depend on what the true value is, which a certificate does not say.

use crate::claim::{Claim, Quantity, Relation};
use crate::fault::{Fault, Malformed};
use crate::json::{Fields, Json};
use crate::ledger::Row;

/// Is a finding there? `None` where that is not decided.
type IsThere = fn(&[Row], &Claim) -> Option<bool>;

/// The findings of claim files.
const FINDINGS: [(&str, IsThere); 8] = [
    ("answer-assumed", |rows, _| Some(rows.iter().any(|row| row.is_answer_assumed))),
    ("claim-rounded-down", |_, claim| may_be(is_rounded_up(claim))),
    ("eps-summed-loosely", |_, claim| may_be(is_upper_eps(claim))),
    ("mechanism-idealised", |rows, _| Some(is_idealised(rows, "mechanism"))),
    // Whether a pair is its own reverse is not decided.
    ("order-assumed", |rows, _| may_be(rows.iter().any(|row| row.step.is_ordered()))),
    ("sampler-idealised", |rows, _| Some(is_idealised(rows, "sampler"))),
    ("sensitivity-defaulted", |rows, _| Some(rows.iter().any(|row| row.is_distance_defaulted))),
    ("steps-rounded-up", |rows, _| Some(rows.iter().any(|row| row.fewest != row.count))),
];

/// A finding is not decided where it may be there.
fn may_be(is_possible: bool) -> Option<bool> {
    if is_possible { None } else { Some(false) }
}

/// Is the claimed value an upper bound, which is to be rounded up? Of beta the least counts.
fn is_rounded_up(claim: &Claim) -> bool {
    matches!(claim.relation, Relation::AtMost(_)) && !matches!(claim.quantity, Quantity::Beta(_))
}

/// Is the claimed value an eps that is enough?
fn is_upper_eps(claim: &Claim) -> bool {
    matches!((&claim.relation, &claim.quantity), (Relation::AtMost(_), Quantity::Eps(_)))
}

/// The levels of a finding; only the last one makes a check fail.
const LEVELS: [&str; 3] = ["allow", "warn", "deny"];

fn is_idealised(rows: &[Row], noun: &str) -> bool {
    rows.iter().flat_map(|row| &row.idealised).any(|idealised| idealised.noun == noun)
}

/// The findings that a claim file denies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Policy {
    denied: Vec<(&'static str, IsThere)>,
}

/// What a policy denies about a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denied {
    /// The findings that are there.
    pub found: Vec<&'static str>,
    /// The findings of which that is not decided.
    pub undecided: Vec<&'static str>,
}

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    /// For an unknown finding or level.
    pub(crate) fn read(value: Json) -> Result<Policy, Fault> {
        let (mut fields, mut denied) = (Fields::of("policy", value)?, Vec::new());
        for finding in FINDINGS {
            if !fields.has(finding.0) {
                continue;
            }
            let level = fields.text(finding.0)?;
            if !LEVELS.contains(&level.as_str()) {
                return Err(Malformed::unknown_word(&fields.at(finding.0), &LEVELS, &level).into());
            }
            if level == "deny" {
                denied.push(finding);
            }
        }
        fields.finish()?;
        Ok(Policy { denied })
    }

    /// What it denies about a claim and its rows, with the counts that are in the ledger.
    pub(crate) fn denied(&self, rows: &[Row], claim: &Claim) -> Denied {
        let mut denied = Denied::default();
        for (name, is_there) in &self.denied {
            match is_there(rows, claim) {
                Some(true) => denied.found.push(name),
                None => denied.undecided.push(name),
                Some(false) => {}
            }
        }
        denied
    }
}
