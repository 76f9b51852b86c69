//! Reads what is said of statements: a TOML file for each section, beside the Rust file with its
//! checks.
//!
//! A text may run over several lines; a line break is a space. An error names the file and the id.
//! It is for whoever edits the files: they are compiled in, and the tests read all of them.

use super::entry::{Check, Computation, Correction, Entry, Evidence, Paper};
use super::trial::Run;
use super::verdict::Verdict;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Value;

/// A paper as it is written: `text` says which one it is, and what its figures are.
pub(super) struct PaperSource {
    /// The path below `src`, for messages.
    pub(super) file: &'static str,
    pub(super) text: &'static str,
    pub(super) sections: &'static [Section],
}

/// A section of a paper: its entries, and the checks of those that are computed.
pub(super) struct Section {
    /// The path below `src`, for messages.
    pub(super) file: &'static str,
    pub(super) text: &'static str,
    /// Each with the id of its entry.
    pub(super) checks: &'static [(&'static str, Run)],
}

/// What is wrong with a file, or with the checks beside it.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    /// The file is not TOML, or has something else than entries.
    #[error("{file}: {error}")]
    File { file: &'static str, error: Box<toml::de::Error> },
    /// A field of an entry is missing, unknown, or of another type.
    #[error("{file}: {id}: {error}")]
    Entry { file: &'static str, id: String, error: Box<toml::de::Error> },
    /// A text is empty.
    #[error("{file}: {id}: `{key}` is empty")]
    Empty { file: &'static str, id: String, key: String },
    /// It does not say in one way how the statement is decided.
    #[error(
        "{file}: {id}: there must be `evidence` with `altered`, or `implied`, or `cited`, or `dropped`, and only one"
    )]
    Kind { file: &'static str, id: String },
    /// A statement is computed, and its check is missing.
    #[error("{file}: {id}: there is no check with this id")]
    NoCheck { file: &'static str, id: String },
    /// A check decides no statement of its section.
    #[error("{file}: {id}: there is a check with this id, and no entry that needs one")]
    NoEntry { file: &'static str, id: &'static str },
    /// Two checks of a section, or two entries of a paper, have the same id.
    #[error("{file}: {id}: the id is used twice")]
    Twice { file: &'static str, id: String },
}

/// An entry as it is written. One of `evidence`, `implied`, `cited` and `dropped` says how it is
/// decided.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    place: String,
    statement: String,
    formula: String,
    domain: String,
    reading: Option<String>,
    evidence: Option<Evidence>,
    altered: Option<String>,
    correction: Option<Correction>,
    implied: Option<Implied>,
    cited: Option<String>,
    dropped: Option<String>,
    recorded: Verdict,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Implied {
    by: Vec<String>,
    because: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    entry: Vec<Value>,
}

/// A paper with its entries, in the order of their ids.
///
/// # Errors
/// The first thing that is wrong with its files or checks.
pub(super) fn read_paper(source: &PaperSource) -> Result<Paper, ReadError> {
    let file = source.file;
    let malformed = |error| ReadError::File { file, error: Box::new(error) };
    let mut value: Value = toml::from_str(source.text).map_err(malformed)?;
    join_lines("", &mut value).map_err(|key| ReadError::Empty {
        file,
        id: "the paper".to_owned(),
        key,
    })?;
    let mut paper: Paper = value.try_into().map_err(malformed)?;
    for section in source.sections {
        paper.entries.extend(read_section(section)?);
    }
    paper.entries.sort_by(|a, b| (a.id.len(), &a.id).cmp(&(b.id.len(), &b.id)));
    match paper
        .entries
        .iter()
        .zip(paper.entries.iter().skip(1))
        .find(|(one, next)| one.id == next.id)
    {
        Some((twice, _)) => Err(ReadError::Twice { file, id: twice.id.clone() }),
        None => Ok(paper),
    }
}

fn read_section(section: &Section) -> Result<Vec<Entry>, ReadError> {
    let file = section.file;
    let mut checks = BTreeMap::new();
    for (id, run) in section.checks {
        if checks.insert(*id, *run).is_some() {
            return Err(ReadError::Twice { file, id: (*id).to_owned() });
        }
    }
    let written: Entries = toml::from_str(section.text)
        .map_err(|error| ReadError::File { file, error: Box::new(error) })?;
    let entries = written
        .entry
        .into_iter()
        .map(|value| read_entry(file, value, &mut checks))
        .collect::<Result<_, _>>()?;
    match checks.into_keys().next() {
        Some(id) => Err(ReadError::NoEntry { file, id }),
        None => Ok(entries),
    }
}

/// An entry; its check is taken out of those that have none yet.
fn read_entry(
    file: &'static str,
    mut value: Value,
    checks: &mut BTreeMap<&str, Run>,
) -> Result<Entry, ReadError> {
    let id = value.get("id").and_then(Value::as_str).unwrap_or("an entry without an id").to_owned();
    join_lines("", &mut value).map_err(|key| ReadError::Empty { file, id: id.clone(), key })?;
    let written: Written =
        value.try_into().map_err(|error| ReadError::Entry { file, id, error: Box::new(error) })?;
    let Written { id, place, statement, formula, domain, reading, recorded, .. } = written;
    let check = match (
        written.evidence,
        written.altered,
        written.correction,
        written.implied,
        written.cited,
        written.dropped,
    ) {
        (Some(evidence), Some(altered), correction, None, None, None) => {
            let run = checks
                .remove(id.as_str())
                .ok_or_else(|| ReadError::NoCheck { file, id: id.clone() })?;
            Check::Computed(Computation { evidence, run, altered, correction })
        }
        (None, None, None, Some(Implied { by, because }), None, None) => {
            Check::Implied { by, because }
        }
        (None, None, None, None, Some(reason), None) => Check::Cited { reason },
        (None, None, None, None, None, Some(reason)) => Check::Dropped { reason },
        _ => return Err(ReadError::Kind { file, id }),
    };
    Ok(Entry { id, place, statement, formula, domain, check, reading, recorded })
}

/// Makes one line of each text.
///
/// # Errors
/// The key of a text or a list that is empty.
fn join_lines(key: &str, value: &mut Value) -> Result<(), String> {
    match value {
        Value::String(text) => *text = text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(values) => values.iter_mut().try_for_each(|value| join_lines(key, value))?,
        Value::Table(fields) => {
            fields.iter_mut().try_for_each(|(key, value)| join_lines(key, value))?
        }
        _ => {}
    }
    let is_empty =
        value.as_str().is_some_and(str::is_empty) || value.as_array().is_some_and(Vec::is_empty);
    if is_empty { Err(key.to_owned()) } else { Ok(()) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::trial::{CheckError, Trial};

    type Checks = &'static [(&'static str, Run)];

    const COMPUTED: &str = r#"
        [[entry]]
        id = "X-1"
        place = "Theorem 1"
        statement = """
        Two lines
        of text.
        """
        formula = "1 = 1"
        domain = "everywhere"
        evidence.family = "all"
        altered = "1 = 2"
        recorded = "verified"
    "#;

    fn check(_: &mut Trial) -> Result<(), CheckError> {
        Ok(())
    }

    fn read(text: &'static str, checks: Checks) -> Result<Vec<Entry>, String> {
        read_section(&Section { file: "x/y.toml", text, checks }).map_err(|error| error.to_string())
    }

    /// The same with something else in one place.
    fn with(old: &str, new: &str) -> &'static str {
        assert!(COMPUTED.contains(old), "{old}");
        COMPUTED.replace(old, new).leak()
    }

    #[test]
    fn lines_are_joined() {
        let entries = read(COMPUTED, &[("X-1", check)]).unwrap();
        assert_eq!(entries[0].statement, "Two lines of text.");
        assert!(matches!(entries[0].check, Check::Computed(_)));
    }

    #[test]
    fn errors_name_the_file_and_the_id() {
        let one: Checks = &[("X-1", check)];
        let cases: [(&str, Checks, &str); 12] = [
            (COMPUTED, &[], "no check with this id"),
            (COMPUTED, &[("X-1", check), ("X-1", check)], "used twice"),
            (with("X-1", "X-2"), &[("X-1", check), ("X-2", check)], "no entry that needs one"),
            (with(r#"altered = "1 = 2""#, ""), one, "and only one"),
            (with("altered", "cited = 'elsewhere'\naltered"), one, "and only one"),
            (
                with("altered", "implied = { by = [], because = 'so' }\naltered"),
                one,
                "`by` is empty",
            ),
            (with("everywhere", " "), one, "`domain` is empty"),
            (with(r#"place = "Theorem 1""#, ""), one, "missing field `place`"),
            (with("place", "at"), one, "unknown field `at`"),
            (with("altered", "evidence.number = '1'\naltered"), one, "more than 1 element"),
            (with("evidence.family", "evidence.core.reason"), one, "unknown field `reason`"),
            (with("verified", "true"), one, "unknown variant `true`"),
        ];
        for (text, checks, reason) in cases {
            let message = read(text, checks).unwrap_err();
            assert!(
                message.starts_with("x/y.toml: X-1: ") && message.contains(reason),
                "{message}"
            );
        }
        let other = read(with("[[entry]]", "[[entries]]"), one).unwrap_err();
        assert!(
            other.starts_with("x/y.toml: ") && other.contains("unknown field `entries`"),
            "{other}"
        );
    }
}
