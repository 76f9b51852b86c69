//! Scalars: what is sought of a composition, and what was found.

use crate::composition::Method;
use crate::enclosure::Outcome;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A quantity that is one number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// delta at an eps >= 0.
    Delta {
        /// The eps.
        eps: Real,
    },
    /// eps at a delta in [0, 1].
    Eps {
        /// The delta.
        delta: Real,
    },
    /// Total variation.
    Tv,
    /// The trade-off function at a level in [0, 1].
    Beta {
        /// The level.
        alpha: Real,
    },
    /// The least mu of Gaussian differential privacy, by the tests of which both errors are at
    /// least a cut.
    Gdp {
        /// The cut, in (0, 1/2).
        alpha_min: Rational,
    },
}

impl Scalar {
    /// Is it 0 for every mechanism: eps at delta = 1, or the type II error where the type I error
    /// is 1?
    pub(super) fn is_zero_for_all(&self) -> bool {
        match self {
            Scalar::Eps { delta: x } | Scalar::Beta { alpha: x } => x.is_one(),
            Scalar::Delta { .. } | Scalar::Tv | Scalar::Gdp { .. } => false,
        }
    }

    /// The number in it that is compared with masses: an eps by its exponential. `None` for mu.
    pub(super) fn parameter(&self) -> Option<Real> {
        Some(match self {
            Scalar::Delta { eps } => eps.exp(),
            Scalar::Eps { delta: x } | Scalar::Beta { alpha: x } => x.clone(),
            Scalar::Tv => Real::one(),
            Scalar::Gdp { .. } => return None,
        })
    }

    /// How the worse of two values compares with the other: it is larger, but beta is smaller where
    /// more privacy is lost.
    pub(super) fn worse(&self) -> Ordering {
        match self {
            Scalar::Beta { .. } => Ordering::Less,
            Scalar::Delta { .. } | Scalar::Eps { .. } | Scalar::Tv | Scalar::Gdp { .. } => {
                Ordering::Greater
            }
        }
    }

    /// The worse of two enclosed values.
    pub(super) fn worst<E: Engine>(&self, x: &Interval<E>, y: &Interval<E>) -> Interval<E> {
        extreme(x, y, self.worse())
    }

    pub(super) fn is_gdp(&self) -> bool {
        matches!(self, Scalar::Gdp { .. })
    }
}

/// A value, and whether it reached the goal of the question.
#[derive(Clone, Debug)]
pub struct Decision<E: Engine> {
    /// The last value that was computed.
    pub outcome: Outcome<E>,
    /// The working precision of its computation.
    pub precision: u64,
    /// Was the goal reached?
    pub met: bool,
}

/// A scalar that is to be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct ScalarGoal<'a> {
    /// The scalar.
    pub scalar: &'a Scalar,
    /// Is it computed exactly even where that is expensive?
    pub exactly: bool,
    /// Numbers with which it is compared.
    pub others: &'a [Real],
    /// The first grid, where one is needed, has a relative gap of about `2^-gap_bits`.
    pub gap_bits: u64,
    /// A finer grid is used first where it is cheap, for the digits that are shown.
    pub shown_bits: Option<u64>,
}

impl<'a> ScalarGoal<'a> {
    /// The goal that is exact only where that is cheap, compared with no number, and first
    /// evaluated on a coarse grid.
    pub fn new(scalar: &'a Scalar) -> ScalarGoal<'a> {
        ScalarGoal { scalar, exactly: false, others: &[], gap_bits: 7, shown_bits: None }
    }
}

/// The method that refines an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refinement {
    /// Precision: any number of digits can be reached.
    Precision,
    /// A finer grid: each digit costs more than the last.
    Grid,
}

/// A scalar on a route, and how it was computed.
#[derive(Clone, Debug)]
pub struct Evaluation<E: Engine> {
    /// The value, and whether the goal accepted it.
    pub decision: Decision<E>,
    /// The method that would refine it.
    pub refinement: Refinement,
    /// The name of the route.
    pub method: Method,
}

/// What accepts a value, from its working precision and what would refine it.
pub(super) type Goal<'a, E> = dyn FnMut(&Outcome<E>, u64, Refinement) -> bool + 'a;

/// The interval of the larger (or smaller) of two enclosed numbers.
pub(super) fn extreme<E: Engine>(x: &Interval<E>, y: &Interval<E>, order: Ordering) -> Interval<E> {
    let pick = |x: &E::Float, y: &E::Float| {
        if y.partial_cmp(x) == Some(order) { y.clone() } else { x.clone() }
    };
    Interval::new(
        pick(x.lower(), y.lower()),
        pick(x.upper(), y.upper()),
        x.precision().max(y.precision()),
    )
}
