//! The pair of a random allocation, by outcomes that were computed beforehand.

use super::pair::Pair;
use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::limits::Cost;
use crate::mechanism::LossPair;
use crate::mechanism::admits::Reason;
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;
use crate::pair::{Direction, Evaluated};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A pair that dominates a random allocation, or that is dominated by it: its outcomes are computed
/// once for all questions.
///
/// Two of them are equal if they are of one computation.
#[derive(Clone, Debug)]
pub struct Allocated {
    /// The pair of the step in which a record takes part.
    base: Box<LossPair>,
    /// The outcomes in the forward direction.
    forward: Arc<Atoms<Malachite>>,
    /// The outcomes of the exchanged pair: their masses are rounded otherwise.
    reverse: Arc<Atoms<Malachite>>,
    direction: Direction,
}

impl Allocated {
    /// The pair with these outcomes in both directions, for a base of which it has the largest
    /// losses.
    pub(crate) fn new(
        base: LossPair,
        forward: Atoms<Malachite>,
        reverse: Atoms<Malachite>,
    ) -> Self {
        let (forward, reverse) = (Arc::new(forward), Arc::new(reverse));
        Allocated { base: Box::new(base), forward, reverse, direction: Direction::Forward }
    }

    fn atoms(&self) -> &Arc<Atoms<Malachite>> {
        match self.direction {
            Direction::Forward => &self.forward,
            Direction::Reverse => &self.reverse,
        }
    }

    /// The pair (P, Q) of one step, in the direction of this pair.
    fn base(&self) -> LossPair {
        match self.direction {
            Direction::Forward => self.base.as_ref().clone(),
            Direction::Reverse => self.base.as_ref().clone().reversed(),
        }
    }
}

impl Pair for Allocated {
    fn reversed(self) -> Self {
        Allocated { direction: self.direction.reversed(), ..self }
    }

    /// Where all outcomes have the largest ratio, the mean of the ratios has it too.
    fn largest_loss(&self) -> Option<Real> {
        self.base().largest_loss()
    }

    /// In the reverse direction the outcomes of all steps have probability 0 under P.
    fn has_infinite_loss(&self) -> Option<bool> {
        self.base().has_infinite_loss()
    }

    fn is_bounded(&self) -> bool {
        self.base().is_bounded()
    }

    fn outcomes(&self) -> u64 {
        u64::try_from(self.atoms().atoms.len()).unwrap_or(u64::MAX)
    }

    /// The outcomes in an engine.
    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let masses = |masses: &Masses<Malachite>| Masses {
            p: in_engine(&masses.p, precision),
            q: in_engine(&masses.q, precision),
        };
        let atom = |atom: &Atom<Malachite>| Atom {
            loss: in_engine(&atom.loss, precision),
            masses: masses(&atom.masses),
        };
        let atoms = self.atoms();
        Evaluated::Atoms(Atoms {
            atoms: atoms.atoms.iter().map(atom).collect(),
            above: masses(&atoms.above),
            below: masses(&atoms.below),
            infinite: masses(&atoms.infinite),
        })
    }

    fn described(&self) -> &'static str {
        "a random allocation"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::BetweenPairs)
    }
}

impl PartialEq for Allocated {
    fn eq(&self, other: &Self) -> bool {
        self.direction == other.direction && Arc::ptr_eq(&self.forward, &other.forward)
    }
}

impl Eq for Allocated {}

impl Hash for Allocated {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.base.hash(state);
        self.direction.hash(state);
    }
}

/// The pairs around a random allocation.
#[derive(Clone, Debug)]
pub struct Around {
    /// It dominates.
    pub(crate) dominating: LossPair,
    /// Neighbours attain it by a function of the outputs.
    pub(crate) attained: LossPair,
    /// The cost of the computation. It is charged to each question, so that no answer depends on
    /// the questions before.
    pub(crate) cost: Cost,
}

/// The pairs around a random allocation that are computed, by their fineness.
///
/// Clones share them: mechanisms are equal whatever is computed.
#[derive(Clone, Debug, Default)]
pub struct ComputedPairs(Arc<Mutex<BTreeMap<u32, Around>>>);

impl ComputedPairs {
    /// The pairs of a fineness.
    pub(crate) fn get(&self, fineness: u32) -> Option<Around> {
        self.lock().get(&fineness).cloned()
    }

    /// Keeps pairs, if another thread has not kept the same ones meanwhile; those that are kept.
    pub(crate) fn keep(&self, fineness: u32, around: Around) -> Around {
        self.lock().entry(fineness).or_insert(around).clone()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Around>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialEq for ComputedPairs {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ComputedPairs {}

impl Hash for ComputedPairs {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The same interval, rounded outward where a precision is less than its own.
fn in_engine<E: Engine>(x: &Interval<Malachite>, precision: u64) -> Interval<E> {
    let precision = precision.max(x.precision());
    let end = |end: &<Malachite as Engine>::Float, rounding: Rounding| match end.to_rational() {
        Some(value) => E::Float::from_rational(&value, precision, rounding),
        None => E::Float::infinity(end.sign().is_lt()),
    };
    Interval::new(end(x.lower(), Rounding::Down), end(x.upper(), Rounding::Up), precision)
}
