//! Exact losses: where all of them are multiples of one step.

use super::place;
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::Scale;
use crate::ledger::Row as LedgerRow;
use crate::log_linear::LogLinear;
use crate::number::{common_denominator, over, shift_up};
use crate::pair::{Atom, Direction, Loss, lattice_index};
use crate::row::{Bounds, MAX_INDEX, MAX_LENGTH, Row, room_of, size};
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// The points `n * step`, and the fractional bits of the masses there; without them, the masses are
/// exact.
#[derive(Clone, Copy, Debug)]
pub struct Spacing<'a> {
    /// The distance of two points.
    pub step: &'a Expression,
    /// The fractional bits.
    pub bits: Option<u64>,
}

/// A row of the ledger, taken once, whose losses are all multiples of the step.
///
/// # Errors
/// If the losses are not such multiples, or if that is undecided.
pub fn lattice(
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    spacing: &Spacing<'_>,
    work: &Work,
) -> Result<Row, Fault> {
    work.spend(row.step.atoms_work())?;
    let unfit = || Unproved::inapplicable("the row", "one of finitely many losses");
    let atoms = row.step.atoms(direction).ok_or_else(unfit)??;
    let indices = indices(&atoms, spacing.step, work)?;
    let (from, length) = extent(&indices)?;
    work.spend(masses_work(&atoms, spacing.bits))?;
    let measure = Measure::of(&atoms, spacing.bits)?;
    work.reserve(
        room_of(size(2 * length), 0).saturating_add(room_of(size(2 * atoms.len()), measure.bits())),
    )?;
    let mut result = Row {
        bounds,
        covers: BTreeMap::from([(row.id.clone(), BigInt::one())]),
        from,
        denominator: measure.denominator(),
        p: vec![BigInt::zero(); length],
        q: vec![BigInt::zero(); if bounds == Bounds::Test { length } else { 0 }],
        infinite_p: BigInt::zero(),
        infinite_q: BigInt::zero(),
    };
    let mut indices = indices.iter();
    for atom in &atoms {
        let (p, q) =
            (measure.mass(&atom.p, bounds == Bounds::Upper)?, measure.mass(&atom.q, true)?);
        match atom.loss {
            Loss::Finite(_) => {
                let place = place(*indices.next().unwrap_or(&from), from)?;
                if let Some(mass) = result.p.get_mut(place) {
                    *mass += p;
                }
                if let Some(mass) = result.q.get_mut(place) {
                    *mass += q;
                }
            }
            Loss::Infinite => result.infinite_p += p,
            Loss::MinusInfinite => {}
        }
    }
    Ok(result)
}

/// The indices of the finite losses, in the order of the outcomes.
fn indices(atoms: &[Atom], step: &Expression, work: &Work) -> Result<Vec<i64>, Fault> {
    let form = LogLinear::of(step);
    let mut indices = Vec::new();
    for atom in atoms {
        if let Loss::Finite(loss) = &atom.loss {
            indices.push(
                lattice_index(loss, &form, step, work).ok_or_else(|| no_multiple(loss, step))?,
            );
        }
    }
    Ok(indices)
}

/// The first index, and the number of indices up to the last one.
fn extent(indices: &[i64]) -> Result<(i64, usize), Fault> {
    let (Some(from), Some(to)) = (indices.iter().min(), indices.iter().max()) else {
        return Err(Unsupported::no_rule("a step without finite losses").into());
    };
    let length = place(*to, *from)?.saturating_add(1);
    if length > MAX_LENGTH {
        return Err(Unsupported::too_long("the row", size(MAX_LENGTH), "losses").into());
    }
    if from.saturating_abs().max(to.saturating_abs()) > MAX_INDEX {
        return Err(Unsupported::too_large("a loss in steps of the lattice").into());
    }
    Ok((*from, length))
}

/// The error for a loss without an index: it is between two of them, or that is undecided.
fn no_multiple(loss: &Expression, step: &Expression) -> Fault {
    let scale = Scale::new(128);
    let quotient = loss
        .enclose(&scale)
        .zip(step.enclose(&scale))
        .and_then(|(loss, step)| scale.div(&loss, &step));
    match quotient {
        Some(quotient) if shift_up(&quotient.lo, scale.bits) > (&quotient.hi >> scale.bits) => {
            Unproved::inapplicable("a loss", "a multiple of the step").into()
        }
        _ => Unsupported::Undecided { question: "a loss is a multiple of the step" }.into(),
    }
}

/// A bound of the work for the masses of outcomes, with this many bits or exactly.
pub(super) fn masses_work(atoms: &[Atom], bits: Option<u64>) -> u64 {
    let masses = || atoms.iter().flat_map(|atom| [&atom.p, &atom.q]);
    let Some(bits) = bits else {
        // The least common denominator, and its quotient for each mass.
        let size = masses().map(Expression::size).fold(0, u64::saturating_add);
        return product(&[size, size]) / 64;
    };
    let work = |x: &Expression| {
        product(&[
            x.parts(),
            product(&[bits, bits]).saturating_add(x.size()).saturating_add(1 << 12),
        ])
    };
    masses().map(work).fold(0, u64::saturating_add)
}

/// The conversion of masses to integers.
enum Measure {
    Exact(BigInt),
    Fixed(Scale),
}

impl Measure {
    fn of(atoms: &[Atom], bits: Option<u64>) -> Result<Measure, Fault> {
        if let Some(bits) = bits {
            return Ok(Measure::Fixed(Scale::new(bits)));
        }
        let mut masses = Vec::new();
        for x in atoms.iter().flat_map(|atom| [&atom.p, &atom.q]) {
            masses.push(x.rational().ok_or(Unproved::NeedsBits { what: "a mass" })?);
        }
        let denominator = common_denominator(masses.into_iter());
        let denominator = denominator
            .ok_or_else(|| Unsupported::too_large("the common denominator of the masses"))?;
        Ok(Measure::Exact(denominator))
    }

    /// The bits of a mass.
    fn bits(&self) -> u64 {
        match self {
            Measure::Exact(denominator) => denominator.bits(),
            Measure::Fixed(scale) => scale.bits,
        }
    }

    fn denominator(&self) -> BigInt {
        match self {
            Measure::Exact(denominator) => denominator.clone(),
            Measure::Fixed(scale) => scale.one(),
        }
    }

    fn mass(&self, x: &Expression, is_up: bool) -> Result<BigInt, Fault> {
        match self {
            Measure::Exact(denominator) => {
                let x = x.rational().ok_or(Unproved::NeedsBits { what: "a mass" })?;
                Ok(over(x, denominator))
            }
            Measure::Fixed(scale) => {
                let x = x
                    .enclose(scale)
                    .ok_or(Unsupported::NotEnclosed { what: "a mass" })?
                    .positive_part();
                Ok(if is_up { x.hi } else { x.lo })
            }
        }
    }
}
