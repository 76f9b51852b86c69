//! An error together with the text it is about, for people: file, line, underlined span, help.

use super::InputError;
use super::names::{ceil_boundary, escape, floor_boundary};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::fmt;
use std::ops::Range;

/// An [`InputError`] with the named text it is about; `miette` renders it.
#[derive(Debug)]
pub struct Report {
    error: InputError,
    excerpt: Excerpt,
}

impl Report {
    /// A report on `error` in `source_text`, the text that was parsed.
    pub fn new(source_name: &str, source_text: &str, error: InputError) -> Report {
        let excerpt = Excerpt::new(source_name, source_text, &error.span).escaped();
        Report { error, excerpt }
    }

    /// The reported error.
    pub fn error(&self) -> &InputError {
        &self.error
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        if self.error.help.is_empty() { None } else { Some(Box::new(&self.error.help)) }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), self.excerpt.span.clone());
        Some(Box::new(std::iter::once(label)))
    }
}

/// The line in question and its neighbours, as far as they fit on a screen: a request line may have
/// a million characters, and a renderer would print all of them.
#[derive(Debug)]
struct Excerpt {
    name: String,
    text: String,
    /// The span of the error in `text`: within one line, on character boundaries, not empty.
    span: Range<usize>,
    /// The number of lines of the source before `text`.
    lines_before: usize,
    /// The column of the error in the source, in characters, from 0.
    column: usize,
}

impl Excerpt {
    fn new(name: &str, source: &str, span: &Range<usize>) -> Excerpt {
        /// A line may be as long as the file: the text around the error is shown, about two lines
        /// of a terminal.
        const BEFORE: usize = 80;
        const AFTER: usize = 120;
        // Where the text ends too early, the error is after its last visible character.
        let start = if span.start >= source.len() { source.trim_end().len() } else { span.start };
        let start = floor_boundary(source, start);
        let slice = |range: Range<usize>| source.get(range).unwrap_or_default();

        let line = line_around(source, start);
        let first =
            line.start.checked_sub(1).map_or(0, |newline| line_around(source, newline).start);
        let last =
            if line.end < source.len() { line_around(source, line.end + 1).end } else { line.end };
        let end = ceil_boundary(source, span.end.clamp(start, line.end));
        let window = ceil_boundary(source, start.saturating_sub(BEFORE).max(line.start))
            ..floor_boundary(source, start.saturating_add(AFTER).min(line.end));

        let mut text = beginning(slice(first..line.start));
        if window.start > line.start {
            text.push_str("... ");
        }
        let shift = text.len();
        text.push_str(slice(window.clone()));
        if window.end < line.end {
            text.push_str(" ...");
        } else if start == window.end {
            // A renderer points at characters, and here there is none.
            text.push(' ');
        }
        text.push_str(&beginning(slice(line.end..last)));

        let shown_start = shift + start - window.start;
        let shown_end = shift + end.min(window.end).max(window.start) - window.start;
        Excerpt {
            name: name.to_owned(),
            span: shown_start..shown_end.max(ceil_boundary(&text, shown_start + 1)),
            text,
            lines_before: slice(0..first).matches('\n').count(),
            column: slice(line.start..start).chars().count(),
        }
    }
}

impl Excerpt {
    /// With escapes in place of hidden characters, and the span at the same text.
    fn escaped(self) -> Excerpt {
        let Range { start, end } = self.span;
        let part = |range: Range<usize>| self.text.get(range).unwrap_or_default();
        let after = part(end..self.text.len());
        // The last line is without the rest of its line break.
        let after = visible(after.strip_suffix('\r').unwrap_or(after));
        let (before, inside) = (visible(part(0..start)), visible(part(start..end)));
        Excerpt {
            name: escape(&self.name),
            span: before.len()..before.len() + inside.len(),
            text: [before, inside, after].concat(),
            ..self
        }
    }
}

/// Lines with escapes in place of hidden characters. The tabs of an indent stay, and so do line
/// breaks, of which those of Windows become one character.
fn visible(lines: &str) -> String {
    let lines = lines.replace("\r\n", "\n");
    let parts =
        lines.split_inclusive(['\n', '\t']).map(|part| match part.strip_suffix(['\n', '\t']) {
            Some(rest) => escape(rest) + part.get(rest.len()..).unwrap_or_default(),
            None => escape(part),
        });
    parts.collect()
}

/// The line that `position` is in, without its line break.
fn line_around(text: &str, position: usize) -> Range<usize> {
    let (before, after) = text.split_at(floor_boundary(text, position));
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    start..before.len() + after.find('\n').unwrap_or(after.len())
}

/// A neighbouring line with its line break, shortened.
fn beginning(line: &str) -> String {
    /// A line may be as long as the file.
    const LENGTH: usize = 200;
    if line.len() <= LENGTH {
        return line.to_owned();
    }
    let line_break = if line.ends_with('\n') { "\n" } else { "" };
    format!("{} ...{line_break}", line.get(..floor_boundary(line, LENGTH)).unwrap_or_default())
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.text.read_span(span, lines_before, lines_after)?;
        // With lines before it, the excerpt starts at column 0; alone, it is the error itself.
        let column = if lines_before == 0 { self.column } else { contents.column() };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            contents.data(),
            *contents.span(),
            self.lines_before + contents.line(),
            column,
            contents.line_count(),
        )))
    }
}
