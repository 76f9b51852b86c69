//! What a run had spent by each day.

use super::written::{ends, on_paper};
use super::{BudgetArgs, Findings, header_json, reason, spent, write_header};
use crate::answers::interval;
use crate::output::{
    Format, Kind, Records, cell, empty_table, print_error, terminal_options, write_table,
};
use crate::spinner::counting;
use crate::{Exit, Settings};
use dpcert::claim::{ClaimFile, Until};
use dpcert::input::named;
use dpcert::{Printed, Styled};
use dpcert_answers::lines::paragraph;
use serde_json::{Value, json};
use std::io::{self, Write};

/// A day, and the eps of all rows up to it.
struct Spent<'a> {
    until: Until<'a>,
    eps: Result<Styled, String>,
    kept: Option<bool>,
}

impl Spent<'_> {
    /// Why it is not known whether the budget is kept.
    fn reason(&self) -> Option<&str> {
        reason(&self.eps, self.kept)
    }

    /// The ids of the rows that were released on the day.
    fn released(&self) -> Vec<&str> {
        self.until.released.iter().map(|row| row.id.as_str()).collect()
    }
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
                named(&rows)
            ));
            return Ok(Exit::BadInput);
        }
    };
    let options = settings.options();
    let progress = counting(days.len());
    let mut known = Vec::new();
    for until in days {
        let mechanism = until.mechanism.as_ref().map_err(Clone::clone);
        let (eps, kept) = match mechanism {
            Ok(mechanism) => spent(arguments, mechanism, &options),
            Err(missing) => (Err(missing), None),
        };
        progress.step();
        known.push(Spent { until, eps, kept });
    }
    let days = known;
    drop(progress);
    let findings = Findings::of(file);
    match arguments.format {
        Format { json: true, .. } => {
            let mut all = as_json(arguments, name, file, &days);
            all["findings"] = findings.json();
            writeln!(output, "{all}")?;
        }
        format if format.is_records() => {
            format.write_with(&findings.lines(), output, &records(arguments, &days))?
        }
        _ => {
            as_text(arguments, name, file, &days, output)?;
            findings.text(output)?;
        }
    }
    Ok(if findings.is_denied() || days.iter().any(|day| day.kept == Some(false)) {
        Exit::Unexpected
    } else if days.iter().all(|day| day.kept.is_some()) {
        Exit::Good
    } else {
        Exit::Undecided
    })
}

/// What a composition takes for granted.
const FIXED: &str = "the parameters of all rows are taken as fixed beforehand; where they were chosen by earlier answers, ";

fn as_text(
    arguments: &BudgetArgs,
    name: &str,
    file: &ClaimFile,
    days: &[Spent<'_>],
    output: &mut dyn Write,
) -> io::Result<()> {
    let options = terminal_options();
    write_header(name, file, output, &options)?;
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
        let cells = [day.until.date.to_string(), named(&day.released()), found, kept.to_owned()];
        table.add_row(cells.map(cell));
    }
    write_table(output, table, &[], None, &options)?;
    if days.len() > 1 {
        let filters = match file.ledger.iter().any(|row| row.part.is_some()) {
            true => {
                "the run has no bound here, since no filter is known for rows on parts of the data"
            }
            false => "dpcert budget without --by-date has the filters",
        };
        paragraph(output, "", &format!("{FIXED}{filters}"), &options)?;
    }
    for day in days {
        if let Some(reason) = day.reason() {
            paragraph(output, "", &format!("{}: {reason}", day.until.date), &options)?;
        }
    }
    Ok(())
}

/// A row for each day.
fn records(arguments: &BudgetArgs, days: &[Spent<'_>]) -> Records {
    let columns = [
        ("date", Kind::Whole),
        ("released", Kind::Words),
        ("eps_lo", Kind::Whole),
        ("eps_hi", Kind::Whole),
        ("kept", Kind::Truth),
        ("reason", Kind::Detail),
        ("delta", Kind::Detail),
        ("budget", Kind::Detail),
    ];
    let mut records = on_paper(Records::new(columns), arguments);
    for day @ Spent { until, eps, kept } in days {
        let [lo, hi] = ends(eps.as_ref().ok());
        let kept = kept.map_or(String::new(), |kept| kept.to_string());
        let reason = day.reason().unwrap_or_default().to_owned();
        let released = day.released().join(", ");
        let [eps, delta] = [&arguments.eps, &arguments.delta].map(|number| number.text.clone());
        records.push([until.date.to_string(), released, lo, hi, kept, reason, delta, eps]);
    }
    records
}

fn as_json(arguments: &BudgetArgs, name: &str, file: &ClaimFile, days: &[Spent<'_>]) -> Value {
    let day = |day: &Spent<'_>| {
        let mut shown = json!({ "date": day.until.date.to_string(), "released": day.released() });
        if let Ok(eps) = &day.eps {
            let Printed { lo, hi, .. } = Printed::of(eps);
            shown["eps"] = json!({ "lo": lo, "hi": hi });
        }
        if let Some(reason) = day.reason() {
            shown["reason"] = reason.into();
        }
        if let Some(kept) = day.kept {
            shown["kept"] = kept.into();
        }
        shown
    };
    let mut all = header_json(arguments, name, file);
    all["dates"] = days.iter().map(day).collect();
    all
}
