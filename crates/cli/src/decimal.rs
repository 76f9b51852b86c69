//! The order of printed decimals, whatever their exponents.
//!
//! A lower end may be `1e-1000000000`: as a fraction that would be a number of a gigabyte, as
//! digits and an exponent it is compared in no time.

use std::cmp::Ordering;

/// Is `x <= y`, for numbers `-?\d+(\.\d+)?(e-?\d+)?`, `inf` and `-inf`? False for other texts.
pub fn at_most(x: &str, y: &str) -> bool {
    match (Decimal::read(x), Decimal::read(y)) {
        (Some(x), Some(y)) => x.compare(&y).is_le(),
        _ => false,
    }
}

/// `sign * 0.digits * 10^point`, with a first digit that is not 0.
struct Decimal<'a> {
    sign: i8,
    point: i128,
    /// Both parts of the digits, without leading zeros; empty for infinity.
    digits: (&'a str, &'a str),
}

impl<'a> Decimal<'a> {
    fn read(text: &'a str) -> Option<Decimal<'a>> {
        let (sign, text) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        if text == "inf" {
            return Some(Decimal { sign, point: i128::MAX, digits: ("", "") });
        }
        let (number, exponent) = match text.split_once('e') {
            Some((number, exponent)) => (number, i128::from(exponent.parse::<i64>().ok()?)),
            None => (text, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let stripped = whole.trim_start_matches('0');
        if !stripped.is_empty() {
            let point = exponent + i128::try_from(stripped.len()).ok()?;
            return Some(Decimal { sign, point, digits: (stripped, fraction) });
        }
        let digits = fraction.trim_start_matches('0');
        if digits.is_empty() {
            return Some(Decimal { sign: 0, point: 0, digits: ("", "") });
        }
        let point = exponent - i128::try_from(fraction.len() - digits.len()).ok()?;
        Some(Decimal { sign, point, digits: (digits, "") })
    }

    fn compare(&self, other: &Decimal<'_>) -> Ordering {
        let magnitude = || self.point.cmp(&other.point).then_with(|| self.compare_digits(other));
        self.sign.cmp(&other.sign).then_with(|| if self.sign < 0 { magnitude().reverse() } else { magnitude() })
    }

    /// Digit by digit; the shorter one goes on with zeros.
    fn compare_digits(&self, other: &Decimal<'_>) -> Ordering {
        let digits = |number: &Decimal<'a>| number.digits.0.bytes().chain(number.digits.1.bytes());
        let others = other.digits.0.bytes().chain(other.digits.1.bytes());
        let length = (self.digits.0.len() + self.digits.1.len()).max(other.digits.0.len() + other.digits.1.len());
        let padded = digits(self).chain(std::iter::repeat(b'0')).take(length);
        padded.cmp(others.chain(std::iter::repeat(b'0')).take(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_ordered() {
        let ascending =
            ["-inf", "-2e5", "-10.5", "-1e-9", "0", "1e-1000000", "9.99e-2", "0.1", "0.11", "1", "10", "1.1e1", "inf"];
        for (i, x) in ascending.iter().enumerate() {
            for (j, y) in ascending.iter().enumerate() {
                assert_eq!(at_most(x, y), i <= j, "{x} <= {y}");
            }
        }
        for (x, y) in [("0.10", "1e-1"), ("100", "1e2"), ("-0", "0.00"), ("00.50", "5e-1")] {
            assert!(at_most(x, y) && at_most(y, x), "{x} = {y}");
        }
        for text in ["", "nan", "1e", ".5", "1 ", "--1", "1e99999999999999999999"] {
            assert!(!at_most(text, "1") && !at_most("0", text), "{text}");
        }
    }
}
