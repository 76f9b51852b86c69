//! The pairs that a step contributes to a composition, one for each direction of neighbours.

use super::pair::Pair;
use super::reports::Reports;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::admits::Reason;
use crate::mechanism::kinds::shuffled_batches::LargestBatch;
use crate::mechanism::kinds::truncated_poisson::Truncated;
use crate::mechanism::{
    Adjacency, Allocated, Appearance, Beside, DomainError, Dominating, GaussianScales, Mixed,
    NegativeBinomial, Noise, Replaced, Sampler, Shifts,
};
use crate::pair::{Direction, Evaluated, FinitePair};
use crate::tradeoff::Curve;

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
    Shifts(Shifts),
    /// Two centred Gaussians of different scale.
    Scales(GaussianScales),
    /// A truncated Poisson sample.
    Truncated(Truncated),
    /// The largest value of an epoch of shuffled batches.
    LargestBatch(LargestBatch),
    /// A sum of reports.
    Reports(Reports),
    /// A Poisson sample.
    Mixed(Mixed),
    /// A sample without replacement.
    Replaced(Replaced),
    /// A pair of any other form beside others of a single finite loss.
    Beside(Beside),
    /// A bound of a random allocation.
    Allocated(Allocated),
}

/// Evaluates an expression for the pair, whichever form it has.
macro_rules! each {
    ($any:expr, $pair:ident => $asked:expr) => {
        match $any {
            LossPair::Noise($pair) => $asked,
            LossPair::Finite($pair) => $asked,
            LossPair::Appearing($pair) => $asked,
            LossPair::NegativeBinomial($pair) => $asked,
            LossPair::Shifts($pair) => $asked,
            LossPair::Scales($pair) => $asked,
            LossPair::Truncated($pair) => $asked,
            LossPair::LargestBatch($pair) => $asked,
            LossPair::Reports($pair) => $asked,
            LossPair::Mixed($pair) => $asked,
            LossPair::Replaced($pair) => $asked,
            LossPair::Beside($pair) => $asked,
            LossPair::Allocated($pair) => $asked,
        }
    };
}

/// A pair (P, Q) of which the other direction of neighbours is (Q, P).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Directed {
    /// The pair.
    pub pair: LossPair,
    /// The adjacency whose neighbours it is for, where it is for no others.
    pub only_of: Option<Adjacency>,
}

impl Directed {
    /// The pair of outcomes of given neighbours, as [`FinitePair::from_outcomes`] reads them.
    ///
    /// # Errors
    /// That of the field which makes the masses, where it is undecided which of them are 0.
    pub(crate) fn of_outcomes(
        field: &'static str,
        outcomes: impl IntoIterator<Item = (Real, Real, Option<Real>)>,
    ) -> Result<Dominating, DomainError> {
        let pair = FinitePair::from_outcomes(outcomes).ok_or_else(|| {
            DomainError::new(
                field,
                "cannot decide which masses are 0",
                "write them in a simpler form",
            )
        })?;
        Ok(Dominating::Directed(Directed { pair: LossPair::Finite(pair), only_of: None }))
    }
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
            return LossPair::Finite(if direction == Direction::Forward {
                mixed
            } else {
                mixed.reversed()
            });
        }
        LossPair::Mixed(Mixed { base: Box::new(self), rate: rate.clone(), direction })
    }

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
        LossPair::Replaced(Replaced { base: Box::new(self), rate: rate.clone() })
    }

    /// The pairs (Q, P) of a composition, with their counts.
    pub fn all_reversed(steps: &[(LossPair, u64)]) -> Vec<(LossPair, u64)> {
        steps.iter().map(|(pair, count)| (pair.clone().reversed(), *count)).collect()
    }

    /// The pair (Q, P).
    pub fn reversed(self) -> LossPair {
        match self {
            LossPair::Noise(pair) => LossPair::Noise(pair.reversed()),
            LossPair::Finite(pair) => LossPair::Finite(Pair::reversed(pair)),
            LossPair::Appearing(pair) => LossPair::Appearing(pair.reversed()),
            LossPair::NegativeBinomial(pair) => LossPair::NegativeBinomial(pair.reversed()),
            LossPair::Shifts(pair) => LossPair::Shifts(pair.reversed()),
            LossPair::Scales(pair) => LossPair::Scales(pair.reversed()),
            LossPair::Truncated(pair) => LossPair::Truncated(pair.reversed()),
            LossPair::LargestBatch(pair) => LossPair::LargestBatch(pair.reversed()),
            LossPair::Reports(pair) => LossPair::Reports(pair.reversed()),
            LossPair::Mixed(pair) => LossPair::Mixed(pair.reversed()),
            LossPair::Replaced(pair) => LossPair::Replaced(pair.reversed()),
            LossPair::Beside(pair) => LossPair::Beside(pair.reversed()),
            LossPair::Allocated(pair) => LossPair::Allocated(pair.reversed()),
        }
    }

    /// Does an outcome of P have probability 0 under Q? `None` if that is undecided.
    pub fn has_infinite_loss(&self) -> Option<bool> {
        each!(self, pair => Pair::has_infinite_loss(pair))
    }

    /// Are the finite losses bounded?
    pub fn is_bounded(&self) -> bool {
        each!(self, pair => pair.is_bounded())
    }

    /// The least upper bound of all finite losses; `None` if they are unbounded, or losses cannot
    /// be compared.
    pub fn largest_loss(&self) -> Option<Real> {
        each!(self, pair => Pair::largest_loss(pair))
    }

    /// Word operations to evaluate it at a loss, with the precision of a grid, beyond those of a
    /// closed form.
    pub(crate) fn series_work(&self) -> u64 {
        each!(self, pair => pair.series_work())
    }

    /// About the number of outcomes that are listed to evaluate it; 0 where tails are known.
    pub fn outcomes(&self) -> u64 {
        each!(self, pair => pair.outcomes())
    }

    /// Does it reveal nothing: P = Q?
    pub fn is_trivial(&self) -> bool {
        each!(self, pair => pair.is_trivial())
    }

    /// Evaluates the parts that do not depend on the loss.
    pub fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        each!(self, pair => Pair::evaluate(pair, precision))
    }

    /// What a refusal calls it.
    pub(crate) fn described(&self) -> &'static str {
        each!(self, pair => pair.described())
    }

    /// Why it has no table of likelihood ratios; `None` where it has one.
    pub(crate) fn reason(&self) -> Option<Reason> {
        each!(self, pair => pair.reason())
    }

    /// Adds independent copies of another pair to those of this one, where all are copies of one
    /// pair; does it?
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
            LossPair::Noise(_)
            | LossPair::NegativeBinomial(_)
            | LossPair::Shifts(_)
            | LossPair::Scales(_)
            | LossPair::Truncated(_)
            | LossPair::LargestBatch(_)
            | LossPair::Reports(_)
            | LossPair::Mixed(_)
            | LossPair::Replaced(_)
            | LossPair::Beside(_)
            | LossPair::Allocated(_) => false,
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

impl Dominating {
    /// The independent parts of the step for one direction of neighbours.
    pub fn loss_pairs(&self, direction: Direction, role: Role) -> Vec<LossPair> {
        let forward = |loss_pair: LossPair| {
            vec![if direction == Direction::Forward { loss_pair } else { loss_pair.reversed() }]
        };
        match self {
            Dominating::ThreePoint(pair) => vec![LossPair::Finite(pair.to_finite())],
            Dominating::Finite(pair) => forward(LossPair::Finite(pair.clone())),
            Dominating::Noise(noise) => noise.iter().map(|noise| noise.loss_pair(role)).collect(),
            // A member of the class: no pair is known that dominates the class and could be
            // composed.
            Dominating::Zcdp(zcdp) => vec![LossPair::Noise(zcdp.gaussian().into())],
            // They have no loss pair without polygons or a choice, see `composition::Route`.
            Dominating::Operation(_) | Dominating::OneOf(_) | Dominating::Splits(_)
                if role == Role::Dominating =>
            {
                vec![LossPair::Finite(Curve::no_privacy().to_pair())]
            }
            Dominating::Operation(_) | Dominating::OneOf(_) | Dominating::Splits(_) => Vec::new(),
            Dominating::Directed(step) => forward(step.pair.clone()),
            Dominating::Bounded(class) => class.bound(role).loss_pairs(direction, role),
            Dominating::Sampled(sampled) => {
                let parts = sampled.base.loss_pairs(Direction::Forward, role);
                let sample = |loss_pair: LossPair| match (sampled.sampler, role) {
                    (Sampler::WithoutReplacement, Role::Dominating) => {
                        loss_pair.replaced(&sampled.rate)
                    }
                    (Sampler::WithoutReplacement, Role::Attained) | (Sampler::Poisson, _) => {
                        loss_pair.mixture(&sampled.rate, direction)
                    }
                };
                parts.into_iter().map(sample).collect()
            }
        }
    }

    /// Is the dominating pair the worst of several mechanisms, another one at each eps, so that its
    /// composition is not attained?
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
                (sampled.sampler == Sampler::Poisson || sampled.rate.is_one())
                    && sampled.base.is_attained()
            }
            Dominating::Bounded(class) => class.is_attained,
            Dominating::Zcdp(_) | Dominating::Operation(_) | Dominating::OneOf(_) => false,
            Dominating::ThreePoint(_)
            | Dominating::Finite(_)
            | Dominating::Noise(_)
            | Dominating::Directed(_)
            | Dominating::Splits(_) => true,
        }
    }
}
