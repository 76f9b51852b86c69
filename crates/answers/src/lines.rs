//! Lines of words, as wide as a screen.

use dpcert::input::escape;
use std::io::{self, Write};

/// The layout of a text report.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    /// The columns at which words are broken between lines.
    pub width: u16,
    /// Is there a screen, on which longer lines are truncated or folded?
    pub is_screen: bool,
    /// Are the verdicts coloured?
    pub colour: bool,
}

impl Default for TextOptions {
    /// 120 columns, no screen, no colours.
    fn default() -> Self {
        TextOptions { width: 120, is_screen: false, colour: false }
    }
}

/// One line of words for display: line breaks are spaces, and hidden characters are escaped.
pub fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    escape(&words.join(" "))
}

/// Breaks a text into lines after an indent; further lines are indented by two more columns.
pub fn paragraph(
    output: &mut dyn Write,
    indent: &str,
    text: &str,
    options: &TextOptions,
) -> io::Result<()> {
    wrapped(output, indent, &format!("{indent}  "), &plain(text), options)
}

/// Breaks a text into lines, the first after `first`, the others after `indent`.
pub fn wrapped(
    output: &mut dyn Write,
    first: &str,
    indent: &str,
    text: &str,
    options: &TextOptions,
) -> io::Result<()> {
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split(' ') {
        let length = line.chars().count() + 1 + word.chars().count();
        if !empty && length > usize::from(options.width) {
            writeln!(output, "{line}")?;
            line = indent.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    writeln!(output, "{line}")
}

/// Writes a line of words, for which a screen may be too narrow; on a pipe it stays one line.
pub fn write_line(output: &mut dyn Write, text: &str, options: &TextOptions) -> io::Result<()> {
    if options.is_screen {
        wrapped(output, "", "  ", text, options)
    } else {
        writeln!(output, "{text}")
    }
}
