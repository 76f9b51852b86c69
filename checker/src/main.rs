//! The command: `dpcert-checker [--claim FILE] CERTIFICATE...`.

use dpcert_checker::check_file;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: dpcert-checker [--claim CLAIMFILE] CERTIFICATE...

Re-derives every conclusion of each certificate, and prints a line about it.
With --claim, a certificate must also be about a claim of that file, word for word.

Exit codes: 0 all are valid; 1 one is invalid; 2 one is not a certificate; 3 one is incomplete.";

fn main() -> ExitCode {
    let mut claim = None;
    let mut files = Vec::new();
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("-h" | "--help") => return print(USAGE).map_or_else(|code| code, |()| ExitCode::SUCCESS),
            Some("--claim") => match arguments.next().map(|path| (std::fs::read_to_string(&path), path)) {
                Some((Ok(text), _)) => claim = Some(text),
                Some((Err(error), path)) => return usage(&format!("{}: {error}", path.display())),
                None => return usage("--claim needs a file"),
            },
            Some(option) if option.starts_with('-') => return usage(&format!("there is no option {option}")),
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        return usage("no certificate is given");
    }
    let mut worst = 0;
    for file in files {
        let report = check_file(&file, claim.as_deref());
        if let Err(code) = print(&report.line(&file)) {
            return code;
        }
        // The worst by 2, 1, 3, 0.
        let severity = |code: u8| [0, 2, 3, 1].get(usize::from(code)).copied().unwrap_or(0);
        if severity(report.code()) > severity(worst) {
            worst = report.code();
        }
    }
    ExitCode::from(worst)
}

/// A verdict that nobody can read is none: the exit code is that of bad input.
fn print(line: &str) -> Result<(), ExitCode> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| {
        eprintln!("dpcert-checker: {error}");
        ExitCode::from(2)
    })
}

fn usage(problem: &str) -> ExitCode {
    eprintln!("dpcert-checker: {problem}\n\n{USAGE}");
    ExitCode::from(2)
}
