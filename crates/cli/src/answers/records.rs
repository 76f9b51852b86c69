//! An answer as a table for other programs.

use crate::output::{self, Kind, Records};
use dpcert::answer::{Calibrated, Field, Part};
use dpcert::exact::decimal::Decimal;
use dpcert::{Answer, Content};

/// The answer to the question named `quantity`; `None` for answers that are not a list of numbers,
/// which no command asks for.
pub fn records(quantity: &str, answer: &Answer) -> Option<Records> {
    let parts = match &answer.content {
        Content::Calibrated(found) => return Some(calibrated(found)),
        Content::Dominance(_) | Content::Channel(_) | Content::Sensitivity(_) => return None,
        content => content.parts(),
    };
    let Part::Record(fields) = parts else {
        return None;
    };
    let lists: Vec<(&str, &[Part<'_>])> = fields.iter().filter_map(list).collect();
    let rows: Vec<Vec<Cell>> = match lists.as_slice() {
        [] => {
            // The column names the number, so its ends need no prefix.
            let ends = |field: &Field<'_>| cells(&Field { title: Some(""), ..field.clone() });
            let name = |field: &Field<'_>| named("quantity", field.name.unwrap_or(quantity));
            fields
                .iter()
                .map(|field| [name(field)].into_iter().chain(ends(field)).collect())
                .collect()
        }
        [(_, rows)] => rows.iter().map(|row| cells_of(row).collect()).collect(),
        several => {
            let row = |name: &str, row: &Part<'_>| {
                [named("polygon", name)].into_iter().chain(cells_of(row)).collect()
            };
            several
                .iter()
                .flat_map(|(name, rows)| rows.iter().map(move |part| row(name, part)))
                .collect()
        }
    };
    let mut records =
        Records::new(rows.first()?.iter().map(|cell| (cell.column.clone(), Kind::Whole)));
    rows.into_iter().for_each(|row| records.push(row.into_iter().map(|cell| cell.text)));
    Some(records)
}

/// Both values of a parameter, with the quantity there: the one that meets the budget first.
fn calibrated(found: &Calibrated) -> Records {
    let (name, quantity) = (found.parameter.name, found.quantity);
    let ends = ["lo", "hi", "exact"].map(|end| format!("{quantity}_{end}"));
    let names = ["budget".to_owned(), name.to_owned()].into_iter().chain(ends);
    let mut records = Records::new(names.map(|name| (name, Kind::Whole)));
    for (budget, value) in [("met", &found.meets), ("exceeded", &found.fails)] {
        if let Some((value, bounds)) = value {
            let cells = [budget.to_owned(), Decimal::or_fraction(value)];
            records.push(cells.into_iter().chain(output::cells(bounds)));
        }
    }
    records
}

/// A text in its column.
struct Cell {
    column: String,
    text: String,
}

fn named(column: &str, text: &str) -> Cell {
    Cell { column: column.to_owned(), text: text.to_owned() }
}

fn list<'a>(field: &'a Field<'_>) -> Option<(&'a str, &'a [Part<'a>])> {
    match &field.part {
        Part::List(rows) => Some((field.name?, rows)),
        _ => None,
    }
}

fn cells_of<'a>(row: &'a Part<'_>) -> impl Iterator<Item = Cell> + 'a {
    let fields = if let Part::Record(fields) = row { fields.as_slice() } else { &[] };
    fields.iter().flat_map(cells)
}

/// The cells of a field; none if tables omit it.
fn cells(field: &Field<'_>) -> Vec<Cell> {
    let Some(title) = field.title else {
        return Vec::new();
    };
    if let Part::Number(bounds) = &field.part {
        let column = |end: &str| {
            if title.is_empty() { end.to_owned() } else { format!("{title}_{end}") }
        };
        let ends = ["lo", "hi", "exact"].into_iter().zip(output::cells(bounds));
        return ends.map(|(end, text)| Cell { column: column(end), text }).collect();
    }
    cell(&field.part).map(|text| named(title, &text)).into_iter().collect()
}

/// A part that is one text, in the cell of a table.
pub(super) fn cell(part: &Part<'_>) -> Option<String> {
    match part {
        Part::Rational(x) => Some(Decimal::or_fraction(x)),
        Part::Expression(x) => Some(x.to_string()),
        Part::Text(text) => Some((*text).to_owned()),
        Part::Whole(n) => Some(n.to_string()),
        Part::Number(_)
        | Part::Kernel(_)
        | Part::Truth(_)
        | Part::Absent
        | Part::Record(_)
        | Part::List(_) => None,
    }
}
