//! The report for a person: the counts, a table, and a paragraph for each answer that needs one.

use super::CrosscheckReport;
use super::words::{compared, distance_text, question_text, why};
use crate::output::{Legend, TextOptions, empty_table, paragraph, write_table};
use crate::report::claims::QUANTITY;
use crate::report::number::quantity_text;
use comfy_table::{Attribute, Cell, Color};
use dpcert::input::shorten;
use dpcert_crosscheck::{Judged, Standing, Verdict};
use std::io::{self, Write};

/// The most crashes that are all listed where a program answers nothing.
const FEW: usize = 5;

/// The answers that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Failures, and answers that the baseline has as failures.
    Failures,
    /// All.
    All,
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
    writeln!(output, "{report}")?;
    let programs = report.programs();
    if !programs.is_empty() {
        paragraph(output, "", &format!("program: {}", programs.join(", ")), options)?;
    }
    if report.others > 0 {
        writeln!(output, "not asked, because only delta, eps, tv, beta and rho are judged: {}", report.others)?;
    }
    if report.absent > 0 {
        writeln!(output, "known failures that were not asked: {}", report.absent)?;
    }
    let is_shown = |judged: &&Judged<'_>| shown == Shown::All || judged.standing != Standing::Fine;
    let mut rows: Vec<&Judged<'_>> = report.judged.iter().filter(is_shown).collect();
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(output)?;
    if shown == Shown::Failures && has_answered_nothing(report) {
        let advice = "The program crashed at every question, and nothing was judged. This is the first question; --all lists the \
                      others:";
        paragraph(output, "", advice, options)?;
        rows.truncate(1);
    }
    let mut table = empty_table(options);
    table.set_header(["question", "quantity", "says", "certified", "margin", "verdict"]);
    for judged in &rows {
        let (says, truth) = compared(judged);
        table.add_row([
            Cell::new(shorten(&judged.request.id)),
            Cell::new(quantity_text(&judged.request.quantity)),
            Cell::new(says),
            Cell::new(truth),
            Cell::new(distance_text(judged)),
            verdict_cell(judged),
        ]);
    }
    write_table(output, table, &QUANTITY, Some(&mut Legend::default()), options)?;
    for judged in &rows {
        explanation(output, judged, options)?;
    }
    Ok(())
}

/// Has a program that was asked more than a few questions crashed at each?
fn has_answered_nothing(report: &CrosscheckReport<'_>) -> bool {
    report.judged.len() > FEW && report.judged.iter().all(|judged| judged.finding.verdict == Verdict::Crashed)
}

fn verdict_cell(judged: &Judged<'_>) -> Cell {
    let verdict = judged.finding.verdict;
    let (mark, colour) = match judged.standing {
        Standing::New => (" (!)", Color::Red),
        Standing::Known => (" (known)", Color::Yellow),
        Standing::Mended => (" (mended)", Color::Green),
        Standing::Fine if verdict == Verdict::Sound => ("", Color::Green),
        Standing::Fine => ("", Color::Grey),
    };
    let cell = Cell::new(format!("{verdict}{mark}")).fg(colour);
    if judged.standing == Standing::New { cell.add_attribute(Attribute::Bold) } else { cell }
}

fn explanation(output: &mut dyn Write, judged: &Judged<'_>, options: &TextOptions) -> io::Result<()> {
    let why = why(judged);
    if why.is_none() && judged.standing == Standing::Fine {
        return Ok(());
    }
    let known = match judged.standing {
        Standing::Known => ", as known",
        Standing::Mended => ", but the baseline lists it as a failure: remove it there",
        Standing::New | Standing::Fine => "",
    };
    let (id, verdict) = (shorten(&judged.request.id), judged.finding.verdict);
    let mark = if judged.finding.reason.is_some() { ":" } else { "." };
    let why = why.map(|why| format!("{mark} {why}")).unwrap_or_default();
    let end = if why.ends_with('.') { "" } else { "." };
    paragraph(output, "  ", &format!("{id}: {verdict}{known}{why}{end}"), options)?;
    paragraph(output, "    ", &question_text(judged), options)
}
