//! Floats >= 0 of 128 bits that stay in registers.
//!
//! A walk over a million lattice points with the floats of a library spends more time on allocating
//! them than on multiplying them. The numbers of a walk are never negative and never subtracted, so
//! that three operations on two machine words suffice.

use super::engine::{DirectedFloat, Rounding};
use malachite::Natural;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// `mantissa 2^exponent`, where the mantissa has exactly 128 bits, or 0.
///
/// Every result is at least the true value if `UP`, otherwise at most, and within one unit in the
/// last of 128 bits. The truncated bits are not inspected: `UP` adds a unit in any case, so that
/// only sums with 0, products with 0 and reciprocals of powers of two are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterFloat<const UP: bool> {
    high: u64,
    low: u64,
    exponent: i64,
}

/// The largest exponent; numbers beyond it are left to the engines. Sums of exponents of products
/// stay far within 64 bits for any number of factors that can be multiplied.
const MAX_EXPONENT: u64 = 1 << 28;

impl<const UP: bool> RegisterFloat<UP> {
    /// The precision, in bits.
    pub const PRECISION: u64 = 128;
    /// The number 0.
    pub const ZERO: Self = RegisterFloat { high: 0, low: 0, exponent: 0 };
    /// The number 1.
    pub const ONE: Self = RegisterFloat { high: 1 << 63, low: 0, exponent: -127 };
    /// The direction of all operations.
    pub const ROUNDING: Rounding = if UP { Rounding::Up } else { Rounding::Down };

    /// From a float of an engine, rounded; `None` if it is negative, infinite or of a size that is
    /// left to the engines.
    pub fn from_float<F: DirectedFloat>(x: &F) -> Option<Self> {
        if x.sign().is_eq() {
            return Some(Self::ZERO);
        }
        let exponent = x
            .exponent()
            .filter(|exponent| x.sign().is_gt() && exponent.unsigned_abs() <= MAX_EXPONENT)?;
        let integer = x.shift(128 - exponent, Self::PRECISION, Self::ROUNDING).to_rational()?;
        match u128::try_from(integer.numerator_ref()) {
            Ok(mantissa) => Some(Self::new(mantissa, exponent - 128)),
            // Rounded up to 2^128.
            Err(_) => Some(Self::new(1 << 127, exponent - 127)),
        }
    }

    /// The same number as a float of an engine.
    pub fn to_float<F: DirectedFloat>(self) -> F {
        let mantissa =
            F::from_natural(&Natural::from(self.mantissa()), Self::PRECISION, Self::ROUNDING);
        mantissa.shift(self.exponent, Self::PRECISION, Self::ROUNDING)
    }

    /// The same number, with any direction for further operations.
    #[inline(always)]
    pub fn exactly<const OTHER: bool>(self) -> RegisterFloat<OTHER> {
        RegisterFloat { high: self.high, low: self.low, exponent: self.exponent }
    }

    /// An integer, exactly.
    #[inline(always)]
    pub fn from_integer(n: u128) -> Self {
        let shift = n.leading_zeros();
        if n == 0 { Self::ZERO } else { Self::new(n << shift, -i64::from(shift)) }
    }

    /// `self * 2^shift`, exactly.
    #[inline(always)]
    pub fn shift(self, shift: i64) -> Self {
        if self.is_zero() {
            self
        } else {
            RegisterFloat { exponent: self.exponent + shift, ..self }
        }
    }

    /// The integer next to `self`, on the side of its rounding; `None` from 2^128 on.
    #[inline(always)]
    pub fn to_integer(self) -> Option<u128> {
        match self.exponent {
            _ if self.is_zero() => Some(0),
            1.. => None,
            shift => match u32::try_from(-shift) {
                Ok(shift @ 0..=127) => {
                    let floor = self.mantissa() >> shift;
                    let exact = floor << shift == self.mantissa();
                    if UP && !exact { floor.checked_add(1) } else { Some(floor) }
                }
                _ => Some(u128::from(UP)),
            },
        }
    }

    /// The n with `2^(n-1) <= self < 2^n`; `None` for 0.
    pub fn magnitude(self) -> Option<i64> {
        (!self.is_zero()).then_some(self.exponent + 128)
    }

    /// The exact value.
    pub fn to_rational(self) -> Rational {
        Rational::from(self.mantissa()) << self.exponent
    }

    #[inline(always)]
    fn new(mantissa: u128, exponent: i64) -> Self {
        let [high, low] = words(mantissa);
        RegisterFloat { high, low, exponent }
    }

    #[inline(always)]
    fn mantissa(self) -> u128 {
        (u128::from(self.high) << 64) | u128::from(self.low)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.high == 0
    }

    /// `(mantissa + x) 2^exponent` for an unknown x in [0, 1], rounded; `mantissa >= 2^127`.
    #[inline(always)]
    fn rounded(mantissa: u128, exponent: i64) -> Self {
        if !UP {
            return Self::new(mantissa, exponent);
        }
        match mantissa.checked_add(1) {
            Some(mantissa) => Self::new(mantissa, exponent),
            None => Self::new(1 << 127, exponent + 1),
        }
    }

    /// `(top 2^64 + next + x) 2^exponent` for an unknown x in [0, 1], rounded; `top >= 2^126`.
    #[inline(always)]
    fn normalised(top: u128, next: u64, exponent: i64) -> Self {
        // A shift by one bit or none, without a branch: it would be mispredicted half of the time.
        let shift = u64::from(top >> 127 == 0);
        let mantissa = (top << shift) | u128::from((next >> 63) & shift);
        Self::rounded(mantissa, exponent + if shift == 1 { 63 } else { 64 })
    }

    /// `self * other`.
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::ZERO;
        }
        let [left_high, left_low] = words(product(self.high, other.low));
        let [right_high, right_low] = words(product(self.low, other.high));
        let [low, _] = words(product(self.low, other.low));
        let [carry, next] = words(u128::from(low) + u128::from(left_low) + u128::from(right_low));
        let top = product(self.high, other.high)
            + u128::from(left_high)
            + u128::from(right_high)
            + u128::from(carry);
        Self::normalised(top, next, self.exponent + other.exponent + 64)
    }

    /// `self * n`.
    #[inline(always)]
    pub fn times_word(self, n: u64) -> Self {
        if self.is_zero() || n == 0 {
            return Self::ZERO;
        }
        let shift = n.leading_zeros();
        let n = n << shift;
        let [carry, next] = words(product(self.low, n));
        let top = product(self.high, n) + u128::from(carry);
        Self::normalised(top, next, self.exponent - i64::from(shift))
    }

    /// `self + other`.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let (large, small) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        if large.is_zero() || small.is_zero() {
            return if large.is_zero() { small } else { large };
        }
        let shifted = match large.exponent - small.exponent {
            distance @ 0..64 => small.mantissa() >> distance,
            distance @ 64..128 => u128::from(small.high >> (distance - 64)),
            _ => 0,
        };
        match large.mantissa().overflowing_add(shifted) {
            (sum, false) => Self::rounded(sum, large.exponent),
            (sum, true) => Self::rounded((sum >> 1) | (1 << 127), large.exponent + 1),
        }
    }

    /// `self / other`, `other != 0`.
    pub fn over(self, other: Self) -> Self {
        if self.is_zero() {
            return Self::ZERO;
        }
        let (a, b) = (self.mantissa(), other.mantissa());
        let exponent = self.exponent - other.exponent;
        // The quotient of a 2^127 or a 2^128 by b has exactly 128 bits.
        if a < b {
            Self::rounded(quotient(a, 0, b), exponent - 128)
        } else {
            Self::rounded(quotient(a >> 1, a << 127, b), exponent - 127)
        }
    }

    /// `1 / n`, `n != 0`; exact for powers of two.
    #[inline(always)]
    pub fn reciprocal(n: u64) -> Self {
        let shift = n.leading_zeros();
        if n.is_power_of_two() {
            return Self::new(1 << 127, i64::from(shift) - 190);
        }
        // 2^191 / divisor has exactly 128 bits: two digits of a long division to base 2^64.
        let divisor = u128::from(n << shift);
        let (head, rest) = ((1 << 127) / divisor, (1 << 127) % divisor);
        Self::rounded((head << 64) | ((rest << 64) / divisor), i64::from(shift) - 191)
    }
}

impl<const UP: bool> PartialOrd for RegisterFloat<UP> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.magnitude().cmp(&other.magnitude()).then(self.mantissa().cmp(&other.mantissa())))
    }
}

#[inline(always)]
fn product(x: u64, y: u64) -> u128 {
    u128::from(x) * u128::from(y)
}

/// `floor((high 2^128 + low) / divisor)` for `high < divisor`, `divisor >= 2^127`: two digits of a
/// long division to base 2^64 (Knuth, The Art of Computer Programming, volume 2, algorithm 4.3.1
/// D).
fn quotient(high: u128, low: u128, divisor: u128) -> u128 {
    let [leading, rest] = words(divisor);
    // One digit: the estimate from the leading word is at most two too large.
    let digit = |remainder: u128, next: u64| {
        let mut digit = remainder / u128::from(leading);
        let mut left = remainder - digit * u128::from(leading);
        while digit >> 64 != 0 || digit * u128::from(rest) > (left << 64 | u128::from(next)) {
            digit -= 1;
            left += u128::from(leading);
            if left >> 64 != 0 {
                break;
            }
        }
        // The remainder is below the divisor: modulo 2^128 it is exact.
        let left = (remainder << 64 | u128::from(next)).wrapping_sub(digit.wrapping_mul(divisor));
        (digit, left)
    };
    let [first, second] = words(low);
    let (upper, left) = digit(high, first);
    let (lower, _) = digit(left, second);
    upper << 64 | lower
}

/// The two words of a number, the higher first.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)]
fn words(x: u128) -> [u64; 2] {
    [(x >> 64) as u64, x as u64]
}
