//! Reading a tree of values.

use dpcert::input::{Field, Fields, InputError};
use std::cmp::Ordering;

/// The number of a field, as it is written there.
pub(crate) fn number(field: &Field<'_>) -> Result<String, InputError> {
    Ok(field.digits()?.trim().to_owned())
}

/// The number of a field that is not negative, as it is written there, and whether it is 0.
pub(crate) fn magnitude(field: &Field<'_>) -> Result<(String, bool), InputError> {
    match field.real()?.sign() {
        Some(Ordering::Equal) => Ok(("0".to_owned(), true)),
        Some(Ordering::Greater) => Ok((number(field)?, false)),
        _ => Err(field.error(
            format!("{} is not known to be 0 or positive", number(field)?),
            "it is at least 0",
        )),
    }
}

/// The probability of a field, as it is written there.
pub(crate) fn probability(field: &Field<'_>) -> Result<String, InputError> {
    let (text, _) = magnitude(field)?;
    if (1 - field.real()?).sign().is_none_or(Ordering::is_lt) {
        return Err(
            field.error(format!("{text} is not in [0, 1]"), "a probability is between 0 and 1")
        );
    }
    Ok(text)
}

/// Is a number 1?
pub(crate) fn is_one(field: &Field<'_>) -> Result<bool, InputError> {
    Ok((field.real()? - 1).sign() == Some(Ordering::Equal))
}

/// Takes fields that are not needed.
pub(crate) fn ignore(fields: &mut Fields<'_>, names: &[&'static str]) {
    for name in names {
        fields.optional(name);
    }
}
