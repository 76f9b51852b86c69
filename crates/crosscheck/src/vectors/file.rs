//! A file of test vectors as text: its description line by line, and then a line for each vector,
//! so that a change of a vector changes one line.

use super::{FORMAT, File, SCHEMA, safe_side};
use crate::question::{Flag, Question};
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// A question and its vector.
pub type Row<'a> = (&'a Question, Box<RawValue>);

#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    format: &'a str,
    generator: String,
    family: &'a str,
    count: usize,
    #[serde(serialize_with = "explained")]
    notes: BTreeSet<Flag>,
    groups: Vec<Group<'a>>,
}

#[derive(Serialize)]
struct Group<'a> {
    quantity: &'a str,
    safe: &'static str,
    tests: Vec<&'a RawValue>,
}

fn explained<S: Serializer>(flags: &BTreeSet<Flag>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(flags.iter().map(|flag| (flag.slug(), flag.explanation())))
}

/// The depth of the object of a group, in the list of them in the document.
const GROUP: usize = 3;

/// The layout: indented line by line, except that the object of a group is one line up to its
/// vectors.
struct Layout {
    depth: usize,
}

impl Layout {
    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        let steps = if self.depth >= GROUP { self.depth - 1 } else { self.depth };
        write!(writer, "\n{}", "  ".repeat(steps))
    }

    fn next<W: ?Sized + Write>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b"," })?;
        match self.depth == GROUP {
            true => writer.write_all(if first { b"" } else { b" " }),
            false => self.line(writer),
        }
    }
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.next(writer, first)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        self.line(writer)?;
        writer.write_all(b"]")
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.next(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth + 1 != GROUP {
            self.line(writer)?;
        }
        writer.write_all(b"}")
    }
}

/// The file of a family.
///
/// # Errors
/// A vector that cannot be written as JSON.
pub fn file(family: &str, rows: &[Row<'_>]) -> serde_json::Result<File> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (question, line) in rows {
        let safe = safe_side(question);
        match groups
            .iter_mut()
            .find(|group| (group.quantity, group.safe) == (question.quantity, safe))
        {
            Some(group) => group.tests.push(line),
            None => groups.push(Group { quantity: question.quantity, safe, tests: vec![line] }),
        }
    }
    let document = Document {
        schema: SCHEMA,
        format: FORMAT,
        generator: format!("dpcert {}", env!("CARGO_PKG_VERSION")),
        family,
        count: rows.len(),
        notes: rows.iter().flat_map(|(question, _)| question.flags.iter().copied()).collect(),
        groups,
    };
    let mut text = Vec::new();
    document
        .serialize(&mut serde_json::Serializer::with_formatter(&mut text, Layout { depth: 0 }))?;
    text.push(b'\n');
    Ok(File {
        name: format!("{family}.json"),
        text: String::from_utf8_lossy(&text).into_owned(),
        count: rows.len(),
    })
}
