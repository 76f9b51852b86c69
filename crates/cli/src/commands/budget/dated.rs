//! What a run had spent by each day.

use super::{BudgetArgs, DIGITS, Findings, composed, is_within};
use crate::answers::interval;
use crate::output::{cell, empty_table, print_error, terminal_options, write_table};
use crate::spinner::counting;
use crate::{Exit, Settings};
use dpcert::claim::{ClaimFile, Row, Until};
use dpcert::input::shorten;
use dpcert::{Options, Printed, Styled};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The most rows of a day that are named in a line.
const NAMED: usize = 3;

/// A day, and the eps of all rows up to it.
struct Spent<'a> {
    until: Until<'a>,
    eps: Result<Styled, String>,
    kept: Option<bool>,
}

/// Answers on `output`.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &BudgetArgs,
    name: &str,
    file: &ClaimFile,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let days = match file.by_date() {
        Ok(days) => days,
        Err(rows) => {
            let word = if rows.len() == 1 { "row" } else { "rows" };
            print_error(&format!(
                "{name}: a date is missing in the {word} {}: write date = \"2026-03-01\" in each row",
                listed(rows.into_iter())
            ));
            return Ok(Exit::BadInput);
        }
    };
    let options = Options { digits: DIGITS, ..settings.options() };
    let progress = counting(days.len());
    let mut spent = Vec::new();
    for until in days {
        let mechanism = until.mechanism.as_ref().map_err(Clone::clone);
        let eps = mechanism.and_then(|mechanism| composed(arguments, mechanism, &options));
        let kept = eps.as_ref().ok().and_then(|eps| is_within(eps, &arguments.eps.value));
        progress.step();
        spent.push(Spent { until, eps, kept });
    }
    let days = spent;
    drop(progress);
    let findings = Findings::of(file);
    if arguments.json {
        let mut all = as_json(arguments, name, file, &days);
        all["findings"] = findings.json();
        writeln!(output, "{all}")?;
    } else {
        as_text(arguments, name, file, &days, output)?;
        findings.text(output)?;
    }
    Ok(if findings.is_denied() || days.iter().any(|day| day.kept == Some(false)) {
        Exit::Unexpected
    } else if days.iter().all(|day| day.kept.is_some()) {
        Exit::Good
    } else {
        Exit::Undecided
    })
}

fn listed<'a>(mut rows: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = rows.len().saturating_sub(NAMED);
    let names: Vec<String> = rows.by_ref().take(NAMED).map(shorten).collect();
    match more {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn as_text(
    arguments: &BudgetArgs,
    name: &str,
    file: &ClaimFile,
    days: &[Spent<'_>],
    output: &mut dyn Write,
) -> io::Result<()> {
    let options = terminal_options();
    let adjacency = file.scope.adjacency.name();
    writeln!(output, "{name} (unit: {}; adjacency: {adjacency})", file.scope.unit)?;
    let mut table = empty_table(&options);
    let (eps, delta) = (&arguments.eps.text, &arguments.delta.text);
    let header = ["date", "released", &format!("eps at delta = {delta}"), &format!("eps <= {eps}")];
    table.set_header(header.map(cell));
    for day in days {
        let found = day.eps.as_ref().map_or("-".to_owned(), |eps| interval(&Printed::of(eps)));
        let kept = match day.kept {
            Some(true) => "kept",
            Some(false) => "exceeded",
            None => "-",
        };
        let released = listed(day.until.released.iter().map(|row| row.id.as_str()));
        let cells = [day.until.date.to_string(), released, found, kept.to_owned()];
        table.add_row(cells.map(cell));
    }
    write_table(output, table, &[], None, &options)?;
    for day in days {
        if let Err(reason) = &day.eps {
            let text = format!("{}: {reason}", day.until.date);
            for line in textwrap::wrap(&text, usize::from(options.width)) {
                writeln!(output, "{line}")?;
            }
        }
    }
    Ok(())
}

fn as_json(arguments: &BudgetArgs, name: &str, file: &ClaimFile, days: &[Spent<'_>]) -> Value {
    let day = |day: &Spent<'_>| {
        let rows: Vec<&str> = day.until.released.iter().map(|row: &&Row| row.id.as_str()).collect();
        let mut shown = json!({ "date": day.until.date.to_string(), "released": rows });
        let (field, value) = match &day.eps {
            Ok(eps) => {
                let Printed { lo, hi, .. } = Printed::of(eps);
                ("eps", json!({ "lo": lo, "hi": hi }))
            }
            Err(reason) => ("reason", reason.as_str().into()),
        };
        shown[field] = value;
        if let Some(kept) = day.kept {
            shown["kept"] = kept.into();
        }
        shown
    };
    json!({
        "file": name,
        "unit": file.scope.unit,
        "adjacency": file.scope.adjacency.name(),
        "budget": { "eps": arguments.eps.text, "delta": arguments.delta.text },
        "dates": days.iter().map(day).collect::<Vec<_>>(),
    })
}
