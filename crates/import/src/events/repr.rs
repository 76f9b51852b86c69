//! The text of an event, as Python prints it: `GaussianDpEvent(noise_multiplier=1.1)`.

use super::tree::{CLASS, key};
use dpcert::input::{InputError, Item, MAX_DEPTH, Node};

/// Does a text begin as an event does?
pub(crate) fn is_repr(text: &str) -> bool {
    let name =
        text.trim_start().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    name.ends_with("DpEvent")
        && text.trim_start().get(name.len()..).is_some_and(|rest| rest.starts_with('('))
}

/// The tree of an event.
///
/// # Errors
/// A text that is not one event, with the place where another character is expected.
pub(crate) fn parsed(text: &str) -> Result<Node, InputError> {
    let mut parser = Parser { text, at: 0 };
    let node = parser.value(0)?;
    parser.spaces();
    if parser.at < text.len() { Err(parser.expected("the end")) } else { Ok(node) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, token: char) -> bool {
        self.spaces();
        let is_there = self.rest().starts_with(token);
        if is_there {
            self.at += token.len_utf8();
        }
        is_there
    }

    fn expected(&self, what: &str) -> InputError {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        InputError {
            message: format!("{what} is expected here"),
            field: String::new(),
            span: self.at..self.at + length,
            help: "this is read as the text of one event: GaussianDpEvent(noise_multiplier=1.1)"
                .to_owned(),
        }
    }

    /// Letters, digits and what else numbers and names consist of.
    fn word(&mut self) -> &'a str {
        self.spaces();
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
        let rest = self.rest();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn value(&mut self, depth: usize) -> Result<Node, InputError> {
        if depth > MAX_DEPTH {
            return Err(self.expected("an end of the nesting"));
        }
        self.spaces();
        let start = self.at;
        for (open, close) in [('[', ']'), ('(', ')')] {
            if self.takes(open) {
                let items = self.until(close, |parser| parser.value(depth + 1))?;
                return Ok(Node { item: Item::List(items), span: start..self.at });
            }
        }
        let word = self.word();
        let item = match word {
            "" => return Err(self.expected("a value")),
            "None" => Item::Null,
            "True" => Item::Boolean(true),
            "False" => Item::Boolean(false),
            name if self.takes('(') => {
                let class =
                    Node { item: Item::Text(name.to_owned()), span: start..start + name.len() };
                let fields = self.until(')', |parser| {
                    parser.spaces();
                    let start = parser.at;
                    let field = parser.word();
                    let key = key(field, &(start..parser.at));
                    if field.is_empty() || !parser.takes('=') {
                        return Err(parser.expected("the name of a field and ="));
                    }
                    Ok((key, parser.value(depth + 1)?))
                })?;
                Item::Table(
                    std::iter::once((key(CLASS, &class.span.clone()), class))
                        .chain(fields)
                        .collect(),
                )
            }
            digits => Item::Text(digits.to_owned()),
        };
        Ok(Node { item, span: start..self.at })
    }

    /// Items with commas between them, to the closing bracket; Python writes a comma after the only
    /// one of a tuple.
    fn until<T>(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, InputError>,
    ) -> Result<Vec<T>, InputError> {
        let mut items = Vec::new();
        while !self.takes(close) {
            if !items.is_empty() && !self.takes(',') {
                return Err(self.expected(&format!(", or {close}")));
            }
            if !items.is_empty() && self.takes(close) {
                break;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
}
