//! Which findings a claim file enables, and at which level.
//!
//! A claim can be true and still deserve a remark: it was rounded to the wrong side, or a ledger
//! row idealises what was run. The claim file sets the level of such a finding, with the three
//! levels of linters.

use crate::input::{Fields, InputError};

/// The level of a finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Not reported.
    Allow,
    /// Reported.
    #[default]
    Warn,
    /// Reported, and the check fails.
    Deny,
}

impl Level {
    /// Its name in `[policy]`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}

const LEVELS: [(&str, Level); 3] =
    [("allow", Level::Allow), ("warn", Level::Warn), ("deny", Level::Deny)];

/// A remark that leaves the verdict as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A local randomiser is judged as one answer about the whole data, not as a report per record.
    AnswerAssumed,
    /// A claimed value is below the bound that it was rounded from.
    ClaimRoundedDown,
    /// Epsilons were added where their composition is smaller.
    EpsSummedLoosely,
    /// Another mechanism was run than is judged, such as a discrete one for a continuous one.
    MechanismIdealised,
    /// A pair, or a trade-off function, is judged in the order in which it is written.
    OrderAssumed,
    /// Another sampler was run than is judged, such as shuffled batches for Poisson sampling.
    SamplerIdealised,
    /// A row of integer noise does not state how far neighbours move the count.
    SensitivityDefaulted,
    /// Epochs are not a whole number of batches, so the number of steps is a range.
    StepsRoundedUp,
}

impl Finding {
    /// All findings and their names in `[policy]`.
    pub const ALL: [(&'static str, Finding); 8] = [
        ("answer-assumed", Finding::AnswerAssumed),
        ("claim-rounded-down", Finding::ClaimRoundedDown),
        ("eps-summed-loosely", Finding::EpsSummedLoosely),
        ("mechanism-idealised", Finding::MechanismIdealised),
        ("order-assumed", Finding::OrderAssumed),
        ("sampler-idealised", Finding::SamplerIdealised),
        ("sensitivity-defaulted", Finding::SensitivityDefaulted),
        ("steps-rounded-up", Finding::StepsRoundedUp),
    ];

    /// Its name in `[policy]`.
    pub fn name(self) -> &'static str {
        Finding::ALL.iter().find(|(_, finding)| *finding == self).map_or("", |(name, _)| name)
    }
}

/// The levels that a claim file sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    set: Vec<(Finding, Level)>,
}

impl Policy {
    /// The level of a finding; `warn` where the file says nothing.
    pub fn level(&self, finding: Finding) -> Level {
        self.set
            .iter()
            .find(|(set, _)| *set == finding)
            .map_or(Level::default(), |(_, level)| *level)
    }

    pub(super) fn read(mut fields: Fields<'_>) -> Result<Policy, InputError> {
        let mut set = Vec::new();
        for (name, finding) in Finding::ALL {
            if let Some(field) = fields.optional(name) {
                set.push((finding, field.choice(&LEVELS)?));
            }
        }
        fields.finish()?;
        Ok(Policy { set })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::from_notation;
    use crate::question::notes;

    /// Questions and claims get the same note.
    #[test]
    fn notes_have_the_names_of_findings() {
        let node = from_notation("discrete-gaussian(sigma_sq=4)").expect("a mechanism");
        let notes = notes(std::iter::once(&node));
        assert!(
            notes.iter().all(|note| note.starts_with(Finding::SensitivityDefaulted.name()))
                && notes.len() == 1
        );
    }
}
