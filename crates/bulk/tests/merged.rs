//! What is merged is read: any change of a row or of the metadata is refused, and names the file.

use crate::effort::effort;
use crate::files::job;
use arrow_array::builder::{Float64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use dpcert::Options;
use dpcert_bulk::files::{FileError, Format, Metadata, judge_file, merge};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const COLUMNS: [&str; 8] =
    ["id", "verdict", "lower", "upper", "margin", "method", "engine", "message"];

/// The text of each value, `None` for null or a column that is missing.
type Row = [Option<String>; 8];

/// The rows of an output, and the text of its metadata.
#[derive(Clone)]
struct Output {
    has_id: bool,
    rows: Vec<Row>,
    about: String,
}

impl Output {
    fn columns(&self) -> std::ops::Range<usize> {
        usize::from(!self.has_id)..8
    }

    fn read(path: &Path, has_id: bool) -> Output {
        let place = |name: &str| COLUMNS.iter().position(|known| *known == name).unwrap();
        let mut output = Output { has_id, rows: Vec::new(), about: String::new() };
        match Format::of(path).unwrap() {
            Format::Parquet => {
                let builder =
                    ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
                let pairs = builder.metadata().file_metadata().key_value_metadata().unwrap();
                output.about =
                    pairs.iter().find(|pair| pair.key == "dpcert").unwrap().value.clone().unwrap();
                for batch in builder.build().unwrap().map(Result::unwrap) {
                    for row in 0..batch.num_rows() {
                        output.rows.push(COLUMNS.map(|name| {
                            let column = batch.column_by_name(name)?;
                            let number =
                                || format!("{:?}", column.as_primitive::<Float64Type>().value(row));
                            let text =
                                |texts: &arrow_array::StringArray| texts.value(row).to_owned();
                            column
                                .is_valid(row)
                                .then(|| column.as_string_opt::<i32>().map_or_else(number, text))
                        }));
                    }
                }
            }
            Format::Csv => {
                for line in fs::read_to_string(path).unwrap().lines().skip(1) {
                    let mut values = line
                        .split(',')
                        .map(|value| Some(value.to_owned()).filter(|value| !value.is_empty()));
                    let mut row = Row::default();
                    output.columns().for_each(|place| row[place] = values.next().unwrap());
                    output.rows.push(row);
                }
            }
            Format::JsonLines => {
                for line in fs::read_to_string(path).unwrap().lines() {
                    let mut row = Row::default();
                    // No value has a comma, a colon or a quote in it.
                    for entry in line.trim_matches(['{', '}']).split(',') {
                        let (name, value) = entry.split_once(':').unwrap();
                        let value = Some(value.trim_matches('"').to_owned())
                            .filter(|value| value != "null");
                        row[place(name.trim_matches('"'))] = value;
                    }
                    output.rows.push(row);
                }
            }
        }
        if output.about.is_empty() {
            output.about = fs::read_to_string(beside(path)).unwrap();
        }
        output
    }

    fn write(&self, path: &Path) {
        let value = |row: &Row, place: usize| row[place].clone().unwrap_or_default();
        match Format::of(path).unwrap() {
            Format::Parquet => {
                let batch = RecordBatch::try_from_iter(self.columns().map(|place| {
                    let column: ArrayRef = if (2..5).contains(&place) {
                        let mut numbers = Float64Builder::new();
                        let value =
                            |row: &Row| row[place].as_ref().map(|text| text.parse().unwrap());
                        self.rows.iter().for_each(|row| numbers.append_option(value(row)));
                        Arc::new(numbers.finish())
                    } else {
                        let mut texts = StringBuilder::new();
                        self.rows.iter().for_each(|row| texts.append_option(row[place].as_ref()));
                        Arc::new(texts.finish())
                    };
                    (COLUMNS[place], column)
                }));
                let batch = batch.unwrap();
                let about = KeyValue::new("dpcert".to_owned(), self.about.clone());
                let properties =
                    WriterProperties::builder().set_key_value_metadata(Some(vec![about])).build();
                let file = File::create(path).unwrap();
                let mut writer =
                    ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
                writer.write(&batch).unwrap();
                writer.close().unwrap();
                return;
            }
            Format::Csv => {
                let line = |row: &Row| {
                    self.columns().map(|place| value(row, place)).collect::<Vec<_>>().join(",")
                };
                let header = COLUMNS[self.columns()].join(",");
                let lines: Vec<String> =
                    std::iter::once(header).chain(self.rows.iter().map(line)).collect();
                fs::write(path, lines.join("\n") + "\n").unwrap();
            }
            Format::JsonLines => {
                let entry = |row: &Row, place: usize| match &row[place] {
                    None => format!("\"{}\":null", COLUMNS[place]),
                    Some(value) if (2..5).contains(&place) => {
                        format!("\"{}\":{value}", COLUMNS[place])
                    }
                    Some(value) => format!("\"{}\":\"{value}\"", COLUMNS[place]),
                };
                let line = |row: &Row| {
                    self.columns().map(|place| entry(row, place)).collect::<Vec<_>>().join(",")
                };
                let lines: Vec<String> =
                    self.rows.iter().map(|row| format!("{{{}}}\n", line(row))).collect();
                fs::write(path, lines.concat()).unwrap();
            }
        }
        fs::write(beside(path), &self.about).unwrap();
    }
}

fn beside(output: &Path) -> PathBuf {
    PathBuf::from(format!("{}.dpcert.json", output.display()))
}

/// Claims that hold and claims that are refuted, without messages.
fn write_claims(path: &Path, rows: std::ops::Range<usize>, has_id: bool) {
    let row = |row: usize| {
        let claimed = ["1/2", "1/100"][row % 2];
        let id = if has_id { format!("id{row},") } else { String::new() };
        // Rows without an id must differ all the same.
        format!("{id}gaussian,2,delta,0.{row}1,at-most,{claimed}\n")
    };
    let id = if has_id { "id," } else { "" };
    let rows: String = rows.map(row).collect();
    fs::write(path, format!("{id}kind,sigma,quantity,at,relation,claimed\n{rows}")).unwrap();
}

/// A folder with an output of claims in two parts, of which the second is given to be changed.
struct Merge {
    folder: tempfile::TempDir,
    extension: &'static str,
    second: Output,
}

/// The rows of the two parts.
const FIRST: usize = 2;
const ALL: usize = 7;

impl Merge {
    fn new(extension: &'static str, has_id: bool) -> Merge {
        let folder = tempfile::tempdir().unwrap();
        let settings = Options::for_claims();
        let path = |name: &str, extension: &str| folder.path().join(format!("{name}.{extension}"));
        for (name, rows) in [("all", 0..ALL), ("a", 0..FIRST), ("b", FIRST..ALL)] {
            let claims = path(name, "claims.csv");
            write_claims(&claims, rows, has_id);
            judge_file(
                &claims,
                Format::Csv,
                &job(&settings, &path(name, extension), false),
                &mut |_, _| {},
            )
            .unwrap();
        }
        let second = Output::read(&path("b", extension), has_id);
        assert_eq!(second.rows.len(), ALL - FIRST);
        second.rows.iter().for_each(|row| assert_eq!(row[0].is_some(), has_id));
        Merge { folder, extension, second }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.{}", self.extension))
    }

    /// Merges with another second part.
    fn with(&self, second: &Output) -> Result<Metadata, FileError> {
        second.write(&self.path("b"));
        let (claims, outputs) =
            (self.folder.path().join("all.claims.csv"), [self.path("a"), self.path("b")]);
        merge(
            &claims,
            Format::Csv,
            &outputs,
            &self.path("merged"),
            Format::of(&self.path("b")).unwrap(),
        )
    }

    /// Merging is refused with a message that has these words, and names the second part.
    fn refuses(&self, second: &Output, words: &str) {
        let error = self.with(second).unwrap_err().to_string();
        let file = self.path("b").display().to_string();
        assert!(error.starts_with(&file) && error.contains(words), "{words}: {error}");
        assert!(!self.path("merged").exists(), "{error}");
    }
}

fn every(case: impl Fn(Merge)) {
    for extension in ["csv", "jsonl", "parquet"] {
        for has_id in [true, false] {
            case(Merge::new(extension, has_id));
        }
    }
}

#[test]
fn outputs_as_they_were_written_are_the_whole() {
    every(|merge| {
        let metadata = merge.with(&merge.second).unwrap();
        let whole = fs::read(merge.path("all")).unwrap();
        assert!(fs::read(merge.path("merged")).unwrap() == whole);
        assert_eq!(metadata.verdicts["holds"] + metadata.verdicts["refuted"], ALL as u64);
        if merge.extension != "parquet" {
            assert_eq!(
                fs::read(beside(&merge.path("merged"))).unwrap(),
                fs::read(beside(&merge.path("all"))).unwrap()
            );
        }
    });
}

#[test]
fn rows_that_are_missing_added_or_moved_are_refused() {
    every(|merge| {
        let rows = merge.second.rows.len();
        for row in 0..rows {
            let mut second = merge.second.clone();
            second.rows.remove(row);
            let is_last = row == rows - 1;
            merge.refuses(
                &second,
                if merge.second.has_id && !is_last { "its id is" } else { "rows are missing" },
            );
            let mut second = merge.second.clone();
            second.rows.insert(row, second.rows[row].clone());
            merge.refuses(&second, if merge.second.has_id && !is_last { "its id is" } else { "" });
            if !is_last {
                let mut second = merge.second.clone();
                second.rows.swap(row, row + 1);
                merge.refuses(
                    &second,
                    if merge.second.has_id { "its id is" } else { "not in the order" },
                );
            }
        }
        let mut second = merge.second.clone();
        second.rows.clear();
        merge.refuses(&second, "the number of its rows of verdicts is 0, and 5 were written");
    });
}

#[test]
fn a_changed_value_is_refused_with_its_row() {
    every(|merge| {
        for row in 0..merge.second.rows.len() {
            for column in merge.second.columns() {
                let here = &merge.second.rows[row][column];
                let others: &[Option<&str>] = match COLUMNS[column] {
                    "verdict" => &[
                        Some("holds"),
                        Some("refuted"),
                        Some("undecided"),
                        Some("invalid"),
                        Some("hold"),
                        None,
                    ],
                    "lower" | "upper" | "margin" => &[Some("0.5"), Some("-0.0"), None],
                    _ => &[Some("x"), None],
                };
                for other in others
                    .iter()
                    .map(|other| other.map(str::to_owned))
                    .filter(|other| other != here)
                {
                    let mut second = merge.second.clone();
                    second.rows[row][column] = other;
                    merge.refuses(&second, &format!("row {}: ", row + 1));
                }
            }
        }
        // Two rows at once are not one.
        let mut second = merge.second.clone();
        second.rows[0][2] = None;
        second.rows[3][3] = None;
        merge.refuses(&second, "several of its rows are not those that were written");
    });
}

#[test]
fn changed_metadata_is_refused() {
    every(|merge| {
        let about = &merge.second.about;
        // Every digit, letter and sign that is part of a value or of a name.
        let places = about.char_indices().filter(|(_, letter)| letter.is_ascii_alphanumeric());
        for (place, letter) in places.step_by(if effort() > 1 { 1 } else { 5 }) {
            let mut second = merge.second.clone();
            let other = if letter == '1' { "2" } else { "1" };
            second.about.replace_range(place..=place, other);
            merge.refuses(&second, "");
        }
        for text in ["", "{}", "null", &about[..about.len() / 2]] {
            let second = Output { about: text.to_owned(), ..merge.second.clone() };
            merge.refuses(&second, "not the metadata of an output");
        }
        // That of other rows.
        let first = Output::read(&merge.path("a"), merge.second.has_id);
        let second = Output { about: first.about, ..merge.second.clone() };
        merge.refuses(&second, "");
    });
}

/// Whoever computes all digests again is trusted; the numbers are those of the rows all the same.
#[test]
fn digests_that_are_computed_again_give_the_numbers_of_the_rows() {
    every(|merge| {
        let forged = |about: &str, with: &dyn Fn(&mut serde_json::Value)| {
            let mut value: serde_json::Value = serde_json::from_str(about).unwrap();
            with(&mut value);
            value.as_object_mut().unwrap().remove("sha256");
            let digest = Sha256::digest(value.to_string());
            value["sha256"] =
                digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
            value.to_string()
        };
        // The same ids and other claims, all of which hold; they are said to be those that were to
        // be judged.
        let claims = merge.folder.path().join("other.claims.csv");
        write_claims(&claims, FIRST..ALL, merge.second.has_id);
        fs::write(&claims, fs::read_to_string(&claims).unwrap().replace("1/100", "99/100"))
            .unwrap();
        let (settings, other) = (Options::for_claims(), merge.path("other"));
        judge_file(&claims, Format::Csv, &job(&settings, &other, false), &mut |_, _| {}).unwrap();
        let other = Output::read(&other, merge.second.has_id);
        let said: serde_json::Value = serde_json::from_str(&merge.second.about).unwrap();
        let about = forged(&other.about, &|value| {
            for name in ["input-sha256", "input-sum"] {
                value[name] = said[name].clone();
            }
        });
        let metadata = merge.with(&Output { about, ..other }).unwrap();
        assert_eq!((metadata.verdicts["holds"], metadata.verdicts["refuted"]), (6, 1));
        fs::remove_file(merge.path("merged")).unwrap();
        // Numbers of verdicts that are not those of the rows.
        let about = forged(&merge.second.about, &|value| {
            value["verdicts"] = serde_json::json!({"holds": 5})
        });
        merge.refuses(
            &Output { about, ..merge.second.clone() },
            "other numbers of verdicts than its rows",
        );
    });
}
