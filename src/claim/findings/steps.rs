//! `steps-rounded-up`: epochs are not a whole number of batches.

use crate::claim::judgement::Judgement;
use crate::claim::ledger::Row;
use crate::claim::verdict::Verdict;
use crate::input::shorten;

/// A message for each row whose epochs are not a whole number of batches. Without a judgement the
/// message is for a question, which is answered for the most steps.
pub(super) fn messages(rows: &[&Row], judgement: Option<&Judgement>) -> Vec<String> {
    let message = |row: &&Row| {
        let epochs = row.epochs.as_ref()?;
        let (most, fewest) = (epochs.steps, epochs.fewer_steps()?);
        let (verdict, value) = match judgement {
            None => ("", format!("; the answers are those of {most} steps")),
            Some(Judgement { evidence: None, .. }) => ("", String::new()),
            Some(Judgement { verdict, with_fewest_steps, .. }) => {
                let steps = if *with_fewest_steps { fewest } else { most };
                match verdict {
                    Verdict::Holds | Verdict::Refuted => (
                        "; the verdict is true of both",
                        format!(", and the value is that of {steps} steps"),
                    ),
                    Verdict::Undecided | Verdict::Unsupported => {
                        ("", format!("; the value is that of {steps} steps"))
                    }
                }
            }
        };
        Some(format!(
            "the row {} has {most} steps if partial batches are kept, and {fewest} if they are dropped: {} {} of \
             {} records in batches of {}{verdict}{value}",
            shorten(&row.id),
            shorten(&epochs.epochs.to_string()),
            if epochs.epochs == 1 { "epoch" } else { "epochs" },
            epochs.records,
            epochs.batch,
        ))
    };
    rows.iter().filter_map(message).collect()
}
