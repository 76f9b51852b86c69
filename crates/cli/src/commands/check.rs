//! `dpcert check`: claim files in, verdicts out. A table of claims is passed to `dpcert judge`.
//! With `--against` the report also has what changed since an old claim file.

use super::certify::{ExtraOutputs, Wanted, write_all};
#[cfg(feature = "tables")]
use super::judge::{self, JudgeArgs};
use crate::claims::{self, Asked, ClaimPaths};
#[cfg(not(feature = "tables"))]
use crate::feature;
use crate::output::{Format, print_error, terminal_options};
use crate::report::claims::{Changes, claim_records, claims_on_paper, write_text};
use crate::{Exit, Settings, help, number};
use clap::Args;
use dpcert_answers::claims::{
    BadFile, DIGITS, JudgedFile, Summary, contradictions, exit, finding_lines, write_json,
};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Judge the claims of claim files
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::CHECK))]
pub struct CheckArgs {
    #[command(flatten)]
    paths: ClaimPaths,

    #[command(flatten)]
    format: Format,

    /// What to compute about the whole ledger of each file: rho, tv, gdp, eps=DELTA (the least eps
    /// at this delta), delta=EPS, beta=ALPHA, or renyi=ORDER, or at several values as in
    /// eps=1e-5,1e-6; may be given several times, and needs no claim
    #[arg(long, value_name = "QUANTITY", value_parser = Asked::read_all)]
    ask: Vec<Vec<Asked>>,

    /// Compare the claim file with this old one: the ledger rows, claims, verdicts and certified
    /// values that changed come first in the report; as text or --json, and for one PATH
    #[arg(long, value_name = "OLD")]
    against: Option<PathBuf>,

    /// Significant digits of the certified values [default: 10; with --latex as few as show the
    /// verdict, or 5 where nothing is claimed]
    #[arg(long, value_name = "DIGITS", value_parser = number::digits)]
    digits: Option<u64>,

    /// Write a certificate of each decided claim into this folder as well
    #[arg(long, value_name = "FOLDER", conflicts_with = "Format")]
    certify: Option<PathBuf>,

    /// The file for the verdicts on a table of claims, as in dpcert judge: PATH and this file are
    /// *.parquet, *.csv, *.jsonl or *.ndjson
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["Format", "ask", "against", "digits", "certify"])]
    output: Option<PathBuf>,
}

/// Judges all files and writes the report.
///
/// # Errors
/// If writing to the output fails.
pub fn run(args: &CheckArgs, settings: &Settings, output: &mut dyn Write) -> io::Result<Exit> {
    if let Some(problem) = args.against.as_ref().and_then(|old| not_comparable(args, old)) {
        print_error(&problem);
        return Ok(Exit::BadInput);
    }
    if let Some(claims) = args.paths.paths.iter().find(|path| is_table(path)) {
        return table(args, claims, settings, output);
    }
    if args.output.is_some() {
        print_error(
            "--output is for the verdicts on a table of claims, and none of these paths is a table: give a file \
             whose name ends in .parquet, .csv, .jsonl or .ndjson",
        );
        return Ok(Exit::BadInput);
    }
    judge_files(args, settings, output)
}

fn judge_files(args: &CheckArgs, settings: &Settings, output: &mut dyn Write) -> io::Result<Exit> {
    let (judged, mut bad) =
        claims::judged(&args.paths, &args.ask.concat(), args.digits.unwrap_or(DIGITS), settings);
    let old = judged_old(args, settings, &mut bad);
    let changes = old.as_ref().zip(judged.first()).map(|(old, new)| Changes::of(old, new));
    write_report(args, &judged, &bad, changes.as_ref(), output)?;
    judged.iter().chain(&old).for_each(print_contradictions);
    let summary = Summary::of(&judged, &bad);
    // The exit code is that of the new file, but a contradiction is a fault of this program
    // wherever it occurs.
    let contradictions = summary.contradictions + Summary::of(old.as_slice(), &[]).contradictions;
    let exit = exit(&Summary { contradictions, ..summary });
    match &args.certify {
        None => Ok(exit),
        Some(folder) => {
            writeln!(output)?;
            // A verdict without a certificate is still a verdict.
            let wanted = Wanted { folder, only: &[], extra: ExtraOutputs::default(), report: None };
            Ok(match write_all(&judged, wanted, settings, output)? {
                Exit::Undecided => exit,
                other => exit.and(other),
            })
        }
    }
}

/// Why files cannot be compared as requested, and what to write.
fn not_comparable(args: &CheckArgs, old: &Path) -> Option<String> {
    if args.format.is_records() {
        return Some(
            "--against is in the text and in --json; --csv and --latex do not have it".to_owned(),
        );
    }
    let way_out = "write dpcert check NEW.toml --against OLD.toml";
    let [new] = args.paths.paths.as_slice() else {
        let count = args.paths.paths.len();
        return Some(format!(
            "--against compares one claim file with another, and {count} paths are given: {way_out}"
        ));
    };
    let kind = |path: &Path| match path.is_dir() {
        true => Some("a folder"),
        false => is_table(path).then_some("a table"),
    };
    let (path, kind) = [new, old].into_iter().find_map(|path| Some((path, kind(path)?)))?;
    Some(format!(
        "--against compares one claim file with another, and {} is {kind}: {way_out}",
        path.display()
    ))
}

/// The file to compare with, judged like any other; if it cannot be read, it is one of the bad
/// files.
fn judged_old(args: &CheckArgs, settings: &Settings, bad: &mut Vec<BadFile>) -> Option<JudgedFile> {
    let paths = ClaimPaths { paths: vec![args.against.clone()?], verbose: false };
    let (mut old, errors) =
        claims::judged(&paths, &args.ask.concat(), args.digits.unwrap_or(DIGITS), settings);
    bad.extend(errors);
    old.pop()
}

fn write_report(
    args: &CheckArgs,
    judged: &[JudgedFile],
    bad: &[BadFile],
    changes: Option<&Changes<'_>>,
    output: &mut dyn Write,
) -> io::Result<()> {
    if args.format.json {
        return write_json(output, judged, bad, changes);
    }
    if args.format.latex {
        for judged in judged {
            let lines = finding_lines(judged.entries()).into_iter().map(|(_, line)| line);
            for line in lines.chain(judged.findings_of_ledger()).chain(judged.unclaimed()) {
                print_error(&format!("{}: note: {line}", judged.name));
            }
            for (quantity, reason) in judged.unanswered() {
                print_error(&format!("{}: {quantity}: no answer: {reason}", judged.name));
            }
        }
        return claims_on_paper(judged, args.digits).write_latex(output);
    }
    if args.format.is_records() {
        return args.format.write(output, &claim_records(judged));
    }
    let options = terminal_options();
    for (changes, new) in changes.iter().zip(judged) {
        changes.write_text(&new.name, output, &options)?;
    }
    write_text(output, judged, bad, &options)
}

fn print_contradictions(judged: &JudgedFile) {
    contradictions(judged).iter().for_each(|sentence| print_error(sentence));
}

/// Is it a table, by its name? Claim files have other names.
fn is_table(path: &Path) -> bool {
    let endings = ["parquet", "csv", "jsonl", "ndjson"];
    !path.is_dir()
        && path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}

/// Passes a table to `dpcert judge`.
#[cfg(feature = "tables")]
fn table(
    args: &CheckArgs,
    claims: &Path,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let ([_], Some(verdicts)) = (args.paths.paths.as_slice(), &args.output) else {
        print_error(&format!(
            "{}: check a table of claims alone, and name the file for its verdicts with --output",
            claims.display()
        ));
        return Ok(Exit::BadInput);
    };
    judge::run(&JudgeArgs::new(claims, verdicts), settings, output)
}

#[cfg(not(feature = "tables"))]
fn table(_: &CheckArgs, claims: &Path, _: &Settings, _: &mut dyn Write) -> io::Result<Exit> {
    print_error(&format!(
        "{}: {}",
        claims.display(),
        feature::missing("a table of claims", "tables")
    ));
    Ok(Exit::BadInput)
}
