//! Rows whose mechanism is in the compact notation: `poisson(1/100, gaussian(sigma=1))^1000`.
//!
//! Such a text stands for the fields of a row: a kind with its fields, a power that is the count,
//! and a sample around it. This module writes the fields, and `canonical.rs` reads on as if they
//! had been written:
//!
//! ```text
//! mechanism = step [ "^" digits ]
//! step      = kind "(" [ item { "," item } ] ")"
//! item      = [ name "=" ] value | [ "mechanism" "=" ] step
//! value     = "[" [ value { "," value } ] "]" | "{" [ name "=" value { "," ... } ] "}" | number
//! ```
//!
//! A step is an item of the two samplers only. What dpcert reads beyond this, such as products and
//! steps inside others, is not read here: a text has one meaning or none.

use crate::fault::{Fault, Malformed, Unsupported};
use crate::json::{Fields, Json};
use crate::kinds::KINDS;
use std::collections::BTreeMap;

/// The longest text, in bytes: each value takes more memory than its text.
const MAX_LENGTH: usize = 1 << 16;
/// The deepest nesting: constraints are tables in a list, in a kind, in a sample.
const MAX_DEPTH: u32 = 6;

/// The fields that may be given without their names, in this order.
const UNNAMED: [(&str, &[&str]); 10] = [
    ("approx-dp", &["eps", "delta"]),
    ("approx-dp-tv", &["eps", "delta", "eta"]),
    ("randomized-response", &["eps", "categories"]),
    ("subset-selection", &["eps", "categories", "size"]),
    ("hadamard-response", &["eps", "blocks"]),
    ("staircase", &["eps", "gamma"]),
    ("gdp", &["mu"]),
    ("zcdp", &["rho"]),
    (POISSON, &["rate"]),
    (ALLOCATION, &["steps"]),
];

/// The samplers.
const POISSON: &str = "poisson";
const ALLOCATION: &str = "random-allocation";

/// Functions of numbers, which are no kinds.
const FUNCTIONS: [&str; 3] = ["exp", "ln", "sqrt"];

/// Fields of rows that are none of a kind.
const OF_ROW: [&str; 14] = [
    "id",
    "mechanism",
    "mechanisms",
    "group",
    "count",
    "sampling",
    "epochs",
    "actual",
    "query",
    "part",
    "unit",
    "adjacency",
    "source",
    "date",
];

/// Writes the fields for which the mechanism stands, and returns its kind; a kind alone stays.
pub(crate) fn expand(mechanism: String, row: &mut Fields) -> Result<String, Fault> {
    if !mechanism.contains('(') {
        return Ok(mechanism);
    }
    let unread = || Fault::from(unread(&mechanism));
    let Read { step, power } = read(&mechanism).ok_or_else(unread)?;
    let exclusive = |row: &Fields, field: &str, what: &'static str| match row.has(field) {
        true => Err(Malformed::Beside { field: row.at(field), what }),
        false => Ok(()),
    };
    if let Some(power) = power {
        // Of a sample it would be open whether each step is sampled, or all of them at once.
        for field in ["count", "epochs", "sampling"] {
            exclusive(row, field, "the power of the mechanism")?;
        }
        row.insert("count", Json::Text(power));
    }
    let step = match step.inner {
        None => step,
        Some(inner) => {
            exclusive(row, "sampling", "the sample of the mechanism")?;
            let mut sampling = step.fields;
            if sampling.insert("method".to_owned(), Json::Text(step.kind)).is_some() {
                return Err(unread());
            }
            row.insert("sampling", Json::Table(sampling));
            *inner
        }
    };
    for (name, value) in step.fields {
        exclusive(row, &name, "the same field of the mechanism")?;
        row.insert(&name, value);
    }
    Ok(step.kind)
}

/// Why a text is not read: no rule covers its kind, however it is written, or its grammar is another.
fn unread(mechanism: &str) -> Unsupported {
    const AROUND: [&str; 3] = ["poisson", "subsample", "group"];
    let kind = mechanism.split('(').next().unwrap_or_default().trim();
    let is_name = !kind.is_empty() && kind.bytes().all(|c| c.is_ascii_lowercase() || c == b'-');
    if is_name && !AROUND.contains(&kind) && KINDS.iter().all(|(known, _)| *known != kind) {
        return Unsupported::no_rule(format!("the mechanism {kind}"));
    }
    Unsupported::Unread { text: beginning(mechanism) }
}

/// The beginning of a text, for messages.
fn beginning(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut beginning: String = text.chars().take(LONGEST).collect();
    if beginning.len() < text.len() {
        beginning.push_str("...");
    }
    beginning
}

/// A mechanism that was read.
struct Read {
    step: Step,
    power: Option<String>,
}

/// A kind with its fields, or a sampler around one.
struct Step {
    kind: String,
    fields: BTreeMap<String, Json>,
    inner: Option<Box<Step>>,
}

/// Reads a whole text; `None` where it is not in the grammar.
fn read(text: &str) -> Option<Read> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let mut text = Text { rest: text.trim(), depth: 0 };
    let step = text.step()?;
    let power = text.take('^').then(|| std::mem::take(&mut text.rest).to_owned());
    let is_count =
        |power: &String| !power.is_empty() && power.bytes().all(|byte| byte.is_ascii_digit());
    (text.rest.is_empty() && power.as_ref().is_none_or(is_count)).then_some(Read { step, power })
}

struct Text<'a> {
    rest: &'a str,
    depth: u32,
}

impl<'a> Text<'a> {
    /// Takes a symbol and the white space after it.
    fn take(&mut self, symbol: char) -> bool {
        let rest = self.rest.strip_prefix(symbol);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }

    /// Takes a word and the white space after it.
    fn word(&mut self) -> Option<&'a str> {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let end = self.rest.find(|c| !is_letter(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        self.rest = rest.trim_start();
        Some(word)
    }

    /// Reads something one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        let result = (self.depth <= MAX_DEPTH).then(|| read(self)).flatten();
        self.depth -= 1;
        result
    }

    fn step(&mut self) -> Option<Step> {
        let kind = self.word()?.to_ascii_lowercase().replace('_', "-");
        if !self.take('(') {
            return None;
        }
        let is_sampler = [POISSON, ALLOCATION].contains(&kind.as_str());
        let (fields, inner) = self.nested(|text| text.items(&kind, is_sampler))?;
        (is_sampler == inner.is_some()).then(|| Step { kind, fields, inner: inner.map(Box::new) })
    }

    /// The items up to the closing bracket, and that bracket.
    fn items(
        &mut self,
        kind: &str,
        is_sampler: bool,
    ) -> Option<(BTreeMap<String, Json>, Option<Step>)> {
        let names = UNNAMED.iter().find(|(own, _)| *own == kind).map(|(_, names)| *names);
        let mut unnamed = names.unwrap_or_default().iter();
        let (mut fields, mut inner, mut is_named) = (BTreeMap::new(), None, false);
        if self.take(')') {
            return Some((fields, inner));
        }
        loop {
            let name = self.name();
            is_named |= name.is_some();
            let is_step = name == Some("mechanism") || name.is_none() && self.is_at_step();
            if is_step {
                if !is_sampler || inner.is_some() {
                    return None;
                }
                inner = Some(self.step()?);
            } else {
                // A number without a name after a field with one is a slip, such as a decimal comma.
                let name = match name {
                    Some(name) => name,
                    None if is_named => return None,
                    None => unnamed.next()?,
                };
                let value = self.value()?;
                if OF_ROW.contains(&name) || fields.insert(name.to_owned(), value).is_some() {
                    return None;
                }
            }
            if self.take(')') {
                return Some((fields, inner));
            }
            if !self.take(',') {
                return None;
            }
        }
    }

    /// Takes the name of a field and the `=` after it.
    fn name(&mut self) -> Option<&'a str> {
        let start = self.rest;
        let name = self.word().filter(|_| self.take('='));
        if name.is_none() {
            self.rest = start;
        }
        name
    }

    /// Does a kind with its bracket come next?
    fn is_at_step(&self) -> bool {
        let mut ahead = Text { ..*self };
        ahead.word().is_some_and(|word| !FUNCTIONS.contains(&word)) && ahead.take('(')
    }

    fn value(&mut self) -> Option<Json> {
        if self.take('[') {
            return self.nested(Self::list).map(Json::List);
        }
        if self.take('{') {
            return self.nested(Self::table).map(Json::Table);
        }
        self.number().map(Json::Text)
    }

    fn list(&mut self) -> Option<Vec<Json>> {
        let mut list = Vec::new();
        if self.take(']') {
            return Some(list);
        }
        loop {
            list.push(self.value()?);
            if self.take(']') {
                return Some(list);
            }
            if !self.take(',') {
                return None;
            }
        }
    }

    fn table(&mut self) -> Option<BTreeMap<String, Json>> {
        let mut table = BTreeMap::new();
        if self.take('}') {
            return Some(table);
        }
        loop {
            let name = self.name()?.to_owned();
            let value = self.value()?;
            if table.insert(name, value).is_some() {
                return None;
            }
            if self.take('}') {
                return Some(table);
            }
            if !self.take(',') {
                return None;
            }
        }
    }

    /// Takes the text up to a comma or a closing bracket that belongs to something outside of it.
    fn number(&mut self) -> Option<String> {
        let mut open = 0u32;
        for (end, c) in self.rest.char_indices() {
            match c {
                ')' if open > 0 => open -= 1,
                ',' | ')' | ']' | '}' if open == 0 => {
                    let (number, rest) = self.rest.split_at_checked(end)?;
                    self.rest = rest;
                    let number = number.trim_end();
                    return (!number.is_empty()).then(|| number.to_owned());
                }
                '(' => open += 1,
                ',' | '[' | ']' | '{' | '}' | '=' | '"' | '\'' => return None,
                _ => {}
            }
        }
        None
    }
}
