//! The trade-off function of a composition on a grid, at one level.
//!
//! Where the type II error is not the smaller error, it is read from the curve of the pair itself,
//! without a tilt. Where it is, it is the level of a test between the exchanged pair that has power
//! `1 - alpha`: a sum of small masses, which has a relative accuracy. Where both are small, only
//! the absolute accuracy of the first method grows, and the grid limits it.

use super::{Seen, compose_to, sketched};
use crate::composition::cost::Budget;
use crate::composition::grid::compose::Composed;
use crate::composition::grid::plan::Aim;
use crate::composition::grid::trade_off::Curve;
use crate::exact::engine::{DirectedFloat, Engine, Malachite};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::pair::any_of;
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// Working precision of a level, in bits: more than the 128 of the grid's numbers, so that rounding
/// the level is never what an answer is wide by.
const PRECISION: u64 = 192;

/// f(alpha), with a gap of about `gap` relative to it, and of a 64th relative to the power
/// `1 - f(alpha)` where that is smaller, as far as that can be reached.
///
/// # Errors
/// See [`compose_to`].
pub fn beta<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    alpha: &Real,
    gap: &Rational,
    budget: &Budget,
) -> Result<Interval<E>, Refusal> {
    let one = Interval::<E>::one(PRECISION);
    if alpha.is_zero() {
        let infinite =
            |(loss_pair, count): &(LossPair, u64)| (loss_pair.infinite::<E>(PRECISION), *count);
        return Ok(&one - &any_of(&loss_pairs.iter().map(infinite).collect::<Vec<_>>(), PRECISION));
    }
    let level = alpha.enclose::<E>(PRECISION);
    let mut found = absolute(
        loss_pairs,
        &level,
        &gap.max(&Rational::from_unsigneds(1u32, 16u32)).clone(),
        budget,
    )?;
    for _ in 0..MOST_LOOKS {
        if found.upper() <= level.lower() {
            return exchanged(loss_pairs, alpha, gap, budget);
        }
        let whole = Rational::from(1);
        let upper = found.upper().to_rational().unwrap_or_else(|| whole.clone());
        let lower = found.lower().to_rational().unwrap_or_else(|| Rational::from(0));
        let least = Rational::from_unsigneds(1u32, 64u32);
        // A width of this part of a number whose bounds are known. Where its size is barely known,
        // it may turn out to be smaller.
        let part = |gap: &Rational, lower: &Rational, upper: &Rational| {
            let is_known = lower * Rational::from(2u32) > *upper || *gap > least;
            (gap * upper, if is_known { gap * upper } else { &least * upper })
        };
        let of_beta = part(gap, &lower, &upper);
        // A test at a small level has a small power, of which some digits count then.
        let of_power = part(gap.max(&least), &(&whole - &upper), &(&whole - &lower));
        let (enough, finer) = (of_beta.0.min(of_power.0), of_beta.1.min(of_power.1));
        if &upper - &lower <= enough || upper == 0 {
            break;
        }
        found = match absolute(loss_pairs, &level, &finer, budget) {
            Ok(finer) => finer,
            Err(_) => break,
        };
    }
    Ok(found)
}

/// The most attempts at a type II error that is not the smaller error: each has a gap relative to
/// the last upper bound of it, or of the power. More are of no use where that goes on falling: the number is 0, or too
/// small for the grid. What has been found by then is right.
const MOST_LOOKS: usize = 6;

/// f(alpha), with an absolute gap of about `gap`.
fn absolute<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    alpha: &Interval<E>,
    gap: &Rational,
    budget: &Budget,
) -> Result<Interval<E>, Refusal> {
    let (ledger, saddle) = sketched::<E>(loss_pairs, gap, budget, |ledger| ledger.untilted())?;
    let gap = gap >> 1u32;
    let look = |composed: &Composed<E>| Curve::of(composed).beta(alpha);
    // A number in [1, 2] with the same width: its relative gap is an absolute one.
    let raised = |composed: &Composed<E>| Seen::number(&Interval::one(PRECISION) + &look(composed));
    Ok(look(&compose_to(&ledger, &saddle, Aim::at(&gap), budget, raised)?))
}

/// f(alpha) as the least level of a test between the exchanged pair.
fn exchanged<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    alpha: &Real,
    gap: &Rational,
    budget: &Budget,
) -> Result<Interval<E>, Refusal> {
    let loss_pairs = LossPair::all_reversed(loss_pairs);
    let power = 1 - alpha;
    let log: Interval<Malachite> = power.enclose::<Malachite>(64).ln();
    let log = log.lower().to_rational().unwrap_or_else(|| Rational::from(0));
    let (ledger, saddle) =
        sketched::<E>(&loss_pairs, gap, budget, |ledger| ledger.saddle_of_delta(&log))?;
    let power = power.enclose::<E>(PRECISION);
    let look = |composed: &Composed<E>| Curve::of(composed).level(&power);
    Ok(look(&compose_to(&ledger, &saddle, Aim::at(gap), budget, |composed| {
        Seen::number(look(composed))
    })?))
}
