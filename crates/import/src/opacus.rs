//! The accountants of Opacus: `(noise_multiplier, sample_rate, num_steps)` for each run of equal
//! steps.
//!
//! Source: opacus/accountants/accountant.py and rdp.py, versions 1.1.3 to 1.6.0. Versions before 1.6.0
//! store a method as `mechanism`, which JSON cannot hold.

use crate::Given;
use crate::ledger::{Ledger, Row};
use crate::reading::{is_one, magnitude, number, probability};
use dpcert::input::{Field, Fields, InputError};
use dpcert::mechanism::Adjacency;

/// What to write where batches were shuffled.
const SHUFFLED: &str = "Where that was so, add actual = \"shuffled\" to each sampling: then a finding says that the verdict \
                        proves nothing about the sampler that was run.";

/// `accountant.state_dict()`.
pub(crate) fn state(mut fields: Fields<'_>, given: &Given) -> Result<Ledger, InputError> {
    let history = fields.required("history")?;
    let mechanism = fields.required("mechanism")?;
    fields.finish()?;
    let program = format!("the state of an accountant of Opacus, {}", mechanism.text()?);
    ledger(&history, program, given)
}

/// `accountant.history` alone.
pub(crate) fn history(history: &Field<'_>, given: &Given) -> Result<Ledger, InputError> {
    ledger(history, "the history of an accountant of Opacus".to_owned(), given)
}

fn ledger(history: &Field<'_>, program: String, given: &Given) -> Result<Ledger, InputError> {
    let adjacency = given.adjacency()?;
    let entries = history.list()?;
    let rows = entries
        .iter()
        .enumerate()
        .map(|(index, entry)| Ok(Row { id: (index + 1).to_string(), ..step(entry, adjacency)? }));
    Ok(Ledger {
        program,
        adjacency: Some(adjacency),
        rows: rows.collect::<Result<_, InputError>>()?,
        claims: Vec::new(),
        notes: vec![
            format!(
                "The file does not say how batches were drawn: Opacus accounts Poisson samples, and records the same where they \
                 were shuffled (poisson_sampling=False). {}",
                match adjacency {
                    Adjacency::AddRemove | Adjacency::ZeroOut => SHUFFLED,
                    Adjacency::ReplaceOne => "The rows are pairs of such samples.",
                }
            ),
            "Nor does it say which part of a run it is: another accountant, for another part of the training or for the \
             choice of parameters, has a history of its own."
                .to_owned(),
        ],
        is_per_record: true,
        unread: Vec::new(),
    })
}

/// A step, and how often.
fn step(entry: &Field<'_>, adjacency: Adjacency) -> Result<Row, InputError> {
    let parts = entry.list()?;
    let [noise, rate, count] = parts.as_slice() else {
        let message = format!(
            "{} values, where noise multiplier, sample rate and number of steps are expected",
            parts.len()
        );
        return Err(entry.error(
            message,
            "an entry of a history is [noise_multiplier, sample_rate, num_steps]",
        ));
    };
    let count = count.natural()?;
    Ok(Row { count, ..gaussian(noise, sample_rate(rate)?, adjacency)? })
}

/// The rate of a sample; `None` where all records are in it.
pub(crate) fn sample_rate(rate: &Field<'_>) -> Result<Option<String>, InputError> {
    let q = probability(rate)?;
    Ok((!is_one(rate)?).then_some(q))
}

/// Gaussian noise on a Poisson sample with this rate, by its multiplier: noise over the bound of one
/// record.
pub(crate) fn gaussian(
    noise: &Field<'_>,
    rate: Option<String>,
    adjacency: Adjacency,
) -> Result<Row, InputError> {
    if magnitude(noise)?.1 {
        // Without noise the sum shows whether the record is in the sample.
        let delta = rate.as_deref().unwrap_or("1");
        return Ok(Row::once("", format!("approx-dp(eps=0, delta={delta})")));
    }
    let noise = number(noise)?;
    Ok(match (adjacency, rate) {
        (Adjacency::ReplaceOne, None) => {
            Row::once("", format!("gaussian(scale={noise}, sensitivity=2)"))
        }
        (Adjacency::ReplaceOne, Some(rate)) => {
            Row::once("", replaced(&format!("gaussian(scale={noise}, sensitivity=1)"), &rate))
        }
        (Adjacency::AddRemove | Adjacency::ZeroOut, rate) => {
            Row { rate, ..Row::once("", format!("gaussian(sigma={noise})")) }
        }
    })
}

/// Noise on a Poisson sample of records of norm 1, of which one is replaced: both records are in the
/// sample with the same probability, and the worst two are on opposite sides of 0.
pub(crate) fn replaced(noise: &str, rate: &str) -> String {
    let weights = format!("[1-({rate}), {rate}]");
    format!(
        "mixture-of-shifts(noise={noise}, p={weights}, shifts=[0, 1], q={weights}, q_shifts=[0, -1])"
    )
}
