//! Files of claims, judged as streams: memory does not grow with them, and a run that was stopped can be resumed.
//!
//! The verdicts are written in *parts*, in a folder beside the output. A part is written under another name, brought to
//! the disk, and renamed; then its *entry*, which names its rows and its bytes by their SHA-256, is written in the same
//! way. Nothing is ever changed. So at any moment each part is there with its entry, or it will be judged anew; one that
//! was torn does not have the bytes of its entry. In the end all parts become the output, which is renamed as a whole.
//!
//! Who resumes reads the input again from its start: rows whose part is there are held against its entry, not judged.

mod error;
mod ledger;
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

/// How rows are stored.
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
    /// By the end of a file's name.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "parquet" => Some(Format::Parquet),
            "csv" => Some(Format::Csv),
            "jsonl" | "ndjson" => Some(Format::JsonLines),
            _ => None,
        }
    }
}
