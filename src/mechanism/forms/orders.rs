//! The orders of neighbours that a composition is about.
//!
//! A given pair (P, Q), and a trade-off function, is about the neighbours in one order, as they are
//! written. A mechanism on a sample, a random allocation, or noise on what a record adds is about a
//! record that is added *or* removed: about both. A run keeps its order, so that a composition with
//! one such step is about both orders of all its steps.

use crate::exact::real::Real;
use crate::mechanism::{Dominating, Mechanism, Role, Sampled, Sampler};

/// The orders of neighbours that a composition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// That of the pairs as they are written.
    AsWritten,
    /// Both.
    Both,
}

impl Orders {
    /// The orders that the composition of some steps is about.
    pub(crate) fn of<'a>(steps: impl IntoIterator<Item = &'a Dominating>) -> Orders {
        match steps.into_iter().any(Dominating::is_about_both_orders) {
            true => Orders::Both,
            false => Orders::AsWritten,
        }
    }
}

impl Dominating {
    /// Is it about a record that is added or removed, or replaced, in either order, whatever its
    /// pairs are?
    ///
    /// This does not depend on any number of the step, such as a rate of 1: its answers are
    /// continuous in them.
    fn is_about_both_orders(&self) -> bool {
        match self {
            Dominating::Sampled(_)
            | Dominating::Directed(_)
            | Dominating::Splits(_)
            | Dominating::OneOf(_) => true,
            Dominating::Bounded(class) => {
                class.dominating.is_about_both_orders() || class.member.is_about_both_orders()
            }
            Dominating::Operation(_) => self.is_allocation(),
            Dominating::ThreePoint(_)
            | Dominating::Finite(_)
            | Dominating::Noise(_)
            | Dominating::Zcdp(_) => false,
        }
    }

    /// Is it about both orders of neighbours, with different pairs, so that both must be composed?
    pub fn is_two_sided(&self, role: Role) -> bool {
        self.is_about_both_orders() && self.has_another_reverse(role)
    }

    /// Is its pair (P, Q) not known to be the same as (Q, P)?
    pub(crate) fn has_another_reverse(&self, role: Role) -> bool {
        match self {
            Dominating::Sampled(Sampled { sampler: Sampler::WithoutReplacement, .. })
                if role == Role::Dominating =>
            {
                false
            }
            Dominating::Sampled(sampled) => {
                !sampled.rate.is_one() || sampled.base.has_another_reverse(role)
            }
            Dominating::Directed(_) => true,
            Dominating::Bounded(class) => class.bound(role).has_another_reverse(role),
            Dominating::Finite(pair) => pair.is_symmetric() != Some(true),
            Dominating::Operation(operation) => !operation.is_symmetric(),
            Dominating::Splits(_) => true,
            // The other order of a choice is another choice.
            Dominating::OneOf(_)
            | Dominating::ThreePoint(_)
            | Dominating::Noise(_)
            | Dominating::Zcdp(_) => false,
        }
    }
}

impl Mechanism {
    /// The mechanism for a record that is added or removed: each step whose pair has another
    /// reverse is a sample at rate 1.
    pub(crate) fn in_both_orders(self) -> Mechanism {
        match self {
            Mechanism::Step(step)
                if !step.is_about_both_orders() && step.has_another_reverse(Role::Dominating) =>
            {
                let (base, sampler, rate) = (Box::new(step), Sampler::Poisson, Real::one());
                Mechanism::Step(Dominating::Sampled(Sampled {
                    base,
                    sampler,
                    rate,
                    is_zeroed: true,
                }))
            }
            Mechanism::Step(step) => Mechanism::Step(step),
            Mechanism::Repeat { count, mechanism } => mechanism.in_both_orders().repeat(count),
            Mechanism::Compose(parts) => {
                Mechanism::Compose(parts.into_iter().map(Mechanism::in_both_orders).collect())
            }
        }
    }
}
