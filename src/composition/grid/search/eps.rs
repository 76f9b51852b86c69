//! eps of a composition on a grid, at one delta.

use super::losses::{is_unbounded, largest_loss};
use super::{Seen, Shared, compose_to, sketched};
use crate::composition::cost::Budget;
use crate::composition::grid::compose::{Composed, Ledger};
use crate::composition::grid::plan::Aim;
use crate::composition::grid::sketch::Saddle;
use crate::exact::engine::{DirectedFloat, Engine, Malachite, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::{Floor, FloorLogBase2};
use malachite::rational::Rational;

/// eps at a delta: an interval between points at which delta is provably above and below.
///
/// # Errors
/// See [`compose_to`].
pub fn eps<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    target: &Real,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    let goal: Interval<E> = target.enclose(192);
    if goal.upper().sign().is_le() {
        // Only bounded losses without infinite ones have delta = 0 at some eps.
        return Ok(eps_at_zero(loss_pairs));
    }
    let log: Interval<Malachite> = target.enclose::<Malachite>(64).ln();
    let log = log.lower().to_rational().unwrap_or_else(|| Rational::from(0));
    let (ledger, saddle) =
        sketched::<E>(loss_pairs, gap, shared.budget, |ledger| ledger.saddle_of_delta(&log))?;
    let made = shared.compositions.of(loss_pairs);
    let mut known = made.iter().map(|composed| read_eps(composed, &saddle.mean, &goal, gap));
    if let Some(known) = known.find(|eps| eps.has_relative_gap(gap)) {
        return Ok(known);
    }
    let near = |saddle: &Saddle, middle: &Rational| {
        let composed = composed_near(&ledger, saddle, middle, gap, shared.budget)?;
        Ok::<_, Refusal>(read_eps(
            &shared.compositions.keep(loss_pairs, composed),
            middle,
            &goal,
            gap,
        ))
    };
    let mut found = near(&saddle, &saddle.mean)?;
    // With few steps or a large delta the saddle may be far off, and the composition narrow
    // elsewhere. Composing again around the middle mostly halves the interval, and the search ends
    // where it takes off less than an eighth.
    for _ in 0..MOST_COMPOSITIONS {
        let (Some(lower), Some(upper)) = (found.lower().to_rational(), found.upper().to_rational())
        else {
            break;
        };
        if found.has_relative_gap(gap) {
            break;
        }
        let middle = (lower + upper) >> 1u32;
        let Ok(again) = near(&ledger.saddle_of_eps(&middle), &middle) else {
            break;
        };
        let lower = if again.lower() > found.lower() { again.lower() } else { found.lower() };
        let upper = if again.upper() < found.upper() { again.upper() } else { found.upper() };
        let narrowed = Interval::new(lower.clone(), upper.clone(), found.precision());
        if width(&narrowed) * Rational::from(8u32) > width(&found) * Rational::from(7u32) {
            found = narrowed;
            break;
        }
        found = narrowed;
    }
    Ok(found)
}

/// The most compositions of a ledger for an eps: each is for a place that the last one has found.
/// It ends a search that does not settle; what has been found by then is right.
const MOST_COMPOSITIONS: usize = 16;

/// A composition that is narrow enough near a loss for eps to be read from it with a relative gap.
fn composed_near<E: Engine>(
    ledger: &Ledger<E>,
    saddle: &Saddle,
    middle: &Rational,
    gap: &Rational,
    budget: &Budget,
) -> Result<Composed<E>, Refusal> {
    let middle = middle.clone().max(Rational::from(0));
    // d ln delta / d eps is about -lambda.
    let slope = (&middle * saddle.lambda.clone().max(Rational::from(1)))
        .max(Rational::from_unsigneds(1u32, 64u32));
    let steep = (gap * slope).min(Rational::from_unsigneds(1u32, 4u32));
    let near_middle = Real::from(middle);
    compose_to(ledger, saddle, Aim::at(&steep), budget, |composed| {
        Seen::delta(composed, &near_middle)
    })
}

/// eps at a delta as read from a composition, searched for from a loss on.
fn read_eps<E: Engine>(
    composed: &Composed<E>,
    middle: &Rational,
    goal: &Interval<E>,
    gap: &Rational,
) -> Interval<E> {
    let middle = middle.clone().max(Rational::from(0));
    let scale = middle.clone().max(Rational::from_unsigneds(1u32, 1024u32));
    let tolerance = power_of_two_below(&(gap * &scale / Rational::from(16u32)));
    let start = i128::try_from(&Floor::floor(&(&middle / &tolerance))).unwrap_or(0);
    let at = |n: i128| Real::from(Rational::from(n) * &tolerance);
    let enough = |n: i128| composed.upper(&at(n)).upper() <= goal.lower();
    let too_little = |n: i128| composed.lower(&at(n)).lower() > goal.upper();
    let high = least(start, enough);
    let low = least(start, |n| !too_little(n)).map(|n| n - 1);
    let precision = 128;
    let float = |n: i128, rounding| {
        E::Float::from_rational(&(Rational::from(n) * &tolerance), precision, rounding)
    };
    let upper = high.map_or_else(|| E::Float::infinity(false), |n| float(n, Rounding::Up));
    let lower = match low {
        Some(n) => float(n.max(0), Rounding::Down),
        // Every eps is too small: only infinite losses can cause that.
        None if composed.infinite().lower() > goal.upper() => E::Float::infinity(false),
        None => E::Float::zero(),
    };
    Interval::new(lower, upper, precision)
}

fn power_of_two_below(x: &Rational) -> Rational {
    let exponent = x.floor_log_base_2();
    if exponent >= 0 {
        Rational::from(1) << exponent
    } else {
        Rational::from(1) >> exponent.unsigned_abs()
    }
}

/// The search ends beyond this many tolerances from the start, because a condition may hold
/// nowhere. Indices and their doubles stay far within 128 bits.
const FAR: i128 = 1 << 60;

/// The least n >= 0 at which a condition holds, searched from `start`; once it holds, it holds for
/// all larger n. `None` if it holds nowhere in reach.
fn least(start: i128, holds: impl Fn(i128) -> bool) -> Option<i128> {
    let (mut low, mut high) = (-1, -1);
    let mut distance = 1;
    if holds(start) {
        high = start;
        while high > 0 {
            let next = (start - distance).max(0);
            if !holds(next) {
                low = next;
                break;
            }
            high = next;
            distance *= 4;
        }
    } else {
        low = start;
        while distance < FAR {
            let next = start + distance;
            if holds(next) {
                high = next;
                break;
            }
            low = next;
            distance *= 4;
        }
        if high < 0 {
            return None;
        }
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

fn width<E: Engine>(x: &Interval<E>) -> Rational {
    match (x.lower().to_rational(), x.upper().to_rational()) {
        (Some(lower), Some(upper)) => upper - lower,
        _ => Rational::from(u64::MAX),
    }
}

/// eps at delta = 0: the largest loss, if there is one.
fn eps_at_zero<E: Engine>(loss_pairs: &[(LossPair, u64)]) -> Interval<E> {
    let precision = 128;
    let infinity = E::Float::infinity(false);
    if is_unbounded(loss_pairs) == Some(true) {
        return Interval::new(infinity.clone(), infinity, precision);
    }
    match largest_loss(loss_pairs) {
        Some(loss) if is_unbounded(loss_pairs) == Some(false) => {
            loss.enclose::<E>(precision).positive_part()
        }
        _ => Interval::new(E::Float::zero(), infinity, precision),
    }
}
