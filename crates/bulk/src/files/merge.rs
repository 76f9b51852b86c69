//! Outputs of parts of an input, merged to that of the whole.

use super::Format;
use super::error::{FileError, IoContext};
use super::metadata::Metadata;
use super::outputs::{Claims, Outputs};
use super::read::Reader;
use super::run::join;
use super::whole::Whole;
use super::write;
use crate::digest;
use std::path::{Path, PathBuf};

/// Puts outputs after each other, in the order in which their rows are in the input.
///
/// Every row of every output is read, and what is written is what was read: the numbers of verdicts
/// are those of the rows.
///
/// Guarantee: each row of the input has exactly one verdict. Each output is the one that was
/// written, and was judged by the same version with the same options as the others, unless its
/// digests were computed again: no accident is overlooked, but whoever made an output is trusted.
/// The result is, to the byte, that of judging the input at once, if the outputs are.
///
/// # Errors
/// Rows that are missing, duplicate or different; outputs of different runs; files that cannot be
/// read or written.
pub fn merge(
    input: &Path,
    input_format: Format,
    outputs: &[PathBuf],
    to: &Path,
    format: Format,
) -> Result<Metadata, FileError> {
    let mut outputs = Outputs::open(outputs, format)?;
    let Some(run) = outputs.run().cloned() else {
        return Err(FileError::input(
            &to.display().to_string(),
            "there is no output to merge: name them",
        ));
    };
    let mut reader = Reader::open(input, input_format)?;
    let folder = tempfile::tempdir_in(write::folder_of(to)).write_context(to)?;
    let (mut whole, mut parts, mut header) = (Whole::new(), Vec::new(), Vec::new());
    let name = reader.name().to_owned();
    loop {
        let claims = Claims { name: &name, before: reader.rows_before() };
        let batch = match reader.next()? {
            Some(batch) => batch,
            None if parts.is_empty() => reader.no_rows(),
            None => break,
        };
        let rows = digest::of_rows(&batch)
            .map_err(|error| FileError::batch(claims.name, claims.before, error))?;
        let (verdicts, digests) = outputs.next(&claims, &batch, &rows)?;
        let mut missing = batch.num_rows() - verdicts.num_rows();
        if missing > 0 {
            while let Some(batch) = reader.next()? {
                missing += batch.num_rows();
            }
            return Err(FileError::input(
                claims.name,
                format!("no output has its last {missing} rows"),
            ));
        }
        if parts.is_empty() {
            header = write::header(&verdicts, format).write_context(to)?;
        }
        whole.add(&rows, &verdicts, &digests);
        let part = folder.path().join(parts.len().to_string());
        std::fs::write(&part, write::part(&verdicts, format).write_context(to)?)
            .write_context(&part)?;
        parts.push(part);
    }
    outputs.end(reader.name())?;
    let metadata = whole.finish(run);
    join(&parts, &header, to, format, &metadata)?;
    Ok(metadata)
}
