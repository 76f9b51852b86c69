//! TensorFlow Privacy: the statement of `compute_dp_sgd_privacy_statement`, and the ledgers of the
//! versions 0.2 to 0.5.
//!
//! Source: tensorflow_privacy 0.9.0, compute_dp_sgd_privacy_lib.py; 0.2.2, privacy_ledger.py.

use crate::Given;
use crate::format::refused;
use crate::ledger::{Claim, Ledger, Row};
use crate::reading::{magnitude, number, probability};
use dpcert::input::{Field, InputError, text_node};
use dpcert::mechanism::Adjacency;
use malachite::base::num::arithmetic::traits::Ceiling;

const STATEMENT: &str = "DP-SGD performed over";

pub(crate) fn is_statement(text: &str) -> bool {
    words(text).contains(STATEMENT)
}

/// It is wrapped: white space is one space.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The word after a phrase, without the punctuation of the sentence.
fn after<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let start = text.find(phrase)? + phrase.len();
    let word = text.get(start..)?.split_whitespace().next()?;
    Some(word.trim_end_matches([',', ':', ';']).trim_end_matches('.'))
}

/// The statement: it names the neighbours, two readings of the sampler, and an eps for each.
pub(crate) fn of_statement(text: &str, given: &Given) -> Result<Ledger, InputError> {
    let words = words(text);
    let needed = |phrase: &str| {
        after(&words, phrase).ok_or_else(|| {
            let message = format!("this statement of TensorFlow Privacy has no \"{phrase} ...\"");
            refused(
                0..text.len().min(1),
                &message,
                "give the whole text of compute_dp_sgd_privacy_statement, of version 0.9",
            )
        })
    };
    if after(&words, "with add-or-remove-one").is_none() {
        return Err(refused(
            0..1,
            "the statement is not about data sets of which one has a record more",
            "only these are read",
        ));
    }
    if given.adjacency.is_some_and(|given| given != Adjacency::AddRemove) {
        let message = "the statement is about a record that is added or removed, and another --adjacency is given";
        return Err(refused(0..1, message, "leave --adjacency out: this file says what it is"));
    }
    let (n, batch, epochs) = (needed(STATEMENT)?, needed("examples with")?, needed(" for")?);
    let (noise, delta) = (needed("noise multiplier")?, needed("at delta =")?);
    // With microbatches a sum moves by twice the bound of one.
    let moved = if words.contains("without microbatching") { "1" } else { "2" };
    let real = |name: &str, text: &str| {
        let node = text_node(text, 0..1);
        Field { node: &node, path: name.to_owned() }.real()
    };
    let steps =
        real("epochs", epochs)? * real("examples", n)? / real("examples per iteration", batch)?;
    let ceiling = |x: &dpcert::Real| {
        x.as_rational().map(Ceiling::ceiling).and_then(|n| u64::try_from(&n).ok())
    };
    let (Some(steps), Some(whole)) = (ceiling(&steps), ceiling(&real("epochs", epochs)?)) else {
        return Err(refused(0..1, "the number of steps is not known", "give the whole statement"));
    };
    let gaussian = format!("gaussian(scale={noise}, sensitivity={moved})");
    let rows = vec![
        Row { rate: Some(format!("{batch}/{n}")), count: steps, ..Row::once("poisson", &gaussian) },
        Row { count: whole, ..Row::once("once-per-epoch", &gaussian) },
    ];
    let phrases = [
        ("poisson", "Epsilon assuming Poisson sampling (*):"),
        ("once-per-epoch", "Epsilon with each example occurring once per epoch:"),
    ];
    let claims = phrases.into_iter().filter_map(|(id, phrase)| {
        let eps =
            after(&words, phrase).filter(|eps| eps.starts_with(|c: char| c.is_ascii_digit()))?;
        Some(Claim {
            id: id.to_owned(),
            over: id.to_owned(),
            delta: delta.to_owned(),
            eps: eps.to_owned(),
            source: Some("the statement, which rounds to three decimals, up or down".to_owned()),
        })
    });
    Ok(Ledger {
        program: "a statement of TensorFlow Privacy".to_owned(),
        adjacency: Some(Adjacency::AddRemove),
        rows,
        claims: claims.collect(),
        notes: vec![
            "The two rows are two readings of one run, and no sum: which sampler was run is not said. What is claimed of users \
             is not read."
                .to_owned(),
        ],
        is_per_record: true,
        unread: Vec::new(),
    })
}

/// The ledger: `[population, rate, [[l2_norm_bound, noise_stddev], ...]]` for each step.
pub(crate) fn of_ledger(root: &Field<'_>, given: &Given) -> Result<Ledger, InputError> {
    let adjacency = given.adjacency()?;
    if adjacency == Adjacency::ReplaceOne {
        return Err(refused(
            0..1,
            "the noise of this ledger is about one record's bound, and a record that is replaced moves a sum by two",
            "give --adjacency=add-remove or zero-out, or write the rows yourself",
        ));
    }
    let mut rows = Vec::new();
    for (index, entry) in root.list()?.iter().enumerate() {
        let parts = entry.list()?;
        let [_, rate, queries] = parts.as_slice() else {
            return Err(entry.error(
                "a step is [population, probability, queries]",
                "give the formatted ledger as JSON",
            ));
        };
        let mut ratios = Vec::new();
        for query in queries.list()? {
            let parts = query.list()?;
            let [bound, deviation] = parts.as_slice() else {
                return Err(query.error(
                    "a query is [l2_norm_bound, noise_stddev]",
                    "give the formatted ledger as JSON",
                ));
            };
            if magnitude(deviation)?.1 {
                return Err(deviation.error(
                    "a sum without noise",
                    "it has no privacy: leave it out, and say so in exclusions",
                ));
            }
            ratios.push((magnitude(bound)?.0, number(deviation)?));
        }
        let mechanism = match ratios.as_slice() {
            [] => "compose(mechanisms=[])".to_owned(),
            [(bound, deviation)] => format!("gaussian(scale={deviation}, sensitivity={bound})"),
            several => {
                let squares: Vec<String> = several
                    .iter()
                    .map(|(bound, noise)| format!("(({bound})/({noise}))^2"))
                    .collect();
                format!("gaussian(scale=1, sensitivity=sqrt({}))", squares.join("+"))
            }
        };
        rows.push(Row {
            rate: Some(probability(rate)?),
            ..Row::once((index + 1).to_string(), mechanism)
        });
    }
    Ok(Ledger {
        program: "a ledger of TensorFlow Privacy".to_owned(),
        adjacency: Some(adjacency),
        rows,
        claims: Vec::new(),
        notes: vec![
            "The file does not say how batches were drawn: the accountant takes Poisson samples with this probability.".to_owned(),
        ],
        is_per_record: true,
        unread: Vec::new(),
    })
}
