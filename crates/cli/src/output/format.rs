//! In which form a table is written.

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

    /// Write a LaTeX table, with the rules of the package booktabs
    #[arg(long)]
    pub latex: bool,
}

impl Format {
    /// Is a table wanted that no person reads as it is?
    pub fn is_records(self) -> bool {
        self.csv || self.latex
    }

    /// Writes a table as CSV or LaTeX, and the notes on it on standard error: they are no part of it.
    ///
    /// # Errors
    /// What the output says.
    pub fn write_with(self, notes: &[String], output: &mut dyn Write, records: &Records) -> io::Result<()> {
        notes.iter().for_each(|note| print_error(&format!("note: {note}")));
        self.write(output, records)
    }

    /// Writes a table as CSV or LaTeX.
    ///
    /// # Errors
    /// What the output says.
    pub fn write(self, output: &mut dyn Write, records: &Records) -> io::Result<()> {
        if self.latex { records.write_latex(output) } else { records.write_csv(output) }
    }
}
