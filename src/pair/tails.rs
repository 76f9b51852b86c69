//! Pairs whose privacy loss has a continuous part, by the masses beyond any loss.

use super::Direction;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::{exp, ln};
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::Arc;

/// Masses of P and of Q.
#[derive(Clone, Debug)]
pub struct Masses<E: Engine> {
    /// The mass under P.
    pub p: Interval<E>,
    /// The mass under Q.
    pub q: Interval<E>,
}

impl<E: Engine> Masses<E> {
    /// Zero masses.
    pub fn zero(precision: u64) -> Self {
        Masses { p: Interval::zero(precision), q: Interval::zero(precision) }
    }

    /// The masses of (Q, P).
    pub fn reversed(&self) -> Self {
        Masses { p: self.q.clone(), q: self.p.clone() }
    }

    /// The masses of `((1-q) Q + q P, Q)`.
    pub fn mixed(&self, rate: &Interval<E>) -> Self {
        let rest = &Interval::one(rate.precision()) - rate;
        Masses { p: &(&rest * &self.q) + &(rate * &self.p), q: self.q.clone() }
    }

    /// The masses beside a factor.
    fn scaled(&self, factor: &Interval<E>) -> Self {
        Masses { p: factor * &self.p, q: factor * &self.q }
    }

    /// The sum of both.
    pub fn plus(&self, other: &Self) -> Self {
        Masses { p: &self.p + &other.p, q: &self.q + &other.q }
    }

    /// The hull of both.
    pub fn hull(&self, other: &Self) -> Self {
        Masses { p: self.p.hull(&other.p), q: self.q.hull(&other.q) }
    }
}

/// A loss l with `e^l`.
#[derive(Clone, Debug)]
pub struct GridPoint<E: Engine> {
    /// The loss l.
    pub loss: Interval<E>,
    /// `e^l`.
    pub ratio: Interval<E>,
}

impl<E: Engine> GridPoint<E> {
    /// The grid point at `ratio > 0`; at 0 the loss is `-inf`.
    fn at_ratio(ratio: Interval<E>) -> Self {
        let ratio = ratio.positive_part();
        GridPoint { loss: ln(&ratio), ratio }
    }

    /// The grid point of the pair (P, Q) that corresponds to this one of `((1-q) Q + q P, Q)`.
    fn before_mixing(&self, rate: &Interval<E>) -> Self {
        let rest = &Interval::one(rate.precision()) - rate;
        GridPoint::at_ratio(&(&self.ratio - &rest) / rate)
    }

    /// The grid point at the opposite loss.
    pub(crate) fn mirrored(&self) -> Self {
        let one = Interval::one(self.ratio.precision());
        GridPoint { loss: -&self.loss, ratio: &one / &self.ratio }
    }
}

/// The masses of a pair of distributions beyond any loss. It is symmetric where it is sampled.
pub trait LossTails<E: Engine>: Debug + Send + Sync {
    /// The masses of P and Q at losses greater than a grid point.
    fn above(&self, point: &GridPoint<E>) -> Masses<E>;

    /// The masses that a test rejects of which the gain `P - e^l Q` is delta. Where several are, it
    /// is one of them.
    fn optimal_test(&self, point: &GridPoint<E>) -> Masses<E> {
        self.above(point)
    }
}

/// A pair of distributions with a continuous part in its privacy loss, ready to be evaluated.
#[derive(Clone, Debug)]
pub enum Tails<E: Engine> {
    /// A pair with known tails.
    Known(Arc<dyn LossTails<E>>),
    /// `((1-q) Q + q P, Q)` for a symmetric pair (P, Q), or its reverse.
    Mixture {
        /// The pair that is sampled.
        base: Box<Tails<E>>,
        /// The rate q, 0 < q <= 1.
        rate: Interval<E>,
        /// Which of the two orders.
        direction: Direction,
    },
    /// The symmetric pair whose profile is `q delta(1 + (g-1)/q)` for `g >= 1`.
    Replaced {
        /// The pair that is sampled.
        base: Box<Tails<E>>,
        /// The rate q, 0 < q <= 1.
        rate: Interval<E>,
    },
    /// One of several pairs, chosen by a published coin that does not depend on the data.
    OneOf(Vec<(Interval<E>, Tails<E>)>),
    /// A pair beside independent outcomes that disclose everything, or nothing.
    Beside {
        /// The pair.
        base: Box<Tails<E>>,
        /// The other outcomes.
        disclosure: Disclosure<E>,
    },
}

/// Outcomes of which those with infinite losses disclose everything, and all others have one loss.
#[derive(Clone, Debug)]
pub struct Disclosure<E: Engine> {
    /// The masses of the others.
    pub kept: Masses<E>,
    /// Their loss with its exponential: `kept.p / kept.q`.
    pub loss: GridPoint<E>,
    /// P-mass at loss +inf, Q-mass at loss -inf.
    pub infinite: Masses<E>,
}

impl<E: Engine> Disclosure<E> {
    /// Masses of a pair, beside these outcomes.
    pub fn thinned(&self, masses: &Masses<E>) -> Masses<E> {
        Masses { p: &self.kept.p * &masses.p, q: &self.kept.q * &masses.q }
    }
}

impl<E: Engine> Tails<E> {
    /// The masses of P and Q at losses greater than the grid point.
    pub fn above(&self, line: &GridPoint<E>) -> Masses<E> {
        let precision = line.ratio.precision();
        let one = Interval::one(precision);
        match self {
            Tails::Known(tails) => tails.above(line),
            Tails::Mixture { base, rate, direction: Direction::Forward } => {
                base.above(&line.before_mixing(rate)).mixed(rate)
            }
            // The loss is -ln(1 - q + q e^L): it exceeds l where the loss of the mixture is below
            // -l.
            Tails::Mixture { base, rate, direction: Direction::Reverse } => {
                base.below(&line.mirrored().before_mixing(rate)).mixed(rate).reversed()
            }
            Tails::Replaced { base, rate } => {
                let upper = |line: &GridPoint<E>| base.above(&line.before_mixing(rate)).mixed(rate);
                match line.loss.sign() {
                    Some(Ordering::Greater | Ordering::Equal) => upper(line),
                    Some(Ordering::Less) => {
                        let Masses { p, q } = upper(&line.mirrored());
                        Masses { p: &one - &q, q: &one - &p }
                    }
                    None => Masses { p: one.clone(), q: one }.hull(&Masses::zero(precision)),
                }
            }
            Tails::OneOf(choices) => {
                let part =
                    |(weight, tails): &(Interval<E>, Tails<E>)| tails.above(line).scaled(weight);
                choices.iter().map(part).fold(Masses::zero(precision), |sum, part| sum.plus(&part))
            }
            Tails::Beside { base, disclosure } => {
                let before = GridPoint {
                    loss: &line.loss - &disclosure.loss.loss,
                    ratio: &line.ratio / &disclosure.loss.ratio,
                };
                let finite = disclosure.thinned(&base.above(&before));
                Masses { p: &finite.p + &disclosure.infinite.p, q: finite.q }
            }
        }
    }

    /// The power and the level of a test that gains most at a grid point.
    pub fn optimal_test(&self, line: &GridPoint<E>) -> Masses<E> {
        match self {
            Tails::Known(tails) => tails.optimal_test(line),
            _ => self.above(line),
        }
    }

    /// The P-mass at infinite loss.
    pub fn infinite(&self, precision: u64) -> Interval<E> {
        match self {
            Tails::Beside { disclosure, .. } => disclosure.infinite.p.clone(),
            _ => Interval::zero(precision),
        }
    }

    /// The masses of P and Q at losses less than a grid point, for a symmetric pair: the masses
    /// above its mirror image, exchanged.
    fn below(&self, line: &GridPoint<E>) -> Masses<E> {
        if line.ratio.upper().sign().is_le() {
            return Masses::zero(line.ratio.precision());
        }
        self.above(&line.mirrored()).reversed()
    }
}

/// A grid point at a rational loss, with both exact ends.
pub fn line<E: Engine>(loss: &Rational, precision: u64) -> GridPoint<E> {
    let loss = Interval::from_rational(loss, precision);
    GridPoint { ratio: exp(&loss), loss }
}
