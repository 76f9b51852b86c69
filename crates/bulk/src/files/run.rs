//! From a file of claims to one of verdicts.

use super::error::{FileError, IoContext};
use super::journal::{Journal, Known};
use super::metadata::{self, Metadata};
use super::read::Reader;
use super::rows::Rows;
use super::whole::{Whole, digests};
use super::{Format, guard, write};
use crate::batch::{id_of, judge_batch_with};
use crate::{digest, verdicts};
use arrow_array::RecordBatch;
use dpcert::{Options, Sentence};
use serde_json::Value;
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
    /// The folder of what programs remember for this user, which others cannot write: parts are
    /// believed by the record there. Without it no part is, and a resumed run judges all of them
    /// again.
    pub state: Option<&'a Path>,
}

/// A file that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// What its output says about itself.
    pub metadata: Metadata,
    /// The number of parts that were there, and were judged again because there was no record that
    /// they were judged here.
    pub unknown: u64,
}

/// Judges a file. `progress` gets the number of judged rows, and the number of all rows where that
/// is known.
///
/// It needs memory for some parts of 131072 rows, and disk space for twice the output until it is
/// done.
///
/// # Errors
/// Files that cannot be read or written; an earlier run with the same output.
pub fn judge_file(
    input: &Path,
    format: Format,
    job: &Job<'_>,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Done, FileError> {
    judge_parts(Reader::open(input, format)?, job, progress)
}

/// The same for a stream that is CSV or JSON Lines. Without an output, the verdicts go to `to`, and
/// no run can be resumed.
///
/// # Errors
/// See [`judge_file`].
pub fn judge_stream(
    name: &str,
    from: Box<dyn Read>,
    format: Format,
    job: &Job<'_>,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Done, FileError> {
    judge_parts(Reader::stream(name.to_owned(), from, format)?, job, progress)
}

fn judge_parts(
    mut reader: Reader,
    job: &Job<'_>,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Done, FileError> {
    let run = metadata::run(job.settings, job.format);
    let mut journal = Journal::open(job.output, job.format, &run, job.resume, job.state)?;
    match judged_by(&mut journal, &mut reader, job, run, progress) {
        Ok(metadata) => {
            let unknown = journal.unknown;
            journal.remove()?;
            Ok(Done { metadata, unknown })
        }
        Err(error) => {
            // Of a file that is refused at once there is nothing to resume.
            journal.remove_empty();
            Err(error)
        }
    }
}

fn judged_by(
    journal: &mut Journal,
    reader: &mut Reader,
    job: &Job<'_>,
    run: Value,
    progress: &mut dyn FnMut(u64, Option<u64>),
) -> Result<Metadata, FileError> {
    let mut whole = Whole::new();
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
        let rows = digest::of_rows(&batch)
            .map_err(|error| FileError::batch(reader.name(), before, error))?;
        let mut own = metadata::Rows::default();
        own.add(&rows);
        let (_, input, _) = own.finish();
        let verdicts = match journal.find(parts, &input) {
            Known::Kept => read_part(&journal.part(parts), &batch, job.format)?,
            Known::OtherRows => {
                let message = format!(
                    "the rows from {} on are not those that were judged before: remove {} to judge them all",
                    before + 1,
                    Journal::folder_of(job.output).display()
                );
                return Err(FileError::input(reader.name(), message));
            }
            Known::Nothing => {
                let judged = judge(reader, before, &batch, job)?;
                let bytes = write::part(&judged, job.format).write_context(job.output)?;
                journal.add(parts, &bytes, &input)?;
                judged
            }
        };
        let own = write::header(&verdicts, job.format).write_context(job.output)?;
        if header.get_or_insert_with(|| own.clone()) != &own {
            let message = format!(
                "some rows from {} on have an id, and those before have none: give all an id",
                before + 1
            );
            return Err(FileError::input(reader.name(), message));
        }
        whole.add(&rows, &verdicts, &digests(reader.name(), before, &verdicts)?);
        parts += 1;
        progress(reader.rows_before(), reader.rows);
    }
    let metadata = whole.finish(run);
    let files: Vec<PathBuf> = (0..parts).map(|part| journal.part(part)).collect();
    join(&files, &header.unwrap_or_default(), job.output, job.format, &metadata)?;
    Ok(metadata)
}

fn judge(
    reader: &Reader,
    before: u64,
    batch: &RecordBatch,
    job: &Job<'_>,
) -> Result<RecordBatch, FileError> {
    judge_batch_with(batch, job.settings, job.rendered)
        .map_err(|error| FileError::batch(reader.name(), before, error))
}

/// The verdicts of a part that was judged here.
fn read_part(part: &Path, claims: &RecordBatch, format: Format) -> Result<RecordBatch, FileError> {
    let id = id_of(claims);
    let mut rows = Rows::of_part(part, format, usize::from(id.is_some()))?;
    let mut found = Vec::with_capacity(claims.num_rows());
    while let Some(row) = rows.next()? {
        found.push(row);
    }
    verdicts::batch(id, &found)
        .map_err(|error| FileError::batch(&part.display().to_string(), 0, error))
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
        Format::Parquet => {
            guard::write(|| write::join_parquet(parts, &about, to).map_err(io::Error::from))
        }
        Format::Csv | Format::JsonLines => {
            to.write_all(header)?;
            parts.iter().try_for_each(|part| io::copy(&mut fs::File::open(part)?, to).map(drop))
        }
    };
    write::atomically_with(output, write).write_context(output)
}
