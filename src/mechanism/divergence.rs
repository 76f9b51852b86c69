//! Divergences of one step, where they are known; all of them add, or multiply, under composition.

use super::Dominating;
use crate::exact::real::Real;
use crate::tradeoff::functionals::{Functional, UNBOUNDED};
use malachite::rational::Rational;

/// The order of a Renyi divergence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenyiOrder {
    /// A rational one, > 0 and != 1.
    Finite(Rational),
    /// Infinity: the largest loss.
    Infinite,
}

impl Dominating {
    /// `KL(P || Q)`, and `KL(Q || P)`; for a class, the largest of its members.
    ///
    /// For zCDP it is rho: at most that as the limit of the orders from above, and the Gaussian of the
    /// class has it. For the discrete Gaussian of shift s the mean of P is s, and the loss at n is
    /// `(2 n s - s^2) / (2 sigma^2)`.
    pub fn kl(&self) -> Option<[Functional; 2]> {
        let both = |x: Real| Some([Functional::Finite(x.clone()), Functional::Finite(x)]);
        match self {
            Dominating::ThreePoint(pair) => Some([pair.to_finite().kl(), pair.to_finite().kl_reverse()]),
            Dominating::Finite(pair) => Some([pair.kl(), pair.kl_reverse()]),
            Dominating::Laplace(laplace) => both(laplace.kl()),
            Dominating::Gaussian(_) | Dominating::DiscreteGaussian { .. } | Dominating::Zcdp(_) => both(self.rho()?),
            Dominating::Sampled(_) | Dominating::Operation(_) => None,
        }
    }

    /// The Renyi divergence of P from Q; for a class, the largest of its members.
    ///
    /// For the discrete Gaussian it is known where the order times each shift is whole, see
    /// [`Dominating::rho`]; for zCDP from order 1 on, where the Gaussian of the class has the most.
    pub fn renyi(&self, order: &RenyiOrder) -> Option<Functional> {
        let RenyiOrder::Finite(order) = order else { return self.largest_loss() };
        let linear = || Some(Functional::Finite(Real::from(order.clone()).mul(&self.rho()?)));
        match self {
            Dominating::ThreePoint(pair) => Some(pair.to_finite().renyi(order)),
            Dominating::Finite(pair) => Some(pair.renyi(order)),
            Dominating::Laplace(laplace) => Some(Functional::Finite(laplace.renyi(order))),
            Dominating::Gaussian(_) => linear(),
            Dominating::Zcdp(_) if *order > 1 => linear(),
            Dominating::DiscreteGaussian { shifts, .. }
                if shifts.iter().all(|shift| *(order * Rational::from(*shift)).denominator_ref() == 1u32) =>
            {
                linear()
            }
            Dominating::Zcdp(_)
            | Dominating::DiscreteGaussian { .. }
            | Dominating::Sampled(_)
            | Dominating::Operation(_) => None,
        }
    }

    fn largest_loss(&self) -> Option<Functional> {
        match self {
            Dominating::ThreePoint(pair) => pair.to_finite().largest_loss(),
            Dominating::Finite(pair) => pair.largest_loss(),
            Dominating::Laplace(laplace) => Some(Functional::Finite(laplace.eps0.clone())),
            Dominating::Gaussian(_) | Dominating::DiscreteGaussian { .. } | Dominating::Zcdp(_) => {
                let rho = self.rho()?;
                Some(if rho.is_zero() { Functional::Finite(rho) } else { Functional::Infinite(UNBOUNDED) })
            }
            Dominating::Sampled(_) | Dominating::Operation(_) => None,
        }
    }

    /// `1 + chi^2(P || Q)`: the exponential of the Renyi divergence of order 2.
    pub fn chi_squared_plus_one(&self) -> Option<Functional> {
        match self {
            Dominating::ThreePoint(pair) => Some(pair.to_finite().chi_squared_plus_one()),
            Dominating::Finite(pair) => Some(pair.chi_squared_plus_one()),
            Dominating::Laplace(laplace) => Some(Functional::Finite(laplace.chi_squared_plus_one())),
            Dominating::Gaussian(_) | Dominating::DiscreteGaussian { .. } | Dominating::Zcdp(_) => {
                Some(Functional::Finite(Real::from(2u64).mul(&self.rho()?).exp()))
            }
            Dominating::Sampled(_) | Dominating::Operation(_) => None,
        }
    }

    /// `kappa_2 = E_Q[L^2]`.
    pub fn kappa2(&self) -> Option<Functional> {
        match self {
            Dominating::ThreePoint(pair) => Some(pair.to_finite().kappa2()),
            Dominating::Finite(pair) => Some(pair.kappa2()),
            Dominating::Laplace(laplace) => Some(Functional::Finite(laplace.kappa2())),
            Dominating::Gaussian(gaussian) => Some(Functional::Finite(gaussian.kappa2())),
            Dominating::DiscreteGaussian { .. }
            | Dominating::Zcdp(_)
            | Dominating::Sampled(_)
            | Dominating::Operation(_) => None,
        }
    }
}
