//! The engines: the libraries that compute with integers and round floats.
//!
//! Everything numeric about a [`Mechanism`](crate::mechanism::Mechanism) is generic over
//! [`Engine`], so that the same mathematics runs on two unrelated arithmetic libraries, and a fault
//! of either shows as a disagreement. Kernels need only two kinds of numbers: non-negative integers
//! ([`BigNatural`]), because every formula on the exact path is arranged without subtraction, and
//! floats whose rounding direction is an argument ([`DirectedFloat`]).

mod choice;
mod malachite;
#[cfg(feature = "mpfr")]
mod mpfr;

pub use self::choice::{Computation, EngineChoice, Said};
pub use self::malachite::Malachite;
#[cfg(feature = "mpfr")]
pub use self::mpfr::Mpfr;

use super::dyadic::Dyadic;
use ::malachite::Natural;
use ::malachite::rational::Rational;
use std::cmp::Ordering;
use std::fmt::Debug;

/// The direction in which a result that does not fit is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards minus infinity: the result is at most the true value.
    Down,
    /// Towards plus infinity: the result is at least the true value.
    Up,
}

impl Rounding {
    /// The other direction.
    pub fn opposite(self) -> Rounding {
        match self {
            Rounding::Down => Rounding::Up,
            Rounding::Up => Rounding::Down,
        }
    }
}

/// Exact integer arithmetic: it suffices for a rational answer.
///
/// The tests implement it a third time with `num-bigint`, as a reference.
pub trait ExactEngine: Copy + Debug + Send + Sync + 'static {
    /// The engine's name as it appears in answers.
    const NAME: &'static str;
    /// Integers >= 0 of any size.
    type Natural: BigNatural;
}

/// Exact integers and directed floats.
pub trait Engine: ExactEngine {
    /// Binary floats of any precision, rounded in a stated direction.
    type Float: DirectedFloat;
}

/// Integers >= 0 of any size.
pub trait BigNatural: Clone + Debug + Eq + Ord + Send + Sync + 'static {
    /// The value of a machine word.
    fn from_u64(n: u64) -> Self;
    /// The same number in this engine.
    fn from_natural(n: &Natural) -> Self;
    /// The same number as malachite's `Natural`, in which results are reported.
    fn to_natural(&self) -> Natural;
    /// From 64-bit limbs, least significant first.
    fn from_limbs(limbs: &[u64]) -> Self {
        Self::from_natural(&Natural::from_limbs_asc(limbs))
    }
    /// The 64-bit limbs, least significant first.
    fn to_limbs(&self) -> Vec<u64> {
        self.to_natural().into_limbs_asc()
    }
    /// Is it 0?
    fn is_zero(&self) -> bool;
    /// The number of bits; 0 for 0.
    fn bits(&self) -> u64;
    /// `self += other`.
    fn add_assign(&mut self, other: &Self);
    /// `self *= other`.
    fn mul_assign(&mut self, other: &Self);
    /// `self * other`.
    fn mul(&self, other: &Self) -> Self;
    /// `self += x * y`.
    fn add_mul_assign(&mut self, x: &Self, y: &Self) {
        self.add_assign(&x.mul(y));
    }
    /// `self / other`, where `other` divides `self`; otherwise the result is unspecified.
    fn div_exact_assign(&mut self, other: &Self);
    /// `self * 2^bits`.
    fn shl(&self, bits: u64) -> Self;
    /// `self / 2^bits`, rounded.
    fn shr(&self, bits: u64, rounding: Rounding) -> Self;
    /// `self^exponent`.
    fn pow(&self, exponent: u64) -> Self;
}

/// Binary floats `m * 2^e` of any precision, plus the two infinities; never NaN.
///
/// Every operation returns a value on the stated side of the true result: with
/// [`Rounding::Down`] at most, with [`Rounding::Up`] at least, and within one unit in the last of
/// `precision` bits, unless the exponent range ends (then 0, the largest number or an infinity
/// on the same side).
pub trait DirectedFloat: Clone + Debug + PartialOrd + Send + Sync + 'static {
    /// The number 0.
    fn zero() -> Self;
    /// `inf`, or `-inf` if `negative`.
    fn infinity(negative: bool) -> Self;
    /// A machine word, exactly.
    fn from_u64(n: u64) -> Self;
    /// A natural number, rounded.
    fn from_natural(n: &Natural, precision: u64, rounding: Rounding) -> Self;
    /// A rational number, rounded.
    fn from_rational(x: &Rational, precision: u64, rounding: Rounding) -> Self;
    /// The exact value, or `None` for an infinity.
    fn to_rational(&self) -> Option<Rational>;
    /// The exact value, whatever its exponent.
    fn to_dyadic(&self) -> Dyadic;
    /// Is it finite?
    fn is_finite(&self) -> bool;
    /// Its sign: the comparison with 0.
    fn sign(&self) -> Ordering;
    /// The `e` with `2^(e-1) <= |self| < 2^e`; `None` for 0 and the infinities.
    fn exponent(&self) -> Option<i64>;
    /// The negated number, `-self`.
    fn neg(&self) -> Self;
    /// `self * 2^shift`, rounded.
    fn shift(&self, shift: i64, precision: u64, rounding: Rounding) -> Self;
    /// `self + other`. The operands are not opposite infinities.
    fn add(&self, other: &Self, precision: u64, rounding: Rounding) -> Self;
    /// `self - other`. The operands are not equal infinities.
    fn sub(&self, other: &Self, precision: u64, rounding: Rounding) -> Self;
    /// `self * other`. The operands are not 0 and an infinity.
    fn mul(&self, other: &Self, precision: u64, rounding: Rounding) -> Self;
    /// `self / other`, where `other != 0` and not both are infinite.
    fn div(&self, other: &Self, precision: u64, rounding: Rounding) -> Self;
    /// `self += other` in place, for long sums.
    fn add_assign(&mut self, other: &Self, precision: u64, rounding: Rounding);
    /// `self *= other` in place, for long products.
    fn mul_assign(&mut self, other: &Self, precision: u64, rounding: Rounding);
    /// `self /= other` in place, `other != 0`.
    fn div_assign(&mut self, other: &Self, precision: u64, rounding: Rounding);
    /// `self *= n` in place.
    fn mul_word_assign(&mut self, n: u64, precision: u64, rounding: Rounding) {
        self.mul_assign(&Self::from_u64(n), precision, rounding);
    }
    /// `self /= n` in place, `n != 0`.
    fn div_word_assign(&mut self, n: u64, precision: u64, rounding: Rounding) {
        self.div_assign(&Self::from_u64(n), precision, rounding);
    }
    /// The square root of `self >= 0`.
    fn sqrt(&self, precision: u64, rounding: Rounding) -> Self;
    /// `e^self`.
    fn exp(&self, precision: u64, rounding: Rounding) -> Self;
    /// The natural logarithm of `self > 0`.
    fn ln(&self, precision: u64, rounding: Rounding) -> Self;
    /// The number pi, rounded.
    fn pi(precision: u64, rounding: Rounding) -> Self;
    /// The complementary error function, where the engine's library has one of its own.
    ///
    /// The default has none, and [`special::erfc`](crate::exact::special::erfc) sums the series.
    fn native_erfc(&self, _precision: u64, _rounding: Rounding) -> Option<Self> {
        None
    }
}
