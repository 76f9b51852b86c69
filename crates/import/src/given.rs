//! What is given beside a file.

use crate::Format;
use dpcert::input::InputError;
use dpcert::mechanism::Adjacency;

/// What a person knows about a file, and it does not say.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Which data sets are neighbours.
    pub adjacency: Option<Adjacency>,
    /// Whose privacy, in words.
    pub unit: Option<String>,
    /// What the file is; otherwise it is recognised.
    pub format: Option<Format>,
    /// How far neighbours move what a measurement of OpenDP takes, as a number.
    pub sensitivity: Option<String>,
    /// The columns of a table: what they are, and their names.
    pub columns: Vec<(String, String)>,
    /// A delta, and the eps that is claimed at it, as numbers.
    pub claim: Option<(String, String)>,
}

impl Given {
    /// The adjacency, which has to be given.
    pub(crate) fn adjacency(&self) -> Result<Adjacency, InputError> {
        self.adjacency.ok_or_else(|| InputError {
            message: "this file does not say which data sets are neighbours".to_owned(),
            field: String::new(),
            span: 0..0,
            help: "give --adjacency=add-remove, zero-out or replace-one: a record is added or removed, set to zero, or \
                   replaced; the noise of many programs counts one of these only"
                .to_owned(),
        })
    }
}
