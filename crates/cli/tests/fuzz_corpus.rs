//! The seeds of the fuzz targets, and what fuzzing has found: every input in `fixtures/fuzz` has
//! the properties that `fuzz/src` states, and none takes long.

#[path = "../../../fuzz/src/lib.rs"]
pub mod properties;

use properties::{KINDS, Kind};
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Longer than anything takes on a slow machine with many other things to do, and too short for a
/// hang.
const PATIENCE: Duration = Duration::from_secs(120);

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a directory can be listed").path()).collect();
    paths.sort();
    paths
}

fn replay(name: &str) {
    let Kind { by_line, check, .. } =
        KINDS.into_iter().find(|kind| kind.name == name).expect("a kind of input");
    let directory = crate::root().join("fixtures/fuzz").join(name);
    let mut failures = Vec::new();
    let mut count = 0;
    for path in files(&directory) {
        let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let inputs: Vec<&[u8]> = if by_line {
            bytes.split_inclusive(|byte| *byte == b'\n').collect()
        } else {
            vec![&bytes]
        };
        for (line, input) in (1..).zip(inputs) {
            let start = Instant::now();
            let outcome = catch_unwind(|| check(input));
            let place = if by_line {
                format!("{}:{line}", path.display())
            } else {
                path.display().to_string()
            };
            if outcome.is_err() {
                failures.push(format!("{place}: see the message above"));
            }
            if start.elapsed() > PATIENCE {
                failures.push(format!("{place}: took {:?}", start.elapsed()));
            }
            count += 1;
        }
    }
    assert!(count > 10, "{}: only {count} seeds", directory.display());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn literals() {
    replay("literal");
}

#[test]
fn mechanisms_in_the_compact_notation() {
    replay("notation");
}

#[test]
fn claim_files() {
    replay("claim-file");
}

#[test]
fn query_lines() {
    replay("query-line");
}

#[test]
fn rows_of_ledgers() {
    replay("ledger-row");
}

#[test]
fn certificates() {
    replay("certificate");
}

#[test]
fn scenes() {
    replay("scene");
}

/// From the disk: an input that is no text at all has its error too.
#[test]
fn claim_files_are_read_from_disk() {
    for path in files(&crate::root().join("fixtures/fuzz/claim-file")) {
        let text = String::from_utf8(
            fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
        );
        match dpcert::claim::read_file(&path) {
            Ok(_) => assert!(text.is_ok()),
            Err(error) => {
                let shown = format!("{:?}", miette::Report::new(error));
                assert!(shown.contains("help"), "{}: no way out of {shown}", path.display());
                let name = path.file_name().expect("a file has a name").to_string_lossy();
                assert!(
                    shown.replace(['\n', ' ', '│'], "").contains(&*name),
                    "{name} is not named in {shown}"
                );
            }
        }
    }
}
