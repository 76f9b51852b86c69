//! Small files with hostile sizes: each is followed, or refused, within the time and the memory
//! that the README promises.
//!
//! Here each is a process with limits, of files that say that they need little;
//! `scripts/support/hostile.py` measures thousands of all kinds.

mod files;
mod values;

use super::{effort, forged};
use dpcert_checker::expected_work;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// The seconds and the kilobytes that a file may take. Debug assertions take a few times longer.
const SECONDS: u64 = 60;
const KILOBYTES: u64 = 2 << 20;
/// The longest files that are followed here, in units of about a nanosecond.
const SHORT: u64 = 1 << 27;

/// The exit code of the checker, which a signal has not, and what it prints.
#[cfg(unix)]
fn limited(
    text: &str,
    name: &str,
    seconds: u64,
    kilobytes: u64,
    claim: Option<&Path>,
) -> (Option<i32>, String) {
    let file = std::env::temp_dir()
        .join(format!("dpcert-checker-hostile-{}-{name}.json", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let script = format!("ulimit -t {seconds}; ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_dpcert-checker")).arg(&file);
    let output =
        command.args(claim.iter().flat_map(|file| [Path::new("--claim"), file])).output().unwrap();
    std::fs::remove_file(file).unwrap();
    (
        output.status.code(),
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
    )
}

/// What is charged little takes little.
#[cfg(unix)]
#[test]
fn small_files_take_little() {
    let (mut followed, mut codes) = (0, [0; 5]);
    for seed in 0..80 * u64::try_from(effort()).unwrap() {
        let text = files::certificate(seed);
        assert!(text.len() <= files::MAX_SIZE, "{seed}: {} bytes", text.len());
        if expected_work(&text) > SHORT && effort() == 1 {
            continue;
        }
        let (code, line) = limited(&text, "share", SECONDS, KILOBYTES, None);
        let code =
            code.and_then(|code| usize::try_from(code).ok()).filter(|code| *code < codes.len());
        codes[code.unwrap_or_else(|| panic!("seed {seed}: {line}"))] += 1;
        followed += 1;
    }
    // Not all are malformed.
    assert!(followed > 45 && codes[3] > 10 && codes[0] + codes[1] > 10, "{followed}: {codes:?}");
}

/// A certificate of one step: cells of noise under random allocation.
fn allocated(row: &Value, bits: u64, grid: (&str, i64, i64), ratios: (&str, i64, i64)) -> String {
    let arguments = json!({"row": "a", "direction": "forward", "bounds": "upper", "bits": bits, "step": grid.0, "from": grid.1,
        "to": grid.2, "ratio-width": ratios.0, "ratio-cells": ratios.1, "ratio-sums": ratios.2});
    let row_of =
        json!({"row": {"covers": {"a": "1"}, "from": grid.1, "to": grid.2, "infinite": "1"}});
    let claim = json!({"delta": {"eps": "1"}, "at-most": "1"});
    let steps = json!([
        {"id": "r", "rule": "cells", "premises": [], "arguments": arguments, "conclusion": row_of},
        {"id": "c", "rule": "claim", "premises": [], "arguments": {},
         "conclusion": {"delta": {"eps": "1"}, "at-most": "1", "is": true}},
    ]);
    forged(row.clone(), claim, json!([]), steps).to_string()
}

/// Files that took gigabytes or hours, or were said to be invalid for their size.
#[cfg(unix)]
#[test]
fn files_that_took_much_take_little() {
    let in_one_of = |steps: u64, mut row: Value| {
        row["sampling"] = json!({"method": "random-allocation", "steps": steps});
        row
    };
    let unit = json!({"mechanism": "gaussian", "sigma": "1"});
    // A width of 10,000 digits, next to 1/64.
    let width = format!("15625{}/1{}", "0".repeat(9_990) + "1", "0".repeat(9_997));
    let nested = format!("{}1{}", "ln(exp(".repeat(40), ")+1)".repeat(40));
    let nested = json!({"mechanism": "gdp", "mu": nested});
    // Claims between two fractions that share all but the last of hundreds of thousands of
    // quotients.
    let near =
        json!({"delta": {"eps": "1"}, "between": ["7^40000/5^48000", "7^40000/5^48000+1/8^66000"]});
    let mut conclusion = near.clone();
    conclusion["is"] = json!(true);
    let step = json!([{"id": "c", "rule": "claim", "premises": [], "arguments": {}, "conclusion": conclusion}]);
    let near = forged(json!({"mechanism": "laplace", "eps": "1"}), near, json!([]), step);
    for (name, text, kilobytes, expected, words) in [
        ("near", near.to_string(), 100_000, 1, "the claim does not follow from the premises"),
        (
            "sums",
            allocated(
                &in_one_of(128, unit.clone()),
                16,
                ("1", 8190, 8191),
                ("1*2^-6", 1000, 100_000),
            ),
            300_000,
            0,
            "",
        ),
        (
            "width",
            allocated(&in_one_of(2, unit.clone()), 16, ("1*2^-3", -8, 8), (&width, 4000, 8000)),
            100_000,
            0,
            "",
        ),
        (
            "nested",
            allocated(&in_one_of(2, nested), 36_000, ("1", 0, 1), ("1", 1, 2)),
            100_000,
            3,
            "more work",
        ),
        (
            "cells",
            allocated(&in_one_of(2, unit.clone()), 16, ("1", 0, 1), ("1", 1 << 22, 2)),
            100_000,
            3,
            "4194304 points",
        ),
        (
            "small",
            allocated(&in_one_of(2, unit), 16, ("1", 0, 1), ("1*2^-100000", 1, 2)),
            100_000,
            3,
            "the width of the cells",
        ),
    ] {
        let (code, line) = limited(&text, name, 20, kilobytes, None);
        assert!(code == Some(expected) && line.contains(words), "{name}: {code:?} {line}");
    }
    // The same numbers in the reader's file.
    let file =
        std::env::temp_dir().join(format!("dpcert-checker-hostile-{}.toml", std::process::id()));
    let claims = json!({"format": "dpcert/1", "scope": near["scope"], "ledger": near["ledger"], "claim": [near["claim"]]});
    std::fs::write(&file, toml::to_string(&claims).unwrap()).unwrap();
    let (code, line) = limited(&near.to_string(), "claims", 20, 100_000, Some(&file));
    std::fs::remove_file(file).unwrap();
    assert!(
        code == Some(1) && line.contains("the claim does not follow from the premises"),
        "{code:?} {line}"
    );
}
