//! Idealisation: something else was run than a ledger names. A certificate is about the latter, and
//! has to say so.

use crate::fault::{Fault, Unsupported};
use crate::json::Fields;
use crate::ledger::Row;
use crate::number::shorten;

/// The kinds that may have been run instead of a mechanism.
pub const MECHANISMS: [&str; 3] = ["discrete-gaussian", "discrete-laplace", "floating-point"];
/// The samplers that may have been run instead of a sampler.
pub const SAMPLERS: [&str; 5] =
    ["poisson", "without-replacement", "with-replacement", "fixed-size", "shuffled"];
/// The most rows that are named.
const NAMED: usize = 3;

/// A certified mechanism or sampler in place of another one that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idealised {
    /// The noun: a mechanism, or a sampler.
    pub noun: &'static str,
    /// The kind or the method that is certified.
    pub judged: String,
    /// The kind or the method that was run.
    pub actual: &'static str,
}

impl Idealised {
    /// Takes the field `actual`, where it is present and differs from what is certified.
    pub(crate) fn take(
        id: &str,
        noun: &'static str,
        judged: &str,
        fields: &mut Fields,
    ) -> Result<Option<Idealised>, Fault> {
        if !fields.has("actual") {
            return Ok(None);
        }
        let (words, word): (&[&'static str], _) =
            (if noun == "sampler" { &SAMPLERS } else { &MECHANISMS }, fields.text("actual")?);
        let actual = words.iter().copied().find(|known| *known == word).ok_or_else(|| {
            Fault::from(Unsupported::no_rule(format!("a {noun} with actual = {}", shorten(&word))))
                .at(id)
        })?;
        Ok((judged != actual).then(|| Idealised { noun, judged: judged.to_owned(), actual }))
    }
}

/// What a certificate about these rows does not cover: a sentence for each idealisation.
pub fn remarks(rows: &[Row]) -> Vec<String> {
    let mut groups: Vec<(&Idealised, Vec<&str>)> = Vec::new();
    for row in rows {
        for idealised in &row.idealised {
            match groups.iter_mut().find(|(known, _)| *known == idealised) {
                Some((_, ids)) => ids.push(&row.id),
                None => groups.push((idealised, vec![&row.id])),
            }
        }
    }
    let remark = |(Idealised { noun, judged, actual }, ids): (&Idealised, Vec<&str>)| {
        let were = if ids.len() == 1 { "was" } else { "were" };
        let rows = named(&ids);
        format!(
            "what {actual} guarantees, with which {rows} {were} run: this is about the {noun} {judged}"
        )
    };
    groups.into_iter().map(remark).collect()
}

/// That only one order of the neighbours is certified, where a row says which one is first.
pub fn one_order(rows: &[Row]) -> Option<String> {
    let ordered: Vec<&str> =
        rows.iter().filter(|row| row.step.is_ordered()).map(|row| row.id.as_str()).collect();
    let certified = "only the order of neighbours P against Q is certified, as in";
    (!ordered.is_empty()).then(|| format!("{certified} {}", named(&ordered)))
}

/// Some rows by their ids.
fn named(ids: &[&str]) -> String {
    let rows = if ids.len() == 1 { "the row" } else { "the rows" };
    let names = ids.iter().take(NAMED).map(|id| shorten(id)).collect::<Vec<_>>().join(", ");
    match ids.len().checked_sub(NAMED) {
        Some(more @ 1..) => format!("{rows} {names} and {more} more"),
        _ => format!("{rows} {names}"),
    }
}
