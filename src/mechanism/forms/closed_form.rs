//! Noise whose quantities have closed forms.
//!
//! The quantities that are needed are the methods of [`ClosedForms`], implemented in the file of
//! the mechanism; [`ClosedForm`] lists the noise that has them.

use super::pair::Pair;
use crate::enclosure::Outcome;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{BoundedRange, Gaussian, Laplace, LossPair, Noise};
use crate::pair::{Moment, NeymanPearson};
use std::cmp::Ordering;

/// The closed forms of a symmetric pair with P != Q.
///
/// The `exact_` methods return expressions, where they exist and it is decided which one applies.
pub(crate) trait ClosedForms {
    /// Are all its quantities expressions in exp and ln?
    fn has_expressions(&self) -> bool {
        false
    }

    /// delta at an eps >= 0.
    fn exact_delta(&self, _eps: &Real) -> Option<Real> {
        None
    }

    /// `1 - delta` at an eps >= 0.
    fn exact_complement(&self, _eps: &Real) -> Option<Real> {
        None
    }

    /// The trade-off function at a level in [0, 1].
    fn exact_beta(&self, _alpha: &Real) -> Option<Real> {
        None
    }

    /// A moment of the loss.
    fn exact_moment(&self, _moment: &Moment) -> Option<Real> {
        None
    }

    /// delta at an eps >= 0.
    fn delta<E: Engine>(&self, eps: &Real, precision: u64) -> Value<E>;

    /// `1 - delta` at an eps >= 0, a sum of small terms where delta is near 1.
    fn complement<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E>;

    /// eps at a delta in [0, 1].
    fn eps<E: Engine>(&self, delta: &Real, precision: u64) -> Outcome<E>;

    /// The trade-off function at a level in [0, 1).
    fn beta<E: Engine>(&self, alpha: &Real, precision: u64) -> Value<E>;

    /// The Neyman-Pearson test of a level in [0, 1].
    fn test<E: Engine>(&self, alpha: &Real, precision: u64) -> NeymanPearson<E>;

    /// The Q-mass above a loss at which neither P nor Q has mass.
    fn level_above<E: Engine>(&self, loss: &Real, precision: u64) -> Value<E>;

    /// A moment of the loss.
    fn moment<E: Engine>(&self, moment: &Moment, precision: u64) -> Interval<E>;

    /// The least mu of Gaussian differential privacy, where it is known and a test of two equal
    /// errors reaches it.
    fn mu<E: Engine>(&self, _precision: u64) -> Option<Outcome<E>> {
        None
    }
}

/// Noise with closed forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClosedForm {
    /// Two normal distributions.
    Gaussian(Gaussian),
    /// Two Laplace distributions.
    Laplace(Laplace),
    /// The worst of all mechanisms of one range.
    BoundedRange(BoundedRange),
}

/// Evaluates an expression for the noise, whichever it is.
macro_rules! each {
    ($form:expr, $noise:ident => $asked:expr) => {
        match $form {
            ClosedForm::Gaussian($noise) => $asked,
            ClosedForm::Laplace($noise) => $asked,
            ClosedForm::BoundedRange($noise) => $asked,
        }
    };
}

impl ClosedForm {
    /// The noise.
    pub fn noise(&self) -> Noise {
        each!(self, noise => noise.clone().into())
    }

    /// The closed form of a composition, given by its distinct non-trivial pairs with their counts:
    /// of a single step, and of Gaussian noise in sequence, where the squares of mu add.
    pub(crate) fn of(steps: &[(LossPair, u64)]) -> Option<ClosedForm> {
        if let [(LossPair::Noise(noise), 1)] = steps {
            return noise.closed_form();
        }
        let square = |(step, count): &(LossPair, u64)| match step {
            LossPair::Noise(Noise::Gaussian(gaussian)) => {
                Some(Real::from(*count) * &gaussian.mu_squared)
            }
            _ => None,
        };
        let squares = steps.iter().map(square).collect::<Option<Vec<_>>>()?;
        let mu_squared = squares.into_iter().reduce(|sum, square| &sum + &square)?;
        Some(ClosedForm::Gaussian(Gaussian { mu_squared }))
    }

    /// The order of two closed forms of one kind, whose parameter orders all trade-off functions:
    /// the larger dominates. `None` where two kinds are not known to be ordered.
    pub(crate) fn compare(&self, other: &ClosedForm) -> Option<Option<Ordering>> {
        match (self, other) {
            (ClosedForm::Gaussian(x), ClosedForm::Gaussian(y)) => {
                Some(x.mu_squared.compare(&y.mu_squared))
            }
            (ClosedForm::Laplace(x), ClosedForm::Laplace(y)) => Some(x.eps0.compare(&y.eps0)),
            (ClosedForm::BoundedRange(x), ClosedForm::BoundedRange(y)) => {
                Some(x.eps.compare(&y.eps))
            }
            // (1-y)^2/(1-e^-eps) <= 1-y for y = e^((l-eps)/2) >= e^-eps, and Laplace noise is
            // ordered by its eps.
            (ClosedForm::BoundedRange(x), ClosedForm::Laplace(y)) => {
                is_at_most(&x.eps, &y.eps0).then_some(Some(Ordering::Less))
            }
            (ClosedForm::Laplace(y), ClosedForm::BoundedRange(x)) => {
                is_at_most(&x.eps, &y.eps0).then_some(Some(Ordering::Greater))
            }
            _ => None,
        }
    }

    /// The least upper bound of all losses; `None` if losses are unbounded.
    pub(crate) fn largest_loss(&self) -> Option<Real> {
        each!(self, noise => Pair::largest_loss(noise))
    }

    /// Are all its quantities expressions in exp and ln?
    pub(crate) fn has_expressions(&self) -> bool {
        each!(self, noise => noise.has_expressions())
    }

    /// delta at an eps >= 0 as an expression, where one exists and it is decided which one applies.
    pub(crate) fn exact_delta(&self, eps: &Real) -> Option<Real> {
        each!(self, noise => noise.exact_delta(eps))
    }

    /// `1 - delta` at an eps >= 0 as an expression, where one exists and it is decided which one
    /// applies.
    pub(crate) fn exact_complement(&self, eps: &Real) -> Option<Real> {
        each!(self, noise => noise.exact_complement(eps))
    }

    /// The trade-off function at a level in [0, 1] as an expression, where one exists and it is
    /// decided which one applies.
    pub(crate) fn exact_beta(&self, alpha: &Real) -> Option<Real> {
        each!(self, noise => noise.exact_beta(alpha))
    }

    /// A moment of the loss as an expression, where one exists.
    pub(crate) fn exact_moment(&self, moment: &Moment) -> Option<Real> {
        each!(self, noise => noise.exact_moment(moment))
    }

    /// delta at an eps >= 0.
    pub(crate) fn delta<E: Engine>(&self, eps: &Real, precision: u64) -> Value<E> {
        each!(self, noise => ClosedForms::delta(noise, eps, precision))
    }

    /// `1 - delta` at an eps >= 0.
    pub(crate) fn complement<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E> {
        each!(self, noise => ClosedForms::complement(noise, eps, precision))
    }

    /// eps at a delta in [0, 1].
    pub(crate) fn eps<E: Engine>(&self, delta: &Real, precision: u64) -> Outcome<E> {
        each!(self, noise => ClosedForms::eps(noise, delta, precision))
    }

    /// The trade-off function at a level in [0, 1).
    pub(crate) fn beta<E: Engine>(&self, alpha: &Real, precision: u64) -> Value<E> {
        each!(self, noise => ClosedForms::beta(noise, alpha, precision))
    }

    /// The Neyman-Pearson test of a level in [0, 1].
    pub(crate) fn test<E: Engine>(&self, alpha: &Real, precision: u64) -> NeymanPearson<E> {
        each!(self, noise => ClosedForms::test(noise, alpha, precision))
    }

    /// The Q-mass above a loss at which neither P nor Q has mass.
    pub(crate) fn level_above<E: Engine>(&self, loss: &Real, precision: u64) -> Value<E> {
        each!(self, noise => ClosedForms::level_above(noise, loss, precision))
    }

    /// The least mu of Gaussian differential privacy, where it is known and a test of two equal
    /// errors reaches it.
    pub(crate) fn mu<E: Engine>(&self, precision: u64) -> Option<Outcome<E>> {
        each!(self, noise => ClosedForms::mu(noise, precision))
    }

    /// A moment of the loss.
    pub(crate) fn moment<E: Engine>(&self, moment: &Moment, precision: u64) -> Interval<E> {
        each!(self, noise => ClosedForms::moment(noise, moment, precision))
    }
}

fn is_at_most(x: &Real, y: &Real) -> bool {
    x.compare(y).is_some_and(Ordering::is_le)
}
