//! Moments `E_Q[R^b]` of the likelihood ratio `R = 1 - q + q P/Q` of noise on a Poisson sample, for
//! a rational b.
//!
//! With the mixture `M = (1-q) Q + q P`, the Renyi divergence of order a of M from Q is `ln
//! E_Q[R^a] / (a-1)`, and that of Q from M is `ln E_Q[R^(1-a)] / (a-1)`.

mod laplace;
mod normal;

use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::Noise;
use malachite::rational::Rational;

/// P and Q: the same noise at two places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pair {
    /// `N(mu, 1)` and `N(0, 1)`.
    Normal {
        /// The distance mu > 0.
        mu: Real,
    },
    /// `N_Z(shift, sigma_sq)` and `N_Z(0, sigma_sq)` on the integers.
    Integers {
        /// The parameter sigma^2 > 0.
        sigma_sq: Real,
        /// The distance > 0.
        shift: u64,
    },
    /// `Lap(0, 1)` and `Lap(eps, 1)`.
    Laplace {
        /// The distance eps > 0.
        eps: Real,
    },
}

/// `E_Q[R^b]`.
#[derive(Clone, Debug, PartialEq)]
pub struct RatioPower {
    pair: Pair,
    /// q in (0, 1]; below 1 for Laplace noise.
    rate: Real,
    /// b.
    exponent: Rational,
}

impl Pair {
    /// That of noise; `None` where its moments are not computed here.
    pub(crate) fn of(noise: &Noise) -> Option<Pair> {
        match noise {
            Noise::Gaussian(gaussian) => Some(Pair::Normal { mu: gaussian.mu_squared.sqrt() }),
            Noise::Laplace(laplace) => Some(Pair::Laplace { eps: laplace.eps0.clone() }),
            Noise::DiscreteGaussian(noise) => {
                Some(Pair::Integers { sigma_sq: noise.sigma_sq.clone(), shift: noise.shift })
            }
            _ => None,
        }
    }
}

impl RatioPower {
    pub(crate) fn new(pair: Pair, rate: Real, exponent: Rational) -> RatioPower {
        RatioPower { pair, rate, exponent }
    }

    /// An enclosure, whose width shrinks with the precision.
    pub(super) fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        match &self.pair {
            Pair::Normal { mu } => normal::on_reals(mu, &self.rate, &self.exponent, precision),
            Pair::Integers { sigma_sq, shift } => {
                normal::on_integers(sigma_sq, *shift, &self.rate, &self.exponent, precision)
            }
            Pair::Laplace { eps } => laplace::moment(eps, &self.rate, &self.exponent, precision),
        }
    }

    /// About the number of exponentials and logarithms that [`RatioPower::enclose`] evaluates.
    pub(crate) fn evaluations(&self, precision: u64) -> u64 {
        match &self.pair {
            Pair::Normal { mu } => {
                normal::nodes_on_reals(mu, &self.rate, &self.exponent, precision)
            }
            Pair::Integers { sigma_sq, shift } => {
                normal::nodes_on_integers(sigma_sq, *shift, &self.rate, &self.exponent, precision)
            }
            Pair::Laplace { eps } => laplace::evaluations(eps, &self.exponent, precision),
        }
    }
}
