//! The table by paper, and one statement in full.

use super::{Judged, counts, paper_of, times};
use crate::output::{cell, empty_table, write_table as draw};
use comfy_table::{Attribute, Cell, Color, Table};
use dpcert::Limits;
use dpcert_answers::lines::{TextOptions, wrapped, write_line};
use dpcert_answers::rendered;
use dpcert_papers::{Check, Correction, Entry, Examination, Verdict, examine_altered, papers};
use std::io::{self, Write};

/// Writes a table for each paper with the verdicts on record, and the sums.
///
/// # Errors
/// If writing to the output fails.
pub fn write_list(
    output: &mut dyn Write,
    entries: &[&'static Entry],
    options: &TextOptions,
) -> io::Result<()> {
    let listed: Vec<Judged> = entries.iter().map(|entry| Judged::on_record(entry)).collect();
    write_tables(output, &listed, options)?;
    write_line(output, &format!("{} statements: {}", listed.len(), counts(&listed)), options)?;
    let advice = "These are the verdicts on record. `dpcert papers ID` computes the verdict of a statement, and \
                  `dpcert papers --run` those of all.";
    write_line(output, advice, options)
}

/// Writes a table for each paper with the verdicts that were computed, what changed, and the sums.
///
/// # Errors
/// If writing to the output fails.
pub fn write_examinations(
    output: &mut dyn Write,
    examinations: &[Examination],
    options: &TextOptions,
) -> io::Result<()> {
    let computed: Vec<Judged> = examinations.iter().map(Judged::computed).collect();
    write_tables(output, &computed, options)?;
    for examination in examinations.iter().filter(|examination| !examination.is_as_recorded()) {
        let problem = examination
            .problem
            .as_ref()
            .map(|problem| format!(" ({})", rendered(problem)))
            .unwrap_or_default();
        let (now, recorded) = (examination.verdict.name(), examination.entry.recorded.name());
        let changed =
            format!("CHANGED: {} is {now}{problem}; on record is {recorded}", examination.entry.id);
        write_line(output, &changed, options)?;
    }
    let changed = examinations.iter().filter(|examination| !examination.is_as_recorded()).count();
    let record =
        if changed == 0 { "as recorded".to_owned() } else { format!("{changed} NOT as recorded") };
    let sums = format!("{} statements: {}; {record}", examinations.len(), counts(&computed));
    write_line(output, &sums, options)
}

fn write_tables(
    output: &mut dyn Write,
    statements: &[Judged],
    options: &TextOptions,
) -> io::Result<()> {
    for paper in papers() {
        let is_of = |it: &&Judged| paper_of(it.entry).is_some_and(|of| of.prefix == paper.prefix);
        let of_paper: Vec<Judged> = statements.iter().filter(is_of).copied().collect();
        if of_paper.is_empty() {
            continue;
        }
        write_line(output, &format!("{} ({})", paper.title, paper.version), options)?;
        draw(output, table(&of_paper, options), &[(1, 36), (2, 30), (3, 12)], None, options)?;
        // The sums of a single paper are those of all, which follow.
        if of_paper.len() < statements.len() {
            write_line(
                output,
                &format!("{} statements: {}", of_paper.len(), counts(&of_paper)),
                options,
            )?;
        }
        writeln!(output)?;
    }
    Ok(())
}

fn table(statements: &[Judged], options: &TextOptions) -> Table {
    let mut table = empty_table(options);
    table.set_header(["id", "verdict", "statement", "place"]);
    for statement in statements {
        let entry = statement.entry;
        let cells =
            [cell(&entry.id), verdict_cell(statement), cell(&entry.statement), cell(&entry.place)];
        table.add_row(cells);
    }
    table
}

fn verdict_cell(statement: &Judged) -> Cell {
    let text = statement.words();
    if statement.verdict != statement.entry.recorded {
        return cell(format!("{text} (!)")).fg(Color::Red).add_attribute(Attribute::Bold);
    }
    cell(text).fg(match statement.verdict {
        Verdict::Proved | Verdict::ProvedCore | Verdict::Verified => Color::Green,
        Verdict::Cited | Verdict::Dropped => Color::Grey,
        Verdict::Refuted | Verdict::Corrected | Verdict::ValidButLoose | Verdict::Undecided => {
            Color::Yellow
        }
    })
}

/// Writes a statement with all its details; the altered statement is checked for it, within the
/// limits.
///
/// # Errors
/// If writing to the output fails.
pub fn write_one(
    output: &mut dyn Write,
    examination: &Examination,
    limits: &Limits,
    options: &TextOptions,
) -> io::Result<()> {
    let Examination { entry, cases, witness, degenerate_point, corrected_cases, problem, .. } =
        examination;
    let paper = paper_of(entry);
    writeln!(output, "{}: {}", entry.id, Judged::computed(examination).words())?;
    let mut line = |name: &str, text: &str| {
        wrapped(output, &format!("  {name:<11}"), &" ".repeat(13), text, options)
    };
    line("paper", paper.map_or("", |paper| &paper.title))?;
    line("version", paper.map_or("", |paper| &paper.version))?;
    line("place", &entry.place)?;
    line("statement", &entry.statement)?;
    line("formula", &entry.formula)?;
    line("domain", &entry.domain)?;
    if let Some(reading) = &entry.reading {
        line("reading", reading)?;
    }
    match &entry.check {
        Check::Cited { reason } | Check::Dropped { reason } => line("reason", reason)?,
        Check::Implied { by, because } => {
            line("evidence", &format!("follows from {}: {because}", by.join(", ")))?
        }
        Check::Computed(computation) => {
            let evidence = &computation.evidence;
            line("evidence", &format!("{}: {}", evidence.name(), evidence.text()))?;
            match witness {
                Some(witness) => line("witness", &witness.to_string())?,
                None => line("compared", &format!("{}; no counterexample", times(*cases)))?,
            }
            if let Some(step) = evidence.by_hand() {
                line("by hand", step)?;
            }
            if let Some(point) = degenerate_point {
                line("no value", &point.to_string())?;
            }
            if let Some(correction) = &computation.correction {
                let is_of_an_edge = matches!(correction, Correction::Domain { .. });
                line(if is_of_an_edge { "there" } else { "true is" }, correction.text())?;
            }
            if let Some(cases) = corrected_cases {
                line("compared", &format!("{}; no counterexample to what is true", times(*cases)))?;
            }
            let altered = &computation.altered;
            match examine_altered(computation, limits) {
                Ok(witness) => {
                    line("can fail", &format!("with {altered} it is refuted: {witness}"))?
                }
                Err(problem) => {
                    line("NO FAILURE", &format!("with {altered}: {}", rendered(&problem)))?
                }
            }
        }
    }
    if let Some(problem) = problem {
        line("problem", &rendered(problem))?;
    }
    if !examination.is_as_recorded() {
        line("ON RECORD", entry.recorded.name())?;
    }
    line("rerun", &format!("dpcert papers {}", entry.id))
}
