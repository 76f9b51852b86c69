//! Files of claims, judged as streams: memory does not grow with them, and a run that was stopped
//! can be resumed.
//!
//! The verdicts are written in *parts*, in a folder next to the output. A part is written under
//! another name, flushed to the disk, and renamed. Then its *entry*, which names its rows and its
//! bytes by their SHA-256, is added to the *record*, in a folder that only the user who judges can
//! write. Nothing is changed afterwards. So at any moment each part either is present with its
//! entry, or will be judged again; a torn part does not have the bytes of its entry, and a part
//! from elsewhere has none. At the end all parts become the output, which is renamed as a whole.
//!
//! A resumed run reads the input again from its start: rows whose part has an entry are compared
//! with it, not judged.
//!
//! An output says which rows of verdicts it has. What is merged is read, row by row, and compared
//! with that: it guards against accidents, not against somebody who computes all digests again.

mod error;
mod guard;
mod journal;
mod merge;
mod metadata;
mod outputs;
mod read;
mod record;
mod rows;
mod run;
mod seal;
mod whole;
mod write;

pub use error::FileError;
pub use merge::merge;
pub use metadata::{Counts, Metadata};
pub use run::{Done, Job, judge_file, judge_stream};

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

    /// Its name in metadata, which is the usual extension of a file name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
            Format::JsonLines => "jsonl",
        }
    }
}
