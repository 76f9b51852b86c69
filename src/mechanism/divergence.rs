//! Divergences of one step, where they are known; all of them add, or multiply, under composition.

use super::{Dominating, Sampled, Sampler};
use crate::exact::real::Real;
use crate::pair::FinitePair;
use crate::tradeoff::functionals::{Functional, UNBOUNDED, sum};
use malachite::base::num::basic::traits::One;
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
    /// Of a Poisson sample it is that of M and Q: see [`Sampled`]. For zCDP it is rho: at most that as the limit of
    /// the orders from above, and the Gaussian of the class has it. For the discrete Gaussian of shift s the mean of
    /// P is s, and the loss at n is `(2 n s - s^2) / (2 sigma^2)`.
    pub fn kl(&self) -> Option<[Functional; 2]> {
        let both = |x: Real| Some([Functional::Finite(x.clone()), Functional::Finite(x)]);
        match self {
            Dominating::ThreePoint(pair) => Some([pair.to_finite().kl(), pair.to_finite().kl_reverse()]),
            Dominating::Finite(pair) => Some([pair.kl(), pair.kl_reverse()]),
            Dominating::Laplace(laplace) => both(laplace.kl()),
            Dominating::Gaussian(_) | Dominating::DiscreteGaussian { .. } | Dominating::Zcdp(_) => both(self.rho()?),
            Dominating::Sampled(sampled) if sampled.rate.is_one() => sampled.base.kl(),
            Dominating::Sampled(sampled) => {
                let pair = sampled.mixed_pair()?;
                Some([pair.kl(), pair.kl_reverse()])
            }
            Dominating::Operation(_) => None,
        }
    }

    /// The Renyi divergence of P from Q; for a class, the largest of its members, and for a sample the larger
    /// of both directions of neighbours.
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
            Dominating::Sampled(sampled) => sampled.renyi(order),
            Dominating::Zcdp(_) | Dominating::DiscreteGaussian { .. } | Dominating::Operation(_) => None,
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
            Dominating::Sampled(sampled) => {
                let amplified = |x: &Real| sampled.diluted(&x.exp()).ln();
                Some(sampled.symmetric_base()?.largest_loss()?.map(amplified))
            }
            Dominating::Operation(_) => None,
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
            // The difference of the distributions is q times as large, and Q is the same.
            Dominating::Sampled(sampled) => {
                let square = sampled.rate.pow(2);
                let excess = |x: &Real| Real::one().add(&square.mul(&x.sub(&Real::one())));
                Some(sampled.symmetric_base()?.chi_squared_plus_one()?.map(excess))
            }
            Dominating::Operation(_) => None,
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

/// The largest order whose powers of a mixture are expanded.
const MOST_ORDER: i64 = 256;

/// Divergences under Poisson sampling, of `M = (1-q) Q + q P` from Q. In the other direction, of Q from M,
/// they are no larger, for a symmetric pair (P, Q) and orders a from 1/2 on:
///
/// Take outcomes of likelihood ratios x > 1 and 1/x together, whose masses under Q are m and x m, and write
/// `u = 1 - q + q x` and `v = 1 - q + q/x`. The moments `E_Q[(M/Q)^a]` and `E_Q[(M/Q)^(1-a)]` then differ by m times
/// `h(a) = u^a + x v^a - u^(1-a) - x v^(1-a)`, which is 0 at 0, 1/2 and 1, as `u + x v = 1 + x`. As
/// `u v >= 1`, its coefficients change sign three times when ordered by the exponents `-ln u`, `ln v`, `-ln v`,
/// `ln u`, so that it has no further zeros (Descartes): it is positive from 1 on, and negative between 1/2
/// and 1. There the logarithm is divided by a negative number. Infinite losses are the limit of large x.
impl Sampled {
    /// `1 - q + q x`.
    fn diluted(&self, x: &Real) -> Real {
        Real::one().sub(&self.rate).add(&self.rate.mul(x))
    }

    /// The mechanism that is sampled, if it is a Poisson sample and both directions of it are alike.
    fn symmetric_base(&self) -> Option<&Dominating> {
        (self.sampler == Sampler::Poisson && self.base.is_symmetric(true)).then_some(self.base.as_ref())
    }

    /// (M, Q), where P and Q have finitely many likelihood ratios.
    pub(crate) fn mixed_pair(&self) -> Option<FinitePair> {
        match self.base.as_ref() {
            _ if self.sampler != Sampler::Poisson => None,
            Dominating::ThreePoint(pair) => pair.to_finite().mixed(&self.rate),
            Dominating::Finite(pair) => pair.mixed(&self.rate),
            _ => None,
        }
    }

    /// The Renyi divergence of a finite order. Where there is no finite pair the order has to be whole:
    /// `sum_k C(a, k) (1-q)^(a-k) q^k e^((k-1) D_k)` is the moment, with the orders D_k of (P, Q).
    fn renyi(&self, order: &Rational) -> Option<Functional> {
        let base = self.symmetric_base()?;
        if *order < Rational::from_unsigneds(1u32, 2u32) {
            return None;
        }
        if let Some(pair) = self.mixed_pair() {
            return Some(pair.renyi(order));
        }
        if self.rate.is_one() {
            return base.renyi(&RenyiOrder::Finite(order.clone()));
        }
        if *order.denominator_ref() != 1u32 {
            return None;
        }
        let whole = i64::try_from(order.numerator_ref()).ok().filter(|whole| *whole <= MOST_ORDER)?;
        let rest = Real::one().sub(&self.rate);
        let mut coefficient = Rational::ONE;
        let mut terms = Vec::new();
        for k in 0..=whole {
            let exponent = match k {
                0 | 1 => Functional::Finite(Real::zero()),
                k => base.renyi(&RenyiOrder::Finite(Rational::from(k)))?.map(|x| Real::from(k - 1).mul(x)),
            };
            let Functional::Finite(exponent) = exponent else { return Some(exponent) };
            let weight = rest.pow(whole - k).mul(&self.rate.pow(k));
            terms.push(Real::from(coefficient.clone()).mul(&weight).mul(&exponent.exp()));
            coefficient = coefficient * Rational::from(whole - k) / Rational::from(k + 1);
        }
        let factor = Rational::ONE / (order - Rational::ONE);
        Some(Functional::Finite(Real::from(factor).mul(&sum(&terms).ln())))
    }
}
