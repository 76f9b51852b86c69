//! From a file of claims to one of verdicts.

use super::Format;
use super::error::{FileError, IoContext};
use super::journal::{Entry, Journal};
use super::metadata::{self, Counts, Metadata, Rows};
use super::read::Reader;
use super::write;
use crate::batch::judge_batch_with;
use crate::digest;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use dpcert::{Options, Sentence};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A file to judge, and the destination of the verdicts.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The options with which claims are judged.
    pub settings: &'a Options,
    /// Renders messages, with names for the limits.
    pub rendered: fn(&Sentence) -> String,
    /// The file of verdicts.
    pub output: &'a Path,
    /// The format of the verdicts.
    pub format: Format,
    /// Whether a run that was stopped is resumed.
    pub resume: bool,
}

/// Judges a file. `progress` gets the number of judged rows, and the number of all rows where that is known.
///
/// It needs memory for some parts of 131072 rows, and disk space for twice the output until it is done.
///
/// # Errors
/// Files that cannot be read or written; an earlier run with the same output.
pub fn judge_file(
    input: &Path,
    format: Format,
    job: &Job<'_>,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Metadata, FileError> {
    judge_parts(Reader::open(input, format)?, job, progress)
}

/// The same for a stream that is CSV or JSON Lines. Without an output, the verdicts go to `to`, and no run can be
/// resumed.
///
/// # Errors
/// See [`judge_file`].
pub fn judge_stream(
    name: &str,
    from: Box<dyn Read>,
    format: Format,
    job: &Job<'_>,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Metadata, FileError> {
    judge_parts(Reader::stream(name.to_owned(), from, format)?, job, progress)
}

fn judge_parts(
    mut reader: Reader,
    job: &Job<'_>,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Metadata, FileError> {
    let run = metadata::run(job.settings, job.format);
    let journal = Journal::open(job.output, job.format, &run, job.resume)?;
    let (mut all, mut verdicts) = (Rows::default(), metadata::count(std::iter::empty()));
    let mut parts = 0;
    let mut header = None;
    loop {
        let before = reader.rows_before();
        let batch = match reader.next()? {
            Some(batch) => batch,
            // Without a row there is one part, so that there is an output with its columns.
            None if parts == 0 => reader.no_rows(),
            None => break,
        };
        let rows = digest::of_rows(&batch).map_err(|error| FileError::batch(reader.name(), before, error))?;
        let mut own = Rows::default();
        own.add(&rows);
        all.add(&rows);
        let (count, input, _) = own.finish();
        let entry = match journal.find(parts) {
            Some(entry) if entry.rows == count && entry.input == input => entry,
            Some(_) => {
                let message = format!(
                    "the rows from {} on are not those that were judged before: remove {} to judge them all",
                    before + 1,
                    Journal::folder_of(job.output).display()
                );
                return Err(FileError::input(reader.name(), message));
            }
            None => {
                let judged = judge(&reader, before, &batch, job)?;
                let bytes = write::part(&judged, job.format).write_context(job.output)?;
                let counts = metadata::count(judged["verdict"].as_string::<i32>().iter());
                let entry = Entry { rows: count, input, verdicts: counts };
                journal.add(parts, &bytes, &entry)?;
                entry
            }
        };
        if header.is_none() {
            let none = judge(&reader, before, &batch.slice(0, 0), job)?;
            header = Some(write::header(&none, job.format).write_context(job.output)?);
        }
        add(&mut verdicts, &entry.verdicts);
        parts += 1;
        progress(reader.rows_before(), reader.rows);
    }
    let (rows, input, input_sum) = all.finish();
    let metadata = Metadata { run, rows, input, input_sum, verdicts };
    let files: Vec<PathBuf> = (0..parts).map(|part| journal.part(part)).collect();
    join(&files, &header.unwrap_or_default(), job.output, job.format, &metadata)?;
    journal.remove()?;
    Ok(metadata)
}

fn judge(reader: &Reader, before: u64, batch: &RecordBatch, job: &Job<'_>) -> Result<RecordBatch, FileError> {
    judge_batch_with(batch, job.settings, job.rendered).map_err(|error| FileError::batch(reader.name(), before, error))
}

/// Adds counts to others.
pub fn add(sum: &mut Counts, counts: &Counts) {
    for (verdict, count) in counts {
        *sum.entry(verdict.clone()).or_default() += count;
    }
}

/// Joins the parts to the output.
///
/// # Errors
/// Files that cannot be read or written.
pub fn join(
    parts: &[PathBuf],
    header: &[u8],
    output: &Path,
    format: Format,
    metadata: &Metadata,
) -> Result<(), FileError> {
    let about = metadata.to_json().to_string();
    if format != Format::Parquet {
        metadata.write_beside(output)?;
    }
    let write = |to: &mut io::BufWriter<File>| match format {
        Format::Parquet => write::join_parquet(parts, &about, to).map_err(io::Error::from),
        Format::Csv | Format::JsonLines => {
            to.write_all(header)?;
            parts.iter().try_for_each(|part| io::copy(&mut fs::File::open(part)?, to).map(drop))
        }
    };
    write::atomically_with(output, write).write_context(output)
}
