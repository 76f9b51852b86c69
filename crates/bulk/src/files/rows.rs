//! Verdicts as their file has them, row by row.

use super::error::FileError;
use super::read::Reader;
use super::{Format, write};
use crate::column::Column;
use crate::verdicts::{Values, Word, schema};
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, RecordBatch};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A row of verdicts.
pub struct Row {
    /// The id as its file writes it, empty if there is none.
    pub id: String,
    word: Word,
    numbers: [Option<f64>; 3],
    texts: [Option<String>; 3],
}

impl<'a> From<&'a Row> for Values<'a> {
    fn from(row: &'a Row) -> Values<'a> {
        let [method, engine, message] = &row.texts;
        let texts = [method.as_deref(), engine.as_deref(), message.as_deref()];
        Values { word: row.word, numbers: row.numbers, texts }
    }
}

/// A file of verdicts that is read.
pub struct Rows {
    name: String,
    /// The number of rows that were read.
    pub read: u64,
    source: Source,
}

enum Source {
    /// With the batch that is being read, and its next row.
    Parquet(Box<Reader>, Option<(RecordBatch, usize)>),
    /// With the number of ids in a row: one or none.
    Csv(csv::Reader<File>, usize),
    JsonLines(BufReader<File>),
}

/// A line of JSON Lines. A name that is given twice, or is unknown, is an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    verdict: String,
    #[serde(borrow)]
    lower: Option<&'a RawValue>,
    #[serde(borrow)]
    upper: Option<&'a RawValue>,
    #[serde(borrow)]
    margin: Option<&'a RawValue>,
    method: Option<String>,
    engine: Option<String>,
    message: Option<String>,
}

/// The columns of numbers.
const NUMBERS: [&str; 3] = ["lower", "upper", "margin"];

impl Rows {
    /// Opens an output.
    ///
    /// # Errors
    /// If it cannot be read, or has other columns.
    pub fn of_output(path: &Path, format: Format) -> Result<Rows, FileError> {
        let mut rows = Rows::open(path, format, 0)?;
        if let Source::Csv(reader, ids) = &mut rows.source {
            let mut header = csv::StringRecord::new();
            let there_is_one = reader
                .read_record(&mut header)
                .map_err(|error| FileError::input(&rows.name, error))?;
            *ids = ids_before(header.iter()).filter(|_| there_is_one).ok_or_else(|| {
                FileError::input(
                    &rows.name,
                    "line 1: the columns are not those of an output of dpcert judge",
                )
            })?;
        }
        Ok(rows)
    }

    /// Opens a part, which has no header, with as many ids in a row: one or none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_part(path: &Path, format: Format, ids: usize) -> Result<Rows, FileError> {
        Rows::open(path, format, ids)
    }

    fn open(path: &Path, format: Format, ids: usize) -> Result<Rows, FileError> {
        let name = path.display().to_string();
        let file = || File::open(path).map_err(|error| FileError::input(&name, error));
        let source = match format {
            Format::Parquet => Source::Parquet(Box::new(Reader::open(path, format)?), None),
            Format::Csv => {
                let mut builder = csv::ReaderBuilder::new();
                Source::Csv(builder.has_headers(false).from_reader(file()?), ids)
            }
            Format::JsonLines => Source::JsonLines(BufReader::new(file()?)),
        };
        Ok(Rows { name, read: 0, source })
    }

    /// The next row; `None` at the end.
    ///
    /// # Errors
    /// A row that is not one of verdicts, with its number.
    pub fn next(&mut self) -> Result<Option<Row>, FileError> {
        let row = match &mut self.source {
            Source::Parquet(reader, batch) => next_of_parquet(reader, batch)?,
            Source::Csv(reader, ids) => next_of_csv(reader, *ids),
            Source::JsonLines(reader) => next_of_lines(reader),
        };
        let row = row.map_err(|message| {
            FileError::input(&self.name, format!("row {}: {message}", self.read + 1))
        })?;
        self.read += u64::from(row.is_some());
        Ok(row)
    }
}

/// The number of ids before the other columns, if these are the columns of verdicts.
fn ids_before<'a>(names: impl Iterator<Item = &'a str>) -> Option<usize> {
    let names: Vec<&str> = names.collect();
    let ids = usize::from(names.first() == Some(&"id"));
    schema(None).fields().iter().map(|field| field.name()).eq(&names[ids..]).then_some(ids)
}

fn next_of_parquet(
    reader: &mut Reader,
    batch: &mut Option<(RecordBatch, usize)>,
) -> Result<Result<Option<Row>, String>, FileError> {
    if batch.as_ref().is_none_or(|(batch, row)| *row == batch.num_rows()) {
        *batch = reader.next()?.map(|batch| (batch, 0));
    }
    let Some((batch, next)) = batch else {
        return Ok(Ok(None));
    };
    *next += 1;
    Ok(row_of_batch(batch, *next - 1).map(Some))
}

fn row_of_batch(batch: &RecordBatch, row: usize) -> Result<Row, String> {
    let fields = batch.schema_ref().fields();
    let own = schema(None);
    let ids = ids_before(fields.iter().map(|field| field.name().as_str()))
        .filter(|ids| {
            fields[*ids..]
                .iter()
                .zip(own.fields())
                .all(|(one, other)| one.data_type() == other.data_type())
        })
        .ok_or("the columns are not those of an output of dpcert judge")?;
    let id = match ids {
        0 => String::new(),
        _ => {
            let column =
                Column::of("id", batch.column(0).as_ref()).map_err(|error| error.to_string())?;
            write::id(column.cell(row), Format::Parquet)
        }
    };
    let column = |place: usize| batch.column(ids + place);
    let text = |place: usize| {
        let column = column(place).as_string::<i32>();
        column.is_valid(row).then(|| column.value(row).to_owned())
    };
    let number = |place: usize| {
        let column = column(place).as_primitive::<Float64Type>();
        column.is_valid(row).then(|| column.value(row))
    };
    let verdict = text(0).unwrap_or_default();
    Ok(Row {
        id,
        word: word(&verdict)?,
        numbers: [1, 2, 3].map(number),
        texts: [4, 5, 6].map(text),
    })
}

fn next_of_csv(reader: &mut csv::Reader<File>, ids: usize) -> Result<Option<Row>, String> {
    let mut record = csv::StringRecord::new();
    if !reader.read_record(&mut record).map_err(|error| error.to_string())? {
        return Ok(None);
    }
    let values: Vec<&str> = record.iter().collect();
    let own = values.get(ids..).and_then(|own| <[&str; 7]>::try_from(own).ok());
    let [verdict, lower, upper, margin, method, engine, message] =
        own.ok_or_else(|| format!("there are {} values, and {} columns", values.len(), ids + 7))?;
    let given = |value: &str| Some(value.to_owned()).filter(|value| !value.is_empty());
    Ok(Some(Row {
        id: if ids == 1 { values[0].to_owned() } else { String::new() },
        word: word(verdict)?,
        numbers: each_number([lower, upper, margin].map(given))?,
        texts: [given(method), given(engine), given(message)],
    }))
}

fn next_of_lines(reader: &mut BufReader<File>) -> Result<Option<Row>, String> {
    let mut text = String::new();
    while text.trim().is_empty() {
        text.clear();
        if reader.read_line(&mut text).map_err(|error| error.to_string())? == 0 {
            return Ok(None);
        }
    }
    let line: Line<'_> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    // Infinities are texts.
    let number =
        |value: Option<&RawValue>| value.map(|value| value.get().trim_matches('"').to_owned());
    Ok(Some(Row {
        id: line.id.map_or_else(String::new, |id| id.get().to_owned()),
        word: word(&line.verdict)?,
        numbers: each_number([number(line.lower), number(line.upper), number(line.margin)])?,
        texts: [line.method, line.engine, line.message],
    }))
}

fn word(text: &str) -> Result<Word, String> {
    Word::of(text).ok_or_else(|| format!("\"{}\" is not a verdict", dpcert::input::shorten(text)))
}

fn each_number(texts: [Option<String>; 3]) -> Result<[Option<f64>; 3], String> {
    let mut numbers = [None; 3];
    for ((number, text), name) in numbers.iter_mut().zip(texts).zip(NUMBERS) {
        let Some(text) = text else { continue };
        let wrong = |_| format!("{name}: \"{}\" is not a number", dpcert::input::shorten(&text));
        *number = Some(text.parse().map_err(wrong)?);
    }
    Ok(numbers)
}
