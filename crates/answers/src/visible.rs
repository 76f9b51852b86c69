//! The last step of every text on its way to a terminal or a log: what others wrote into it
//! controls nothing there.
//!
//! A hidden character becomes an escape of JSON, so that JSON has the same content as before. What
//! a runner of CI would obey is broken by such an escape as well: a line that begins with `::`, and
//! `##` with a name and a bracket after it. Escape sequences of a terminal are written by this
//! program alone: it begins them with [`OWN`], a byte that no text contains.

use dpcert::input::{is_hidden, push_escape};
use std::io::{self, Write};

/// The first byte of an escape sequence of this program's own. No text in UTF-8 contains it.
pub const OWN: u8 = 0xff;

/// The styling in a text whose content has no hidden characters: all escape sequences are this
/// program's own.
pub fn own(styled: &str) -> Vec<u8> {
    styled.bytes().map(|byte| if byte == b'\x1b' { OWN } else { byte }).collect()
}

/// A file of text that others may have had a part in: a picture, a report. Its line breaks and tabs
/// stay.
pub fn text_file(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) && !matches!(c, '\n' | '\t') {
            push_escape(&mut visible, c)
        } else {
            visible.push(c)
        }
    }
    visible
}

/// A writer of text.
#[derive(Debug)]
pub struct Visible<W: Write> {
    inner: W,
    /// The first bytes of a character whose others were not yet written.
    partial: Vec<u8>,
    line: Line,
    hashes: Hashes,
}

/// The position in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Nothing but blanks so far.
    Start,
    /// After a colon at the start.
    Colon,
    Inside,
}

/// The beginning of a command such as `##[group]`, as far as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hashes {
    None,
    One,
    /// Two, and perhaps a name.
    Two,
}

impl<W: Write> Visible<W> {
    /// A writer at the start of a line.
    pub fn new(inner: W) -> Visible<W> {
        Visible { inner, partial: Vec::new(), line: Line::Start, hashes: Hashes::None }
    }

    /// The writer below.
    pub fn into_inner(self) -> W {
        self.inner
    }

    fn push(&mut self, c: char, visible: &mut String) {
        let is_command =
            (self.line == Line::Colon && c == ':') || (self.hashes == Hashes::Two && c == '[');
        self.line = match (self.line, c) {
            (_, '\n') => Line::Start,
            (Line::Start, ':') => Line::Colon,
            (Line::Start, c) if c.is_whitespace() => Line::Start,
            _ => Line::Inside,
        };
        self.hashes = match (self.hashes, c) {
            (Hashes::None, '#') => Hashes::One,
            (Hashes::One | Hashes::Two, '#') => Hashes::Two,
            (Hashes::Two, c) if c.is_ascii_alphanumeric() => Hashes::Two,
            _ => Hashes::None,
        };
        if is_command || (is_hidden(c) && !matches!(c, '\n' | '\t')) {
            push_escape(visible, c);
        } else {
            visible.push(c);
        }
    }

    fn push_text(&mut self, text: &str, visible: &mut String) {
        text.chars().for_each(|c| self.push(c, visible));
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut whole = std::mem::take(&mut self.partial);
        whole.extend_from_slice(bytes);
        let mut written = Vec::with_capacity(whole.len());
        for (index, part) in whole.split(|byte| *byte == OWN).enumerate() {
            if index > 0 {
                written.push(b'\x1b');
            }
            let mut visible = String::with_capacity(part.len());
            let mut chunks = part.utf8_chunks().peekable();
            while let Some(chunk) = chunks.next() {
                self.push_text(chunk.valid(), &mut visible);
                let is_last =
                    chunks.peek().is_none() && part.as_ptr_range().end == whole.as_ptr_range().end;
                if is_last && is_beginning(chunk.invalid()) {
                    self.partial = chunk.invalid().to_vec();
                } else if !chunk.invalid().is_empty() {
                    self.push(char::REPLACEMENT_CHARACTER, &mut visible);
                }
            }
            written.extend_from_slice(visible.as_bytes());
        }
        self.inner.write_all(&written)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Are these the first bytes of a character?
fn is_beginning(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn written(pieces: &[&[u8]]) -> String {
        let mut writer = Visible::new(Vec::new());
        pieces.iter().for_each(|piece| writer.write_all(piece).unwrap());
        String::from_utf8(writer.into_inner()).unwrap()
    }

    #[test]
    fn text_controls_nothing() {
        for (text, expected) in [
            ("plain\ttext\n\nof two lines", "plain\ttext\n\nof two lines"),
            ("é 隐私 ∑ε≤δ 👩\u{200d}🔬 x::y # ## [a]", "é 隐私 ∑ε≤δ 👩\u{200d}🔬 x::y # ## [a]"),
            ("a\u{1b}[2K\rb", "a\\u001b[2K\\rb"),
            ("\u{202e}\u{e0041}\u{85}\u{7f}", "\\u202e\\udb40\\udc41\\u0085\\u007f"),
            (
                "::error::a\n \t\u{3000}::stop-commands::b\n: :c\n:::d",
                ":\\u003aerror::a\n \t\u{3000}:\\u003astop-commands::b\n: :c\n:\\u003a:d",
            ),
            (
                "a ##[error]b ###[c ##vso[d] #[e]",
                "a ##\\u005berror]b ###\\u005bc ##vso\\u005bd] #[e]",
            ),
        ] {
            assert_eq!(written(&[text.as_bytes()]), expected);
            // However it is cut.
            let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
            assert_eq!(written(&bytes), expected);
        }
    }

    #[test]
    fn json_has_the_same_content() {
        let text = "\u{1b}\u{202e}\u{e0041}\u{2028}\u{7f} ##[a] \"\\";
        let json = serde_json::to_string_pretty(&[text]).unwrap();
        let shown = written(&[json.as_bytes()]);
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), [text]);
        assert!(!shown.chars().any(|c| is_hidden(c) && c != '\n'), "{shown}");
    }

    #[test]
    fn styling_is_its_own() {
        assert_eq!(written(&[&own("\u{1b}[1mbold"), b"\x1b[0m"]), "\u{1b}[1mbold\\u001b[0m");
        assert_eq!(written(&[b"\xc3", b"\xa9 \xc3 \x80"]), "é \u{fffd} \u{fffd}");
    }
}
