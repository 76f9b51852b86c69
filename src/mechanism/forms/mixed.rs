//! Pairs of a sample: a record takes part with a probability.

use super::pair::Pair;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::mechanism::admits::Reason;
use crate::pair::tails::Tails;
use crate::pair::{Direction, Evaluated};

/// `((1-q) Q + q P, Q)` for a symmetric pair (P, Q), or `(Q, (1-q) Q + q P)` in reverse.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mixed {
    /// The pair (P, Q).
    pub base: Box<LossPair>,
    /// The rate q, 0 < q <= 1.
    pub rate: Real,
    /// Which of the two orders.
    pub direction: Direction,
}

/// The symmetric pair whose profile is `q delta(1 + (g-1)/q)` for `g = e^eps >= 1`, where delta is
/// the profile of a symmetric pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replaced {
    /// The symmetric pair with the profile delta.
    pub base: Box<LossPair>,
    /// The rate q, 0 < q <= 1.
    pub rate: Real,
}

/// `ln(1 - q + q ratio)`.
fn mixed_loss(rate: &Real, ratio: &Real) -> Real {
    (1 - rate + rate * ratio).ln()
}

impl Pair for Mixed {
    fn base(&self) -> Option<&LossPair> {
        Some(&self.base)
    }

    fn reversed(self) -> Self {
        Mixed { direction: self.direction.reversed(), ..self }
    }

    fn has_infinite_loss(&self) -> Option<bool> {
        match self.direction {
            Direction::Forward => self.base.has_infinite_loss(),
            // (1-q) Q is a part of the second distribution.
            Direction::Reverse => Some(false),
        }
    }

    fn largest_loss(&self) -> Option<Real> {
        match self.direction {
            Direction::Forward => Some(mixed_loss(&self.rate, &self.base.largest_loss()?.exp())),
            Direction::Reverse => {
                // The smallest loss of a symmetric pair is minus the largest; without a bound it is
                // -inf.
                let is_bounded = self.base.is_bounded() && !self.base.has_infinite_loss()?;
                let shrunk =
                    if is_bounded { (-self.base.largest_loss()?).exp() } else { Real::zero() };
                Some(-mixed_loss(&self.rate, &shrunk))
            }
        }
    }

    fn is_bounded(&self) -> bool {
        self.direction == Direction::Reverse || self.base.is_bounded()
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let (rate, direction) = (self.rate.enclose(precision), self.direction);
        match self.base.evaluate(precision) {
            Evaluated::Tails(base) => {
                Evaluated::Tails(Tails::Mixture { base: Box::new(base), rate, direction })
            }
            Evaluated::Atoms(base) if direction == Direction::Forward => {
                Evaluated::Atoms(base.mixed(&rate))
            }
            Evaluated::Atoms(base) => Evaluated::Atoms(base.mixed(&rate).reversed()),
        }
    }

    fn described(&self) -> &'static str {
        "a Poisson sample"
    }

    fn reason(&self) -> Option<Reason> {
        self.base.reason().or(Some(Reason::Enclosed))
    }
}

impl Pair for Replaced {
    fn base(&self) -> Option<&LossPair> {
        Some(&self.base)
    }

    fn has_infinite_loss(&self) -> Option<bool> {
        self.base.has_infinite_loss()
    }

    fn largest_loss(&self) -> Option<Real> {
        Some(mixed_loss(&self.rate, &self.base.largest_loss()?.exp()))
    }

    fn is_bounded(&self) -> bool {
        self.base.is_bounded()
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let rate = self.rate.enclose(precision);
        match self.base.evaluate(precision) {
            Evaluated::Tails(base) => {
                Evaluated::Tails(Tails::Replaced { base: Box::new(base), rate })
            }
            Evaluated::Atoms(base) => Evaluated::Atoms(base.mixed(&rate).folded()),
        }
    }

    fn described(&self) -> &'static str {
        "a sample without replacement"
    }

    fn reason(&self) -> Option<Reason> {
        self.base.reason().or(Some(Reason::Enclosed))
    }
}
