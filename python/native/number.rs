//! Numbers of the library as numbers of Python.

use dpcert::enclosure::big_rational;
use dpcert::exact::Rounding;
use dpcert::exact::decimal::rational_to_decimal;
use dpcert::{Dyadic, ShowExact, Styled};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A mantissa and an exponent of 2; for an infinity its sign, and `None`.
pub type End = (BigInt, Option<i64>);

/// The fields of `dpcert._enclosure.Enclosure`: both ends, each exactly and as a binary64 rounded
/// to its side; the exact value as a fraction, or as a text where it is not rational; the requested
/// digits, whether they are met, and why it is infinite.
pub type Number =
    (End, End, f64, f64, Option<BigRational>, Option<String>, u64, bool, Option<&'static str>);

/// A number of the library as a tuple.
pub fn number(bounds: &Styled) -> Number {
    let wanted = bounds.shown() != ShowExact::Never;
    let exact = bounds.exact().filter(|_| wanted);
    let fraction = exact.and_then(|exact| exact.to_big_rational());
    let text = if fraction.is_some() { None } else { bounds.exact_text() };
    (
        end(bounds.lower()),
        end(bounds.upper()),
        bounds.lower_f64(),
        bounds.upper_f64(),
        fraction,
        text,
        bounds.digits(),
        bounds.met,
        bounds.reason,
    )
}

/// A rational number.
pub fn fraction(x: &Rational) -> BigRational {
    big_rational(x)
}

fn end(x: &Dyadic) -> End {
    match x.parts() {
        Some((mantissa, exponent)) => (integer(mantissa), Some(exponent)),
        None => (BigInt::from(if x.sign().is_lt() { -1 } else { 1 }), None),
    }
}

fn integer(x: &Integer) -> BigInt {
    big_rational(&Rational::from(x)).numer().clone()
}

/// `mantissa * 2^exponent` as a decimal of so many significant digits, at most (not `up`) or at
/// least that.
#[pyfunction]
pub fn decimal(
    py: Python<'_>,
    mantissa: BigInt,
    exponent: i64,
    digits: u64,
    up: bool,
) -> PyResult<String> {
    let beyond = || PyOverflowError::new_err("the exponent has more than 64 bits");
    let dyadic = Dyadic::new(integer_of(&mantissa), exponent).ok_or_else(beyond)?;
    Ok(py.detach(|| dyadic.decimal(digits, if up { Rounding::Up } else { Rounding::Down })))
}

/// A fraction as a decimal of so many significant digits, at most (not `up`) or at least that.
#[pyfunction]
pub fn decimal_of_fraction(py: Python<'_>, fraction: BigRational, digits: u64, up: bool) -> String {
    let exact = Rational::from_integers(integer_of(fraction.numer()), integer_of(fraction.denom()));
    py.detach(|| {
        rational_to_decimal(&exact, digits, if up { Rounding::Up } else { Rounding::Down })
    })
}

fn integer_of(x: &BigInt) -> Integer {
    let magnitude = Natural::from_owned_limbs_asc(x.magnitude().to_u64_digits());
    Integer::from_sign_and_abs(x.sign() != Sign::Minus, magnitude)
}
