//! Files of claims, judged as streams: memory does not grow with them, and a run that was stopped can be resumed.
//!
//! The verdicts are written in *parts*, in a folder next to the output. A part is written under another name, flushed
//! to the disk, and renamed. Then its *entry*, which names its rows and its bytes by their SHA-256, is written in the
//! same way. Nothing is changed afterwards. So at any moment each part either is present with its entry, or will be
//! judged again; a torn part does not have the bytes of its entry. At the end all parts become the output, which is
//! renamed as a whole.
//!
//! A resumed run reads the input again from its start: rows whose part is present are compared with its entry, not
//! judged.

mod error;
mod journal;
mod merge;
mod metadata;
mod read;
mod run;
mod write;

pub use error::FileError;
pub use merge::merge;
pub use metadata::{Counts, Metadata};
pub use run::{Job, judge_file, judge_stream};

use std::path::Path;

/// The format in which rows are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Apache Parquet, with Snappy or without compression.
    Parquet,
    /// Comma-separated values with a header; an empty field is null, and numbers are exact text.
    Csv,
    /// An object a line; numbers are texts or integers.
    JsonLines,
}

impl Format {
    /// The format by the extension of a file name.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "parquet" => Some(Format::Parquet),
            "csv" => Some(Format::Csv),
            "jsonl" | "ndjson" => Some(Format::JsonLines),
            _ => None,
        }
    }
}
