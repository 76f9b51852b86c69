//! Growing precision: the one loop by which numbers get their digits.

use crate::composition::cost::{Budget, Cost};
use crate::refusal::Refusal;
use std::ops::ControlFlow;

/// Attempts with growing precision, of which each has twice the bits of the one before, until one
/// breaks. The first attempt is made whatever the limit of precision is: its bits are those that
/// the requested digits need.
///
/// An attempt is given what the one before found. Where the next one would be beyond the limits,
/// the last one is the result.
///
/// # Errors
/// [`Refusal::TooCostly`] before the first attempt, the refusal of an attempt, and an interrupt.
pub(super) fn rising<T>(
    first: u64,
    budget: &Budget,
    cost: impl Fn(u64) -> Cost,
    mut attempt: impl FnMut(u64, Option<&T>) -> Result<ControlFlow<T, T>, Refusal>,
) -> Result<T, Refusal> {
    let mut precision = first;
    let mut estimate = cost(precision);
    budget.charge(&estimate)?;
    let mut before = None;
    loop {
        let _work = budget.control().plan(estimate.work)?;
        let found = match attempt(precision, before.as_ref())? {
            ControlFlow::Break(found) => return Ok(found),
            ControlFlow::Continue(found) => found,
        };
        precision *= 2;
        estimate = cost(precision);
        if precision > budget.limits().precision || budget.charge(&estimate).is_err() {
            budget.control().check()?;
            return Ok(found);
        }
        before = Some(found);
    }
}

/// Breaks with what was found if it is enough, and continues with it otherwise.
pub(super) fn until<T>(is_enough: bool, found: T) -> ControlFlow<T, T> {
    if is_enough { ControlFlow::Break(found) } else { ControlFlow::Continue(found) }
}
