//! The sampling of a ledger row: a sample in each step, or one step for each record.

use super::random_allocation::{allocated, group_under_allocation, read_steps};
use super::{Adjacency, Mechanism, Sampling, ShiftedNoise};
use crate::input::{Fields, InputError};
use crate::refusal::Refusal;

/// How a record comes to take part in the steps of a row, read and checked.
pub(crate) enum RowSampling {
    /// In a sample of each step.
    Sample(Sampling),
    /// In one of some steps, drawn at random.
    Allocation {
        /// The number of steps, at least 1.
        steps: u64,
    },
}

/// The method of a row in which a record takes part in one of several steps.
const ALLOCATION: &str = "random-allocation";

impl RowSampling {
    /// Reads the fields of a [`Sampling`], or the `steps` of a random allocation.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<RowSampling, InputError> {
        let is_allocation =
            fields.clone().optional("method").is_some_and(|field| field.text().is_ok_and(|x| x == ALLOCATION));
        if !is_allocation {
            return Ok(RowSampling::Sample(Sampling::read(fields)?));
        }
        fields.required("method")?;
        for name in ["rate", "size", "population", "batch", "n"] {
            let help =
                "write { method = \"random-allocation\", steps = \"1000\" }: a record takes part in one of the steps";
            fields.forbid(name, "the sampling is a random allocation", help)?;
        }
        let help = "add it: steps = \"1000\", the number of steps of which a record takes part in one";
        let field = fields.optional("steps").ok_or_else(|| fields.missing_or("steps", help))?;
        Ok(RowSampling::Allocation { steps: read_steps(&field)? })
    }

    /// The sizes of a sample, or of a batch, and of the population, where they were given.
    pub(crate) fn sizes(&self) -> Option<(u64, u64)> {
        match self {
            RowSampling::Sample(sampling) => sampling.sizes(),
            RowSampling::Allocation { .. } => None,
        }
    }

    /// The sampled mechanism, where a theorem covers it.
    pub(crate) fn apply(self, mechanism: Mechanism, adjacency: Adjacency) -> Result<Mechanism, Refusal> {
        match self {
            RowSampling::Sample(sampling) => sampling.apply(mechanism, adjacency),
            RowSampling::Allocation { steps } => allocated(steps, mechanism, adjacency),
        }
    }

    /// The sampled mechanism for groups of `size` members, with the noise that it adds.
    pub(crate) fn apply_to_group(
        self,
        mechanism: Mechanism,
        noise: Option<&ShiftedNoise>,
        adjacency: Adjacency,
        size: u64,
    ) -> Result<Mechanism, Refusal> {
        match self {
            RowSampling::Sample(sampling) => sampling.apply_to_group(mechanism, noise, adjacency, size),
            RowSampling::Allocation { .. } => Err(group_under_allocation()),
        }
    }
}
