//! Coordinates: exact decimals.

use dpcert::exact::decimal::{self, Decimal};
use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Interval, Malachite, Rounding, literal};
use dpcert::{Bounds, Dyadic, Exact, Real};
use malachite::base::num::arithmetic::traits::{Abs, FloorLogBase2, Pow};
use malachite::rational::Rational;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// Significant digits of a rounded coordinate.
const DIGITS: u64 = 10;
/// Ends below two to this power are replaced by 0 or by 10^-300.
const TINY: i128 = -1000;
/// The longest text of a coordinate that is read.
const MOST_CHARACTERS: usize = 400;
/// A coordinate that is read is at most 2 to this power, and at least its inverse.
const MOST_BITS: u64 = 4096;

/// A coordinate: a number with finitely many decimals.
///
/// ```
/// use dpcert::exact::Rounding;
/// use dpcert_picture::Coordinate;
/// use malachite::rational::Rational;
/// let third = Rational::from_unsigneds(1u32, 3u32);
/// assert_eq!(Coordinate::rounded(&third, Rounding::Up).to_string(), "0.3333333334");
/// assert_eq!(Coordinate::rounded(&Rational::from(2), Rounding::Up).to_string(), "2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coordinate(Rational);

/// The number 10^-300: no coordinate but 0 is nearer to 0.
fn tiny() -> Rational {
    Rational::from(10).pow(-300i64)
}

impl Coordinate {
    /// A number, rounded to ten significant digits unless it is a shorter decimal. Numbers nearer
    /// to 0 than 10^-300 become 0, or 10^-300, on the stated side.
    pub fn rounded(x: &Rational, rounding: Rounding) -> Coordinate {
        // 10^-300 is between 2^-997 and 2^-996.
        if *x != 0 && x.abs().floor_log_base_2() < -996 && x.abs() < tiny() {
            return Coordinate::tiny(*x > 0, rounding);
        }
        Coordinate(decimal::rounded(x, DIGITS, rounding))
    }

    /// A number near 0, by its sign.
    fn tiny(is_positive: bool, rounding: Rounding) -> Coordinate {
        Coordinate(match (is_positive, rounding) {
            (true, Rounding::Up) => tiny(),
            (false, Rounding::Down) => -tiny(),
            _ => Rational::from(0),
        })
    }

    /// An end, rounded in the same way.
    pub fn of_end(x: &Dyadic, rounding: Rounding) -> Option<Coordinate> {
        if !x.is_finite() {
            return None;
        }
        if x.magnitude().is_some_and(|magnitude| magnitude < TINY) {
            return Some(Coordinate::tiny(x.sign().is_gt(), rounding));
        }
        Some(Coordinate::rounded(&x.to_rational()?, rounding))
    }

    /// An end of an enclosure: the number itself where it is a known rational; rounded in the same
    /// way.
    pub fn of_bounds(bounds: &Bounds, rounding: Rounding) -> Option<Coordinate> {
        let end = if rounding == Rounding::Down { bounds.lower() } else { bounds.upper() };
        let is_tiny = end.magnitude().is_some_and(|magnitude| magnitude < TINY);
        match bounds.exact().and_then(Exact::as_rational) {
            Some(exact) if !is_tiny => Some(Coordinate::rounded(exact, rounding)),
            _ => Coordinate::of_end(end, rounding),
        }
    }

    /// A number of any kind, rounded in the same way.
    pub fn of_real(x: &Real, rounding: Rounding) -> Coordinate {
        match x.as_rational() {
            Some(x) => Coordinate::rounded(x, rounding),
            None => Coordinate::of_enclosure(&x.enclose(96), rounding),
        }
    }

    /// The end of an enclosure on a side, rounded to that side.
    pub fn of_enclosure(x: &Interval<Malachite>, rounding: Rounding) -> Coordinate {
        let end = if rounding == Rounding::Down { x.lower() } else { x.upper() };
        Coordinate::rounded(&end.to_rational().unwrap_or_default(), rounding)
    }

    /// The value of the coordinate.
    pub fn value(&self) -> &Rational {
        &self.0
    }

    /// The sum of two coordinates, exactly.
    #[must_use]
    pub fn plus(&self, other: &Coordinate) -> Coordinate {
        Coordinate(&self.0 + &other.0)
    }

    /// The difference of two coordinates, exactly.
    #[must_use]
    pub fn minus(&self, other: &Coordinate) -> Coordinate {
        Coordinate(&self.0 - &other.0)
    }

    /// `1 - self`.
    #[must_use]
    pub fn complement(&self) -> Coordinate {
        Coordinate(Rational::from(1) - &self.0)
    }
}

impl From<u32> for Coordinate {
    fn from(n: u32) -> Coordinate {
        Coordinate(Rational::from(n))
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Decimal::exactly(&self.0) {
            Some(decimal) => decimal.fmt(f),
            None => self.0.fmt(f),
        }
    }
}

impl Serialize for Coordinate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Coordinate, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_decimal = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | 'e');
        if text.len() > MOST_CHARACTERS || !text.chars().all(is_decimal) {
            return Err(de::Error::custom("a coordinate must be a decimal, written as text"));
        }
        let number = literal::parse(&text).ok().and_then(|number| number.as_rational().cloned());
        let number =
            number.ok_or_else(|| de::Error::custom(format!("\"{text}\" is not a decimal")))?;
        let is_near = number == 0 || (&number).abs().floor_log_base_2().unsigned_abs() <= MOST_BITS;
        if is_near {
            Ok(Coordinate(number))
        } else {
            Err(de::Error::custom(format!("\"{text}\" is too far from 1")))
        }
    }
}
