//! A report as a tree, of which each field is stated once: a record is an object of JSON, and a row
//! of a table.

use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

/// A part of a report.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// A text.
    Text(String),
    /// A count.
    Whole(u64),
    /// Whether something is so.
    Truth(bool),
    /// A value that is unknown or does not exist.
    Absent,
    /// Several parts.
    List(Vec<Part>),
    /// Parts with names.
    Record(Record),
}

/// Parts with names, in the order in which they are written.
#[derive(Clone, Debug)]
pub struct Record(Vec<(&'static str, Part)>);

impl Record {
    /// With one field.
    pub fn of(name: &'static str, part: impl Into<Part>) -> Record {
        Record(vec![(name, part.into())])
    }

    /// With one field more.
    pub fn with(mut self, name: &'static str, part: impl Into<Part>) -> Record {
        self.0.push((name, part.into()));
        self
    }

    /// With a field that is omitted where there is nothing to say.
    pub fn with_some(self, name: &'static str, part: Option<impl Into<Part>>) -> Record {
        match part {
            Some(part) => self.with(name, part),
            None => self,
        }
    }

    /// With the fields of another record.
    pub fn and(mut self, other: Record) -> Record {
        self.0.extend(other.0);
        self
    }

    /// The cells of a row, with the names of their columns: `margin_lo` is `lo` of the record
    /// `margin`.
    pub fn cells(&self) -> Vec<(String, String)> {
        let cells = self.0.iter().flat_map(|(name, part)| {
            let name = name.replace('-', "_");
            match part {
                Part::Record(record) => record
                    .cells()
                    .into_iter()
                    .map(|(end, text)| (format!("{name}_{end}"), text))
                    .collect(),
                part => vec![(name, part.text())],
            }
        });
        cells.collect()
    }
}

impl Part {
    /// In one cell.
    fn text(&self) -> String {
        match self {
            Part::Text(text) => text.clone(),
            Part::Whole(n) => n.to_string(),
            Part::Truth(is_so) => is_so.to_string(),
            Part::List(parts) => parts.iter().map(Part::text).collect::<Vec<_>>().join(" "),
            Part::Absent | Part::Record(_) => String::new(),
        }
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, part)| (name, part)))
    }
}

/// One line of JSON.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Writes a whole report as one JSON object of many lines.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json(output: &mut dyn Write, report: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, report)?;
    output.write_all(b"\n")
}

macro_rules! parts {
    ($($from:ty => $part:ident),*) => {$(
        impl From<$from> for Part {
            fn from(part: $from) -> Part {
                Part::$part(part.into())
            }
        }
    )*};
}

parts!(&str => Text, &String => Text, String => Text, u64 => Whole, bool => Truth, Record => Record);

impl From<usize> for Part {
    fn from(count: usize) -> Part {
        // No list has more entries than 2^64.
        Part::Whole(u64::try_from(count).unwrap_or(u64::MAX))
    }
}

impl<T: Into<Part>> From<Option<T>> for Part {
    fn from(part: Option<T>) -> Part {
        part.map_or(Part::Absent, Into::into)
    }
}

impl<T: Into<Part>> FromIterator<T> for Part {
    fn from_iter<I: IntoIterator<Item = T>>(parts: I) -> Part {
        Part::List(parts.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Part>> FromIterator<(&'static str, T)> for Record {
    fn from_iter<I: IntoIterator<Item = (&'static str, T)>>(fields: I) -> Record {
        Record(fields.into_iter().map(|(name, part)| (name, part.into())).collect())
    }
}

/// Names from elsewhere, sorted: programs compare reports as text.
impl<T: Into<Part>> From<BTreeMap<&'static str, T>> for Record {
    fn from(fields: BTreeMap<&'static str, T>) -> Record {
        fields.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_an_object_and_a_row() {
        let ends = Record::of("lo", "0.1").with("hi", None::<String>);
        let record = Record::of("within-4-ulps", 3usize)
            .with_some("reason", None::<String>)
            .and(Record::from(BTreeMap::from([("b", true), ("a", false)])))
            .with("over", ["x", "y"].into_iter().collect::<Part>())
            .with("margin", ends);
        let json = r#"{"within-4-ulps":3,"a":false,"b":true,"over":["x","y"],"margin":{"lo":"0.1","hi":null}}"#;
        assert_eq!(record.to_string(), json);
        let cells = [
            ("within_4_ulps", "3"),
            ("a", "false"),
            ("b", "true"),
            ("over", "x y"),
            ("margin_lo", "0.1"),
            ("margin_hi", ""),
        ];
        assert_eq!(record.cells(), cells.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
