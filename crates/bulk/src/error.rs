//! Errors in a batch as a whole; an error in one row is its verdict.

use arrow_schema::ArrowError;

/// Why a batch is not judged.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A column is missing, unknown, or of an unsupported type.
    #[error("column \"{column}\" {message}: {help}")]
    Column {
        /// Its name.
        column: String,
        /// The error in it.
        message: String,
        /// A suggestion how to correct it.
        help: String,
    },
    /// Two engines contradict each other: a fault of this program, and no verdict.
    #[error("row {row}: {message}. One of the engines is wrong: please report it, with the row")]
    Contradiction {
        /// The row of the batch, from 0.
        row: usize,
        /// The results of both engines.
        message: String,
    },
    /// The control of the settings ended the computation.
    #[error("the rows were not judged: {0}")]
    Interrupted(#[from] dpcert::Interrupted),
    /// The verdicts could not be made a batch.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}

impl BatchError {
    #[cfg(feature = "files")]
    pub(crate) fn contradiction_at(file: &str, row: u64, message: &str) -> String {
        format!(
            "{file}, row {row}: {message}. One of the engines is wrong: please report it, with the row"
        )
    }

    pub(crate) fn column(
        column: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> BatchError {
        BatchError::Column { column: column.to_owned(), message: message.into(), help: help.into() }
    }
}
