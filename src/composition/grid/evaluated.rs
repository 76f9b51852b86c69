//! The privacy loss of one step: what a grid needs to know of a mechanism.

use super::atoms::{Atom, Atoms};
use super::tails::{GridPoint, Masses, Tails};
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::{Direction, LossPair};
use std::cmp::Ordering;

/// A pair, evaluated.
#[derive(Clone, Debug)]
pub enum Evaluated<E: Engine> {
    /// By the masses beyond any loss.
    Tails(Tails<E>),
    /// By outcomes.
    Atoms(Atoms<E>),
}

impl LossPair {
    /// Evaluates what does not depend on the loss.
    pub fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let rate = |rate: &Real| rate.enclose::<E>(precision);
        match self {
            LossPair::Gaussian(gaussian) => Evaluated::Tails(Tails::Gaussian { mu: gaussian.mu(precision) }),
            LossPair::Laplace(laplace) => Evaluated::Tails(Tails::Laplace { eps0: laplace.eps0.clone() }),
            LossPair::DiscreteGaussian(gaussian) => Evaluated::Atoms(Atoms::discrete_gaussian(gaussian, precision)),
            LossPair::Finite(pair) => Evaluated::Atoms(Atoms::finite(pair, precision)),
            LossPair::Mixture { base, rate: q, direction } => match base.evaluate(precision) {
                Evaluated::Tails(base) => {
                    Evaluated::Tails(Tails::Mixture { base: Box::new(base), rate: rate(q), direction: *direction })
                }
                Evaluated::Atoms(base) if *direction == Direction::Forward => Evaluated::Atoms(base.mixed(&rate(q))),
                Evaluated::Atoms(base) => Evaluated::Atoms(base.mixed(&rate(q)).reversed()),
            },
            LossPair::Replaced { base, rate: q } => match base.evaluate(precision) {
                Evaluated::Tails(base) => Evaluated::Tails(Tails::Replaced { base: Box::new(base), rate: rate(q) }),
                Evaluated::Atoms(base) => Evaluated::Atoms(base.mixed(&rate(q)).folded()),
            },
        }
    }
}

impl<E: Engine> Evaluated<E> {
    /// `delta = P(L > l) - e^l Q(L > l)` at any loss l.
    pub fn delta(&self, line: &GridPoint<E>) -> Interval<E> {
        let gain = |masses: &Masses<E>| (&masses.p - &(&line.ratio * &masses.q)).positive_part();
        let delta = match self {
            Evaluated::Tails(tails) => gain(&tails.above(line)),
            Evaluated::Atoms(atoms) => {
                // The outcomes of a remainder gain at least what they do as one, and at most all of P.
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

    /// The power P and the level Q of a test that rejects beyond a line: its errors are those of a test, wherever a loss
    /// is too near to the line to be compared with it.
    pub fn test(&self, line: &GridPoint<E>) -> Masses<E> {
        match self {
            Evaluated::Tails(tails) => tails.above(line),
            Evaluated::Atoms(atoms) => {
                let is_beyond = |atom: &&Atom<E>| atom.loss.compare(&line.loss) == Some(Ordering::Greater);
                let beyond = atoms.atoms.iter().filter(is_beyond);
                beyond.fold(atoms.certain(), |sum, atom| sum.plus(&atom.masses))
            }
        }
    }
}

impl LossPair {
    /// The P-mass at infinite loss.
    pub fn infinite<E: Engine>(&self, precision: u64) -> Interval<E> {
        if self.has_infinite_loss() == Some(false) {
            return Interval::zero(precision);
        }
        match self.evaluate(precision) {
            Evaluated::Tails(_) => Interval::zero(precision),
            Evaluated::Atoms(atoms) => atoms.infinite.p,
        }
    }
}

/// `1 - product of (1 - x)^n` for probabilities x, without cancellation for small ones.
pub fn any_of<E: Engine>(events: &[(Interval<E>, u64)], precision: u64) -> Interval<E> {
    let one = Interval::<E>::one(precision);
    let (mut none, mut sum) = (one.clone(), Interval::<E>::zero(precision));
    for (x, count) in events {
        none = &none * &(&one - x).positive_part().pow_natural(*count);
        sum = &sum + &(x * &Interval::from_u64(*count, precision));
    }
    let direct = &one - &none;
    // By Bonferroni's inequalities it is between s - s^2/2 and s.
    let lower = &sum - &sum.square().shift(-1);
    let expanded = Interval::new(lower.lower().clone(), sum.upper().clone(), precision);
    direct.intersection(&expanded).unwrap_or(direct).probability()
}
