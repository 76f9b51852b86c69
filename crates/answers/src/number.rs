//! Numbers that fit into a table.
//!
//! A number is shown as it was written where that is short, otherwise as a decimal of six digits
//! after a tilde. Enclosures are shown with their common digits first, `1.234[5,6]` for `[1.2345,
//! 1.2346]` (factored interval notation: M. H. van Emden, "On the significance of digits in
//! interval notation", Reliable Computing 10, 2004).

use dpcert::claim::{Literal, Quantity};
use dpcert::exact::decimal::{Decimal, float_to_decimal};
use dpcert::exact::engine::{Malachite, Rounding};
use dpcert::exact::literal;
use dpcert::{Printed, Real, Styled};
use std::cmp::Ordering;

/// The longest literal that is shown as it was written, in characters.
const SHORT: usize = 16;
/// Significant digits of a shortened number.
pub const DIGITS: u64 = 6;

/// A claimed number or a parameter.
pub fn literal_text(literal: &Literal) -> String {
    if is_verbatim(literal) { literal.text.clone() } else { approximation(&literal.value, DIGITS) }
}

/// Is the number shown as it was written?
pub fn is_verbatim(literal: &Literal) -> bool {
    let is_plain = literal.text.chars().all(|c| !c.is_control()) && !is_hexadecimal(&literal.text);
    is_plain && literal.text.chars().count() <= SHORT
}

fn is_hexadecimal(text: &str) -> bool {
    text.contains("0x") || text.contains("0X")
}

/// A decimal near the number; after a tilde unless it is the number. It has some more digits where
/// the first ones are uninformative, as with 0.99999999.
pub fn approximation(value: &Real, digits: u64) -> String {
    let informative = |text: &String| text.bytes().filter(|c| matches!(c, b'1'..=b'9')).count() > 2;
    let mut candidates = (digits..digits + 7).step_by(2).map(|digits| nearest(value, digits));
    let first = candidates.next().unwrap_or_default();
    if !first.starts_with('~') || informative(&first) {
        first
    } else {
        candidates.find(informative).unwrap_or(first)
    }
}

/// The nearest decimal with `digits` digits; after a tilde unless it is the number.
pub fn nearest(value: &Real, digits: u64) -> String {
    // The lower end of a narrow enclosure represents the number.
    let end = value.enclose::<Malachite>(256);
    let decimal = |rounding| float_to_decimal::<Malachite>(end.lower(), digits, rounding);
    let (down, up) = (decimal(Rounding::Down), decimal(Rounding::Up));
    let distance = |text: &str| literal::parse(text).map(|decimal| decimal.sub(value));
    match (distance(&down), distance(&up)) {
        (Ok(below), _) if below.is_zero() => scientific(&down),
        (_, Ok(above)) if above.is_zero() => scientific(&up),
        (Ok(below), Ok(above)) if above.add(&below).sign() == Some(Ordering::Less) => {
            format!("~{}", scientific(&up))
        }
        _ => format!("~{}", scientific(&down)),
    }
}

/// `1.5e-5` for `0.000015`: many zeros are hard to count.
pub fn scientific(decimal: &str) -> String {
    let (sign, magnitude) =
        decimal.strip_prefix('-').map_or(("", decimal), |magnitude| ("-", magnitude));
    let digits = magnitude.strip_prefix("0.").map(|fraction| fraction.trim_start_matches('0'));
    match digits.map(|digits| (magnitude.len() - 2 - digits.len(), digits.split_at_checked(1))) {
        Some((zeros, Some((head, tail)))) if zeros >= 3 => {
            let point = if tail.is_empty() { "" } else { "." };
            format!("{sign}{head}{point}{tail}e-{}", zeros + 1)
        }
        _ => decimal.to_owned(),
    }
}

/// The quantity of a claim, such as `delta at eps = 10`.
pub fn quantity_text(quantity: &Quantity) -> String {
    match &quantity.parameter {
        Some((name, literal)) => format!("{} at {name} = {}", quantity.name, literal_text(literal)),
        None => quantity.name.to_owned(),
    }
}

/// Two ends as they were written, where that is short: as two numbers, or with their common digits
/// first.
pub fn pair_text(low: &str, high: &str) -> Option<String> {
    let is_decimal = |text: &str| text.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let shorter = (is_decimal(low) && is_decimal(high)).then(|| factored(low, high));
    let is_plain = |text: &String| !text.contains(char::is_control) && !is_hexadecimal(text);
    let is_short = |text: &String| is_plain(text) && text.chars().count() <= SHORT + 8;
    [Some(format!("[{low}, {high}]")), shorter].into_iter().flatten().find(is_short)
}

/// A certified value.
pub fn bounds_text(bounds: &Styled) -> String {
    let printed = Printed::of(bounds);
    match short_exact(&printed) {
        Some(exact) => exact.to_owned(),
        None => factored(&scientific(&printed.lo), &scientific(&printed.hi)),
    }
}

/// The exact value, where it is known and short.
pub fn short_exact(printed: &Printed) -> Option<&str> {
    printed.exact.as_deref().filter(|exact| exact.len() <= SHORT)
}

/// The end of a margin that is nearer to zero, signed: the distance is at least that.
pub fn margin_text(margin: &Styled) -> String {
    nearer_to_zero(&margin.printed_lower(), &margin.printed_upper())
}

/// Of a distance that may have both signs, or be 0 or negative, nothing is known.
fn nearer_to_zero(lo: &Decimal, hi: &Decimal) -> String {
    match (lo.sign(), hi.sign()) {
        (Ordering::Equal, _) => "0".to_owned(),
        (_, Ordering::Less) => scientific(&hi.to_string()),
        (Ordering::Greater, _) => format!("+{}", scientific(&lo.to_string())),
        _ => "unknown".to_owned(),
    }
}

/// Two decimals with their common digits written once.
pub fn factored(lo: &str, hi: &str) -> String {
    if lo == hi {
        return lo.to_owned();
    }
    let plain = || format!("[{lo}, {hi}]");
    let parts = |text: &str| match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.to_owned(), format!("e{exponent}")),
        None => (text.to_owned(), String::new()),
    };
    let ((mut low, low_exponent), (mut high, high_exponent)) = (parts(lo), parts(hi));
    pad(&mut low, high.len());
    pad(&mut high, low.len());
    let common = low.bytes().zip(high.bytes()).take_while(|(a, b)| a == b).count();
    let (head, low_rest) = low.split_at_checked(common).unwrap_or_default();
    let high_rest = high.get(common..).unwrap_or_default();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let aligned = head.contains('.') && low_exponent == high_exponent && low.len() == high.len();
    if aligned && low_rest.len() <= 3 && digits(low_rest) && digits(high_rest) {
        format!("{head}[{low_rest},{high_rest}]{low_exponent}")
    } else {
        plain()
    }
}

/// Zeros after the last digit, which the decimals omit.
fn pad(mantissa: &mut String, length: usize) {
    if mantissa.len() + 1 < length && !mantissa.contains('.') {
        mantissa.push('.');
    }
    while mantissa.contains('.') && mantissa.len() < length {
        mantissa.push('0');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_digits_are_written_once() {
        for (lo, hi, expected) in [
            ("1.2345", "1.2346", "1.234[5,6]"),
            ("8.9795531472e-23", "8.9795531473e-23", "8.979553147[2,3]e-23"),
            ("0.5", "0.511", "0.5[00,11]"),
            ("0.599", "0.6", "0.[599,600]"),
            ("0.59999", "0.6", "[0.59999, 0.6]"),
            ("12", "12.11", "12.[00,11]"),
            ("0.99", "1", "[0.99, 1]"),
            ("9.9e-6", "1e-5", "[9.9e-6, 1e-5]"),
            ("0", "1e-9", "[0, 1e-9]"),
            ("2", "3", "[2, 3]"),
            ("0", "inf", "[0, inf]"),
            ("1.5", "inf", "[1.5, inf]"),
            ("7", "7", "7"),
        ] {
            assert_eq!(factored(lo, hi), expected, "[{lo}, {hi}]");
        }
    }

    #[test]
    fn two_ends_are_shown_as_they_were_written() {
        for (low, high, expected) in [
            ("0.1", "0.2", Some("[0.1, 0.2]")),
            ("ln(2)", "1", Some("[ln(2), 1]")),
            ("1.2345678901", "1.2345678902", Some("1.234567890[1,2]")),
            ("0x1p-2", "1", None),
            ("12345678901234567890/7", "1e30", None),
        ] {
            assert_eq!(pair_text(low, high).as_deref(), expected, "[{low}, {high}]");
        }
    }

    #[test]
    fn a_margin_is_never_overstated() {
        let decimal = |text: &str| match literal::parse(text) {
            Ok(Real::Rational(x)) => Decimal::exactly(&x).expect("a decimal"),
            _ => Decimal::infinity(text == "-inf"),
        };
        for (lo, hi, expected) in [
            ("0.0015", "0.0016", "+0.0015"),
            ("-0.00016", "-0.00015", "-1.5e-4"),
            ("1e-9", "1.1e-9", "+1e-9"),
            ("-1e-9", "1e-9", "unknown"),
            ("0", "0", "0"),
            ("inf", "inf", "+inf"),
            ("-inf", "-inf", "-inf"),
        ] {
            assert_eq!(nearer_to_zero(&decimal(lo), &decimal(hi)), expected, "[{lo}, {hi}]");
        }
    }

    #[test]
    fn long_literals_are_rounded_to_nearest() {
        for (text, expected) in [
            ("1e-10", "1e-10"),
            ("ln(3)", "ln(3)"),
            ("0x1.c25c268497682p-44", "~1e-13"),
            ("0x1p-2", "0.25"),
            ("-1.7730567541962408e-13", "~-1.77306e-13"),
            ("0.99999999999999999999", "~1"),
            ("0.99999998201359617121", "~0.99999998"),
            ("0x1.999999999999ap-4", "~0.1"),
            ("0.00001000000000000000", "1e-5"),
            ("(exp(1) - 1)/(exp(1) + 1)", "~0.462117"),
        ] {
            let literal =
                Literal { text: text.into(), value: literal::parse(text).unwrap_or(Real::zero()) };
            assert_eq!(literal_text(&literal), expected, "{text}");
        }
    }
}
