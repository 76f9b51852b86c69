//! Tables with commas, semicolons, tabs or bars: one row for each mechanism, and a line of names.
//!
//! No program has a standard for such a table: its columns are named, unless they have the names of
//! Opacus' parameters. A column of eps in a log may be cumulative, which nothing in it shows.
//!
//! A table of different mechanisms has a column for their kinds, and one for each of their
//! parameters, whose names are those of the claim file; a cell without a number is of another kind.

use crate::Given;
use crate::format::refused;
use crate::ledger::{Ledger, Row};
use crate::opacus::{gaussian, sample_rate};
use crate::reading::{magnitude, probability};
use csv::StringRecord;
use dpcert::Refusal;
use dpcert::claim::Date;
use dpcert::input::{Field, InputError, Node, nearest, shorten, text_node};
use dpcert::mechanism::{Adjacency, Mechanism, kinds};
use std::collections::HashSet;
use std::ops::Range;

/// What it is.
pub(crate) const PROGRAM: &str = "a table";

/// What a column may be.
pub(crate) const MEANINGS: [&str; 11] =
    ["noise", "rate", "batch", "n", "count", "eps", "delta", "id", "date", "part", "mechanism"];

/// The names that need no explanation, with `_` for a space or a hyphen.
const KNOWN: [(&str, &str); 15] = [
    ("noise_multiplier", "noise"),
    ("sample_rate", "rate"),
    ("sampling_rate", "rate"),
    ("sampling_probability", "rate"),
    ("batch", "batch"),
    ("batch_size", "batch"),
    ("n", "n"),
    ("dataset_size", "n"),
    ("num_steps", "count"),
    ("steps", "count"),
    ("count", "count"),
    ("id", "id"),
    ("date", "date"),
    ("part", "part"),
    ("mechanism", "mechanism"),
];

/// What separates cells; the first of them in the line of names is that of the table.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How a spreadsheet says the separator, in a line before the names.
const STATED: &str = "sep=";

/// Reads a table. Lines that cannot be read do not hide those after them.
pub(crate) fn read(text: &str, given: &Given) -> Result<Ledger, Vec<InputError>> {
    let mut lines = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(separator(text))
        .from_reader(text.as_bytes())
        .into_records()
        .map(|line| {
            line.map_err(|error| {
                refused(
                    0..0,
                    &format!("this is no table: {error}"),
                    "cells have commas, semicolons, tabs or bars between them",
                )
            })
        });
    let one = |error| vec![error];
    if text.trim_start().starts_with(STATED) {
        lines.next().transpose().map_err(one)?;
    }
    let header = lines
        .next()
        .unwrap_or_else(|| Err(refused(0..0, "the file is empty", "a table has a line of names")));
    let header = header.map_err(one)?;
    let places = places(&header, given).map_err(one)?;
    let adjacency = given.adjacency().map_err(one)?;
    let unread = unread(&header, &places);
    let table = Table { text, names: header.len(), places, unread, adjacency };
    let (mut rows, mut errors, mut ids) = (Vec::new(), Vec::new(), HashSet::new());
    for (index, line) in lines.enumerate() {
        match line.and_then(|cells| table.row(index + 1, &cells, &mut ids)) {
            Ok(row) => rows.push(row),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    if rows.is_empty() {
        let help = "each line below the names is a row of the ledger";
        return Err(vec![refused(0..0, "the table has a line of names alone", help)]);
    }
    let place = |meaning: &str| table.place(meaning);
    Ok(Ledger {
        program: PROGRAM.to_owned(),
        adjacency: Some(adjacency),
        rows,
        claims: Vec::new(),
        unread: table.unread.clone(),
        notes: vec![
            "All lines are taken as parts of one run. A table of runs that are alternatives, or a column of eps that is a running \
             total, is no ledger."
                .to_owned(),
            match place("rate").or(place("n")) {
                Some(_) => "A rate is that of a Poisson sample: the table does not say how batches were drawn.",
                None => {
                    "No column is a rate: each step is taken on all records. Where it was on a sample, add its sampling to the row."
                }
            }
            .to_owned(),
        ]
        .into_iter()
        .chain(place("noise").is_some().then(|| {
            "The noise is taken as Gaussian: its standard deviation over how far one record moves the sum.".to_owned()
        }))
        .chain((place("mechanism").or(place("delta")).is_none() && place("eps").is_some()).then(|| {
            "No column is a delta: each eps is taken as that of pure differential privacy, with delta = 0.".to_owned()
        }))
        .chain(place("count").is_none().then(|| {
            "No column is read as a count: each line is one step. Where it was taken several times, add the count to the row.".to_owned()
        }))
        .collect(),
        is_per_record: place("noise").is_some(),
    })
}

/// What the lines of a table are read by.
struct Table<'a> {
    text: &'a str,
    /// The number of names in its first line.
    names: usize,
    /// What the columns are, and where.
    places: Vec<(String, usize)>,
    /// The names of the others.
    unread: Vec<String>,
    adjacency: Adjacency,
}

impl Table<'_> {
    fn place(&self, meaning: &str) -> Option<usize> {
        self.places.iter().find(|(known, _)| known == meaning).map(|(_, index)| *index)
    }

    /// An error about a mechanism, with the columns that its parameters might be in.
    fn with_unread(&self, error: InputError) -> InputError {
        let is_parameter = |name: &&String| parameter(name).is_some();
        let unread: Vec<&str> =
            self.unread.iter().filter(is_parameter).map(String::as_str).collect();
        if unread.is_empty() {
            return error;
        }
        let each: Vec<String> = unread.iter().map(|name| format!("{name}={name}")).collect();
        let help = format!(
            "{}; columns that are not read: add {} to --columns",
            error.help,
            each.join(",")
        );
        InputError { help, ..error }
    }

    /// The row of a line, which is the id of one without; `ids` are those before it.
    fn row(
        &self,
        line: usize,
        cells: &StringRecord,
        ids: &mut HashSet<String>,
    ) -> Result<Row, InputError> {
        let span = span(self.text, cells);
        if cells.len() != self.names {
            let message =
                format!("{} cells, and {} names in the first line", cells.len(), self.names);
            return Err(refused(span, &message, "each line has a cell for each name"));
        }
        let cell = |meaning: &str| cells.get(self.place(meaning)?);
        // A rate that is not written is a batch over the number of records.
        let ratio = cell("batch").zip(cell("n")).map(|(batch, n)| ratio(batch, n));
        let written = |meaning: &str| match meaning {
            "rate" => cell("rate").or(ratio.as_deref()),
            _ => cell(meaning),
        };
        let node = |meaning: &str| Some(text_node(written(meaning)?, span.clone()));
        let nodes: Vec<Option<Node>> = MEANINGS.iter().map(|meaning| node(meaning)).collect();
        let field = |meaning: &'static str| {
            let index = MEANINGS.iter().position(|known| *known == meaning)?;
            let node = nodes.get(index)?.as_ref()?;
            Some(Field { node, path: meaning.to_owned() })
        };
        let id = match cell("id") {
            Some(id) if !ids.insert(id.to_owned()) => {
                let message = format!("the id \"{}\" is given twice", shorten(id));
                return Err(refused(span, &message, "give each line an id of its own"));
            }
            Some(id) => id.to_owned(),
            None => line.to_string(),
        };
        let count = field("count").map_or(Ok(1), |count| whole(&count))?;
        let date = field("date").filter(is_filled).map(|date| day(&date)).transpose()?;
        let part = cell("part").filter(|part| !part.is_empty()).map(str::to_owned);
        let row = match field("mechanism") {
            Some(kind) => {
                let row = of_kind(&kind, &parameters(&self.places, cells), field("rate"));
                row.map_err(|error| self.with_unread(error))?
            }
            None => row(&field, self.adjacency)?,
        };
        Ok(Row { id, count, date, part, ..row })
    }
}

/// How the columns of a table are named: of one with a column for the mechanism, in full.
fn help_of_columns(names: &[&str], known: impl Fn(&str) -> Option<String>) -> String {
    if names.iter().all(|name| known(name).as_deref() != Some("mechanism")) {
        return "say which are: --columns noise=sigma,rate=sample_rate,count=steps, or eps=epsilon,delta=delta; leave \
                those out that are no part of the ledger"
            .to_owned();
    }
    let each = |name: &&str| match known(name) {
        Some(meaning) => format!("{meaning}={name}"),
        None => format!("MEANING={name}"),
    };
    let all: Vec<String> = names.iter().map(each).collect();
    let is_given = |meaning: &str| names.iter().any(|name| known(name).as_deref() == Some(meaning));
    let others: Vec<&str> = OF_ROW.into_iter().filter(|meaning| !is_given(meaning)).collect();
    let meanings = match names.iter().all(|name| known(name).is_some()) {
        true => String::new(),
        false => format!(
            ", where MEANING is {}, or a parameter of the mechanisms, such as eps or sigma",
            others.join(", ")
        ),
    };
    format!(
        "say what all of them are: --columns '{}'{meanings}; leave those out that are no part of the ledger",
        all.join(",")
    )
}

/// The names of the columns that were not read.
fn unread(header: &StringRecord, places: &[(String, usize)]) -> Vec<String> {
    let is_read = |at: usize| places.iter().any(|(_, index)| *index == at);
    let unread = header.iter().enumerate().filter(|(at, _)| !is_read(*at));
    unread.map(|(_, name)| name.to_owned()).collect()
}

/// A number of steps. `5.000` is five for some, and five thousand for others.
fn whole(count: &Field<'_>) -> Result<u64, InputError> {
    let text = count.text()?;
    let mut groups = text.split('.');
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let is_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let is_grouped = !rest.is_empty()
        && (1..=3).contains(&first.len())
        && is_digits(first)
        && rest.iter().all(|group| group.len() == 3 && is_digits(group));
    if is_grouped {
        let message = format!("{text} may have a decimal point, or points between its thousands");
        return Err(count.error(message, "write the digits of a count alone: 5000"));
    }
    count.natural()
}

/// A ratio of two numbers, of which each may be an expression.
fn ratio(above: &str, below: &str) -> String {
    let whole = |text: &str| match text.bytes().all(|digit| digit.is_ascii_digit()) {
        true => text.to_owned(),
        false => format!("({text})"),
    };
    format!("{}/{}", whole(above), whole(below))
}

fn is_filled(cell: &Field<'_>) -> bool {
    cell.text().is_ok_and(|text| !text.is_empty())
}

/// A day of the calendar, as it is written.
fn day(date: &Field<'_>) -> Result<String, InputError> {
    let text = date.text()?;
    match Date::parse(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err(date.error(
            format!("\"{text}\" is not a day of the calendar, as year-month-day"),
            "write the year, the month and the day: 2026-03-01",
        )),
    }
}

fn row<'a>(
    field: &dyn Fn(&'static str) -> Option<Field<'a>>,
    adjacency: Adjacency,
) -> Result<Row, InputError> {
    let rate = field("rate").map_or(Ok(None), |rate| {
        let help = "a rate is a batch over the number of records, between 0 and 1: write 512/70000";
        sample_rate(&rate).map_err(|error| InputError { help: help.to_owned(), ..error })
    })?;
    if let Some(noise) = field("noise") {
        return gaussian(&noise, rate, adjacency);
    }
    let eps =
        field("eps").map_or(Ok("0".to_owned()), |eps| magnitude(&eps).map(|(text, _)| text))?;
    let delta = field("delta").map_or(Ok("0".to_owned()), |delta| probability(&delta))?;
    Ok(Row { rate, ..Row::once("", format!("approx-dp(eps={eps}, delta={delta})")) })
}

/// The parameters of mechanisms in a line, with their names.
fn parameters<'a>(
    places: &'a [(String, usize)],
    cells: &'a StringRecord,
) -> Vec<(&'a str, &'a str)> {
    let is_parameter = |meaning: &str| !OF_ROW.contains(&meaning);
    let cell = |(meaning, at): &'a (String, usize)| Some((meaning.as_str(), cells.get(*at)?));
    let given = places.iter().filter(|(meaning, _)| is_parameter(meaning)).filter_map(cell);
    given.filter(|(_, cell)| !cell.is_empty()).collect()
}

/// What a column says of a row in a table of mechanisms, beside their parameters.
const OF_ROW: [&str; 8] = ["mechanism", "rate", "batch", "n", "count", "id", "date", "part"];

/// A row of a kind with its parameters, or of a mechanism in the compact notation, which has them.
fn of_kind(
    kind: &Field<'_>,
    parameters: &[(&str, &str)],
    rate: Option<Field<'_>>,
) -> Result<Row, InputError> {
    let text = kind.text()?;
    let mechanism = match parameters {
        _ if text.is_empty() => {
            return Err(
                kind.error("the cell is empty", "write the kind of the row, such as laplace")
            );
        }
        [] => text.to_owned(),
        [(name, value), ..] if text.contains('(') => {
            let help = "write them in one of the two places";
            let message = format!("parameters are in {text}, and {name} = {value} beside it");
            return Err(kind.error(message, help));
        }
        several => {
            let given = several.iter().map(|(name, value)| format!("{name}={value}"));
            format!("{text}({})", given.collect::<Vec<_>>().join(", "))
        }
    };
    if let Err(Refusal::Input(InputError { message, help, .. })) = Mechanism::parse(&mechanism) {
        return Err(kind.error(format!("{mechanism}: {message}"), help));
    }
    let rate = rate.filter(is_filled).map_or(Ok(None), |rate| sample_rate(&rate))?;
    Ok(Row { rate, ..Row::once("", mechanism) })
}

/// The parameter of a kind of mechanisms with this name.
fn parameter(name: &str) -> Option<&'static str> {
    let mut all = kinds().flat_map(|(_, parameters)| parameters);
    all.find(|parameter| **parameter == name).copied()
}

/// What the columns are, and where.
fn places(header: &StringRecord, given: &Given) -> Result<Vec<(String, usize)>, InputError> {
    let alike: Vec<String> = header.iter().map(str::to_lowercase).collect();
    // As it is written, or else in any case where that is one column.
    let at = |name: &str| {
        let exactly = header.iter().position(|cell| cell == name);
        let name = name.to_lowercase();
        let is_one = alike.iter().filter(|cell| **cell == name).count() == 1;
        exactly.or_else(|| alike.iter().position(|cell| *cell == name).filter(|_| is_one))
    };
    let known = |name: &str| {
        let name = name.to_lowercase().replace([' ', '-'], "_");
        KNOWN.iter().find(|(known, _)| *known == name).map(|(_, meaning)| (*meaning).to_owned())
    };
    let whole = 0..1;
    let is_of_kinds = match given.columns.is_empty() {
        true => header.iter().any(|name| known(name).as_deref() == Some("mechanism")),
        false => given.columns.iter().any(|(meaning, _)| meaning == "mechanism"),
    };
    let known = |name: &str| {
        let parameter = parameter(name).filter(|_| is_of_kinds).map(str::to_owned);
        known(name).or(parameter)
    };
    let names = || header.iter();
    let listed = names().collect::<Vec<_>>().join(", ");
    let unknown: Vec<&str> = names().filter(|name| known(name).is_none()).collect();
    let mut places: Vec<(String, usize)> = Vec::new();
    for (meaning, name) in &given.columns {
        let is_parameter = is_of_kinds && parameter(meaning).is_some();
        if !MEANINGS.contains(&meaning.as_str()) && !is_parameter {
            let message = format!("\"{meaning}\" is nothing that a column may be");
            return Err(refused(
                whole,
                &message,
                &format!("a column is one of {}", MEANINGS.join(", ")),
            ));
        }
        let Some(index) = at(name) else {
            let message = format!("there is no column \"{name}\"; there are {listed}");
            let help = nearest(name, names())
                .map_or("the first line has the names".to_owned(), |name| {
                    format!("did you mean {name}?")
                });
            return Err(refused(whole, &message, &help));
        };
        places.push((meaning.clone(), index));
    }
    // A count that is left out would make the budget too small.
    for meaning in ["count", "id", "date", "part"] {
        let is_given = places.iter().any(|(known, _)| known == meaning);
        let index = at(meaning).filter(|index| !places.iter().any(|(_, given)| given == index));
        if let (false, false, Some(index)) = (given.columns.is_empty(), is_given, index) {
            places.push((meaning.to_owned(), index));
        }
    }
    if given.columns.is_empty() {
        places.extend(names().enumerate().filter_map(|(index, name)| Some((known(name)?, index))));
        let is_twice = |(meaning, _): &(String, usize)| {
            places.iter().filter(|(other, _)| other == meaning).count() > 1
        };
        if places.len() != header.len() || places.iter().any(is_twice) {
            places.clear();
        }
    }
    let has = |meaning: &str| places.iter().any(|(known, _)| known == meaning);
    if !["noise", "eps", "delta", "mechanism"].into_iter().any(has) {
        // A kind with another name, beside parameters with theirs.
        let kind = nearest("mechanism", names()).filter(|_| !is_of_kinds);
        let help = match kind {
            None => help_of_columns(&names().collect::<Vec<_>>(), known),
            Some(kind) => help_of_columns(&names().collect::<Vec<_>>(), |name| {
                let meaning = (name == kind).then(|| "mechanism".to_owned());
                meaning.or_else(|| known(name)).or_else(|| parameter(name).map(str::to_owned))
            }),
        };
        let all_known = unknown.is_empty() || !given.columns.is_empty();
        let message = match (all_known, unknown.as_slice()) {
            (true, _) => format!("nothing says what the columns {listed} are"),
            (false, [only]) => format!("nothing says what the column {only} is"),
            (false, several) => {
                format!("nothing says what the columns {} are", several.join(", "))
            }
        };
        return Err(refused(whole, &message, &help));
    }
    if has("noise") && ["eps", "delta", "mechanism"].into_iter().any(has) {
        return Err(refused(
            whole,
            "a row has either its noise, its guarantee or its mechanism",
            "give noise; or eps and delta; or mechanism with its parameters",
        ));
    }
    let sampled = ["rate", "batch", "n"].map(has);
    if !matches!(sampled, [_, false, false] | [false, true, true]) {
        return Err(refused(
            whole,
            "a row has either the rate of its sample, or its batch and n",
            "name rate alone with --columns, or batch and n, whose ratio it is",
        ));
    }
    Ok(places)
}

/// The separator of the line of names.
fn separator(text: &str) -> u8 {
    let names = text.trim_start().lines().next().unwrap_or_default();
    if let Some([stated]) = names.strip_prefix(STATED).map(|stated| stated.trim_end().as_bytes())
        && SEPARATORS.contains(stated)
    {
        return *stated;
    }
    SEPARATORS.into_iter().find(|separator| names.as_bytes().contains(separator)).unwrap_or(b',')
}

/// The place of a line.
fn span(text: &str, line: &StringRecord) -> Range<usize> {
    let start = line.position().and_then(|place| usize::try_from(place.byte()).ok()).unwrap_or(0);
    let rest = text.get(start..).unwrap_or_default();
    let start = text.len() - rest.trim_start().len();
    start..start + rest.trim_start().lines().next().map_or(0, str::len)
}
