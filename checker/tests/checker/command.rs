//! The program itself: its arguments, and lines that a person can read and that cannot be missed.

use super::certificate;
use dpcert_checker::check;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/certificates")
        .join(name)
        .with_extension("json")
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_dpcert-checker")).args(arguments).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn arguments() {
    let file = golden("gaussian-rho");
    let file = file.to_str().unwrap();
    for given in
        [vec![file], vec!["--", file], vec!["--verbose", file], vec![file, "--verbose", "--"]]
    {
        let (code, stdout, stderr) = run(&given);
        assert!(
            code == Some(0) && stdout.starts_with("VALID ") && stderr.is_empty(),
            "{given:?}: {stderr}"
        );
    }
    for (given, problem) in [
        (vec![], "no certificate is given"),
        (vec!["--"], "no certificate is given"),
        (vec!["--claim"], "--claim needs a claim file"),
        (vec!["--claim=a", "--claims", "b", file], "--claim is given twice"),
        (vec!["--claim=no-such-file", file], "no-such-file: the file cannot be read: "),
        (vec!["--verbose=1", file], "there is no option --verbose=1"),
        (vec!["-x", file], "there is no option -x"),
    ] {
        let (code, stdout, stderr) = run(&given);
        assert!(code == Some(2) && stdout.is_empty(), "{given:?}: {stdout}");
        assert!(stderr.starts_with(&format!("dpcert-checker: {problem}")), "{given:?}: {stderr}");
    }
    // After `--` it is the name of a file.
    let (code, stdout, _) = run(&["--", "--claim"]);
    assert!(code == Some(2) && stdout.starts_with("BAD INPUT --claim: "), "{stdout}");
}

/// A folder is its certificates, in the order of their names.
#[test]
fn a_folder_is_its_certificates() {
    let folder = std::env::temp_dir().join(format!("dpcert-checker-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let named = |name: &str| folder.join(name);
    let given = folder.to_str().unwrap();
    let (code, stdout, _) = run(&[given]);
    assert_eq!(code, Some(2));
    assert!(
        stdout.ends_with("in which no certificate was found: dpcert certify writes *.json\n"),
        "{stdout}"
    );
    for name in ["b.json", "a.json", "c.txt"] {
        std::fs::copy(golden("gaussian-rho"), named(name)).unwrap();
    }
    let (code, stdout, _) = run(&[given]);
    std::fs::remove_dir_all(&folder).unwrap();
    let files: Vec<&str> = stdout.lines().filter_map(|line| line.split(": ").next()).collect();
    let expected = ["a.json", "b.json"].map(|name| format!("VALID {}", named(name).display()));
    assert_eq!((files, code), (expected.iter().map(String::as_str).collect(), Some(0)));
}

/// On a terminal the claim has a line of its own, and its rows are named and not shown.
#[test]
fn a_person_reads_short_lines() {
    let text = |name: &str| std::fs::read_to_string(golden(name)).unwrap();
    let lines = |text: &str| check(text, None).terminal_lines(Path::new("c.json"));
    assert_eq!(
        lines(&text("two-rows-eps")),
        "VALID    c.json\n         the claim holds: \"pure-eps\": eps at delta = 0 in [3 - 1e-12, 3 + 1e-12]\n         \
         about 2 rows: pure/1, pure/2; unit record, adjacency add-remove"
    );
    // What is not proved is said in one line, as elsewhere.
    let mut other = certificate("two-rows-eps");
    other["claim"]["over"] = json!(["nothing"]);
    let report = check(&other.to_string(), None);
    assert_eq!(report.terminal_lines(Path::new("c")), report.short_line(Path::new("c")));
    // Whatever was written, nothing looks like another line, and what is cut says so.
    let mut long = certificate("gaussian-rho");
    long["claim"]["id"] = json!("\n::error::".repeat(100));
    let shown = lines(&long.to_string());
    assert_eq!(shown.lines().count(), 3, "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() < 200), "{shown}");
    assert!(shown.contains("\u{2026} (cut: --verbose)\n"), "{shown}");
}

/// A claim file has an end: what has none is refused, and not read until there is no memory left.
#[cfg(unix)]
#[test]
fn a_claim_file_without_an_end_is_refused() {
    let (code, stdout, stderr) = run(&["--claim", "/dev/zero", "c"]);
    assert!(code == Some(2) && stdout.is_empty(), "{stdout}");
    assert!(
        stderr.starts_with("dpcert-checker: /dev/zero: the claim file has more than 4194304 bytes"),
        "{stderr}"
    );
}

/// Without a line there is no success.
#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_no_success() {
    let shell = |redirection: &str| {
        let script = format!("\"$0\" \"$1\" {redirection}");
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(script)
            .arg(env!("CARGO_BIN_EXE_dpcert-checker"))
            .arg(golden("gaussian-rho"));
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for closed in [">&-", ">&- 2>&-", ">&- <&- 2>&-", "1<>/dev/null"] {
        let (code, stderr) = shell(closed);
        assert_eq!(code, Some(2), "{closed}: {stderr}");
        assert!(
            closed.contains("2>&-") || stderr.contains("standard output is closed"),
            "{closed}: {stderr}"
        );
    }
    // To throw the line away is the reader's right.
    for open in [">/dev/null", ">/dev/null <&-", "2>&-"] {
        assert_eq!(shell(open).0, Some(0), "{open}");
    }
}

#[test]
fn a_line_is_short() {
    let mut long = certificate("gaussian-rho");
    long["claim"]["id"] = json!("\u{e0041}\n::error::".repeat(20_000));
    let report = check(&long.to_string(), None);
    let (line, whole) = (report.short_line(Path::new("c")), report.line(Path::new("c")));
    assert!(line.chars().count() <= 300 && whole.chars().count() > 100_000, "{line}");
    assert!(
        line.starts_with("VALID c: the claim holds: ")
            && line.ends_with("\u{2026} (cut: --verbose)"),
        "{line}"
    );
    for text in [&line, &whole] {
        assert!(!text.contains(['\n', '\u{e0041}']), "{line}");
    }
    // What is remarked is not lost behind a long claim, nor the reason behind a long name.
    let mut idealised = certificate("gaussian-rho");
    let remark = |id: &str| {
        format!(
            "what floating-point guarantees, with which the row \"{id}\" was run: this is about the mechanism gaussian"
        )
    };
    idealised["ledger"][0]["actual"] = json!("floating-point");
    let id = idealised["ledger"][0]["id"].as_str().unwrap().to_owned();
    idealised["not-covered"] = json!([remark(&id)]);
    idealised["claim"]["id"] = json!("a".repeat(5000));
    let report = check(&idealised.to_string(), None);
    for file in ["c".to_owned(), "d".repeat(5000)] {
        let line = report.short_line(Path::new(&file));
        assert!(line.chars().count() <= 300, "{line}");
        assert!(
            line.contains("the claim holds: ")
                && line.contains("; not covered: what floating-point"),
            "{line}"
        );
    }
    // An unknown field of many megabytes.
    let mut unknown = certificate("gaussian-rho");
    unknown["x".repeat(1 << 20)] = json!(1);
    let line = check(&unknown.to_string(), None).short_line(Path::new("c"));
    assert!(line.starts_with("BAD INPUT c: xxx") && line.chars().count() == 300, "{line}");
    // One that is short is whole.
    let report = check(&certificate("gaussian-rho").to_string(), None);
    assert_eq!(report.short_line(Path::new("c")), report.line(Path::new("c")));
}
