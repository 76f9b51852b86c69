//! The operations that a composition needs: sums and products of non-negative quantities.

use super::engine::{BigNatural, Engine};
use super::interval::Interval;
use super::polynomial::Polynomial;

/// A commutative semiring.
///
/// The product of dominating pairs is written once over this trait. It runs on integers (exact
/// rational answers over a common denominator), on polynomials (proofs in indeterminates and
/// decisions in Q(e^r)) and on intervals.
pub trait Semiring: Clone {
    /// `self + other`.
    fn plus(&self, other: &Self) -> Self;
    /// `self * other`.
    fn times(&self, other: &Self) -> Self;
    /// Is it known to be 0?
    fn is_null(&self) -> bool;
}

impl<E: Engine> Semiring for Interval<E> {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn is_null(&self) -> bool {
        self.is_point() && self.contains_zero()
    }
}

impl Semiring for Polynomial {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn is_null(&self) -> bool {
        self.is_zero()
    }
}

/// An engine's integers: a wrapper, so that any [`BigNatural`] is a semiring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole<N>(pub N);

impl<N: BigNatural> Semiring for Whole<N> {
    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.0.clone();
        sum.add_assign(&other.0);
        Whole(sum)
    }
    fn times(&self, other: &Self) -> Self {
        Whole(self.0.mul(&other.0))
    }
    fn is_null(&self) -> bool {
        self.0.is_zero()
    }
}
