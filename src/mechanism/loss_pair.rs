//! The pairs that a step contributes to a composition, one for each direction of neighbours.

use super::{
    Adjacency, Allocated, Appearance, Dominating, GaussianScales, NegativeBinomial, Noise, Sampler, Shifts,
    TruncatedPoisson,
};
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::pair::atoms::Atoms;
use crate::pair::tails::{Disclosure, GridPoint, Masses, Tails};
use crate::pair::{Direction, Evaluated, FinitePair, any_of};
use crate::tradeoff::Curve;
use std::cmp::Ordering;

/// A pair of distributions (P, Q), not yet evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LossPair {
    /// Noise at the distance of neighbours.
    Noise(Noise),
    /// Finitely many likelihood ratios.
    Finite(FinitePair),
    /// A key that is released or not.
    Appearing(Appearance),
    /// Negative binomial noise at the distance of neighbours.
    NegativeBinomial(NegativeBinomial),
    /// Mixtures of shifts of one noise.
    Shifts(Box<Shifts>),
    /// Two centred Gaussians of different scale.
    Scales(GaussianScales),
    /// A truncated Poisson sample.
    Truncated {
        /// The sample.
        sample: Box<TruncatedPoisson>,
        /// Which of the two orders.
        direction: Direction,
    },
    /// `((1-q) Q + q P, Q)` for a symmetric pair (P, Q), or `(Q, (1-q) Q + q P)` in reverse.
    Mixture {
        /// The pair (P, Q).
        base: Box<LossPair>,
        /// The rate q, 0 < q <= 1.
        rate: Real,
        /// Which of the two orders.
        direction: Direction,
    },
    /// The symmetric pair whose profile is `q delta(1 + (g-1)/q)` for `g = e^eps >= 1`, where delta
    /// is the profile of a symmetric pair.
    Replaced {
        /// The symmetric pair with the profile delta.
        base: Box<LossPair>,
        /// The rate q, 0 < q <= 1.
        rate: Real,
    },
    /// A pair of any other form beside independent ones that have a single finite loss, with their counts. It is one pair,
    /// with `delta(eps) = 1 - a + a delta_base(eps - l)` for their P-mass a at finite losses, of which the sum is l.
    Beside {
        /// The pair, whose finite losses are several.
        base: Box<LossPair>,
        /// Those with a single finite loss.
        disclosures: Vec<(LossPair, u64)>,
    },
    /// A bound of a random allocation.
    Allocated(Allocated),
}

/// A pair (P, Q) of which the other direction of neighbours is (Q, P).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Directed {
    /// The pair.
    pub pair: LossPair,
    /// The adjacency whose neighbours it is for, where it is for no others.
    pub only_of: Option<Adjacency>,
}

/// The kind of bound that a pair is for.
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

    /// The pairs (Q, P) of a composition, with their counts.
    pub fn all_reversed(steps: &[(LossPair, u64)]) -> Vec<(LossPair, u64)> {
        steps.iter().map(|(pair, count)| (pair.clone().reversed(), *count)).collect()
    }

    /// The pair (Q, P).
    pub fn reversed(self) -> LossPair {
        match self {
            LossPair::Finite(pair) => LossPair::Finite(pair.reversed()),
            LossPair::Mixture { base, rate, direction } => {
                LossPair::Mixture { base, rate, direction: direction.reversed() }
            }
            LossPair::Appearing(key) => LossPair::Appearing(key.reversed()),
            LossPair::NegativeBinomial(noise) => LossPair::NegativeBinomial(noise.reversed()),
            LossPair::Shifts(shifts) => LossPair::Shifts(Box::new(shifts.reversed())),
            LossPair::Scales(scales) => LossPair::Scales(scales.reversed()),
            LossPair::Truncated { sample, direction } => {
                LossPair::Truncated { sample, direction: direction.reversed() }
            }
            LossPair::Allocated(pair) => LossPair::Allocated(pair.reversed()),
            LossPair::Beside { base, disclosures } => LossPair::Beside {
                base: Box::new(base.reversed()),
                disclosures: disclosures.into_iter().map(|(pair, count)| (pair.reversed(), count)).collect(),
            },
            symmetric @ (LossPair::Noise(_) | LossPair::Replaced { .. }) => symmetric,
        }
    }
}

impl LossPair {
    /// Does an outcome of P have probability 0 under Q? `None` if that is undecided.
    pub fn has_infinite_loss(&self) -> Option<bool> {
        match self {
            LossPair::Noise(noise) => Some(noise.has_infinite_loss()),
            LossPair::Finite(pair) => pair.p_infinite.sign().map(Ordering::is_gt),
            LossPair::Appearing(key) => Some(key.direction() == Direction::Forward),
            LossPair::NegativeBinomial(noise) => Some(noise.direction() == Direction::Forward),
            LossPair::Shifts(_) | LossPair::Scales(_) | LossPair::Truncated { .. } => Some(false),
            LossPair::Allocated(pair) => pair.has_infinite_loss(),
            // (1-q) Q is a part of the second distribution.
            LossPair::Mixture { direction: Direction::Reverse, .. } => Some(false),
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } => base.has_infinite_loss(),
            LossPair::Beside { base, disclosures } => {
                let mut all = disclosures.iter().map(|(pair, _)| pair).chain([base.as_ref()]);
                all.try_fold(false, |found, pair| Some(found | pair.has_infinite_loss()?))
            }
        }
    }

    /// Are the finite losses bounded?
    pub fn is_bounded(&self) -> bool {
        match self {
            LossPair::Noise(noise) => noise.is_bounded(),
            LossPair::Shifts(shifts) => shifts.is_bounded(),
            LossPair::Scales(scales) => scales.bound().is_some(),
            LossPair::Truncated { sample, direction } => *direction == Direction::Reverse || sample.is_bounded(),
            LossPair::Allocated(pair) => pair.is_bounded(),
            LossPair::Finite(_)
            | LossPair::Appearing(_)
            | LossPair::NegativeBinomial(_)
            | LossPair::Mixture { direction: Direction::Reverse, .. } => true,
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } | LossPair::Beside { base, .. } => {
                base.is_bounded()
            }
        }
    }

    /// The least upper bound of all finite losses; `None` if they are unbounded, or losses cannot be compared.
    pub fn largest_loss(&self) -> Option<Real> {
        let mixed = |base: &LossPair, rate: &Real| {
            let grown = base.largest_loss()?.exp();
            Some((1 - rate + rate * &grown).ln())
        };
        match self {
            LossPair::Noise(noise) => noise.largest_loss(),
            LossPair::Allocated(pair) => pair.largest_loss(),
            LossPair::Finite(pair) if pair.atoms.is_empty() => Some(Real::zero()),
            LossPair::Finite(pair) => pair.largest_atom().map(|atom| atom.loss.clone()),
            // ln(1-p) < 0, or its opposite, which is no expression.
            LossPair::Appearing(key) => (key.direction() == Direction::Forward).then(Real::zero),
            LossPair::NegativeBinomial(noise) => noise.largest_loss(),
            LossPair::Shifts(shifts) => shifts.largest_loss(),
            LossPair::Scales(scales) => scales.bound(),
            LossPair::Truncated { .. } => None,
            LossPair::Mixture { base, rate, direction: Direction::Forward } | LossPair::Replaced { base, rate } => {
                mixed(base, rate)
            }
            LossPair::Beside { base, disclosures } => {
                let mut finite = disclosures.iter().map(|(pair, count)| Some((pair.largest_loss()?, *count)));
                finite.try_fold(base.largest_loss()?, |sum, next| {
                    next.map(|(loss, count)| &sum + Real::from(count) * &loss)
                })
            }
            LossPair::Mixture { base, rate, direction: Direction::Reverse } => {
                // The smallest loss of a symmetric pair is minus the largest; without a bound it is -inf.
                let is_bounded = base.is_bounded() && !base.has_infinite_loss()?;
                let shrunk = if is_bounded { (-base.largest_loss()?).exp() } else { Real::zero() };
                Some(-(1 - rate + rate * &shrunk).ln())
            }
        }
    }

    /// Word operations to evaluate it at a loss, with the precision of a grid, beyond those of a closed form.
    pub(crate) fn series_work(&self) -> u64 {
        match self {
            LossPair::Noise(Noise::BoundedRange(range)) => range.series_work(),
            LossPair::Scales(scales) => scales.series_work(),
            LossPair::Shifts(shifts) => shifts.series_work(),
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } | LossPair::Beside { base, .. } => {
                base.series_work()
            }
            _ => 0,
        }
    }

    /// About the number of outcomes that are listed to evaluate it; 0 where tails are known.
    pub fn outcomes(&self) -> u64 {
        match self {
            LossPair::Noise(noise) => noise.outcomes(),
            LossPair::Finite(pair) => u64::try_from(pair.atoms.len()).unwrap_or(u64::MAX),
            LossPair::Appearing(key) => key.terms(),
            LossPair::NegativeBinomial(noise) => noise.outcomes(),
            LossPair::Shifts(shifts) => shifts.outcomes(),
            LossPair::Scales(_) | LossPair::Truncated { .. } => 0,
            LossPair::Allocated(pair) => pair.outcomes(),
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } => base.outcomes(),
            LossPair::Beside { base, disclosures } => {
                let of_disclosures = disclosures.iter().map(|(pair, _)| pair.outcomes()).fold(0, u64::saturating_add);
                match base.outcomes() {
                    0 => 0,
                    listed => listed.saturating_add(of_disclosures),
                }
            }
        }
    }

    /// Does it reveal nothing: P = Q?
    pub fn is_trivial(&self) -> bool {
        match self {
            LossPair::Noise(noise) => noise.is_trivial(),
            LossPair::Shifts(shifts) => shifts.is_trivial(),
            LossPair::Scales(scales) => scales.is_trivial(),
            LossPair::Finite(pair) => {
                let mut losses = pair.atoms.iter().map(|atom| &atom.loss);
                pair.p_infinite.is_zero() && pair.q_infinite.is_zero() && losses.all(Real::is_zero)
            }
            LossPair::Appearing(_)
            | LossPair::NegativeBinomial(_)
            | LossPair::Beside { .. }
            | LossPair::Truncated { .. }
            | LossPair::Allocated(_) => false,
            LossPair::Mixture { base, .. } | LossPair::Replaced { base, .. } => base.is_trivial(),
        }
    }
}

impl Dominating {
    /// The independent parts of the step for one direction of neighbours.
    pub fn loss_pairs(&self, direction: Direction, role: Role) -> Vec<LossPair> {
        let forward =
            |loss_pair: LossPair| vec![if direction == Direction::Forward { loss_pair } else { loss_pair.reversed() }];
        match self {
            Dominating::ThreePoint(pair) => vec![LossPair::Finite(pair.to_finite())],
            Dominating::Finite(pair) => forward(LossPair::Finite(pair.clone())),
            Dominating::Noise(noise) => noise.iter().map(|noise| noise.loss_pair(role)).collect(),
            // A member of the class: no pair is known that dominates the class and could be composed.
            Dominating::Zcdp(zcdp) => vec![LossPair::Noise(zcdp.gaussian().into())],
            // They have no loss pair without polygons or a choice, see `composition::Route`.
            Dominating::Operation(_) | Dominating::OneOf(_) | Dominating::Splits(_) if role == Role::Dominating => {
                vec![LossPair::Finite(Curve::no_privacy().to_pair())]
            }
            Dominating::Operation(_) | Dominating::OneOf(_) | Dominating::Splits(_) => Vec::new(),
            Dominating::Directed(step) => forward(step.pair.clone()),
            Dominating::Bounded(class) => class.bound(role).loss_pairs(direction, role),
            Dominating::Sampled(sampled) => {
                let parts = sampled.base.loss_pairs(Direction::Forward, role);
                let sample = |loss_pair: LossPair| match (sampled.sampler, role) {
                    (Sampler::WithoutReplacement, Role::Dominating) => loss_pair.replaced(&sampled.rate),
                    _ => loss_pair.mixture(&sampled.rate, direction),
                };
                parts.into_iter().map(sample).collect()
            }
        }
    }

    /// Is the dominating pair the worst of several mechanisms, another one at each eps, so that its composition is not
    /// attained?
    pub(crate) fn has_range(&self) -> bool {
        match self {
            Dominating::Sampled(sampled) => sampled.base.has_range(),
            Dominating::Bounded(_) => true,
            step => matches!(step.noise(), Some(Noise::BoundedRange(_))),
        }
    }

    /// Is the dominating pair attained by neighbours?
    pub fn is_attained(&self) -> bool {
        match self {
            Dominating::Sampled(sampled) => {
                (sampled.sampler == Sampler::Poisson || sampled.rate.is_one()) && sampled.base.is_attained()
            }
            Dominating::Bounded(class) => class.is_attained,
            Dominating::Zcdp(_) | Dominating::Operation(_) | Dominating::OneOf(_) => false,
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

impl LossPair {
    /// Evaluates the parts that do not depend on the loss.
    pub fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let rate = |rate: &Real| rate.enclose::<E>(precision);
        match self {
            LossPair::Noise(noise) => noise.evaluate(precision),
            LossPair::Finite(pair) => Evaluated::Atoms(Atoms::finite(pair, precision)),
            LossPair::Appearing(key) => Evaluated::Atoms(key.atoms(precision)),
            LossPair::NegativeBinomial(noise) => Evaluated::Atoms(noise.atoms(precision)),
            LossPair::Shifts(shifts) => shifts.evaluate(precision),
            LossPair::Scales(scales) => scales.evaluate(precision),
            LossPair::Truncated { sample, direction } => Evaluated::Tails(sample.tails(*direction, precision)),
            LossPair::Allocated(pair) => Evaluated::Atoms(pair.evaluate(precision)),
            LossPair::Mixture { base, rate: q, direction } => match base.evaluate(precision) {
                Evaluated::Tails(base) => {
                    Evaluated::Tails(Tails::Mixture { base: Box::new(base), rate: rate(q), direction: *direction })
                }
                Evaluated::Atoms(base) if *direction == Direction::Forward => Evaluated::Atoms(base.mixed(&rate(q))),
                Evaluated::Atoms(base) => Evaluated::Atoms(base.mixed(&rate(q)).reversed()),
            },
            LossPair::Beside { base, disclosures } => {
                let disclosure = disclosure(disclosures, precision);
                match base.evaluate(precision) {
                    Evaluated::Tails(base) => Evaluated::Tails(Tails::Beside { base: Box::new(base), disclosure }),
                    Evaluated::Atoms(base) => Evaluated::Atoms(base.beside(&disclosure)),
                }
            }
            LossPair::Replaced { base, rate: q } => match base.evaluate(precision) {
                Evaluated::Tails(base) => Evaluated::Tails(Tails::Replaced { base: Box::new(base), rate: rate(q) }),
                Evaluated::Atoms(base) => Evaluated::Atoms(base.mixed(&rate(q)).folded()),
            },
        }
    }

    /// Adds independent copies of another pair to those of this one, where all are copies of one pair; does it?
    pub(crate) fn takes_in(&mut self, count: &mut u64, other: &LossPair, more: u64) -> bool {
        if let (LossPair::Scales(scales), LossPair::Scales(others)) = (&*self, other)
            && let Some(all) = scales.together(*count, others, more)
        {
            (*self, *count) = (LossPair::Scales(all), 1);
            return true;
        }
        match count.checked_add(more) {
            Some(sum) if self == other => {
                *count = sum;
                true
            }
            _ => false,
        }
    }

    /// Has it a single finite loss?
    pub(crate) fn is_disclosure(&self) -> bool {
        match self {
            LossPair::Appearing(_) => true,
            LossPair::Finite(pair) => pair.atoms.len() == 1,
            _ => false,
        }
    }

    /// The P-mass at infinite loss.
    pub fn infinite<E: Engine>(&self, precision: u64) -> Interval<E> {
        // A bound of a random allocation may have it where the allocation has none.
        if self.has_infinite_loss() == Some(false) && !matches!(self, LossPair::Allocated(_)) {
            return Interval::zero(precision);
        }
        match self.evaluate(precision) {
            Evaluated::Tails(tails) => tails.infinite(precision),
            Evaluated::Atoms(atoms) => atoms.infinite.p,
        }
    }
}

/// The product of pairs with a single finite loss.
fn disclosure<E: Engine>(pairs: &[(LossPair, u64)], precision: u64) -> Disclosure<E> {
    let one = Interval::<E>::one(precision);
    let (mut kept, mut loss) = (Masses { p: one.clone(), q: one }, Interval::zero(precision));
    let (mut of_p, mut of_q) = (Vec::new(), Vec::new());
    for (pair, count) in pairs {
        let Evaluated::Atoms(atoms) = pair.evaluate::<E>(precision) else { continue };
        let Some(atom) = atoms.atoms.first() else { continue };
        let power = |mass: &Interval<E>| mass.pow_natural(*count);
        kept = Masses { p: &kept.p * &power(&atom.masses.p), q: &kept.q * &power(&atom.masses.q) };
        loss = &loss + &(&atom.loss * &Interval::from_u64(*count, precision));
        of_p.push((atoms.infinite.p, *count));
        of_q.push((atoms.infinite.q, *count));
    }
    let infinite = Masses { p: any_of(&of_p, precision), q: any_of(&of_q, precision) };
    Disclosure { kept, loss: GridPoint { ratio: loss.exp(), loss }, infinite }
}
