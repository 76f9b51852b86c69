//! One value of a table or list, with its path and conversions to the wanted type.

use super::fields::Fields;
use super::names::{listed, nearest, shorten};
use super::{InputError, Item, Node, from_notation};
use crate::exact::Real;
use crate::exact::literal::{self, LiteralError};
use malachite::Integer;
use malachite::rational::Rational;
use std::ops::Range;

/// A value and its path.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// The value.
    pub node: &'a Node,
    /// Its name in error messages, such as `mechanism.eps` or `p[3]`.
    pub path: String,
}

/// Of more words than this a message names the one that was probably meant: a list of up to six is
/// read at a glance.
const MOST_LISTED: usize = 6;

const NUMBER_HELP: &str =
    "write a number as an integer or as a string: \"0.1\", \"1/10\", \"ln(2)\"";

impl<'a> Field<'a> {
    /// The number: an integer, or a text in the language of [`crate::exact::literal`].
    ///
    /// # Errors
    /// If it is something else, or not a number by that language; the span is then that of the
    /// offending part, or of the whole value if the text was written with escapes.
    pub fn real(&self) -> Result<Real, InputError> {
        literal::parse(self.number_text()?).map_err(|error| self.literal_error(error))
    }

    /// The number, which has to be known as a rational one; `help` says how to write it.
    pub(crate) fn rational(&self, help: &str) -> Result<Rational, InputError> {
        let real = self.real()?;
        match real.as_rational() {
            Some(x) => Ok(x.clone()),
            None => Err(self.error(format!("{real} is not known to be rational"), help)),
        }
    }

    /// The whole number from 0 to 2^64 - 1: `1000`, `"1000"` or `"10^3"`.
    ///
    /// # Errors
    /// If it is not a number, negative, fractional or too large.
    pub fn natural(&self) -> Result<u64, InputError> {
        const HELP: &str = "a whole number from 0 to 18446744073709551615 is expected here";
        let text = shorten(self.number_text()?);
        let real = self.real()?;
        let Some(rational) = real.as_rational() else {
            return Err(self.error(format!("\"{text}\" is not known to be a whole number"), HELP));
        };
        if *rational < 0 {
            return Err(self.error(format!("\"{text}\" is negative"), HELP));
        }
        let integer = Integer::try_from(rational).map_err(|_| {
            self.error(
                format!("\"{text}\" is not a whole number but {}", shorten_real(&real)),
                HELP,
            )
        })?;
        u64::try_from(&integer).map_err(|_| self.error(format!("\"{text}\" is too large"), HELP))
    }

    /// The text.
    ///
    /// # Errors
    /// If it is something else.
    pub fn text(&self) -> Result<&'a str, InputError> {
        match &self.node.item {
            Item::Text(text) => Ok(text),
            Item::Integer(digits) => {
                Err(self.mismatch("a text", format!("write \"{}\"", shorten(digits))))
            }
            _ => Err(self.mismatch("a text", "write it in double quotes")),
        }
    }

    /// The truth value.
    ///
    /// # Errors
    /// If it is something else.
    pub fn boolean(&self) -> Result<bool, InputError> {
        match self.node.item {
            Item::Boolean(value) => Ok(value),
            _ => Err(self.mismatch("a boolean", "write true or false, without quotes")),
        }
    }

    /// The elements of the list, with the paths `p[0]`, `p[1]`, ...
    ///
    /// # Errors
    /// If it is something else.
    pub fn list(&self) -> Result<Vec<Field<'a>>, InputError> {
        let Item::List(nodes) = &self.node.item else {
            return Err(self.mismatch("a list", "write it in brackets: [a, b]"));
        };
        let element = |(index, node)| Field { node, path: format!("{}[{index}]", self.path) };
        Ok(nodes.iter().enumerate().map(element).collect())
    }

    /// The numbers of a list of numbers.
    ///
    /// # Errors
    /// If it is not a list, or one of its elements is not a number.
    pub fn reals(&self) -> Result<Vec<Real>, InputError> {
        self.list()?.iter().map(Field::real).collect()
    }

    /// The tree of a text in the compact notation, all of which has the span of the text; `None`
    /// for a value that is not a text.
    ///
    /// # Errors
    /// If the text is outside of that notation.
    pub fn unfolded(&self) -> Result<Option<Node>, InputError> {
        let Item::Text(text) = &self.node.item else {
            return Ok(None);
        };
        let mut node =
            from_notation(text).map_err(|error| self.error(error.message, error.help))?;
        node.set_spans(&self.node.span);
        Ok(Some(node))
    }

    /// The fields of the table.
    ///
    /// # Errors
    /// If it is something else.
    pub fn fields(&self) -> Result<Fields<'a>, InputError> {
        match &self.node.item {
            Item::Table(table) => Ok(Fields::new(self.path.clone(), self.node.span.clone(), table)),
            _ => Err(self.mismatch("a table", "write it in braces, with named fields")),
        }
    }

    /// The value that the word means.
    ///
    /// # Errors
    /// If it is not a text, or not one of the words of `options`.
    pub fn choice<T: Copy>(&self, options: &[(&'static str, T)]) -> Result<T, InputError> {
        let words = || options.iter().map(|(word, _)| *word);
        let one_of = format!("one of {}", listed(words()));
        let Item::Text(text) = &self.node.item else {
            return Err(self.mismatch("a word", format!("{one_of} is expected here")));
        };
        if let Some((_, value)) = options.iter().find(|(word, _)| word == text) {
            return Ok(*value);
        }
        let help = match nearest(text, words()) {
            Some(word) if options.len() > MOST_LISTED => format!("did you mean \"{word}\"?"),
            Some(word) => format!("did you mean \"{word}\"? {one_of} is expected here"),
            None => format!("{one_of} is expected here"),
        };
        Err(self.error(format!("unknown word \"{}\"", shorten(text)), help))
    }

    /// An error at this value.
    pub fn error(&self, message: impl Into<String>, help: impl Into<String>) -> InputError {
        InputError::at(self.path.clone(), message, self.node.span.clone(), help)
    }

    fn mismatch(&self, wanted: &str, help: impl Into<String>) -> InputError {
        let help = if self.node.item == Item::Null {
            "leave the field out or give a value".into()
        } else {
            help.into()
        };
        self.error(format!("{wanted} is expected, not {}", self.node.kind_name()), help)
    }

    /// The number as it is written.
    ///
    /// # Errors
    /// Those of [`Field::real`].
    pub fn digits(&self) -> Result<&'a str, InputError> {
        self.real()?;
        self.number_text()
    }

    fn number_text(&self) -> Result<&'a str, InputError> {
        match &self.node.item {
            Item::Text(text) | Item::Integer(text) => Ok(text),
            _ => Err(self.mismatch("a number", NUMBER_HELP)),
        }
    }

    fn literal_error(&self, error: LiteralError) -> InputError {
        let span = self.span_within(&error.span).unwrap_or_else(|| self.node.span.clone());
        InputError::at(self.path.clone(), shorten_message(error.message), span, error.help)
    }

    /// The position in the source of a range of the value's text, if its characters occur there
    /// unchanged: alone, or between one quote on each side. An escape is always longer than its
    /// meaning, so the length decides; so does the length of a text in triple quotes.
    fn span_within(&self, inner: &Range<usize>) -> Option<Range<usize>> {
        let Item::Text(text) = &self.node.item else {
            return None;
        };
        let quote = match self.node.span.len().checked_sub(text.len())? {
            _ if text.trim().is_empty() => return None,
            0 => 0,
            2 => 1,
            _ => return None,
        };
        let start = self.node.span.start + quote;
        Some(start + inner.start..start + inner.end)
    }
}

/// Shortens a message: a literal error repeats the offending text, which may be as long as the
/// file.
fn shorten_message(message: String) -> String {
    /// A few lines of a terminal.
    const LONGEST: usize = 300;
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", message.get(..end).unwrap_or_default()),
        None => message,
    }
}

fn shorten_real(real: &Real) -> String {
    /// About 77 digits: what a line shows.
    const MAX_BITS: u64 = 256;
    match real.as_rational() {
        Some(x) if crate::exact::real::rational_bits(x) > MAX_BITS => "a fraction".to_owned(),
        _ => real.to_string(),
    }
}
