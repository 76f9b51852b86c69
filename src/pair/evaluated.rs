//! A pair whose masses can be evaluated: the interface between a step and a grid.

use super::atoms::{Atom, Atoms};
use super::tails::{GridPoint, LossTails, Masses, Tails};
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use std::cmp::Ordering;
use std::sync::Arc;

/// A pair, evaluated.
#[derive(Clone, Debug)]
pub enum Evaluated<E: Engine> {
    /// By the masses beyond any loss.
    Tails(Tails<E>),
    /// By outcomes.
    Atoms(Atoms<E>),
}

/// Does delta at a grid point tell that it is not known on which side of it an atom is? Otherwise
/// its width is about a unit of the last place.
fn is_wide<E: Engine>(delta: &Interval<E>) -> bool {
    let width = delta.upper().sub(delta.lower(), 64, Rounding::Up);
    let allowed = -i64::try_from(delta.precision() / 4).unwrap_or(i64::MAX);
    width.exponent().is_some_and(|exponent| exponent > allowed)
}

/// delta at a grid point, which falls with the loss, from those at two grid points beside it.
fn beside<E: Engine>(
    found: &Interval<E>,
    line: &GridPoint<E>,
    delta: impl Fn(&GridPoint<E>) -> Interval<E>,
) -> Interval<E> {
    let precision = found.precision();
    let distance =
        Interval::one(precision).shift(-i64::try_from(precision / 2).unwrap_or(i64::MAX));
    let moved = |loss: Interval<E>| delta(&GridPoint { ratio: loss.exp(), loss });
    let (less, more) = (moved(&line.loss - &distance), moved(&line.loss + &distance));
    let near = Interval::new(more.lower().clone(), less.upper().clone(), precision);
    found.intersection(&near).unwrap_or(near)
}

impl<E: Engine> Evaluated<E> {
    /// A pair with known tails.
    pub fn of_tails(tails: impl LossTails<E> + 'static) -> Self {
        Evaluated::Tails(Tails::Known(Arc::new(tails)))
    }

    /// `delta = P(L > l) - e^l Q(L > l)` at any loss l.
    pub fn delta(&self, line: &GridPoint<E>) -> Interval<E> {
        let gain = |masses: &Masses<E>| (&masses.p - &(&line.ratio * &masses.q)).positive_part();
        let delta = match self {
            Evaluated::Tails(tails) => {
                let found = gain(&tails.optimal_test(line));
                if is_wide(&found) {
                    beside(&found, line, |line| gain(&tails.optimal_test(line)))
                } else {
                    found
                }
            }
            Evaluated::Atoms(atoms) => {
                // The outcomes of a remainder contribute at least what they do when merged, and at
                // most all of P.
                let remainder = |rest: &Masses<E>| {
                    let least = gain(rest).lower().clone();
                    Interval::new(least, rest.p.upper().clone(), rest.p.precision())
                };
                let listed = atoms.atoms.iter().map(|atom| gain(&atom.masses));
                let rest = [&atoms.above, &atoms.below].map(remainder);
                listed.chain(rest).fold(atoms.infinite.p.clone(), |sum, gain| &sum + &gain)
            }
        };
        delta.probability()
    }

    /// The power P and the level Q of a test that rejects beyond a grid point. Its errors are those
    /// of a test even where a loss is too near to the grid point to be compared with it.
    pub fn test(&self, line: &GridPoint<E>) -> Masses<E> {
        match self {
            Evaluated::Tails(tails) => tails.optimal_test(line),
            Evaluated::Atoms(atoms) => {
                let is_beyond =
                    |atom: &&Atom<E>| atom.loss.compare(&line.loss) == Some(Ordering::Greater);
                let beyond = atoms.atoms.iter().filter(is_beyond);
                beyond.fold(atoms.certain(), |sum, atom| sum.plus(&atom.masses))
            }
        }
    }
}
