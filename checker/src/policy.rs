//! The policy of a claim file: findings that it denies, as far as a checker can tell whether they
//! are there.
//!
//! `dpcert check` fails where the file denies a finding, and so does a certificate that is compared
//! with the file. Findings about rows are decided here, from the rows of the claim. Findings about
//! the claimed value are not: they depend on what the value is, which a certificate does not say.

use crate::fault::{Fault, Malformed};
use crate::json::{Fields, Json};
use crate::ledger::Row;

/// Is a finding there? `None` where that is not decided.
type IsThere = fn(&[Row]) -> Option<bool>;

/// The findings of claim files.
const FINDINGS: [(&str, IsThere); 8] = [
    ("answer-assumed", |rows| Some(rows.iter().any(|row| row.is_answer_assumed))),
    ("claim-rounded-down", |_| None),
    ("eps-summed-loosely", |_| None),
    ("mechanism-idealised", |rows| Some(is_idealised(rows, "mechanism"))),
    // Whether a pair is its own reverse is not decided.
    ("order-assumed", |rows| {
        if rows.iter().any(|row| row.step.is_ordered()) { None } else { Some(false) }
    }),
    ("sampler-idealised", |rows| Some(is_idealised(rows, "sampler"))),
    ("sensitivity-defaulted", |rows| Some(rows.iter().any(|row| row.is_distance_defaulted))),
    ("steps-rounded-up", |rows| Some(rows.iter().any(|row| row.fewest != row.count))),
];

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

/// What a policy denies about the rows of a certificate.
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

    /// What it denies about these rows, with the counts that are in the ledger.
    pub(crate) fn denied(&self, rows: &[Row]) -> Denied {
        let mut denied = Denied::default();
        for (name, is_there) in &self.denied {
            match is_there(rows) {
                Some(true) => denied.found.push(name),
                None => denied.undecided.push(name),
                Some(false) => {}
            }
        }
        denied
    }
}
