//! The sampling of a ledger row: a sample in each step, or one step for each record.

use crate::input::{Field, Fields, InputError, nearest};
use crate::mechanism::kinds::random_allocation::{allocated, group_under_allocation, read_steps};
use crate::mechanism::kinds::sampled::{METHODS, Method, NAMES_OF_ROW, ROW};
use crate::mechanism::{Adjacency, Mechanism, Sampling, ShiftedNoise};
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

/// What to write for samplers that are not judged.
const UNJUDGED: [(&[&str], &str); 2] = [
    (
        &["shuffle", "shuffled", "shuffling"],
        "no method describes shuffled records: write method = \"poisson\" and actual = \"shuffled\" to judge Poisson samples in \
         their place, or method = \"random-allocation\" if each record is in one of the steps, drawn independently of all \
         others",
    ),
    (
        &["fixed-size", "fixed", "uniform"],
        "write method = \"without-replacement\" where a record is replaced, or method = \"poisson\" and actual = \"fixed-size\" \
         to judge Poisson samples in their place",
    ),
];

impl RowSampling {
    /// Reads the fields of a [`Sampling`], or the `steps` of a random allocation. Where the method
    /// is misspelt, the other fields are read as those of the one that was probably meant.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<RowSampling, Vec<InputError>> {
        for (other, field) in NAMES_OF_ROW.fields() {
            fields.also(other, field);
        }
        let Some(field) = fields.optional("method") else {
            let named = NAMES_OF_ROW.read(ROW, fields);
            return Err(vec![named.err().unwrap_or_else(|| Method::missing(fields))]);
        };
        let (method, unknown) = match read_method(&field) {
            Ok(method) => (method, None),
            Err(error) => match field
                .text()
                .ok()
                .and_then(|word| nearest(word, offered().map(|(name, _)| name)))
            {
                Some(meant) => (
                    offered().find(|(name, _)| *name == meant).and_then(|(_, method)| method),
                    Some(error),
                ),
                None => return Err(vec![error]),
            },
        };
        let sampling = match method {
            Some(method) => NAMES_OF_ROW
                .read(ROW, fields)
                .and_then(|()| Sampling::read_as(method, fields))
                .map(RowSampling::Sample),
            None => RowSampling::read_allocation(fields),
        };
        match (unknown, sampling) {
            (None, Ok(sampling)) => Ok(sampling),
            (unknown, sampling) => Err(unknown.into_iter().chain(sampling.err()).collect()),
        }
    }

    fn read_allocation(fields: &mut Fields<'_>) -> Result<RowSampling, InputError> {
        for name in ["rate", "size", "population", "batch", "n"] {
            let help = "write { method = \"random-allocation\", steps = \"1000\" }: a record takes part in one of the steps";
            fields.forbid(name, "the sampling is a random allocation", help)?;
        }
        let help =
            "add it: steps = \"1000\", the number of steps of which a record takes part in one";
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
    pub(crate) fn apply(
        self,
        mechanism: Mechanism,
        adjacency: Adjacency,
    ) -> Result<Mechanism, Refusal> {
        match self {
            RowSampling::Sample(sampling) => sampling.apply(&mechanism, adjacency),
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
            RowSampling::Sample(sampling) => {
                sampling.apply_to_group(mechanism, noise, adjacency, size)
            }
            RowSampling::Allocation { .. } => Err(group_under_allocation()),
        }
    }
}

/// The methods of a row that a message offers; a random allocation has none of a [`Sampling`].
fn offered() -> impl Iterator<Item = (&'static str, Option<Method>)> {
    METHODS.into_iter().map(|(name, method)| (name, Some(method))).chain([(ALLOCATION, None)])
}

/// The method of a row; `None` is a random allocation.
fn read_method(field: &Field<'_>) -> Result<Option<Method>, InputError> {
    if let Some(method) = Method::without_theorem(field) {
        return Ok(Some(method));
    }
    let explained = |error: InputError| match UNJUDGED
        .iter()
        .find(|(names, _)| field.text().is_ok_and(|x| names.contains(&x)))
    {
        Some((_, help)) => InputError { help: (*help).to_owned(), ..error },
        None => error,
    };
    field.choice(&offered().collect::<Vec<_>>()).map_err(explained)
}
