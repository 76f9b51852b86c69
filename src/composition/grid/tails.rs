//! The privacy loss of one step as tails: what a grid needs to know of a mechanism.

use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::{exp, ln, normal_tail};
use crate::exact::real::Real;
use crate::mechanism::Direction;
use std::cmp::Ordering;

/// Masses of P and of Q.
#[derive(Clone, Debug)]
pub struct Masses<E: Engine> {
    /// Of P.
    pub p: Interval<E>,
    /// Of Q.
    pub q: Interval<E>,
}

impl<E: Engine> Masses<E> {
    /// Nothing.
    pub fn zero(precision: u64) -> Self {
        Masses { p: Interval::zero(precision), q: Interval::zero(precision) }
    }

    /// Those of (Q, P).
    pub fn reversed(&self) -> Self {
        Masses { p: self.q.clone(), q: self.p.clone() }
    }

    /// Those of `((1-q) Q + q P, Q)`.
    pub fn mixed(&self, rate: &Interval<E>) -> Self {
        let rest = &Interval::one(rate.precision()) - rate;
        Masses { p: &(&rest * &self.q) + &(rate * &self.p), q: self.q.clone() }
    }

    /// Both together.
    pub fn plus(&self, other: &Self) -> Self {
        Masses { p: &self.p + &other.p, q: &self.q + &other.q }
    }

    /// What contains both.
    pub fn hull(&self, other: &Self) -> Self {
        Masses { p: self.p.hull(&other.p), q: self.q.hull(&other.q) }
    }
}

/// A loss l with `e^l`.
#[derive(Clone, Debug)]
pub struct GridPoint<E: Engine> {
    /// l.
    pub loss: Interval<E>,
    /// `e^l`.
    pub ratio: Interval<E>,
}

impl<E: Engine> GridPoint<E> {
    /// The line at `ratio > 0`; at 0 the loss is `-inf`.
    fn at_ratio(ratio: Interval<E>) -> Self {
        let ratio = ratio.positive_part();
        GridPoint { loss: ln(&ratio), ratio }
    }

    /// The line of a pair that `((1-q) Q + q P, Q)` moves here.
    fn before_mixing(&self, rate: &Interval<E>) -> Self {
        let rest = &Interval::one(rate.precision()) - rate;
        GridPoint::at_ratio(&(&self.ratio - &rest) / rate)
    }

    fn mirrored(&self) -> Self {
        let one = Interval::one(self.ratio.precision());
        GridPoint { loss: -&self.loss, ratio: &one / &self.ratio }
    }
}

/// A pair of distributions with a continuous part in its privacy loss, ready to be evaluated.
#[derive(Clone, Debug)]
pub enum Tails<E: Engine> {
    /// `N(mu, 1)` and `N(0, 1)`.
    Gaussian {
        /// mu > 0.
        mu: Interval<E>,
    },
    /// Two Laplace distributions.
    Laplace {
        /// sensitivity / scale > 0.
        eps0: Real,
    },
    /// `((1-q) Q + q P, Q)` for a symmetric pair (P, Q), or its reverse.
    Mixture {
        /// The pair that is sampled.
        base: Box<Tails<E>>,
        /// q, 0 < q <= 1.
        rate: Interval<E>,
        /// Which of the two.
        direction: Direction,
    },
    /// The symmetric pair whose profile is `q delta(1 + (g-1)/q)` for `g >= 1`.
    Replaced {
        /// The pair that is sampled.
        base: Box<Tails<E>>,
        /// q, 0 < q <= 1.
        rate: Interval<E>,
    },
}

impl<E: Engine> Tails<E> {
    /// The masses of P and Q at losses greater than the line.
    pub fn above(&self, line: &GridPoint<E>) -> Masses<E> {
        let precision = line.ratio.precision();
        let one = Interval::one(precision);
        match self {
            Tails::Gaussian { mu } => {
                let ratio = &line.loss / mu;
                let half = mu.shift(-1);
                Masses { p: normal_tail(&(&ratio - &half)), q: normal_tail(&(&ratio + &half)) }
            }
            Tails::Laplace { eps0 } => laplace_above(eps0, &line.loss),
            Tails::Mixture { base, rate, direction: Direction::Forward } => {
                base.above(&line.before_mixing(rate)).mixed(rate)
            }
            // The loss is -ln(1 - q + q e^L): it exceeds l where the mixture's is below -l.
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
        }
    }

    /// The masses of P and Q at losses less than a line, for a symmetric pair: what is above its mirror
    /// image, exchanged.
    fn below(&self, line: &GridPoint<E>) -> Masses<E> {
        if line.ratio.upper().sign().is_le() {
            return Masses::zero(line.ratio.precision());
        }
        self.above(&line.mirrored()).reversed()
    }
}

/// Under `P = Lap(0)`, `Q = Lap(eps0)` the loss at x in [0, eps0] is `eps0 - 2x`.
fn laplace_above<E: Engine>(eps0: &Real, loss: &Interval<E>) -> Masses<E> {
    let precision = loss.precision();
    let (zero, one) = (Interval::<E>::zero(precision), Interval::<E>::one(precision));
    let largest = eps0.enclose::<E>(precision);
    let at = |loss: &Interval<E>| {
        let x = (&largest - loss).shift(-1);
        let p = &one - &exp(&-&x).shift(-1);
        let q = exp(&(&x - &largest)).shift(-1);
        Masses { p, q }
    };
    match (loss.compare(&largest), loss.compare(&-&largest)) {
        (Some(Ordering::Greater | Ordering::Equal), _) => Masses { p: zero.clone(), q: zero },
        (_, Some(Ordering::Less)) => Masses { p: one.clone(), q: one },
        (Some(Ordering::Less), Some(_)) => at(loss),
        (top, _) => {
            // The line may be at an end: either side of the atom.
            let clamp = |end: &E::Float| Interval::new(end.clone(), end.clone(), precision);
            let inside = if top.is_none() { clamp(largest.upper()) } else { -&clamp(largest.upper()) };
            let atom = at(&inside);
            let outside = if top.is_none() { zero } else { one };
            Masses { p: atom.p.hull(&outside), q: atom.q.hull(&outside) }
        }
    }
}

/// Both exact ends of a line that is a rational number.
pub fn line<E: Engine>(loss: &malachite::rational::Rational, precision: u64) -> GridPoint<E> {
    let loss = Interval::from_rational(loss, precision);
    GridPoint { ratio: exp(&loss), loss }
}
