//! The report as a table for each file, with a paragraph for each claim that needs one and for each
//! finding.

use crate::output::{cell, empty_table, write_table};
use comfy_table::{Attribute, Cell, Color, Table};
use dpcert::claim::{Claim, Judgement, Verdict};
use dpcert::input::shorten;
use dpcert_answers::claims::{
    BadFile, Comparison, JudgedFile, Summary, Unanswered, bounding_end, contradiction, finding,
    finding_lines,
};
use dpcert_answers::legend::Legend;
use dpcert_answers::lines::{TextOptions, paragraph, write_line};
use dpcert_answers::number::{bounds_text, margin_text, quantity_text};
use dpcert_answers::rendered;
use std::io::{self, Write};

/// Writes the report for a person.
///
/// # Errors
/// If writing to the output fails.
pub fn write_text(
    output: &mut dyn Write,
    files: &[JudgedFile],
    bad: &[BadFile],
    options: &TextOptions,
) -> io::Result<()> {
    let mut legend = Legend::default();
    for judged in files {
        let scope = &judged.file.scope;
        let header = format!(
            "{} (unit: {}; adjacency: {})",
            judged.name,
            scope.unit,
            scope.adjacency.name()
        );
        paragraph(output, "", &header, options)?;
        if let Some(title) = &judged.file.title {
            paragraph(output, "  ", title, options)?;
        }
        for exclusion in &scope.exclusions {
            paragraph(output, "  ", &format!("excluded: {exclusion}"), options)?;
        }
        for derived in judged.file.derived() {
            paragraph(output, "  ", &derived, options)?;
        }
        if !judged.judgements.is_empty() {
            write_table(output, table(judged, options), &QUANTITY, Some(&mut legend), options)?;
        }
        for (claim, judgement) in judged.entries() {
            if judgement.verdict != Verdict::Holds || !judgement.is_expected(claim) {
                explanation(output, claim, judgement, options)?;
            }
        }
        for (_, line) in finding_lines(judged.entries()) {
            paragraph(output, "  ", &line, options)?;
        }
        if let Some(rows) = judged.unclaimed() {
            paragraph(output, "  ", &rows, options)?;
        }
        if !judged.answers.is_empty() {
            write_answers(output, judged, &mut legend, options)?;
        }
        writeln!(output)?;
    }
    let summary = Summary::of(files, bad).to_string();
    write_line(output, &summary, options)
}

fn table(judged: &JudgedFile, options: &TextOptions) -> Table {
    let mut table = empty_table(options);
    table.set_header(["claim", "quantity", "claimed", "certified", "margin", "verdict"]);
    for (claim, judgement) in judged.entries() {
        let evidence = judgement.evidence.as_ref();
        let comparison = Comparison::new(
            claim.relation.values(),
            evidence,
            judgement.verdict == Verdict::Refuted,
        );
        table.add_row([
            cell(shorten(&claim.id)),
            cell(quantity_text(&claim.quantity)),
            cell(comparison.relation(&claim.relation)),
            cell(comparison.certified()),
            cell(
                evidence.map(|evidence| margin_text(&evidence.margin.distance)).unwrap_or_default(),
            ),
            verdict_cell(claim, judgement),
        ]);
    }
    table
}

/// The column of the quantity has words: it may be broken at this width.
pub const QUANTITY: [(usize, u16); 1] = [(1, 14)];

/// Writes the answers about the whole ledger.
fn write_answers(
    output: &mut dyn Write,
    judged: &JudgedFile,
    legend: &mut Legend,
    options: &TextOptions,
) -> io::Result<()> {
    if !judged.judgements.is_empty() {
        writeln!(output)?;
    }
    let mut table = empty_table(options);
    table.set_header(["asked", "certified", "method"]);
    for answered in &judged.answers {
        let method = answered.answer.as_ref().map_or("", |answer| answer.method.name());
        let certified = answered.bounds().map(bounds_text).unwrap_or_default();
        table.add_row([cell(quantity_text(&answered.quantity)), cell(certified), cell(method)]);
    }
    write_table(output, table, &[], Some(legend), options)?;
    for answered in &judged.answers {
        let quantity = quantity_text(&answered.quantity);
        let note = match &answered.answer {
            Err(Unanswered { reason, is_contradiction: false }) => format!("no answer: {reason}"),
            Err(Unanswered { reason, is_contradiction: true }) => contradiction(reason),
            Ok(answer)
                if !answer.tight && !answered.bounds().is_some_and(|bounds| bounds.is_point()) =>
            {
                format!(
                    "the {} end is valid, but may not be tight",
                    bounding_end(answered.quantity.name)
                )
            }
            Ok(answer) if !answer.met => "a narrower interval needs higher limits".to_owned(),
            Ok(_) => continue,
        };
        paragraph(output, "  ", &format!("{quantity}: {note}"), options)?;
    }
    judged.findings_of_ledger().try_for_each(|line| paragraph(output, "  ", &line, options))
}

fn verdict_cell(claim: &Claim, judgement: &Judgement) -> Cell {
    let expected = judgement.is_expected(claim);
    let mark = if expected { "" } else { " (!)" };
    let colour = match judgement.verdict {
        _ if !expected => Color::Red,
        Verdict::Holds => Color::Green,
        _ => Color::Yellow,
    };
    let cell = cell(format!("{}{mark}", judgement.verdict)).fg(colour);
    if expected { cell } else { cell.add_attribute(Attribute::Bold) }
}

/// Explains the verdict on a claim.
fn explanation(
    output: &mut dyn Write,
    claim: &Claim,
    judgement: &Judgement,
    options: &TextOptions,
) -> io::Result<()> {
    let expectation = match (judgement.is_expected(claim), claim.expect) {
        (true, _) => ", as expected".to_owned(),
        (false, expected) => format!(" (expected: {expected})"),
    };
    let mut sentence = format!("{}: {}{expectation}", shorten(&claim.id), judgement.verdict);
    if let Some(reason) = &judgement.contradiction {
        sentence += &format!(". {}", contradiction(reason));
    } else if let Some(evidence) = &judgement.evidence
        && let Some(finding) = finding(claim, judgement.verdict, evidence)
    {
        sentence += &format!(". {finding}");
    }
    paragraph(output, "  ", &format!("{sentence}."), options)?;
    let note = match judgement.verdict {
        Verdict::Unsupported => "missing",
        _ => "to decide it",
    };
    let lines = [
        (note, judgement.note.as_ref().map(rendered)),
        ("reason", claim.reason.clone()),
        ("source", claim.source.clone()),
    ];
    for (name, text) in lines {
        if let Some(text) = text {
            paragraph(output, "    ", &format!("{name}: {text}"), options)?;
        }
    }
    Ok(())
}
