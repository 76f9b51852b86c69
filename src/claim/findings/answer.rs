//! `answer-assumed`: a row is a local randomiser, and neighbours do not have the same records. It is
//! judged as one answer about the whole data, because a report per record would be missing for one
//! of the neighbours.

use super::by_kind;
use crate::claim::ledger::Row;
use crate::input::named;
use crate::mechanism::Adjacency;

/// A message for each kind of local randomiser of which some row is judged as one answer.
pub(super) fn messages(adjacency: Adjacency, rows: &[&Row]) -> Vec<String> {
    let (missing, instead) = match adjacency {
        Adjacency::AddRemove => (
            "a record that is added or removed adds or removes a report, and what that shows is not judged",
            "adjacency = \"replace-one\" is for such reports",
        ),
        Adjacency::ZeroOut => (
            "a record that is zeroed out still has to send one, and what its absence shows is not judged",
            "adjacency = \"replace-one\" is for reports of any record in its place",
        ),
        Adjacency::ReplaceOne => return Vec::new(),
    };
    let message = |(kind, ids): (&str, Vec<&str>)| {
        let (rows, are) = if ids.len() == 1 { ("row", "is") } else { ("rows", "are") };
        format!(
            "the {rows} {} {are} judged as one answer about the whole data: where each record sends a report by {kind}, \
             {missing}; {instead}",
            named(&ids)
        )
    };
    by_kind(rows, |row| &row.answer_assumed).into_iter().map(message).collect()
}
