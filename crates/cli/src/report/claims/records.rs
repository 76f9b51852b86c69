//! Judged claims as a table for other programs: a row for each claim.

use crate::output::{Kind, Records};
use dpcert::claim::{Claim, Judgement, Quantity, Relation};
use dpcert_answers::claims::{JudgedFile, asked, entry};
use dpcert_answers::rendered;
use dpcert_answers::tree::{Part, Record};

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

/// A row for each claim. `claimed_to` is the upper end of a claim between two values; `note` is
/// what would decide a claim, or what is missing to judge it. The answers about a ledger follow,
/// without a claim. Files that could not be read are not included.
pub fn claim_records(files: &[JudgedFile]) -> Records {
    let mut records = Records::new(COLUMNS);
    for judged in files {
        let (name, scope) = (&judged.name, &judged.file.scope);
        let file = Record::of("file", name)
            .with("unit", &scope.unit)
            .with("adjacency", scope.adjacency.name());
        for (claim, judgement) in judged.entries() {
            let own = file.clone().and(parameter(&claim.quantity)).and(own(claim, judgement));
            records.push_named(&own.and(entry(judged, claim, judgement)).cells());
        }
        for answered in &judged.answers {
            let reason = answered.answer.as_ref().err().map(|unanswered| &unanswered.reason);
            let own = file
                .clone()
                .and(parameter(&answered.quantity))
                .with("over", "*")
                .with("note", reason);
            records.push_named(&own.and(asked(answered)).cells());
        }
    }
    records
}

fn parameter(quantity: &Quantity) -> Record {
    let (name, value) =
        quantity.parameter.as_ref().map(|(name, value)| (*name, &value.text)).unzip();
    Record::of("parameter", name).with("parameter_value", value)
}

/// What a row says in another way than JSON.
fn own(claim: &Claim, judgement: &Judgement) -> Record {
    let sign = match &claim.relation {
        Relation::AtMost(_) => "<=",
        Relation::AtLeast(_) => ">=",
        Relation::Equals(_) => "=",
        Relation::Between(..) => "between",
    };
    let mut claimed = claim.relation.values().into_iter().map(|value| &value.text);
    let note = judgement.contradiction.clone().or_else(|| judgement.note.as_ref().map(rendered));
    Record::of("claim", &claim.id)
        .with("relation", sign)
        .with("claimed", claimed.next())
        .with("claimed_to", claimed.next())
        .with(
            "findings",
            judgement.remarks.iter().map(|remark| remark.finding.name()).collect::<Part>(),
        )
        .with("note", note)
}
