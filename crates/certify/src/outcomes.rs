//! Finite pairs whose losses have no common step: all outcomes, exactly.

use super::attempt::Attempt;
use super::closed::{LEVEL_BITS, Level, beta, delta};
use super::compose::name;
use super::goal::{Side, Target};
use dpcert_checker::expression::Expression;
use dpcert_checker::ledger::Row as LedgerRow;
use dpcert_checker::pair::{Direction, Loss};
use dpcert_checker::rules::{MAX_RATIOS, Outcomes};
use dpcert_checker::work::Work;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

/// A bound on delta at eps.
///
/// # Errors
/// If there are too many outcomes, masses or `e^eps` are not rational, or the target is not met.
pub fn outcomes_delta(
    ledger: &[LedgerRow],
    eps: &(Expression, Value),
    target: &Target,
    direction: Direction,
) -> Result<(Attempt, String), String> {
    let ratio = eps.0.exp();
    let ratio = ratio.rational().ok_or("e^eps is not rational")?;
    let value = outcomes(ledger, direction)?.delta(ratio);
    let arguments = json!({"eps": eps.1, "bounds": bounds(target), "direction": name(direction)});
    conclude("outcomes", arguments, target.is_met(&value), delta(&eps.1, name(direction), &value, target))
}

/// A bound on the trade-off function at alpha.
///
/// # Errors
/// See [`outcomes_delta`].
pub fn outcomes_beta(ledger: &[LedgerRow], alpha: &Level, target: &Target) -> Result<(Attempt, String), String> {
    let level = if target.side == Side::Upper { &alpha.lo } else { &alpha.hi };
    let value = outcomes(ledger, Direction::Forward)?.second_error(level);
    let mut arguments = json!({"alpha": alpha.text, "bounds": bounds(target)});
    if let (false, Some(table)) = (alpha.is_rational(), arguments.as_object_mut()) {
        table.insert("bits".to_owned(), json!(LEVEL_BITS));
    }
    conclude("outcome-errors", arguments, target.is_met(&value), beta(alpha, &value, target))
}

fn conclude(rule: &str, arguments: Value, is_met: bool, conclusion: Value) -> Result<(Attempt, String), String> {
    if !is_met {
        return Err("the exact value does not meet the claim".to_owned());
    }
    let mut attempt = Attempt::default();
    let id = attempt.step(rule, &[], arguments, conclusion);
    Ok((attempt, id))
}

fn bounds(target: &Target) -> &'static str {
    if target.side == Side::Upper { "upper" } else { "test" }
}

fn outcomes(ledger: &[LedgerRow], direction: Direction) -> Result<Outcomes, String> {
    if most_ratios(ledger, direction).is_none_or(|count| count > MAX_RATIOS) {
        return Err("there are too many outcomes".to_owned());
    }
    Ok(Outcomes::of(ledger, direction, &Work::default())?)
}

/// How many likelihood ratios the composition has at most: for each row, the ways to choose a ratio `count` times
/// without order.
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
