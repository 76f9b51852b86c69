//! Files of JSON Lines whose errors have their position in the whole file.

use dpcert::input::{InputError, Report};

/// The text of a file of lines, and its name in messages.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    /// The name.
    pub name: &'a str,
    /// The whole text.
    pub text: &'a str,
}

/// The lines that are not blank: number from 1, offset, text without its line break.
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut offset = 0;
    text.split_inclusive('\n').zip(1..).filter_map(move |(line, number)| {
        let start = offset;
        offset += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        (!line.trim().is_empty()).then_some((number, start, line))
    })
}

impl Lines<'_> {
    /// A report on an error in the line that starts at `offset`.
    pub fn report(&self, offset: usize, error: InputError) -> Box<Report> {
        let span = error.span.start + offset..error.span.end + offset;
        Box::new(Report::new(self.name, self.text, InputError { span, ..error }))
    }
}
