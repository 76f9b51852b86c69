//! Decimals, rounded outward: the true value is never outside the printed ones.

use super::effort;
use super::engine::{DirectedFloat, Engine, Rounding};
use super::interval::Interval;
use super::literal::{MAX_BITS, MAX_DECIMAL_EXPONENT};
use super::real::rational_bits;
use malachite::base::num::arithmetic::traits::{Abs, DivisibleBy, Pow, Square, UnsignedAbs};
use malachite::base::num::conversion::traits::{RoundingInto, ToStringBase};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::cmp::Ordering;
use std::fmt;

/// A printed number: `coefficient * 10^exponent`, or an infinity.
///
/// It compares and hashes as a number; [`Display`](fmt::Display) is its text.
///
/// ```
/// use dpcert::exact::Rounding;
/// use dpcert::exact::decimal::Decimal;
/// use malachite::rational::Rational;
/// let third = Rational::from_unsigneds(1u32, 3u32);
/// let below = Decimal::of_rational(&third, 4, Rounding::Down);
/// let above = Decimal::of_rational(&third, 4, Rounding::Up);
/// assert_eq!((below.to_string(), above.to_string()), ("0.3333".to_owned(), "0.3334".to_owned()));
/// assert!(below < above && below.to_rational().is_some_and(|below| below < third));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// Not divisible by 10 unless it is 0, where the exponent is 0; for an infinity, its sign.
    coefficient: Integer,
    exponent: i64,
    is_infinite: bool,
}

impl Decimal {
    /// `coefficient * 10^exponent`. Saturates where trailing zeros would carry the exponent out of
    /// its range.
    pub fn new(coefficient: Integer, exponent: i64) -> Decimal {
        let (negative, mut n, mut exponent) =
            (coefficient < 0, coefficient.unsigned_abs(), exponent);
        if n == 0u32 {
            exponent = 0;
        }
        // Trailing zeros: 1, 2, 4 of them, and so on, then as many again from the most down.
        let mut powers = vec![Natural::from(10u32)];
        while n != 0u32
            && let Some(power) = powers.last()
            && (&n).divisible_by(power)
        {
            effort::quotient(n.significant_bits());
            n /= power;
            exponent = exponent.saturating_add(1 << (powers.len() - 1));
            powers.push(power.square());
        }
        for (i, power) in powers.iter().enumerate().rev().skip(1) {
            if n != 0u32 && (&n).divisible_by(power) {
                n /= power;
                exponent = exponent.saturating_add(1 << i);
            }
        }
        Decimal {
            coefficient: Integer::from_sign_and_abs(!negative, n),
            exponent,
            is_infinite: false,
        }
    }

    /// `inf`, or `-inf` if `negative`.
    pub fn infinity(negative: bool) -> Decimal {
        Decimal {
            coefficient: Integer::from(if negative { -1 } else { 1 }),
            exponent: 0,
            is_infinite: true,
        }
    }

    /// The nearest decimal on the stated side of a rational, with `digits` significant digits: the
    /// rational itself where it has no more.
    pub fn of_rational(x: &Rational, digits: u64, rounding: Rounding) -> Decimal {
        let negative = *x < 0;
        let outward = if negative { rounding.opposite() } else { rounding };
        rational_magnitude(&x.abs(), digits, outward).signed(negative)
    }

    /// Is it finite?
    pub fn is_finite(&self) -> bool {
        !self.is_infinite
    }

    /// Its sign: the comparison with 0.
    pub fn sign(&self) -> Ordering {
        self.coefficient.cmp(&Integer::from(0))
    }

    /// The number, where the literal language accepts it: `None` for an infinity, for decimal
    /// exponents beyond [`MAX_DECIMAL_EXPONENT`] and for more than [`MAX_BITS`] bits.
    pub fn to_rational(&self) -> Option<Rational> {
        let exponent = if self.sign().is_eq() { 0 } else { self.point() - 1 };
        if self.is_infinite
            || exponent.unsigned_abs() > u128::from(MAX_DECIMAL_EXPONENT.unsigned_abs())
        {
            return None;
        }
        let x = self.value();
        (rational_bits(&x) <= MAX_BITS).then_some(x)
    }

    /// The text of a rational: a decimal where it is finite, otherwise a fraction.
    ///
    /// ```
    /// use dpcert::exact::decimal::Decimal;
    /// use malachite::rational::Rational;
    /// let of = |n, d| Decimal::or_fraction(&Rational::from_unsigneds(n, d));
    /// assert_eq!((of(7u32, 250u32), of(1, 3)), ("0.028".to_owned(), "1/3".to_owned()));
    /// ```
    pub fn or_fraction(x: &Rational) -> String {
        Decimal::exactly(x).map_or_else(|| x.to_string(), |decimal| decimal.to_string())
    }

    /// A rational as a decimal with all its digits; `None` where it has infinitely many.
    ///
    /// ```
    /// use dpcert::exact::decimal::Decimal;
    /// use malachite::rational::Rational;
    /// let of = |n, d| Decimal::exactly(&Rational::from_unsigneds(n, d)).map(|decimal| decimal.to_string());
    /// assert_eq!(of(7u32, 250u32).as_deref(), Some("0.028"));
    /// assert_eq!(of(1, 3), None);
    /// ```
    pub fn exactly(x: &Rational) -> Option<Decimal> {
        let denominator = x.denominator_ref();
        let twos = denominator.trailing_zeros().unwrap_or(0);
        let odd = denominator >> twos;
        // 5^n has at least 2.32 n bits, and at most 2.33 n + 1.
        let mut fives = odd.significant_bits().saturating_sub(1) * 429 / 1000;
        let mut power = Natural::from(5u32).pow(fives);
        while power < odd {
            power *= Natural::from(5u32);
            fives += 1;
        }
        let places = (power == odd).then_some(twos.max(fives))?;
        let coefficient =
            Integer::try_from(x * Rational::from(Natural::from(10u32).pow(places))).ok()?;
        Some(Decimal::new(coefficient, -i64::try_from(places).ok()?))
    }

    fn value(&self) -> Rational {
        Rational::from(&self.coefficient) * Rational::from(10u32).pow(self.exponent)
    }

    fn signed(self, negative: bool) -> Decimal {
        if negative { Decimal { coefficient: -self.coefficient, ..self } } else { self }
    }

    /// The place of the point: `10^(point-1) <= |self| < 10^point`, for numbers other than 0.
    fn point(&self) -> i128 {
        i128::from(digit_count(self.coefficient.unsigned_abs_ref())) + i128::from(self.exponent)
    }
}

impl Ord for Decimal {
    /// Cost: where sign and size agree, a multiplication of the shorter coefficient by a power of
    /// ten.
    fn cmp(&self, other: &Decimal) -> Ordering {
        let infinite = |x: &Decimal| if x.is_infinite { x.sign() as i8 } else { 0 };
        let by_kind =
            self.sign().cmp(&other.sign()).then_with(|| infinite(self).cmp(&infinite(other)));
        if by_kind.is_ne() || self.is_infinite || self.sign().is_eq() {
            return by_kind;
        }
        let magnitude = self.point().cmp(&other.point()).then_with(|| {
            // The points agree: the exponents differ by as many places as the coefficients.
            let longer = |x: &Decimal, y: &Decimal| {
                let places = x.exponent.saturating_sub(y.exponent).max(0).unsigned_abs();
                x.coefficient.unsigned_abs_ref() * Natural::from(10u32).pow(places)
            };
            longer(self, other).cmp(&longer(other, self))
        });
        if self.sign().is_lt() { magnitude.reverse() } else { magnitude }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sign().is_lt() {
            f.write_str("-")?;
        }
        if self.is_infinite {
            return f.write_str("inf");
        }
        let digits = self.coefficient.unsigned_abs_ref().to_string_base(10);
        let point = self.point();
        if self.coefficient != 0 && !(-5..=21).contains(&point) {
            let (head, tail) = digits.split_at(1);
            let dot = if tail.is_empty() { "" } else { "." };
            return write!(f, "{head}{dot}{tail}e{}", point - 1);
        }
        let zeros = |n: i128| "0".repeat(usize::try_from(n).unwrap_or(0));
        match usize::try_from(point) {
            _ if self.exponent >= 0 => write!(f, "{digits}{}", zeros(self.exponent.into())),
            Ok(point) if point > 0 => write!(f, "{}.{}", &digits[..point], &digits[point..]),
            _ => write!(f, "0.{}{digits}", zeros(-point)),
        }
    }
}

/// A decimal at most (`Down`) or at least (`Up`) the given end, with `digits` significant digits
/// (fewer where the rest would be zeros). Infinite ends print as `inf` and `-inf`.
///
/// Cost: O(log |exponent|) multiplications of about `digits` digits.
pub fn float_to_decimal<E: Engine>(x: &E::Float, digits: u64, rounding: Rounding) -> String {
    rounded_float::<E>(x, digits, rounding).to_string()
}

/// The number that [`float_to_decimal`] writes.
pub(super) fn rounded_float<E: Engine>(x: &E::Float, digits: u64, rounding: Rounding) -> Decimal {
    let Some(exponent) = x.exponent() else {
        return match x.sign() {
            Ordering::Equal => Decimal::new(Integer::from(0), 0),
            sign => Decimal::infinity(sign.is_lt()),
        };
    };
    let negative = x.sign().is_lt();
    let magnitude = if negative { x.neg() } else { x.clone() };
    let outward = if negative { rounding.opposite() } else { rounding };
    // A fraction below 2^-256 has 5^256 in its numerator, and more than 64 digits: as a decimal it
    // is rounded anyway, and some leading bits of such a long power of ten suffice.
    let is_short = exponent.unsigned_abs() < if digits <= 64 && exponent < 0 { 256 } else { 4096 };
    if is_short && let Some(value) = magnitude.to_rational() {
        return rational_magnitude(&value, digits, outward).signed(negative);
    }
    // 10^shift is enclosed: round the proper end of the quotient.
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
            return Decimal::new(Integer::from(1), decimal_exponent(exponent) + slack)
                .signed(negative);
        };
        let integer = round(&value, outward);
        match digit_count(&integer).cmp(&digits) {
            Ordering::Less => decimal -= 1,
            Ordering::Greater if !is_power_of_ten(&integer, digits) => decimal += 1,
            _ => {
                let scale = decimal - signed_digits(digits) + 1;
                return Decimal::new(Integer::from(integer), scale).signed(negative);
            }
        }
    }
}

/// A decimal at most or at least a rational: see [`float_to_decimal`]. Exact where it has at most
/// `digits` significant digits.
pub fn rational_to_decimal(x: &Rational, digits: u64, rounding: Rounding) -> String {
    Decimal::of_rational(x, digits, rounding).to_string()
}

fn rational_magnitude(x: &Rational, digits: u64, rounding: Rounding) -> Decimal {
    if *x == 0 {
        return Decimal::new(Integer::from(0), 0);
    }
    let bits = |n: &Natural| i64::try_from(n.significant_bits()).unwrap_or(i64::MAX);
    let mut decimal = decimal_exponent(bits(x.numerator_ref()) - bits(x.denominator_ref()));
    loop {
        let scale = decimal - signed_digits(digits) + 1;
        effort::quotient(
            rational_bits(x).max(scale.unsigned_abs().saturating_mul(4)).saturating_mul(2),
        );
        let value = x * Rational::from(10u32).pow(-scale);
        match digit_count(&round(&value, Rounding::Down)).cmp(&digits) {
            Ordering::Less => decimal -= 1,
            Ordering::Greater => decimal += 1,
            Ordering::Equal => return Decimal::new(Integer::from(round(&value, rounding)), scale),
        }
    }
}

/// Two decimals with as many digits after the point, where they have the same power of ten; other
/// texts stay as they are. Zeros are added to a coefficient, never to an exponent.
///
/// ```
/// use dpcert::exact::decimal::aligned;
/// assert_eq!(aligned(["1.57", "1.5713"]), ["1.5700", "1.5713"]);
/// assert_eq!(aligned(["2.706e-16", "2.7061e-16"]), ["2.7060e-16", "2.7061e-16"]);
/// assert_eq!(aligned(["9.99e-7", "1e-6"]), ["9.99e-7", "1e-6"]);
/// ```
pub fn aligned(both: [&str; 2]) -> [String; 2] {
    let parts = both.map(|text| text.split_at(text.find('e').unwrap_or(text.len())));
    let digits = |coefficient: &str| {
        let (whole, part) = coefficient.split_once('.').unwrap_or((coefficient, ""));
        let is_digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
        (is_digits(whole.trim_start_matches('-')) && is_digits(part)).then_some(part.len())
    };
    let [(low, of_low), (high, of_high)] = parts;
    let (Some(in_low), Some(in_high), true) = (digits(low), digits(high), of_low == of_high) else {
        return both.map(str::to_owned);
    };
    let most = in_low.max(in_high);
    let padded = |coefficient: &str, own: usize| {
        let point = if own == 0 && most > 0 { "." } else { "" };
        format!("{coefficient}{point}{}{of_low}", "0".repeat(most - own))
    };
    [padded(low, in_low), padded(high, in_high)]
}

/// A rational rounded to `digits` significant digits, as a number.
pub fn rounded(x: &Rational, digits: u64, rounding: Rounding) -> Rational {
    Decimal::of_rational(x, digits, rounding).value()
}

/// About `log10(2^binary)`, wrong by at most a few; the callers correct it.
fn decimal_exponent(binary: i64) -> i64 {
    let product = i128::from(binary) * 30_102_999_566_398_i128 / 100_000_000_000_000_i128;
    i64::try_from(product).unwrap_or(i64::MAX)
}

pub(super) fn signed_digits(digits: u64) -> i64 {
    i64::try_from(digits).unwrap_or(i64::MAX)
}

/// A number >= 0 rounded to an integer.
pub(super) fn round(x: &Rational, rounding: Rounding) -> Natural {
    let mode = match rounding {
        Rounding::Down => RoundingMode::Floor,
        Rounding::Up => RoundingMode::Ceiling,
    };
    let (integer, _): (Integer, Ordering) = x.rounding_into(mode);
    integer.unsigned_abs_ref().clone()
}

pub(super) fn digit_count(n: &Natural) -> u64 {
    if *n == 0u32 { 0 } else { n.to_string_base(10).len() as u64 }
}

/// Is `n` 10^digits? Rounding up 99.97 to three digits gives 100.0: one digit more, and correct.
fn is_power_of_ten(n: &Natural, digits: u64) -> bool {
    digit_count(n) == digits + 1 && *n == Natural::from(10u32).pow(digits)
}
