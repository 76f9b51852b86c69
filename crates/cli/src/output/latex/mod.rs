//! Tables for a paper, and numbers for its text.
//!
//! On paper an enclosure is one cell, with as many digits as a column of a page has room for, its
//! ends rounded outwards; what is exact and short is itself. Columns without contents are left out.

mod formula;
mod number;
mod text;

pub use formula::{in_math, symbol};
pub use number::{apart, at_most, claimed, claimed_to, digits_apart, with_zeros};
pub use text::latex_text;

use super::records::{Kind, Records};
use dpcert::exact::Rounding;
use formula::{cell, known_symbol};
use number::{DIGITS, Number, enclosure, rounded};
use std::io::{self, Write};

/// A dash in place of a number or a truth that is not known.
pub const UNKNOWN: &str = "--";

impl Records {
    /// Writes a `tabular` with the rules of the package `booktabs`, without the details; a table of
    /// one number is a formula.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write_latex(&self, output: &mut dyn Write) -> io::Result<()> {
        let columns = self.on_paper();
        if let ([quantity, number], [row]) = (columns.as_slice(), self.rows.as_slice())
            && quantity.name == "quantity"
            && let (Some(name), &Place::Ends(ends, exact)) = (row.first(), &number.place)
        {
            let name = symbol(name);
            // An expression that is its own exact value is not said twice.
            let number = match self.enclosed(ends, exact, row) {
                Number::Exact(number) if number == name => self.enclosed(ends, None, row),
                number => number,
            };
            return match number {
                Number::Exact(number) => writeln!(output, "${name} = {number}$"),
                Number::Between(ends) => writeln!(output, "${name} \\in {ends}$"),
            };
        }
        let specification: String = columns
            .iter()
            .map(|column| if column.kind == Kind::Words { "p{0.3\\linewidth}" } else { "l" })
            .collect();
        writeln!(
            output,
            "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{@{{}}{specification}@{{}}}}\n\\toprule"
        )?;
        let own = |name: &str| self.headings.iter().find(|(known, _)| *known == name);
        let names = columns.iter().map(|column| match own(&column.name) {
            Some((_, formula)) => format!("${formula}$"),
            None => heading(&column.name),
        });
        let names: Vec<String> = names.collect();
        // What is ragged has another meaning of the shorter command, in the last column.
        let end = match columns.last() {
            Some(OnPaper { kind: Kind::Words, .. }) => "\\tabularnewline",
            _ => "\\\\",
        };
        writeln!(output, "{} {end}\n\\midrule", names.join(" & "))?;
        for row in &self.rows {
            let cells = columns.iter().map(|column| self.cell(column, row));
            // A row that begins with a bracket would be read as an argument of the line break
            // before it.
            writeln!(output, "{{}}{} {end}", cells.collect::<Vec<_>>().join(" & "))?;
        }
        writeln!(output, "\\bottomrule\n\\end{{tabular}}")
    }

    /// The columns that have contents, both ends of an enclosure in one.
    fn on_paper(&self) -> Vec<OnPaper> {
        let at = |name: &str| self.columns.iter().position(|column| column.name == name);
        let mut columns = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let text = |row: &Vec<String>| row.get(index).is_some_and(|cell| !cell.is_empty());
            if column.kind == Kind::Detail || !self.rows.iter().any(text) {
                continue;
            }
            let stem = |end| {
                column.name.strip_suffix(end).filter(|stem| stem.is_empty() || stem.ends_with('_'))
            };
            let (name, place) = match (stem("lo"), stem("hi").or_else(|| stem("exact"))) {
                (Some(stem), _) => {
                    let other = |end: &str| at(&format!("{stem}{end}"));
                    let Some(hi) = other("hi") else { continue };
                    (stem.trim_end_matches('_'), Place::Ends([index, hi], other("exact")))
                }
                (None, Some(stem)) if at(&format!("{stem}lo")).is_some() => continue,
                (None, _) => (column.name.as_str(), Place::Cell(index)),
            };
            columns.push(OnPaper { name: name.to_owned(), kind: column.kind, place });
        }
        columns
    }

    fn cell(&self, column: &OnPaper, row: &[String]) -> String {
        let text = |index: usize| row.get(index).map_or("", String::as_str);
        match column.place {
            Place::Cell(index) if column.kind == Kind::Formula => text(index).to_owned(),
            Place::Cell(index) if column.kind == Kind::Truth => match text(index) {
                "true" => "yes".to_owned(),
                "false" => "no".to_owned(),
                "" => UNKNOWN.to_owned(),
                other => cell(other),
            },
            // Words in a narrow column have no room for stretched spaces.
            Place::Cell(index) if column.kind == Kind::Words => {
                format!("\\raggedright {}", cell(text(index)))
            }
            Place::Cell(index) => cell(text(index)),
            Place::Ends([lo, hi], _) if text(lo).is_empty() => {
                match rounded(text(hi), self.digits.unwrap_or(DIGITS), Rounding::Up) {
                    Some(most) => format!("$\\leq {}$", in_math(&most)),
                    None => UNKNOWN.to_owned(),
                }
            }
            Place::Ends(ends, exact) => {
                format!("${}$", self.enclosed(ends, exact, row).formula())
            }
        }
    }

    /// The enclosure whose ends, and exact value, are in some columns of a row.
    fn enclosed(&self, [lo, hi]: [usize; 2], exact: Option<usize>, row: &[String]) -> Number {
        let text = |index: usize| row.get(index).map_or("", String::as_str);
        let digits = self.digits.unwrap_or(DIGITS);
        enclosure([text(lo), text(hi)], exact.map(text), digits)
    }
}

/// A column on paper.
struct OnPaper {
    name: String,
    kind: Kind,
    place: Place,
}

/// The columns of the table that are one on paper.
enum Place {
    Cell(usize),
    /// Both ends, and the exact value.
    Ends([usize; 2], Option<usize>),
}

/// The name of a column; an enclosure without one is a value.
fn heading(name: &str) -> String {
    match (name, known_symbol(name)) {
        ("", _) => "value".to_owned(),
        (_, Some(symbol)) => format!("${symbol}$"),
        (_, None) => latex_text(&name.replace('_', " ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(records: &Records) -> String {
        let mut written = Vec::new();
        records.write_latex(&mut written).expect("memory can be written");
        String::from_utf8(written).expect("it is text")
    }

    #[test]
    fn latex_is_a_tabular_in_which_nothing_is_a_command() {
        let columns = [
            ("id", Kind::Whole),
            ("relation", Kind::Whole),
            ("least", Kind::Whole),
            ("why", Kind::Words),
            ("source", Kind::Detail),
        ];
        let mut records = Records::new(columns);
        records.push(
            ["a,\"b\"", "<=", "-1.5e-10", "50% of {x_1}\nand ~$2", "p. 3"].map(str::to_owned),
        );
        records
            .push(["[c]", ">=", "inf", "\\end{tabular} <&> #^|", "\u{1b}[0m"].map(str::to_owned));
        let expected = r"% \usepackage{booktabs}
\begin{tabular}{@{}lllp{0.3\linewidth}@{}}
\toprule
id & relation & least & why \tabularnewline
\midrule
{}a,\textquotedbl{}b\textquotedbl{} & $\leq$ & $-1.5 \cdot 10^{-10}$ & \raggedright 50\% of \{x\_1\} and \textasciitilde{}\$2 \tabularnewline
{}[c] & $\geq$ & $\infty$ & \raggedright \textbackslash{}end\{tabular\} \textless{}\&\textgreater{} \#\textasciicircum{}\textbar{} \tabularnewline
\bottomrule
\end{tabular}
";
        assert_eq!(written(&records), expected);
    }

    /// Both ends are one cell, rounded outwards; what is exact and short is itself; a column without
    /// contents is not there.
    #[test]
    fn an_enclosure_is_one_cell() {
        let names = ["delta_lo", "delta_hi", "delta_exact", "x_exact", "empty"];
        let mut records = Records::new(names.map(|name| (name, Kind::Whole)));
        for row in [
            ["0.123456789", "0.123456791", "", "3", ""],
            ["0.25", "0.25", "1/4", "", ""],
            ["-0.0000012345678", "1.99999999e-700", "123456789/987654321", "", ""],
            ["9.99999e-99999999999", "inf", "", "", ""],
            ["0.0000524041", "0.0000524042", "", "", ""],
            ["0.0762191", "0.0762199", "", "", ""],
        ] {
            records.push(row.map(str::to_owned));
        }
        let rows: Vec<String> = written(&records).lines().skip(3).map(str::to_owned).collect();
        let expected = [
            "$\\delta$ & x exact \\\\",
            "\\midrule",
            "{}$[0.12345, 0.12346]$ & $3$ \\\\",
            "{}$1/4$ &  \\\\",
            "{}$[-1.2346 \\cdot 10^{-6}, 2 \\cdot 10^{-700}]$ &  \\\\",
            "{}$[9.9999 \\cdot 10^{-99999999999}, \\infty]$ &  \\\\",
            "{}$[5.2404, 5.2405] \\cdot 10^{-5}$ &  \\\\",
            "{}$[0.076219, 0.076220]$ &  \\\\",
        ];
        assert_eq!(rows[..8], expected, "{rows:?}");
        let digits = records.with_digits(Some(7));
        assert!(written(&digits).contains("$[0.1234567, 0.1234568]$"));
    }

    #[test]
    fn truth_is_yes_or_no() {
        let mut records = Records::new([("id", Kind::Whole), ("kept", Kind::Truth)]);
        for kept in ["true", "false", ""] {
            records.push(["true", kept].map(str::to_owned));
        }
        let text = written(&records.headed("kept", "\\varepsilon \\leq 4".to_owned()));
        let rows: Vec<&str> = text.lines().skip(3).collect();
        let expected = [
            "id & $\\varepsilon \\leq 4$ \\\\",
            "\\midrule",
            "{}true & yes \\\\",
            "{}true & no \\\\",
            "{}true & -- \\\\",
        ];
        assert_eq!(rows[..5], expected, "{text}");
    }

    #[test]
    fn one_number_is_a_formula() {
        let one = |name: &str, cells: [&str; 3]| {
            let mut records =
                Records::new(["quantity", "lo", "hi", "exact"].map(|name| (name, Kind::Whole)));
            records.push([name].into_iter().chain(cells).map(str::to_owned));
            written(&records)
        };
        assert_eq!(
            one("eps", ["4.37717809", "4.3771781", ""]),
            "$\\varepsilon \\in [4.3771, 4.3772]$\n"
        );
        assert_eq!(one("delta", ["0.25", "0.25", "1/4"]), "$\\delta = 1/4$\n");
        assert_eq!(one("kl", ["1", "1", "1"]), "$\\mathrm{KL} = 1$\n");
        assert_eq!(one("bayes-error", ["1", "1", "1"]), "$\\mbox{bayes-error} = 1$\n");
        assert_eq!(one("ln(2)", ["0.6931", "0.6932", ""]), "$\\ln(2) \\in [0.6931, 0.6932]$\n");
    }
}
