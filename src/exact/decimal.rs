//! Decimal output, rounded outward: the true value is never outside what is printed.

use super::engine::{DirectedFloat, Engine, Rounding};
use super::interval::Interval;
use malachite::base::num::arithmetic::traits::{Abs, DivisibleBy, Pow};
use malachite::base::num::conversion::traits::{RoundingInto, ToStringBase};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::cmp::Ordering;

/// A decimal at most (`Down`) or at least (`Up`) the given end, with `digits` significant digits
/// (fewer where the rest would be zeros). Infinite ends print as `inf` and `-inf`.
///
/// Cost: O(log |exponent|) multiplications of about `digits` digits.
pub fn float_to_decimal<E: Engine>(x: &E::Float, digits: u64, rounding: Rounding) -> String {
    let Some(exponent) = x.exponent() else {
        return match x.sign() {
            Ordering::Equal => "0".into(),
            Ordering::Less => "-inf".into(),
            Ordering::Greater => "inf".into(),
        };
    };
    let negative = x.sign().is_lt();
    let magnitude = if negative { x.neg() } else { x.clone() };
    let outward = if negative { rounding.opposite() } else { rounding };
    if exponent.unsigned_abs() < 4096
        && let Some(value) = magnitude.to_rational()
    {
        return signed(negative, rational_magnitude(&value, digits, outward));
    }
    // 10^shift is enclosed: round the quotient's proper end.
    let precision = digits * 4 + 128;
    let mut decimal = decimal_exponent(exponent);
    loop {
        let power = Interval::<E>::from_u64(10, precision).pow(decimal - signed_digits(digits) + 1);
        let point = Interval::<E>::new(magnitude.clone(), magnitude.clone(), precision);
        let scaled = &point / &power;
        let end = match outward {
            Rounding::Down => scaled.lower(),
            Rounding::Up => scaled.upper(),
        };
        let Some(value) = end.to_rational().filter(|value| *value > 0) else {
            // At the end of the exponent range 10^n is not representable: a power of ten next to
            // 2^exponent is a bound too.
            let slack = if outward == Rounding::Up { 2 } else { -2 };
            return signed(negative, format!("1e{}", decimal_exponent(exponent) + slack));
        };
        let integer = round(&value, outward);
        match digit_count(&integer).cmp(&digits) {
            Ordering::Less => decimal -= 1,
            Ordering::Greater if !is_power_of_ten(&integer, digits) => decimal += 1,
            _ => return signed(negative, place(&integer, decimal - signed_digits(digits) + 1)),
        }
    }
}

/// A decimal at most or at least a rational: see [`float_to_decimal`]. Exact where it has at most
/// `digits` significant digits.
pub fn rational_to_decimal(x: &Rational, digits: u64, rounding: Rounding) -> String {
    let negative = *x < 0;
    let outward = if negative { rounding.opposite() } else { rounding };
    signed(negative, rational_magnitude(&x.abs(), digits, outward))
}

fn rational_magnitude(x: &Rational, digits: u64, rounding: Rounding) -> String {
    if *x == 0 {
        return "0".into();
    }
    let bits = |n: &Natural| i64::try_from(n.significant_bits()).unwrap_or(i64::MAX);
    let mut decimal = decimal_exponent(bits(x.numerator_ref()) - bits(x.denominator_ref()));
    loop {
        let scale = decimal - signed_digits(digits) + 1;
        let value = x * Rational::from(10u32).pow(-scale);
        match digit_count(&round(&value, Rounding::Down)).cmp(&digits) {
            Ordering::Less => decimal -= 1,
            Ordering::Greater => decimal += 1,
            Ordering::Equal => return place(&round(&value, rounding), scale),
        }
    }
}

/// About `log10(2^binary)`, off by at most a few; the callers correct it.
fn decimal_exponent(binary: i64) -> i64 {
    let product = i128::from(binary) * 30_102_999_566_398_i128 / 100_000_000_000_000_i128;
    i64::try_from(product).unwrap_or(i64::MAX)
}

fn signed_digits(digits: u64) -> i64 {
    i64::try_from(digits).unwrap_or(i64::MAX)
}

fn round(x: &Rational, rounding: Rounding) -> Natural {
    let mode = match rounding {
        Rounding::Down => RoundingMode::Floor,
        Rounding::Up => RoundingMode::Ceiling,
    };
    let (integer, _): (Integer, Ordering) = x.rounding_into(mode);
    integer.unsigned_abs_ref().clone()
}

fn digit_count(n: &Natural) -> u64 {
    if *n == 0u32 { 0 } else { n.to_string_base(10).len() as u64 }
}

/// Rounding up 99.97 to three digits gives 100.0: one digit more, and right.
fn is_power_of_ten(n: &Natural, digits: u64) -> bool {
    digit_count(n) == digits + 1 && *n == Natural::from(10u32).pow(digits)
}

/// `n * 10^scale` as text.
fn place(n: &Natural, scale: i64) -> String {
    let mut n = n.clone();
    let mut scale = scale;
    let ten = Natural::from(10u32);
    while n != 0u32 && (&n).divisible_by(&ten) {
        n /= &ten;
        scale += 1;
    }
    let digits = n.to_string_base(10);
    let point = i64::try_from(digits.len()).unwrap_or(i64::MAX) + scale;
    if n == 0u32 {
        return "0".into();
    }
    if (-5..=21).contains(&point) {
        let position = usize::try_from(point.max(0)).unwrap_or(0);
        return match point {
            _ if scale >= 0 => digits + &"0".repeat(usize::try_from(scale).unwrap_or(0)),
            _ if point <= 0 => format!("0.{}{digits}", "0".repeat(usize::try_from(-point).unwrap_or(0))),
            _ => format!("{}.{}", &digits[..position], &digits[position..]),
        };
    }
    let (head, tail) = digits.split_at(1);
    let dot = if tail.is_empty() { "" } else { "." };
    format!("{head}{dot}{tail}e{}", point - 1)
}

fn signed(negative: bool, magnitude: String) -> String {
    if negative && magnitude != "0" { format!("-{magnitude}") } else { magnitude }
}
