//! Compositions that were made for one question: another question about the same ledger reads them,
//! if they are narrow enough there.
//!
//! A composition that is tilted for an eps holds at every eps, and is equally narrow within some
//! deviations of the loss.

use crate::composition::grid::compose::Composed;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use malachite::rational::Rational;
use std::cell::RefCell;
use std::rc::Rc;

/// The number of compositions that are kept at least: both directions of a ledger, and two tilts of
/// each.
const LEAST: usize = 4;
/// The most points of all that are kept, where there are more: some 64 megabytes. A question between
/// polygons has compositions with each of them, which are small, and the next question has the same.
const MOST_POINTS: usize = 1 << 22;

type Laws = Vec<(LossPair, u64)>;

/// The latest compositions, with their ledgers.
pub struct Compositions<E: Engine> {
    made: RefCell<Vec<(Laws, Rc<Composed<E>>)>>,
}

impl<E: Engine> Default for Compositions<E> {
    fn default() -> Self {
        Compositions { made: RefCell::default() }
    }
}

impl<E: Engine> Compositions<E> {
    /// Are no compositions kept?
    pub fn is_empty(&self) -> bool {
        self.made.borrow().is_empty()
    }

    /// Keeps a composition; the oldest ones are dropped where there are more than [`LEAST`], and all
    /// have too many points.
    pub fn keep(&self, loss_pairs: &[(LossPair, u64)], composed: Composed<E>) -> Rc<Composed<E>> {
        let composed = Rc::new(composed);
        let mut made = self.made.borrow_mut();
        made.push((loss_pairs.to_vec(), Rc::clone(&composed)));
        let mut points: usize = made.iter().map(|(_, composed)| composed.points()).sum();
        while made.len() > LEAST && points > MOST_POINTS {
            points -= made.remove(0).1.points();
        }
        composed
    }

    /// The compositions of a ledger, the latest first.
    pub(super) fn of(&self, loss_pairs: &[(LossPair, u64)]) -> Vec<Rc<Composed<E>>> {
        let made = self.made.borrow();
        made.iter()
            .rev()
            .filter(|(others, _)| others == loss_pairs)
            .map(|(_, composed)| Rc::clone(composed))
            .collect()
    }

    /// delta at an eps with a relative gap, if one of them is narrow enough.
    pub(super) fn delta(
        &self,
        loss_pairs: &[(LossPair, u64)],
        eps: &Real,
        gap: &Rational,
    ) -> Option<Interval<E>> {
        self.of(loss_pairs)
            .into_iter()
            .map(|composed| composed.delta(eps))
            .find(|delta| delta.has_relative_gap(gap))
    }
}
