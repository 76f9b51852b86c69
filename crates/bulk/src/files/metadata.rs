//! The metadata of an output: the program, its options, and the rows.

use super::error::{FileError, IoContext};
use super::journal::description;
use super::seal::Seal;
use super::{Format, guard};
use crate::account;
use crate::digest::Digest;
use crate::verdicts::Word;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use dpcert::Options;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The key of the metadata in a Parquet file.
pub const KEY: &str = "dpcert";

/// The digest of metadata.
const SHA256: &str = "sha256";

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
    /// What the rows of verdicts are.
    pub seal: Seal,
}

impl Metadata {
    /// The metadata as JSON.
    pub fn to_json(&self) -> Value {
        let (sha256, sums) = self.seal.texts();
        let mut value = json!({
            "run": self.run,
            "rows": self.rows,
            "input-sha256": self.input,
            "input-sum": self.input_sum,
            "verdicts": self.verdicts,
            "verdicts-sha256": sha256,
            "verdicts-sums": sums,
        });
        value[SHA256] = digest_of(&value).into();
        value
    }

    fn from_json(value: &Value) -> Option<Metadata> {
        let text = |name: &str| value.get(name)?.as_str();
        let verdicts = value.get("verdicts")?.as_object()?.iter();
        Some(Metadata {
            run: value.get("run")?.clone(),
            rows: value.get("rows")?.as_u64()?,
            input: text("input-sha256")?.to_owned(),
            input_sum: text("input-sum")?.to_owned(),
            verdicts: verdicts
                .map(|(name, count)| Some((name.clone(), count.as_u64()?)))
                .collect::<Option<_>>()?,
            seal: Seal::of_texts(text("verdicts-sha256")?, text("verdicts-sums")?)?,
        })
    }

    /// Reads the metadata of an output. Its digest is compared, and nothing in it is believed about
    /// the rows.
    ///
    /// # Errors
    /// If it has none, or its digest is another one.
    pub fn read(output: &Path, format: Format) -> Result<Metadata, FileError> {
        let name = output.display().to_string();
        let (file, text) = match format {
            Format::Parquet => (name.clone(), of_parquet(&name, output)?),
            Format::Csv | Format::JsonLines => {
                let beside = beside(output);
                let text = description(&beside).map_err(|error| {
                    let message = format!(
                        "not an output of dpcert judge: {} next to it: {error}",
                        beside.display()
                    );
                    FileError::input(&name, message)
                })?;
                (beside.display().to_string(), text)
            }
        };
        let value: Option<Value> = serde_json::from_str(&text).ok();
        let known = value.as_ref().and_then(|value| Some((value, Metadata::from_json(value)?)));
        let (value, metadata) = known.ok_or_else(|| {
            let message = "not the metadata of an output of this version of dpcert judge: judge its claims again";
            FileError::input(&file, message)
        })?;
        if value[SHA256] != digest_of(value) {
            let message = "the metadata was changed after it was written: judge its claims again";
            return Err(FileError::input(&file, message));
        }
        Ok(metadata)
    }

    /// Writes it next to a file that has no place for it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_beside(&self, output: &Path) -> Result<(), FileError> {
        let beside = beside(output);
        super::write::atomically(&beside, format!("{:#}\n", self.to_json()).as_bytes())
            .write_context(&beside)
    }
}

/// The metadata in a Parquet file, empty if there is none.
fn of_parquet(name: &str, output: &Path) -> Result<String, FileError> {
    guard::read(name, 0, || {
        let file = File::open(output).map_err(|error| FileError::input(name, error))?;
        let reader = SerializedFileReader::new(file).map_err(|error| {
            FileError::input(
                name,
                format!("not an output of dpcert judge: not readable as Parquet: {error}"),
            )
        })?;
        let pairs = reader.metadata().file_metadata().key_value_metadata().into_iter().flatten();
        Ok(pairs
            .filter(|pair| pair.key == KEY)
            .find_map(|pair| pair.value.clone())
            .unwrap_or_default())
    })
}

/// The SHA-256 of the other values of metadata: of their JSON, in the order of their names.
fn digest_of(value: &Value) -> String {
    let mut value = value.clone();
    value.as_object_mut().map(|entries| entries.remove(SHA256));
    hex(&Sha256::digest(value.to_string()))
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
    run["format"] = output.name().into();
    run
}

/// No row with any verdict.
pub fn no_counts() -> Counts {
    Word::ALL.iter().map(|word| (word.name().to_owned(), 0)).collect()
}

/// Counts the verdicts of a batch.
pub fn count(counts: &mut Counts, verdicts: &RecordBatch) {
    for verdict in verdicts["verdict"].as_string::<i32>().iter().flatten() {
        *counts.entry(verdict.to_owned()).or_default() += 1;
    }
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
