//! Numbers of a composition, on grids as fine as they require.

mod below;
mod beta;
mod compositions;
mod delta;
mod eps;
mod gdp;
mod losses;

pub use below::is_below;
pub use beta::beta;
pub use compositions::Compositions;
pub use delta::delta;
pub use eps::eps;
pub use gdp::gdp;
pub use losses::{is_unbounded, largest_loss};

use super::compose::{Composed, Ledger};
use super::plan::Aim;
use super::sketch::{Saddle, Sketch};
use crate::composition::cost::{self, Budget};
use crate::exact::engine::{DirectedFloat, Engine, Malachite, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::{Ceiling, FloorLogBase2};
use malachite::rational::Rational;

/// The data that the attempts at a question share.
pub struct Shared<'a, E: Engine> {
    /// The budget of all attempts together.
    pub budget: &'a Budget,
    /// The earlier compositions.
    pub compositions: &'a Compositions<E>,
}

/// The least bits with `2^-bits <= gap`; 0 for `gap >= 1`.
pub fn gap_bits(gap: &Rational) -> u64 {
    u64::try_from(-gap.floor_log_base_2()).unwrap_or(0)
}

/// A rational near a number, for planning.
pub fn near(x: &Real) -> Rational {
    x.enclose::<Malachite>(64).lower().to_rational().unwrap_or_else(|| Rational::from(0))
}

/// Bits with which widths are compared: they decide how fine the next grid is. Nothing that is
/// certified is rounded to them.
const ROUGH: u64 = 64;

/// Bits below 1 of `e^log`.
fn bits_of_log(log: &Rational) -> u64 {
    // 1/ln 2 is less than 13/9.
    let bits = log * Rational::from_signeds(-13i64, 9i64);
    if bits > 0 { u64::try_from(&Ceiling::ceiling(&bits)).unwrap_or(u64::MAX) } else { 0 }
}

/// Tails matter down to this many bits below the gap, in each step: what lies beyond is a millionth
/// of it. With more bits grids are longer for nothing; with fewer the lost mass shows in the width.
const SPARE_BITS: u64 = 20;
/// The bits below 1 of the number that is asked, in the first sketch: most deltas are larger than
/// `2^-32`. For smaller ones a second sketch is made, which has a cost.
const FIRST_BITS: u64 = 32;
/// What a further sketch has beyond what was needed, because its tilt may need a little more.
const MORE_BITS: u64 = 8;

/// A ledger whose tails matter down to what the question requires, and the tilt for the question.
///
/// # Errors
/// More outcomes than the budget allows, or an interrupt of the computation.
pub fn sketched<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    gap: &Rational,
    budget: &Budget,
    tilt: impl Fn(&Ledger<E>) -> Saddle,
) -> Result<(Ledger<E>, Saddle), Refusal> {
    sketched_again(&mut None, loss_pairs, gap, budget, tilt)
}

/// The same, from an earlier sketch of the loss pairs where its tails are far enough; the sketch is
/// kept.
///
/// # Errors
/// As [`sketched`].
pub fn sketched_again<E: Engine>(
    known: &mut Option<Ledger<E>>,
    loss_pairs: &[(LossPair, u64)],
    gap: &Rational,
    budget: &Budget,
    tilt: impl Fn(&Ledger<E>) -> Saddle,
) -> Result<(Ledger<E>, Saddle), Refusal> {
    let outcomes = loss_pairs
        .iter()
        .map(|(loss_pair, _)| loss_pair.outcomes())
        .fold(0u64, u64::saturating_add);
    let sketch = Sketch::cost(loss_pairs);
    // The estimate of listing is that of long masses: it refuses a question, and is not charged for
    // each sketch.
    cost::listed(outcomes).plus(&sketch).check(budget.limits())?;
    let steps = loss_pairs.iter().fold(1u64, |sum, (_, count)| sum.saturating_add(*count));
    let spare = SPARE_BITS + u64::from(steps.ilog2()) + gap_bits(gap);
    let mut bits = spare + FIRST_BITS;
    loop {
        let ledger = match known.take().filter(|ledger| ledger.bits() >= bits) {
            Some(ledger) => ledger,
            None => {
                budget.charge(&sketch)?;
                Ledger::<E>::new(loss_pairs, bits, budget.control())?
            }
        };
        let saddle = tilt(&ledger);
        let needed = bits_of_log(&saddle.log_delta)
            .saturating_add(spare)
            .min(budget.limits().precision.max(64));
        let is_enough = needed <= ledger.bits();
        *known = Some(ledger.clone());
        if is_enough {
            return Ok((ledger.down_to(needed), saddle));
        }
        bits = needed + MORE_BITS;
    }
}

/// The number that was read from a composition.
pub struct Seen<E: Engine> {
    /// The number.
    pub interval: Interval<E>,
    /// The part of its width, on one side, that is due to lost mass; `None` if that is unknown.
    pub cut_off: Option<E::Float>,
}

impl<E: Engine> Seen<E> {
    /// delta at an eps.
    pub fn delta(composed: &Composed<E>, eps: &Real) -> Seen<E> {
        Seen { interval: composed.delta(eps), cut_off: Some(composed.lost(eps)) }
    }

    /// A number without further information.
    pub fn number(interval: Interval<E>) -> Seen<E> {
        Seen { interval, cut_off: None }
    }
}

/// Composes a ledger within the budget. It continues on finer grids until the number has the
/// relative gap, or a finer grid does not help.
///
/// # Errors
/// If the first grid exceeds the budget, or the computation is interrupted.
pub fn compose_to<E: Engine>(
    ledger: &Ledger<E>,
    saddle: &Saddle,
    mut aim: Aim,
    budget: &Budget,
    look: impl Fn(&Composed<E>) -> Seen<E>,
) -> Result<Composed<E>, Refusal> {
    let gap = aim.gap.clone();
    let mut last: Option<(Composed<E>, E::Float)> = None;
    loop {
        let plan = ledger.plan(saddle, &aim);
        let cost = ledger.cost(&plan);
        match (budget.charge(&cost), last) {
            (Err(refusal), None) => return Err(refusal),
            (Err(_), Some((composed, _))) => return Ok(composed),
            (Ok(()), previous) => last = previous,
        }
        let composed = ledger.compose(&plan, &budget.control().plan(cost.work)?)?;
        let Seen { interval, cut_off } = look(&composed);
        let finite = |end: &E::Float, other: u64| {
            if end.is_finite() { end.clone() } else { E::Float::from_u64(other) }
        };
        let (lower, upper) = (finite(interval.lower(), 0), finite(interval.upper(), 1));
        let width = upper.sub(&lower, ROUGH, Rounding::Up);
        let wanted =
            E::Float::from_rational(&gap, ROUGH, Rounding::Down).mul(&upper, ROUGH, Rounding::Down);
        let four_times = width.shift(2, ROUGH, Rounding::Down);
        let three = E::Float::from_u64(3);
        let is_stuck = last
            .as_ref()
            .is_some_and(|(_, before)| four_times > before.mul(&three, ROUGH, Rounding::Up));
        if width <= wanted || lower.sign().is_eq() || is_stuck {
            return Ok(composed);
        }
        let cut_off =
            cut_off.map_or_else(|| width.clone(), |lost| lost.shift(1, ROUGH, Rounding::Up));
        let in_units = |part: &E::Float| part.div(&wanted, ROUGH, Rounding::Up);
        aim = aim.narrowed(&in_units(&width), &in_units(&cut_off));
        last = Some((composed, width));
    }
}
