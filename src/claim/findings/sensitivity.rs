//! `sensitivity-defaulted`: a row does not say how far neighbours move its count, and is judged for
//! 1.

use super::by_kind;
use crate::claim::ledger::Row;
use crate::input::named;
use crate::mechanism::Adjacency;

/// A message for each kind of noise of which some row states no distance.
pub(super) fn messages(adjacency: Adjacency, rows: &[&Row]) -> Vec<String> {
    let may = match adjacency {
        Adjacency::AddRemove => "a record that is added may move a sum by its largest value",
        Adjacency::ReplaceOne => {
            "a record that is replaced may move two counts of a histogram, shifts = [\"1\", \"-1\"], \
             and a sum by its whole range"
        }
        Adjacency::ZeroOut => "a record that is zeroed out may move a sum by its largest value",
    };
    let message = |(kind, ids): (&str, Vec<&str>)| {
        let (rows, state, are) =
            if ids.len() == 1 { ("row", "states", "is") } else { ("rows", "state", "are") };
        format!(
            "the {rows} {} {state} no sensitivity: {kind} {are} judged for one count that each record moves by 1; \
             {may}. Write sensitivity = \"1\" if that is right",
            named(&ids)
        )
    };
    by_kind(rows, |row| &row.sensitivity_defaulted).into_iter().map(message).collect()
}
