//! Several budgets: each option may be a list, and each combination is a row of one table.

use super::{CalibrateArgs, answer};
use crate::answers::explain;
use crate::output::{
    Format, Kind, Records, cell, empty_table, print_error, terminal_options, with_zeros,
    write_table,
};
use crate::spinner::counting;
use crate::{Exit, Settings};
use dpcert::exact::decimal::Decimal;
use dpcert::{Answer, Content, Refusal};
use dpcert_answers::lines::paragraph;
use dpcert_answers::protocol::{self, Outcome, Reply, notes_of};
use dpcert_answers::render_refusal;
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The most budgets of a table: each is a search.
const MOST: usize = 100;

/// An option of the command.
type Of = fn(&mut CalibrateArgs) -> &mut Option<String>;

/// The options that may be lists, in the order of the columns.
const LISTS: [(&str, Of); 7] = [
    ("eps", |arguments| &mut arguments.eps),
    ("delta", |arguments| &mut arguments.delta),
    ("tv", |arguments| &mut arguments.tv),
    ("alpha", |arguments| &mut arguments.alpha),
    ("beta", |arguments| &mut arguments.beta),
    ("tpr", |arguments| &mut arguments.tpr),
    ("mu", |arguments| &mut arguments.mu),
];

/// The numbers of a list: commas in brackets belong to a number.
fn numbers(text: &str) -> Vec<&str> {
    let mut depth = 0u32;
    let is_between = |letter: char| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    text.split(is_between).map(str::trim).collect()
}

/// The names of the options that are lists.
fn listed(arguments: &CalibrateArgs) -> Vec<&'static str> {
    let is_list =
        |of: Of| of(&mut arguments.clone()).as_deref().is_some_and(|text| numbers(text).len() > 1);
    LISTS.into_iter().filter(|(_, of)| is_list(*of)).map(|(name, _)| name).collect()
}

/// One budget for each combination of the listed numbers.
fn budgets(arguments: &CalibrateArgs) -> Vec<CalibrateArgs> {
    let mut all = vec![arguments.clone()];
    for (_, of) in LISTS {
        let of_one = |mut one: CalibrateArgs| match of(&mut one).clone() {
            None => vec![one],
            Some(text) => {
                let with = |number: &str| {
                    let mut budget = one.clone();
                    *of(&mut budget) = Some(number.to_owned());
                    budget
                };
                numbers(&text).into_iter().map(with).collect()
            }
        };
        all = all.into_iter().flat_map(of_one).collect();
    }
    all
}

/// Answers on `output`, if an option is a list.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &CalibrateArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Option<Exit>> {
    let names = listed(arguments);
    if names.is_empty() {
        return Ok(None);
    }
    let budgets = budgets(arguments);
    if budgets.len() > MOST {
        print_error(&format!("{} budgets are listed, and {MOST} are the most", budgets.len()));
        return Ok(Some(Exit::BadInput));
    }
    let mut found = Vec::new();
    let progress = counting(budgets.len());
    for budget in &budgets {
        let (result, source) = answer(budget, settings, false);
        progress.step();
        if let Err(Refusal::Input(_)) = &result {
            drop(progress);
            explain(&result, &source);
            return Ok(Some(Exit::BadInput));
        }
        found.push(result);
    }
    drop(progress);
    let notes = notes_of(&[&arguments.mechanism]);
    let cells = |budget: &CalibrateArgs| -> Vec<String> {
        let text = |name: &&str| {
            let (_, of) = LISTS.into_iter().find(|(known, _)| known == name)?;
            of(&mut budget.clone()).clone()
        };
        names.iter().map(|name| text(name).unwrap_or_default()).collect()
    };
    let parameter = found.iter().find_map(|result| match result {
        Ok(Answer { content: Content::Calibrated(found), .. }) => Some(found.parameter.name),
        _ => None,
    });
    let parameter = parameter.unwrap_or("parameter");
    let rows: Vec<(Vec<String>, Result<String, String>)> =
        budgets.iter().zip(&found).map(|(budget, result)| (cells(budget), value(result))).collect();
    match arguments.format {
        Format { json: true, .. } => {
            for ((cells, _), result) in rows.iter().zip(&found) {
                let budget: Map<String, Value> = names
                    .iter()
                    .zip(cells)
                    .map(|(name, cell)| ((*name).into(), json!(cell)))
                    .collect();
                let outcome = Outcome::of(result.clone(), &arguments.mechanism);
                let reply = Reply { id: to_raw_value(&budget).ok(), outcome, notes: notes.clone() };
                protocol::write_json(output, &reply)?;
            }
        }
        format if format.is_records() => {
            let is_whole = found.iter().any(is_of_whole_number);
            let columns = names.iter().copied().chain([parameter]).map(|name| (name, Kind::Whole));
            let mut records = Records::new(columns.chain([("reason", Kind::Words)]));
            for (cells, value) in rows {
                let (value, reason) = match value {
                    Ok(value) if format.latex && !is_whole => {
                        (with_zeros(&value, arguments.digits), String::new())
                    }
                    Ok(value) => (value, String::new()),
                    Err(reason) => (String::new(), reason),
                };
                records.push(cells.into_iter().chain([value, reason]));
            }
            format.write_with(&notes, output, &records)?;
        }
        _ => {
            let options = terminal_options();
            let mut table = empty_table(&options);
            table.set_header(names.iter().copied().chain([parameter]).map(cell));
            for (cells, value) in &rows {
                let value = value.as_deref().unwrap_or("-");
                table.add_row(cells.iter().map(String::as_str).chain([value]).map(cell));
            }
            write_table(output, table, &[], None, &options)?;
            for (cells, value) in &rows {
                if let Err(reason) = value {
                    paragraph(output, "", &format!("{}: {reason}", cells.join(", ")), &options)?;
                }
            }
            for note in &notes {
                paragraph(output, "", &format!("note: {note}"), &options)?;
            }
        }
    }
    let exits = found.into_iter().map(|result| Outcome::of(result, &arguments.mechanism).exit());
    Ok(exits.reduce(Exit::and))
}

/// Is the parameter that was sought a whole number?
fn is_of_whole_number(result: &Result<Answer, Refusal>) -> bool {
    matches!(result, Ok(Answer { content: Content::Calibrated(found), .. }) if found.parameter.is_whole)
}

/// The value that meets a budget, or why there is none.
fn value(result: &Result<Answer, Refusal>) -> Result<String, String> {
    match result {
        Ok(Answer { content: Content::Calibrated(found), .. }) => match &found.meets {
            Some((value, _)) => Ok(Decimal::or_fraction(value)),
            None => Err("no value was found that meets the budget".to_owned()),
        },
        Ok(_) => Err("no value was found".to_owned()),
        Err(refusal) => Err(render_refusal(refusal)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_belong_to_a_number() {
        for (text, expected) in [
            ("1", &["1"][..]),
            ("1, 2,ln(3)", &["1", "2", "ln(3)"]),
            ("max(1, 2), 3", &["max(1, 2)", "3"]),
            ("1,", &["1", ""]),
        ] {
            assert_eq!(numbers(text), expected);
        }
    }
}
