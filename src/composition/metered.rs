//! A pair that is evaluated at many losses, each of which is charged to a budget.

use super::cost::{self, Budget, Cost};
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::mechanism::LossPair;
use crate::pair::Evaluated;
use crate::pair::tails::{GridPoint, Masses};
use crate::refusal::Refusal;

/// An evaluated pair, and what each evaluation at a loss costs: a search that has it cannot take
/// longer than its budget.
#[derive(Clone, Debug)]
pub(crate) struct Metered<E: Engine> {
    step: Evaluated<E>,
    each: Cost,
    budget: Budget,
}

impl<E: Engine> Metered<E> {
    /// Evaluates the parts that do not depend on the loss.
    ///
    /// # Errors
    /// Listing that exceeds the budget; an interrupt.
    pub(crate) fn of(
        loss_pair: &LossPair,
        precision: u64,
        budget: &Budget,
    ) -> Result<Metered<E>, Refusal> {
        budget.charge(&cost::listing(loss_pair, precision))?;
        let (step, each) = (loss_pair.evaluate(precision), cost::at_loss(loss_pair, precision));
        Ok(Metered { step, each, budget: budget.clone() })
    }

    /// Is it known by its tails?
    pub(crate) fn has_tails(&self) -> bool {
        matches!(self.step, Evaluated::Tails(_))
    }

    /// delta at a loss.
    ///
    /// # Errors
    /// An evaluation that exceeds the budget; an interrupt.
    pub(crate) fn delta(&self, line: &GridPoint<E>) -> Result<Interval<E>, Refusal> {
        self.budget.charge(&self.each)?;
        Ok(self.step.delta(line))
    }

    /// The test that rejects beyond a loss.
    ///
    /// # Errors
    /// As [`Metered::delta`].
    pub(crate) fn test(&self, line: &GridPoint<E>) -> Result<Masses<E>, Refusal> {
        self.budget.charge(&self.each)?;
        Ok(self.step.test(line))
    }
}
