//! Test vectors: questions with certified answers, as JSON files that can be used without dpcert.
//!
//! A vector has an enclosure of the true answer, and its exact value where that is rational. A
//! reported upper bound is wrong if it is below `lo`, whatever was computed; its distance above is
//! graded, not judged. The files are the same bytes at every run: a table of questions, answers
//! that do not depend on threads, no dates.

mod file;

use self::file::{Row, file};
use super::binary64::{hex, rounded};
use super::question::Question;
use dpcert::answer::Calibrated;
use dpcert::exact::Rounding;
use dpcert::exact::decimal::Decimal;
use dpcert::input::{Field, from_json};
use dpcert::mechanism::{Family, MorePrivate, Parameter};
use dpcert::{Answer, Content, EngineChoice, Exact, Options, Printed, Refusal, Styled, question};
use malachite::rational::Rational;
use rayon::iter::Either;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

/// The format of the files.
pub const FORMAT: &str = "dpcert-vectors/1";
/// Where the files are kept.
pub const FOLDER: &str = "vectors/v1";
/// Their schema, in the same folder.
pub const SCHEMA: &str = "schema.json";

/// A file of test vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name in the folder.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The number of vectors in it.
    pub count: usize,
}

/// A question that has no vector, and why.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{id}: {reason}")]
pub struct Unanswered {
    /// The question.
    pub id: String,
    /// The reason.
    pub reason: String,
}

/// The certified answer to a question, by an engine.
///
/// # Errors
/// The refusal of the question.
pub fn certified(question: &Question, engine: EngineChoice) -> Result<Answer, Refusal> {
    let (mechanism, query) = (from_json(&question.mechanism)?, from_json(&question.query)?);
    let field = |node, path: &str| Ok(Field { node, path: path.into() });
    let asked = question::Question::read(field(&mechanism, "mechanism"), field(&query, "query"))?;
    dpcert::ask(&asked, &Options { engine, ..Options::default() })
}

/// A question with its answer as one line of JSON.
///
/// # Errors
/// A question without an answer, or one whose answer cannot be represented in a file.
pub fn vector(question: &Question) -> Result<Box<RawValue>, Unanswered> {
    let fail = |reason: String| Unanswered { id: question.id.clone(), reason };
    let found = certified(question, EngineChoice::default())
        .map_err(|refusal| fail(refusal.to_string()))?;
    // The gap between the ends of a class, if no member attains them, is unknown at any precision.
    if found.tight && !found.met {
        return Err(fail("the promised digits are not reached".into()));
    }
    let raw = |json: &str| {
        RawValue::from_string(json.to_owned()).map_err(|error| fail(error.to_string()))
    };
    let line = Line {
        id: &question.id,
        flags: question.flags.iter().map(|flag| flag.slug()).collect(),
        mechanism: raw(&question.mechanism)?,
        query: raw(&question.query)?,
        answer: Written::of(&found.content)
            .ok_or_else(|| fail("its answer cannot be written".into()))?,
        tight: found.tight,
        method: found.method.name(),
    };
    to_raw_value(&line).map_err(|error| fail(error.to_string()))
}

/// The files for these questions, one for each family; `done` is called after each answer.
///
/// # Errors
/// The questions without an answer.
pub fn files(questions: &[Question], done: impl Fn() + Sync) -> Result<Vec<File>, Vec<Unanswered>> {
    let lines = questions.par_iter().map(|question| {
        let line = vector(question);
        done();
        line.map_or_else(Either::Right, Either::Left)
    });
    let (lines, unanswered): (Vec<Box<RawValue>>, Vec<Unanswered>) =
        lines.partition_map(|line| line);
    if !unanswered.is_empty() {
        return Err(unanswered);
    }
    let mut families: Vec<(&str, Vec<Row<'_>>)> = Vec::new();
    for row in questions.iter().zip(lines) {
        match families.iter_mut().find(|(family, _)| *family == row.0.family) {
            Some((_, rows)) => rows.push(row),
            None => families.push((row.0.family, vec![row])),
        }
    }
    let named = |(family, rows): (&str, Vec<Row<'_>>)| {
        file(family, &rows)
            .map_err(|error| vec![Unanswered { id: family.to_owned(), reason: error.to_string() }])
    };
    families.into_iter().map(named).collect()
}

/// The side of the true value on which a report is safe.
fn safe_side(question: &Question) -> &'static str {
    match (question.is_number(), question.is_safe_below()) {
        (true, false) => "upper",
        (true, true) => "lower",
        (false, _) => match better(question) {
            Some(MorePrivate::Larger) => "upper",
            Some(MorePrivate::Smaller) => "lower",
            None => "both",
        },
    }
}

/// The values of its unknown parameter that give more privacy; `None` if there is no such
/// parameter.
fn better(question: &Question) -> Option<MorePrivate> {
    let mechanism =
        from_json(&question.mechanism).ok().filter(|_| question.quantity == "calibrate")?;
    let family = Family::read(&Field { node: &mechanism, path: String::new() }).ok()?;
    Some(family.parameter().better)
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    flags: Vec<&'static str>,
    mechanism: Box<RawValue>,
    query: Box<RawValue>,
    #[serde(flatten)]
    answer: Written,
    tight: bool,
    method: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    One(Number),
    Many {
        numbers: Vec<Placed>,
    },
    Polygons {
        inner: Vec<[String; 2]>,
        outer: Vec<[String; 2]>,
    },
    Order {
        dominates: bool,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        numbers: Vec<Placed>,
    },
}

/// A number of an answer, and its place in the answer of `dpcert query`.
#[derive(Serialize)]
struct Placed {
    at: String,
    #[serde(flatten)]
    number: Number,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Number {
    lo: String,
    hi: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    /// The least binary64 that is not below `lo`, as an upper bound.
    #[serde(serialize_with = "as_hex")]
    upper_f64: f64,
    /// The largest binary64 that is not above `hi`, as a lower bound.
    #[serde(serialize_with = "as_hex")]
    lower_f64: f64,
}

fn as_hex<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex(*x))
}

impl Number {
    /// `None` for an end that is not a literal, because its exponent is beyond all limits.
    fn of(bounds: &Styled) -> Option<Number> {
        let Printed { lo, hi, exact } = Printed::of(bounds);
        let value = bounds.exact().filter(|_| exact.is_some()).and_then(Exact::as_rational);
        let end = |end: Decimal, rounding| match (end, value) {
            (end, _) if !end.is_finite() => Some(f64::INFINITY),
            (_, Some(value)) => Some(rounded(value, rounding)),
            (end, None) => Some(rounded(&end.to_rational()?, rounding)),
        };
        let upper_f64 = end(bounds.printed_lower(), Rounding::Up)?;
        let lower_f64 = end(bounds.printed_upper(), Rounding::Down)?;
        Some(Number { lo, hi, exact, upper_f64, lower_f64 })
    }

    /// The point at which delta crosses the budget: between a value that meets it and the next one,
    /// which does not. The last count that meets it is exact.
    fn boundary(found: &Calibrated) -> Option<Number> {
        let ((meets, _), (fails, _)) = (found.meets.as_ref()?, found.fails.as_ref()?);
        let Parameter { better, is_monotone: true, is_whole, .. } = found.parameter else {
            return None;
        };
        match better {
            _ if is_whole => Some(Number {
                exact: Some(Decimal::or_fraction(meets)),
                ..Number::between(meets, meets)
            }),
            MorePrivate::Larger => Some(Number::between(fails, meets)),
            MorePrivate::Smaller => Some(Number::between(meets, fails)),
        }
    }

    /// A number between two decimals.
    fn between(lo: &Rational, hi: &Rational) -> Number {
        let (upper_f64, lower_f64) = (rounded(lo, Rounding::Up), rounded(hi, Rounding::Down));
        Number {
            lo: Decimal::or_fraction(lo),
            hi: Decimal::or_fraction(hi),
            exact: None,
            upper_f64,
            lower_f64,
        }
    }
}

impl Written {
    fn of(content: &Content) -> Option<Written> {
        match content {
            Content::Number(bounds) => Number::of(bounds).map(Written::One),
            Content::Polygons { inner, outer, .. } => {
                let corners = |vertices: &[(Rational, Rational)]| {
                    vertices
                        .iter()
                        .map(|(alpha, beta)| {
                            [Decimal::or_fraction(alpha), Decimal::or_fraction(beta)]
                        })
                        .collect()
                };
                Some(Written::Polygons { inner: corners(inner), outer: corners(outer) })
            }
            Content::Calibrated(found) => Number::boundary(found).map(Written::One),
            Content::Dominance(found) => {
                Some(Written::Order { dominates: found.dominates?, numbers: placed(content)? })
            }
            Content::Conclusions { .. } | Content::Channel(_) | Content::Sensitivity(_) => None,
            _ => Some(Written::Many { numbers: placed(content)? }),
        }
    }
}

/// The numbers of an answer with their places; `None` if one of them cannot be written.
fn placed(content: &Content) -> Option<Vec<Placed>> {
    let mut numbers = Vec::new();
    content.parts().each_number(&mut |at, bounds| {
        numbers.push(Number::of(bounds).map(|number| Placed { at: at.to_owned(), number }));
    });
    numbers.into_iter().collect()
}

/// The differences between the files of a folder and these, one line for each vector that differs;
/// empty if they are the same bytes. With `all`, files that are not among these are differences
/// too.
///
/// # Errors
/// A folder or file that cannot be read; a file that is missing is a difference.
pub fn differences(files: &[File], folder: &Path, all: bool) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for file in files {
        match fs::read(folder.join(&file.name)) {
            Ok(bytes) if bytes == file.text.as_bytes() => {}
            Ok(bytes) => found.extend(different_vectors(file, &bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                found.push(format!("{}: missing", file.name))
            }
            Err(error) => return Err(error),
        }
    }
    if all {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            names.extend(entry?.file_name().into_string().ok());
        }
        names.retain(|name| {
            name.ends_with(".json") && name != SCHEMA && files.iter().all(|file| file.name != *name)
        });
        names.sort();
        found.extend(names.iter().map(|name| format!("{name}: not generated")));
    }
    Ok(found)
}

/// The vectors of a file by their ids; `None` if it is not such a file.
fn vectors(bytes: &[u8]) -> Option<BTreeMap<String, Value>> {
    let file: Value = serde_json::from_slice(bytes).ok()?;
    let mut vectors = BTreeMap::new();
    for group in file.get("groups")?.as_array()? {
        for test in group.get("tests")?.as_array()? {
            vectors.insert(test.get("id")?.as_str()?.to_owned(), test.clone());
        }
    }
    Some(vectors)
}

fn different_vectors(file: &File, bytes: &[u8]) -> Vec<String> {
    let name = &file.name;
    let (Some(mut stored), Some(generated)) = (vectors(bytes), vectors(file.text.as_bytes()))
    else {
        return vec![format!("{name}: not a file of test vectors")];
    };
    let mut found = Vec::new();
    for (id, vector) in &generated {
        match (stored.remove(id), vector) {
            (None, _) => found.push(format!("{name}: {id}: missing")),
            (Some(Value::Object(stored)), Value::Object(vector)) => {
                let keys: BTreeSet<&String> = stored.keys().chain(vector.keys()).collect();
                let differ: Vec<String> = keys
                    .into_iter()
                    .filter(|key| stored.get(*key) != vector.get(*key))
                    .map(|key| {
                        format!(
                            "{key} is {}, generated {}",
                            shown(stored.get(key)),
                            shown(vector.get(key))
                        )
                    })
                    .collect();
                if !differ.is_empty() {
                    found.push(format!("{name}: {id}: {}", differ.join("; ")));
                }
            }
            (Some(_), _) => found.push(format!("{name}: {id}: not an object")),
        }
    }
    found.extend(stored.keys().map(|id| format!("{name}: {id}: not generated")));
    if found.is_empty() {
        found.push(format!("{name}: the same vectors in other bytes"));
    }
    found
}

/// A value in a message.
fn shown(value: Option<&Value>) -> String {
    match value {
        None => "missing".into(),
        Some(Value::Array(items)) => format!("a list of {}", items.len()),
        Some(value) => value.to_string(),
    }
}
