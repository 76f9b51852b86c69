//! The command: `dpcert-checker [--claim FILE] CERTIFICATE...`.

use dpcert_checker::{ClaimFile, check_file, gravest};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: dpcert-checker [--claim CLAIMFILE] CERTIFICATE...
       dpcert-checker --version

Re-derives every conclusion of each certificate, and prints a line about it. A certificate may stand in an in-toto
Statement, and that in a DSSE envelope, of which the signatures are not checked.
With --claim, a certificate must also be about a claim of that file, word for word, and a Statement about that file.

Exit codes: 0 all are valid, and each certifies that its claim holds
            1 one is invalid: a conclusion does not follow, or it is about another claim
            2 one is not a certificate
            3 one is incomplete: it ends before its claim, or needs a rule, or more work, than there is
            4 one certifies that its claim is false: \"refuted\"
With several certificates, the first of 2, 1, 3, 4 that one of them has.";

fn main() -> ExitCode {
    let mut claim = None;
    let mut files = Vec::new();
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("-h" | "--help") => return print(USAGE).map_or_else(|code| code, |()| ExitCode::SUCCESS),
            Some("-V" | "--version") => {
                let version = concat!("dpcert-checker ", env!("CARGO_PKG_VERSION"));
                return print(version).map_or_else(|code| code, |()| ExitCode::SUCCESS);
            }
            Some("--claim") => match arguments.next().map(|path| ClaimFile::read(&path)) {
                Some(Ok(file)) => claim = Some(file),
                Some(Err(error)) => return usage(&error),
                None => return usage("--claim needs a file"),
            },
            Some(option) if option.starts_with('-') => return usage(&format!("there is no option {option}")),
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        return usage("no certificate is given");
    }
    let mut codes = Vec::new();
    for file in files {
        let report = check_file(&file, claim.as_ref());
        if let Err(code) = print(&report.line(&file)) {
            return code;
        }
        codes.push(report.code());
    }
    ExitCode::from(gravest(codes))
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
