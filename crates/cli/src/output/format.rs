//! The form in which a table is written.

use super::{Records, print_error};
use clap::Args;
use std::io::{self, Write};

/// The forms besides text.
#[derive(Clone, Copy, Debug, Default, Args)]
#[group(multiple = false)]
pub struct Format {
    /// Write JSON: one object, or one a line
    #[arg(long)]
    pub json: bool,

    /// Write CSV, every number with both of its ends
    #[arg(long)]
    pub csv: bool,

    /// Write a LaTeX table, with the rules of the package booktabs; one number as a formula
    #[arg(long)]
    pub latex: bool,
}

impl Format {
    /// Is a table for other programs requested?
    pub fn is_records(self) -> bool {
        self.csv || self.latex
    }

    /// Writes a table as CSV or LaTeX, and the notes on it to standard error: they are not part of
    /// it.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write_with(
        self,
        notes: &[String],
        output: &mut dyn Write,
        records: &Records,
    ) -> io::Result<()> {
        notes.iter().for_each(|note| print_error(&format!("note: {note}")));
        self.write(output, records)
    }

    /// Writes a table as CSV or LaTeX.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write(self, output: &mut dyn Write, records: &Records) -> io::Result<()> {
        if self.latex { records.write_latex(output) } else { records.write_csv(output) }
    }
}
