//! The steps of an enclosing walk, on floats of an engine or on floats in registers.
//!
//! With the P-masses `p_i = P(S = k - i)` and `v_i = E^(k-i) (E-1) Q(S > k - i)`, the walk of the
//! [k-fold composition](super::kfold) reads
//!
//! ```text
//! i p_i = b/(cE) (k-i+1) p_{i-1} + 1/E (2k-i+2) p_{i-2}      p_0 = (cE)^k
//! v_i = v_{i-1} / E + (1 - 1/E) p_{i-1}                      v_0 = 0
//! delta_{k-i} = delta_{k-i+1} + v_i
//! ```
//!
//! and runs on `u_i = (1 - 1/E) p_i`. No power of E is formed, so that nothing overflows. A step
//! takes three long products, three short ones and three sums; every other `u_i` is 0 where b is 0.

use crate::exact::engine::{DirectedFloat, Rounding};
use crate::exact::register::RegisterFloat;

/// A number >= 0 with a direction of rounding for all its operations.
pub trait Directed: Clone + Send {
    /// 0, with the precision and the direction of `self`.
    fn zero(&self) -> Self;
    /// `self *= other`.
    fn times(&mut self, other: &Self);
    /// `self *= n`.
    fn times_word(&mut self, n: u64);
    /// `self /= n`, `n != 0`.
    fn over_word(&mut self, n: u64);
    /// `self += other`.
    fn plus(&mut self, other: &Self);
}

impl<const UP: bool> Directed for RegisterFloat<UP> {
    #[inline(always)]
    fn zero(&self) -> Self {
        Self::ZERO
    }
    #[inline(always)]
    fn times(&mut self, other: &Self) {
        *self = RegisterFloat::times(*self, *other);
    }
    #[inline(always)]
    fn times_word(&mut self, n: u64) {
        *self = RegisterFloat::times_word(*self, n);
    }
    /// By the reciprocal, which does not depend on the number that is divided.
    #[inline(always)]
    fn over_word(&mut self, n: u64) {
        *self = RegisterFloat::times(*self, Self::reciprocal(n));
    }
    #[inline(always)]
    fn plus(&mut self, other: &Self) {
        *self = RegisterFloat::plus(*self, *other);
    }
}

/// A float of an engine with its precision and direction.
#[derive(Clone, Debug)]
pub struct Rounded<F> {
    /// The number.
    pub value: F,
    /// The precision in bits.
    pub precision: u64,
    /// The direction of rounding.
    pub rounding: Rounding,
}

impl<F: DirectedFloat> Directed for Rounded<F> {
    fn zero(&self) -> Self {
        Rounded { value: F::zero(), ..*self }
    }
    fn times(&mut self, other: &Self) {
        self.value.mul_assign(&other.value, self.precision, self.rounding);
    }
    fn times_word(&mut self, n: u64) {
        self.value.mul_word_assign(n, self.precision, self.rounding);
    }
    fn over_word(&mut self, n: u64) {
        self.value.div_word_assign(n, self.precision, self.rounding);
    }
    fn plus(&mut self, other: &Self) {
        self.value.add_assign(&other.value, self.precision, self.rounding);
    }
}

/// `i x_i = near (k-i+1) x_{i-1} + far (2k-i+2) x_{i-2}`, `x_{-1} = 0`, for `i <= k`: the masses of
/// P or Q from the largest loss down.
#[derive(Clone, Debug)]
pub struct Recurrence<T> {
    k: u64,
    i: u64,
    /// The factor; `None` where it is exactly 0: then every other mass is 0.
    near: Option<T>,
    far: T,
    current: T,
    before: T,
}

impl<T: Directed> Recurrence<T> {
    /// The recurrence at `i = 0`.
    pub fn new(k: u64, near: Option<T>, far: T, first: T) -> Self {
        Recurrence { k, i: 0, near, far, before: first.zero(), current: first }
    }

    /// `x_i`.
    pub fn current(&self) -> &T {
        &self.current
    }

    /// The number of steps left: `k - i`.
    pub fn left(&self) -> u64 {
        self.k - self.i
    }

    /// From i to i + 1; `i < k`.
    #[inline(always)]
    pub fn advance(&mut self) {
        self.i += 1;
        let (i, k) = (self.i, self.k);
        // The next term is computed in the place of x_{i-2}.
        if i >= 2 && (self.near.is_some() || i % 2 == 0) {
            self.before.times(&self.far);
            self.before.times_word(2 * k + 2 - i);
        }
        if let Some(near) = &self.near {
            let mut term = self.current.clone();
            term.times(near);
            term.times_word(k + 1 - i);
            self.before.plus(&term);
        }
        if self.near.is_some() || i % 2 == 0 {
            self.before.over_word(i);
        }
        std::mem::swap(&mut self.before, &mut self.current);
    }
}

/// The total deltas from `j = k` down.
#[derive(Clone, Debug)]
pub struct Walk<T> {
    masses: Recurrence<T>,
    growth: T,
    delta: T,
}

impl<T: Directed> Walk<T> {
    /// The walk at `j = k`, from the recurrence of the `u_i` and the mass at infinite loss.
    pub fn new(masses: Recurrence<T>, infinite: T) -> Self {
        Walk { growth: infinite.zero(), masses, delta: infinite }
    }

    /// The lattice point j.
    pub fn j(&self) -> u64 {
        self.masses.left()
    }

    /// The total delta at `j eps`.
    pub fn delta(&self) -> &T {
        &self.delta
    }

    /// The growth of delta from `(j+1) eps` to `j eps`: `E^j (E-1) Q(S > j)`.
    pub fn growth(&self) -> &T {
        &self.growth
    }

    /// From j to j - 1; `j > 0`.
    #[inline(always)]
    pub fn advance(&mut self) {
        self.growth.times(&self.masses.far);
        self.growth.plus(&self.masses.current);
        self.delta.plus(&self.growth);
        self.masses.advance();
    }
}
