//! What results about a mechanism assume, where the input does not state it.

use super::adjacency::Adjacency;
use super::catalogue;
use super::kind::Kind;
use crate::input::{Item, Key, Node};

/// The kinds in the input, without duplicates, that state neither `sensitivity` nor `shifts`:
/// results about them are about one count that moves by 1.
///
/// The tree is that of a mechanism, of a ledger row, or of anything that contains them.
///
/// ```
/// use dpcert::input::from_notation;
/// use dpcert::mechanism::sensitivity_defaulted;
/// let node = from_notation("discrete-gaussian(sigma_sq=50)^3 * discrete-laplace(eps=1, sensitivity=1)")?;
/// assert_eq!(sensitivity_defaulted(&node), ["discrete-gaussian"]);
/// # Ok::<(), dpcert::input::InputError>(())
/// ```
pub fn sensitivity_defaulted(node: &Node) -> Vec<&'static str> {
    kinds_where(node, |kind, table| {
        kind.is_in_units && !["sensitivity", "shifts"].iter().any(|name| has(table, name))
    })
}

/// The local randomisers in the input, without duplicates, whose input is one answer about the
/// whole data where a record is added, removed or zeroed out.
///
/// Randomised response of a yes or no has two laws, whatever the neighbours are. Where each record
/// is a report of its own, the neighbour without the record has a report less, which no pair of
/// these kinds contains. Where one record is replaced, both neighbours have the report, and nothing
/// is assumed.
///
/// ```
/// use dpcert::input::from_notation;
/// use dpcert::mechanism::{Adjacency, answer_assumed};
/// let node = from_notation("randomized-response(eps=1)^3")?;
/// assert_eq!(answer_assumed(&node, Adjacency::AddRemove), ["randomized-response"]);
/// assert!(answer_assumed(&node, Adjacency::ReplaceOne).is_empty());
/// # Ok::<(), dpcert::input::InputError>(())
/// ```
pub fn answer_assumed(node: &Node, adjacency: Adjacency) -> Vec<&'static str> {
    match adjacency {
        Adjacency::AddRemove | Adjacency::ZeroOut => kinds_where(node, |kind, _| kind.is_local()),
        Adjacency::ReplaceOne => Vec::new(),
    }
}

/// The same of a question, which states an adjacency in its samplers alone.
pub(crate) fn answer_assumed_in_samples(question: &Node) -> Vec<&'static str> {
    let mut found = Vec::new();
    question.with_mechanisms_unfolded().each_table(&mut |node| {
        if let Some(adjacency) = sampled_adjacency(node) {
            found.extend(answer_assumed(node, adjacency));
        }
    });
    found
}

/// The adjacency of a mechanism around others; a sampler that may leave it out is about records
/// that are added or removed.
fn sampled_adjacency(node: &Node) -> Option<Adjacency> {
    let Item::Table(table) = &node.item else {
        return None;
    };
    let is_sampler = |kind: &Kind| {
        ["adjacency", "mechanism"]
            .iter()
            .all(|name| kind.fields.iter().any(|field| field.name == *name))
    };
    kind_of(table).filter(|kind| is_sampler(kind))?;
    let stated = table.iter().find(|(key, _)| key.name == "adjacency");
    match stated.map(|(_, node)| &node.item) {
        Some(Item::Text(word)) => {
            Adjacency::WORDS.iter().find(|(name, _)| name == word).map(|(_, adjacency)| *adjacency)
        }
        Some(_) => None,
        None => Some(Adjacency::AddRemove),
    }
}

/// The names of the kinds in the input for whose tables a condition holds, without duplicates.
fn kinds_where(
    node: &Node,
    is_wanted: impl Fn(&Kind, &[(Key, Node)]) -> bool,
) -> Vec<&'static str> {
    let mut found = Vec::new();
    node.with_mechanisms_unfolded().each_table(&mut |node| {
        if let Item::Table(table) = &node.item
            && let Some(kind) = kind_of(table).filter(|kind| is_wanted(kind, table))
            && !found.contains(&kind.name)
        {
            found.push(kind.name);
        }
    });
    found
}

fn has(table: &[(Key, Node)], name: &str) -> bool {
    table.iter().any(|(key, _)| key.name == name)
}

fn kind_of(table: &[(Key, Node)]) -> Option<&'static Kind> {
    table.iter().find_map(|(key, node)| match &node.item {
        Item::Text(text) if matches!(key.name.as_str(), "kind" | "mechanism") => {
            catalogue::kind(text)
        }
        _ => None,
    })
}
