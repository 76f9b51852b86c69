//! `dpcert floats`: formulas in floating point, compared with true values.

use crate::output::{Format, print_error, terminal_options};
use crate::report::floats::{
    point_records, survey_records, svg, write_json_points, write_json_surveys, write_one,
    write_table,
};
use crate::spinner::counting;
use crate::{Exit, help, number};
use clap::Args;
use dpcert_crosscheck::floats::{Survey, survey};
use dpcert_crosscheck::reference::{REFERENCES, Reference, find};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Errors of the usual formulas in floating point
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::FLOATS))]
pub struct FloatsArgs {
    /// One formula, such as gdp-literal, with every point of its grid; without a name, a table of
    /// all
    name: Option<String>,

    /// The largest error of a trusted value, in ulps; 2^22 ulps are a relative error of 9.4e-10
    #[arg(long, value_name = "N", default_value = "4194304", value_parser = number::natural)]
    ulps: u64,

    #[command(flatten)]
    format: Format,

    /// Draw the errors of one formula over its grid into this file
    #[arg(long, value_name = "FILE", requires = "name", conflicts_with = "Format")]
    svg: Option<PathBuf>,
}

/// Judges formulas on their grids and writes the findings.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &FloatsArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let FloatsArgs { name, ulps, format, svg: drawing } = arguments;
    let chosen: Vec<&'static Reference> = match name.as_deref().map(|name| (name, find(name))) {
        None => REFERENCES.iter().collect(),
        Some((_, Some(reference))) => vec![reference],
        Some((name, None)) => {
            let names: Vec<&str> = REFERENCES.iter().map(|reference| reference.name).collect();
            print_error(&format!("there is no formula `{name}`; there are {}", names.join(", ")));
            return Ok(Exit::BadInput);
        }
    };
    let progress = counting(chosen.len());
    let counted = |reference| {
        let surveyed = survey(reference);
        progress.step();
        surveyed
    };
    let surveys = chosen.into_iter().map(counted).collect::<Result<Vec<Survey>, _>>();
    drop(progress);
    let surveys = match surveys {
        Ok(surveys) => surveys,
        Err(error) => {
            print_error(&error.to_string());
            return Ok(Exit::Undecided);
        }
    };
    match (name.is_some(), surveys.as_slice(), drawing) {
        (true, [survey], Some(file)) => {
            if let Err(error) = fs::write(file, svg(survey, *ulps)) {
                print_error(&format!("{}: {error}", file.display()));
                return Ok(Exit::Io);
            }
            writeln!(output, "{}", file.display())?;
        }
        (true, [survey], None) if format.is_records() => {
            format.write(output, &point_records(survey))?
        }
        (true, [survey], None) if format.json => write_json_points(output, survey)?,
        (true, [survey], None) => write_one(output, survey, *ulps, &terminal_options())?,
        _ if format.is_records() => format.write(output, &survey_records(&surveys))?,
        _ if format.json => write_json_surveys(output, &surveys, *ulps)?,
        _ => write_table(output, &surveys, *ulps, &terminal_options())?,
    }
    Ok(Exit::Good)
}
