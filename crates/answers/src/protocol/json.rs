//! An answer of the line protocol as one line of JSON, its fields always in the same order.

use super::reply::{Outcome, Reply};
use dpcert::answer::{Field, Part};
use dpcert::exact::decimal::Decimal;
use dpcert::{Answer, Printed, Styled};
use dpcert_picture::Scene;
use malachite::rational::Rational;
use rayon::prelude::*;
use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::io::{self, Write};

/// Writes a reply and a line break at once: a run that is stopped leaves no partial line.
///
/// # Errors
/// If writing to the output fails.
pub fn write(output: &mut dyn Write, reply: &Reply) -> io::Result<()> {
    let line = Line { id: reply.id.as_deref(), body: Body::of(&reply.outcome, &reply.notes) };
    let mut bytes = serde_json::to_vec(&line)?;
    bytes.push(b'\n');
    output.write_all(&bytes)
}

#[derive(Serialize)]
struct Line<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum Body<'a> {
    Ok {
        #[serde(flatten)]
        numbers: Parts<'a>,
        tight: bool,
        met: bool,
        method: &'a str,
        engine: &'a str,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        notes: &'a [String],
    },
    #[serde(rename = "ok")]
    Drawn {
        scene: &'a Scene,
        #[serde(skip_serializing_if = "Option::is_none")]
        svg: Option<&'a str>,
    },
    Error {
        field: Option<&'a str>,
        reason: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        help: Option<&'a str>,
    },
    Unsupported {
        missing: &'a str,
        reason: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        field: Option<&'a str>,
    },
}

impl<'a> Body<'a> {
    fn of(outcome: &'a Outcome, notes: &'a [String]) -> Body<'a> {
        match outcome {
            Outcome::Answered(answer) => Body::answered(answer, notes),
            Outcome::Error { field, reason, column, help } => Body::Error {
                field: field.as_deref(),
                reason,
                column: *column,
                help: help.as_deref(),
            },
            Outcome::Drawn { scene, svg } => Body::Drawn { scene, svg: svg.as_deref() },
            Outcome::Unsupported { missing, reason, field } => {
                Body::Unsupported { missing, reason, field: field.as_deref() }
            }
            Outcome::Fault { reason } => {
                Body::Error { field: None, reason, column: None, help: None }
            }
        }
    }

    fn answered(answer: &'a Answer, notes: &'a [String]) -> Body<'a> {
        let Answer { content, tight, met, method, engine } = answer;
        Body::Ok {
            numbers: Parts(content.parts()),
            tight: *tight,
            met: *met,
            method: method.name(),
            engine,
            notes,
        }
    }
}

/// A part of an answer, serialised as JSON.
struct Written<'p, 'a>(&'p Part<'a>);

/// The parts of an answer: fields of its line.
struct Parts<'a>(Part<'a>);

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written(&self.0).serialize(serializer)
    }
}

/// The length from which on lists are written in parallel: decimals take time.
const LONG: usize = 64;

impl Serialize for Written<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Part::Number(bounds) => Number::of(bounds).serialize(serializer),
            Part::Rational(x) => serializer.serialize_str(&Decimal::or_fraction(x)),
            Part::Expression(x) => serializer.collect_str(x),
            Part::Text(text) => serializer.serialize_str(text),
            Part::Kernel(kernel) => {
                let row =
                    |row: Vec<Rational>| row.iter().map(Rational::to_string).collect::<Vec<_>>();
                serializer.collect_seq(kernel.to_rows().into_iter().map(row))
            }
            Part::Whole(n) => serializer.serialize_u64(*n),
            Part::Truth(is_so) => serializer.serialize_bool(*is_so),
            Part::Absent => serializer.serialize_none(),
            Part::Record(fields) => {
                let mut map = serializer.serialize_map(None)?;
                fields.iter().try_for_each(|field| write_field(&mut map, field))?;
                map.end()
            }
            Part::List(items) if items.len() < LONG => {
                serializer.collect_seq(items.iter().map(Written))
            }
            Part::List(items) => {
                let written = items.par_iter().map(|item| to_raw_value(&Written(item)));
                let written = written.collect::<Result<Vec<_>, _>>().map_err(S::Error::custom)?;
                serializer.collect_seq(written)
            }
        }
    }
}

fn write_field<M: SerializeMap>(map: &mut M, field: &Field<'_>) -> Result<(), M::Error> {
    match (field.name, &field.part) {
        (Some(name), part) => map.serialize_entry(name, &Written(part)),
        (None, Part::Number(bounds)) => {
            let Number { lo, hi, exact, reason } = Number::of(bounds);
            map.serialize_entry("lo", &lo)?;
            map.serialize_entry("hi", &hi)?;
            exact.iter().try_for_each(|exact| map.serialize_entry("exact", exact))?;
            reason.iter().try_for_each(|reason| map.serialize_entry("reason", reason))
        }
        (None, Part::Record(fields)) => fields.iter().try_for_each(|field| write_field(map, field)),
        (None, _) => Ok(()),
    }
}

#[derive(Serialize)]
struct Number {
    lo: String,
    hi: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl Number {
    fn of(bounds: &Styled) -> Number {
        let Printed { lo, hi, exact } = Printed::of(bounds);
        Number { lo, hi, exact, reason: bounds.reason }
    }
}
