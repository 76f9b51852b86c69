//! Additive noise: two distributions, one of which is the other shifted by a distance.
//!
//! The methods that a composition needs of noise are [`Pair`] and [`NoisePair`], implemented in the
//! file of the mechanism. [`Noise`] lists all noise.

use super::closed_form::ClosedForm;
use super::divergence::Divergences;
use super::pair::Pair;
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::mechanism::admits::Reason;
use crate::mechanism::{
    BoundedRange, DiscreteGaussian, Dominating, Gaussian, GeneralisedGaussian, Laplace,
    ListedNoise, LossPair, Role,
};
use crate::pair::Evaluated;
use malachite::rational::Rational;

/// A symmetric pair of distributions that is no finite pair of expressions: most have infinitely
/// many likelihood ratios, all of them finite.
pub(crate) trait NoisePair: Pair + Divergences {
    /// The same where neighbours are `size` times as far apart; `None` where that is too far.
    fn farther(&self, size: u64) -> Option<Noise>;

    /// The least rho for which it is rho-zCDP, where that is known: the supremum of `D_alpha /
    /// alpha` over the orders alpha > 1 and both directions of neighbours.
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
    /// Two generalised Gaussians.
    GeneralisedGaussian(GeneralisedGaussian),
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
            Noise::GeneralisedGaussian($noise) => $asked,
            Noise::DiscreteGaussian($noise) => $asked,
            Noise::Listed($noise) => $asked,
            Noise::BoundedRange($noise) => $asked,
        }
    };
}

impl Pair for Noise {
    fn has_infinite_loss(&self) -> Option<bool> {
        each!(self, noise => noise.has_infinite_loss())
    }

    fn largest_loss(&self) -> Option<Real> {
        each!(self, noise => Pair::largest_loss(noise))
    }

    fn is_bounded(&self) -> bool {
        each!(self, noise => noise.is_bounded())
    }

    fn series_work(&self) -> u64 {
        each!(self, noise => Pair::series_work(noise))
    }

    fn outcomes(&self) -> u64 {
        each!(self, noise => noise.outcomes())
    }

    fn is_trivial(&self) -> bool {
        each!(self, noise => noise.is_trivial())
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        each!(self, noise => noise.evaluate(precision))
    }

    fn described(&self) -> &'static str {
        each!(self, noise => noise.described())
    }

    fn reason(&self) -> Option<Reason> {
        each!(self, noise => noise.reason())
    }
}

impl Noise {
    /// Does it reveal nothing?
    pub(crate) fn is_trivial(&self) -> bool {
        Pair::is_trivial(self)
    }

    /// The pair, or for a class one that a mechanism of it attains.
    pub(crate) fn loss_pair(&self, role: Role) -> LossPair {
        match self {
            Noise::BoundedRange(range) if role == Role::Attained => {
                LossPair::Finite(range.symmetric_member())
            }
            noise => LossPair::Noise(noise.clone()),
        }
    }

    pub(crate) fn farther(&self, size: u64) -> Option<Noise> {
        each!(self, noise => noise.farther(size))
    }

    pub(crate) fn rho(&self) -> Option<Real> {
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

    pub(crate) fn divergences(&self) -> &dyn Divergences {
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
