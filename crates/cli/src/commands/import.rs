//! `dpcert import`: the ledger of another program as a claim file.

use super::init::{judges, save};
use crate::claims::{explain, name_of, text_of};
use crate::output::{print_error, report};
use crate::{Exit, help};
use clap::{Args, ValueEnum};
use dpcert::input::{FileError, Report};
use dpcert::mechanism::Adjacency;
use dpcert_answers::claims::read;
use dpcert_import::{Format, Given, Imported, import};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write the ledger of another program as a claim file
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::IMPORT))]
pub struct ImportArgs {
    /// The ledger; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Which data sets are neighbours, which no ledger says: a record is added or removed, set to
    /// zero, or replaced
    #[arg(long, value_enum, value_name = "ADJACENCY")]
    adjacency: Option<Neighbours>,

    /// Whose privacy, in words [default: record]
    #[arg(long, value_name = "UNIT")]
    unit: Option<String>,

    /// What the file is, where nothing in it says so
    #[arg(long = "as", value_enum, value_name = "FORMAT")]
    format: Option<Known>,

    /// The columns of a CSV: noise (the multiplier of Gaussian noise), eps and delta, or mechanism
    /// and its parameters; rate (or batch and n), count, id, date or part; and the name of each
    #[arg(long, value_name = "WHAT=NAME", value_delimiter = ',', value_parser = column)]
    columns: Vec<(String, String)>,

    /// How far neighbours move the input of a measurement of OpenDP
    #[arg(long, value_name = "DISTANCE")]
    sensitivity: Option<String>,

    /// The delta of a claim about all rows
    #[arg(long, value_name = "DELTA", requires = "at_most", allow_hyphen_values = true)]
    at: Option<String>,

    /// The eps of that claim
    #[arg(long, value_name = "EPS", requires = "at", allow_hyphen_values = true)]
    at_most: Option<String>,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Overwrite the file if there is one
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Neighbours {
    AddRemove,
    ZeroOut,
    ReplaceOne,
}

impl From<Neighbours> for Adjacency {
    fn from(neighbours: Neighbours) -> Adjacency {
        match neighbours {
            Neighbours::AddRemove => Adjacency::AddRemove,
            Neighbours::ZeroOut => Adjacency::ZeroOut,
            Neighbours::ReplaceOne => Adjacency::ReplaceOne,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Known {
    /// [[noise_multiplier, sample_rate, num_steps], ...], the history of an accountant
    OpacusHistory,
    /// [[eps, delta], ...], the spent_budget of diffprivlib
    Spends,
}

/// What to do with a checkpoint.
const PICKLED: &str = "if it is a checkpoint of torch.save, that is a program which its reader runs, and is not read: write \
                       json.dump(accountant.history, file) where it can be loaded, and import that with --as=opacus-history";

/// The most lines of a table whose errors are shown.
const REPORTED: usize = 20;

fn column(text: &str) -> Result<(String, String), String> {
    let (what, name) = text.split_once('=').ok_or("write what it is and its name: noise=sigma")?;
    Ok((what.to_owned(), name.to_owned()))
}

/// Prints the claim file, or writes it.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &ImportArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let name = name_of(&arguments.file);
    let text = match text_of(&arguments.file) {
        Ok(text) => text,
        Err(error) => {
            let is_binary = matches!(error, FileError::NotUtf8 { .. });
            report(error);
            if is_binary {
                print_error(PICKLED);
            }
            return Ok(Exit::BadInput);
        }
    };
    let given = Given {
        adjacency: arguments.adjacency.map(Adjacency::from),
        unit: arguments.unit.clone(),
        format: arguments.format.map(|format| match format {
            Known::OpacusHistory => Format::OpacusHistory,
            Known::Spends => Format::Spends,
        }),
        sensitivity: arguments.sensitivity.clone(),
        columns: arguments.columns.clone(),
        claim: arguments.at.clone().zip(arguments.at_most.clone()),
    };
    let Imported { claims, unread } = match import(&text, &name, &given) {
        Ok(imported) => imported,
        Err(errors) => {
            let more = errors.len().saturating_sub(REPORTED);
            for error in errors.into_iter().take(REPORTED) {
                report(Report::new(&name, &text, error));
            }
            if more > 0 {
                print_error(&format!("{name}: {more} more lines cannot be read"));
            }
            return Ok(Exit::BadInput);
        }
    };
    // What is written can be judged: a value that no mechanism has is found here.
    let has_claims = match read("the claim file", Ok(claims.clone()), false) {
        Ok(found) => !found.file.claims.is_empty(),
        Err(errors) => {
            print_error(&format!("{name}: its claim file would have errors"));
            errors.into_iter().for_each(explain);
            return Ok(Exit::BadInput);
        }
    };
    if is_same_file(&arguments.file, &arguments.output) {
        print_error(&format!(
            "{name}: the claim file would be written over the ledger: give another name with -o"
        ));
        return Ok(Exit::BadInput);
    }
    if !unread.is_empty() {
        print_error(&format!("note: columns that were not read: {}", unread.join(", ")));
    }
    let next = if has_claims { judges } else { asks };
    save(&arguments.output, &claims, arguments.force, next, output)
}

/// What comes after a claim file without claims.
fn asks(path: &Path) -> String {
    format!("it has no claim: dpcert check --ask eps=1e-5 {}", path.display())
}

/// Are two paths one file that exists?
fn is_same_file(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    canonical(one).is_some_and(|one| canonical(other) == Some(one))
}
