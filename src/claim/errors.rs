//! The errors of a claim file, all at once.

use crate::input::InputError;

/// Errors in the order in which they are found.
#[derive(Debug, Default)]
pub(super) struct Errors(Vec<InputError>);

impl Errors {
    /// The value, or `None` with the error kept.
    pub(super) fn keep<T>(&mut self, result: Result<T, InputError>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }

    pub(super) fn push(&mut self, error: InputError) {
        self.0.push(error);
    }

    /// Takes over the errors of a part of the file.
    pub(super) fn keep_all<T>(&mut self, result: Result<T, Errors>) -> Option<T> {
        result.map_err(|errors| self.0.extend(errors.0)).ok()
    }

    /// The value, if there is no error.
    pub(super) fn or<T>(self, value: Option<T>) -> Result<T, Errors> {
        match value {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(self),
        }
    }

    /// The errors, with those about bare values first; where a field or its value has an error of
    /// another kind too, that says more.
    pub(super) fn after(self, bare: Vec<InputError>) -> Vec<InputError> {
        let is_alone = |error: &InputError| {
            self.0.iter().all(|other| other.span != error.span && other.field != error.field)
        };
        bare.into_iter().filter(is_alone).chain(self.0.iter().cloned()).collect()
    }
}

impl From<Vec<InputError>> for Errors {
    fn from(errors: Vec<InputError>) -> Errors {
        Errors(errors)
    }
}

impl From<InputError> for Errors {
    fn from(error: InputError) -> Errors {
        Errors(vec![error])
    }
}
