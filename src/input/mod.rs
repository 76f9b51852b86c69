//! Reading input: three notations, one tree, one set of error messages.
//!
//! A claim file is TOML, a request is a JSON line, and the shell has a compact notation. Each
//! front-end only builds a tree of [`Node`]s that remember their positions in the text. One set of
//! code reads mechanisms and claims from that tree, through [`Fields`] and [`Field`]. So every
//! notation has the same fields, the same exact numbers and the same errors, and an error always
//! has its line.
//!
//! The tree has no floats. Numbers are texts in the language of [`crate::exact::literal`], or
//! integers. A bare float in a file is an error that says how to write it: a parser that has
//! rounded `0.1` has lost the number that was meant.
//!
//! ```
//! use dpcert::input::{from_json, from_notation};
//! let json = from_json(r#"{"kind": "approx-dp", "eps": "1/10", "delta": 1e-6}"#).unwrap_err();
//! assert_eq!(json.to_string(), "delta: 1e-6 is a floating-point number");
//! assert_eq!(json.help, r#"write it as a string: "1e-6""#);
//!
//! let node = from_notation("approx-dp(eps=1/10, delta=1e-6)").unwrap();
//! let mut fields = node.fields("mechanism").unwrap();
//! assert_eq!(fields.required("kind").unwrap().text().unwrap(), "approx-dp");
//! assert_eq!(fields.required("eps").unwrap().real().unwrap().to_string(), "1/10");
//! let error = fields.finish().unwrap_err();
//! assert_eq!(error.to_string(), r#"mechanism.delta: unknown field "delta""#);
//! ```

mod domain;
mod error;
mod field;
mod fields;
mod file;
mod json;
mod names;
mod notation;
mod report;
mod toml;

pub use domain::DomainError;
pub use error::InputError;
pub(crate) use error::join;
pub use field::Field;
pub use fields::ALSO;
pub use fields::Fields;
pub use file::{FileError, MAX_FILE_BYTES, read_file, read_text};
pub use json::quoted;
pub use json::{from_json, from_written_json, raw_field, to_json};
pub use names::nearest;
#[doc(hidden)]
pub use names::{escape, is_hidden, push_escape};
pub use names::{known_names, listed, named, shorten};
pub use notation::text_node;
pub(crate) use notation::{UNNAMED_FIELD, is_shape};
pub use notation::{from_notation, value_from_notation};
pub use report::Report;
pub use toml::{from_toml, from_toml_with_errors};

use std::ops::Range;

/// The deepest nesting of lists, tables and mechanisms.
///
/// Readers of the tree are recursive, so the depth is bounded before they start.
pub const MAX_DEPTH: usize = 64;

/// A value of the input and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub item: Item,
    /// The position: a range of bytes of the source text, with the quotes or brackets. A table
    /// under a TOML header has the span of the header, and the whole TOML file has the empty span
    /// at its start.
    pub span: Range<usize>,
}

/// The content of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A text, after its escapes were resolved: a word, or a number as an exact literal.
    Text(String),
    /// An integer, `-?[0-9]+`, of any size.
    Integer(String),
    /// True or false.
    Boolean(bool),
    /// JSON's null.
    Null,
    /// A list.
    List(Vec<Node>),
    /// A table: names in the order of the source text, without duplicates.
    Table(Vec<(Key, Node)>),
}

/// A name in a table and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The name, after its escapes were resolved.
    pub name: String,
    /// The position: a range of bytes of the source text, with the quotes.
    pub span: Range<usize>,
}

impl Node {
    /// The kind of value, with an article, for error messages.
    pub fn kind_name(&self) -> &'static str {
        match self.item {
            Item::Text(_) => "a text",
            Item::Integer(_) => "an integer",
            Item::Boolean(_) => "a boolean",
            Item::Null => "null",
            Item::List(_) => "a list",
            Item::Table(_) => "a table",
        }
    }

    /// Every table in the tree, each before those in it.
    pub(crate) fn each_table(&self, visit: &mut impl FnMut(&Node)) {
        match &self.item {
            Item::List(nodes) => nodes.iter().for_each(|node| node.each_table(visit)),
            Item::Table(table) => {
                visit(self);
                table.iter().for_each(|(_, node)| node.each_table(visit));
            }
            Item::Text(_) | Item::Integer(_) | Item::Boolean(_) | Item::Null => {}
        }
    }

    /// Sets all its spans to one span.
    pub(crate) fn set_spans(&mut self, span: &Range<usize>) {
        self.span = span.clone();
        match &mut self.item {
            Item::List(nodes) => nodes.iter_mut().for_each(|node| node.set_spans(span)),
            Item::Table(table) => {
                for (key, node) in table {
                    key.span = span.clone();
                    node.set_spans(span);
                }
            }
            Item::Text(_) | Item::Integer(_) | Item::Boolean(_) | Item::Null => {}
        }
    }

    /// The tree with its texts that are mechanisms in the compact notation replaced by their trees,
    /// as the reader of mechanisms takes them: this value itself, and what is under the names of
    /// fields that take one. A text that cannot be read stays, and so does the name of a kind,
    /// which has no parameters.
    #[doc(hidden)]
    #[must_use]
    pub fn with_mechanisms_unfolded(&self) -> Node {
        self.unfolded(true)
    }

    fn unfolded(&self, is_mechanism: bool) -> Node {
        let item = match &self.item {
            Item::Text(text) if is_mechanism && text.contains('(') => {
                let Ok(mut node) = from_notation(text) else {
                    return self.clone();
                };
                node.set_spans(&self.span);
                return node.unfolded(true);
            }
            Item::List(nodes) => {
                Item::List(nodes.iter().map(|node| node.unfolded(is_mechanism)).collect())
            }
            Item::Table(table) => {
                let unfolded = |(key, node): &(Key, Node)| {
                    (
                        key.clone(),
                        node.unfolded(matches!(
                            key.name.as_str(),
                            "mechanism" | "mechanisms" | "base" | "noise"
                        )),
                    )
                };
                Item::Table(table.iter().map(unfolded).collect())
            }
            item => item.clone(),
        };
        Node { item, span: self.span.clone() }
    }

    /// The fields of a table; `path` is the name of this node in error messages.
    ///
    /// # Errors
    /// If it is not a table.
    pub fn fields<'a>(&'a self, path: &str) -> Result<Fields<'a>, InputError> {
        Field { node: self, path: path.to_owned() }.fields()
    }
}
