//! `steps-rounded-up`: epochs are not a whole number of batches.

use crate::claim::read::ClaimFile;
use crate::input::shorten;

/// A message for each row whose epochs are not a whole number of batches; `with_fewest` is whether the value that is
/// shown is that of the fewest steps.
pub(super) fn messages(file: &ClaimFile, rows: &[usize], with_fewest: bool) -> Vec<String> {
    let rows = rows.iter().filter_map(|index| file.ledger.get(*index));
    let message = |row: &crate::claim::ledger::Row| {
        let epochs = row.epochs.as_ref()?;
        let fewer = epochs.fewer_steps()?;
        Some(format!(
            "the steps of the row {} are {} with every begun batch, and {fewer} where those that are not full are \
             dropped: {} epochs of {} records in batches of {}; a verdict is about both, and the value is that of {} \
             steps",
            shorten(&row.id),
            epochs.steps,
            shorten(&epochs.epochs.to_string()),
            epochs.records,
            epochs.batch,
            if with_fewest { fewer } else { epochs.steps },
        ))
    };
    rows.filter_map(message).collect()
}
