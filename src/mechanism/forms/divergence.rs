//! Divergences of one step, where they are known; all of them add, or multiply, under composition.

use crate::exact::Extended;
use crate::exact::real::Real;
use crate::mechanism::{Directed, Dominating, LossPair, Noise};
use crate::pair::FinitePair;
use crate::pair::functionals::UNBOUNDED;
use malachite::rational::Rational;

/// The order of a Renyi divergence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RenyiOrder {
    /// A rational order, > 0 and != 1.
    Finite(Rational),
    /// Order infinity: the largest loss.
    Infinite,
}

/// The known divergences of a step: for a class, the largest of its members; for a sample, the
/// larger of both directions of neighbours.
pub(crate) trait Divergences {
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

/// A step whose Renyi divergence of order a is `a rho` wherever it is known, for one rho.
///
/// The Kullback-Leibler divergence is rho. For zCDP it is at most rho, as the limit of the orders
/// from above, and the Gaussian of the class attains it. For the discrete Gaussian of shift s the
/// mean of P is s, and the loss at n is `(2 n s - s^2) / (2 sigma^2)`.
pub(crate) trait Concentrated {
    /// The least rho for which it is rho-zCDP.
    fn rho(&self) -> Real;

    /// Is its divergence of this order known?
    fn is_known_at(&self, _order: &Rational) -> bool {
        true
    }

    /// `kappa_2 = E_Q[L^2]`.
    fn second_moment(&self) -> Option<Extended> {
        None
    }
}

impl<T: Concentrated> Divergences for T {
    fn kl(&self) -> Option<[Extended; 2]> {
        let kl = Extended::from(self.rho());
        Some([kl.clone(), kl])
    }

    fn renyi(&self, order: &Rational) -> Option<Extended> {
        self.is_known_at(order).then(|| (Real::from(order.clone()) * self.rho()).into())
    }

    fn largest_loss(&self) -> Option<Extended> {
        Some(if self.rho().is_zero() { Real::zero().into() } else { Extended::Infinite(UNBOUNDED) })
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        Some((2 * self.rho()).exp().into())
    }

    fn kappa2(&self) -> Option<Extended> {
        self.second_moment()
    }
}

/// Independent noise on several values: additive divergences are added.
impl Divergences for Vec<Noise> {
    fn kl(&self) -> Option<[Extended; 2]> {
        let zero = || Extended::Finite(Real::zero());
        self.iter().try_fold([zero(), zero()], |[of, from], noise| {
            let [p, q] = noise.divergences().kl()?;
            Some([of.plus(&p), from.plus(&q)])
        })
    }

    fn renyi(&self, order: &Rational) -> Option<Extended> {
        sum(self, |noise| noise.renyi(order))
    }

    fn largest_loss(&self) -> Option<Extended> {
        sum(self, |noise| noise.largest_loss())
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        let mut factors = self.iter().map(|noise| noise.divergences().chi_squared_plus_one());
        factors.try_fold(Extended::Finite(Real::one()), |product, factor| {
            Some(product.times(&factor?))
        })
    }

    fn kappa2(&self) -> Option<Extended> {
        let [noise] = self.as_slice() else {
            return None;
        };
        noise.divergences().kappa2()
    }
}

fn sum(noise: &[Noise], of: impl Fn(&dyn Divergences) -> Option<Extended>) -> Option<Extended> {
    let mut terms = noise.iter().map(|noise| of(noise.divergences()));
    terms.try_fold(Extended::Finite(Real::zero()), |sum, term| Some(sum.plus(&term?)))
}

impl Dominating {
    /// Operations on trade-off functions, releases of keys, and classes between two pairs have no
    /// known divergences.
    fn known<T>(&self, of: impl Fn(&dyn Divergences) -> Option<T>) -> Option<T> {
        match self {
            Dominating::ThreePoint(pair) => of(&pair.to_finite()),
            Dominating::Finite(pair) => of(pair),
            Dominating::Noise(noise) => of(noise),
            Dominating::Sampled(sampled) => of(sampled),
            Dominating::Zcdp(zcdp) => of(zcdp),
            Dominating::Directed(Directed { pair: LossPair::Scales(scales), .. }) => of(scales),
            Dominating::Operation(_)
            | Dominating::Directed(_)
            | Dominating::OneOf(_)
            | Dominating::Splits(_)
            | Dominating::Bounded(_) => None,
        }
    }

    /// `KL(P || Q)`, and `KL(Q || P)`; for a class, the largest of its members.
    pub fn kl(&self) -> Option<[Extended; 2]> {
        self.known(|step| step.kl())
    }

    /// The Renyi divergence of P from Q; for a class, the largest of its members, and for a sample
    /// the larger of both directions of neighbours.
    pub fn renyi(&self, order: &RenyiOrder) -> Option<Extended> {
        match order {
            RenyiOrder::Finite(order) => self.known(|step| step.renyi(order)),
            RenyiOrder::Infinite => self.largest_loss(),
        }
    }

    /// The largest loss, where it is known.
    pub(crate) fn largest_loss(&self) -> Option<Extended> {
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

    /// The least rho for which the step is rho-zCDP, where it is known: the supremum of
    /// `D_alpha / alpha` over the orders alpha > 1 and both directions of neighbours.
    ///
    /// At every whole order it is attained by all these steps at once. So rho adds under
    /// composition, and the sum is again the least one.
    pub fn rho(&self) -> Option<Real> {
        match self {
            Dominating::Zcdp(zcdp) => Some(zcdp.rho.clone()),
            Dominating::Noise(noise) => {
                noise.iter().map(Noise::rho).try_fold(Real::zero(), |sum, rho| Some(&sum + rho?))
            }
            _ => None,
        }
    }
}
