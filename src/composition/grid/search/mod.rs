//! Numbers of a composition, on grids as fine as they need.

mod beta;
mod compositions;
mod delta;
mod eps;
mod losses;

pub use beta::beta;
pub use compositions::{Compositions, is_within};
pub use delta::delta;
pub use eps::eps;
pub use losses::{is_unbounded, largest_loss};

use super::compose::{Composed, Ledger};
use super::plan::Aim;
use super::sketch::Saddle;
use crate::composition::cost::{Budget, Cost};
use crate::exact::engine::{DirectedFloat, Engine, Malachite};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::{Ceiling, FloorLogBase2};
use malachite::rational::Rational;

/// What the attempts at a question share.
pub struct Shared<'a, E: Engine> {
    /// What they may consume together.
    pub budget: &'a Budget,
    /// What was composed before.
    pub compositions: &'a Compositions<E>,
}

/// `gap >= 2^-bits`.
pub fn gap_bits(gap: &Rational) -> u64 {
    u64::try_from(-gap.floor_log_base_2()).unwrap_or(0)
}

/// A rational near a number, to plan with.
pub fn near(x: &Real) -> Rational {
    x.enclose::<Malachite>(64).lower().to_rational().unwrap_or_else(|| Rational::from(0))
}

/// Bits below 1 of `e^log`.
fn bits_of_log(log: &Rational) -> u64 {
    // 1/ln 2 is less than 13/9.
    let bits = log * Rational::from_signeds(-13i64, 9i64);
    if bits > 0 { u64::try_from(&Ceiling::ceiling(&bits)).unwrap_or(u64::MAX) } else { 0 }
}

/// A ledger whose tails matter down to what the question needs, and the tilt for the question.
///
/// # Errors
/// More outcomes than can be afforded, or the end of the computation.
pub fn sketched<E: Engine>(
    laws: &[(LossPair, u64)],
    gap: &Rational,
    budget: &Budget,
    tilt: impl Fn(&Ledger<E>) -> Saddle,
) -> Result<(Ledger<E>, Saddle), Refusal> {
    let outcomes = laws.iter().map(|(law, _)| law.outcomes()).fold(0u64, u64::saturating_add);
    Cost { work: u128::from(outcomes) * 5_000, memory: u128::from(outcomes) * 1_000 }.check(budget.limits())?;
    let steps = laws.iter().fold(1u64, |sum, (_, count)| sum.saturating_add(*count));
    let spare = 20 + u64::from(steps.ilog2()) + gap_bits(gap);
    // Most deltas are larger than 2^-32, and a sketch is not free.
    let mut bits = spare + 32;
    loop {
        let ledger = Ledger::<E>::new(laws, bits, budget.control())?;
        let saddle = tilt(&ledger);
        let needed = bits_of_log(&saddle.log_delta).saturating_add(spare).min(budget.limits().precision.max(64));
        if needed <= bits {
            return Ok((ledger.down_to(needed), saddle));
        }
        bits = needed + 8;
    }
}

/// What was looked for in a composition.
pub struct Seen<E: Engine> {
    /// The number.
    pub interval: Interval<E>,
    /// How much of its width, on one side, is due to what was cut off; `None` if that is not known.
    pub cut_off: Option<E::Float>,
}

impl<E: Engine> Seen<E> {
    fn delta(composed: &Composed<E>, eps: &Real) -> Seen<E> {
        Seen { interval: composed.delta(eps), cut_off: Some(composed.lost(eps)) }
    }

    /// A number of which no more is known.
    pub fn number(interval: Interval<E>) -> Seen<E> {
        Seen { interval, cut_off: None }
    }
}

/// Composes a ledger, if that can be afforded; and on finer grids, until the relative gap of the number that is looked
/// for is met or a finer one does not help.
///
/// # Errors
/// If not even the first grid can be afforded, or the computation is to end.
pub fn compose_to<E: Engine>(
    ledger: &Ledger<E>,
    saddle: &Saddle,
    mut aim: Aim,
    budget: &Budget,
    look: impl Fn(&Composed<E>) -> Seen<E>,
) -> Result<Composed<E>, Refusal> {
    let gap = aim.gap.clone();
    let mut last: Option<(Composed<E>, Rational)> = None;
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
        let upper = interval.upper().to_rational().unwrap_or_else(|| Rational::from(1));
        let lower = interval.lower().to_rational().unwrap_or_else(|| Rational::from(0));
        let width = &upper - &lower;
        let is_stuck =
            last.as_ref().is_some_and(|(_, before)| &width * Rational::from(4u32) > before * Rational::from(3u32));
        if width <= &gap * &upper || lower == 0 || is_stuck {
            return Ok(composed);
        }
        let cut_off =
            cut_off.map_or_else(|| width.clone(), |lost| lost.to_rational().unwrap_or_default() * Rational::from(2u32));
        let wanted = &gap * &upper;
        aim = aim.narrowed(&(&width / &wanted), &(cut_off / wanted));
        last = Some((composed, width));
    }
}
