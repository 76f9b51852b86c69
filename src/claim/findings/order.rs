//! `order-assumed`: a row is a pair, or a trade-off function, that depends on which neighbour comes first.

use super::named;
use crate::claim::ledger::Row;
use crate::mechanism::Dominating;

/// One message about all rows with such a step.
pub(super) fn messages(rows: &[&Row]) -> Vec<String> {
    let ids: Vec<&str> = rows.iter().filter(|row| has_order(row)).map(|row| row.id.as_str()).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let (rows, are) = if ids.len() == 1 { ("row", "is not its") } else { ("rows", "are not their") };
    vec![format!(
        "the {rows} {} {are} own reverse: only the order P against Q, as written, is judged, and neighbours in the \
         other order may lose more. Judge the inverse as well, in a row and a claim of its own",
        named(&ids)
    )]
}

fn has_order(row: &Row) -> bool {
    let steps = row.mechanism.as_ref().ok().and_then(|mechanism| mechanism.steps()).unwrap_or_default();
    steps.iter().any(|(step, _)| match step {
        Dominating::Sampled(sampled) => !sampled.base.is_symmetric(false),
        step => !step.is_symmetric(false),
    })
}
