//! A number of steps that is written as epochs.
//!
//! Programs disagree about the last batch of an epoch: some take the remaining records as a batch,
//! some drop them, some carry them over. The words leave the number of steps between two ends. The
//! most steps count each batch that is begun; the fewest drop batches that are not full. Every step
//! costs privacy, so the most steps bound the loss from above and say nothing from below:
//! `step_range` says which end decides what.

use crate::input::{Field, InputError};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;

/// A training run in epochs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epochs {
    /// The number of epochs.
    pub epochs: Rational,
    /// The size of a batch.
    pub batch: u64,
    /// The number of records.
    pub records: u64,
    /// The most steps: `ceil(epochs * ceil(records / batch))`, every begun batch of every begun
    /// epoch.
    pub steps: u64,
    /// The fewest steps: `floor(epochs * floor(records / batch))`, as data loaders count that drop
    /// the last batch of each epoch; a last step that is not whole is dropped too.
    pub fewest: u64,
}

impl Epochs {
    /// Reads the field `epochs` of batches of `batch` records out of `records`; a `count` beside it
    /// is an error.
    pub(super) fn read(
        field: &Field<'_>,
        (batch, records): (u64, u64),
        count: Option<&Field<'_>>,
    ) -> Result<Epochs, InputError> {
        if count.is_some() {
            return Err(field.error(
                "both count and epochs are given",
                "count is the number of steps: give one of them",
            ));
        }
        if batch == 0 {
            return Err(field.error(
                "the batches are empty, so an epoch has no number of steps",
                "give the steps as \"count\"",
            ));
        }
        let real = field.real()?;
        let Some(epochs) = real.as_rational() else {
            let help = "write a number such as 60 or \"6/5\"";
            return Err(field.error("the epochs are not known to be a rational number", help));
        };
        if *epochs < 0 {
            return Err(field
                .error(format!("the epochs are {epochs}"), "give a number of epochs from 0 on"));
        }
        let most = (epochs * Rational::from(records.div_ceil(batch))).ceiling();
        let fewest = (epochs * Rational::from(records / batch)).floor();
        let count =
            |steps| Natural::try_from(steps).ok().and_then(|steps| u64::try_from(&steps).ok());
        let (Some(steps), Some(fewest)) = (count(most), count(fewest)) else {
            return Err(field.error("there are more than 2^64 - 1 steps", "give fewer epochs"));
        };
        Ok(Epochs { epochs: epochs.clone(), batch, records, steps, fewest })
    }

    /// The fewest steps, where they are fewer than the most.
    pub fn fewer_steps(&self) -> Option<u64> {
        (self.fewest != self.steps).then_some(self.fewest)
    }
}
