//! Numbers of tables, and in text: enclosures, claims and parameters, each with the digits that it
//! has on paper.

use super::formula::{POWER, formula, in_math};
use crate::output::records::cells;
use dpcert::claim::Literal;
use dpcert::exact::decimal::{self, Decimal, aligned};
use dpcert::exact::{Rounding, literal};
use dpcert::{Real, Styled};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The significant digits of an enclosure, unless others are asked for.
pub(super) const DIGITS: u64 = 5;
/// The longest exact value that takes the place of an enclosure.
const SHORT: usize = 7;
/// The longest exact value that stands in place of digits which do not show that a number is equal
/// to it.
const LONGEST: usize = 40;

/// A number in a formula.
pub(super) enum Number {
    Exact(String),
    Between(String),
}

impl Number {
    pub(super) fn formula(self) -> String {
        match self {
            Number::Exact(number) | Number::Between(number) => number,
        }
    }
}

/// Both ends, rounded outwards; or the exact value, where it is known and short.
pub(super) fn enclosure([lo, hi]: [&str; 2], exact: Option<&str>, digits: u64) -> Number {
    if let Some(exact) = exact.filter(|exact| !exact.is_empty() && exact.len() <= SHORT) {
        return Number::Exact(in_math(exact));
    }
    let end = |text, rounding| {
        in_math(&rounded(text, digits, rounding).unwrap_or_else(|| text.to_owned()))
    };
    match [end(lo, Rounding::Down), end(hi, Rounding::Up)] {
        [lo, hi] if lo == hi => Number::Exact(lo),
        [lo, hi] => Number::Between(between(&lo, &hi)),
    }
}

/// What a quantity with these ends is at most, or exactly, on paper: the relation and the number.
pub fn at_most([lo, hi]: [&str; 2]) -> String {
    let most = rounded(hi, DIGITS, Rounding::Up).unwrap_or_else(|| hi.to_owned());
    let relation = if lo == hi && most == hi { "=" } else { "\\leq" };
    format!("{relation} {}", in_math(&most))
}

/// An interval as a formula, with the power of ten of both ends after it.
fn between(lo: &str, hi: &str) -> String {
    let both = lo.split_once(POWER).zip(hi.split_once(POWER));
    match both.filter(|((_, low), (_, high))| low == high) {
        Some(((lo, power), (hi, _))) => {
            let [lo, hi] = aligned([lo, hi]);
            format!("[{lo}, {hi}]{POWER}{power}")
        }
        None => {
            let [lo, hi] = aligned([lo, hi]);
            format!("[{lo}, {hi}]")
        }
    }
}

/// A parameter that need not be a whole number, with all the digits to which it was found: `14.10`.
/// One with a power of ten, or as a fraction, is as it is.
pub fn with_zeros(number: &str, digits: u64) -> String {
    let is_plain = number.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let significant = number.replace('.', "").trim_start_matches('0').len();
    let missing = usize::try_from(digits).unwrap_or(0).saturating_sub(significant);
    if !is_plain || missing == 0 {
        return number.to_owned();
    }
    let point = if number.contains('.') { "" } else { "." };
    format!("{number}{point}{}", "0".repeat(missing))
}

/// A number that others wrote: its first digits, where it is rational and long.
pub fn claimed(literal: &Literal) -> String {
    claimed_to(literal, 0)
}

/// The same with at least so many digits, if it has them.
pub fn claimed_to(literal: &Literal, digits: u64) -> String {
    const MOST: u64 = 6;
    /// The longest text that is shown as it was written.
    const LONG: usize = 9;
    let (text, more) = (literal.text.as_str(), digits.saturating_sub(MOST));
    let longest = LONG + usize::try_from(more).unwrap_or(0);
    let first = || {
        let number = literal.value.as_rational()?;
        let towards_zero = if *number < 0 { Rounding::Up } else { Rounding::Down };
        let first = decimal::rounded(number, MOST + more, towards_zero);
        Some((formula(&Decimal::exactly(&first)?.to_string())?, first == *number))
    };
    match first().filter(|_| text.len() > longest) {
        Some((first, true)) => first,
        Some((first, false)) => match (first.split_once(POWER), first.split_once("10^")) {
            (Some((digits, power)), _) => format!("{digits}\\ldots{POWER}{power}"),
            // A coefficient of 1 is left out where it is all.
            (None, Some((sign, power))) => format!("{sign}1\\ldots{POWER}{power}"),
            (None, None) => format!("{first}\\ldots"),
        },
        None => in_math(text),
    }
}

/// The most digits that a table has room for.
const MOST: u64 = 40;

/// As few digits as show on which side of an enclosure each number of a list is, but no fewer than
/// `least`, or 3; or else 5, where the list is empty. Where [`MOST`] do not show it there are `least`.
pub fn digits_apart(bounds: &Styled, from: &[&Real], least: Option<u64>) -> u64 {
    const FEW: u64 = 3;
    let least = least.unwrap_or(if from.is_empty() { DIGITS } else { FEW });
    let [lo, hi, _] = cells(bounds);
    let is_beside = |number: &Real, digits| {
        let end = |text: &str, rounding| {
            number.compare(&literal::parse(&rounded(text, digits, rounding)?).ok()?)
        };
        let ends = (end(&lo, Rounding::Down), end(&hi, Rounding::Up));
        matches!(ends, (Some(Ordering::Less), _) | (_, Some(Ordering::Greater)))
    };
    let is_apart = |digits: &u64| from.iter().all(|number| is_beside(number, *digits));
    (least..MOST).find(is_apart).unwrap_or(least)
}

/// An enclosure with some digits. A number of a list that is the exact value is shown by that.
pub fn apart(bounds: &Styled, from: &[&Real], digits: u64) -> String {
    let [lo, hi, exact] = cells(bounds);
    let value = bounds.exact_text().filter(|text| text.len() <= LONGEST);
    let is_value = |text: &String| {
        let value = literal::parse(text).ok();
        value.is_some_and(|value| from.iter().any(|it| it.compare(&value) == Some(Ordering::Equal)))
    };
    if let Some(value) = value.filter(is_value) {
        return in_math(&value);
    }
    enclosure([&lo, &hi], Some(&exact), digits).formula()
}

/// A decimal, rounded to a number of significant digits and to a side; `None` for other texts.
pub(super) fn rounded(text: &str, digits: u64, rounding: Rounding) -> Option<String> {
    // The exponent may be beyond all numbers that fit into memory: it stays as it is.
    let (mantissa, exponent) =
        text.split_once('e').map_or((text, ""), |(m, _)| (m, &text[m.len()..]));
    let mantissa: Rational = literal::parse(mantissa).ok()?.as_rational()?.clone();
    let short = decimal::rounded(&mantissa, digits, rounding);
    let short = Decimal::exactly(&short)?.to_string();
    if exponent.is_empty() || !short.contains('e') { Some(short + exponent) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was found to some digits has all of them, unless it is no decimal.
    #[test]
    fn found_parameters_have_their_zeros() {
        for (number, shown) in [
            ("14.1", "14.10"),
            ("30", "30.00"),
            ("0.05", "0.05000"),
            ("29.873", "29.873"),
            ("1e-7", "1e-7"),
            ("1/3", "1/3"),
        ] {
            assert_eq!(with_zeros(number, 4), shown);
        }
    }

    #[test]
    fn long_claimed_numbers_are_cut_off() {
        for (text, shown) in [
            ("6.777395712150674", "6.77739\\ldots"),
            ("-6.777395712150674", "-6.77739\\ldots"),
            ("6.60", "6.60"),
            ("6.777395", "6.777395"),
            ("0.012345678912", "0.0123456\\ldots"),
            ("0.000012345678912", "1.23456\\ldots \\cdot 10^{-5}"),
            ("0x1.999999999999ap-4", "0.1\\ldots"),
            ("0.00001000000012", "1\\ldots \\cdot 10^{-5}"),
            ("0x1.8000000000000p-1", "0.75"),
            ("ln(3)", "\\ln(3)"),
            ("1e-5", "10^{-5}"),
            ("1000000000", "1000000000"),
        ] {
            let value = literal::parse(text).expect("it is a number");
            assert_eq!(claimed(&Literal { text: text.to_owned(), value }), shown);
        }
    }
}
