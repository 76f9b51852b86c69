//! `steps-rounded-up`: epochs are not a whole number of batches.

use crate::claim::read::ClaimFile;
use crate::input::shorten;

/// A message for each row whose epochs are not a whole number of batches.
pub(super) fn messages(file: &ClaimFile, rows: &[usize]) -> Vec<String> {
    let rows = rows.iter().filter_map(|index| file.ledger.get(*index));
    let message = |row: &crate::claim::ledger::Row| {
        let epochs = row.epochs.as_ref()?;
        Some(format!(
            "the row {} is judged with {} steps, every begun batch a step; {} epochs of {} records in batches of {} \
             are {} where those that are not full are dropped",
            shorten(&row.id),
            epochs.steps,
            shorten(&epochs.epochs.to_string()),
            epochs.records,
            epochs.batch,
            epochs.fewer_steps()?,
        ))
    };
    rows.filter_map(message).collect()
}
