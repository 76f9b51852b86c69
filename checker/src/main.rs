//! The command: `dpcert-checker [--claim FILE] [--verbose] CERTIFICATE...`.

use dpcert_checker::work::Progress;
use dpcert_checker::{ClaimFile, Report, watch_file, worst_exit_code};
use std::ffi::OsString;
#[cfg(unix)]
use std::fs::File;
#[cfg(unix)]
use std::io::Read;
use std::io::{IsTerminal, Stdout, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which the progress is shown, if standard error is a terminal, and the interval
/// between reports.
const PATIENCE: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(500);

const USAGE: &str = "usage: dpcert-checker [--claim CLAIMFILE] [--verbose] [--] CERTIFICATE...
       dpcert-checker --version

Re-derives every conclusion of each certificate, and prints a line about it. Of a folder all *.json are checked. A certificate may be in an in-toto
Statement, and that in a DSSE envelope, whose signatures are not checked.
With --claim, a certificate must also be about a claim of that file, word for word (but for source, reason and expect of
the claim, which are remarks), and a Statement about that file; and the policy of the file must not deny it.
A line has at most 300 characters, or all of them with --verbose. On a terminal and with --claim, where the rows are
those of the file, what a valid certificate proves is some short lines; the first begins with the verdict in any case.

Exit codes: 0 all are valid, and each certifies that its claim holds
            1 one is invalid: a conclusion does not follow, or it is about another claim; or the policy denies it
            2 one is not a certificate; or the lines cannot be printed
            3 one is incomplete: it ends before its claim, or needs a format, a rule, a decision or more work or memory
              than the checker has; or the policy denies what is not checked here
            4 one certifies that its claim is false: \"refuted\"
With several certificates, the first of 2, 1, 3, 4 that occurs.";

/// What was asked for.
#[derive(Default)]
struct Arguments {
    claim: Option<PathBuf>,
    is_verbose: bool,
    files: Vec<PathBuf>,
}

/// The arguments, or the text that was asked for instead.
fn arguments(
    mut given: impl Iterator<Item = OsString>,
) -> Result<Result<Arguments, &'static str>, String> {
    let mut read = Arguments::default();
    while let Some(argument) = given.next() {
        let claim = match argument.to_str() {
            Some("-h" | "--help") => return Ok(Err(USAGE)),
            Some("-V" | "--version") => {
                return Ok(Err(concat!("dpcert-checker ", env!("CARGO_PKG_VERSION"))));
            }
            Some("--verbose") => {
                read.is_verbose = true;
                continue;
            }
            Some("--") => {
                read.files.extend(given.map(PathBuf::from));
                break;
            }
            Some("--claim" | "--claims") => {
                given.next().ok_or("--claim needs a claim file")?.into()
            }
            Some(option) if option.starts_with('-') => match option.split_once('=') {
                Some(("--claim" | "--claims", file)) => PathBuf::from(file),
                _ => return Err(format!("there is no option {option}")),
            },
            _ => {
                read.files.push(argument.into());
                continue;
            }
        };
        if read.claim.replace(claim).is_some() {
            return Err(
                "--claim is given twice, and a certificate is compared with one claim file"
                    .to_owned(),
            );
        }
    }
    if read.files.is_empty() { Err("no certificate is given".to_owned()) } else { Ok(Ok(read)) }
}

fn main() -> ExitCode {
    run().unwrap_or_else(|problem| {
        let _ = writeln!(stderr(), "dpcert-checker: {problem}");
        ExitCode::from(2)
    })
}

fn run() -> Result<ExitCode, String> {
    let usage = |problem: String| format!("{problem}\n\n{USAGE}");
    is_open(&stdout())?;
    let Arguments { claim, is_verbose, files } =
        match arguments(std::env::args_os().skip(1)).map_err(usage)? {
            Ok(arguments) => arguments,
            Err(text) => return print(text).map(|()| ExitCode::SUCCESS),
        };
    let claim = claim.map(|path| ClaimFile::read(&path)).transpose().map_err(usage)?;
    let mut codes = Vec::new();
    for file in files.into_iter().flat_map(certificates) {
        let report = follow(&file, claim.as_ref());
        // Without the claim file the rows are what the reader has to read.
        let is_compared = claim.is_some() && stdout().is_terminal();
        print(&match (is_verbose, is_compared) {
            (true, _) => report.line(&file),
            (false, true) => report.terminal_lines(&file),
            (false, false) => report.short_line(&file),
        })?;
        codes.push(report.code());
    }
    Ok(ExitCode::from(worst_exit_code(codes)))
}

/// The certificates of a folder, `*.json` in the order of their names; a file is what it is, and so
/// is a folder without any.
fn certificates(path: PathBuf) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
    let is_certificate = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(is_certificate).collect();
    found.sort();
    if found.is_empty() { vec![path] } else { found }
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
                let _ =
                    write!(stderr(), "\r\x1b[K{}: {}", file.display(), seen.line(start.elapsed()));
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
fn print(line: &str) -> Result<(), String> {
    writeln!(stdout(), "{line}").and_then(|()| stdout().flush()).map_err(|error| error.to_string())
}

/// Refuses a standard output that is closed. The runtime of Rust opens /dev/null for reading and
/// writing in its place, and then nothing that is printed fails; a shell opens it for writing.
#[cfg(unix)]
fn is_open(output: &Stdout) -> Result<(), String> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let is_discarded = || {
        let mut file = File::from(output.as_fd().try_clone_to_owned()?);
        let own = file.metadata()?;
        // Where there is none, it was not opened.
        let Ok(null) = std::fs::metadata("/dev/null") else {
            return Ok(false);
        };
        let is_null = own.file_type().is_char_device() && own.rdev() == null.rdev();
        Ok::<bool, std::io::Error>(is_null && file.read(&mut [0]).is_ok())
    };
    match is_discarded() {
        Ok(false) => Ok(()),
        Ok(true) => Err(
            "standard output is closed, or is /dev/null and open for reading too: the verdict would not be printed. \
                         Where only the exit code is needed, open /dev/null for writing"
                .to_owned(),
        ),
        Err(error) => Err(format!("standard output: {error}")),
    }
}

#[cfg(not(unix))]
fn is_open(_: &Stdout) -> Result<(), String> {
    Ok(())
}
