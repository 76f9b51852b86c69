//! Questions and relations as a table for other programs.

use super::CrosscheckReport;
use super::json::{entry, order_name, relation_entry};
use super::relations::relation_text;
use crate::output::{Kind, Records};
use dpcert_answers::tree::Record;
use dpcert_crosscheck::{Answer, Judged, Related, Request, Said};

/// The columns of the table.
const COLUMNS: [(&str, Kind); 20] = [
    ("id", Kind::Whole),
    ("question", Kind::Detail),
    ("quantity", Kind::Whole),
    ("parameter", Kind::Whole),
    ("bound", Kind::Whole),
    ("value", Kind::Whole),
    ("value_to", Kind::Detail),
    ("rel_tol", Kind::Detail),
    ("lo", Kind::Whole),
    ("hi", Kind::Whole),
    ("exact", Kind::Detail),
    ("margin_lo", Kind::Detail),
    ("margin_hi", Kind::Detail),
    ("verdict", Kind::Whole),
    ("standing", Kind::Detail),
    ("program", Kind::Detail),
    ("method", Kind::Detail),
    ("why", Kind::Detail),
    ("abs_tol", Kind::Detail),
    ("by_rounding", Kind::Detail),
];

/// A row for each question and each relation. On paper both ends of an interval, or both answers of a
/// relation, are in one cell.
pub fn question_records(report: &CrosscheckReport<'_>, on_paper: bool) -> Records {
    let mut records = Records::new(COLUMNS)
        .headed("value", "\\mbox{says}".to_owned())
        .headed("", "\\mbox{certified}".to_owned());
    let shown = |cells: Vec<(String, String)>| if on_paper { as_one(cells) } else { cells };
    for judged in &report.judged {
        records.push_named(&shown(own(judged).and(entry(judged)).cells()));
    }
    for related in &report.related {
        records.push_named(&shown(own_of_relation(related).and(relation_entry(related)).cells()));
    }
    records
}

/// The same with two values in one cell.
fn as_one(mut cells: Vec<(String, String)>) -> Vec<(String, String)> {
    let text = |cells: &[(String, String)], wanted: &str| {
        cells.iter().find(|(name, _)| name == wanted).map(|(_, text)| text.clone())
    };
    if let (Some(lo), Some(hi)) = (text(&cells, "value"), text(&cells, "value_to"))
        && !hi.is_empty()
    {
        cells.insert(0, ("value".to_owned(), format!("[{lo}, {hi}]")));
    }
    cells
}

/// What the row of a question says in another way than JSON: an interval is two values.
fn own(judged: &Judged<'_>) -> Record {
    let own = parameter(judged.request);
    match &judged.answer.said {
        Said::Interval { lo, hi } => {
            own.with("bound", "interval").with("value", lo.text()).with("value_to", hi.text())
        }
        _ => own,
    }
}

/// What the row of a relation says in another way than JSON: its two answers are two values.
fn own_of_relation(related: &Related<'_>) -> Record {
    let relation = related.relation;
    let number = |answer: &Answer| answer.said.numbers();
    parameter(&relation.first)
        .with("question", relation_text(related.relation))
        .with("quantity", relation.first.quantity.name)
        .with("bound", order_name(relation.order))
        .with("value", number(&related.first))
        .with("value_to", number(&related.second))
}

fn parameter(request: &Request) -> Record {
    Record::of("parameter", request.quantity.parameter.as_ref().map(|(_, value)| &value.text))
}
