//! The masses of the cells of a grid, and beyond it: of finitely many outcomes, or from the masses
//! beyond each point.

use super::lattice::masses_work;
use super::tails::Tails;
use super::{NO_GRID, NO_STEP, NO_TAIL, Window, place};
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::ledger::Step;
use crate::log_linear::LogLinear;
use crate::pair::{Atom, Direction, Loss, lattice_index};
use crate::row::power;
use crate::work::{Work, product};
use num_traits::ToPrimitive;

/// The masses of the outcomes with losses in `[n step, (n+1) step)`, for n from `from` on, and
/// beyond.
pub(super) struct Cells {
    pub(super) masses: Vec<(Interval, Interval)>,
    pub(super) below: Interval,
    pub(super) above: (Interval, Interval),
}

/// From finitely many outcomes.
pub(super) fn atomic(
    atoms: &[Atom],
    window: &Window,
    scale: &Scale,
    work: &Work,
) -> Result<Cells, Fault> {
    // A loss has at most as many parts as a mass, and is enclosed like it.
    work.spend(product(&[masses_work(atoms, Some(scale.bits)), 2]))?;
    let nothing = scale.integer(0);
    let mut masses = vec![(nothing.clone(), nothing.clone()); place(window.to, window.from)?];
    let (mut below, mut above) = (nothing.clone(), (nothing.clone(), nothing));
    let step = Expression::Rational(window.step.clone());
    let form = LogLinear::of(&step);
    for atom in atoms {
        let enclose =
            |x: &Expression| x.enclose(scale).ok_or(Unsupported::NotEnclosed { what: "a mass" });
        let (p, q) = (enclose(&atom.p)?.positive_part(), enclose(&atom.q)?.positive_part());
        let cell = match &atom.loss {
            Loss::Infinite => window.to,
            Loss::MinusInfinite => window.from - 1,
            Loss::Finite(loss) => match lattice_index(loss, &form, &step, work) {
                Some(cell) => cell,
                None => between(loss, window, scale)?,
            },
        };
        if cell < window.from {
            below = below.add(&p);
        } else if cell >= window.to {
            above = (above.0.add(&p), above.1.add(&q));
        } else if let Some(mass) = masses.get_mut(place(cell, window.from)?) {
            *mass = (mass.0.add(&p), mass.1.add(&q));
        }
    }
    Ok(Cells { masses, below, above })
}

/// The cell of a loss that is not a grid point.
fn between(loss: &Expression, window: &Window, scale: &Scale) -> Result<i64, Fault> {
    let loss = loss.enclose(scale).ok_or(Unsupported::NotEnclosed { what: "a loss" })?;
    let quotient = scale.div(&loss, &scale.rational(&window.step)).ok_or(NO_STEP)?;
    let (low, high) = (&quotient.lo >> scale.bits, &quotient.hi >> scale.bits);
    let cell = low.to_i64().filter(|_| low == high);
    Ok(cell.ok_or(Unsupported::Undecided { question: "a loss is below a point of the grid" })?)
}

/// From the masses beyond each grid point.
pub(super) fn continuous(
    step: &Step,
    direction: Direction,
    window: &Window,
    scale: &Scale,
) -> Result<Cells, Fault> {
    let base = scale
        .exp(&scale.rational(&window.step))
        .ok_or_else(|| Unsupported::too_large("the step"))?;
    let mut growth = power(&base, window.from, scale).ok_or(NO_GRID)?;
    let source = Tails::of(step, direction, &window.step, scale)?;
    let mut tails = Vec::new();
    for index in window.from..=window.to {
        tails.push(source.at(index, &growth).ok_or(NO_TAIL)?);
        growth = scale.mul(&growth, &base);
    }
    let (Some(first), Some(last)) = (tails.first(), tails.last()) else {
        return Err(Unproved::OutOfRange { what: "the grid", how: "empty" }.into());
    };
    let masses = tails.windows(2).filter_map(|pair| match pair {
        [low, high] => {
            Some((low.p.sub(&high.p).positive_part(), low.q.sub(&high.q).positive_part()))
        }
        _ => None,
    });
    Ok(Cells {
        masses: masses.collect(),
        below: scale.integer(1).sub(&first.p).positive_part(),
        above: (last.p.clone(), last.q.clone()),
    })
}
