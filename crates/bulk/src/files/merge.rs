//! Outputs of parts of an input, merged to that of the whole.

use super::Format;
use super::error::{FileError, IoContext};
use super::metadata::{Metadata, Rows};
use super::read::Reader;
use super::run::{add, join};
use crate::digest;
use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Concatenates outputs, in the order in which their rows are in the input.
///
/// Guarantee: each row of the input is accounted for exactly once, and all were judged by the same version with the
/// same options.
///
/// # Errors
/// Rows that are missing, duplicate or different; outputs of different runs; files that cannot be read or written.
pub fn merge(
    input: &Path,
    input_format: Format,
    outputs: &[PathBuf],
    to: &Path,
    format: Format,
) -> Result<Metadata, FileError> {
    let known = outputs.iter().map(|output| Metadata::read(output, format)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = known.first() else {
        return Err(FileError::input(&to.display().to_string(), "there is no output to merge: name them"));
    };
    let mut reader = Reader::open(input, input_format)?;
    let mut waiting: VecDeque<[u8; 32]> = VecDeque::new();
    let (mut all, mut verdicts) = (Rows::default(), first.verdicts.clone());
    verdicts.values_mut().for_each(|count| *count = 0);
    for (output, metadata) in outputs.iter().zip(&known) {
        let wrong = |message: String| FileError::input(&output.display().to_string(), message);
        if metadata.run != first.run {
            return Err(wrong("it was judged by another version or with other options than the first one".to_owned()));
        }
        let before = all.clone().finish().0;
        let mut own = Rows::default();
        let mut left = metadata.rows;
        while left > 0 {
            if waiting.is_empty() {
                let at = reader.rows_before();
                let Some(batch) = reader.next()? else {
                    return Err(wrong(format!("it has {left} more rows than are left in {}", reader.name())));
                };
                let rows = digest::of_rows(&batch).map_err(|error| FileError::batch(reader.name(), at, error))?;
                waiting.extend(rows);
            }
            let Some(row) = waiting.pop_front() else { continue };
            own.add(&[row]);
            all.add(&[row]);
            left -= 1;
        }
        if own.finish().1 != metadata.input {
            let rows = format!("rows {} to {}", before + 1, before + metadata.rows);
            return Err(wrong(format!(
                "it is not the output for {rows} of {}: give the outputs in the order of its rows, each once",
                reader.name()
            )));
        }
        add(&mut verdicts, &metadata.verdicts);
    }
    let mut missing = u64::try_from(waiting.len()).unwrap_or(u64::MAX);
    while let Some(batch) = reader.next()? {
        missing += u64::try_from(batch.num_rows()).unwrap_or(0);
    }
    if missing > 0 {
        let message = format!("no output has its last {missing} rows");
        return Err(FileError::input(reader.name(), message));
    }
    let (rows, input, input_sum) = all.finish();
    let metadata = Metadata { run: first.run.clone(), rows, input, input_sum, verdicts };
    if format == Format::Csv {
        let folder = tempfile::tempdir().write_context(to)?;
        let (headers, bodies) = without_headers(outputs, folder.path())?;
        if headers.iter().any(|header| *header != headers[0]) {
            return Err(FileError::input(&to.display().to_string(), "the outputs have different columns"));
        }
        join(&bodies, headers[0].as_bytes(), to, format, &metadata)?;
    } else {
        join(outputs, &[], to, format, &metadata)?;
    }
    Ok(metadata)
}

/// The first lines of some files, and files with the remaining lines.
fn without_headers(outputs: &[PathBuf], folder: &Path) -> Result<(Vec<String>, Vec<PathBuf>), FileError> {
    let (mut headers, mut bodies) = (Vec::new(), Vec::new());
    for (number, output) in outputs.iter().enumerate() {
        let mut file = BufReader::new(fs::File::open(output).write_context(output)?);
        let (mut header, body) = (String::new(), folder.join(number.to_string()));
        file.read_line(&mut header).write_context(output)?;
        let mut to = fs::File::create(&body).write_context(&body)?;
        std::io::copy(&mut file, &mut to).write_context(&body)?;
        to.flush().write_context(&body)?;
        headers.push(header);
        bodies.push(body);
    }
    Ok((headers, bodies))
}
