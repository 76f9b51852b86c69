//! A page for each paper.

use super::{Judged, counts, times};
use dpcert_papers::{Check, Examination, Figure, Paper, Severity};
use std::io::{self, Write};

/// Writes the page of a paper: statements that are not as printed first, the most severe before the
/// rest, then everything in a table.
///
/// # Errors
/// If writing to the output fails.
pub fn write_markdown(
    output: &mut dyn Write,
    paper: &Paper,
    examinations: &[Examination],
) -> io::Result<()> {
    let of_paper: Vec<&Examination> = paper
        .entries
        .iter()
        .filter_map(|entry| examinations.iter().find(|found| found.entry.id == entry.id))
        .collect();
    writeln!(output, "# {}\n", paper.title)?;
    writeln!(output, "Written by `dpcert papers --markdown`; do not edit.\n")?;
    writeln!(
        output,
        "Judged version: {}. {} A later version may have corrected what is found here.\n",
        paper.version, paper.later
    )?;
    let judged: Vec<Judged> = of_paper.iter().map(|found| Judged::computed(found)).collect();
    writeln!(output, "{} statements: {}.", of_paper.len(), counts(&judged))?;
    for severity in Severity::ALL {
        let mut grave =
            of_paper.iter().filter(|found| found.severity() == Some(severity)).peekable();
        if grave.peek().is_some() {
            writeln!(output, "\n## {}", heading(severity))?;
        }
        for found in grave {
            write_finding(output, found)?;
        }
    }
    if !paper.figures.is_empty() {
        write_figures(output, paper)?;
    }
    writeln!(output, "\n## All statements\n")?;
    writeln!(
        output,
        "| id | place | statement | domain | verdict | evidence |\n|---|---|---|---|---|---|"
    )?;
    for found in &of_paper {
        let entry = found.entry;
        let cells = [
            &entry.id,
            &entry.place,
            &entry.statement,
            &entry.domain,
            &Judged::computed(found).words(),
            &evidence(found),
        ];
        writeln!(output, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))?;
    }
    Ok(())
}

fn heading(severity: Severity) -> &'static str {
    match severity {
        Severity::Substantive => "Not as printed: substantive",
        Severity::ProofGap => "Not as printed: gaps in proofs",
        Severity::Misprint => "Not as printed: misprints",
        Severity::DegenerateDomain => "As printed, except at an edge of the domain",
    }
}

fn write_finding(output: &mut dyn Write, found: &Examination) -> io::Result<()> {
    let entry = found.entry;
    writeln!(output, "\n### {}, {}: {}\n", entry.id, entry.place, Judged::computed(found).words())?;
    writeln!(output, "{} For {}:\n", entry.statement, entry.domain)?;
    writeln!(output, "    {}\n", entry.formula)?;
    if let Some(witness) = &found.witness {
        writeln!(output, "Counterexample: {witness}.")?;
    }
    if let Some(point) = &found.degenerate_point {
        writeln!(output, "No value {point}.")?;
    }
    if let Check::Computed(computation) = &entry.check
        && let Some(correction) = &computation.correction
    {
        let (cases, evidence) =
            (times(found.corrected_cases.unwrap_or(found.cases)), &computation.evidence);
        match found.degenerate_point {
            Some(_) => writeln!(output, "\nThere: {}.", correction.text())?,
            None => writeln!(output, "\nThe true statement: {}.", correction.text())?,
        }
        writeln!(output, "\nThat was compared {cases}; {}: {}.", evidence.name(), evidence.text())?;
    }
    if let Some(reading) = &entry.reading {
        writeln!(output, "\n{reading}")?;
    }
    Ok(())
}

fn write_figures(output: &mut dyn Write, paper: &Paper) -> io::Result<()> {
    writeln!(
        output,
        "\n## Figures\n\nRedrawn: each curve is a band that is proven to contain it. The papers print no numbers \
         for their curves; where a paper does not print the parameters either, the text below the figure says so."
    )?;
    for figure in &paper.figures {
        let Figure { name, place, caption, arguments } = figure;
        let title = figure_title(paper, figure);
        writeln!(output, "\n### {place}: {caption}\n")?;
        writeln!(output, "![{title}: {caption}]({name}.svg)\n")?;
        writeln!(output, "```sh\ndpcert plot {arguments} --title '{title}' -o {name}.svg\n```")?;
    }
    Ok(())
}

/// The title of a figure: its author, and its place in the paper.
pub fn figure_title(paper: &Paper, figure: &Figure) -> String {
    format!("{}, {}", paper.authors(), figure.place)
}

fn evidence(found: &Examination) -> String {
    match &found.entry.check {
        Check::Cited { reason } | Check::Dropped { reason } => reason.clone(),
        Check::Implied { by, because } => format!("from {}: {because}", by.join(", ")),
        Check::Computed(computation) => match &found.witness {
            Some(_) => "see above".to_owned(),
            None => {
                let by_hand =
                    computation.evidence.by_hand().map(|step| format!("; by hand: {step}"));
                let compared = times(found.cases);
                format!(
                    "{} (compared {compared}){}",
                    computation.evidence.text(),
                    by_hand.unwrap_or_default()
                )
            }
        },
    }
}
