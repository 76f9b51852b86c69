//! Rules that give rows: the masses of the losses on a lattice.

use super::delta::STEP;
use super::step::Step;
use super::{Context, Lattice, Shown};
use crate::discretise::{self, Ratios, Spacing, Window};
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::ledger::{Mechanism, Row as LedgerRow};
use std::cmp::Ordering;
use std::collections::BTreeMap;

fn find<'a>(context: &Context<'a>, id: &str) -> Result<&'a LedgerRow, Fault> {
    let row = context.ledger.iter().find(|row| row.id == id);
    row.ok_or_else(|| Unproved::RowNotMeant { id: id.to_owned() }.into())
}

/// A row of the ledger whose losses are on a lattice, taken once.
pub(super) fn lattice(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let row = find(context, &step.arguments.text("row")?)?;
    let (direction, bounds, width) = (step.direction()?, step.bounds()?, step.literal("step")?);
    let bits = step.optional_bits()?;
    // Cutting a row below moves masses to larger losses only then (`covered_below` of `proofs/`).
    match width.sign(context.work) {
        Some(Ordering::Greater) => {}
        Some(_) => return Err(STEP.into()),
        None => return Err(Unsupported::Undecided { question: "the step is above 0" }.into()),
    }
    let computed =
        discretise::lattice(row, direction, bounds, &Spacing { step: &width, bits }, context.work)?;
    step.row(Lattice { row: computed, step: width, direction })
}

/// A row of the ledger by the cells of a grid, taken once.
pub(super) fn cells(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let row = find(context, &step.arguments.text("row")?)?;
    let (direction, bounds, bits) = (step.direction()?, step.bounds()?, step.bits()?);
    let width = step.rational("step")?;
    let (from, to) = (step.arguments.integer("from")?, step.arguments.integer("to")?);
    let ratios = match row.step.mechanism {
        Mechanism::AllocatedNoise { .. } => Some(Ratios {
            width: step.rational("ratio-width")?,
            cells: step.arguments.integer("ratio-cells")?,
            last: step.arguments.integer("ratio-sums")?,
        }),
        _ => None,
    };
    let window = Window { step: width, from, to, bits, ratios };
    let computed = discretise::cells(row, direction, bounds, &window, context.work)?;
    step.row(Lattice { row: computed, step: Expression::Rational(window.step), direction })
}

/// The same step under another id.
pub(super) fn same(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let row = find(context, &step.arguments.text("row")?)?;
    let [Shown::Row(known)] = step.premises.as_slice() else {
        return Err(Unproved::WrongPremises { expected: "one row" }.into());
    };
    let mut covers = known.row.covers.iter();
    let (Some((id, count)), None) = (covers.next(), covers.next()) else {
        return Err(Unproved::UnfitRow { how: "covers more than one row of the ledger" }.into());
    };
    let other = find(context, id)?;
    context.work.spend(row.step.comparison_work())?;
    if other.step != row.step {
        return Err(Unproved::OtherStep { row: row.id.clone(), known: id.clone() }.into());
    }
    let mut lattice = known.clone();
    lattice.row.covers = BTreeMap::from([(row.id.clone(), count.clone())]);
    step.row(lattice)
}

/// The composition of two rows.
pub(super) fn convolve(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (from, to) = (step.arguments.integer("from")?, step.arguments.integer("to")?);
    let bits = step.optional_bits()?;
    let [Shown::Row(first), Shown::Row(second)] = step.premises.as_slice() else {
        return Err(Unproved::WrongPremises { expected: "two rows" }.into());
    };
    if first.direction != second.direction || first.step != second.step {
        return Err(Unproved::UnlikeRows { what: "directions or steps" }.into());
    }
    context.work.spend(first.row.work(&second.row))?;
    context.work.reserve(first.row.room(&second.row))?;
    let row = first.row.convolve(&second.row, from, to, bits)?;
    let lattice = Lattice { row, step: first.step.clone(), direction: first.direction };
    step.row(lattice)
}
