//! `dpcert verify`: the checker in process.

use crate::output::print_error;
use crate::spinner::counting;
use crate::{Exit, help};
use clap::Args;
use dpcert_checker::ClaimFile;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

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

    /// Print whole lines, of which otherwise only the first 300 characters are printed
    #[arg(long)]
    verbose: bool,
}

/// Follows certificates, and writes a line about each.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &VerifyArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let asked = match &arguments.claim {
        None => None,
        Some(path) => match ClaimFile::read(path) {
            Ok(file) => Some(file),
            Err(error) => {
                print_error(&format!(
                    "{error}: --claim takes the claim file; the id of the claim is in the certificate"
                ));
                return Ok(Exit::BadInput);
            }
        },
    };
    let mut exit = Exit::Good;
    let mut paths = Vec::new();
    for path in &arguments.certificates {
        match certificates(path) {
            Ok(found) => paths.extend(found),
            Err(error) => {
                print_error(&error);
                exit = Exit::BadInput;
            }
        }
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
        exit = exit.and(match report.code() {
            0 => Exit::Good,
            1 => Exit::Unexpected,
            3 => Exit::Undecided,
            4 => Exit::Refuted,
            _ => Exit::BadInput,
        });
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
