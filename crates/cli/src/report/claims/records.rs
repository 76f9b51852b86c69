//! Judged claims as a table for other programs: a row for each claim.

use crate::output::{
    Kind, Records, UNKNOWN, apart, claimed, claimed_to, digits_apart, latex_text, symbol,
};
use dpcert::Real;
use dpcert::claim::{Claim, Judgement, Quantity, Relation, Remark};
use dpcert_answers::claims::{Answered, JudgedFile, asked, entry, steps_of_value};
use dpcert_answers::rendered;
use dpcert_answers::tree::{Part, Record};
use std::path::Path;

/// The columns of the table.
const COLUMNS: [(&str, Kind); 24] = [
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
    ("steps", Kind::Detail),
];

/// A row for each claim. `claimed_to` is the upper end of a claim between two values; `note` is
/// what would decide a claim, or what is missing to judge it; `steps` is `most` or `fewest`, those of
/// the value where epochs leave a range. The answers about a ledger follow,
/// without a claim. Files that could not be read are not included.
pub fn claim_records(files: &[JudgedFile]) -> Records {
    let mut records = Records::new(COLUMNS);
    for judged in files {
        let (name, scope) = (&judged.name, &judged.file.scope);
        let file = Record::of("file", name)
            .with("unit", &scope.unit)
            .with("adjacency", scope.adjacency.name());
        for (claim, judgement) in judged.entries() {
            let own =
                file.clone().and(parameter(&claim.quantity)).and(own(judged, claim, judgement));
            records.push_named(&own.and(entry(judged, claim, judgement)).cells());
        }
        for answered in &judged.answers {
            let reason = answered.answer.as_ref().err().map(|unanswered| &unanswered.reason);
            let own = file
                .clone()
                .and(parameter(&answered.quantity))
                .with("over", "*")
                .with("findings", names(&judged.remarks))
                .with("note", reason);
            records.push_named(&own.and(asked(answered)).cells());
        }
    }
    records
}

/// The same on paper: a claim, what it claims, the certified value and the verdict, as narrow as a
/// column of a page. The digits of the value show the verdict. An answer about a ledger has the name
/// of its file, where there is something else beside it. Answers about several ledgers are a row for
/// each ledger, with a column for each quantity.
pub fn claims_on_paper(files: &[JudgedFile], digits: Option<u64>) -> Records {
    let has_claims = files.iter().any(|judged| judged.entries().next().is_some());
    let has_answers = files.iter().any(|judged| !judged.answers.is_empty());
    let (name, quantity) = match (has_claims, has_answers) {
        (true, false) => ("claim", "claimed"),
        (false, _) if files.len() > 1 => return ledgers_on_paper(files, digits),
        (false, _) => ("", "quantity"),
        (true, true) => ("about", "quantity"),
    };
    let mut records = Records::new([
        (name, Kind::Formula),
        (quantity, Kind::Formula),
        ("certified", Kind::Formula),
        ("verdict", Kind::Whole),
    ]);
    for judged in files {
        for (claim, judgement) in judged.entries() {
            let quantity = in_words(&claim.quantity);
            let values = claim.relation.values();
            let numbers: Vec<&Real> = values.iter().map(|value| &value.value).collect();
            let witness = judgement.evidence.as_ref().map(|evidence| &evidence.witness);
            let digits = witness.map_or(0, |witness| digits_apart(witness, &numbers, digits));
            let texts: Vec<String> =
                values.iter().map(|value| claimed_to(value, digits + 1)).collect();
            let stated = match (&claim.relation, texts.as_slice()) {
                (Relation::AtMost(_), [value]) => format!("{quantity} \\leq {value}"),
                (Relation::AtLeast(_), [value]) => format!("{quantity} \\geq {value}"),
                (_, [value]) => format!("{quantity} = {value}"),
                (_, ends) => format!("{quantity} \\in [{}]", ends.join(", ")),
            };
            let certified =
                witness.map(|witness| format!("${}$", apart(witness, &numbers, digits)));
            let steps = steps_of_value(&judged.file, claim, judgement);
            let steps = steps.map(|steps| format!(" ({steps} steps)")).unwrap_or_default();
            records.push([
                latex_text(&claim.id),
                format!("${stated}$"),
                certified.map_or_else(|| UNKNOWN.to_owned(), |value| value + &steps),
                judgement.verdict.name().to_owned(),
            ]);
        }
        for answered in &judged.answers {
            let name = if has_claims { name_on_paper(judged) } else { String::new() };
            let quantity = format!("${}$", in_words(&answered.quantity));
            records.push([name, quantity, answer_on_paper(answered, digits)]);
        }
    }
    records
}

/// Answers about ledgers on paper, which are asked the same.
fn ledgers_on_paper(files: &[JudgedFile], digits: Option<u64>) -> Records {
    let quantities: Vec<String> = match files {
        [first, ..] => first.answers.iter().map(|it| in_words(&it.quantity)).collect(),
        [] => Vec::new(),
    };
    let columns = ["ledger"].into_iter().chain(quantities.iter().map(String::as_str));
    let mut records = Records::new(columns.map(|name| (name, Kind::Formula)));
    for quantity in &quantities {
        records = records.headed(quantity, quantity.clone());
    }
    for judged in files {
        let answers = judged.answers.iter().map(|answered| answer_on_paper(answered, digits));
        records.push([name_on_paper(judged)].into_iter().chain(answers));
    }
    records
}

fn answer_on_paper(answered: &Answered, digits: Option<u64>) -> String {
    match answered.bounds() {
        Some(bounds) => format!("${}$", apart(bounds, &[], digits_apart(bounds, &[], digits))),
        None => UNKNOWN.to_owned(),
    }
}

/// The name of a file without its ending, as that of a row.
fn name_on_paper(judged: &JudgedFile) -> String {
    let stem = Path::new(&judged.name).file_stem().unwrap_or_default().to_string_lossy();
    // As claim files are called by this program.
    latex_text(stem.strip_suffix(".dpcert").unwrap_or(&stem))
}

/// A quantity with its parameter, as a formula.
fn in_words(quantity: &Quantity) -> String {
    let name = symbol(quantity.name);
    match &quantity.parameter {
        Some((_, value)) => format!("{name}({})", claimed(value)),
        None => name,
    }
}

fn parameter(quantity: &Quantity) -> Record {
    let (name, value) =
        quantity.parameter.as_ref().map(|(name, value)| (*name, &value.text)).unzip();
    Record::of("parameter", name).with("parameter_value", value)
}

fn names(remarks: &[Remark]) -> Part {
    remarks.iter().map(|remark| remark.finding.name()).collect()
}

/// What a row says in another way than JSON.
fn own(judged: &JudgedFile, claim: &Claim, judgement: &Judgement) -> Record {
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
        .with("findings", names(&judgement.remarks))
        .with("note", note)
        .with("steps", steps_of_value(&judged.file, claim, judgement))
}
