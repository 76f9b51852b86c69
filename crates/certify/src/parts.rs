//! The derivations of a claim about rows on parts of the data.
//!
//! A bound on the worst part from the side of the guarantee needs a derivation for each part, and
//! one from the other side a derivation for some part. Parts with the same rows share one.

use super::error::Error;
use super::goal::ways;
use super::rule::Rule;
use super::write::{About, COARSE, FINEST, conclusion, prove, readable};
use dpcert_checker::claim::Claim;
use dpcert_checker::ledger::Row;
use dpcert_checker::parts::{is_of_each, names};
use serde_json::{Value, json};

/// The parts with the same rows, and the ledger of one of them.
struct Alike {
    parts: Vec<String>,
    ledger: Vec<Row>,
}

/// The derivations that show the claim, or that it is false.
///
/// # Errors
/// The reason why there are none.
pub fn of_parts(about: &About, holds: bool) -> Result<Vec<Value>, Error> {
    let alike = alike(&about.ledger);
    let mut found = Vec::new();
    let mut reasons = Vec::new();
    for side in about.claim.sides() {
        match of_side(about, &side, &alike, holds) {
            Ok(derivations) if holds => found.extend(derivations),
            // One side that is false is enough.
            Ok(derivations) => return Ok(derivations),
            Err(reason) if holds => return Err(reason),
            Err(reason) => reasons.push(reason),
        }
    }
    if holds { Ok(found) } else { Err(Error::NoWay(reasons)) }
}

/// The derivations of one side of the claim.
fn of_side(about: &About, side: &Claim, alike: &[Alike], holds: bool) -> Result<Vec<Value>, Error> {
    let of = |alike: &Alike, finest| {
        derivation(about, side, alike, holds, finest).map_err(|reason| Error::InPart {
            part: alike.parts.first().cloned().unwrap_or_default(),
            reason: Box::new(reason),
        })
    };
    if is_of_each(side, holds) {
        return alike.iter().map(|alike| of(alike, FINEST)).collect();
    }
    let mut reasons = Vec::new();
    let rounds: &[u32] = if alike.len() > 1 { &[COARSE, FINEST] } else { &[FINEST] };
    for (finest, alike) in
        rounds.iter().flat_map(|finest| alike.iter().map(move |alike| (*finest, alike)))
    {
        match of(alike, finest) {
            Ok(found) => return Ok(vec![found]),
            Err(reason) => reasons.push(reason),
        }
    }
    Err(Error::NoWay(reasons))
}

/// A derivation about parts with the same rows.
fn derivation(
    About { stated, .. }: &About,
    side: &Claim,
    Alike { parts, ledger }: &Alike,
    holds: bool,
    finest: u32,
) -> Result<Value, Error> {
    let mut reasons = Vec::new();
    for goals in ways(side, holds) {
        match prove(side, ledger, &goals, finest) {
            Ok((mut attempt, premises)) => {
                readable(&attempt)?;
                let relation = side.relation.name();
                let stated = of_one_side(stated, relation);
                attempt.step(Rule::Claim {}, &premises, conclusion(side, &stated, holds)?);
                return Ok(json!({
                    "parts": parts, "relation": relation, "leaves": attempt.leaves, "steps": attempt.steps,
                }));
            }
            Err(reason) => reasons.push(reason),
        }
    }
    Err(Error::NoWay(reasons))
}

/// The claim in the file, with this relation in place of one that has two sides.
fn of_one_side(stated: &Value, relation: &str) -> Value {
    let mut stated = stated.clone();
    let end = match stated.get("between") {
        Some(ends) => ends.get(usize::from(relation == "at-most")),
        None => stated.get("equals"),
    };
    if let (Some(end), Some(table)) = (end.cloned(), stated.as_object_mut()) {
        table.insert(relation.to_owned(), end);
    }
    stated
}

/// The ledgers of all parts, each once.
fn alike(rows: &[Row]) -> Vec<Alike> {
    let mut found: Vec<Alike> = Vec::new();
    let own = |row: &Row| (row.step.clone(), row.count.clone(), row.part.is_some());
    for part in names(rows) {
        let of_part = |row: &&Row| row.part.as_deref().is_none_or(|own| own == part);
        let ledger: Vec<Row> = rows.iter().filter(of_part).cloned().collect();
        // The checker compares the rows of the parts, so that those on all data are the same.
        let on_part = |ledger: &[Row]| {
            ledger.iter().map(own).filter(|(.., is_on_part)| *is_on_part).collect::<Vec<_>>()
        };
        match found.iter_mut().find(|alike| on_part(&alike.ledger) == on_part(&ledger)) {
            Some(alike) => alike.parts.push(part),
            None => found.push(Alike { parts: vec![part], ledger }),
        }
    }
    found
}
