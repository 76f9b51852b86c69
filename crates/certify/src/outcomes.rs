//! Finite pairs whose losses have no common step: all outcomes, exactly.

use super::attempt::Attempt;
use super::closed::{Eps, Level, beta, delta};
use super::error::Error;
use super::goal::{Side, Target};
use super::rule::Rule;
use super::step::{Conclusion, Id};
use dpcert_checker::ledger::Row as LedgerRow;
use dpcert_checker::pair::{Direction, Loss};
use dpcert_checker::rules::{MAX_RATIOS, Outcomes};
use dpcert_checker::work::Work;
use num_traits::ToPrimitive;

/// A bound on delta at eps.
///
/// # Errors
/// If there are too many outcomes, masses or `e^eps` are not rational, or the target is not met.
pub fn outcomes_delta(
    ledger: &[LedgerRow],
    eps: &Eps,
    target: &Target,
    direction: Direction,
) -> Result<(Attempt, Id), Error> {
    let ratio = eps.value.exp();
    let ratio = ratio.rational().ok_or(Error::IrrationalRatio)?;
    let value = outcomes(ledger, direction)?.delta(ratio);
    let direction = direction.into();
    let rule = Rule::Outcomes { eps: eps.literal.clone(), bounds: target.side.bounds(), direction };
    conclude(rule, target.is_met(&value), delta(&eps.literal, direction, &value, target))
}

/// A bound on the trade-off function at alpha.
///
/// # Errors
/// See [`outcomes_delta`].
pub fn outcomes_beta(
    ledger: &[LedgerRow],
    alpha: &Level,
    target: &Target,
) -> Result<(Attempt, Id), Error> {
    let level = if target.side == Side::Upper { &alpha.lo } else { &alpha.hi };
    let value = outcomes(ledger, Direction::Forward)?.second_error(level);
    let (bounds, bits) = (target.side.bounds(), alpha.bits());
    let rule = Rule::OutcomeErrors { alpha: alpha.literal.clone(), bounds, bits };
    conclude(rule, target.is_met(&value), beta(alpha, &value, target))
}

fn conclude(rule: Rule, is_met: bool, conclusion: Conclusion) -> Result<(Attempt, Id), Error> {
    if !is_met {
        return Err(Error::Unmet);
    }
    let mut attempt = Attempt::default();
    let id = attempt.step(rule, &[], conclusion);
    Ok((attempt, id))
}

fn outcomes(ledger: &[LedgerRow], direction: Direction) -> Result<Outcomes, Error> {
    if most_ratios(ledger, direction).is_none_or(|count| count > MAX_RATIOS) {
        return Err(Error::TooMany("outcomes"));
    }
    Ok(Outcomes::of(ledger, direction, &Work::default())?)
}

/// An upper bound of the number of likelihood ratios of the composition: for each row, the ways to
/// choose a ratio `count` times without order.
fn most_ratios(ledger: &[LedgerRow], direction: Direction) -> Option<usize> {
    let mut all: usize = 1;
    for row in ledger {
        let atoms = row.step.atoms(direction)?.ok()?;
        let ratios = atoms.iter().filter(|atom| matches!(atom.loss, Loss::Finite(_))).count();
        let count = row.count.to_usize()?;
        // (count + ratios - 1 choose ratios - 1).
        for n in 1..ratios {
            all = all.checked_mul(count.checked_add(n)?)?.checked_div(n)?;
        }
    }
    Some(all)
}
