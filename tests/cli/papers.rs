//! The papers' statements, from the shell.

use super::*;

#[test]
fn a_statement_is_shown_in_full() {
    let shown = run(&["papers", "gi-60"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    assert!(shown.stdout.starts_with("GI-60: corrected (proof-gap)\n"));
    for part in
        ["  witness    at Q = randomised response", "E = 100", "  true is ", "  can fail ", "dpcert papers GI-60"]
    {
        assert!(shown.stdout.contains(part), "{part}: {}", shown.stdout);
    }
    let two = run(&["papers", "GI-04", "TH-05"]);
    assert!(two.stdout.contains("\n\nTH-05: proved\n"));
    let twice = run(&["papers", "GI-04", "gi-04"]);
    assert_eq!(twice.stdout.matches("GI-04: proved").count(), 1);
}

#[test]
fn json_lines_have_the_verdicts() {
    let lines = run(&["papers", "--json", "GI-04", "GI-60", "TH-63", "GI-25"]);
    assert_eq!(lines.code, Some(0));
    let entries: Vec<Value> = lines.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<_> = entries.iter().map(|entry| (&entry["id"], &entry["verdict"], &entry["recorded"])).collect();
    let expected = [("GI-04", "proved"), ("GI-60", "corrected"), ("TH-63", "proved-core"), ("GI-25", "cited")];
    for ((id, verdict, recorded), (wanted, expected)) in verdicts.into_iter().zip(expected) {
        assert!(id == wanted && verdict == expected && recorded == expected);
    }
    assert_eq!(entries[1]["witness"]["at"]["E"], "100");
    assert!(entries[1]["witness"]["found"].as_str().unwrap().contains("396/101"));
    assert!(entries[0]["witness"].is_null() && entries[0]["evidence"]["kind"] == "identity");
    assert_eq!(entries[2]["evidence"]["by"][0], "TH-06");
    assert!(entries[3]["reason"].is_string());
}

#[test]
fn unknown_statements_are_bad_input() {
    let unknown = run(&["papers", "GI-4"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(
        unknown.stderr.contains("there is no statement `GI-4`; dpcert papers GI lists those of this paper"),
        "{}",
        unknown.stderr
    );
    let nonsense = run(&["papers", "zebra"]);
    assert!(
        nonsense.code == Some(2) && nonsense.stderr.contains("start with GI, TH, GDP, BA, and dpcert papers lists all"),
        "{}",
        nonsense.stderr
    );
    assert_eq!(run(&["papers", "GI-04", "--markdown", "somewhere"]).code, Some(2));
    let folder = run(&["papers", "--markdown", "/dev/null/pages"]);
    assert!(folder.code == Some(74) && folder.stderr.contains("/dev/null/pages"), "{}", folder.stderr);
}
