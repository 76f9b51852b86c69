//! The pairs that a step contributes to a composition, one for each direction of neighbours.

use super::{DiscreteGaussian, Dominating, Gaussian, Laplace, Sampler};
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::real::Real;
use crate::pair::FinitePair;
use crate::tradeoff::Curve;
use malachite::base::num::arithmetic::traits::Ceiling;
use std::cmp::Ordering;

/// A pair of distributions (P, Q), not yet evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LossPair {
    /// Two normal distributions.
    Gaussian(Gaussian),
    /// Two Laplace distributions.
    Laplace(Laplace),
    /// Two discrete Gaussians.
    DiscreteGaussian(DiscreteGaussian),
    /// Finitely many likelihood ratios.
    Finite(FinitePair),
    /// `((1-q) Q + q P, Q)` for a symmetric pair (P, Q), or `(Q, (1-q) Q + q P)` in reverse.
    Mixture {
        /// (P, Q).
        base: Box<LossPair>,
        /// q, 0 < q <= 1.
        rate: Real,
        /// Which of the two.
        direction: Direction,
    },
    /// The symmetric pair whose profile is `q delta(1 + (g-1)/q)` for `g = e^eps >= 1`, where delta
    /// is the profile of a symmetric pair.
    Replaced {
        /// The pair.
        base: Box<LossPair>,
        /// q, 0 < q <= 1.
        rate: Real,
    },
}

/// Which of two neighbours is P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As the pair is written: P has the record.
    Forward,
    /// Exchanged: Q has the record.
    Reverse,
}

impl Direction {
    fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Reverse,
            Direction::Reverse => Direction::Forward,
        }
    }
}

/// What a bound rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A pair that dominates: for upper bounds.
    Dominating,
    /// A pair that neighbours attain: for lower bounds.
    Attained,
}

impl LossPair {
    /// `((1-q) Q + q P, Q)`, or its reverse; atom by atom where the pair is finite.
    fn mixture(self, rate: &Real, direction: Direction) -> LossPair {
        if rate.is_one() {
            return if direction == Direction::Forward { self } else { self.reversed() };
        }
        if let LossPair::Finite(pair) = &self
            && let Some(mixed) = pair.mixed(rate)
        {
            return LossPair::Finite(if direction == Direction::Forward { mixed } else { mixed.reversed() });
        }
        LossPair::Mixture { base: Box::new(self), rate: rate.clone(), direction }
    }

    /// (Q, P).
    pub fn reversed(self) -> LossPair {
        match self {
            LossPair::Finite(pair) => LossPair::Finite(pair.reversed()),
            LossPair::Mixture { base, rate, direction } => {
                LossPair::Mixture { base, rate, direction: direction.reversed() }
            }
            symmetric @ (LossPair::Gaussian(_)
            | LossPair::Laplace(_)
            | LossPair::DiscreteGaussian(_)
            | LossPair::Replaced { .. }) => symmetric,
        }
    }
}

impl LossPair {
    /// Does an outcome of P have probability 0 under Q? `None` if that cannot be decided.
    pub fn has_infinite_loss(&self) -> Option<bool> {
        match self {
            LossPair::Gaussian(_) | LossPair::DiscreteGaussian(_) | LossPair::Laplace(_) => Some(false),
            LossPair::Finite(pair) => pair.p_infinite.sign().map(Ordering::is_gt),
            // (1-q) Q is a part of the second.
            LossPair::Mixture { direction: Direction::Reverse, .. } => Some(false),
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } => base.has_infinite_loss(),
        }
    }

    /// Do finite losses have a bound?
    pub fn is_bounded(&self) -> bool {
        match self {
            LossPair::Gaussian(_) | LossPair::DiscreteGaussian(_) => false,
            LossPair::Laplace(_) | LossPair::Finite(_) | LossPair::Mixture { direction: Direction::Reverse, .. } => {
                true
            }
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } => base.is_bounded(),
        }
    }

    /// The least bound of all finite losses; `None` if there is none, or losses cannot be compared.
    pub fn largest_loss(&self) -> Option<Real> {
        let mixed = |base: &LossPair, rate: &Real| {
            let grown = base.largest_loss()?.exp();
            Some(Real::one().sub(rate).add(&rate.mul(&grown)).ln())
        };
        match self {
            LossPair::Gaussian(_) | LossPair::DiscreteGaussian(_) => None,
            LossPair::Laplace(laplace) => Some(laplace.eps0.clone()),
            LossPair::Finite(pair) => {
                let mut losses = pair.atoms.iter().map(|atom| atom.loss.clone());
                let first = losses.next().unwrap_or_else(Real::zero);
                losses.try_fold(first, |x, y| Some(if x.compare(&y)?.is_lt() { y } else { x }))
            }
            LossPair::Mixture { base, rate, direction: Direction::Forward } | LossPair::Replaced { base, rate } => {
                mixed(base, rate)
            }
            LossPair::Mixture { base, rate, direction: Direction::Reverse } => {
                // The smallest loss of a symmetric pair is minus the largest; without one it is -inf.
                let is_bounded = base.is_bounded() && !base.has_infinite_loss()?;
                let shrunk = if is_bounded { base.largest_loss()?.neg().exp() } else { Real::zero() };
                Some(Real::one().sub(rate).add(&rate.mul(&shrunk)).ln().neg())
            }
        }
    }

    /// The number of outcomes that are listed to evaluate it, about; 0 where tails are known.
    pub fn outcomes(&self) -> u64 {
        match self {
            LossPair::Gaussian(_) | LossPair::Laplace(_) => 0,
            LossPair::DiscreteGaussian(gaussian) => {
                // Until e^(-n^2 / (2 sigma^2)) is below 2^-128, on both sides.
                let last = gaussian.sigma_sq.sqrt().mul(&Real::from(28u64)).enclose::<Malachite>(64);
                let last = last.upper().to_rational().map(|x| Ceiling::ceiling(&x));
                last.and_then(|n| u64::try_from(&n).ok()).unwrap_or(u64::MAX)
            }
            LossPair::Finite(pair) => u64::try_from(pair.atoms.len()).unwrap_or(u64::MAX),
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } => base.outcomes(),
        }
    }

    /// Does it release nothing: P = Q?
    pub fn is_trivial(&self) -> bool {
        match self {
            LossPair::Gaussian(gaussian) => gaussian.mu_squared.is_zero(),
            LossPair::Laplace(laplace) => laplace.eps0.is_zero(),
            LossPair::DiscreteGaussian(_) => false,
            LossPair::Finite(pair) => {
                let mut losses = pair.atoms.iter().map(|atom| &atom.loss);
                pair.p_infinite.is_zero() && pair.q_infinite.is_zero() && losses.all(Real::is_zero)
            }
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } => base.is_trivial(),
        }
    }
}

impl Dominating {
    /// The independent parts of the step for one direction of neighbours.
    pub fn laws(&self, direction: Direction, role: Role) -> Vec<LossPair> {
        let forward = |law: LossPair| vec![if direction == Direction::Forward { law } else { law.reversed() }];
        match self {
            Dominating::ThreePoint(pair) => vec![LossPair::Finite(pair.to_finite())],
            Dominating::Finite(pair) => forward(LossPair::Finite(pair.clone())),
            Dominating::Gaussian(gaussian) => vec![LossPair::Gaussian(gaussian.clone())],
            Dominating::Laplace(laplace) => vec![LossPair::Laplace(laplace.clone())],
            Dominating::DiscreteGaussian { sigma_sq, shifts } => {
                let part = |shift: &u64| {
                    LossPair::DiscreteGaussian(DiscreteGaussian { sigma_sq: sigma_sq.clone(), shift: *shift })
                };
                shifts.iter().map(part).collect()
            }
            // A member of the class; nothing dominates it that could be composed.
            Dominating::Zcdp(zcdp) => vec![LossPair::Gaussian(zcdp.gaussian())],
            // Nothing is known of it without its polygons, see `composition::Route`.
            Dominating::Operation(_) if role == Role::Dominating => {
                vec![LossPair::Finite(Curve::nothing().to_pair())]
            }
            Dominating::Operation(_) => Vec::new(),
            Dominating::Sampled(sampled) => {
                let parts = sampled.base.laws(Direction::Forward, role);
                let sample = |law: LossPair| match (sampled.sampler, role) {
                    (Sampler::WithoutReplacement, Role::Dominating) => law.replaced(&sampled.rate),
                    _ => law.mixture(&sampled.rate, direction),
                };
                parts.into_iter().map(sample).collect()
            }
        }
    }

    /// Do the two directions of neighbours have different pairs, so that both must be composed?
    pub fn is_two_sided(&self, role: Role) -> bool {
        match self {
            Dominating::Sampled(sampled) => {
                !sampled.rate.is_one() && (sampled.sampler == Sampler::Poisson || role == Role::Attained)
            }
            _ => false,
        }
    }

    /// Is the dominating pair attained by neighbours?
    pub fn is_attained(&self) -> bool {
        match self {
            Dominating::Sampled(sampled) => {
                (sampled.sampler == Sampler::Poisson || sampled.rate.is_one()) && sampled.base.is_attained()
            }
            Dominating::Zcdp(_) | Dominating::Operation(_) => false,
            _ => true,
        }
    }
}

impl LossPair {
    /// The symmetric pair of the profile under sampling without replacement.
    fn replaced(self, rate: &Real) -> LossPair {
        if rate.is_one() {
            return self;
        }
        if let LossPair::Finite(pair) = &self
            && let Some(folded) = pair.mixed(rate).and_then(|mixed| mixed.folded())
        {
            return LossPair::Finite(folded);
        }
        LossPair::Replaced { base: Box::new(self), rate: rate.clone() }
    }
}
