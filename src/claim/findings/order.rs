//! `order-assumed`: a row is a pair, or a trade-off function, that depends on which neighbour comes
//! first, and is judged in the order in which it is written.
//!
//! A composition with a step for a record that is added *or* removed, such as a sample, is judged
//! in both orders of all its rows: see [`Orders`].

use crate::claim::ledger::Row;
use crate::claim::parts;
use crate::input::named;
use crate::mechanism::{Dominating, Orders, Role};

/// One message about all rows with such a step. They are composed as a claim composes them, or are
/// rows that no claim is about.
pub(super) fn messages(rows: &[&Row], are_composed: bool) -> Vec<String> {
    let ids: Vec<&str> = rows
        .iter()
        .filter(|row| {
            has_order(row) && is_judged_as_written(row, if are_composed { rows } else { &[] })
        })
        .map(|row| row.id.as_str())
        .collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let (rows, are) =
        if ids.len() == 1 { ("row", "is not its") } else { ("rows", "are not their") };
    vec![format!(
        "the {rows} {} {are} own reverse: only the order P against Q, as written, is judged, and neighbours in the \
         other order may lose more. Judge the inverse as well, in a row and a claim of its own",
        named(&ids)
    )]
}

fn steps(row: &Row) -> Vec<Dominating> {
    let steps =
        row.mechanism.as_ref().ok().and_then(|mechanism| mechanism.steps()).unwrap_or_default();
    steps.into_iter().map(|(step, _)| step).collect()
}

fn has_order(row: &Row) -> bool {
    steps(row).iter().any(|step| step.has_another_reverse(Role::Dominating))
}

/// Is a row in a composition that is about one order of neighbours?
fn is_judged_as_written(row: &Row, rows: &[&Row]) -> bool {
    let is_as_written = |part: Option<&str>| {
        let is_composed = |other: &Row| other.part.is_none() || other.part.as_deref() == part;
        let others = rows.iter().copied().filter(|other| is_composed(other));
        let all: Vec<Dominating> = others.chain([row]).flat_map(steps).collect();
        Orders::of(&all) == Orders::AsWritten
    };
    match &row.part {
        Some(part) => is_as_written(Some(part)),
        None => match parts::names(rows).as_slice() {
            [] => is_as_written(None),
            parts => parts.iter().any(|part| is_as_written(Some(part))),
        },
    }
}
