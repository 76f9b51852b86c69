//! What a run has spent by each day, on each part of the data, and by each row.

use super::written::{ends, on_paper};
use super::{BudgetArgs, By, Findings, header_json, reason, spent, write_header};
use crate::answers::interval;
use crate::output::{
    Format, Kind, Records, cell, claimed, empty_table, print_error, symbol, terminal_options,
    write_table,
};
use crate::spinner::counting;
use crate::{Exit, Settings};
use dpcert::claim::ClaimFile;
use dpcert::input::named;
use dpcert::{Mechanism, Options, Printed, Styled};
use dpcert_answers::lines::paragraph;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// A question: the eps of some rows.
struct Asked {
    /// What names the rows: a day, parts of the data that lose the same, or the id of a row.
    names: Vec<String>,
    /// The ids of the rows that were released on a day.
    released: Option<Vec<String>>,
    rows: Result<Mechanism, String>,
    /// All rows but this one.
    others: Option<Result<Mechanism, String>>,
}

/// The eps of some rows at the delta of the budget.
struct Spent {
    eps: Result<Styled, String>,
    kept: Option<bool>,
}

/// A line of the table.
struct Line {
    names: Vec<String>,
    released: Option<Vec<String>>,
    spent: Spent,
    /// What all rows but this one have spent.
    others: Option<Spent>,
}

impl Spent {
    fn of(arguments: &BudgetArgs, rows: Result<&Mechanism, &String>, options: &Options) -> Spent {
        let (eps, kept) = match rows {
            Ok(mechanism) => spent(arguments, mechanism, options),
            Err(missing) => (Err(missing.clone()), None),
        };
        Spent { eps, kept }
    }

    /// Why it is not known whether the budget is kept.
    fn reason(&self) -> Option<&str> {
        reason(&self.eps, self.kept)
    }

    fn shown(&self) -> String {
        self.eps.as_ref().map_or("-".to_owned(), |eps| interval(&Printed::of(eps)))
    }

    fn kept(&self) -> &'static str {
        match self.kept {
            Some(true) => "kept",
            Some(false) => "exceeded",
            None => "-",
        }
    }

    fn json(&self) -> Map<String, Value> {
        let mut shown = Map::new();
        if let Ok(eps) = &self.eps {
            let Printed { lo, hi, .. } = Printed::of(eps);
            shown.insert("eps".to_owned(), json!({ "lo": lo, "hi": hi }));
        }
        if let Some(reason) = self.reason() {
            shown.insert("reason".to_owned(), reason.into());
        }
        if let Some(kept) = self.kept {
            shown.insert("kept".to_owned(), kept.into());
        }
        shown
    }
}

impl Line {
    /// What the budget is compared with: all other rows, where the line is about one.
    fn compared(&self) -> &Spent {
        self.others.as_ref().unwrap_or(&self.spent)
    }

    /// Why something is not known.
    fn reason(&self) -> Option<&str> {
        let alone = self.spent.eps.as_ref().err().map(String::as_str);
        alone.or_else(|| self.compared().reason())
    }
}

/// Names in a cell of a table for people.
fn shortened(names: &[String]) -> String {
    named(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The questions; otherwise what is wrong with the file.
fn asked(by: By, file: &ClaimFile) -> Result<Vec<Asked>, String> {
    Ok(match by {
        By::Date => {
            let days = file.by_date().map_err(|rows| {
                let word = if rows.len() == 1 { "row" } else { "rows" };
                let rows = named(&rows);
                format!("a date is missing in the {word} {rows}: write date = \"2026-03-01\" in each row")
            })?;
            let ids = |until: &dpcert::claim::Until<'_>| {
                until.released.iter().map(|row| row.id.clone()).collect()
            };
            let asked = days.into_iter().map(|until| Asked {
                names: vec![until.date.to_string()],
                released: Some(ids(&until)),
                rows: until.mechanism,
                others: None,
            });
            asked.collect()
        }
        By::Part => {
            let parts = file.by_part()?;
            if parts.iter().all(|one| one.parts.is_empty()) {
                return Err("all rows are about all data: write part = \"north\" in the rows that are about a part".to_owned());
            }
            let name = |parts: &[&str]| match parts {
                [one] => (*one).to_owned(),
                // A record outside of all parts is replaced by one of this part, or the other way round.
                [from, to] if from == to => format!("into or out of {from}"),
                parts => parts.join(" to "),
            };
            let asked = parts.into_iter().map(|one| Asked {
                names: one.parts.iter().map(|parts| name(parts)).collect(),
                released: None,
                rows: Ok(one.mechanism),
                others: None,
            });
            asked.collect()
        }
        By::Row => {
            let asked = file.by_row().into_iter().map(|one| Asked {
                names: vec![one.row.id.clone()],
                released: None,
                rows: one.alone,
                others: Some(one.others),
            });
            asked.collect()
        }
    })
}

/// Answers on `output`.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    by: By,
    arguments: &BudgetArgs,
    name: &str,
    file: &ClaimFile,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let asked = match asked(by, file) {
        Ok(asked) => asked,
        Err(error) => {
            print_error(&format!("{name}: {error}"));
            return Ok(Exit::BadInput);
        }
    };
    let options = settings.options();
    let progress = counting(asked.len());
    let line = |Asked { names, released, rows, others }: Asked| {
        let spent =
            |rows: &Result<Mechanism, String>| Spent::of(arguments, rows.as_ref(), &options);
        let line =
            Line { names, released, spent: spent(&rows), others: others.as_ref().map(spent) };
        progress.step();
        line
    };
    let lines: Vec<Line> = asked.into_iter().map(line).collect();
    // A day and a part have lines for all that is spent; rows have not.
    let whole = (by == By::Row).then(|| Spent::of(arguments, file.whole().as_ref(), &options));
    drop(progress);
    let findings = Findings::of(file);
    let found = Found { by, arguments, name, file, lines: &lines, whole: whole.as_ref() };
    match arguments.format {
        Format { json: true, .. } => {
            let mut all = found.json();
            all["findings"] = findings.json();
            writeln!(output, "{all}")?;
        }
        format if format.is_records() => {
            let mut notes = findings.lines();
            notes.extend(found.about_the_whole());
            format.write_with(&notes, output, &found.records())?
        }
        _ => {
            found.text(output)?;
            findings.text(output)?;
        }
    }
    let judged: Vec<&Spent> = match &whole {
        Some(whole) => vec![whole],
        None => lines.iter().map(Line::compared).collect(),
    };
    Ok(if findings.is_denied() || judged.iter().any(|spent| spent.kept == Some(false)) {
        Exit::Unexpected
    } else if judged.iter().all(|spent| spent.kept.is_some()) {
        Exit::Good
    } else {
        Exit::Undecided
    })
}

/// What a composition takes for granted.
const FIXED: &str = "the parameters of all rows are taken as fixed beforehand; where they were chosen by earlier answers, ";

/// All that was found.
struct Found<'a> {
    by: By,
    arguments: &'a BudgetArgs,
    name: &'a str,
    file: &'a ClaimFile,
    lines: &'a [Line],
    /// All rows, where no line has them.
    whole: Option<&'a Spent>,
}

impl Found<'_> {
    /// What all rows have spent, in words.
    fn about_the_whole(&self) -> Option<String> {
        let whole = self.whole?;
        let (eps, delta) = (&self.arguments.eps.text, &self.arguments.delta.text);
        let kept = match whole.kept {
            Some(true) => format!("the budget of {eps} is kept"),
            Some(false) => format!("the budget of {eps} is exceeded"),
            None => whole.reason().unwrap_or_default().to_owned(),
        };
        let shown = whole.shown();
        let is = if shown.starts_with('[') { "is in" } else { "is" };
        Some(format!("all rows: eps at delta = {delta} {is} {shown}; {kept}"))
    }

    /// Are there names that are broken between lines on paper?
    fn has_long_names(&self) -> bool {
        const LONG: usize = 16;
        self.lines.iter().flat_map(|line| &line.names).any(|name| name.chars().count() > LONG)
    }

    fn text(&self, output: &mut dyn Write) -> io::Result<()> {
        let options = terminal_options();
        write_header(self.name, self.file, output, &options)?;
        let mut table = empty_table(&options);
        let (eps, delta) = (&self.arguments.eps.text, &self.arguments.delta.text);
        let at = format!("eps at delta = {delta}");
        let header: &[String] = &match self.by {
            By::Date => vec!["date".to_owned(), "released".to_owned(), at, format!("eps <= {eps}")],
            By::Part => vec!["part".to_owned(), at, format!("eps <= {eps}")],
            By::Row => {
                vec!["row".to_owned(), at, "of the others".to_owned(), format!("others <= {eps}")]
            }
        };
        table.set_header(header.iter().map(cell));
        for line in self.lines {
            let released = line.released.as_deref().map(shortened);
            let cells = [Some(shortened(&line.names)), released, Some(line.spent.shown())];
            let others = line.others.as_ref().map(Spent::shown);
            let cells = cells.into_iter().chain([others, Some(line.compared().kept().to_owned())]);
            table.add_row(cells.flatten().map(cell));
        }
        write_table(output, table, &[], None, &options)?;
        if let Some(whole) = self.about_the_whole() {
            paragraph(output, "", &whole, &options)?;
        }
        if self.file.ledger.len() > 1 {
            let filters = match self.file.ledger.iter().any(|row| row.part.is_some()) {
                true => "the run has no bound here, since no filter is known for rows on parts of the data".to_owned(),
                false => format!("dpcert budget without {} says which filters are known", self.by.option()),
            };
            paragraph(output, "", &format!("{FIXED}{filters}"), &options)?;
        }
        for line in self.lines {
            if let Some(reason) = line.reason() {
                paragraph(output, "", &format!("{}: {reason}", shortened(&line.names)), &options)?;
            }
        }
        Ok(())
    }

    /// A row for each line.
    fn records(&self) -> Records {
        let first: &[_] = match self.by {
            By::Date => &[("date", Kind::Whole), ("released", Kind::Words)],
            By::Part => &[("part", Kind::Whole)],
            By::Row if self.has_long_names() => &[("row", Kind::Words)],
            By::Row => &[("row", Kind::Whole)],
        };
        let others: &[_] = match self.by {
            By::Row => &[("others_lo", Kind::Whole), ("others_hi", Kind::Whole)],
            By::Date | By::Part => &[],
        };
        let last = [
            ("kept", Kind::Truth),
            ("reason", Kind::Detail),
            ("delta", Kind::Detail),
            ("budget", Kind::Detail),
        ];
        let eps = [("eps_lo", Kind::Whole), ("eps_hi", Kind::Whole)];
        let columns = first.iter().chain(&eps).chain(others).chain(&last).copied();
        let mut records = Records::new(columns);
        if self.by == By::Row {
            // The total is beside it, and may be more than the budget.
            let kept = format!("\\mbox{{others}} \\leq {}", claimed(&self.arguments.eps));
            let others = format!("{}\\mbox{{ of the others}}", symbol("eps"));
            records = records.headed("kept", kept).headed("others", others);
        }
        let mut records = on_paper(records, self.arguments);
        for line in self.lines {
            let mut cells = vec![line.names.join(", ")];
            cells.extend(line.released.as_ref().map(|ids| ids.join(", ")));
            cells.extend(ends(line.spent.eps.as_ref().ok()));
            cells.extend(line.others.iter().flat_map(|others| ends(others.eps.as_ref().ok())));
            cells.push(line.compared().kept.map_or(String::new(), |kept| kept.to_string()));
            cells.push(line.reason().unwrap_or_default().to_owned());
            cells.extend([&self.arguments.delta, &self.arguments.eps].map(|it| it.text.clone()));
            records.push(cells);
        }
        // In a file of rows for programs this would be one of them.
        if let Some(whole) = self.whole.filter(|_| self.arguments.format.latex) {
            let [lo, hi] = ends(whole.eps.as_ref().ok());
            records.push(["all rows".to_owned(), lo, hi]);
        }
        records
    }

    fn json(&self) -> Value {
        let line = |line: &Line| {
            let mut shown = Map::new();
            match self.by {
                By::Date => shown.insert("date".to_owned(), line.names.concat().into()),
                By::Row => shown.insert("row".to_owned(), line.names.concat().into()),
                By::Part => shown.insert("names".to_owned(), line.names.as_slice().into()),
            };
            if let Some(released) = &line.released {
                shown.insert("released".to_owned(), released.as_slice().into());
            }
            shown.extend(line.spent.json());
            if let Some(others) = &line.others {
                shown.insert("others".to_owned(), others.json().into());
            }
            Value::from(shown)
        };
        let mut all = header_json(self.arguments, self.name, self.file);
        let key = match self.by {
            By::Date => "dates",
            By::Part => "parts",
            By::Row => "rows",
        };
        all[key] = self.lines.iter().map(line).collect();
        if let Some(whole) = self.whole {
            all["all"] = whole.json().into();
        }
        all
    }
}
