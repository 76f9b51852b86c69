//! The output of `dpcert budget`: a table, or JSON.

use super::{BudgetArgs, Findings, Next, Way, header_json, write_header};
use crate::answers::interval;
use crate::output::{
    Kind, Records, at_most, cell, claimed, empty_table, symbol, terminal_options, write_table,
};
use dpcert::claim::ClaimFile;
use dpcert::filter::MOST_ROUNDS;
use dpcert::input::shorten;
use dpcert::{Printed, Styled};
use dpcert_answers::lines::paragraph;
use std::io::{self, Write};

/// What is written of a file.
pub struct Shown<'a> {
    pub arguments: &'a BudgetArgs,
    pub name: &'a str,
    pub file: &'a ClaimFile,
    pub ways: &'a [Way],
    pub findings: &'a Findings,
}

/// A table, and below it why an entry is missing.
///
/// # Errors
/// If writing to the output fails.
pub fn text(shown: &Shown<'_>, output: &mut dyn Write) -> io::Result<()> {
    let Shown { arguments, name, file, ways, findings } = *shown;
    let options = terminal_options();
    write_header(name, file, output, &options)?;
    let mut table = empty_table(&options);
    let place =
        arguments.part.as_ref().map_or(String::new(), |part| format!(" on {}", shorten(part)));
    let next = arguments.next.as_ref().map(|next| match next.contains('?') {
        true => format!("then {next}{place} with"),
        false => format!("rounds of {next}{place} left"),
    });
    let eps = format!("eps at delta = {}", arguments.delta.text);
    table.set_header(
        ["parameters", "total"].map(str::to_owned).into_iter().chain([eps]).chain(next).map(cell),
    );
    let shown = |result: &Result<String, String>| result.clone().unwrap_or_else(|_| "-".to_owned());
    for way in ways {
        let total = match &way.total {
            None => "composition".to_owned(),
            Some((what, Ok(total))) => {
                let Printed { lo, hi, .. } = Printed::of(total);
                format!("{what} {} {hi}", if lo == hi { "=" } else { "<=" })
            }
            Some((what, Err(_))) => format!("{what}: none"),
        };
        let eps = match (&way.eps, &way.total) {
            (Ok(eps), None) => Ok(interval(&Printed::of(eps))),
            // The lower end is of one mechanism, and no filter is about one.
            (Ok(eps), Some(_)) => Ok(format!("<= {}", Printed::of(eps).hi)),
            (Err(reason), _) => Err(reason.clone()),
        };
        let next = way.next.as_ref().map(|next| match next {
            Ok(Next::Rounds(rounds)) if *rounds >= MOST_ROUNDS => {
                Ok(format!("at least {MOST_ROUNDS}"))
            }
            Ok(Next::Rounds(rounds)) => Ok(rounds.to_string()),
            Ok(Next::Parameter(name, value)) => Ok(format!("{name} = {value}")),
            Err(reason) => Err(reason.clone()),
        });
        let next = arguments.next.as_ref().map(|_| shown(&next.unwrap_or(Err(String::new()))));
        table.add_row(
            [way.parameters.to_owned(), total, shown(&eps)].into_iter().chain(next).map(cell),
        );
    }
    write_table(output, table, &[], None, &options)?;
    if ways.iter().any(Way::is_exceeded) {
        let (eps, delta) = (&arguments.eps.text, &arguments.delta.text);
        writeln!(output, "exceeded: eps at delta = {delta} is more than {eps}")?;
    }
    reasons(ways).try_for_each(|reason| paragraph(output, "", &reason, &options))?;
    findings.text(output)
}

/// Why an entry is missing, a line for each way of accounting.
pub fn reasons(ways: &[Way]) -> impl Iterator<Item = String> {
    ways.iter().filter_map(|way| {
        let what = way.total.as_ref().map_or("composition", |(what, _)| what);
        way.first_reason().map(|reason| format!("{what}: {reason}"))
    })
}

/// A row for each way of accounting.
pub fn records(shown: &Shown<'_>) -> Records {
    let next = match &shown.arguments.next {
        Some(next) if next.contains('?') => "value",
        _ => "rounds",
    };
    // On paper a total and what it is at most are one cell, and what is not known has no row: the
    // table fits into a column, and the reasons are said beside it.
    let is_paper = shown.arguments.format.latex;
    let of_program = if is_paper { Kind::Detail } else { Kind::Whole };
    let columns = [
        ("parameters", of_program),
        ("total", if is_paper { Kind::Formula } else { Kind::Whole }),
        ("at_most", of_program),
        ("eps_lo", Kind::Whole),
        ("eps_hi", Kind::Whole),
        ("kept", Kind::Truth),
        (next, Kind::Whole),
        ("reason", Kind::Detail),
        ("delta", Kind::Detail),
        ("budget", Kind::Detail),
    ];
    let mut records = on_paper(Records::new(columns), shown.arguments);
    let is_known = |way: &&Way| way.total.as_ref().is_none_or(|(_, total)| total.is_ok());
    for way in shown.ways.iter().filter(|way| !is_paper || is_known(way)) {
        let (total, most) = match &way.total {
            None => ("composition".to_owned(), String::new()),
            Some((what, Ok(total))) if is_paper => (of_filter(what, total), String::new()),
            Some((what, Ok(total))) => ((*what).to_owned(), Printed::of(total).hi),
            Some((what, Err(_))) => ((*what).to_owned(), String::new()),
        };
        let [lo, hi] = ends(way.eps.as_ref().ok());
        // The lower end is of one mechanism, and no filter is about one.
        let lo = if way.total.is_none() { lo } else { String::new() };
        let kept = way.kept.map_or(String::new(), |kept| kept.to_string());
        let next = match &way.next {
            Some(Ok(Next::Rounds(rounds))) => rounds.to_string(),
            Some(Ok(Next::Parameter(_, value))) => value.clone(),
            Some(Err(_)) | None => String::new(),
        };
        let reason = way.first_reason().unwrap_or_default().to_owned();
        let parameters = way.parameters.to_owned();
        let [eps, delta] =
            [&shown.arguments.eps, &shown.arguments.delta].map(|number| number.text.clone());
        records.push([parameters, total, most, lo, hi, kept, next, reason, delta, eps]);
    }
    let parameter = shown.ways.iter().find_map(|way| match &way.next {
        Some(Ok(Next::Parameter(name, _))) => Some(symbol(name)),
        _ => None,
    });
    match parameter {
        Some(formula) => records.headed("value", formula),
        None => records,
    }
}

/// The total of a filter, as LaTeX has it.
fn of_filter(what: &str, total: &Styled) -> String {
    let Printed { lo, hi, .. } = Printed::of(total);
    format!("filter ${} {}$", symbol(what), at_most([&lo, &hi]))
}

/// The same with the delta and the budget in the headings of a table on paper.
pub fn on_paper(records: Records, arguments: &BudgetArgs) -> Records {
    let eps = format!("{}({})", symbol("eps"), claimed(&arguments.delta));
    let kept = format!("\\leq {}", claimed(&arguments.eps));
    records.headed("eps", eps).headed("kept", kept)
}

/// Both ends of a number; empty where there is none.
pub fn ends(number: Option<&Styled>) -> [String; 2] {
    number.map_or_else(Default::default, |number| {
        let Printed { lo, hi, .. } = Printed::of(number);
        [lo, hi]
    })
}

/// One JSON object.
///
/// # Errors
/// If writing to the output fails.
pub fn json(shown: &Shown<'_>, output: &mut dyn Write) -> io::Result<()> {
    let Shown { arguments, name, file, ways, findings } = *shown;
    let number = |number: &Styled| {
        let Printed { lo, hi, .. } = Printed::of(number);
        serde_json::json!({ "lo": lo, "hi": hi })
    };
    let way = |way: &Way| {
        let mut shown = serde_json::Map::new();
        shown.insert("parameters".to_owned(), way.parameters.into());
        if let Some((what, total)) = &way.total {
            shown.insert("total".to_owned(), (*what).into());
            if let Ok(total) = total {
                shown.insert("at-most".to_owned(), Printed::of(total).hi.into());
            }
        }
        match &way.eps {
            Ok(eps) if way.total.is_none() => shown.insert("eps".to_owned(), number(eps)),
            // The lower end is of one mechanism, and no filter is about one.
            Ok(eps) => {
                shown.insert("eps".to_owned(), serde_json::json!({ "hi": Printed::of(eps).hi }))
            }
            Err(_) => None,
        };
        if let Some(reason) = way.reason() {
            shown.insert("reason".to_owned(), reason.into());
        }
        if let Some(kept) = way.kept {
            shown.insert("kept".to_owned(), kept.into());
        }
        match &way.next {
            Some(Ok(Next::Rounds(rounds))) => shown.insert("rounds".to_owned(), (*rounds).into()),
            Some(Ok(Next::Parameter(name, value))) => shown.insert(
                "parameter".to_owned(),
                serde_json::json!({ "name": name, "value": value }),
            ),
            Some(Err(reason)) => shown.insert("next-reason".to_owned(), reason.as_str().into()),
            None => None,
        };
        serde_json::Value::from(shown)
    };
    let mut all = header_json(arguments, name, file);
    all["next"] = arguments.next.clone().into();
    if let Some(part) = &arguments.part {
        all["part"] = part.as_str().into();
    }
    all["ways"] = ways.iter().map(way).collect();
    all["findings"] = findings.json();
    writeln!(output, "{all}")
}
