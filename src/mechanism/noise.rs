//! Additive noise: two distributions, of which one is the other at a distance.
//!
//! What a composition asks of noise is [`NoisePair`], implemented in the file of the mechanism; the list of all noise is
//! [`Noise`], and nothing else names them one by one.

use super::closed_form::ClosedForm;
use super::divergence::Divergences;
use super::{DiscreteGaussian, Dominating, Gaussian, Laplace};
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::pair::Evaluated;

/// A symmetric pair of distributions with infinitely many likelihood ratios, of which none is infinite.
pub(super) trait NoisePair: Divergences {
    /// Do neighbours not differ: P = Q?
    fn is_trivial(&self) -> bool;

    /// The least bound of all losses; `None` if there is none.
    fn largest_loss(&self) -> Option<Real>;

    /// The pair, ready to be evaluated.
    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E>;

    /// The number of outcomes that are listed to evaluate it, about; 0 where tails are known.
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

    /// Its closed form, where it has one.
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
}

/// What is asked of whichever noise it is.
macro_rules! each {
    ($any:expr, $noise:ident => $asked:expr) => {
        match $any {
            Noise::Gaussian($noise) => $asked,
            Noise::Laplace($noise) => $asked,
            Noise::DiscreteGaussian($noise) => $asked,
        }
    };
}

impl Noise {
    /// The pair, ready to be evaluated.
    pub(super) fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        each!(self, noise => noise.evaluate(precision))
    }

    pub(crate) fn is_trivial(&self) -> bool {
        each!(self, noise => noise.is_trivial())
    }

    pub(super) fn largest_loss(&self) -> Option<Real> {
        each!(self, noise => NoisePair::largest_loss(noise))
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

    /// Its closed form, where it has one.
    pub(crate) fn closed_form(&self) -> Option<ClosedForm> {
        each!(self, noise => noise.closed_form())
    }

    pub(super) fn divergences(&self) -> &dyn Divergences {
        each!(self, noise => noise)
    }
}

impl Dominating {
    /// The noise, where it is on one value and there is nothing else.
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
