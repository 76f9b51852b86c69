//! `dpcert verify`: the checker in process.

use crate::output::{print_error, report};
use crate::spinner::counting;
use crate::{Exit, help};
use clap::{Args, ValueEnum};
use dpcert::input::FileError;
use dpcert_checker::ClaimFile;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that is extracted from `proofs/verified`.
const VERIFIED: &str = "dpcert-verified";
/// The most certificates that one process of it is given: a command line has a limit.
const AT_ONCE: usize = 500;
/// Writes the JSON twin of a claim file.
const TWIN: &str = "python3 -c 'import json, sys, tomllib; \
                    json.dump(tomllib.load(sys.stdin.buffer), sys.stdout, ensure_ascii=False)' \
                    < FILE.toml > FILE.json";

/// A checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Checker {
    /// The rules of dpcert-checker, in this process
    Rust,
    /// The program dpcert-verified, extracted from a proof in Coq
    Verified,
}

/// Check certificates with the rules of dpcert-checker
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::VERIFY))]
pub struct VerifyArgs {
    /// Certificates, or folders of them
    #[arg(value_name = "CERTIFICATE", required = true)]
    certificates: Vec<PathBuf>,

    /// The claim file that the certificates must be about, word for word
    #[arg(long, visible_alias = "claims", value_name = "FILE")]
    claim: Option<PathBuf>,

    /// The checker
    #[arg(long, value_enum, value_name = "CHECKER", default_value = "rust")]
    with: Checker,

    /// Print whole lines, of which otherwise only the first 300 characters are printed
    #[arg(long)]
    verbose: bool,
}

/// Follows certificates, and writes a line about each.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &VerifyArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let is_verified = arguments.with == Checker::Verified;
    let asked = match &arguments.claim {
        Some(path) if is_verified && is_toml(path) => {
            print_error(&format!(
                "{} is TOML, and the verified checker reads JSON: write the JSON twin with the same fields, by\n    {TWIN}",
                path.display()
            ));
            return Ok(Exit::BadInput);
        }
        Some(path) if !is_verified => match ClaimFile::read(path) {
            Ok(file) => Some(file),
            Err(error) => {
                print_error(&format!(
                    "{error}: --claim takes the claim file; the id of the claim is in the certificate"
                ));
                return Ok(Exit::BadInput);
            }
        },
        // The verified checker reads it itself.
        _ => None,
    };
    let mut exit = Exit::Good;
    let mut paths = Vec::new();
    for path in &arguments.certificates {
        if !path.exists() {
            report(FileError::Missing { path: path.clone() });
            exit = Exit::BadInput;
            continue;
        }
        match certificates(path) {
            Ok(found) => paths.extend(found),
            Err(error) => {
                print_error(&error);
                exit = Exit::BadInput;
            }
        }
    }
    if is_verified {
        return Ok(exit.and(run_verified(arguments.claim.as_deref(), &paths, output)?));
    }
    let progress = counting(paths.len());
    for path in &paths {
        let report = dpcert_checker::check_file(path, asked.as_ref());
        progress.step();
        // Without the claim file the rows are what the reader has to read.
        let is_compared = asked.is_some() && io::stdout().is_terminal();
        let text = match (arguments.verbose, is_compared) {
            (true, _) => report.line(path),
            (false, true) => report.terminal_lines(path),
            (false, false) => report.short_line(path),
        };
        writeln!(output, "{text}")?;
        // The codes of the checker, which has the policy of the claim file in them.
        exit = exit.and(exit_of(report.code()));
    }
    Ok(exit)
}

/// The exit that an exit code of a checker means.
fn exit_of(code: u8) -> Exit {
    match code {
        0 => Exit::Good,
        1 => Exit::Unexpected,
        3 => Exit::Undecided,
        4 => Exit::Refuted,
        _ => Exit::BadInput,
    }
}

/// The verified checker: the one beside this program, or else that of PATH.
fn verified() -> PathBuf {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(VERIFIED));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(VERIFIED))
}

/// Is it a claim file as it is written, and not its JSON twin?
fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Asks the verified checker, and passes on its lines.
fn run_verified(
    claim: Option<&Path>,
    paths: &[PathBuf],
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let mut exit = Exit::Good;
    for paths in paths.chunks(AT_ONCE) {
        let mut program = Command::new(verified());
        if let Some(claim) = claim {
            program.arg("--claim").arg(claim);
        }
        match program.arg("--").args(paths).output() {
            Ok(run) => {
                output.write_all(&run.stdout)?;
                let is_whole =
                    run.stdout.iter().filter(|byte| **byte == b'\n').count() == paths.len();
                if !is_whole {
                    print_error(&format!(
                        "{VERIFIED} ended with {}: {}",
                        run.status,
                        String::from_utf8_lossy(&run.stderr).trim()
                    ));
                }
                let code = run.status.code().and_then(|code| u8::try_from(code).ok());
                let said = code.map_or(Exit::BadInput, exit_of);
                exit = exit.and(if is_whole { said } else { Exit::BadInput });
            }
            Err(error) => {
                print_error(&format!(
                    "{VERIFIED} does not run: {error}. In the repository of dpcert scripts/verified builds it from \
                     OCaml with Zarith, as target/verified/{VERIFIED}: put that beside dpcert, or into a folder of PATH"
                ));
                return Ok(Exit::BadInput);
            }
        }
    }
    Ok(exit)
}

/// The certificates of a folder, in the order of their names; a file is what it is.
fn certificates(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries
        .map_err(|error| format!("{}: the folder cannot be read: {error}", path.display()))?;
    let is_certificate =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let mut found: Vec<PathBuf> =
        entries.iter().map(std::fs::DirEntry::path).filter(is_certificate).collect();
    found.sort();
    if found.is_empty() {
        return Err(format!(
            "{}: there is no certificate in this folder: dpcert certify writes *.json",
            path.display()
        ));
    }
    Ok(found)
}
