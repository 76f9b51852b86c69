//! What a composition asks of a pair of distributions, whichever form it has.

use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::mechanism::admits::Reason;
use crate::pair::atoms::Atoms;
use crate::pair::{Evaluated, FinitePair};
use std::cmp::Ordering;

/// A pair (P, Q), not yet evaluated. [`crate::mechanism::LossPair`] lists all forms.
pub(crate) trait Pair: Sized {
    /// The pair (Q, P); a symmetric pair is its own.
    fn reversed(self) -> Self {
        self
    }

    /// The pair that this one is made of, which costs as much to evaluate and is trivial where this
    /// one is.
    fn base(&self) -> Option<&LossPair> {
        None
    }

    /// Does an outcome of P have probability 0 under Q? `None` if that is undecided.
    fn has_infinite_loss(&self) -> Option<bool> {
        Some(false)
    }

    /// The least upper bound of all finite losses; `None` if they are unbounded, it is no
    /// expression, or losses cannot be compared.
    fn largest_loss(&self) -> Option<Real>;

    /// Are the finite losses bounded?
    fn is_bounded(&self) -> bool {
        self.largest_loss().is_some()
    }

    /// Word operations to evaluate it at a loss, with the precision of a grid, beyond those of a
    /// closed form.
    fn series_work(&self) -> u64 {
        self.base().map_or(0, LossPair::series_work)
    }

    /// About the number of outcomes that are listed to evaluate it; 0 where tails are known.
    fn outcomes(&self) -> u64 {
        self.base().map_or(0, LossPair::outcomes)
    }

    /// Does it reveal nothing: P = Q?
    fn is_trivial(&self) -> bool {
        self.base().is_some_and(LossPair::is_trivial)
    }

    /// Evaluates the parts that do not depend on the loss.
    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E>;

    /// What a refusal calls it.
    fn described(&self) -> &'static str;

    /// Why it has no table of likelihood ratios; `None` where it has one.
    fn reason(&self) -> Option<Reason>;
}

impl Pair for FinitePair {
    fn reversed(self) -> Self {
        FinitePair::reversed(&self)
    }

    fn has_infinite_loss(&self) -> Option<bool> {
        self.p_infinite.sign().map(Ordering::is_gt)
    }

    fn largest_loss(&self) -> Option<Real> {
        if self.atoms.is_empty() {
            return Some(Real::zero());
        }
        self.largest_atom().map(|atom| atom.loss.clone())
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn outcomes(&self) -> u64 {
        u64::try_from(self.atoms.len()).unwrap_or(u64::MAX)
    }

    fn is_trivial(&self) -> bool {
        let mut losses = self.atoms.iter().map(|atom| &atom.loss);
        self.p_infinite.is_zero() && self.q_infinite.is_zero() && losses.all(Real::is_zero)
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::Atoms(Atoms::finite(self, precision))
    }

    fn described(&self) -> &'static str {
        "a finite pair for each order of neighbours"
    }

    fn reason(&self) -> Option<Reason> {
        None
    }
}
