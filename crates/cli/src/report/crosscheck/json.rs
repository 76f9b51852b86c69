//! The report as one JSON object, its fields always in the same order.

use super::CrosscheckReport;
use super::relations::{relation_text, relation_why};
use super::words::{question_text, why};
use crate::output::{Kind, Records};
use crate::report::ends::{Ends, Known};
use dpcert::Printed;
use dpcert_crosscheck::relation::{Agreement, Order};
use dpcert_crosscheck::{Answer, Bound, Judged, Number, Related, Request, Said, Standing, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
struct Report<'a> {
    programs: Vec<&'a str>,
    questions: Vec<Entry<'a>>,
    relations: Vec<RelationEntry<'a>>,
    summary: Counts,
}

#[derive(Serialize)]
struct Counts {
    questions: usize,
    verdicts: BTreeMap<&'static str, usize>,
    new: usize,
    known: usize,
    mended: usize,
    contradictions: usize,
    not_asked: usize,
    absent: usize,
    relations: RelationCounts,
}

#[derive(Serialize)]
struct RelationCounts {
    relations: usize,
    verdicts: BTreeMap<&'static str, usize>,
    new: usize,
    known: usize,
    mended: usize,
    not_asked: usize,
}

/// Two answers that logic relates.
#[derive(Serialize)]
struct RelationEntry<'a> {
    id: &'a str,
    law: &'a str,
    order: &'a str,
    relation: String,
    first: Side<'a>,
    second: Side<'a>,
    verdict: &'a str,
    standing: &'a str,
    why: Option<String>,
    program: Option<&'a str>,
}

#[derive(Serialize)]
struct Side<'a> {
    id: &'a str,
    #[serde(flatten)]
    stated: Stated<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consistent: Option<&'a str>,
}

/// The numbers of an answer.
#[derive(Serialize)]
struct Stated<'a> {
    value: Option<&'a str>,
    bound: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rel_tol: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<Ends>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    question: String,
    quantity: &'a str,
    parameters: BTreeMap<&'a str, &'a str>,
    #[serde(flatten)]
    stated: Stated<'a>,
    #[serde(flatten)]
    number: Known,
    margin: Option<Ends>,
    ratio: Option<Ends>,
    verdict: &'a str,
    standing: &'a str,
    why: Option<String>,
    program: Option<&'a str>,
    method: Option<&'a str>,
    engine: Option<&'a str>,
}

/// Writes the report. Numbers are strings; `lo` and `hi` enclose the certified value with as many digits as show the
/// verdict, `margin` is >= 0 where the answer is on the safe side, and `ratio` is the answer divided by the certified
/// value.
///
/// # Errors
/// If writing to the output fails.
pub fn write_json(output: &mut dyn Write, report: &CrosscheckReport<'_>) -> io::Result<()> {
    let verdicts = Verdict::WORDS.iter().map(|(word, verdict)| (*word, report.count(*verdict)));
    let summary = Counts {
        questions: report.judged.len(),
        verdicts: verdicts.collect(),
        new: report.standing(Standing::New),
        known: report.standing(Standing::Known),
        mended: report.standing(Standing::Mended),
        contradictions: report.contradictions(),
        not_asked: report.others,
        absent: report.absent,
        relations: relation_counts(report),
    };
    let questions = report.judged.iter().map(entry).collect();
    let relations = report.related.iter().map(relation_entry).collect();
    serde_json::to_writer_pretty(&mut *output, &Report { programs: report.programs(), questions, relations, summary })?;
    output.write_all(b"\n")
}

fn relation_counts(report: &CrosscheckReport<'_>) -> RelationCounts {
    let related = &report.related;
    let with = |agreement| related.iter().filter(|related| related.comparison.agreement == agreement).count();
    let standing = |standing| related.iter().filter(|related| related.standing == standing).count();
    RelationCounts {
        relations: related.len(),
        verdicts: Agreement::ALL.iter().map(|agreement| (agreement.name(), with(*agreement))).collect(),
        new: standing(Standing::New),
        known: standing(Standing::Known),
        mended: standing(Standing::Mended),
        not_asked: report.unrelated,
    }
}

/// A row for each question and each relation.
pub fn question_records(report: &CrosscheckReport<'_>) -> Records {
    let columns = [
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
    ];
    let mut records = Records::new(columns);
    for line in report.judged.iter().map(entry) {
        let Entry { stated: Stated { value, bound, rel_tol, interval }, margin, .. } = &line;
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let low = |ends: &Option<Ends>| text(ends.as_ref().map(|ends| ends.lo.as_str()));
        let high = |ends: &Option<Ends>| text(ends.as_ref().map(|ends| ends.hi.as_str()));
        records.push([
            line.id.to_owned(),
            line.question.clone(),
            line.quantity.to_owned(),
            line.parameters.values().copied().collect(),
            text(bound.or(interval.as_ref().map(|_| "interval"))),
            value.map_or_else(|| low(interval), str::to_owned),
            high(interval),
            text(*rel_tol),
            text(line.number.lo.as_deref()),
            text(line.number.hi.as_deref()),
            text(line.number.exact.as_deref()),
            low(margin),
            high(margin),
            line.verdict.to_owned(),
            line.standing.to_owned(),
            text(line.program),
            text(line.method),
            text(line.why.as_deref()),
        ]);
    }
    for related in &report.related {
        let relation = related.relation;
        let number = |answer: &Answer| answer.said.numbers().unwrap_or_default();
        let none = String::new;
        records.push([
            relation.id.clone(),
            relation_text(related),
            relation.first.quantity.name.to_owned(),
            parameters(&relation.first).values().copied().collect(),
            order_name(relation.order).to_owned(),
            number(&related.first),
            number(&related.second),
            none(),
            none(),
            none(),
            none(),
            none(),
            none(),
            related.comparison.agreement.name().to_owned(),
            related.standing.name().to_owned(),
            related.first.program.clone().unwrap_or_default(),
            none(),
            relation_why(related).unwrap_or_default(),
        ]);
    }
    records
}

fn order_name(order: Order) -> &'static str {
    match order {
        Order::Equal => "equal",
        Order::AtMost => "at-most",
    }
}

fn parameters(request: &Request) -> BTreeMap<&str, &str> {
    request.quantity.parameter.iter().map(|(name, value)| (*name, value.text.as_str())).collect()
}

fn relation_entry<'a>(related: &'a Related<'_>) -> RelationEntry<'a> {
    let relation = related.relation;
    let side = |request: &'a Request, answer: &'a Answer| Side {
        id: &request.id,
        stated: stated(&answer.said),
        consistent: answer.consistent.as_ref().map(|promised| promised.text.as_str()),
    };
    RelationEntry {
        id: &relation.id,
        law: relation.law.slug(),
        order: order_name(relation.order),
        relation: relation_text(related),
        first: side(&relation.first, &related.first),
        second: side(&relation.second, &related.second),
        verdict: related.comparison.agreement.name(),
        standing: related.standing.name(),
        why: relation_why(related),
        program: related.first.program.as_deref(),
    }
}

fn stated(said: &Said) -> Stated<'_> {
    let (value, bound) = match said {
        Said::Value { value, bound } => (Some(value), Some(bound)),
        _ => (None, None),
    };
    Stated {
        value: value.map(Number::text),
        bound: bound.map(Bound::name),
        rel_tol: match bound {
            Some(Bound::Estimate(tolerance)) => Some(&tolerance.text),
            _ => None,
        },
        interval: match said {
            Said::Interval { lo, hi } => Some(Ends { lo: lo.text().to_owned(), hi: hi.text().to_owned() }),
            _ => None,
        },
    }
}

fn entry<'a>(judged: &'a Judged<'_>) -> Entry<'a> {
    let Judged { request, answer, finding, standing } = judged;
    let evidence = finding.evidence.as_ref();
    let margin = finding.margin.as_ref();
    Entry {
        id: &request.id,
        question: question_text(request),
        quantity: request.quantity.name,
        parameters: parameters(request),
        stated: stated(&answer.said),
        number: evidence.map(|evidence| Printed::of(&evidence.witness)).into(),
        margin: margin.map(|margin| Ends::of(&margin.distance)),
        ratio: margin.and_then(|margin| margin.ratio.as_ref()).map(Ends::of),
        verdict: finding.verdict.name(),
        standing: standing.name(),
        why: why(judged),
        program: answer.program.as_deref(),
        method: evidence.map(|evidence| evidence.method.name()),
        engine: evidence.map(|evidence| evidence.engine),
    }
}
