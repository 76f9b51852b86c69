//! Errors in a file.

use crate::error::BatchError;
use std::io;
use std::path::Path;

/// Why a file is not judged.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read, or is malformed; the message names the place and how to correct it.
    #[error("{file}: {message}")]
    Input {
        /// Its name.
        file: String,
        /// The error.
        message: String,
    },
    /// It cannot be written.
    #[error("{file}: {message}")]
    Output {
        /// Its name.
        file: String,
        /// The error of the system.
        message: String,
    },
    /// Two engines contradict each other.
    #[error("{0}")]
    Contradiction(String),
}

impl FileError {
    pub(super) fn input(file: &str, message: impl ToString) -> FileError {
        FileError::Input { file: file.to_owned(), message: message.to_string() }
    }

    pub(super) fn output(file: &Path, message: impl ToString) -> FileError {
        FileError::Output { file: file.display().to_string(), message: message.to_string() }
    }

    /// An error of a batch that begins after `before` rows.
    pub(super) fn batch(file: &str, before: u64, error: BatchError) -> FileError {
        match error {
            BatchError::Contradiction { row, message } => {
                let row = before + 1 + u64::try_from(row).unwrap_or(u64::MAX);
                FileError::Contradiction(BatchError::contradiction_at(file, row, &message))
            }
            error => FileError::input(file, error),
        }
    }
}

pub(super) trait IoContext<T> {
    /// Turns a failure to write a file into an error that names it.
    fn write_context(self, file: &Path) -> Result<T, FileError>;
}

impl<T> IoContext<T> for io::Result<T> {
    fn write_context(self, file: &Path) -> Result<T, FileError> {
        self.map_err(|error| FileError::output(file, error))
    }
}
