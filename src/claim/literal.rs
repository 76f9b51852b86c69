//! A number of a claim file: exact, and as its author wrote it.

use crate::exact::real::Real;
use crate::input::{Field, InputError, Item};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;

/// An exact number and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// As written.
    pub text: String,
    /// The number.
    pub value: Real,
}

impl Literal {
    /// Reads a claimed number.
    ///
    /// # Errors
    /// If it is not a finite number.
    pub fn claimed(field: &Field<'_>) -> Result<Literal, InputError> {
        let text = text_of(field);
        if matches!(
            text.trim().trim_start_matches(['+', '-']).to_ascii_lowercase().as_str(),
            "inf" | "infinity"
        ) {
            return Err(field.error(
                format!("a claimed value cannot be {}", text.trim()),
                "claim a number; where no finite eps reaches the delta, every \"at-least\" holds",
            ));
        }
        Ok(Literal::parameter(field, field.real()?))
    }

    /// A number that was already read, together with its text.
    pub(super) fn parameter(field: &Field<'_>, value: Real) -> Literal {
        Literal { text: text_of(field).trim().to_owned(), value }
    }

    /// One unit in the last written place, where the number is positive and written as a decimal:
    /// 1/100 for `17.14`, 1/10^11 for `1.4e-10`. An expression or a hexadecimal float has none.
    pub fn unit(&self) -> Option<Rational> {
        let text = self.text.strip_prefix('+').unwrap_or(&self.text);
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_decimal = whole.bytes().chain(fraction.bytes()).all(|c| c.is_ascii_digit());
        let is_positive = self.value.as_rational().is_some_and(|value| *value > 0);
        let places = i64::try_from(fraction.len()).ok()?;
        (is_decimal && is_positive).then(|| Rational::from(10u32).pow(exponent - places))
    }
}

fn text_of<'a>(field: &Field<'a>) -> &'a str {
    match &field.node.item {
        Item::Text(text) | Item::Integer(text) => text,
        _ => "",
    }
}
