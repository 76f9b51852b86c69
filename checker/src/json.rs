//! JSON, read strictly: a duplicate key, a float, or anything after the end is an error.

use crate::fault::{Fault, Malformed, Unsupported};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;

/// Writers of certificates need it too.
pub use crate::canonical::ALSO;

/// The most values of a file, of about 64 bytes each: half a gigabyte.
pub const MAX_VALUES: u64 = 1 << 23;
/// The longest text that is tried as TOML, which only serves the message.
const MAX_TOML: usize = 1 << 20;

/// A JSON value. Numbers are integers; all other numbers are written as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// The value null.
    Null,
    /// true or false.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// A table.
    Table(BTreeMap<String, Json>),
}

impl fmt::Display for Json {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => formatter.write_str("null"),
            Json::Bool(value) => write!(formatter, "{value}"),
            Json::Integer(value) => write!(formatter, "{value}"),
            Json::Text(text) => write!(formatter, "{text:?}"),
            Json::List(entries) => {
                formatter.write_str("[")?;
                for (index, entry) in entries.iter().enumerate() {
                    write!(formatter, "{}{entry}", if index == 0 { "" } else { ", " })?;
                }
                formatter.write_str("]")
            }
            Json::Table(entries) => {
                formatter.write_str("{")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    write!(formatter, "{}{key} = {value}", if index == 0 { "" } else { ", " })?;
                }
                formatter.write_str("}")
            }
        }
    }
}

/// A reader with the number of values that may still be read, so that their memory is bounded
/// before it is allocated. A value counts as one; a list or a table that is not empty counts more.
#[derive(Clone, Copy)]
struct Reader<'a> {
    left: &'a Cell<u64>,
}

impl Reader<'_> {
    fn count<E: Error>(self, values: u64) -> Result<(), E> {
        let left = self.left.get().checked_sub(values);
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or_else(|| E::custom("there are too many values"))
    }
}

/// The additional count of a list that is not empty.
const LIST: u64 = 2;
/// The additional count of a table that is not empty.
const TABLE: u64 = 10;

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.count(1)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an integer, a text, a list or a table (write other numbers as texts)")
    }
    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Integer(value))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        i64::try_from(value)
            .map(Json::Integer)
            .map_err(|_| E::custom("an integer beyond 2^63: write it as a text"))
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element_seed(self)? {
            if list.is_empty() {
                self.count(LIST)?;
            }
            list.push(entry);
        }
        Ok(Json::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut table = BTreeMap::new();
        while let Some(key) = entries.next_key::<String>()? {
            if table.is_empty() {
                self.count(TABLE)?;
            }
            if table.contains_key(&key) {
                return Err(A::Error::custom(format!("the key \"{key}\" is given twice")));
            }
            let value = entries.next_value_seed(self)?;
            table.insert(key, value);
        }
        Ok(Json::Table(table))
    }
}

/// Reads a whole text.
///
/// # Errors
/// The error and its place.
pub fn parse(text: &str) -> Result<Json, Fault> {
    let left = Cell::new(MAX_VALUES);
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Reader { left: &left }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value));
    read.map_err(|error| match text.trim_start() {
        _ if left.get() == 0 => Unsupported::too_long("the file", MAX_VALUES, "values").into(),
        "" => Malformed::Empty { what: "the file".to_owned() }.into(),
        _ if text.starts_with('\u{feff}') => Malformed::ByteOrderMark.into(),
        // TOML is the format of claim files.
        _ if text.len() <= MAX_TOML && parse_toml(text).is_ok() => {
            Malformed::ClaimFileAsCertificate.into()
        }
        _ => Malformed::NotJson { reason: error.to_string() }.into(),
    })
}

/// Reads a TOML text as the same kind of value.
///
/// # Errors
/// The error and its place.
pub fn parse_toml(text: &str) -> Result<Json, Fault> {
    let left = Cell::new(MAX_VALUES);
    let read = toml::Deserializer::parse(text)
        .and_then(|reader| Reader { left: &left }.deserialize(reader));
    read.map_err(|error| match left.get() {
        0 => Unsupported::too_long("the file", MAX_VALUES, "values").into(),
        _ => Malformed::NotToml { reason: error.to_string() }.into(),
    })
}

/// A table that is read key by key; a remaining key at the end is an error.
#[derive(Clone, Debug)]
pub struct Fields {
    place: String,
    entries: BTreeMap<String, Json>,
    /// Keys that were written differently: the other names, and the keys.
    renamed: Vec<(&'static str, &'static str)>,
}

impl Fields {
    /// Reads a table.
    ///
    /// # Errors
    /// For a value that is not a table.
    pub fn of(place: &str, value: Json) -> Result<Fields, Fault> {
        match value {
            Json::Table(entries) => {
                Ok(Fields { place: place.to_owned(), entries, renamed: Vec::new() })
            }
            _ => Err(Malformed::wrong_type(place, "a table").into()),
        }
    }

    /// The name under which a key was written.
    pub(crate) fn written<'a>(&self, key: &'a str) -> &'a str {
        self.renamed.iter().find(|(_, own)| *own == key).map_or(key, |(other, _)| other)
    }

    /// The name under which a key was written, with its place.
    pub fn at(&self, key: &str) -> String {
        let key = self.written(key);
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }

    fn wrong_type<T>(&self, key: &str, expected: &'static str) -> Result<T, Fault> {
        Err(Malformed::wrong_type(&self.at(key), expected).into())
    }

    /// Takes an optional value.
    pub fn optional(&mut self, key: &str) -> Option<Json> {
        self.entries.remove(key)
    }

    /// Renames keys that have another name; [`Fields::written`] returns the other one.
    ///
    /// # Errors
    /// If a key is present under two names.
    pub(crate) fn rename(&mut self, names: &[(&'static str, &'static str)]) -> Result<(), Fault> {
        for (other, key) in names {
            let Some(value) = self.entries.remove(*other) else {
                continue;
            };
            if self.has(key) {
                return Err(Malformed::Exclusive {
                    first: self.at(key),
                    second: (*other).to_owned(),
                }
                .into());
            }
            self.insert(key, value);
            self.renamed.push((other, key));
        }
        Ok(())
    }

    /// Inserts a value.
    pub(crate) fn insert(&mut self, key: &str, value: Json) {
        self.entries.insert(key.to_owned(), value);
    }

    /// Inserts a number where the key is missing.
    pub(crate) fn default(&mut self, key: &str, value: i64) {
        self.entries.entry(key.to_owned()).or_insert(Json::Integer(value));
    }

    /// A copy of the remaining table.
    pub fn rest(&self) -> Json {
        Json::Table(self.entries.clone())
    }

    /// Takes a value.
    ///
    /// # Errors
    /// If it is missing.
    pub fn required(&mut self, key: &str) -> Result<Json, Fault> {
        Ok(self.entries.remove(key).ok_or_else(|| Malformed::Missing { place: self.at(key) })?)
    }

    /// Takes a text.
    ///
    /// # Errors
    /// If it is missing, or not a text.
    pub fn text(&mut self, key: &str) -> Result<String, Fault> {
        match self.required(key)? {
            Json::Text(text) => Ok(text),
            _ => self.wrong_type(key, "a text"),
        }
    }

    /// Takes an integer.
    ///
    /// # Errors
    /// If it is missing, or not an integer.
    pub fn integer(&mut self, key: &str) -> Result<i64, Fault> {
        match self.required(key)? {
            Json::Integer(integer) => Ok(integer),
            _ => self.wrong_type(key, "an integer"),
        }
    }

    /// Takes a list.
    ///
    /// # Errors
    /// If it is missing, or not a list.
    pub fn list(&mut self, key: &str) -> Result<Vec<Json>, Fault> {
        match self.required(key)? {
            Json::List(list) => Ok(list),
            _ => self.wrong_type(key, "a list"),
        }
    }

    /// Takes a list of texts.
    ///
    /// # Errors
    /// If it is missing, or not a list of texts.
    pub fn texts(&mut self, key: &str) -> Result<Vec<String>, Fault> {
        let text = |entry| match entry {
            Json::Text(text) => Some(text),
            _ => None,
        };
        let texts: Option<Vec<String>> = self.list(key)?.into_iter().map(text).collect();
        texts.map_or_else(|| self.wrong_type(key, "a list of texts"), Ok)
    }

    /// Takes a table.
    ///
    /// # Errors
    /// If it is missing, or not a table.
    pub fn table(&mut self, key: &str) -> Result<Fields, Fault> {
        let place = self.at(key);
        Fields::of(&place, self.required(key)?)
    }

    /// The remaining keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &String> {
        self.entries.keys()
    }

    /// Is the key still present?
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// The remaining table, with the id that was taken from it.
    pub fn whole(mut self, id: String) -> Json {
        self.insert("id", Json::Text(id));
        Json::Table(self.entries)
    }

    /// Ends the reading of the table.
    ///
    /// # Errors
    /// If a key remains.
    pub fn finish(self) -> Result<(), Fault> {
        match self.entries.keys().next() {
            Some(key) => Err(Malformed::UnknownField { place: self.at(key) }.into()),
            None => Ok(()),
        }
    }
}
