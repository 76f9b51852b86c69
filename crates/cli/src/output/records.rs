//! Tables for other programs: CSV, and LaTeX for a paper.
//!
//! A table for a person is shortened to fit; here every number is whole, and an enclosure has both
//! of its ends in columns of their own.

use dpcert::input::is_hidden;
use dpcert::{Printed, Styled};
use std::io::{self, Write};

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
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
        Records { columns: columns.collect(), rows: Vec::new() }
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

    /// Writes a `tabular` with the rules of the package `booktabs`, without the details.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write_latex(&self, output: &mut dyn Write) -> io::Result<()> {
        let printed =
            || self.columns.iter().enumerate().filter(|(_, column)| column.kind != Kind::Detail);
        let specification: String = printed()
            .map(|(_, column)| if column.kind == Kind::Words { "p{0.3\\linewidth}" } else { "l" })
            .collect();
        writeln!(
            output,
            "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{specification}}}\n\\toprule"
        )?;
        let names: Vec<String> =
            printed().map(|(_, column)| latex_text(&column.name.replace('_', " "))).collect();
        writeln!(output, "{} \\\\\n\\midrule", names.join(" & "))?;
        for row in &self.rows {
            let cells = printed()
                .map(|(index, _)| row.get(index).map(|cell| latex(cell)).unwrap_or_default());
            // A row that begins with a bracket would be read as an argument of the line break
            // before it.
            writeln!(output, "{{}}{} \\\\", cells.collect::<Vec<_>>().join(" & "))?;
        }
        writeln!(output, "\\bottomrule\n\\end{{tabular}}")
    }
}

/// A cell: a number as a formula, anything else as text.
fn latex(cell: &str) -> String {
    let (sign, magnitude) = cell.strip_prefix('-').map_or(("", cell), |magnitude| ("-", magnitude));
    let is_number = |text: &str| {
        let mut parts = text.split('.');
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
        parts.next().is_some_and(digits)
            && parts.next().is_none_or(digits)
            && parts.next().is_none()
    };
    let (mantissa, exponent) = magnitude.split_once('e').unwrap_or((magnitude, ""));
    if magnitude == "inf" {
        return format!("${sign}\\infty$");
    }
    if !is_number(mantissa) || magnitude.ends_with('e') {
        return match cell {
            "<=" => "$\\leq$".to_owned(),
            ">=" => "$\\geq$".to_owned(),
            _ => latex_text(cell),
        };
    }
    match exponent {
        "" => format!("${sign}{mantissa}$"),
        _ if !is_number(exponent.trim_start_matches('-')) => latex_text(cell),
        _ => format!("${sign}{mantissa} \\cdot 10^{{{exponent}}}$"),
    }
}

/// Text in which nothing is a command; a character that cannot be typeset becomes a question mark.
fn latex_text(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            c if c.is_whitespace() => escaped.push(' '),
            c if is_hidden(c) => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
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

    #[test]
    fn latex_is_a_tabular_in_which_nothing_is_a_command() {
        let mut written = Vec::new();
        example().write_latex(&mut written).expect("memory can be written");
        let text = String::from_utf8(written).expect("it is text");
        let expected = r"% \usepackage{booktabs}
\begin{tabular}{lllp{0.3\linewidth}}
\toprule
id & relation & lo & why \\
\midrule
{}a,\textquotedbl{}b\textquotedbl{} & $\leq$ & $-1.5 \cdot 10^{-10}$ & 50\% of \{x\_1\} and \textasciitilde{}\$2 \\
{}[c] & $\geq$ & $\infty$ & \textbackslash{}end\{tabular\} \textless{}\&\textgreater{} \#\textasciicircum{}\textbar{} \\
\bottomrule
\end{tabular}
";
        assert_eq!(text, expected);
        for (cell, expected) in [
            ("", ""),
            ("1", "$1$"),
            ("0.25", "$0.25$"),
            ("3e7", "$3 \\cdot 10^{7}$"),
            ("1.2.3", "1.2.3"),
            ("1e", "1e"),
            ("2e-", "2e-"),
            ("1/3", "1/3"),
            ("-inf", "$-\\infty$"),
        ] {
            assert_eq!(latex(cell), expected);
        }
    }
}
