//! The table of all references, and one with every point of its grid.

use super::number::{
    error_text, failure_name, finding_text, float_text, inputs_text, trust_text, truth_text,
};
use super::{FEW_ULPS, RELATIVE};
use crate::output::{empty_table, write_table as draw};
use dpcert_answers::lines::{TextOptions, wrapped};
use dpcert_crosscheck::floats::Survey;
use dpcert_crosscheck::ulps::Finding;
use malachite::rational::Rational;
use std::io::{self, Write};

/// Writes a table with a row for each reference, and a sentence about where it can be trusted.
///
/// # Errors
/// If writing to the output fails.
pub fn write_table(
    output: &mut dyn Write,
    surveys: &[Survey],
    ulps: u64,
    options: &TextOptions,
) -> io::Result<()> {
    let few = format!("<= {FEW_ULPS} ulps");
    let mut table = empty_table(&TextOptions { colour: false, ..*options });
    table.set_header(["reference", "points", &few, "<= 1e-9", "below", "worst, ulps", "failures"]);
    for survey in surveys {
        table.add_row([
            survey.reference.name.to_owned(),
            survey.points.len().to_string(),
            survey.within(FEW_ULPS).to_string(),
            survey.within_relative(&relative()).to_string(),
            survey.below().to_string(),
            worst_text(survey),
            failures_text(survey),
        ]);
    }
    // The kinds of failure are words.
    draw(output, table, &[(6, 24)], None, options)?;
    for survey in surveys {
        writeln!(output)?;
        write_sentences(output, survey, ulps, options)?;
    }
    Ok(())
}

/// Writes every point of the grid of a reference.
///
/// # Errors
/// If writing to the output fails.
pub fn write_one(
    output: &mut dyn Write,
    survey: &Survey,
    ulps: u64,
    options: &TextOptions,
) -> io::Result<()> {
    let names = survey.points.first().map(|point| point.inputs.iter().map(|(name, _)| *name));
    let mut table = empty_table(&TextOptions { colour: false, ..*options });
    table.set_header(names.into_iter().flatten().chain(["value", "truth", "error, ulps"]));
    for point in &survey.points {
        let inputs = point.inputs.iter().map(|(_, value)| float_text(*value));
        let answer =
            [float_text(point.value), truth_text(&point.truth), finding_text(&point.finding)];
        table.add_row(inputs.chain(answer));
    }
    draw(output, table, &[], None, options)?;
    writeln!(output)?;
    write_sentences(output, survey, ulps, options)
}

fn write_sentences(
    output: &mut dyn Write,
    survey: &Survey,
    ulps: u64,
    options: &TextOptions,
) -> io::Result<()> {
    let name = survey.reference.name;
    let mut line = |first: &str, text: &str| wrapped(output, first, "  ", text, options);
    line("", &format!("{name}: {}", survey.reference.formula))?;
    line("  ", &trust_text(survey, ulps))?;
    if let Some(point) = survey.first_failure() {
        line(
            "  ",
            &format!(
                "first failure: {} at {}",
                failure_name(&point.finding),
                inputs_text(&point.inputs)
            ),
        )?;
    }
    Ok(())
}

fn relative() -> Rational {
    Rational::from_unsigneds(1u64, RELATIVE)
}

fn worst_text(survey: &Survey) -> String {
    match survey.worst().map(|point| &point.finding) {
        Some(Finding::Error(error)) => error_text(error),
        _ => String::new(),
    }
}

/// The kinds of failure, with the number of points of each.
fn failures_text(survey: &Survey) -> String {
    let kinds = [
        Finding::NotANumber,
        Finding::Infinite,
        Finding::Negative,
        Finding::AboveOne,
        Finding::Underflow,
    ];
    let counted =
        kinds.iter().map(|kind| (survey.count(|finding| finding == kind), failure_name(kind)));
    let counted =
        counted.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}"));
    counted.collect::<Vec<_>>().join(", ")
}
