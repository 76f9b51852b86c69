//! What is known about the order of two mechanisms.

use crate::enclosure::Bounds;
use crate::tradeoff::Kernel;

/// Whether A dominates B, with the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominance {
    /// `None` where it could not be decided.
    pub dominates: Option<bool>,
    /// If not: where the trade-off functions are in the wrong order.
    pub witness: Option<Witness>,
    /// If so and all masses are rational: what turns A into B. Its rows and columns are the likelihood
    /// ratios of A and of B, descending.
    pub kernel: Option<Kernel>,
    /// Is the kernel to be shown?
    pub shown: bool,
}

/// A level and a likelihood ratio at which A gives less than B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The level.
    pub alpha: Bounds,
    /// The trade-off function of A there.
    pub beta: Bounds,
    /// That of B, which is smaller.
    pub other_beta: Bounds,
    /// `e^eps`.
    pub ratio: Bounds,
    /// delta of A there.
    pub delta: Bounds,
    /// delta of B, which is larger.
    pub other_delta: Bounds,
}

impl Dominance {
    /// Was it decided, and have the numbers of the witness the digits that were asked for?
    pub(crate) fn is_met(&self) -> bool {
        self.dominates.is_some() && self.witness.as_ref().is_none_or(|w| w.numbers().iter().all(|x| x.met))
    }
}

impl Witness {
    /// All numbers, in the order of the fields.
    pub fn numbers(&self) -> [&Bounds; 6] {
        [&self.alpha, &self.beta, &self.other_beta, &self.ratio, &self.delta, &self.other_delta]
    }
}
