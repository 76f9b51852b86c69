//! The parts of a run in a folder next to its output, and which of them are believed.

use super::Format;
use super::error::{FileError, IoContext};
use super::metadata::hex;
use super::record::Record;
use super::write;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most bytes of a file that describes a run or an output.
const DESCRIPTION: u64 = 1 << 20;

/// The folder of the parts of an output.
pub struct Journal {
    folder: PathBuf,
    format: Format,
    run: Value,
    record: Option<Record>,
    /// The number of parts that were present without an entry in the record.
    pub unknown: u64,
}

/// What is known of a part before its rows are judged.
pub enum Known {
    /// It was judged here, and its bytes are those that were written.
    Kept,
    /// Other rows were judged here in its place.
    OtherRows,
    /// It is missing, torn, or was not judged here.
    Nothing,
}

/// What describes the run of a folder.
const ABOUT: &str = "run.json";

impl Journal {
    /// The folder next to an output.
    pub fn folder_of(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".parts");
        name.into()
    }

    /// Begins or resumes: earlier parts must be of the same run. `state` is the user's folder of
    /// state.
    ///
    /// # Errors
    /// Parts of another run, or of one that must not be resumed.
    pub fn open(
        output: &Path,
        format: Format,
        run: &Value,
        resume: bool,
        state: Option<&Path>,
    ) -> Result<Journal, FileError> {
        let folder = Journal::folder_of(output);
        let about = folder.join(ABOUT);
        remove(&Journal::done(&folder))?;
        let known =
            description(&about).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let wrong = |message: &str| Err(FileError::input(&folder.display().to_string(), message));
        match &known {
            Some(_) if !resume => {
                return wrong(
                    "an earlier run was stopped: continue it with --resume, or remove the folder",
                );
            }
            Some(known) if known != run => {
                return wrong(
                    "these parts are from another version or other options: give the same ones, or remove the folder",
                );
            }
            Some(_) => {}
            // Without it nothing was judged.
            None => {
                // A folder that was made just before a run was killed is empty. No other folder is
                // created.
                match fs::create_dir(&folder) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                    made => made.write_context(&folder)?,
                }
                write::atomically(&about, format!("{run:#}\n").as_bytes()).write_context(&about)?;
            }
        }
        let record = state.and_then(|state| Record::open(state, output));
        if known.is_none() {
            record.iter().for_each(Record::clear);
        }
        Ok(Journal { folder, format, run: run.clone(), record, unknown: 0 })
    }

    fn done(folder: &Path) -> PathBuf {
        let mut name = folder.as_os_str().to_owned();
        name.push(".done");
        name.into()
    }

    /// The file of a part.
    pub fn part(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{number:010}.{}", self.format.name()))
    }

    /// What is known of a part whose rows have the digest `input`. Only the record is believed.
    pub fn find(&mut self, number: u64, input: &str) -> Known {
        let part = self.part(number);
        let entry = self.record.as_ref().and_then(|record| record.find(number));
        match entry.filter(|entry| entry["run"] == self.run) {
            None => {
                self.unknown += u64::from(part.exists());
                Known::Nothing
            }
            Some(entry) if entry["input-sha256"] != input => Known::OtherRows,
            // A link, or what is not a file at all, is not what was written.
            Some(_) if !part.symlink_metadata().is_ok_and(|known| known.is_file()) => {
                Known::Nothing
            }
            Some(entry) => match fs::read(&part) {
                Ok(bytes) if entry["part-sha256"] == hex(&Sha256::digest(&bytes)) => Known::Kept,
                _ => Known::Nothing,
            },
        }
    }

    /// Writes a part, and then its entry.
    ///
    /// # Errors
    /// If the part cannot be written.
    pub fn add(&self, number: u64, bytes: &[u8], input: &str) -> Result<(), FileError> {
        let part = self.part(number);
        write::atomically(&part, bytes).write_context(&part)?;
        if let Some(record) = &self.record {
            let part = hex(&Sha256::digest(bytes));
            record
                .add(number, &json!({"run": self.run, "input-sha256": input, "part-sha256": part}));
        }
        Ok(())
    }

    /// Removes the folder where it has no part and no other file.
    pub fn remove_empty(self) {
        let about = self.folder.join(ABOUT);
        let mut entries = fs::read_dir(&self.folder).into_iter().flatten();
        let is_alone = entries.all(|entry| entry.is_ok_and(|entry| entry.path() == about));
        // What is left behind is found by the next run, which says what it is.
        if is_alone && fs::remove_file(&about).is_ok() {
            let _ = fs::remove_dir(&self.folder);
            self.record.into_iter().for_each(Record::remove);
        }
    }

    /// Removes the folder and the record. The folder is renamed first, so that a partial one is
    /// never taken for a run.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> Result<(), FileError> {
        let done = Journal::done(&self.folder);
        fs::rename(&self.folder, &done).write_context(&self.folder)?;
        self.record.into_iter().for_each(Record::remove);
        remove(&done)
    }
}

/// The text of a file that describes a run or an output. It is a file of a limited size: no device,
/// and nothing that never ends.
pub fn description(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut text = String::new();
    fs::File::open(path)?.take(DESCRIPTION + 1).read_to_string(&mut text)?;
    let is_long = u64::try_from(text.len()).is_ok_and(|length| length > DESCRIPTION);
    if is_long {
        Err(io::Error::other("it is longer than what this program writes"))
    } else {
        Ok(text)
    }
}

fn remove(folder: &Path) -> Result<(), FileError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FileError::output(folder, error))
        }
        _ => Ok(()),
    }
}
