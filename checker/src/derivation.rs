//! A derivation: leaves and steps, which are followed one by one up to the claim.

use crate::claim::Claim;
use crate::estimate::estimate;
use crate::fault::{Fault, Malformed, Unsupported};
use crate::json::{Fields, Json};
use crate::ledger::Row;
use crate::rules::{Context, Shown, follow, leaf};
use crate::work::Work;
use std::collections::BTreeMap;

/// The leaves and steps of a certificate, or of a part of it.
pub(crate) struct Derivation {
    leaves: Vec<Json>,
    steps: Vec<Json>,
}

impl Derivation {
    /// Takes the leaves and the steps.
    pub(crate) fn take(fields: &mut Fields) -> Result<Derivation, Fault> {
        Ok(Derivation { leaves: fields.list("leaves")?, steps: fields.list("steps")? })
    }

    /// The number of leaves and steps.
    pub(crate) fn len(&self) -> usize {
        self.leaves.len() + self.steps.len()
    }

    /// A lower bound of the work of following it, from a glance of this work.
    pub(crate) fn estimate(&self, ledger: &[Row], glance: &Work) -> u64 {
        estimate(ledger, &self.leaves, &self.steps, glance)
    }

    /// Follows it: its last conclusion must be that the claim about these rows holds, or that it is
    /// false.
    pub(crate) fn follow(
        self,
        ledger: &[Row],
        claim: &Claim,
        holds: bool,
        work: &Work,
    ) -> Result<(), Fault> {
        let mut context = Context { ledger, claim, holds, shown: BTreeMap::new(), work };
        let mut last = None;
        for (what, entries) in [("leaf", self.leaves), ("step", self.steps)] {
            for entry in entries {
                let mut fields = Fields::of(what, entry)?;
                let id = fields.text("id")?;
                if context.shown.contains_key(&id) {
                    return Err(Malformed::Duplicate { what: format!("the id \"{id}\"") }.into());
                }
                let place = format!("{what} {id}");
                let shown =
                    if what == "leaf" { leaf(work, fields) } else { follow(&context, fields) };
                let shown = shown.map_err(|fault| fault.at(&place))?;
                last = Some(matches!(shown, Shown::Claim));
                context.shown.insert(id, shown);
            }
        }
        match last {
            Some(true) => Ok(()),
            _ => Err(Unsupported::EndsEarly.into()),
        }
    }
}
