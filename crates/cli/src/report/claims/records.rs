//! Judged claims as a table for other programs: a row for each claim.

use super::JudgedFile;
use crate::common::rendered;
use crate::output::{Kind, Records, cells};
use dpcert::claim::{Quantity, Relation};

/// The columns of the table.
const COLUMNS: [(&str, Kind); 23] = [
    ("file", Kind::Detail),
    ("unit", Kind::Detail),
    ("adjacency", Kind::Detail),
    ("claim", Kind::Whole),
    ("over", Kind::Detail),
    ("quantity", Kind::Whole),
    ("parameter", Kind::Whole),
    ("parameter_value", Kind::Whole),
    ("relation", Kind::Whole),
    ("claimed", Kind::Whole),
    ("claimed_to", Kind::Detail),
    ("lo", Kind::Whole),
    ("hi", Kind::Whole),
    ("exact", Kind::Detail),
    ("margin_lo", Kind::Detail),
    ("margin_hi", Kind::Detail),
    ("verdict", Kind::Whole),
    ("expected", Kind::Detail),
    ("as_expected", Kind::Detail),
    ("method", Kind::Detail),
    ("engine", Kind::Detail),
    ("findings", Kind::Detail),
    ("note", Kind::Detail),
];

/// A row for each claim. `claimed_to` is the upper end of a claim between two values; `note` is what would decide a
/// claim, or what is missing to judge it. The answers about a ledger follow, without a claim. Files that could not be
/// read are not included.
pub fn claim_records(files: &[JudgedFile]) -> Records {
    let mut records = Records::new(COLUMNS);
    for judged in files {
        let scope = &judged.file.scope;
        for (claim, judgement) in judged.entries() {
            let evidence = judgement.evidence.as_ref();
            let [[lo, hi, exact], [margin_lo, margin_hi, _]] = match evidence {
                Some(evidence) => [&evidence.witness, &evidence.margin.distance].map(cells),
                None => Default::default(),
            };
            let (parameter, parameter_value) = parameter(&claim.quantity);
            let (relation, claimed, claimed_to) = match &claim.relation {
                Relation::AtMost(value) => ("<=", value.text.as_str(), ""),
                Relation::AtLeast(value) => (">=", value.text.as_str(), ""),
                Relation::Equals(value) => ("=", value.text.as_str(), ""),
                Relation::Between(low, high) => ("between", low.text.as_str(), high.text.as_str()),
            };
            let findings: Vec<&str> = judgement.remarks.iter().map(|remark| remark.finding.name()).collect();
            records.push([
                judged.name.clone(),
                scope.unit.clone(),
                scope.adjacency.name().to_owned(),
                claim.id.clone(),
                judged.file.rows(claim).map(|row| row.id.as_str()).collect::<Vec<_>>().join(" "),
                claim.quantity.name.to_owned(),
                parameter.to_owned(),
                parameter_value.to_owned(),
                relation.to_owned(),
                claimed.to_owned(),
                claimed_to.to_owned(),
                lo,
                hi,
                exact,
                margin_lo,
                margin_hi,
                judgement.verdict.name().to_owned(),
                claim.expect.name().to_owned(),
                judgement.is_expected(claim).to_string(),
                evidence.map_or("", |x| x.method.name()).to_owned(),
                evidence.map(|x| x.engine).unwrap_or_default().to_owned(),
                findings.join(" "),
                judgement.contradiction.clone().or_else(|| judgement.note.as_ref().map(rendered)).unwrap_or_default(),
            ]);
        }
        for answered in &judged.answers {
            let [lo, hi, exact] = answered.bounds().map(cells).unwrap_or_default();
            let (parameter, parameter_value) = parameter(&answered.quantity);
            let mut row = vec![String::new(); COLUMNS.len()];
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let (answer, unanswered) = (answered.answer.as_ref().ok(), answered.answer.as_ref().err());
            for (name, value) in [
                ("file", judged.name.clone()),
                ("unit", scope.unit.clone()),
                ("adjacency", scope.adjacency.name().to_owned()),
                ("over", "*".to_owned()),
                ("quantity", answered.quantity.name.to_owned()),
                ("parameter", parameter.to_owned()),
                ("parameter_value", parameter_value.to_owned()),
                ("lo", lo),
                ("hi", hi),
                ("exact", exact),
                ("method", text(answer.map(|answer| answer.method.name()))),
                ("engine", text(answer.map(|answer| answer.engine))),
                ("note", text(unanswered.map(|unanswered| unanswered.reason.as_str()))),
            ] {
                let place = COLUMNS.iter().zip(&mut row).find(|((column, _), _)| *column == name);
                if let Some((_, cell)) = place {
                    *cell = value;
                }
            }
            records.push(row);
        }
    }
    records
}

fn parameter(quantity: &Quantity) -> (&str, &str) {
    quantity.parameter.as_ref().map_or(("", ""), |(name, value)| (name, value.text.as_str()))
}
