//! The result of comparing two mechanisms in Blackwell's order.

use crate::enclosure::Styled;
use crate::tradeoff::Kernel;

/// Whether A dominates B, with the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominance {
    /// Whether A dominates B; `None` where it is undecided.
    pub dominates: Option<bool>,
    /// If not: where the trade-off functions are in the wrong order.
    pub witness: Option<Witness>,
    /// If so and all masses are rational: what turns A into B. Its rows and columns are the
    /// likelihood ratios of A and of B, descending.
    pub kernel: Option<Kernel>,
    /// Whether the kernel is part of what is shown.
    pub shown: bool,
}

/// A level and a likelihood ratio at which A gives less than B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The level, in [0, 1].
    pub alpha: Styled,
    /// The trade-off function of A there.
    pub beta: Styled,
    /// The trade-off function of B there, which is smaller.
    pub other_beta: Styled,
    /// The likelihood ratio, `e^eps`.
    pub ratio: Styled,
    /// delta of A there.
    pub delta: Styled,
    /// delta of B, which is larger.
    pub other_delta: Styled,
}

impl Dominance {
    /// Is it decided, and have the numbers of the witness the requested digits?
    pub(crate) fn is_met(&self) -> bool {
        self.dominates.is_some()
            && self.witness.as_ref().is_none_or(|w| w.numbers().iter().all(|x| x.met))
    }
}

impl Witness {
    /// All numbers of the witness, in the order of its fields.
    pub fn numbers(&self) -> [&Styled; 6] {
        [&self.alpha, &self.beta, &self.other_beta, &self.ratio, &self.delta, &self.other_delta]
    }
}
