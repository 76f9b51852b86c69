//! The report for a person: the counts, a table, and a paragraph for each answer that needs one.

use super::alike::{FEW, Row, Way, each, folded};
use super::relations::write_relations;
use super::words::{compared, distance_text, question_text, rounding_text, why};
use super::{CrosscheckReport, mark, remark};
use crate::output::{cell, empty_table, write_table};
use crate::report::claims::QUANTITY;
use dpcert::input::shorten;
use dpcert_answers::claims::counted;
use dpcert_answers::legend::Legend;
use dpcert_answers::lines::{TextOptions, paragraph};
use dpcert_answers::number::quantity_text;
use dpcert_crosscheck::{Judged, Rounded, Said, Standing, Verdict};
use std::io::{self, Write};

/// What to declare of a number that is rounded to nearest, whatever its size.
const DECLARE: &str = "If your formula is not rounded to the safe side, add \"rel-tol\":\"1e-9\",\"abs-tol\":\"0x1p-1074\" to its answers";

/// The same of an interval, which has no tolerance.
const WIDEN: &str =
    "If the ends of your intervals are not rounded outward, widen them by their error";

/// The answers that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Failures, also known ones.
    Failures,
    /// All.
    All,
}

impl Shown {
    /// Is an answer, or a pair of them, of this standing listed?
    pub fn has(self, standing: Standing) -> bool {
        self == Shown::All || !matches!(standing, Standing::Fine | Standing::Mended)
    }
}

/// Writes the report.
///
/// # Errors
/// If writing to the output fails.
pub fn write_text(
    output: &mut dyn Write,
    report: &CrosscheckReport<'_>,
    shown: Shown,
    options: &TextOptions,
) -> io::Result<()> {
    if !report.judged.is_empty() || report.related.is_empty() {
        let contradictions = match report.contradictions() {
            0 => String::new(),
            count => format!("; the engines contradict each other on {count}"),
        };
        writeln!(output, "{}{contradictions}", report.questions())?;
    }
    if !report.related.is_empty() {
        writeln!(output, "{}", report.relations())?;
    }
    let programs = report.programs();
    if !programs.is_empty() {
        paragraph(output, "", &format!("program: {}", programs.join(", ")), options)?;
    }
    if report.others > 0 {
        writeln!(
            output,
            "not asked, because only delta, eps, tv, beta, rho, gdp, and renyi of a finite order and not reversed, are judged: {}",
            report.others
        )?;
    }
    if report.unasked > 0 {
        writeln!(output, "questions that were not asked: {}", report.unasked)?;
    }
    if report.unrelated > 0 {
        writeln!(output, "relations that were not asked: {}", report.unrelated)?;
    }
    let is_somewhere = |id: &&str| !report.nowhere.iter().any(|other| other == id);
    for (what, ids) in [
        ("mended, to be removed from the baseline", report.mended()),
        ("that are unsupported now", texts(&report.unsupported)),
        ("that were not asked", texts(&report.absent).into_iter().filter(is_somewhere).collect()),
        (
            "with an id that no question and no relation has, to be corrected in the baseline",
            texts(&report.nowhere),
        ),
    ] {
        if !ids.is_empty() {
            let text = format!("known failures {what}: {} ({})", ids.len(), named(&ids, shown));
            paragraph(output, "", &text, options)?;
        }
    }
    let is_shown = |judged: &&Judged<'_>| shown.has(judged.standing);
    let (rounded, mut rows): (Vec<_>, Vec<&Judged<'_>>) = report
        .judged
        .iter()
        .filter(is_shown)
        .partition(|judged| judged.finding.rounded().is_some());
    // Only as many as are all listed would bury the others.
    if shown == Shown::All {
        rows.extend(&rounded);
    }
    let is_dead = shown == Shown::Failures && has_answered_nothing(report);
    if !rows.is_empty() {
        writeln!(output)?;
    }
    if is_dead {
        let advice = "Not one question was answered, and nothing was judged. This is the first one; --all lists the others:";
        paragraph(output, "", advice, options)?;
        rows.truncate(1);
    }
    if !rows.is_empty() {
        let rows = match shown {
            Shown::All => each(&rows),
            Shown::Failures => folded(&rows, |judged| judged.request.id.as_str(), way),
        };
        write_questions(output, &rows, options)?;
    }
    write_rounded(output, &rounded, shown, options)?;
    if !report.judged.is_empty() && report.judged.iter().all(is_unsupported) {
        let nothing =
            "The program answered nothing: each question is unsupported, and nothing was judged.";
        paragraph(output, "", nothing, options)?;
    }
    if is_dead { Ok(()) } else { write_relations(output, report, shown, options) }
}

/// How an answer without a number fails.
fn way<'a>(judged: &'a Judged<'_>) -> Option<Way<'a>> {
    let reason = judged.answer.said.reason()?;
    Some((judged.finding.verdict.name(), judged.standing.name(), reason))
}

/// Names the others that failed in the same way.
///
/// # Errors
/// If writing to the output fails.
pub(super) fn write_others(
    output: &mut dyn Write,
    (others, noun): (&[&str], &str),
    options: &TextOptions,
) -> io::Result<()> {
    if others.is_empty() {
        return Ok(());
    }
    let ids = named(others, Shown::Failures);
    let count = counted(others.len(), &format!("other {noun}"));
    paragraph(output, "    ", &format!("the same at {count}: {ids}"), options)
}

fn texts(ids: &[String]) -> Vec<&str> {
    ids.iter().map(String::as_str).collect()
}

/// Some ids, of which only the first are named unless all are listed.
fn named(ids: &[&str], shown: Shown) -> String {
    /// The most ids that are named.
    const NAMED: usize = 10;
    let most = if shown == Shown::All { ids.len() } else { NAMED };
    let first: Vec<String> = ids.iter().take(most).map(|id| shorten(id)).collect();
    let others = ids.len() - first.len();
    let end = if others > 0 { format!(" and {others} more, with --all") } else { String::new() };
    format!("{}{end}", first.join(", "))
}

/// Says which answers are unsound by rounding, unless all are listed, and what to declare instead.
fn write_rounded(
    output: &mut dyn Write,
    rounded: &[&Judged<'_>],
    shown: Shown,
    options: &TextOptions,
) -> io::Result<()> {
    /// The most ids that are named.
    const NAMED: usize = 3;
    if rounded.is_empty() {
        return Ok(());
    }
    let is_found = |limit| rounded.iter().any(|judged| judged.finding.rounded() == Some(limit));
    let limits: Vec<&str> = [Rounded::Relative, Rounded::Underflow]
        .into_iter()
        .filter(|limit| is_found(*limit))
        .map(rounding_text)
        .collect();
    writeln!(output)?;
    let known = rounded.iter().filter(|judged| judged.standing == Standing::Known).count();
    let known = if known > 0 { format!(" ({known} of them known)") } else { String::new() };
    let (answers, are) = match rounded.len() {
        1 => ("1 answer".to_owned(), "is"),
        count => (format!("{count} answers"), "are"),
    };
    let mut text = format!(
        "{answers}{known} {are} unsound by less than {}",
        limits.join(", or by less than ")
    );
    if shown == Shown::Failures {
        let ids: Vec<String> =
            rounded.iter().take(NAMED).map(|judged| shorten(&judged.request.id)).collect();
        let others = rounded.len() - ids.len();
        let end = if others > 0 { format!(" and {others} more") } else { String::new() };
        text.push_str(&format!(": {}{end}; --all lists every answer", ids.join(", ")));
    }
    paragraph(output, "", &format!("{text}."), options)?;
    let is_interval = |judged: &&&Judged<'_>| matches!(judged.answer.said, Said::Interval { .. });
    let intervals = rounded.iter().filter(is_interval).count();
    if intervals > 0 {
        paragraph(output, "", WIDEN, options)?;
    }
    if intervals < rounded.len() { paragraph(output, "", DECLARE, options) } else { Ok(()) }
}

fn write_questions(
    output: &mut dyn Write,
    rows: &[Row<'_, Judged<'_>>],
    options: &TextOptions,
) -> io::Result<()> {
    let mut table = empty_table(options);
    table.set_header(["question", "quantity", "says", "certified", "margin", "verdict"]);
    for (judged, _) in rows {
        let (says, truth) = compared(judged);
        let verdict = judged.finding.verdict;
        table.add_row([
            cell(shorten(&judged.request.id)),
            cell(quantity_text(&judged.request.quantity)),
            cell(says),
            cell(truth),
            cell(distance_text(judged)),
            mark(verdict.name(), judged.standing, verdict == Verdict::Sound),
        ]);
    }
    write_table(output, table, &QUANTITY, Some(&mut Legend::default()), options)?;
    for (judged, others) in rows {
        explanation(output, judged, options)?;
        write_others(output, (others, "question"), options)?;
    }
    Ok(())
}

fn is_unsupported(judged: &Judged<'_>) -> bool {
    judged.finding.verdict == Verdict::Unsupported
}

/// Has a program that was asked more than a few questions crashed at each, or printed something
/// else?
fn has_answered_nothing(report: &CrosscheckReport<'_>) -> bool {
    let is_none = |judged: &Judged<'_>| {
        matches!(
            judged.answer.said,
            Said::Crashed { .. } | Said::Error { .. } | Said::Invalid { .. }
        )
    };
    report.judged.len() > FEW && report.judged.iter().all(is_none)
}

fn explanation(
    output: &mut dyn Write,
    judged: &Judged<'_>,
    options: &TextOptions,
) -> io::Result<()> {
    let why = why(judged);
    if why.is_none() && matches!(judged.standing, Standing::Fine | Standing::Mended) {
        return Ok(());
    }
    let known = remark(judged.standing);
    let (id, verdict) = (shorten(&judged.request.id), judged.finding.verdict);
    let mark = if judged.finding.reason.is_some() { ":" } else { "." };
    let why = why.map(|why| format!("{mark} {why}")).unwrap_or_default();
    let end = if why.ends_with(['.', '?']) { "" } else { "." };
    paragraph(output, "  ", &format!("{id}: {verdict}{known}{why}{end}"), options)?;
    let flags = match judged.request.flags.as_slice() {
        [] => String::new(),
        flags => format!(" [{}]", flags.join(", ")),
    };
    paragraph(output, "    ", &format!("{}{flags}", question_text(judged.request)), options)
}
