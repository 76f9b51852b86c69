//! Tables for other programs, and for a paper.
//!
//! A table for a person is shortened to fit; here every number is whole, and an enclosure has both
//! of its ends in columns of their own.

use dpcert::{Printed, Styled};
use std::io::{self, Write};

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
    /// The significant digits of an enclosure on paper, if some are asked for.
    pub(super) digits: Option<u64>,
    /// The formulas over some columns on paper, in place of their names.
    pub(super) headings: Vec<(String, String)>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name: letters, digits and `_`.
    pub name: String,
    /// The kind of its contents.
    pub kind: Kind,
}

/// The kind of contents of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a number: never broken between lines.
    Whole,
    /// Sentences.
    Words,
    /// A formula, as LaTeX has it.
    Formula,
    /// true or false: yes or no on paper.
    Truth,
    /// A detail, which is omitted on paper.
    Detail,
}

/// The cells of an enclosure: both ends, and the exact value or nothing.
pub fn cells(bounds: &Styled) -> [String; 3] {
    let Printed { lo, hi, exact } = Printed::of(bounds);
    [lo, hi, exact.unwrap_or_default()]
}

impl Records {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = (impl Into<String>, Kind)>) -> Records {
        let columns = columns.into_iter().map(|(name, kind)| Column { name: name.into(), kind });
        Records { columns: columns.collect(), rows: Vec::new(), digits: None, headings: Vec::new() }
    }

    /// The same with a number of significant digits of an enclosure on paper.
    #[must_use]
    pub fn with_digits(self, digits: Option<u64>) -> Records {
        Records { digits, ..self }
    }

    /// The same with a formula over a column on paper; that of an enclosure has the name of both
    /// ends.
    #[must_use]
    pub fn headed(mut self, column: &str, formula: String) -> Records {
        self.headings.push((column.to_owned(), formula));
        self
    }

    /// Adds a row with a cell for each column.
    pub fn push(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Adds a row of cells with the names of their columns, of which the first of each column
    /// counts; a column without a cell stays empty, and a cell without a column is omitted.
    pub fn push_named(&mut self, cells: &[(String, String)]) {
        let cell = |column: &Column| {
            cells.iter().find(|(name, _)| *name == column.name).map(|(_, text)| text.clone())
        };
        self.rows
            .push(self.columns.iter().map(|column| cell(column).unwrap_or_default()).collect());
    }

    /// Writes CSV (RFC 4180 with line feeds): the names of the columns, then the rows.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write_csv(&self, output: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(output);
        writer
            .write_record(self.columns.iter().map(|column| column.name.as_str()))
            .map_err(io::Error::from)?;
        for row in &self.rows {
            writer.write_record(row).map_err(io::Error::from)?;
        }
        writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Records {
        let columns = [
            ("id", Kind::Whole),
            ("relation", Kind::Whole),
            ("lo", Kind::Whole),
            ("why", Kind::Words),
        ];
        let mut records = Records::new(columns.into_iter().chain([("source", Kind::Detail)]));
        records.push(
            ["a,\"b\"", "<=", "-1.5e-10", "50% of {x_1}\nand ~$2", "p. 3"].map(str::to_owned),
        );
        records
            .push(["[c]", ">=", "inf", "\\end{tabular} <&> #^|", "\u{1b}[0m"].map(str::to_owned));
        records
    }

    #[test]
    fn csv_can_be_read_again() {
        let mut written = Vec::new();
        example().write_csv(&mut written).expect("memory can be written");
        let mut reader = csv::Reader::from_reader(written.as_slice());
        let names: Vec<String> =
            reader.headers().expect("there are names").iter().map(str::to_owned).collect();
        assert_eq!(names, ["id", "relation", "lo", "why", "source"]);
        let rows: Vec<Vec<String>> = reader
            .records()
            .map(|row| row.expect("it is a row").iter().map(str::to_owned).collect())
            .collect();
        assert_eq!(rows, example().rows);
    }
}
