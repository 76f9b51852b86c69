//! The least mu of Gaussian differential privacy, where it is known without a search or from one
//! step.

use crate::composition::Metered;
use crate::composition::cost::Budget;
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::value::Value;
use crate::mechanism::LossPair;
use crate::pair::tails::line;
use crate::refusal::Refusal;
use crate::tradeoff::{Goal, Support, first_supports, largest, not_above, not_below, separation};
use malachite::base::num::arithmetic::traits::FloorLogBase2;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Rounds of the search of one step that may be useless: each is one delta, so that more of them
/// are worth trying than where each is a composition. Mu is right after any number.
const PATIENCE: usize = 8;

/// The smaller of a mu that is reached by a test of two equal errors, and of the separation of the
/// errors (cut, cut).
pub(super) fn cut_off<E: Engine>(mu: Outcome<E>, cut: &Rational, precision: u64) -> Outcome<E> {
    let most = separation(cut, cut, precision);
    let found = mu.enclose(precision);
    let number = |x| Outcome::Number(Value::Enclosed(x));
    match found.compare(&most) {
        Some(Ordering::Less | Ordering::Equal) => mu,
        Some(Ordering::Greater) => number(most),
        None => number(-&(-&found).maximum(&-&most)),
    }
}

/// The largest separation of the tests of one step whose errors are at least a cut.
///
/// Where two lines meet is uncertain by the square root of the accuracy beyond that of the lines,
/// and a level next to the cut by as many bits as that has: the working precision has these bits
/// more than the wanted ones.
///
/// # Errors
/// A first search that exceeds the budget; an interrupt. Where it ends later, the enclosure is the
/// one that was reached.
pub(super) fn of_step<E: Engine>(
    loss_pair: &LossPair,
    cut: &Rational,
    precision: u64,
    budget: &Budget,
) -> Result<Interval<E>, Refusal> {
    let bits = precision / 8 * 5;
    let precision = bits + bits / 2 + (-cut.floor_log_base_2()).unsigned_abs() + 32;
    let step = Metered::<E>::of(loss_pair, precision, budget)?;
    let support = |loss: &Rational| {
        let line = line::<E>(loss, precision);
        let one = Interval::one(precision);
        let test = step.test(&line).ok()?;
        let beta = (&one - &test.p).probability();
        Some(Support {
            points: vec![(not_below(test.q.probability().upper())?, not_below(beta.upper())?)],
            slope: line.ratio.upper().to_rational()?,
            intercept: not_above((&one - &step.delta(&line).ok()?).lower())?,
        })
    };
    let goal = Goal { cut, bits, patience: PATIENCE, precision, top: Rational::from(1) };
    let between = |low: &Rational, high: &Rational| {
        let middle = (low + high) >> 1u32;
        let found = support(&middle)?;
        Some((middle, found))
    };
    let found = largest(first_supports(cut, support), &goal, between).mu;
    budget.control().check()?;
    Ok(found)
}
