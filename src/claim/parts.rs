//! Rows on disjoint parts of the data.
//!
//! No user, which is a privacy unit of the scope, has data in two parts, and the data of a user say
//! which part that is, not the outputs. Where a user of one part is added, removed or zeroed out,
//! the rows of all other parts have the same law with and without the user. So the ledger loses
//! what the rows on all data and the rows of this part compose to, even where rows are chosen after
//! outputs of any part were seen, and delta is the largest of all parts: the maximum is taken after
//! composition. Were it taken step by step, each step could be about another part, which no user
//! is.
//!
//! A user who is replaced may leave one part while the other user enters another. Rows on all data
//! then see a replaced user, and the rows of the two parts see one that is removed or added; the
//! parts may be the same, and then their rows see a replaced one too. What a row loses where a user
//! is added follows from a query. The noise is symmetric, so that the direction does not matter,
//! and pairs of parts are compared.

use super::breakdown::OfPart;
use super::ledger::Row;
use crate::input::{named, shorten};
use crate::mechanism::{Adjacency, Dominating, Mechanism};
use std::collections::HashMap;

/// The most parts. Where a record is replaced, each pair of parts is composed: their number grows
/// with the square, and each is as much work as the ledger.
const MAX_PARTS: usize = 1 << 8;
/// The most different compositions of parts, or of pairs of parts. Each is composed by itself, so
/// that the work of a claim is this many times that of one.
const MAX_CHOICES: usize = 1 << 10;

/// What a row of a part sees of the users that differ.
#[derive(Clone, Copy)]
enum Seen {
    /// What the scope says, in this part.
    Neighbours,
    /// One user more or fewer.
    Entered,
    Nothing,
}

/// The names of the parts of some rows.
pub(super) fn names<'a>(rows: &[&'a Row]) -> Vec<&'a str> {
    let mut names = Vec::new();
    for name in rows.iter().filter_map(|row| row.part.as_deref()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The worst of some compositions, of which one is fixed beforehand.
pub(super) fn worst(mut choices: Vec<Mechanism>) -> Result<Mechanism, String> {
    if choices.len() > 1 {
        return Ok(Mechanism::Step(Dominating::OneOf(choices)));
    }
    choices.pop().ok_or_else(|| "there are no rows".to_owned())
}

/// The compositions of rows: several different ones where they are on parts of the data, of which
/// each user loses one.
///
/// # Errors
/// See [`choices`].
pub(super) fn compositions<'a>(
    rows: &[&'a Row],
    adjacency: Adjacency,
    mechanism: impl Fn(&'a Row) -> Result<&'a Mechanism, &'a String>,
) -> Result<Vec<Mechanism>, String> {
    let choices = choices(rows, adjacency, mechanism)?;
    Ok(choices.into_iter().map(|choice| choice.mechanism).collect())
}

/// The same, each with what it is about: one part, or two that a record leaves and another one enters;
/// several of them where their compositions are the same.
///
/// # Errors
/// The missing part, where a row is not supported, or there are too many parts.
pub(super) fn choices<'a>(
    rows: &[&'a Row],
    adjacency: Adjacency,
    mechanism: impl Fn(&'a Row) -> Result<&'a Mechanism, &'a String>,
) -> Result<Vec<OfPart<'a>>, String> {
    let composed = |seen: &dyn Fn(&str) -> Seen| {
        let mut steps = Vec::new();
        for row in rows {
            let about = |missing: &str| format!("{}: {missing}", shorten(&row.id));
            match row.part.as_deref().map_or(Seen::Neighbours, seen) {
                Seen::Neighbours => {
                    steps.push(mechanism(row).map_err(|missing| about(missing))?.clone())
                }
                Seen::Entered => steps.push(row.entered.clone().ok_or_else(|| about(NOT_ENTERED))?),
                Seen::Nothing => {}
            }
        }
        let composition = Mechanism::Compose(steps);
        match step_count(&composition) {
            Some(_) => Ok(composition),
            None => Err("a composition of more than 2^64 - 1 steps is not supported".to_owned()),
        }
    };
    let names = names(rows);
    if names.is_empty() {
        let mechanism = composed(&|_| Seen::Neighbours)?;
        return Ok(vec![OfPart { parts: Vec::new(), mechanism }]);
    }
    if names.len() > MAX_PARTS {
        return Err(format!("a ledger with more than {MAX_PARTS} parts is not supported"));
    }
    let (mut choices, mut known) = (Vec::<OfPart<'a>>::new(), HashMap::new());
    let mut choose = |names: &[&'a str], choice: Mechanism| {
        let index = *known.entry(choice.clone()).or_insert(choices.len());
        match choices.get_mut(index) {
            Some(alike) => alike.parts.push(names.to_vec()),
            None => choices.push(OfPart { parts: vec![names.to_vec()], mechanism: choice }),
        }
        match choices.len() > MAX_CHOICES {
            true => Err(format!(
                "more than {MAX_CHOICES} different parts, or pairs of them, are not supported"
            )),
            false => Ok(()),
        }
    };
    for name in &names {
        let of_part = |part: &str| if part == *name { Seen::Neighbours } else { Seen::Nothing };
        choose(&[name], composed(&of_part)?)?;
    }
    if adjacency == Adjacency::ReplaceOne {
        let entered = |pair: [&str; 2]| {
            composed(&|part| {
                if pair.contains(&part) { Seen::Entered } else { Seen::Nothing }
            })
        };
        // A record outside of all parts is replaced by one of the only part; with several parts it
        // is part of a pair.
        if let [only] = names.as_slice() {
            choose(&[only, only], entered([only, only])?)?;
        }
        for (index, first) in names.iter().enumerate() {
            for second in names.iter().skip(index + 1) {
                choose(&[first, second], entered([first, second])?)?;
            }
        }
    }
    Ok(choices)
}

/// Why a row of a part has no composition where records are replaced.
const NOT_ENTERED: &str = "a record that is replaced may leave one part, and the other record enter another part: what the \
                           row then loses is known only of the noise of a query on all records of its part";

/// The number of steps; `None` beyond 64 bits.
fn step_count(mechanism: &Mechanism) -> Option<u64> {
    match mechanism {
        Mechanism::Step(_) => Some(1),
        Mechanism::Repeat { count, mechanism } => step_count(mechanism)?.checked_mul(*count),
        Mechanism::Compose(parts) => {
            parts.iter().try_fold(0u64, |sum, part| sum.checked_add(step_count(part)?))
        }
    }
}

/// What the parts mean for claims, in words.
pub(super) fn words(names: &[&str], adjacency: Adjacency) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let named = named(names);
    let parts =
        if names.len() == 1 { format!("the part {named}") } else { format!("the parts {named}") };
    let worst = match adjacency {
        Adjacency::ReplaceOne => {
            "the worst of them, or of two that a record leaves and another one enters"
        }
        Adjacency::AddRemove | Adjacency::ZeroOut => "the worst of them",
    };
    Some(format!(
        "{parts}: no unit is in two, and a claim is about {worst}, beside the rows on all data"
    ))
}
