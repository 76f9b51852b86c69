//! Divergences of one step, where they are known; all of them add, or multiply, under composition.

use super::Dominating;
use super::zcdp::Concentrated;
use crate::exact::Extended;
use crate::pair::FinitePair;
use malachite::rational::Rational;

/// The order of a Renyi divergence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenyiOrder {
    /// A rational one, > 0 and != 1.
    Finite(Rational),
    /// Infinity: the largest loss.
    Infinite,
}

/// What is known of the divergences of a step; for a class, the largest of its members, and for a sample the larger of
/// both directions of neighbours.
pub(super) trait Divergences {
    /// `KL(P || Q)`, and `KL(Q || P)`.
    fn kl(&self) -> Option<[Extended; 2]>;

    /// The Renyi divergence of P from Q of a finite order.
    fn renyi(&self, order: &Rational) -> Option<Extended>;

    /// The largest loss: the Renyi divergence of order infinity.
    fn largest_loss(&self) -> Option<Extended>;

    /// `1 + chi^2(P || Q)`: the exponential of the Renyi divergence of order 2.
    fn chi_squared_plus_one(&self) -> Option<Extended>;

    /// `kappa_2 = E_Q[L^2]`.
    fn kappa2(&self) -> Option<Extended>;
}

impl Divergences for FinitePair {
    fn kl(&self) -> Option<[Extended; 2]> {
        Some([FinitePair::kl(self), self.kl_reverse()])
    }

    fn renyi(&self, order: &Rational) -> Option<Extended> {
        Some(FinitePair::renyi(self, order))
    }

    fn largest_loss(&self) -> Option<Extended> {
        FinitePair::largest_loss(self)
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        Some(FinitePair::chi_squared_plus_one(self))
    }

    fn kappa2(&self) -> Option<Extended> {
        Some(FinitePair::kappa2(self))
    }
}

impl Dominating {
    /// Nothing is known of what is made of trade-off functions.
    fn known<T>(&self, of: impl Fn(&dyn Divergences) -> Option<T>) -> Option<T> {
        match self {
            Dominating::ThreePoint(pair) => of(&pair.to_finite()),
            Dominating::Finite(pair) => of(pair),
            Dominating::Laplace(laplace) => of(laplace),
            Dominating::Sampled(sampled) => of(sampled),
            Dominating::Gaussian(_) | Dominating::DiscreteGaussian { .. } | Dominating::Zcdp(_) => {
                of(&Concentrated::of(self)?)
            }
            Dominating::Operation(_) => None,
        }
    }

    /// `KL(P || Q)`, and `KL(Q || P)`; for a class, the largest of its members.
    pub fn kl(&self) -> Option<[Extended; 2]> {
        self.known(|step| step.kl())
    }

    /// The Renyi divergence of P from Q; for a class, the largest of its members, and for a sample the larger
    /// of both directions of neighbours.
    pub fn renyi(&self, order: &RenyiOrder) -> Option<Extended> {
        match order {
            RenyiOrder::Finite(order) => self.known(|step| step.renyi(order)),
            RenyiOrder::Infinite => self.largest_loss(),
        }
    }

    /// The largest loss, where it is known.
    pub(super) fn largest_loss(&self) -> Option<Extended> {
        self.known(|step| step.largest_loss())
    }

    /// `1 + chi^2(P || Q)`: the exponential of the Renyi divergence of order 2.
    pub fn chi_squared_plus_one(&self) -> Option<Extended> {
        self.known(|step| step.chi_squared_plus_one())
    }

    /// `kappa_2 = E_Q[L^2]`.
    pub fn kappa2(&self) -> Option<Extended> {
        self.known(|step| step.kappa2())
    }
}
