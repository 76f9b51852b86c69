//! The neighbours of which pairs are.

use super::operation::Operation;
use crate::mechanism::kinds::sampled::Sampler;
use crate::mechanism::{Adjacency, Dominating, Mechanism};

impl Mechanism {
    /// Are the pairs of all its parts those of neighbours of that adjacency?
    pub(crate) fn holds_for(&self, adjacency: Adjacency) -> bool {
        match self {
            Mechanism::Step(step) => step.holds_for(adjacency),
            Mechanism::Repeat { mechanism, .. } => mechanism.holds_for(adjacency),
            Mechanism::Compose(parts) => parts.iter().all(|part| part.holds_for(adjacency)),
        }
    }

    /// Is it, or a part of it, not known for neighbours of each adjacency?
    pub(crate) fn is_of_one_adjacency(&self) -> bool {
        !Adjacency::WORDS.into_iter().all(|(_, adjacency)| self.holds_for(adjacency))
    }
}

impl Dominating {
    /// Is its pair that of neighbours of that adjacency?
    pub(crate) fn holds_for(&self, adjacency: Adjacency) -> bool {
        match self {
            Dominating::Directed(step) => step.only_of.is_none_or(|only| only == adjacency),
            Dominating::OneOf(choices) => choices.iter().all(|choice| choice.holds_for(adjacency)),
            Dominating::Operation(operation) => {
                let is_its = match operation.as_ref() {
                    Operation::Allocation { is_zeroed, .. } => is_there(adjacency, *is_zeroed),
                    _ => true,
                };
                is_its && operation.parts().into_iter().all(|part| part.holds_for(adjacency))
            }
            Dominating::Bounded(class) => {
                class.dominating.holds_for(adjacency) && class.member.holds_for(adjacency)
            }
            Dominating::Sampled(sampled) => {
                let is_its = match sampled.sampler {
                    Sampler::Poisson => is_there(adjacency, sampled.is_zeroed),
                    Sampler::WithoutReplacement => adjacency == Adjacency::ReplaceOne,
                };
                is_its && sampled.base.holds_for(adjacency)
            }
            // A Poisson sample of several records, under noise.
            Dominating::Splits(_) => is_there(adjacency, true),
            Dominating::ThreePoint(_)
            | Dominating::Finite(_)
            | Dominating::Noise(_)
            | Dominating::Zcdp(_) => true,
        }
    }
}

/// Are the neighbours those of a record that is there or absent, or, if `is_zeroed`, zeroed out?
fn is_there(adjacency: Adjacency, is_zeroed: bool) -> bool {
    match adjacency {
        Adjacency::AddRemove => true,
        Adjacency::ZeroOut => is_zeroed,
        Adjacency::ReplaceOne => false,
    }
}
