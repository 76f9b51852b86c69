//! `steps-rounded-up`: epochs are not a whole number of batches.

use crate::claim::ledger::Row;
use crate::input::shorten;

/// A message for each row whose epochs are not a whole number of batches; `with_fewest` is whether the value that is
/// shown is that of the fewest steps.
pub(super) fn messages(rows: &[&Row], with_fewest: bool) -> Vec<String> {
    let message = |row: &&Row| {
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
    rows.iter().filter_map(message).collect()
}
