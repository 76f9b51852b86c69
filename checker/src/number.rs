//! Numbers of a certificate: rationals `p/q` and dyadics `m*2^e`, each with one spelling only.
//!
//! A second spelling of a number could hide a difference from a reader who compares texts, so a
//! fraction that is not in lowest terms is rejected.

use crate::fault::{Fault, Malformed, Unsupported};
use crate::rational::BigRational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The longest number, in characters.
pub const MAX_LENGTH: usize = 100_000;
/// The largest exponent of a dyadic, in absolute value.
const MAX_EXPONENT: i64 = 1 << 17;
/// The most bits of a common denominator.
const MAX_COMMON_BITS: u64 = 1 << 20;

/// Reads a number: `p`, `p/q` in lowest terms with q > 1, or `m*2^e` with odd m.
///
/// # Errors
/// The reason, for any other text.
pub fn parse(text: &str) -> Result<BigRational, Fault> {
    let shown = shorten(text);
    if text.len() > MAX_LENGTH {
        return Err(Unsupported::too_long(
            format!("the number {shown}"),
            u64::try_from(MAX_LENGTH).unwrap_or(u64::MAX),
            "characters",
        )
        .into());
    }
    let not_canonical = |form| Malformed::NotCanonical { text: shown.clone(), form };
    if let Some((mantissa, exponent)) = text.split_once("*2^") {
        let mantissa = integer(mantissa)?;
        let exponent: i64 = integer(exponent)?.try_into().unwrap_or(i64::MAX);
        if exponent.checked_abs().is_none_or(|size| size > MAX_EXPONENT) {
            return Err(Unsupported::too_large(format!("the exponent of {shown}")).into());
        }
        if mantissa.is_even() {
            return Err(not_canonical("the mantissa of m*2^e has to be odd").into());
        }
        return Ok(dyadic(mantissa, exponent));
    }
    let Some((numerator, denominator)) = text.split_once('/') else {
        return Ok(BigRational::from_integer(integer(text)?));
    };
    let (numerator, denominator) = (integer(numerator)?, integer(denominator)?);
    if denominator <= BigInt::one() || !numerator.gcd(&denominator).is_one() {
        return Err(not_canonical("p/q is in lowest terms with q > 1").into());
    }
    Ok(BigRational::in_lowest_terms(numerator, denominator))
}

/// Reads an integer without superfluous signs or zeros.
///
/// # Errors
/// The reason, for any other text.
pub fn integer(text: &str) -> Result<BigInt, Fault> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_canonical = digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.is_empty()
        && (digits == text || digits != "0")
        && (digits == "0" || !digits.starts_with('0'));
    if !is_canonical {
        return Err(Malformed::wrong_type(&shorten(text), "a canonical integer").into());
    }
    Ok(text.parse().map_err(|_| Malformed::wrong_type(&shorten(text), "an integer"))?)
}

/// `mantissa * 2^exponent`.
pub fn dyadic(mantissa: BigInt, exponent: i64) -> BigRational {
    let size = exponent.unsigned_abs();
    if exponent >= 0 {
        return BigRational::from_integer(mantissa << size);
    }
    // Reduced to lowest terms without a greatest common divisor.
    let common = mantissa.trailing_zeros().unwrap_or(size).min(size);
    BigRational::in_lowest_terms(mantissa >> common, BigInt::one() << (size - common))
}

/// The canonical text of a number: `m*2^e` where it is dyadic and not an integer, otherwise `p/q`.
pub fn show(x: &BigRational) -> String {
    let (numerator, denominator) = (x.numer(), x.denom());
    if denominator.is_one() {
        return numerator.to_string();
    }
    match denominator.trailing_zeros() {
        Some(zeros) if (denominator >> zeros).is_one() => format!("{numerator}*2^-{zeros}"),
        _ => format!("{numerator}/{denominator}"),
    }
}

/// The largest integer that is at most x.
pub fn floor(x: &BigRational) -> BigInt {
    x.numer().div_floor(x.denom())
}

/// The smallest integer that is at least x.
pub fn ceil(x: &BigRational) -> BigInt {
    -((-x.numer()).div_floor(x.denom()))
}

/// `x / 2^bits`, rounded down.
pub fn shift_down(x: &BigInt, bits: u64) -> BigInt {
    x >> bits
}

/// `x / 2^bits`, rounded up.
pub fn shift_up(x: &BigInt, bits: u64) -> BigInt {
    -((-x) >> bits)
}

/// The least common denominator, unless it has too many digits.
pub fn common_denominator<'a>(numbers: impl Iterator<Item = &'a BigRational>) -> Option<BigInt> {
    let mut common = BigInt::one();
    for x in numbers {
        let rest = &common % x.denom();
        if !rest.is_zero() {
            common *= x.denom() / rest.gcd(x.denom());
        }
        if common.bits() > MAX_COMMON_BITS {
            return None;
        }
    }
    Some(common)
}

/// The numerator over a denominator that is a multiple of its own.
pub fn over(x: &BigRational, denominator: &BigInt) -> BigInt {
    x.numer() * (denominator / x.denom())
}

/// The bits of the numerator or of the denominator, whichever has more.
pub fn bits_of(x: &BigRational) -> u64 {
    x.numer().bits().max(x.denom().bits())
}

/// Is it a probability?
pub fn is_probability(x: &BigRational) -> bool {
    !x.is_negative() && *x <= BigRational::one()
}

/// A text shortened for a message.
pub fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("\"{}...\"", &text[..end]),
        None => format!("\"{text}\""),
    }
}
