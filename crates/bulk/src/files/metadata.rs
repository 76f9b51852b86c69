//! The metadata of an output: the program, its options, and the rows.

use super::Format;
use super::error::{FileError, IoContext};
use crate::account;
use crate::digest::Digest;
use crate::verdicts::Word;
use dpcert::Options;
use dpcert::claim::Verdict;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The key of the metadata in a Parquet file.
pub const KEY: &str = "dpcert";

/// The number of rows with each verdict.
pub type Counts = BTreeMap<String, u64>;

/// The metadata of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    /// The version of this program, and the options that affect verdicts.
    pub run: Value,
    /// The number of rows.
    pub rows: u64,
    /// The SHA-256 of the SHA-256 of all rows of the input, in their order.
    pub input: String,
    /// Their sum: see [`Digest`].
    pub input_sum: String,
    /// The number of rows with each verdict.
    pub verdicts: Counts,
}

impl Metadata {
    /// The metadata as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "run": self.run,
            "rows": self.rows,
            "input-sha256": self.input,
            "input-sum": self.input_sum,
            "verdicts": self.verdicts,
        })
    }

    fn from_json(value: &Value) -> Option<Metadata> {
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let verdicts = value.get("verdicts")?.as_object()?.iter();
        Some(Metadata {
            run: value.get("run")?.clone(),
            rows: value.get("rows")?.as_u64()?,
            input: text("input-sha256")?,
            input_sum: text("input-sum")?,
            verdicts: verdicts.map(|(name, count)| Some((name.clone(), count.as_u64()?))).collect::<Option<_>>()?,
        })
    }

    /// Reads the metadata of an output.
    ///
    /// # Errors
    /// If it has none.
    pub fn read(output: &Path, format: Format) -> Result<Metadata, FileError> {
        let name = output.display().to_string();
        let nothing = |message: String| FileError::input(&name, format!("not an output of dpcert judge: {message}"));
        let text = match format {
            Format::Parquet => {
                let file = File::open(output).map_err(|error| FileError::input(&name, error))?;
                let reader = SerializedFileReader::new(file).map_err(|error| nothing(error.to_string()))?;
                let pairs = reader.metadata().file_metadata().key_value_metadata().cloned().unwrap_or_default();
                pairs.into_iter().find(|pair| pair.key == KEY).and_then(|pair| pair.value).unwrap_or_default()
            }
            Format::Csv | Format::JsonLines => {
                let beside = beside(output);
                let failed = |error| nothing(format!("{} next to it: {error}", beside.display()));
                fs::read_to_string(&beside).map_err(failed)?
            }
        };
        let value: Option<Value> = serde_json::from_str(&text).ok();
        value.and_then(|value| Metadata::from_json(&value)).ok_or_else(|| nothing("it does not say so".to_owned()))
    }

    /// Writes it next to a file that has no place for it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_beside(&self, output: &Path) -> Result<(), FileError> {
        let beside = beside(output);
        super::write::atomically(&beside, format!("{:#}\n", self.to_json()).as_bytes()).write_context(&beside)
    }
}

/// The file with the metadata of an output that has no place for it.
pub fn beside(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".dpcert.json");
    name.into()
}

/// The program and the options that judge, and the format of the output.
pub fn run(settings: &Options, output: Format) -> Value {
    let mut run = account::run(settings);
    let format = match output {
        Format::Parquet => "parquet",
        Format::Csv => "csv",
        Format::JsonLines => "jsonl",
    };
    run["format"] = format.into();
    run
}

/// The number of rows of a batch with each verdict.
pub fn count<'a>(verdicts: impl Iterator<Item = Option<&'a str>>) -> Counts {
    let judged = [Verdict::Holds, Verdict::Refuted, Verdict::Undecided, Verdict::Unsupported].map(Word::Judged);
    let words = judged.into_iter().chain([Word::Invalid]);
    let mut counts: Counts = words.map(|word| (word.name().to_owned(), 0)).collect();
    for verdict in verdicts.flatten() {
        if let Some(count) = counts.get_mut(verdict) {
            *count += 1;
        }
    }
    counts
}

/// The digests of rows, accumulated in their order.
#[derive(Clone, Default)]
pub struct Rows {
    chain: Sha256,
    sum: Digest,
}

impl Rows {
    /// Adds rows.
    pub fn add(&mut self, rows: &[[u8; 32]]) {
        for row in rows {
            self.chain.update(row);
            self.sum += Digest::of_row(row);
        }
    }

    /// The number of rows, their SHA-256 in order, and their sum.
    pub fn finish(self) -> (u64, String, String) {
        (self.sum.rows, hex(&self.chain.finalize()), self.sum.to_string())
    }
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String never fails.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
