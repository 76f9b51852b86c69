//! The parts of a run, and the entry of each.

use super::Format;
use super::error::{FileError, IoContext};
use super::metadata::{Counts, hex};
use super::write;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the parts of an output.
pub struct Journal {
    folder: PathBuf,
    format: Format,
}

/// The entry of a part that was written.
pub struct Entry {
    /// The number of rows.
    pub rows: u64,
    /// The SHA-256 of its rows in the input.
    pub input: String,
    /// The number of rows with each verdict.
    pub verdicts: Counts,
}

impl Journal {
    /// The folder next to an output.
    pub fn folder_of(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".parts");
        name.into()
    }

    /// Begins or resumes: earlier parts must be of the same run.
    ///
    /// # Errors
    /// Parts of another run, or of one that must not be resumed.
    pub fn open(output: &Path, format: Format, run: &Value, resume: bool) -> Result<Journal, FileError> {
        let folder = Journal::folder_of(output);
        let about = folder.join("run.json");
        remove(&Journal::done(&folder))?;
        let known = match fs::read(&about) {
            Ok(bytes) => serde_json::from_slice::<Value>(&bytes).ok(),
            Err(_) => None,
        };
        let wrong = |message: &str| Err(FileError::input(&folder.display().to_string(), message));
        match known {
            Some(_) if !resume => {
                return wrong("an earlier run was stopped: continue it with --resume, or remove the folder");
            }
            Some(known) if known != *run => {
                return wrong(
                    "these parts are from another version or other options: give the same ones, or remove the folder",
                );
            }
            Some(_) => {}
            // Without it nothing was judged.
            None => {
                // A folder that was made just before a run was killed is empty. No other folder is created.
                match fs::create_dir(&folder) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                    made => made.write_context(&folder)?,
                }
                write::atomically(&about, format!("{run:#}\n").as_bytes()).write_context(&about)?;
            }
        }
        Ok(Journal { folder, format })
    }

    fn done(folder: &Path) -> PathBuf {
        let mut name = folder.as_os_str().to_owned();
        name.push(".done");
        name.into()
    }

    /// The file of a part.
    pub fn part(&self, number: u64) -> PathBuf {
        let extension = match self.format {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
            Format::JsonLines => "jsonl",
        };
        self.folder.join(format!("{number:010}.{extension}"))
    }

    fn entry(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{number:010}.json"))
    }

    /// The entry of a part; `None` where the part is missing, or differs from what was written.
    pub fn find(&self, number: u64) -> Option<Entry> {
        let value: Value = serde_json::from_slice(&fs::read(self.entry(number)).ok()?).ok()?;
        let bytes = fs::read(self.part(number)).ok()?;
        let is_whole = value.get("part-sha256")?.as_str()? == hex(&Sha256::digest(&bytes));
        let verdicts = value.get("verdicts")?.as_object()?.iter();
        is_whole.then_some(Entry {
            rows: value.get("rows")?.as_u64()?,
            input: value.get("input-sha256")?.as_str()?.to_owned(),
            verdicts: verdicts.map(|(name, count)| Some((name.clone(), count.as_u64()?))).collect::<Option<_>>()?,
        })
    }

    /// Writes a part, and then its entry.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&self, number: u64, bytes: &[u8], entry: &Entry) -> Result<(), FileError> {
        let (part, about) = (self.part(number), self.entry(number));
        write::atomically(&part, bytes).write_context(&part)?;
        let text = json!({
            "rows": entry.rows,
            "input-sha256": entry.input,
            "part-sha256": hex(&Sha256::digest(bytes)),
            "verdicts": entry.verdicts,
        });
        write::atomically(&about, format!("{text}\n").as_bytes()).write_context(&about)
    }

    /// Removes the folder. It is renamed first, so that a partial folder is never taken for a run.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> Result<(), FileError> {
        let done = Journal::done(&self.folder);
        fs::rename(&self.folder, &done).write_context(&self.folder)?;
        remove(&done)
    }
}

fn remove(folder: &Path) -> Result<(), FileError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::output(folder, error)),
        _ => Ok(()),
    }
}
