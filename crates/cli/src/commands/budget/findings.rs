//! The findings about the rows of a ledger, beside what it has spent.

use crate::output::terminal_options;
use dpcert::claim::{ClaimFile, Level, Remark, remarks_on_rows};
use dpcert_answers::claims::remark_text;
use dpcert_answers::lines::paragraph;
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
        let options = terminal_options();
        self.lines().iter().try_for_each(|line| paragraph(output, "", line, &options))
    }

    /// A line each.
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().map(remark_text).collect()
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
