//! The numbers in questions: exact binary64 values wherever possible.

use super::super::binary64::{hex, is_binary64, rounded};
use dpcert::exact::Rounding;
use malachite::rational::Rational;

/// A number, with its spelling in a question and in an id.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub text: String,
    pub label: String,
    /// Its value, where it is rational and needed for flags.
    pub value: Option<Rational>,
}

/// Integers below 2^53 are written as such, everything else in hexadecimal; in ids the shortest
/// spelling is used.
impl From<f64> for Number {
    fn from(x: f64) -> Number {
        let value = Rational::try_from(x).ok();
        let whole =
            value.as_ref().filter(|value| *value.denominator_ref() == 1u32 && **value < 1u64 << 53);
        let text = whole.map_or_else(|| hex(x), Rational::to_string);
        let ways = [format!("{x}"), format!("{x:e}"), hex(x)];
        let label = ways.into_iter().min_by_key(String::len).unwrap_or_default();
        Number { text, label, value }
    }
}

impl From<u64> for Number {
    fn from(n: u64) -> Number {
        Number { text: n.to_string(), label: n.to_string(), value: Some(Rational::from(n)) }
    }
}

/// An exact literal, written as it is where it is not a binary64.
impl From<&str> for Number {
    fn from(text: &str) -> Number {
        let symbols = |c: char| match c {
            '/' => Some('_'),
            '*' => Some('x'),
            c => (c.is_ascii_alphanumeric() || matches!(c, '.' | '-')).then_some(c),
        };
        let label = text.chars().filter_map(symbols).collect();
        let value = dpcert::exact::literal::parse(text).ok().and_then(|x| x.as_rational().cloned());
        let binary64 =
            value.as_ref().filter(|value| is_binary64(value)).map(|x| rounded(x, Rounding::Down));
        let text = binary64.map_or_else(|| text.to_owned(), |x| Number::from(x).text);
        Number { text, label, value }
    }
}

/// 2^exponent.
pub(super) fn two(exponent: i32) -> Number {
    Number::from(format!("0x1p{exponent}").as_str())
}

/// `count` times x, exactly; in general not a binary64.
pub(super) fn times(count: u64, x: f64) -> Number {
    let x = Number::from(x);
    let label = format!("{count}x{}", x.label);
    Number { label, ..Number::from(format!("{count}*{}", x.text).as_str()) }
}
