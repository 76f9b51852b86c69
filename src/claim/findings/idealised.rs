//! `mechanism-idealised` and `sampler-idealised`: the judged mechanism or sampler is not the one
//! that was run.

use crate::claim::ledger::{Idealised, Row, SHUFFLED};
use crate::input::named;

/// A message for each mechanism that is judged in place of another one.
pub(super) fn mechanisms(rows: &[&Row]) -> Vec<String> {
    messages(rows, "mechanism", |row| row.mechanism_idealised.as_ref())
}

/// A message for each sampler that is judged in place of another one.
pub(super) fn samplers(rows: &[&Row]) -> Vec<String> {
    messages(rows, "sampler", |row| row.sampler_idealised.as_ref())
}

fn messages(rows: &[&Row], noun: &str, of: impl Fn(&Row) -> Option<&Idealised>) -> Vec<String> {
    let mut groups: Vec<(&Idealised, Vec<&str>)> = Vec::new();
    for row in rows {
        let Some(idealised) = of(row) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == idealised) {
            Some((_, ids)) => ids.push(&row.id),
            None => groups.push((idealised, vec![&row.id])),
        }
    }
    let message = |(Idealised { judged, actual }, ids): (&Idealised, Vec<&str>)| {
        let (rows, is, was) =
            if ids.len() == 1 { ("row", "is", "was") } else { ("rows", "are", "were") };
        let instead = match *actual {
            SHUFFLED => {
                ": method = \"shuffle\" judges that, where a record is zeroed out or replaced"
            }
            "fixed-size" | "without-replacement" => {
                ": method = \"without-replacement\" judges that, where a record is replaced"
            }
            _ => "",
        };
        format!(
            "the {rows} {} {is} judged with the {noun} {judged} and {was} run with {actual}; the verdict is about \
             {judged} and by itself proves nothing about {actual}{instead}",
            named(&ids)
        )
    };
    groups.into_iter().map(message).collect()
}
