//! A number of a claim file: exact, and as its author wrote it.

use crate::exact::real::Real;
use crate::input::{Field, InputError, Item};

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
    pub(super) fn claimed(field: &Field<'_>) -> Result<Literal, InputError> {
        let text = text_of(field);
        if matches!(text.trim().trim_start_matches(['+', '-']).to_ascii_lowercase().as_str(), "inf" | "infinity") {
            return Err(field.error(
                format!("a claimed value may not be {}", text.trim()),
                "claim a number; where no finite eps reaches the delta, every \"at-least\" holds",
            ));
        }
        Ok(Literal::parameter(field, field.real()?))
    }

    /// A number that was read already, together with its text.
    pub(super) fn parameter(field: &Field<'_>, value: Real) -> Literal {
        Literal { text: text_of(field).trim().to_owned(), value }
    }
}

fn text_of<'a>(field: &Field<'a>) -> &'a str {
    match &field.node.item {
        Item::Text(text) | Item::Integer(text) => text,
        _ => "",
    }
}
