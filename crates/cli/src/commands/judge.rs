//! `dpcert judge`: a table of claims in, a table of verdicts out.

use crate::output::print_error;
use crate::spinner::counting_with;
use crate::{Exit, Settings, help};
use clap::{Args, ValueEnum};
use dpcert::{Limits, Options};
use dpcert_answers::claims::{DIGITS, STDIN};
use dpcert_answers::rendered;
use dpcert_bulk::files::{self, Counts, Done, FileError, Format, Job};
use indicatif::ProgressStyle;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Judge a table of claims: Parquet, CSV or JSON Lines
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::JUDGE))]
pub struct JudgeArgs {
    /// The claims: *.parquet, *.csv, *.jsonl or *.ndjson; - is standard input
    #[arg(value_name = "CLAIMS")]
    claims: PathBuf,

    /// The verdicts, one for each row: *.parquet, *.csv, *.jsonl or *.ndjson
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The format of standard input
    #[arg(long, value_name = "FORMAT")]
    format: Option<Name>,

    /// Continue a run that was stopped
    #[arg(long, conflicts_with = "merge")]
    resume: bool,

    /// Do not judge: put these outputs after each other, if they are all rows of CLAIMS, each once
    /// and in their order; may be given several times
    #[arg(long, value_name = "VERDICTS")]
    merge: Vec<PathBuf>,
}

impl JudgeArgs {
    /// As `dpcert check` judges a table.
    pub fn new(claims: &Path, verdicts: &Path) -> JudgeArgs {
        JudgeArgs {
            claims: claims.into(),
            output: verdicts.into(),
            format: None,
            resume: false,
            merge: Vec::new(),
        }
    }
}

/// The default work for a row, a few seconds: one of thousands must not delay the others.
const ROW_WORK: u64 = 3_000_000_000;

/// What can be read from standard input.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    Csv,
    Jsonl,
}

/// Judges, and reports the number of claims with each verdict.
///
/// # Errors
/// If writing to the output fails.
pub fn run(args: &JudgeArgs, settings: &Settings, output: &mut dyn Write) -> io::Result<Exit> {
    match judged(args, settings) {
        Ok(Done { metadata, unknown }) => {
            if unknown > 0 {
                print_error(&judged_again(args, unknown));
            }
            let counted = |(name, n)| match (name, n) {
                ("holds", 1) => "1 holds".to_owned(),
                ("holds", n) => format!("{n} hold"),
                (name, n) => format!("{n} {name}"),
            };
            let counts: Vec<String> = counts(&metadata.verdicts).map(counted).collect();
            let counts =
                if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
            let claims = if metadata.rows == 1 { "claim" } else { "claims" };
            writeln!(
                output,
                "{} {claims}{counts}; the verdicts are in {}",
                metadata.rows,
                args.output.display()
            )?;
            Ok(exit(&metadata.verdicts))
        }
        Err(error) => {
            print_error(&error.to_string());
            Ok(match error {
                FileError::Input { .. } => Exit::BadInput,
                FileError::Output { .. } => Exit::Io,
                FileError::Contradiction(_) => Exit::Internal,
            })
        }
    }
}

/// The message about parts that were not believed.
fn judged_again(args: &JudgeArgs, parts: u64) -> String {
    let (parts, were, they) = if parts == 1 {
        ("1 part".to_owned(), "was", "it was")
    } else {
        (format!("{parts} parts"), "were", "they were")
    };
    let reason = match state() {
        Some(_) => {
            format!("there is no record of this user here that {they} judged with these options")
        }
        None => format!(
            "this user has no folder for the record of what was judged: set {STATE} to an absolute path"
        ),
    };
    format!("{}.parts: {parts} {were} judged again, because {reason}", args.output.display())
}

/// The variable with the folder for what programs remember.
const STATE: &str = if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_STATE_HOME" };

/// The folder for what programs remember for this user. A relative one would be in a folder that
/// others may have made.
fn state() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let own = std::env::var_os(STATE).map(PathBuf::from);
    let home = || std::env::home_dir().filter(absolute).map(|home| home.join(".local/state"));
    own.filter(absolute).or_else(home)
}

fn judged(args: &JudgeArgs, settings: &Settings) -> Result<Done, FileError> {
    let format = format_of(&args.output)?;
    if !args.merge.is_empty() {
        let metadata = files::merge(
            &args.claims,
            format_of(&args.claims)?,
            &args.merge,
            &args.output,
            format,
        )?;
        return Ok(Done { metadata, unknown: 0 });
    }
    let limits = Limits { work: settings.max_work.unwrap_or(ROW_WORK), ..settings.limits() };
    let settings = Options { digits: DIGITS, limits, ..settings.for_claims() };
    let state = state();
    let job = Job {
        settings: &settings,
        rendered,
        output: &args.output,
        format,
        resume: args.resume,
        state: state.as_deref(),
    };
    let counting = counting_with(0, style);
    let mut progress = |done, rows: Option<u64>| counting.set(done, rows);
    match (args.claims.as_os_str() == "-", args.format) {
        (true, None) => {
            Err(bad(STDIN, "its format is not known: add --format csv or --format jsonl"))
        }
        (true, Some(name)) => {
            let format = match name {
                Name::Csv => Format::Csv,
                Name::Jsonl => Format::JsonLines,
            };
            files::judge_stream(STDIN, Box::new(io::stdin()), format, &job, &mut progress)
        }
        (false, _) => {
            files::judge_file(&args.claims, format_of(&args.claims)?, &job, &mut progress)
        }
    }
}

/// A bar with the number of judged rows, the rate, and the remaining time.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template(
        "{spinner} {human_pos}/{human_len} claims, {per_sec}, {eta} left",
    );
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn format_of(path: &Path) -> Result<Format, FileError> {
    let help = "its format is not known: let its name end with .parquet, .csv, .jsonl or .ndjson";
    Format::of(path).ok_or_else(|| bad(&path.display().to_string(), help))
}

fn bad(file: &str, message: &str) -> FileError {
    FileError::Input { file: file.to_owned(), message: message.to_owned() }
}

/// The verdicts that occur, with their counts.
fn counts(verdicts: &Counts) -> impl Iterator<Item = (&str, u64)> {
    verdicts.iter().filter(|(_, count)| **count > 0).map(|(name, count)| (name.as_str(), *count))
}

fn exit(verdicts: &Counts) -> Exit {
    let exit = |name| match name {
        "holds" => Exit::Good,
        "refuted" => Exit::Unexpected,
        "invalid" => Exit::BadInput,
        _ => Exit::Undecided,
    };
    counts(verdicts).map(|(name, _)| exit(name)).fold(Exit::Good, Exit::and)
}
