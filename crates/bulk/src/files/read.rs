//! Batches of a file, each with as many rows as a part.

use super::error::FileError;
use super::{Format, guard};
use crate::claims::COLUMNS;
use arrow_array::builder::StringBuilder;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema};
use dpcert::input::{Item, from_json};
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

/// The number of rows of a part.
pub const PART_ROWS: usize = 1 << 17;

/// A file that is read.
pub struct Reader {
    name: String,
    rows_before: u64,
    source: Source,
    /// The number of rows, where that is known beforehand.
    pub rows: Option<u64>,
}

enum Source {
    Parquet(Box<ParquetRecordBatchReader>),
    Csv(Box<csv::Reader<Box<dyn Read>>>, Vec<String>),
    JsonLines(Box<dyn BufRead>, u64),
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not of this format.
    pub fn open(path: &Path, format: Format) -> Result<Reader, FileError> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| FileError::input(&name, error))?;
        if format != Format::Parquet {
            return Reader::stream(name, Box::new(file), format);
        }
        let (reader, rows) = guard::read(&name, 0, || open_parquet(&name, file))?;
        Ok(Reader {
            name,
            rows_before: 0,
            source: Source::Parquet(Box::new(reader)),
            rows: Some(rows),
        })
    }

    /// Reads a stream; not Parquet, whose metadata is at its end.
    ///
    /// # Errors
    /// Parquet, or an invalid header.
    pub fn stream(name: String, from: Box<dyn Read>, format: Format) -> Result<Reader, FileError> {
        let source = match format {
            Format::Parquet => {
                let message = "Parquet is read from a file, because its description is at its end: name the file";
                return Err(FileError::input(&name, message));
            }
            Format::Csv => {
                let mut reader = csv::Reader::from_reader(from);
                let header = reader.headers().map_err(|error| FileError::input(&name, error))?;
                let columns: Vec<String> = header
                    .iter()
                    .map(|column| column.trim_start_matches('\u{feff}').to_owned())
                    .collect();
                if let Some(first) = columns.first()
                    && !columns.iter().any(|column| COLUMNS.contains(&column.as_str()))
                {
                    let message = format!(
                        "the first line names no column, its first value is \"{first}\": \
                         begin with a line such as mechanism,quantity,at,relation,claimed"
                    );
                    return Err(FileError::input(&name, message));
                }
                Source::Csv(Box::new(reader), columns)
            }
            Format::JsonLines => Source::JsonLines(Box::new(BufReader::new(from)), 0),
        };
        Ok(Reader { name, rows_before: 0, source, rows: None })
    }

    /// Its name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of rows that were read.
    pub fn rows_before(&self) -> u64 {
        self.rows_before
    }

    /// A batch without rows with the columns of a file without rows: those of its header, if it has
    /// one, and otherwise the required ones.
    pub fn no_rows(&self) -> RecordBatch {
        let columns = match &self.source {
            Source::Csv(_, columns) if !columns.is_empty() => {
                columns.iter().map(String::as_str).collect()
            }
            _ => vec!["mechanism", "quantity", "relation", "claimed"],
        };
        let field = |name: &str| Field::new(name, DataType::Utf8, true);
        RecordBatch::new_empty(Arc::new(Schema::new(
            columns.into_iter().map(field).collect::<Vec<_>>(),
        )))
    }

    /// The next rows: as many as a part has, or the remaining ones; `None` at the end.
    ///
    /// # Errors
    /// Rows that cannot be read, with their place.
    pub fn next(&mut self) -> Result<Option<RecordBatch>, FileError> {
        let name = &self.name;
        let batch = match &mut self.source {
            Source::Parquet(reader) => {
                let batch = guard::read(name, self.rows_before, || {
                    read_parquet(name, reader, self.rows_before)
                })?;
                if let (None, Some(rows)) = (&batch, self.rows)
                    && rows != self.rows_before
                {
                    let message = format!(
                        "its metadata says that it has {rows} rows, and it has {}",
                        self.rows_before
                    );
                    return Err(FileError::input(name, message));
                }
                batch
            }
            Source::Csv(reader, columns) => read_csv(name, reader, columns)?,
            Source::JsonLines(reader, lines) => read_lines(name, reader, lines)?,
        };
        self.rows_before +=
            batch.as_ref().map_or(0, |batch| u64::try_from(batch.num_rows()).unwrap_or(0));
        Ok(batch)
    }
}

/// A reader, and the number of rows, which all of the metadata must agree about.
fn open_parquet(name: &str, file: File) -> Result<(ParquetRecordBatchReader, u64), FileError> {
    let builder =
        ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| unreadable(name, &error))?;
    let metadata = builder.metadata();
    let said = metadata.file_metadata().num_rows();
    let groups = metadata
        .row_groups()
        .iter()
        .try_fold(0, |sum: i64, group| sum.checked_add(group.num_rows()));
    let rows = u64::try_from(said).ok().filter(|_| groups == Some(said));
    let rows = rows.ok_or_else(|| {
        FileError::input(name, "its metadata contradicts itself on the number of rows")
    })?;
    let reader =
        builder.with_batch_size(PART_ROWS).build().map_err(|error| unreadable(name, &error))?;
    Ok((reader, rows))
}

/// The next batch. What uses it later does not expect indices and texts that are invalid, so it is
/// validated.
fn read_parquet(
    name: &str,
    reader: &mut ParquetRecordBatchReader,
    before: u64,
) -> Result<Option<RecordBatch>, FileError> {
    let wrong = |error| FileError::input(name, format!("after row {before}: {error}"));
    let batch = reader.next().transpose().map_err(wrong)?;
    for column in batch.iter().flat_map(RecordBatch::columns) {
        column.to_data().validate_full().map_err(wrong)?;
    }
    Ok(batch)
}

fn unreadable(name: &str, error: &parquet::errors::ParquetError) -> FileError {
    let message = error.to_string();
    // The library names a compression that this build does not have.
    let help = if message.contains("Disabled feature") {
        "; write it with compression=\"snappy\", or uncompressed"
    } else {
        ""
    };
    FileError::input(name, format!("not readable as Parquet: {message}{help}"))
}

fn read_csv(
    name: &str,
    reader: &mut csv::Reader<Box<dyn Read>>,
    columns: &[String],
) -> Result<Option<RecordBatch>, FileError> {
    let mut builders: Vec<StringBuilder> = columns.iter().map(|_| StringBuilder::new()).collect();
    let mut rows = 0;
    let mut record = csv::StringRecord::new();
    while rows < PART_ROWS
        && reader.read_record(&mut record).map_err(|error| FileError::input(name, error))?
    {
        rows += 1;
        for (builder, value) in builders.iter_mut().zip(&record) {
            builder.append_option(Some(value.trim()).filter(|value| !value.is_empty()));
        }
    }
    batch(name, columns, builders, rows)
}

fn read_lines(
    name: &str,
    reader: &mut dyn BufRead,
    lines: &mut u64,
) -> Result<Option<RecordBatch>, FileError> {
    let (mut columns, mut builders): (Vec<String>, Vec<StringBuilder>) = (Vec::new(), Vec::new());
    let mut rows = 0;
    let mut line = String::new();
    while rows < PART_ROWS {
        line.clear();
        if reader.read_line(&mut line).map_err(|error| FileError::input(name, error))? == 0 {
            break;
        }
        *lines += 1;
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |message: &str| FileError::input(name, format!("line {lines}: {message}"));
        let node = from_json(&line).map_err(|error| wrong(&format!("{error} ({})", error.help)))?;
        let Item::Table(table) = node.item else {
            return Err(wrong("an object is expected on each line"));
        };
        for (key, node) in table {
            let value = match node.item {
                Item::Text(text) | Item::Integer(text) => text,
                Item::Null => continue,
                _ => {
                    return Err(wrong(&format!(
                        "{}: a text, an integer or null is expected",
                        key.name
                    )));
                }
            };
            let place =
                columns.iter().position(|column| *column == key.name).unwrap_or_else(|| {
                    columns.push(key.name.clone());
                    builders.push(StringBuilder::new());
                    columns.len() - 1
                });
            let builder = &mut builders[place];
            // Earlier lines did not have this field.
            while arrow_array::builder::ArrayBuilder::len(builder) < rows {
                builder.append_null();
            }
            builder.append_value(value);
        }
        rows += 1;
    }
    for builder in &mut builders {
        while arrow_array::builder::ArrayBuilder::len(builder) < rows {
            builder.append_null();
        }
    }
    batch(name, &columns, builders, rows)
}

fn batch(
    name: &str,
    columns: &[String],
    builders: Vec<StringBuilder>,
    rows: usize,
) -> Result<Option<RecordBatch>, FileError> {
    if rows == 0 {
        return Ok(None);
    }
    let fields: Vec<Field> =
        columns.iter().map(|column| Field::new(column, DataType::Utf8, true)).collect();
    let arrays =
        builders.into_iter().map(|mut builder| Arc::new(builder.finish()) as ArrayRef).collect();
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)
        .map(Some)
        .map_err(|error| FileError::input(name, error))
}
