//! Rows on disjoint parts of the data.
//!
//! No unit is in two parts. Where a unit of one part is added, removed or zeroed out, the rows of
//! all other parts have the same distribution with and without it, whatever was output before. So
//! it loses what the rows on all data and the rows of its own part lose together. A quantity of the
//! whole ledger is that of the worst part, which is taken after composition: the largest delta, eps
//! and rho, and the smallest beta. A unit outside of all parts loses no more than one of any part.
//! Where a unit is replaced, it may leave one part while another one enters another part: that has
//! no rule (`ledger.rs`).
//!
//! A certificate about such a ledger has several derivations. Each is about one part, or several
//! with the same rows, and about one side of the claim; it follows the same rules as any other
//! one, for the ledger of that part. Which parts there are is read from the rows, and not from the
//! derivations, and so is whether a side has to be shown of each part or of one.

use crate::claim::{Claim, Quantity, Relation};
use crate::derivation::Derivation;
use crate::estimate::glance;
use crate::fault::{Fault, Malformed, Unproved};
use crate::json::{Fields, Json};
use crate::ledger::{Row, Step};
use crate::row::size;
use crate::rules::base_work;
use crate::work::{Work, product};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// The names of the parts that some rows are on.
pub fn names(rows: &[Row]) -> BTreeSet<String> {
    rows.iter().filter_map(|row| row.part.clone()).collect()
}

/// What no ledger shows about its parts.
pub const REMARK: &str =
    "whether no unit is in two of the parts of the data, and no output chose the part of a unit";

/// The remark that a certificate needs about these parts: one part alone rests on nothing.
pub fn remark(names: &BTreeSet<String>) -> Option<String> {
    (names.len() > 1).then(|| REMARK.to_owned())
}

/// A derivation about some parts of the data with the same rows, and about one side of the claim.
pub(crate) struct OfParts {
    place: String,
    parts: Vec<String>,
    relation: String,
    derivation: Derivation,
}

impl OfParts {
    /// Reads the derivation with this index.
    pub(crate) fn read(index: usize, entry: Json) -> Result<OfParts, Fault> {
        let place = format!("derivations[{index}]");
        let mut fields = Fields::of(&place, entry)?;
        let (parts, relation) = (fields.texts("parts")?, fields.text("relation")?);
        let derivation = Derivation::take(&mut fields)?;
        fields.finish()?;
        Ok(OfParts { place, parts, relation, derivation })
    }

    /// The number of leaves and steps.
    pub(crate) fn len(&self) -> usize {
        self.derivation.len()
    }

    /// A lower bound of the work of following it, from a glance of this work.
    fn estimate(&self, rows: &mut Vec<Row>, glance: &Work) -> u64 {
        let Some(part) = self.parts.first() else {
            return 0;
        };
        with_ledger(rows, part, |ledger| self.derivation.estimate(ledger, glance))
    }

    /// The first of its parts, if the ledger has all of them, with the same rows.
    fn first(&self, rows: &[Row], work: &Work) -> Result<&str, Fault> {
        let empty = || Malformed::Empty { what: format!("{}.parts", self.place) };
        let first = self.parts.first().ok_or_else(empty)?;
        for part in &self.parts {
            work.spend(base_work(rows.len()))?;
            if on(rows, part).next().is_none() {
                return Err(Unproved::NoSuchPart { part: part.clone() }.into());
            }
            if part == first {
                continue;
            }
            on(rows, part).try_for_each(|row| work.spend(row.step.comparison_work()))?;
            if !on(rows, part).map(run).eq(on(rows, first).map(run)) {
                let (part, known) = (part.clone(), first.clone());
                return Err(Unproved::UnlikeParts { part, known }.into());
            }
        }
        Ok(first)
    }
}

/// A lower bound of the work of following all derivations. Each looks at all numbers of the rows,
/// which is charged before.
pub(crate) fn estimate(
    derivations: &[OfParts],
    rows: &mut Vec<Row>,
    work: &Work,
) -> Result<u64, Fault> {
    let numbers = rows.iter().map(|row| row.step.comparison_work()).fold(0, u64::saturating_add);
    work.spend(product(&[numbers, size(derivations.len())]))?;
    let glance = glance();
    let each = derivations.iter().map(|derivation| derivation.estimate(rows, &glance));
    Ok(each.fold(0, u64::saturating_add))
}

/// What was run in a row, and how many times.
fn run(row: &Row) -> (&Step, &BigInt) {
    (&row.step, &row.count)
}

/// The rows of one part.
fn on<'a>(rows: &'a [Row], part: &str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.part.as_deref() == Some(part))
}

/// Calls a function with the ledger of a part: its rows, and those on all data. They are moved, not
/// copied; the order of the rows of each part remains.
fn with_ledger<T>(rows: &mut Vec<Row>, part: &str, about: impl FnOnce(&[Row]) -> T) -> T {
    let is_of_part = |row: &Row| row.part.as_deref().is_none_or(|own| own == part);
    let (mut ledger, others): (Vec<Row>, Vec<Row>) =
        std::mem::take(rows).into_iter().partition(is_of_part);
    let result = about(&ledger);
    ledger.extend(others);
    *rows = ledger;
    result
}

/// Has a side of a claim to be shown of each part? Otherwise one part is enough.
///
/// A unit of any part has to be protected: a bound on the worst part from the side of the guarantee
/// is one on each part, and a bound from the other side is one on some part.
pub fn is_of_each(side: &Claim, holds: bool) -> bool {
    let is_at_most = matches!(side.relation, Relation::AtMost(_));
    let is_guarantee = is_at_most != matches!(side.quantity, Quantity::Beta(_));
    is_guarantee == holds
}

/// Follows all derivations: do they show that the claim about all rows holds, or that it is false?
pub(crate) fn follow(
    derivations: Vec<OfParts>,
    rows: &mut Vec<Row>,
    claim: &Claim,
    holds: bool,
    work: &Work,
) -> Result<(), Fault> {
    let (names, sides) = (names(rows), claim.sides());
    // Of none of them everything would be shown.
    if names.is_empty() || sides.is_empty() {
        return Err(Malformed::Empty { what: "the set of parts of the data".to_owned() }.into());
    }
    let mut shown: BTreeSet<(String, String)> = BTreeSet::new();
    for one in derivations {
        let part = one.first(rows, work).map_err(|fault| fault.at(&one.place))?.to_owned();
        let side = sides.iter().find(|side| side.relation.name() == one.relation);
        let other = || Unproved::OtherConclusion { what: "side of the claim" };
        let side = side.ok_or_else(|| Fault::from(other()).at(&one.place))?;
        for part in one.parts {
            if !shown.insert((one.relation.clone(), part.clone())) {
                let what = format!("\"{}\" of the part \"{part}\"", one.relation);
                return Err(Malformed::Duplicate { what }.into());
            }
        }
        with_ledger(rows, &part, |ledger| one.derivation.follow(ledger, side, holds, work))
            .map_err(|fault| fault.at(&one.place))?;
    }
    let is_shown = |side: &Claim| {
        let relation = side.relation.name();
        let is_shown = |part: &String| shown.contains(&(relation.to_owned(), part.clone()));
        if is_of_each(side, holds) {
            names.iter().all(is_shown)
        } else {
            names.iter().any(is_shown)
        }
    };
    let is_proved = if holds { sides.iter().all(is_shown) } else { sides.iter().any(is_shown) };
    if is_proved { Ok(()) } else { Err(Unproved::PartLeftOut.into()) }
}
