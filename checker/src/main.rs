//! The command: `dpcert-checker [--claim FILE] CERTIFICATE...`.

use dpcert_checker::work::Progress;
use dpcert_checker::{ClaimFile, Report, watch_file, worst_exit_code};
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which the progress is shown, if standard error is a terminal, and the interval between reports.
const PATIENCE: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(500);

const USAGE: &str = "usage: dpcert-checker [--claim CLAIMFILE] CERTIFICATE...
       dpcert-checker --version

Re-derives every conclusion of each certificate, and prints a line about it. A certificate may be in an in-toto
Statement, and that in a DSSE envelope, whose signatures are not checked.
With --claim, a certificate must also be about a claim of that file, word for word, and a Statement about that file.

Exit codes: 0 all are valid, and each certifies that its claim holds
            1 one is invalid: a conclusion does not follow, or it is about another claim
            2 one is not a certificate
            3 one is incomplete: it ends before its claim, or needs a format, a rule, a decision or more work than the
              checker has
            4 one certifies that its claim is false: \"refuted\"
With several certificates, the first of 2, 1, 3, 4 that occurs.";

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
            Some("--claim" | "--claims") if claim.is_some() => {
                return usage("--claim is given twice, and a certificate is compared with one claim file");
            }
            Some("--claim" | "--claims") => match arguments.next().map(|path| ClaimFile::read(&path)) {
                Some(Ok(file)) => claim = Some(file),
                Some(Err(error)) => return usage(&error),
                None => return usage("--claim needs a claim file"),
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
        let report = follow(&file, claim.as_ref());
        if let Err(code) = print(&report.line(&file)) {
            return code;
        }
        codes.push(report.code());
    }
    ExitCode::from(worst_exit_code(codes))
}

/// Follows a certificate, and shows the progress on a terminal.
fn follow(file: &Path, claim: Option<&ClaimFile>) -> Report {
    let progress = Arc::new(Progress::default());
    if !stderr().is_terminal() {
        return watch_file(file, claim, &progress);
    }
    thread::scope(|scope| {
        let (following, wait) = channel::<()>();
        let (seen, start) = (Arc::clone(&progress), Instant::now());
        // Without a thread no progress is shown, and the certificate is followed all the same.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            let mut pause = PATIENCE;
            while wait.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let _ = write!(stderr(), "\r\x1b[K{}: {}", file.display(), seen.line(start.elapsed()));
                pause = TICK;
            }
            if pause == TICK {
                let _ = write!(stderr(), "\r\x1b[K");
            }
        });
        let report = watch_file(file, claim, &progress);
        drop(following);
        report
    })
}

/// A verdict that cannot be printed is not a verdict: the exit code is that of bad input.
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
