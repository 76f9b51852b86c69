//! The sampling of a ledger row: a sample in each step, or one step for each record.

use crate::input::{Field, Fields, InputError, nearest};
use crate::mechanism::kinds::random_allocation::{
    MAX_STEPS, allocated, group_under_allocation, read_steps,
};
use crate::mechanism::kinds::sampled::{METHODS, Method, NAMES_OF_ROW, ROW};
use crate::mechanism::kinds::shuffled_batches::{group_of_batches, shuffled};
use crate::mechanism::{Mechanism, Neighbours, Sampling, ShiftedNoise};
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
    /// In one batch of a shuffled epoch, which is the step of the row.
    Shuffle {
        /// The number of batches, at least 1.
        batches: u64,
    },
}

/// The methods of a row that are no sample of each step.
#[derive(Clone, Copy)]
enum Own {
    /// A record takes part in one of several steps.
    Allocation,
    /// A record takes part in one batch of each epoch.
    Shuffle,
}

/// The method of shuffled batches.
pub(crate) const SHUFFLE: &str = "shuffle";

const OWN: [(&str, Own); 2] = [("random-allocation", Own::Allocation), (SHUFFLE, Own::Shuffle)];

/// What to write for samplers that are not judged.
const UNJUDGED: [(&[&str], &str); 2] = [
    (
        &["shuffled", "shuffling", "shuffled-batches"],
        "write method = \"shuffle\", batch and n: batches of a random order of all records, where a record is zeroed out or \
         replaced",
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
                Some(meant) => match offered().find(|(name, _)| *name == meant) {
                    Some((_, method)) => (method, Some(error)),
                    None => return Err(vec![error]),
                },
                None => return Err(vec![error]),
            },
        };
        let sampling = match method {
            Offered::Sample(method) => NAMES_OF_ROW
                .read(ROW, fields)
                .and_then(|()| Sampling::read_as(method, fields))
                .map(RowSampling::Sample),
            Offered::Own(Own::Allocation) => RowSampling::read_allocation(fields),
            Offered::Own(Own::Shuffle) => {
                NAMES_OF_ROW.read(ROW, fields).and_then(|()| RowSampling::read_shuffle(fields))
            }
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

    fn read_shuffle(fields: &mut Fields<'_>) -> Result<RowSampling, InputError> {
        let help =
            "give the size of a batch and the number of records: batch = \"256\", n = \"60000\"";
        for name in ["rate", "steps", "max_batch"] {
            fields.forbid(name, "the sampling is of shuffled batches", help)?;
        }
        let (Some(batch), Some(records)) = (fields.optional("size"), fields.optional("population"))
        else {
            return Err(fields.missing_or("batch", help));
        };
        let (size, population) = (batch.natural()?, records.natural()?);
        if size == 0 || size > population {
            let message = format!("a batch of {size} records out of {population}");
            return Err(batch.error(message, "a batch has at least 1 record, and at most all"));
        }
        let batches = population.div_ceil(size);
        if batches > MAX_STEPS {
            let help = format!("there may be {MAX_STEPS}: give larger batches");
            return Err(batch.error(format!("an epoch has {batches} batches"), help));
        }
        Ok(RowSampling::Shuffle { batches })
    }

    /// Is a step of the row an epoch?
    pub(crate) fn is_of_epochs(&self) -> bool {
        matches!(self, RowSampling::Shuffle { .. })
    }

    /// The sizes of a sample, or of a batch, and of the population, where they were given and an
    /// epoch has several steps.
    pub(crate) fn sizes(&self) -> Option<(u64, u64)> {
        match self {
            RowSampling::Sample(sampling) => sampling.sizes(),
            RowSampling::Allocation { .. } | RowSampling::Shuffle { .. } => None,
        }
    }

    /// The sampled mechanism, where a theorem covers it.
    pub(crate) fn apply(
        self,
        mechanism: Mechanism,
        neighbours: Neighbours,
    ) -> Result<Mechanism, Refusal> {
        match self {
            RowSampling::Sample(sampling) => sampling.apply(&mechanism, neighbours),
            RowSampling::Allocation { steps } => allocated(steps, mechanism, neighbours),
            RowSampling::Shuffle { batches } => shuffled(batches, &mechanism, neighbours),
        }
    }

    /// The sampled mechanism for groups of `size` members, with the noise that it adds.
    pub(crate) fn apply_to_group(
        self,
        mechanism: Mechanism,
        noise: Option<&ShiftedNoise>,
        neighbours: Neighbours,
        size: u64,
    ) -> Result<Mechanism, Refusal> {
        match self {
            RowSampling::Sample(sampling) => {
                sampling.apply_to_group(mechanism, noise, neighbours, size)
            }
            RowSampling::Allocation { .. } => Err(group_under_allocation()),
            RowSampling::Shuffle { .. } => Err(group_of_batches()),
        }
    }
}

/// A method of a row.
#[derive(Clone, Copy)]
enum Offered {
    Sample(Method),
    Own(Own),
}

/// The methods of a row that a message offers.
fn offered() -> impl Iterator<Item = (&'static str, Offered)> {
    let samples = METHODS.into_iter().map(|(name, method)| (name, Offered::Sample(method)));
    samples.chain(OWN.into_iter().map(|(name, method)| (name, Offered::Own(method))))
}

/// The method of a row.
fn read_method(field: &Field<'_>) -> Result<Offered, InputError> {
    if let Some(method) = Method::without_theorem(field) {
        return Ok(Offered::Sample(method));
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
