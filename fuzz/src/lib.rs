//! What has to be true of every input, whatever it is: one module a kind of input.
//!
//! A check panics where a property fails. The fuzz targets hand it inputs without end, and the
//! test `fuzz_corpus` of the command, which includes these files, hands it the seeds.

pub mod certificate;
pub mod claim_file;
mod fractions;
pub mod ledger_row;
pub mod literal;
pub mod notation;
mod protocol;
pub mod query_line;
pub mod scene;

use dpcert::input::InputError;
use std::ops::Range;

/// A kind of input.
pub struct Kind {
    /// Its name: that of the target, and of the folder in `fixtures/fuzz` with its seeds.
    pub name: &'static str,
    /// Is each line of those files a seed? Otherwise each file is one.
    pub by_line: bool,
    /// What has to be true of an input.
    pub check: fn(&[u8]),
}

/// The kinds of input.
pub const KINDS: [Kind; 7] = [
    Kind { name: "literal", by_line: true, check: literal::check },
    Kind { name: "notation", by_line: true, check: notation::check },
    Kind { name: "claim-file", by_line: false, check: claim_file::check },
    Kind { name: "query-line", by_line: true, check: query_line::check },
    Kind { name: "ledger-row", by_line: true, check: ledger_row::check },
    Kind { name: "certificate", by_line: false, check: certificate::check },
    Kind { name: "scene", by_line: false, check: scene::check },
];

/// An error has a reason and a way out, and its span can be underlined: it is a part of the text,
/// between characters.
fn check_error(text: &str, message: &str, span: &Range<usize>, help: &str) {
    assert!(!message.is_empty(), "an error without a message");
    assert!(!help.is_empty(), "an error without help: {message}");
    assert!(
        text.get(span.clone()).is_some(),
        "the span {span:?} is no part of the text: {message}"
    );
}

fn check_input_error(text: &str, error: &InputError) {
    check_error(text, &error.message, &error.span, &error.help);
    let shown = dpcert::input::Report::new("input", text, error.clone());
    let mut rendered = String::new();
    let handler =
        miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor());
    handler.render_report(&mut rendered, &shown).expect("an error can be shown");
    assert!(
        rendered.len() < 10_000,
        "an error of {} bytes for a text of {}",
        rendered.len(),
        text.len()
    );
}
