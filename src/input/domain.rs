//! A parameter outside its domain, before it is known where it was written.

use super::{Field, InputError};

/// A parameter outside its domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {message}")]
pub struct DomainError {
    /// The parameter's name, as in the files.
    pub parameter: &'static str,
    /// The error, with the value.
    pub message: String,
    /// The allowed values.
    pub help: String,
}

impl DomainError {
    /// From a parameter with its name in the files, the error with the value, and the allowed
    /// values.
    pub fn new(
        parameter: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        DomainError { parameter, message: message.into(), help: help.into() }
    }

    /// As an error of the field that gave the parameter; of the first field if none has its name.
    pub(crate) fn at(self, fields: &[&Field<'_>]) -> InputError {
        let named = fields.iter().find(|field| {
            let name = field.path.rsplit('.').next().unwrap_or_default();
            name == self.parameter
                || name.strip_prefix(self.parameter).is_some_and(|rest| rest.starts_with('['))
        });
        match named.or(fields.first()) {
            Some(field) => field.error(self.message, self.help),
            None => InputError {
                message: self.message,
                field: self.parameter.into(),
                span: 0..0,
                help: self.help,
            },
        }
    }
}
