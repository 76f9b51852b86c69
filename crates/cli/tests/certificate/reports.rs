//! What a report says besides the verdicts: its premises, findings, and what it leaves out.

use super::{dpcert, scratch, words};
use std::fs;

const PARTS: &str = r#"format = "dpcert/1"
[scope]
unit = "holder"
adjacency = "add-remove"
[[ledger]]
id = "north"
mechanism = "gaussian"
scale = "5"
query = "histogram"
keys = 2
rows_per_key = 1
part = "north"
[[ledger]]
id = "survey"
mechanism = "randomized-response"
eps = "1/10"
[policy]
answer-assumed = "deny"
[[claim]]
id = "all"
over = ["*"]
eps = { delta = "1e-6" }
at-most = "3"
[[claim]]
id = "tv"
over = ["survey"]
tv = {}
at-most = "1/10"
[[claim]]
id = "false"
over = ["north"]
tv = {}
at-most = "1/100"
expect = "refuted"
reason = "a trial"
"#;

/// A claim that was not asked for is named, what the rows rest on is said, and a denied finding is in
/// the first sentences, in the table and once in full.
#[test]
fn a_report_says_what_its_verdicts_rest_on() {
    let folder = scratch("premises");
    fs::write(folder.join("parts.toml"), PARTS).unwrap();
    let part = ["certify", "parts.toml", "--claim", "all", "--claim", "tv", "--report", "r.html"];
    let run = dpcert(&part, &folder);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let page = words(&folder.join("r.html"));
    for present in [
        "All 2 claims hold. The policy denies what was found of all 2 claims: answer-assumed. 1 more claim of the file is \
         not in this report.",
        "without a certificate; denied: answer-assumed",
        "This is about all 2 claims.",
        "histogram with add-remove: neighbours move 2 counts by 1 each",
        "the part north: no unit is in two",
        "other claims of the file: false",
        "whether the queries that the rows name were run",
        "whether the stated sensitivities are those of the queries",
        "whether no holder is in two parts of the data",
        "the row survey of the ledger",
    ] {
        assert!(page.contains(present), "{present}: {page}");
    }
    assert_eq!(page.matches("is judged as one answer about the whole data").count(), 1, "{page}");
    let whole = dpcert(&["certify", "parts.toml", "--report", "r.html"], &folder);
    assert_eq!(whole.code, Some(1), "{}{}", whole.stdout, whole.stderr);
    let page = words(&folder.join("r.html"));
    assert!(page.contains("Expected by the file refuted Reason, as the file states it a trial"));
    for absent in ["not in this report", "other claims of the file"] {
        assert!(!page.contains(absent), "{absent}: {page}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A certificate about parts of the data says of which parts it is, by which steps, and what it
/// rests on, once.
#[test]
fn a_report_says_which_parts_are_proved() {
    let folder = scratch("of-parts");
    let file = PARTS
        .replace("scale = \"5\"\nquery = \"histogram\"\nkeys = 2\nrows_per_key = 1\n", "sigma = \"5\"\n")
        .replace("[policy]\nanswer-assumed = \"deny\"\n", "")
        .replace(
            "[[ledger]]\nid = \"survey\"",
            "[[ledger]]\nid = \"south\"\nmechanism = \"laplace\"\neps = \"1/8\"\npart = \"south\"\n[[ledger]]\nid = \"survey\"",
        );
    fs::write(folder.join("parts.toml"), file).unwrap();
    let run = dpcert(&["certify", "parts.toml", "-o", "all", "--report", "r.html"], &folder);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("3 of 3 claims certified"), "{}", run.stdout);
    let page = words(&folder.join("r.html"));
    for present in [
        "Each part of the data by itself, with the rows on all data: a unit is in one part only, and the claim is about the \
         worst part. These are about north, south.",
        "These are about north.",
        "dpcert-certificate/1, dpcert-certificate/2",
    ] {
        assert!(page.contains(present), "{present}: {page}");
    }
    assert_eq!(page.matches("whether no holder is in two parts of the data").count(), 1, "{page}");
    let verified = dpcert(&["verify", "all", "--claim", "parts.toml"], &folder);
    assert_eq!(verified.code, Some(4), "{}{}", verified.stdout, verified.stderr);
    assert_eq!(verified.stdout.matches("VALID ").count(), 2, "{}", verified.stdout);
    fs::remove_dir_all(folder).unwrap();
}
