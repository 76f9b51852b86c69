//! Ledgers of other programs, as claim files.
//!
//! [`import`] recognises what wrote a text, and translates it. A number keeps the digits
//! that it has in the file. What the file does not say, and a claim file needs, has to be given
//! ([`Given`]): no file says which data sets are neighbours, except for the statement of TensorFlow
//! Privacy. What cannot be known and does not have to be is a comment.
//!
//! ```
//! use dpcert::mechanism::Adjacency;
//! use dpcert_import::{Given, import};
//! let history = r#"{"history": [[1.1, 0.0042, 1000]], "mechanism": "rdp"}"#;
//! let given = Given { adjacency: Some(Adjacency::AddRemove), ..Given::default() };
//! let file = import(history, "run.json", &given)?;
//! assert!(file.claims.contains("mechanism = \"gaussian(sigma=1.1)\""));
//! assert!(file.claims.contains("sampling = { method = \"poisson\", rate = \"0.0042\" }"));
//! # Ok::<(), Vec<dpcert::input::InputError>>(())
//! ```

mod events;
mod format;
mod given;
mod ledger;
mod opacus;
mod opendp;
mod reading;
mod spends;
mod table;
mod tensorflow;

pub use format::Format;
pub use given::Given;

use dpcert::input::InputError;

/// A claim file made of the ledger of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The text of the claim file.
    pub claims: String,
    /// The names of the columns of a table that were not read.
    pub unread: Vec<String>,
}

/// The claim file that says what a text of another program says; `name` is that of its file.
///
/// # Errors
/// A text that no format has, or which is not what its format says; parts that have no translation,
/// of a table the first of each line; something that has to be given and is not.
pub fn import(text: &str, name: &str, given: &Given) -> Result<Imported, Vec<InputError>> {
    let ledger = format::read(text, given)?;
    if let Some(message) = unused(text, &ledger.program, given) {
        return Err(vec![format::refused(0..0, &message, "leave it out")]);
    }
    let ledger = ledger.merged();
    Ok(Imported { claims: ledger.written(name, given), unread: ledger.unread })
}

/// Why something that was given says nothing about this file.
fn unused(text: &str, program: &str, given: &Given) -> Option<String> {
    if !given.columns.is_empty() && program != table::PROGRAM {
        return Some(format!("--columns is for a table, and this is of {program}"));
    }
    if given.sensitivity.is_some() && program != opendp::PROGRAM {
        return Some(format!(
            "--sensitivity is for measurements of OpenDP, and this is of {program}"
        ));
    }
    let is_json = text.trim_start().starts_with(['{', '[']);
    (given.format.is_some() && !is_json)
        .then(|| "--as says what a file of JSON is, and this is not JSON".to_owned())
}
