//! TOML, for claim files.

use super::error::join;
use super::json::from_written_json;
use super::names::{floor_boundary, shorten};
use super::{InputError, Item, Key, MAX_DEPTH, Node};
use crate::exact::literal;
use ::toml::Spanned;
use ::toml::de::{DeInteger, DeString, DeTable, DeValue};
use malachite::Integer;
use malachite::base::num::conversion::traits::FromStringBase;
use std::cell::RefCell;
use std::ops::Range;

/// Reads TOML.
///
/// # Errors
/// For text that is not TOML, a bare float or date, a duplicate name, and nesting deeper than
/// [`MAX_DEPTH`].
pub fn from_toml(text: &str) -> Result<Node, InputError> {
    let (node, mut errors) = from_toml_with_errors(text)?;
    if errors.is_empty() { Ok(node) } else { Err(errors.swap_remove(0)) }
}

/// The same, where bare floats and dates are errors beside the tree, in the order of the text. In
/// the tree they are texts, as written, so that reading can go on.
///
/// # Errors
/// For text that is not TOML, a duplicate name, and nesting deeper than [`MAX_DEPTH`].
pub fn from_toml_with_errors(text: &str) -> Result<(Node, Vec<InputError>), InputError> {
    let document = DeTable::parse(text).map_err(|error| syntax_error(text, &error))?;
    let reader = Reader { text, bare: RefCell::default() };
    let item = reader.table(document.get_ref(), "", 0)?;
    Ok((Node { item, span: 0..0 }, reader.bare.into_inner()))
}

struct Reader<'a> {
    text: &'a str,
    /// Errors about bare floats and dates.
    bare: RefCell<Vec<InputError>>,
}

impl Reader<'_> {
    fn table(&self, table: &DeTable<'_>, path: &str, depth: usize) -> Result<Item, InputError> {
        // The parser sorts by name; errors are reported in the order of the text.
        let mut entries: Vec<(&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)> =
            table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| {
            let name = key.get_ref().to_string();
            let node = self.value(value, &name, &join(path, &name), depth + 1)?;
            Ok((Key { name, span: key.span() }, node))
        };
        Ok(Item::Table(entries.into_iter().map(entry).collect::<Result<_, InputError>>()?))
    }

    /// `name` is the field's own name, or empty in a list.
    fn value(
        &self,
        value: &Spanned<DeValue<'_>>,
        name: &str,
        path: &str,
        depth: usize,
    ) -> Result<Node, InputError> {
        let span = value.span();
        let item = match value.get_ref() {
            DeValue::Array(_) | DeValue::Table(_) if depth == MAX_DEPTH => {
                return Err(InputError::too_deep(path, span));
            }
            DeValue::String(text) => Item::Text(text.to_string()),
            DeValue::Integer(integer) => Item::Integer(decimal(integer)),
            DeValue::Boolean(value) => Item::Boolean(*value),
            DeValue::Float(_) => {
                let written = self.written(&span);
                let (message, help) = match written.trim_start_matches(['+', '-']) {
                    "nan" | "inf" => {
                        (format!("{written} is not a number"), "a number must be finite".to_owned())
                    }
                    _ => (
                        format!("{written} is a floating-point number"),
                        without_zeros(name, &written),
                    ),
                };
                self.bare(InputError::at(path, message, span.clone(), help))
            }
            DeValue::Datetime(_) => {
                let written = self.written(&span);
                let message = format!("{written} is a date or time");
                self.bare(InputError::at(path, message, span.clone(), quoted(name, &written)))
            }
            DeValue::Array(values) => {
                let element =
                    |(index, value)| self.value(value, "", &format!("{path}[{index}]"), depth + 1);
                Item::List(values.iter().enumerate().map(element).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => self.table(table, path, depth)?,
        };
        Ok(Node { item, span })
    }

    /// Notes the error about a bare value, which is its text in the tree.
    fn bare(&self, error: InputError) -> Item {
        let written = self.text.get(error.span.clone()).unwrap_or_default().to_owned();
        self.bare.borrow_mut().push(error);
        Item::Text(written)
    }

    fn written(&self, span: &Range<usize>) -> String {
        shorten(self.text.get(span.clone()).unwrap_or_default())
    }
}

/// The integer without the sign, underscores and bases that TOML allows.
fn decimal(integer: &DeInteger<'_>) -> String {
    let digits = integer.as_str().trim_start_matches('+');
    let base = u8::try_from(integer.radix()).ok().filter(|base| *base != 10);
    let converted = base.and_then(|base| Integer::from_string_base(base, digits));
    converted.map_or_else(|| digits.to_owned(), |integer| integer.to_string())
}

/// A decimal with zeros alone after the point is written as the integer that it is.
fn without_zeros(name: &str, written: &str) -> String {
    match written.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') => match name {
            "" => format!("write {whole}"),
            name => format!("write {} = {whole}", join("", name)),
        },
        _ if name == "count" => "a count is a whole number".to_owned(),
        _ => quoted(name, written),
    }
}

fn quoted(name: &str, written: &str) -> String {
    if name.is_empty() {
        format!("write \"{written}\"")
    } else {
        format!("write {} = \"{written}\"", join("", name))
    }
}

/// The error of the `toml` crate, with our help.
fn syntax_error(text: &str, error: &::toml::de::Error) -> InputError {
    let span = error.span().unwrap_or(text.len()..text.len());
    let written = text.get(span.clone()).unwrap_or_default();
    let message = error.message().lines().next().unwrap_or_default();
    if message == "duplicate key" {
        return InputError::duplicate("", written.trim_matches(['"', '\'']), span);
    }
    if message.contains("recursion") || message.contains("recurse") {
        return InputError::too_deep("", span);
    }
    if let Some(error) = json(text) {
        return error;
    }
    if let Some((name, value)) = unquoted(text, span.start) {
        let written = shorten(text.get(value.clone()).unwrap_or_default());
        let (message, help) = match written.to_ascii_lowercase().as_str() {
            "true" | "false" => {
                (format!("{written} is not a boolean"), "write true or false".to_owned())
            }
            "null" | "none" => (format!("TOML has no {written}"), "leave the field out".to_owned()),
            _ => match literal::parse(&written) {
                Err(error) if starts_as_number(&written) => {
                    (format!("{written} is not a number"), error.help)
                }
                _ => (format!("{written} is not in quotes"), quoted(name, &written)),
            },
        };
        return InputError::at(name, message, value, help);
    }
    let help = "a claim file is TOML: name = \"value\" lines under [table] and [[list]] headers";
    InputError::malformed(message, span, help)
}

/// That a text is JSON, as the ledgers of many programs are: an object, if only the beginning of one,
/// or a list.
fn json(text: &str) -> Option<InputError> {
    let start = text.len() - text.trim_start().len();
    let is_list = || from_written_json(text).is_ok_and(|node| matches!(node.item, Item::List(_)));
    (text[start..].starts_with('{') || is_list()).then(|| {
        let help = "a claim file is TOML: name = \"value\" lines under [table] and [[list]] headers; \
                    dpcert init writes one to begin with, and dpcert import one from the ledger of \
                    another program";
        InputError::malformed("this is JSON, not TOML", start..start + 1, help)
    })
}

/// The name and the position of a value such as that of `eps = 1/10` or `mechanism = gaussian`, if
/// `position` is in it: on a line of its own, or in an inline table or a list. The elements of a
/// list have no name.
///
/// It is the most common mistake in a claim file, and TOML's own message does not help.
fn unquoted(text: &str, position: usize) -> Option<(&str, Range<usize>)> {
    let (before, after) = text.split_at(floor_boundary(text, position));
    let around = |open: &[char], close: &[char]| {
        let start = before.rfind(open).map_or(0, |separator| separator + 1);
        start..before.len() + after.find(close).unwrap_or(after.len())
    };
    let on_line = || {
        let line = around(&['\n'], &['\n']);
        let (name, _) = text.get(line.clone())?.split_once('=')?;
        unquoted_value(text, line.start + name.len() + 1..line.end, position)
            .map(|value| (name.trim(), value))
    };
    // No number has a comma or such a bracket in it: the nearest ones are around the value.
    let in_brackets = || {
        let part = around(&['\n', '{', '[', ','], &['\n', '}', ']', ',']);
        let Some((name, _)) = text.get(part.clone())?.split_once('=') else {
            // A word alone is as likely a header.
            let is_number = |value: &str| starts_as_number(value) || value.contains('(');
            let is_element = before.get(..part.start)?.ends_with(['[', ','])
                || text.get(part.end..)?.starts_with(',');
            let value = unquoted_value(text, part, position).filter(|_| is_element)?;
            return is_number(text.get(value.clone())?).then_some(("", value));
        };
        unquoted_value(text, part.start + name.len() + 1..part.end, position)
            .map(|value| (name.trim(), value))
    };
    on_line().or_else(in_brackets)
}

/// The position of the word or number that this part of the text is, if `position` is in it.
fn unquoted_value(text: &str, part: Range<usize>, position: usize) -> Option<Range<usize>> {
    let written = text.get(part.clone())?;
    let start = part.start + (written.len() - written.trim_start().len());
    let value = written.split('#').next()?.trim();
    let span = start..start + value.len();
    let is_word = value.starts_with(|c: char| c.is_ascii_alphabetic())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'));
    let is_number = starts_as_number(value) || literal::parse(value).is_ok();
    let is_number = is_number && !value.bytes().all(|c| c.is_ascii_digit());
    let here = (span.start..=span.end).contains(&position);
    (here && (is_word || is_number)).then_some(span)
}

fn starts_as_number(text: &str) -> bool {
    text.trim_start_matches(['+', '-', '.', '\u{2212}']).starts_with(|c: char| c.is_ascii_digit())
}
