//! JSON lines, for programs.
//!
//! The text is read level by level as raw values. They borrow from the text, so that an address
//! gives the span, and a number still consists of the characters that were written.

use super::error::join;
use super::names::{floor_boundary, shorten};
use super::{InputError, Item, Key, MAX_DEPTH, Node};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// Reads JSON.
///
/// The value of a top-level `id` may be anything. One that the tree cannot represent (such as a
/// float) is stored as the text of its JSON, since it is only echoed (see [`raw_field`]).
///
/// # Errors
/// For text that is not JSON, a number with a fraction or an exponent, a duplicate name in one
/// table, and nesting deeper than [`MAX_DEPTH`].
///
/// Cost: each level of nesting scans its part of the text once.
pub fn from_json(text: &str) -> Result<Node, InputError> {
    read(text, Numbers::Exact)
}

/// Reads JSON that another program wrote: a number with a fraction or an exponent is the text of its
/// digits, which no float has rounded. `Infinity`, which Python writes and JSON does not have, is the
/// text `inf`.
///
/// # Errors
/// Those of [`from_json`], but for numbers.
///
/// Cost: that of [`from_json`].
pub fn from_written_json(text: &str) -> Result<Node, InputError> {
    // The help of other errors is about requests.
    let whole = |error: InputError| match error.field.is_empty() {
        true => InputError { help: WRITTEN_HELP.to_owned(), ..error },
        false => error,
    };
    read(&without_infinity(text), Numbers::Written).map_err(whole)
}

/// What a file of JSON is.
const WRITTEN_HELP: &str = "was the file written completely, by a program? JSON does not have NaN";

/// What a number with a fraction is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// An error.
    Exact,
    /// The text of its digits.
    Written,
}

/// `Infinity` outside of texts, as a text in the same place.
fn without_infinity(text: &str) -> Cow<'_, str> {
    const WORD: &str = "Infinity";
    if !text.contains(WORD) {
        return Cow::Borrowed(text);
    }
    let mut parts = Vec::new();
    let mut is_text = false;
    for part in text.split_inclusive('"') {
        let escapes =
            part.trim_end_matches('"').bytes().rev().take_while(|byte| *byte == b'\\').count();
        parts.push(if is_text { part.to_owned() } else { part.replace(WORD, "\"inf\"   ") });
        is_text ^= part.ends_with('"') && !(is_text && escapes % 2 == 1);
    }
    Cow::Owned(parts.concat())
}

fn read(text: &str, numbers: Numbers) -> Result<Node, InputError> {
    let body = without_mark(text);
    if body.trim().is_empty() {
        let message = "a JSON value is expected, and the text is empty";
        return Err(InputError::malformed(
            message,
            0..text.len(),
            "write an object: {\"kind\": \"...\", ...}",
        ));
    }
    let raw: &RawValue =
        serde_json::from_str(body).map_err(|error| syntax_error(text, body, &error))?;
    Reader { text, numbers }.value(raw, "", 0)
}

/// The JSON of a top-level field, exactly as given; `None` if the text cannot be read that far.
///
/// A malformed line still has an answer with a recipient: the field is found if it is before the
/// malformed part.
pub fn raw_field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut found = None;
    let mut deserializer = serde_json::Deserializer::from_str(without_mark(text));
    // The error is that of `from_json`, which reports it.
    let _ = deserializer.deserialize_map(Find { name, found: &mut found });
    found
}

/// The JSON of a value on one line, without spaces, names in the order of the table; reading it
/// gives the same value.
pub fn to_json(node: &Node) -> String {
    let mut text = String::new();
    write(node, &mut text);
    text
}

fn write(node: &Node, text: &mut String) {
    match &node.item {
        Item::Text(value) => text.push_str(&quoted(value)),
        Item::Integer(digits) => text.push_str(digits),
        Item::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
        Item::Null => text.push_str("null"),
        Item::List(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                text.push(if index == 0 { '[' } else { ',' });
                write(node, text);
            }
            text.push_str(if nodes.is_empty() { "[]" } else { "]" });
        }
        Item::Table(table) => {
            for (index, (key, node)) in table.iter().enumerate() {
                text.push(if index == 0 { '{' } else { ',' });
                text.push_str(&quoted(&key.name));
                text.push(':');
                write(node, text);
            }
            text.push_str(if table.is_empty() { "{}" } else { "}" });
        }
    }
}

/// A string of JSON, with its quotes.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Editors on some systems write a byte order mark; it has no meaning in UTF-8.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The position of `part`, a slice of `text`, in `text`.
fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    start..start + part.len()
}

/// The bracket a value starts with: a span that can be shown.
fn start_of(span: &Range<usize>) -> Range<usize> {
    span.start..span.start + 1
}

struct Reader<'a> {
    text: &'a str,
    numbers: Numbers,
}

impl<'a> Reader<'a> {
    fn value(&self, raw: &'a RawValue, path: &str, depth: usize) -> Result<Node, InputError> {
        let json = raw.get();
        let span = span_of(self.text, json);
        let item = match json.as_bytes().first() {
            Some(b'{' | b'[') if depth == MAX_DEPTH => {
                return Err(InputError::too_deep(path, start_of(&span)));
            }
            Some(b'{') => self.table(json, path, depth)?,
            Some(b'[') => self.list(json, path, depth)?,
            Some(b'"') => Item::Text(self.string(json, path)?),
            Some(b't') => Item::Boolean(true),
            Some(b'f') => Item::Boolean(false),
            Some(b'n') => Item::Null,
            _ => number(json, path, &span, self.numbers)?,
        };
        Ok(Node { item, span })
    }

    fn list(&self, json: &'a str, path: &str, depth: usize) -> Result<Item, InputError> {
        let elements: Vec<&RawValue> = self.parse(json)?;
        let element = |(index, raw)| self.value(raw, &format!("{path}[{index}]"), depth + 1);
        Ok(Item::List(elements.into_iter().enumerate().map(element).collect::<Result<_, _>>()?))
    }

    fn table(&self, json: &'a str, path: &str, depth: usize) -> Result<Item, InputError> {
        let Entries(entries) = self.parse(json)?;
        let mut names = HashSet::new();
        let mut table = Vec::with_capacity(entries.len());
        for (key, raw) in entries {
            let name = self.string(key.get(), path)?;
            let span = span_of(self.text, key.get());
            if !names.insert(name.clone()) {
                return Err(InputError::duplicate(path, &name, span));
            }
            let node = match self.value(raw, &join(path, &name), depth + 1) {
                Err(_) if depth == 0 && name == "id" => Node {
                    item: Item::Text(raw.get().to_owned()),
                    span: span_of(self.text, raw.get()),
                },
                node => node?,
            };
            table.push((Key { name, span }, node));
        }
        Ok(Item::Table(table))
    }

    fn string(&self, json: &str, path: &str) -> Result<String, InputError> {
        serde_json::from_str(json).map_err(|_| {
            let help = "a character beyond \\uFFFF takes two escapes: \\ud83d\\ude00";
            InputError::at(
                path,
                "an escape in this string is not a character",
                span_of(self.text, json),
                help,
            )
        })
    }

    /// A part of the text that is known to be JSON, so this succeeds.
    fn parse<T: Deserialize<'a>>(&self, json: &'a str) -> Result<T, InputError> {
        serde_json::from_str(json).map_err(|error| syntax_error(self.text, json, &error))
    }
}

fn number(
    json: &str,
    path: &str,
    span: &Range<usize>,
    numbers: Numbers,
) -> Result<Item, InputError> {
    let digits = json.strip_prefix('-').unwrap_or(json);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Item::Integer(json.to_owned()));
    }
    if numbers == Numbers::Written {
        return Ok(Item::Text(json.to_owned()));
    }
    let shown = shorten(json);
    let help = format!("write it as a string: \"{shown}\"");
    Err(InputError::at(path, format!("{shown} is a floating-point number"), span.clone(), help))
}

/// The error of `serde_json` about `part` of `text`, in our words.
fn syntax_error(text: &str, part: &str, error: &serde_json::Error) -> InputError {
    let lines_before = part.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = lines_before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let start = if error.is_eof() { text.len() } else { span_of(text, part).start + offset };
    let mut start = floor_boundary(text, start);
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    if said.starts_with("control character") {
        // The position is that of the character before it.
        start += text.get(start..).and_then(|rest| rest.find(|c: char| c < ' ')).unwrap_or(0);
    }
    let span = word_around(text, start);
    let offending = text.get(span.clone()).and_then(|word| word.chars().next());
    let message = match said {
        "EOF while parsing a list" => "the text ends inside a list",
        "EOF while parsing an object" => "the text ends inside an object",
        "EOF while parsing a string" => "the text ends inside a string",
        "EOF while parsing a value" => "the text ends where a value is expected",
        "expected value" | "expected ident" => "this is not a JSON value",
        "expected `:`" => "\":\" is expected",
        "expected `,` or `]`" => "\",\" or \"]\" is expected",
        "expected `,` or `}`" => "\",\" or \"}\" is expected",
        "key must be a string" => "a name in double quotes is expected",
        "trailing comma" => "nothing follows the last comma",
        "trailing characters" => "there is more text after the JSON value",
        "invalid number" => "this is not a JSON number",
        "invalid escape" => "this escape is not known in JSON",
        said if said.starts_with("control character") => {
            "a line break or control character is inside a string"
        }
        said => said,
    };
    let help = match offending {
        _ if error.is_eof() => "was the line cut off? every bracket and quote has to be closed",
        Some('\'') => "strings and names are written in double quotes",
        Some(c)
            if (c.is_ascii_alphanumeric() || "+-*/^.".contains(c))
                && matches!(
                    said,
                    "expected value"
                        | "expected ident"
                        | "expected `,` or `]`"
                        | "expected `,` or `}`"
                        | "invalid number"
                ) =>
        {
            "numbers other than integers are strings: \"1/10\", \"0.1\", \"ln(2)\""
        }
        _ => {
            "each line is one JSON object, such as {\"mechanism\": {...}, \"query\": {...}} for a question"
        }
    };
    InputError::malformed(message, span, help)
}

/// The word or character at `position`.
fn word_around(text: &str, position: usize) -> Range<usize> {
    let (before, after) = text.split_at(position);
    let is_separator = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    let end = after.find(is_separator).unwrap_or(after.len());
    if end == 0 {
        return position..position + after.chars().next().map_or(0, char::len_utf8);
    }
    let start = before.trim_end_matches(|c| !is_separator(c)).len();
    start..position + end
}

/// The names and values of an object, in the order of the text, including duplicates.
struct Entries<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Collect).map(Entries)
    }
}

/// Searches for one name, and keeps its value even when the rest is malformed.
struct Find<'f, 'a> {
    name: &'f str,
    found: &'f mut Option<&'a str>,
}

impl<'de> Visitor<'de> for Find<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // A value at the end of a truncated line may be truncated itself (12 of 123): it counts
        // only when something follows it.
        let mut candidate: Option<&'de RawValue> = None;
        while let Some(key) = map.next_key::<&RawValue>()? {
            if let Some(raw) = candidate {
                *self.found = Some(raw.get());
                return Ok(());
            }
            if serde_json::from_str::<String>(key.get()).is_ok_and(|key| key == self.name) {
                candidate = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        *self.found = candidate.map(RawValue::get);
        Ok(())
    }
}
