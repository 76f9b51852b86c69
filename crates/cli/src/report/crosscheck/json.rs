//! The report as one JSON object, its fields always in the same order.

use super::CrosscheckReport;
use super::relations::{relation_text, relation_why};
use super::words::{question_text, why};
use dpcert::Styled;
use dpcert::claim::{Evidence, Literal};
use dpcert_answers::ends::{ends, known, requested};
use dpcert_answers::tree::{self, Part, Record};
use dpcert_crosscheck::relation::Order;
use dpcert_crosscheck::{Answer, Bound, Judged, Number, Related, Request, Said};
use std::io::{self, Write};

/// Writes the report. Numbers are strings; `lo` and `hi` enclose the certified value with as many
/// digits as show the verdict, up to 1000, `margin` is >= 0 where the answer is on the safe side, and `ratio`
/// is the answer divided by the certified value. `by_rounding` is there where the answer is unsound,
/// and by no more than binary64 rounds.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json(output: &mut dyn Write, report: &CrosscheckReport<'_>) -> io::Result<()> {
    let relations = report.relations().record("relations").with("not_asked", report.unrelated);
    let summary = report.questions().record("questions");
    let summary = summary
        .with("contradictions", report.contradictions())
        .with("not_asked", report.others)
        .with("absent", report.absent.len())
        .with("relations", relations)
        .with("unasked", report.unasked)
        .with("known_absent", Part::from_iter(&report.absent))
        .with("known_nowhere", Part::from_iter(&report.nowhere))
        .with("known_unsupported", Part::from_iter(&report.unsupported));
    let whole = Record::of("programs", Part::from_iter(report.programs()))
        .with("questions", report.judged.iter().map(entry).collect::<Part>())
        .with("relations", report.related.iter().map(relation_entry).collect::<Part>())
        .with("summary", summary);
    tree::write_json(output, &whole)
}

/// A question with its verdict.
pub fn entry(judged: &Judged<'_>) -> Record {
    let Judged { request, answer, finding, standing } = judged;
    let (evidence, margin) = (finding.evidence.as_ref(), finding.margin.as_ref());
    Record::of("id", &request.id)
        .with("question", question_text(request))
        .and(requested(&request.quantity))
        .and(stated(&answer.said))
        .and(known(evidence.map(certified)))
        .with("margin", margin.map(|margin| ends(&margin.distance)))
        .with("ratio", margin.and_then(|margin| margin.ratio.as_ref()).map(ends))
        .with("verdict", finding.verdict.name())
        .with_some("by_rounding", finding.rounded().map(|_| true))
        .with("standing", standing.name())
        .with("why", why(judged))
        .with("program", answer.program.as_ref())
        .with("method", evidence.map(|evidence| evidence.method.name()))
        .with("engine", evidence.map(|evidence| evidence.engine))
        .with_some("flags", (!request.flags.is_empty()).then(|| Part::from_iter(&request.flags)))
}

/// The certified value with the digits that show the verdict. Beside 1 these are as many as their
/// distance has zeros, which the margin says in a few: then it has the usual ones.
fn certified(evidence: &Evidence) -> &Styled {
    /// The most digits, some lines of a screen.
    const MOST: u64 = 1000;
    if evidence.witness.digits() > MOST { &evidence.shown } else { &evidence.witness }
}

/// Two answers that logic relates.
pub fn relation_entry(related: &Related<'_>) -> Record {
    let relation = related.relation;
    let side = |request: &Request, answer: &Answer| {
        let consistent = answer.consistent.as_ref().map(|promised| &promised.text);
        Record::of("id", &request.id).and(stated(&answer.said)).with_some("consistent", consistent)
    };
    Record::of("id", &relation.id)
        .with("law", relation.law.slug())
        .with("order", order_name(relation.order))
        .with("relation", relation_text(related.relation))
        .with("first", side(&relation.first, &related.first))
        .with("second", side(&relation.second, &related.second))
        .with("verdict", related.comparison.agreement.name())
        .with("standing", related.standing.name())
        .with("why", relation_why(related))
        .with("program", related.first.program.as_ref())
}

pub fn order_name(order: Order) -> &'static str {
    match order {
        Order::Equal => "equal",
        Order::AtMost => "at-most",
    }
}

/// The numbers of an answer.
fn stated(said: &Said) -> Record {
    let (value, bound) = match said {
        Said::Value { value, bound } => (Some(value), Some(bound)),
        _ => (None, None),
    };
    let tolerance = bound.map(Bound::tolerance);
    let text = |stated: Option<&Option<Literal>>| stated?.as_ref().map(|it| it.text.clone());
    let interval = match said {
        Said::Interval { lo, hi } => Some(Record::of("lo", lo.text()).with("hi", hi.text())),
        _ => None,
    };
    Record::of("value", value.map(Number::text))
        .with("bound", bound.map(Bound::name))
        .with_some("rel_tol", text(tolerance.map(|it| &it.relative)))
        .with_some("abs_tol", text(tolerance.map(|it| &it.absolute)))
        .with_some("interval", interval)
}
