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
//! assert!(file.contains("mechanism = \"gaussian(sigma=1.1)\""));
//! assert!(file.contains("sampling = { method = \"poisson\", rate = \"0.0042\" }"));
//! # Ok::<(), dpcert::input::InputError>(())
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

/// The claim file that says what a text of another program says; `name` is that of its file.
///
/// # Errors
/// A text that no format has, or which is not what its format says; a part that has no translation;
/// something that has to be given and is not.
pub fn import(text: &str, name: &str, given: &Given) -> Result<String, InputError> {
    Ok(format::read(text, given)?.merged().written(name, given))
}
