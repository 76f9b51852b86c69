//! The report as one JSON object, its fields always in the same order.

use super::{Answered, BadFile, JudgedFile, Summary, is_idealised};
use crate::ends::{ends, known, requested};
use crate::settings::rendered;
use crate::tree::{self, Part, Record};
use dpcert::claim::{Claim, Judgement, Remark, Row, Verdict};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Report<'a, A> {
    files: Vec<Record>,
    bad_files: &'a [BadFile],
    summary: Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a A>,
}

/// Writes the report as JSON. Numbers are strings, as everywhere. `lo`, `hi` have as many digits as
/// show the verdict, `margin` is >= 0 exactly where the shown value is as claimed, and `ratio` is
/// the claimed value divided by the certified one. `findings` is empty where there are none.
/// `against` is there where the file was compared with another.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json<A: Serialize>(
    output: &mut dyn Write,
    files: &[JudgedFile],
    bad: &[BadFile],
    against: Option<&A>,
) -> io::Result<()> {
    let (bad_files, summary) = (bad, Summary::of(files, bad));
    tree::write_json(
        output,
        &Report { files: files.iter().map(file).collect(), bad_files, summary, against },
    )
}

fn file(judged: &JudgedFile) -> Record {
    let (scope, derived) = (&judged.file.scope, judged.file.derived());
    let claims: Part =
        judged.entries().map(|(claim, judgement)| entry(judged, claim, judgement)).collect();
    let source = |row: &Row| Some(Record::of("id", &row.id).with("source", row.source.as_ref()?));
    let sources: Vec<Record> = judged.file.ledger.iter().filter_map(source).collect();
    Record::of("path", &judged.name)
        .with_some("title", judged.file.title.as_ref())
        .with("unit", &scope.unit)
        .with("adjacency", scope.adjacency.name())
        .with("exclusions", Part::from_iter(&scope.exclusions))
        .with_some("sources", (!sources.is_empty()).then(|| Part::from_iter(sources)))
        .with_some("derived", some(&derived).map(Part::from_iter))
        .with("claims", claims)
        .with_some(
            "asked",
            some(&judged.answers).map(|answers| answers.iter().map(asked).collect::<Part>()),
        )
        .with_some("findings", some(&judged.remarks).map(findings))
}

/// A list that is omitted where it is empty.
fn some<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}

fn findings(remarks: &[Remark]) -> Part {
    let of = |Remark { finding, level, message }: &Remark| {
        Record::of("finding", finding.name()).with("level", level.name()).with("message", message)
    };
    remarks.iter().map(of).collect()
}

/// An answer about the whole ledger.
pub fn asked(answered: &Answered) -> Record {
    let (answer, unanswered) = (answered.answer.as_ref().ok(), answered.answer.as_ref().err());
    let because = |is| unanswered.filter(|it| it.is_contradiction == is).map(|it| &it.reason);
    requested(&answered.quantity)
        .and(known(answered.bounds()))
        .with("tight", answer.map(|answer| answer.tight))
        .with("met", answer.map(|answer| answer.met))
        .with("method", answer.map(|answer| answer.method.name()))
        .with("engine", answer.map(|answer| answer.engine))
        .with_some("missing", because(false))
        .with_some("contradiction", because(true))
}

/// A claim with its verdict.
pub fn entry(judged: &JudgedFile, claim: &Claim, judgement: &Judgement) -> Record {
    let rows = || judged.file.rows(claim);
    let evidence = judgement.evidence.as_ref();
    let ratio = evidence.and_then(|evidence| evidence.margin.ratio.as_ref());
    let note =
        |verdict| judgement.note.as_ref().filter(|_| judgement.verdict == verdict).map(rendered);
    let claimed = match claim.relation.values().as_slice() {
        [value] => Part::from(&value.text),
        values => values.iter().map(|value| &value.text).collect(),
    };
    Record::of("id", &claim.id)
        .with("over", rows().map(|row| &row.id).collect::<Part>())
        .and(requested(&claim.quantity))
        .with("relation", claim.relation.name())
        .with("claimed", claimed)
        .and(known(evidence.map(|evidence| &evidence.witness)))
        .with("margin", evidence.map(|evidence| ends(&evidence.margin.distance)))
        .with("ratio", ratio.map(ends))
        .with("verdict", judgement.verdict.name())
        // A mechanism or a sampler is judged in place of what was run.
        .with_some("idealised", is_idealised(rows()).then_some(true))
        .with("expected", claim.expect.name())
        .with("as_expected", judgement.is_expected(claim))
        .with("reason", claim.reason.as_ref())
        .with("source", claim.source.as_ref())
        .with("method", evidence.map(|evidence| evidence.method.name()))
        .with("engine", evidence.map(|evidence| evidence.engine))
        .with_some("what_would_decide", note(Verdict::Undecided))
        .with_some("missing", note(Verdict::Unsupported))
        .with_some("contradiction", judgement.contradiction.as_ref())
        .with("findings", findings(&judgement.remarks))
}
