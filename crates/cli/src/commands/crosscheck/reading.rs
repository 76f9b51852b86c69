//! The files that a run reads: a wrong one is recognised by what it contains.

use super::Stopped;
use crate::Exit;
use crate::output::{print_error, report};
use dpcert::input::{self, InputError, Item, Report, from_json};
use std::path::Path;

/// The kinds of files that this command reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Baseline,
    Record,
    Suite,
    Report,
    Sarif,
    Xml,
    Claims,
}

impl Kind {
    /// In words, with where it is from.
    fn text(self) -> &'static str {
        match self {
            Kind::Baseline => "a baseline, as --write-baseline writes it",
            Kind::Record => "a record of answers, as --record writes it",
            Kind::Suite => "a file of questions, one a line, or of test vectors",
            Kind::Report => "a report, as --json writes it",
            Kind::Sarif => "a SARIF log, as --sarif writes it",
            Kind::Xml => "XML, such as --junit writes it",
            Kind::Claims => "a claim file, which dpcert check reads",
        }
    }

    /// What a text seems to be, by the fields of its first object.
    fn of(text: &str) -> Option<Kind> {
        let first = text.lines().find(|line| !line.trim().is_empty())?;
        let Ok(node) = from_json(text).or_else(|_| from_json(first)) else {
            return match first.trim() {
                line if line.starts_with('<') => Some(Kind::Xml),
                _ => text.lines().any(|line| line.trim() == "[[claim]]").then_some(Kind::Claims),
            };
        };
        let Item::Table(table) = &node.item else { return None };
        let has = |name: &str| table.iter().any(|(key, _)| key.name == name);
        let kinds = [
            (has("status"), Kind::Record),
            (has("query") || has("groups"), Kind::Suite),
            (has("failures"), Kind::Baseline),
            (has("questions"), Kind::Report),
            (has("runs"), Kind::Sarif),
        ];
        kinds.into_iter().find(|(is_it, _)| *is_it).map(|(_, kind)| kind)
    }
}

/// Reads the file of an option with a reader that gets its name; explains its errors.
pub fn read<T>(
    option: &str,
    path: &Path,
    expected: Kind,
    parse: impl FnOnce(&str, &str) -> Result<T, Box<Report>>,
) -> Result<T, Stopped> {
    let text = input::read_file(path).map_err(|error| {
        report(error);
        Stopped(Exit::BadInput)
    })?;
    if let Some(found) = Kind::of(&text).filter(|found| *found != expected) {
        print_error(&format!(
            "{option} {}: this seems to be {}; {option} takes {}",
            path.display(),
            found.text(),
            expected.text()
        ));
        return Err(Stopped(Exit::BadInput));
    }
    parse(&path.display().to_string(), &text).map_err(|error| {
        report(*error);
        Stopped(Exit::BadInput)
    })
}

/// A reader of one value, with the place of its errors.
pub fn placed<T>(
    parse: impl FnOnce(&str) -> Result<T, InputError>,
) -> impl FnOnce(&str, &str) -> Result<T, Box<Report>> {
    |name, text| parse(text).map_err(|error| Box::new(Report::new(name, text, error)))
}
