//! The one error type of this module: the error, its position, and help.

use super::names::shorten;
use std::ops::Range;

/// An error in an input, with its position and help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", prefix(.field))]
pub struct InputError {
    /// The error, with the offending text.
    pub message: String,
    /// The path of the value, such as `mechanism.eps` or `ledger[2].sigma`; empty where the text
    /// as a whole is malformed.
    pub field: String,
    /// The position: a range of bytes of the source text.
    pub span: Range<usize>,
    /// A suggestion how to correct it.
    pub help: String,
}

fn prefix(field: &str) -> String {
    if field.is_empty() { String::new() } else { format!("{field}: ") }
}

impl InputError {
    /// An error about the text as a whole.
    pub(super) fn malformed(
        message: impl Into<String>,
        span: Range<usize>,
        help: impl Into<String>,
    ) -> InputError {
        InputError { message: message.into(), field: String::new(), span, help: help.into() }
    }

    /// An error about the value at `field`.
    pub(super) fn at(
        field: impl Into<String>,
        message: impl Into<String>,
        span: Range<usize>,
        help: impl Into<String>,
    ) -> InputError {
        InputError { message: message.into(), field: field.into(), span, help: help.into() }
    }

    /// A name that occurs twice in the table at `path`.
    pub(super) fn duplicate(path: &str, name: &str, span: Range<usize>) -> InputError {
        InputError::at(
            join(path, name),
            format!("\"{}\" is given twice", shorten(name)),
            span,
            "give each field once: nothing is overwritten silently",
        )
    }

    /// An error about exceeded nesting.
    pub(super) fn too_deep(field: impl Into<String>, span: Range<usize>) -> InputError {
        InputError::at(
            field,
            "the input is nested too deeply",
            span,
            format!("lists, tables and mechanisms may be nested {} levels deep", super::MAX_DEPTH),
        )
    }
}

/// The path of the field `name` of the table at `path`.
pub(crate) fn join(path: &str, name: &str) -> String {
    let bare = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let name = if bare { shorten(name) } else { format!("\"{}\"", shorten(name)) };
    if path.is_empty() { name } else { format!("{path}.{name}") }
}
