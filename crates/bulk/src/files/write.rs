//! Verdicts as bytes, and files that are written completely or not at all.

use super::metadata::KEY;
use super::{Format, guard};
use crate::column::{Cell, Column};
use crate::error::BatchError;
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use serde_json::{Map, Value};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes a file completely or not at all, even if the machine stops.
pub fn atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    atomically_with(path, |file| file.write_all(bytes))
}

/// The same, with a function that writes.
pub fn atomically_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    let unfinished = PathBuf::from(name);
    // Whatever has this name is not written to: it may be a link to another file.
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = BufWriter::new(File::create_new(&unfinished)?);
    write(&mut file)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(&unfinished, path)?;
    sync_folder(path)
}

/// Flushes the names of a folder to the disk.
fn sync_folder(path: &Path) -> io::Result<()> {
    // Some systems cannot open folders, and need not.
    File::open(folder_of(path)).map_or(Ok(()), |folder| folder.sync_all())
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The bytes of a part: a whole Parquet file, or lines without a header.
///
/// # Errors
/// Ids of a type that this format cannot store.
pub fn part(batch: &RecordBatch, format: Format) -> io::Result<Vec<u8>> {
    guard::write(|| unguarded_part(batch, format))
}

fn unguarded_part(batch: &RecordBatch, format: Format) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match format {
        Format::Parquet => {
            let properties =
                WriterProperties::builder().set_compression(Compression::SNAPPY).build();
            let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties))?;
            writer.write(batch)?;
            writer.close()?;
        }
        Format::Csv => {
            let columns = columns(batch)?;
            let mut writer = csv::Writer::from_writer(&mut bytes);
            for row in 0..batch.num_rows() {
                writer.write_record(columns.iter().map(|(_, column)| text(column.cell(row))))?;
            }
            writer.flush()?;
        }
        Format::JsonLines => {
            let columns = columns(batch)?;
            for row in 0..batch.num_rows() {
                let entries = columns
                    .iter()
                    .map(|(name, column)| ((*name).to_owned(), value(column.cell(row))));
                serde_json::to_writer(&mut bytes, &entries.collect::<Map<_, _>>())?;
                bytes.push(b'\n');
            }
        }
    }
    Ok(bytes)
}

/// The header before the lines of all parts.
pub fn header(batch: &RecordBatch, format: Format) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if format == Format::Csv {
        let mut writer = csv::Writer::from_writer(&mut bytes);
        writer.write_record(batch.schema_ref().fields().iter().map(|field| field.name()))?;
        writer.flush()?;
        drop(writer);
    }
    Ok(bytes)
}

fn columns(batch: &RecordBatch) -> io::Result<Vec<(&str, Column<'_>)>> {
    let fields = batch.schema_ref().fields().iter().zip(batch.columns());
    let columns = fields.map(|(field, array)| {
        Ok((field.name().as_str(), Column::of(field.name(), array.as_ref())?))
    });
    columns.collect::<Result<_, BatchError>>().map_err(io::Error::other)
}

/// The text of a cell: a number is the shortest decimal that is read as the same binary64.
fn text(cell: Cell<'_>) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Text(text) => text.to_owned(),
        Cell::Float(x) => format!("{x:?}"),
        Cell::Integer(_) | Cell::Decimal(..) => cell.to_string(),
    }
}

/// An id as a file of this format has it, empty for null: a text in JSON is in quotes.
pub fn id(cell: Cell<'_>, format: Format) -> String {
    match (cell, format) {
        (Cell::Null, _) => String::new(),
        (cell, Format::JsonLines) => value(cell).to_string(),
        (cell, Format::Csv | Format::Parquet) => text(cell),
    }
}

/// The JSON value of a cell: JSON has no infinities, so they are texts.
fn value(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Float(x) if x.is_finite() => x.into(),
        Cell::Integer(integer) => {
            i64::try_from(integer).map_or_else(|_| integer.to_string().into(), Value::from)
        }
        cell => text(cell).into(),
    }
}

/// Concatenates Parquet files of one schema without decoding them, with a text about the whole.
///
/// # Errors
/// Files that cannot be read or written.
pub fn join_parquet(
    parts: &[PathBuf],
    about: &str,
    to: &mut (impl Write + Send),
) -> Result<(), ParquetError> {
    let mut writer: Option<SerializedFileWriter<_>> = None;
    let mut to = Some(to);
    for part in parts {
        let file = File::open(part)?;
        let reader = SerializedFileReader::new(file.try_clone()?)?;
        let metadata = reader.metadata();
        if let Some(to) = to.take() {
            let schema = metadata.file_metadata().schema_descr().root_schema_ptr();
            let mut first =
                SerializedFileWriter::new(to, schema, Arc::new(WriterProperties::default()))?;
            let pairs = metadata.file_metadata().key_value_metadata().cloned().unwrap_or_default();
            // The Arrow schema is that of the first part.
            pairs
                .into_iter()
                .filter(|pair| pair.key != KEY)
                .for_each(|pair| first.append_key_value_metadata(pair));
            first.append_key_value_metadata(KeyValue::new(KEY.to_owned(), about.to_owned()));
            writer = Some(first);
        }
        let Some(writer) = &mut writer else { continue };
        for group in metadata.row_groups() {
            let mut next = writer.next_row_group()?;
            for column in group.columns() {
                let close = parquet::column::writer::ColumnCloseResult {
                    bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                    rows_written: u64::try_from(group.num_rows()).unwrap_or(0),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                next.append_column(&file, close)?;
            }
            next.close()?;
        }
    }
    writer.map_or(Ok(()), |writer| writer.close().map(drop))
}
