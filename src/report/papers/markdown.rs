//! A page for each paper.

use super::{counts, times};
use crate::corpus::{Check, Examination, Paper, Verdict};
use std::io::{self, Write};

/// Writes the page of a paper: what was found wrong first, then everything in a table.
///
/// # Errors
/// What the output says.
pub fn write_markdown(output: &mut dyn Write, paper: &Paper, examinations: &[Examination]) -> io::Result<()> {
    let of_paper: Vec<&Examination> =
        paper.entries().filter_map(|entry| examinations.iter().find(|found| found.entry.id == entry.id)).collect();
    writeln!(output, "# {}\n", paper.title)?;
    writeln!(output, "Written by `dpcert papers --markdown`; do not edit.\n")?;
    writeln!(output, "{} statements: {}.", of_paper.len(), counts(of_paper.iter().copied()))?;
    let is_wrong = |verdict| matches!(verdict, Verdict::Refuted | Verdict::Corrected | Verdict::ValidButLoose);
    if of_paper.iter().any(|found| is_wrong(found.verdict)) {
        writeln!(output, "\n## Not as printed")?;
    }
    for found in of_paper.iter().filter(|found| is_wrong(found.verdict)) {
        write_finding(output, found)?;
    }
    writeln!(output, "\n## All statements\n")?;
    writeln!(output, "| id | place | statement | domain | verdict | evidence |\n|---|---|---|---|---|---|")?;
    for found in &of_paper {
        let entry = found.entry;
        let cells = [entry.id, entry.locus, entry.statement, entry.domain, found.verdict.name(), &evidence(found)];
        writeln!(output, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))?;
    }
    Ok(())
}

fn write_finding(output: &mut dyn Write, found: &Examination) -> io::Result<()> {
    let entry = found.entry;
    writeln!(output, "\n### {}, {}: {}\n", entry.id, entry.locus, found.verdict.name())?;
    writeln!(output, "{} For {}:\n", entry.statement, entry.domain)?;
    writeln!(output, "    {}\n", entry.formula)?;
    if let Some(witness) = &found.witness {
        writeln!(output, "Counterexample: {witness}.")?;
    }
    if let Check::Computed(computation) = &entry.check
        && let Some(correction) = &computation.correction
    {
        let (cases, evidence) = (times(found.corrected_cases.unwrap_or(0)), &computation.evidence);
        writeln!(output, "\nTrue is: {}.", correction.text())?;
        writeln!(output, "\nThat was compared {cases}; {}: {}.", evidence.name(), evidence.text())?;
    }
    if let Some(reading) = entry.reading {
        writeln!(output, "\n{reading}")?;
    }
    Ok(())
}

fn evidence(found: &Examination) -> String {
    match &found.entry.check {
        Check::Cited { reason } | Check::Dropped { reason } => (*reason).to_owned(),
        Check::Implied { by, because } => format!("from {}: {because}", by.join(", ")),
        Check::Computed(computation) => match &found.witness {
            Some(_) => "see above".to_owned(),
            None => format!("{} (compared {})", computation.evidence.text(), times(found.cases)),
        },
    }
}
