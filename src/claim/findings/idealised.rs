//! `mechanism-idealised` and `sampler-idealised`: something else was run than is judged.

use super::named;
use crate::claim::ledger::{Idealised, Row};
use crate::claim::read::ClaimFile;

/// A message for each mechanism that stands for another one.
pub(super) fn mechanisms(file: &ClaimFile, rows: &[usize]) -> Vec<String> {
    messages(file, rows, "mechanism", |row| row.mechanism_idealised.as_ref())
}

/// A message for each sampler that stands for another one.
pub(super) fn samplers(file: &ClaimFile, rows: &[usize]) -> Vec<String> {
    messages(file, rows, "sampler", |row| row.sampler_idealised.as_ref())
}

fn messages(file: &ClaimFile, rows: &[usize], noun: &str, of: impl Fn(&Row) -> Option<&Idealised>) -> Vec<String> {
    let mut groups: Vec<(&Idealised, Vec<&str>)> = Vec::new();
    for row in rows.iter().filter_map(|index| file.ledger.get(*index)) {
        let Some(idealised) = of(row) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == idealised) {
            Some((_, ids)) => ids.push(&row.id),
            None => groups.push((idealised, vec![&row.id])),
        }
    }
    let message = |(Idealised { judged, actual }, ids): (&Idealised, Vec<&str>)| {
        let (rows, is, was) = if ids.len() == 1 { ("row", "is", "was") } else { ("rows", "are", "were") };
        format!(
            "the {rows} {} {is} judged with the {noun} {judged} and {was} run with {actual}; the verdict is about \
             {judged} and by itself proves nothing about {actual}",
            named(&ids)
        )
    };
    groups.into_iter().map(message).collect()
}
