//! The findings about the rows of a ledger, beside what it has spent.

use crate::output::terminal_options;
use dpcert::claim::{ClaimFile, Level, Remark, remarks_on_rows};
use dpcert_answers::claims::remark_text;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The findings that the file enables.
pub struct Findings(Vec<Remark>);

impl Findings {
    /// Those of a file.
    pub fn of(file: &ClaimFile) -> Findings {
        Findings(remarks_on_rows(file))
    }

    /// Does the file deny one of them?
    pub fn is_denied(&self) -> bool {
        self.0.iter().any(|remark| remark.level == Level::Deny)
    }

    /// A paragraph each.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn text(&self, output: &mut dyn Write) -> io::Result<()> {
        let width = usize::from(terminal_options().width);
        for remark in &self.0 {
            let options = textwrap::Options::new(width).subsequent_indent("  ");
            for line in textwrap::wrap(&remark_text(remark), options) {
                writeln!(output, "{line}")?;
            }
        }
        Ok(())
    }

    /// A list of objects, as in the JSON of `dpcert check`.
    pub fn json(&self) -> Value {
        let one = |remark: &Remark| {
            json!({
                "finding": remark.finding.name(),
                "level": remark.level.name(),
                "message": remark.message,
            })
        };
        self.0.iter().map(one).collect()
    }
}
