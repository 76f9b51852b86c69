//! The compact notation, for people at a shell: `approx-dp(eps=1/10, delta=1e-6)^1000`.
//!
//! ```text
//! mechanism = factor { "*" factor }                     composition
//! factor    = atom [ "^" count ]                        repetition
//! atom      = kind [ "(" [ fields ] ")" ] | "(" mechanism ")"
//! fields    = field { "," field }
//! field     = name "=" value | value
//! value     = literal | "[" [ value { "," value } ] "]" | "{" [ fields ] "}" | mechanism
//! count     = digits | "?" | "(" literal ")"
//! ```
//!
//! `?` stands for a parameter that is looked for. The kind may have capitals, and underscores for
//! hyphens.
//!
//! A value without a name is a mechanism around which the kind is written, or one of the fields
//! that `UNNAMED` lists: those of kinds that can be read in one way only. `poisson(1/100, M)` and
//! `without-replacement(size=8, population=1000, M)` are the `subsample` of that method, with the
//! adjacency for which there is a theorem.
//!
//! A value is a mechanism in the fields `mechanism` and `mechanisms`, in `base` of
//! `private-selection`, and in `noise` of `mixture-of-shifts`; `strategy` and `participation` of
//! `matrix-gaussian` are written in the same way. Elsewhere it is a text up to the next comma or
//! closing bracket. The tree is the one of the line protocol: `A * B` is `{"kind": "compose",
//! "mechanisms": [A, B]}` and `A^n` is `{"kind": "repeat", "count": "n", "mechanism": A}`.

use super::names::shorten;
use super::{InputError, Item, Key, MAX_DEPTH, Node};
use crate::exact::advice;
use std::collections::HashSet;
use std::ops::Range;

/// Reads a mechanism in the compact notation.
///
/// # Errors
/// For text outside the grammar above, a duplicate name in one pair of brackets, and nesting deeper
/// than [`MAX_DEPTH`].
pub fn from_notation(text: &str) -> Result<Node, InputError> {
    let mut parser = Parser { text, position: 0, depth: 0 };
    parser.skip_space();
    let mechanism = parser.mechanism()?;
    match parser.peek() {
        None => Ok(mechanism),
        Some(')') => Err(parser
            .unexpected("there is no open bracket for this", "remove it, or open it with \"(\"")),
        Some(c) => {
            let is_field =
                parser.rest().contains('=') && (matches!(c, '[' | '{') || c.is_ascii_alphabetic());
            let is_grouped = matches!(c, ',' | '.' | '_');
            let help = if is_field {
                ROUND
            } else if is_grouped {
                COUNT
            } else {
                OPERATORS
            };
            Err(parser.unexpected("unexpected text after the mechanism", help))
        }
    }
}

/// Reads a value in the compact notation: a list in brackets, or a mechanism.
///
/// # Errors
/// See [`from_notation`].
pub fn value_from_notation(text: &str) -> Result<Node, InputError> {
    if !text.trim_start().starts_with('[') {
        return from_notation(text);
    }
    let mut parser = Parser { text, position: 0, depth: 0 };
    parser.skip_space();
    let value = parser.value("")?;
    match parser.peek() {
        None => Ok(value),
        Some(_) => Err(parser.unexpected(
            "unexpected text after the list",
            "lists are written [[3/4, 1/4], [1/4, 3/4]]",
        )),
    }
}

const EXAMPLE: &str = "write a mechanism with its fields: approx-dp(eps=1/10, delta=1e-6)^1000";
const OPERATORS: &str = "\"*\" composes mechanisms and \"^\" repeats one: \
                         gaussian(sigma=2) * approx-dp(eps=1/10, delta=1e-6)^1000";
/// The way out of a field without a name, where the fields of its kind are not listed here.
pub const UNNAMED_FIELD: &str = "fields have names: gaussian(sigma=2)";
const QUOTED: &str = "values are written without quotes";
const ROUND: &str = "fields are written in round brackets after the kind: gaussian(sigma=2)";
const FIELDS: &str = "fields are separated by commas: approx-dp(eps=1/10, delta=1e-6)";
const COUNT: &str = "write digits alone, or an expression in parentheses: gaussian(sigma=2)^1000, gaussian(sigma=2)^(10^3)";

/// The fields that may be given without their names, in this order. Of `gaussian`, `laplace` and
/// integer noise the first could be one of several.
const UNNAMED: [(&str, &[&str]); 17] = [
    ("approx-dp", &["eps", "delta"]),
    ("approx-dp-tv", &["eps", "delta", "eta"]),
    ("randomized-response", &["eps", "categories"]),
    ("subset-selection", &["eps", "categories", "size"]),
    ("hadamard-response", &["eps", "blocks"]),
    ("exponential", &["eps"]),
    ("noisy-max", &["eps"]),
    ("staircase", &["eps", "gamma"]),
    ("gdp", &["mu"]),
    ("zcdp", &["rho"]),
    ("repeat", &["count"]),
    ("group", &["size"]),
    ("erasure", &["rate"]),
    ("random-allocation", &["steps"]),
    ("poisson", &["rate"]),
    ("without-replacement", &["rate"]),
    ("truncated-poisson", &["rate", "n", "max_batch"]),
];

/// What is written without names most often where names are needed, with its names.
const NAMED: [&str; 12] = [
    "laplace(eps=1)",
    "noisy-max(noise=laplace, eps=1/10)",
    "sparse-vector(threshold_eps=1/2, query_eps=1/2, cutoff=1)",
    "private-selection(base=gaussian(sigma=2), runs=geometric, gamma=1/10)",
    "discrete-laplace(eps=1, sensitivity=1)",
    "discrete-gaussian(sigma_sq=4, sensitivity=1)",
    "finite-pair(p=[3/4, 1/4], q=[1/4, 3/4])",
    "periodic(b=2, k=3)",
    "min-sep(b=2, k=3)",
    "toeplitz(coefficients=[1, 1/2], n=6)",
    "inverse-toeplitz(coefficients=[1, 1/2], n=6)",
    "matrix-gaussian(strategy=toeplitz(coefficients=[1, 1/2], n=6), participation=min-sep(b=2, k=3), sigma=1)",
];

/// Samples that are written by their method: the method, and the adjacency for which there is a
/// theorem.
const SAMPLES: [(&str, &str); 3] = [
    ("poisson", "add-remove"),
    ("without-replacement", "replace-one"),
    ("truncated-poisson", "add-remove"),
];

/// Functions of the literal language: what they are called with is a number.
const FUNCTIONS: [&str; 3] = ["exp", "ln", "sqrt"];

struct Parser<'a> {
    text: &'a str,
    position: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or_default()
    }

    fn slice(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
    }

    /// The end of the text that was read so far, without the white space after it.
    fn end(&self) -> usize {
        self.slice(0..self.position).trim_end().len()
    }

    /// Takes `symbol` and the white space after it.
    fn take(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(symbol);
        if found {
            self.position += symbol.len_utf8();
            self.skip_space();
        }
        found
    }

    /// Takes a word, without the white space after it.
    fn word(&mut self) -> Option<Range<usize>> {
        let rest = self.rest();
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let length = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let start = self.position;
        self.position += length;
        Some(start..self.position)
    }

    /// An error at the word or character at this position.
    fn unexpected(&self, what: &str, help: &str) -> InputError {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            let span = self.text.len()..self.text.len();
            return InputError::malformed(format!("{what}: the text ends here"), span, help);
        };
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let span = self.position..self.position + word.max(first.len_utf8());
        let shown = shorten(self.slice(span.clone()));
        let help = match advice::spelled_out(first) {
            Some(name) => format!("Greek letters are spelt out: write {name}"),
            None if first.is_ascii() => help.to_owned(),
            None => advice::about(rest).unwrap_or(help).to_owned(),
        };
        InputError::malformed(format!("{what}: \"{shown}\""), span, help)
    }

    /// Reads something one level deeper.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        if self.depth == MAX_DEPTH {
            return Err(InputError::too_deep("", self.position..self.position));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn mechanism(&mut self) -> Result<Node, InputError> {
        let start = self.position;
        let first = self.factor()?;
        let mut factors = vec![first];
        while self.take('*') {
            factors.push(self.factor()?);
        }
        let span = start..self.end();
        match <[Node; 1]>::try_from(factors) {
            Ok([only]) => Ok(only),
            Err(factors) => {
                let factors = Node { item: Item::List(factors), span: span.clone() };
                Ok(wrapped("compose", span, [("mechanisms", factors)]))
            }
        }
    }

    fn factor(&mut self) -> Result<Node, InputError> {
        let start = self.position;
        let atom = self.atom()?;
        if !self.take('^') {
            return Ok(atom);
        }
        let count = self.count()?;
        if self.peek() == Some('^') {
            return Err(self.unexpected(
                "two repetitions in a row",
                "write parentheses: (gaussian(sigma=2)^10)^10",
            ));
        }
        Ok(wrapped("repeat", start..self.end(), [("count", count), ("mechanism", atom)]))
    }

    fn count(&mut self) -> Result<Node, InputError> {
        let start = self.position;
        if self.take('(') {
            let count = self.literal("count", COUNT)?;
            return match self.take(')') {
                true => Ok(count),
                false => Err(self.unexpected("\")\" is expected", COUNT)),
            };
        }
        if self.take('?') {
            return Ok(text_node("?", start..start + 1));
        }
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected("a count is expected", COUNT));
        }
        self.position += length;
        let span = start..self.position;
        if self.peek().is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '/')) {
            return Err(self.unexpected("unexpected text after the count", COUNT));
        }
        self.skip_space();
        Ok(text_node(self.slice(span.clone()), span))
    }

    fn atom(&mut self) -> Result<Node, InputError> {
        let start = self.position;
        if self.take('(') {
            let inner = self.nested(Self::mechanism)?;
            return match self.take(')') {
                true => Ok(inner),
                false => Err(self.unexpected("\")\" is expected", OPERATORS)),
            };
        }
        let Some(word) = self.word() else {
            let help = match self.peek() {
                Some('0'..='9') if self.slice(0..self.position).trim_end() == "(" => {
                    "an (eps, delta)-DP mechanism is written approx-dp(eps=1, delta=1e-5)"
                        .to_owned()
                }
                Some('0'..='9') => {
                    "put the number of repetitions after the mechanism: gaussian(sigma=1)^10"
                        .to_owned()
                }
                Some('*') => format!("a repetition is written ^: {EXAMPLE}"),
                Some('{' | '[') => format!("JSON is for dpcert query; {EXAMPLE}"),
                Some('"' | '\'') => format!("{QUOTED}; {EXAMPLE}"),
                _ => EXAMPLE.to_owned(),
            };
            return Err(self.unexpected("a mechanism is expected", &help));
        };
        let written = self.slice(word.clone()).to_ascii_lowercase().replace('_', "-");
        self.skip_space();
        let mut table = vec![(key("kind", &word), text_node(&written, word.clone()))];
        if self.take('(') {
            table = self.nested(|parser| parser.fields(table, ')'))?;
        }
        if let Some((method, adjacency)) =
            SAMPLES.into_iter().find(|(method, _)| *method == written)
        {
            as_subsample(&mut table, method, adjacency, &word);
        }
        Ok(Node { item: Item::Table(table), span: start..self.end() })
    }

    /// The fields up to the bracket `close`, and that bracket.
    fn fields(
        &mut self,
        mut table: Vec<(Key, Node)>,
        close: char,
    ) -> Result<Vec<(Key, Node)>, InputError> {
        let mut names: HashSet<String> = table.iter().map(|(key, _)| key.name.clone()).collect();
        if self.take(close) {
            return Ok(table);
        }
        let unnamed = unnamed(&table);
        let mut unnamed = unnamed.iter().copied();
        loop {
            let (name, span) = self.field_name(&table, &mut unnamed)?;
            if !names.insert(name.clone()) {
                return Err(InputError::duplicate("", &name, span));
            }
            let value =
                if name == inner(&table) { self.value("mechanism")? } else { self.value(&name)? };
            table.push((Key { name, span }, value));
            if self.take(close) {
                return Ok(table);
            }
            if !self.take(',') {
                let help = if self.peek().is_none() {
                    format!("close it with \"{close}\"; {UNNAMED_FIELD}")
                } else {
                    UNNAMED_FIELD.to_owned()
                };
                return Err(self.unexpected(&format!("\",\" or \"{close}\" is expected"), &help));
            }
        }
    }

    /// Takes the name of the next field and the `=` after it, or finds the name of one that is
    /// given without it.
    fn field_name(
        &mut self,
        table: &[(Key, Node)],
        unnamed: &mut impl Iterator<Item = &'static str>,
    ) -> Result<(String, Range<usize>), InputError> {
        let start = self.position;
        let word = self.word();
        let is_kind =
            word.as_ref().is_some_and(|word| !FUNCTIONS.contains(&self.slice(word.clone())));
        self.skip_space();
        if let Some(span) = &word
            && self.take('=')
        {
            return Ok((self.slice(span.clone()).to_owned(), span.clone()));
        }
        // A mechanism, alone or repeated.
        let is_mechanism = is_kind && matches!(self.peek(), Some('('));
        let next = self.position;
        self.position = start;
        if is_mechanism {
            return Ok((inner(table).to_owned(), start..start));
        }
        let is_number =
            word.is_none() && matches!(self.peek(), Some('0'..='9' | '.' | '-' | '+' | '(' | '?'));
        let is_function = word.is_some() && !is_kind;
        // After a field with a name a number without one is a slip: a decimal comma, for example.
        let is_first = table.iter().skip(1).all(|(key, _)| key.span.is_empty());
        if (is_number || is_function)
            && is_first
            && let Some(name) = unnamed.next()
        {
            return Ok((name.to_owned(), start..start));
        }
        match word {
            None => Err(self.unexpected("a field name is expected", &self.field_help(table))),
            Some(span) => {
                self.position = next;
                let name = shorten(self.slice(span));
                Err(self.unexpected(&format!("\"=\" is expected after \"{name}\""), &named(table)))
            }
        }
    }

    /// What to write where the name of the next field should stand.
    fn field_help(&self, table: &[(Key, Node)]) -> String {
        let rest = self.rest();
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        match (table.last(), self.peek()) {
            (Some((key, Node { item: Item::Text(whole), .. })), Some('0'..='9'))
                if !key.span.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                let (name, whole, digits) = (shorten(&key.name), shorten(whole), shorten(digits));
                match whole.as_str() {
                    "0" => format!("the decimal sign is a point: {name}=0.{digits}"),
                    _ => format!(
                        "the decimal sign is a point, and digits are not grouped: {name}={whole}.{digits} or {name}={whole}{digits}"
                    ),
                }
            }
            (Some(_), Some(')' | '}')) => format!("remove the comma before it; {UNNAMED_FIELD}"),
            _ => named(table),
        }
    }

    fn value(&mut self, name: &str) -> Result<Node, InputError> {
        let start = self.position;
        if self.take('[') {
            // The rows of a strategy are lists of numbers.
            let name = if name == "strategy" { "rows" } else { name };
            let item = Item::List(self.nested(|parser| parser.list(name))?);
            return Ok(Node { item, span: start..self.end() });
        }
        if self.take('{') {
            let item = Item::Table(self.nested(|parser| parser.fields(Vec::new(), '}'))?);
            return Ok(Node { item, span: start..self.end() });
        }
        match name {
            "mechanism" | "mechanisms" | "strategy" | "participation" => self.mechanism(),
            _ => self.literal(name, UNNAMED_FIELD),
        }
    }

    /// The elements up to the closing bracket, and that bracket.
    fn list(&mut self, name: &str) -> Result<Vec<Node>, InputError> {
        let mut nodes = Vec::new();
        if self.take(']') {
            return Ok(nodes);
        }
        loop {
            nodes.push(self.value(name)?);
            if self.take(']') {
                return Ok(nodes);
            }
            if !self.take(',') {
                return Err(
                    self.unexpected("\",\" or \"]\" is expected", "lists are written p=[1/4, 3/4]")
                );
            }
        }
    }

    /// The text up to a comma or closing bracket that belongs to something outside it.
    fn literal(&mut self, name: &str, help: &str) -> Result<Node, InputError> {
        let start = self.position;
        let mut open = Vec::new();
        for (offset, c) in self.rest().char_indices() {
            self.position = start + offset;
            match c {
                ')' if open.pop().is_some() => {}
                ',' | ')' | ']' | '}' if open.is_empty() => {
                    return self.literal_between(name, help, start);
                }
                '(' => open.push(self.position),
                '"' | '\'' | '“' | '”' | '‘' | '’' => {
                    let is_quote = |c| matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’');
                    let inner = self
                        .rest()
                        .trim_start_matches(is_quote)
                        .split(is_quote)
                        .next()
                        .unwrap_or_default();
                    let help = match inner.trim() {
                        "" => "leave the quotes out".to_owned(),
                        inner => format!("leave the quotes out: {}", shorten(inner)),
                    };
                    return Err(self.refused(name, "a value is written without quotes", &help));
                }
                '=' if self.slice(start..self.position).trim().is_empty() => {
                    return Err(self.refused(name, "\"=\" is written twice", "once is enough"));
                }
                '=' => {
                    self.position = start
                        + self
                            .slice(start..self.position)
                            .trim_end()
                            .rfind(' ')
                            .map_or(offset, |at| at + 1);
                    return Err(self.unexpected("a comma is missing before this", FIELDS));
                }
                ',' | ']' | '}' | '[' | '{' => {
                    let message = format!("\"{c}\" is not allowed inside a number");
                    return Err(self.refused(name, message, help));
                }
                _ => {}
            }
        }
        self.position = self.text.len();
        match open.pop() {
            Some(position) => {
                let help = "close it with \")\"";
                Err(InputError::at(
                    name,
                    "this bracket is never closed",
                    position..position + 1,
                    help,
                ))
            }
            None => self.literal_between(name, help, start),
        }
    }

    /// An error at the character at this position, in the value of the field `name`.
    fn refused(&self, name: &str, message: impl Into<String>, help: &str) -> InputError {
        let end = self.position + self.peek().map_or(0, char::len_utf8);
        InputError::at(name, message, self.position..end, help)
    }

    fn literal_between(&self, name: &str, help: &str, start: usize) -> Result<Node, InputError> {
        let span = start..self.end().max(start);
        match self.slice(span.clone()) {
            "" => {
                let own = format!("write a value after \"{name}=\"");
                let help = if name.is_empty() || help != UNNAMED_FIELD { help } else { &own };
                let mut error = self.unexpected("a value is expected", help);
                name.clone_into(&mut error.field);
                Err(error)
            }
            text => Ok(text_node(text, span)),
        }
    }
}

/// Does the notation know this word before a bracket?
pub fn is_shape(word: &str) -> bool {
    UNNAMED.iter().any(|(known, _)| *known == word)
        || SAMPLES.iter().any(|(known, ..)| *known == word)
}

/// The kind of a table.
fn kind_of(table: &[(Key, Node)]) -> Option<&str> {
    match table.first() {
        Some((Key { name, .. }, Node { item: Item::Text(kind), .. })) if name == "kind" => {
            Some(kind)
        }
        _ => None,
    }
}

/// The fields of the kind of a table that may be given without names.
fn unnamed(table: &[(Key, Node)]) -> &'static [&'static str] {
    UNNAMED.iter().find(|(name, _)| kind_of(table) == Some(name)).map_or(&[], |(_, names)| names)
}

/// That fields have names, with those of the kind of a table where they are listed.
fn named(table: &[(Key, Node)]) -> String {
    let of_kind = |example: &&&str| example.split_once('(').map(|(kind, _)| kind) == kind_of(table);
    match NAMED.iter().find(of_kind) {
        Some(example) => format!("fields have names: {example}"),
        None => UNNAMED_FIELD.to_owned(),
    }
}

/// The field of a mechanism that is given without its name. In a ledger row, `mechanism` is the
/// kind.
fn inner(table: &[(Key, Node)]) -> &'static str {
    let kind = table.first().map(|(_, kind)| &kind.item);
    match kind {
        Some(Item::Text(kind)) if kind == "private-selection" => "base",
        Some(Item::Text(kind)) if kind == "mixture-of-shifts" => "noise",
        _ => "mechanism",
    }
}

/// Turns `poisson(...)` into `subsample(method=poisson, ...)`, with the adjacency where it is not
/// given.
fn as_subsample(table: &mut Vec<(Key, Node)>, method: &str, adjacency: &str, at: &Range<usize>) {
    if let Some((_, kind)) = table.first_mut() {
        *kind = text_node("subsample", at.clone());
    }
    table.insert(1, (key("method", at), text_node(method, at.clone())));
    if !table.iter().any(|(key, _)| key.name == "adjacency") {
        table.push((key("adjacency", at), text_node(adjacency, at.clone())));
    }
}

fn key(name: &str, at: &Range<usize>) -> Key {
    Key { name: name.to_owned(), span: at.clone() }
}

/// Text that stands at a place: a number, a word.
pub fn text_node(text: &str, span: Range<usize>) -> Node {
    Node { item: Item::Text(text.to_owned()), span }
}

/// `{"kind": kind, fields...}`, all with the span of the operator's operands.
fn wrapped<const N: usize>(kind: &str, span: Range<usize>, fields: [(&str, Node); N]) -> Node {
    let kind = (key("kind", &span), text_node(kind, span.clone()));
    let fields = fields.into_iter().map(|(name, node)| (key(name, &span), node));
    Node { item: Item::Table(std::iter::once(kind).chain(fields).collect()), span: span.clone() }
}
