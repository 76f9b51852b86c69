//! Additive noise: two distributions, one of which is the other shifted by a distance.
//!
//! The methods that a composition needs of noise are [`NoisePair`], implemented in the file of the mechanism. [`Noise`]
//! lists all noise, and no other code enumerates it.

use super::closed_form::ClosedForm;
use super::divergence::Divergences;
use super::{BoundedRange, DiscreteGaussian, Dominating, Gaussian, Laplace, ListedNoise, LossPair, Role};
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::pair::Evaluated;
use malachite::rational::Rational;

/// A symmetric pair of distributions that is no finite pair of expressions: most have infinitely many likelihood ratios, all of
/// them finite.
pub(super) trait NoisePair: Divergences {
    /// Are P and Q equal?
    fn is_trivial(&self) -> bool;

    /// The least upper bound of all finite losses; `None` if they are unbounded, or it is no expression.
    fn largest_loss(&self) -> Option<Real>;

    /// Are the finite losses bounded?
    fn is_bounded(&self) -> bool {
        NoisePair::largest_loss(self).is_some()
    }

    /// Does an outcome of P have probability 0 under Q?
    fn has_infinite_loss(&self) -> bool {
        false
    }

    /// The pair, ready to be evaluated.
    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E>;

    /// About the number of outcomes that are listed to evaluate it; 0 where tails are known.
    fn outcomes(&self) -> u64 {
        0
    }

    /// The same where neighbours are `size` times as far apart; `None` where that is too far.
    fn farther(&self, size: u64) -> Option<Noise>;

    /// The least rho for which it is rho-zCDP, where that is known: the supremum of `D_alpha / alpha` over the orders
    /// alpha > 1 and both directions of neighbours.
    fn rho(&self) -> Option<Real> {
        None
    }

    /// Its closed form, if it has one.
    fn closed_form(&self) -> Option<ClosedForm> {
        None
    }
}

/// Noise on one value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Noise {
    /// Two normal distributions.
    Gaussian(Gaussian),
    /// Two Laplace distributions.
    Laplace(Laplace),
    /// Two discrete Gaussians.
    DiscreteGaussian(DiscreteGaussian),
    /// Two distributions on integers by their listed masses.
    Listed(ListedNoise),
    /// The worst of all mechanisms of one range.
    BoundedRange(BoundedRange),
}

/// Evaluates an expression for the noise, whichever it is.
macro_rules! each {
    ($any:expr, $noise:ident => $asked:expr) => {
        match $any {
            Noise::Gaussian($noise) => $asked,
            Noise::Laplace($noise) => $asked,
            Noise::DiscreteGaussian($noise) => $asked,
            Noise::Listed($noise) => $asked,
            Noise::BoundedRange($noise) => $asked,
        }
    };
}

impl Noise {
    /// The pair, ready to be evaluated.
    pub(super) fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        each!(self, noise => noise.evaluate(precision))
    }

    /// The pair, or for a class one that a mechanism of it attains.
    pub(super) fn loss_pair(&self, role: Role) -> LossPair {
        match self {
            Noise::BoundedRange(range) if role == Role::Attained => LossPair::Finite(range.symmetric_member()),
            noise => LossPair::Noise(noise.clone()),
        }
    }

    pub(crate) fn is_trivial(&self) -> bool {
        each!(self, noise => noise.is_trivial())
    }

    pub(super) fn largest_loss(&self) -> Option<Real> {
        each!(self, noise => NoisePair::largest_loss(noise))
    }

    pub(super) fn is_bounded(&self) -> bool {
        each!(self, noise => noise.is_bounded())
    }

    pub(super) fn has_infinite_loss(&self) -> bool {
        each!(self, noise => noise.has_infinite_loss())
    }

    pub(super) fn outcomes(&self) -> u64 {
        each!(self, noise => noise.outcomes())
    }

    pub(super) fn farther(&self, size: u64) -> Option<Noise> {
        each!(self, noise => noise.farther(size))
    }

    pub(super) fn rho(&self) -> Option<Real> {
        each!(self, noise => NoisePair::rho(noise))
    }

    /// Its closed form, if it has one.
    pub(crate) fn closed_form(&self) -> Option<ClosedForm> {
        each!(self, noise => noise.closed_form())
    }

    /// The Renyi divergence of a finite order, where it is an expression.
    pub(crate) fn renyi(&self, order: &Rational) -> Option<Extended> {
        self.divergences().renyi(order)
    }

    pub(super) fn divergences(&self) -> &dyn Divergences {
        each!(self, noise => noise)
    }
}

impl Dominating {
    /// The noise, where the step is noise on one value only.
    pub fn noise(&self) -> Option<&Noise> {
        match self {
            Dominating::Noise(noise) => {
                if let [noise] = noise.as_slice() {
                    Some(noise)
                } else {
                    None
                }
            }
            _ => None,
        }
    }
}

impl From<Gaussian> for Noise {
    fn from(noise: Gaussian) -> Noise {
        Noise::Gaussian(noise)
    }
}

impl From<Laplace> for Noise {
    fn from(noise: Laplace) -> Noise {
        Noise::Laplace(noise)
    }
}

impl From<BoundedRange> for Noise {
    fn from(worst: BoundedRange) -> Noise {
        Noise::BoundedRange(worst)
    }
}
