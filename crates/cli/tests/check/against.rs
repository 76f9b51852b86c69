//! `check --against`: what a claim file changes in comparison with an old one.

use crate::check::command::{Folder, dpcert};
use crate::check::schemas::{problems, validator};
use crate::check::{CLAIM, HEAD, ROW};
use serde_json::{Value, json};

/// Exit code, standard output, standard error.
fn check(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    dpcert(folder, &[&["check"], arguments].concat(), "")
}

/// The changes from `old.toml` to `new.toml`, and the whole report; it is of its schema.
fn json_of(folder: &Folder, options: &[&str]) -> (Value, Value) {
    let arguments = [&["--json", "new.toml", "--against", "old.toml"], options].concat();
    let (_, stdout, stderr) = check(folder, &arguments);
    assert_eq!(stderr, "");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let found = problems(&validator("check"), &report);
    assert!(found.is_empty(), "{found:?}\n{stdout}");
    (report["against"].clone(), report)
}

fn good() -> String {
    format!("{HEAD}{ROW}{CLAIM}")
}

/// The report on the new file is the one without `--against`, with the same exit code.
fn assert_begins(folder: &Folder, expected: &str) {
    let (code, report, _) = check(folder, &["new.toml"]);
    let (found, stdout, stderr) = check(folder, &["new.toml", "--against", "old.toml"]);
    assert_eq!((found, stderr.as_str()), (code, ""), "{stdout}");
    assert_eq!(stdout, format!("{expected}\n{report}"));
}

#[test]
fn identical_files_have_no_changes() {
    let respelt = good().replace("sigma = 1", "sigma = \"2/2\"").replace("\"0.5\"", "\"1/2\"");
    for (test, new) in [("same", good()), ("respelt", respelt)] {
        let folder =
            Folder::new(&format!("against-{test}"), &[("old.toml", &good()), ("new.toml", &new)]);
        assert_begins(
            &folder,
            "new.toml against old.toml: rows: 1 unchanged; claims: 1 unchanged\n",
        );
        let unchanged = json!({
            "path": "old.toml", "scope": [], "policy": [], "rows": [], "unchanged_rows": 1, "claims": [],
            "unchanged_claims": 1,
        });
        assert_eq!(json_of(&folder, &[]).0, unchanged);
    }
}

#[test]
fn less_noise_spends_more() {
    let noisy = good().replace("sigma = 1", "sigma = \"1/2\"");
    let folder = Folder::new("against-sigma", &[("old.toml", &good()), ("new.toml", &noisy)]);
    let text = "\
new.toml against old.toml: rows: 1 changed; claims: 1 changed; verdicts: 1 changed
| claim | quantity | before            | now               | change      | verdict          |
|-------|----------|-------------------|-------------------|-------------|------------------|
| claim | tv       | 0.3829249225[4,5] | 0.6826894921[3,4] | spends more | holds -> refuted |
  1.2[3,4] is [1.23, 1.24].
  row row: sigma: 1 -> 1/2
";
    assert_begins(&folder, text);
    assert_eq!(check(&folder, &["new.toml", "--against", "old.toml"]).0, 1);
    // The other way round; the old file may come on standard input.
    let (code, stdout, stderr) = dpcert(&folder, &["check", "old.toml", "--against", "-"], &noisy);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(stdout.starts_with("old.toml against standard input: rows: 1 changed;"), "{stdout}");
    assert!(stdout.contains("| spends less | refuted -> holds |"), "{stdout}");

    let (changes, mut report) = json_of(&folder, &[]);
    let expected = json!({
        "path": "old.toml",
        "scope": [],
        "policy": [],
        "rows": [{
            "id": "row",
            "change": "changed",
            "fields": [{"field": "sigma", "before": "1", "now": "1/2"}],
        }],
        "unchanged_rows": 0,
        "claims": [{
            "id": "claim",
            "change": "changed",
            "fields": [],
            "quantity": "tv",
            "parameters": {},
            "before": {"verdict": "holds", "lo": "0.38292492254", "hi": "0.38292492255", "exact": null},
            "now": {"verdict": "refuted", "lo": "0.68268949213", "hi": "0.68268949214", "exact": null},
            "value": "larger",
            "spends": "more",
        }],
        "unchanged_claims": 0,
    });
    assert_eq!(changes, expected);
    report.as_object_mut().unwrap().remove("against");
    let alone: Value = serde_json::from_str(&check(&folder, &["--json", "new.toml"]).1).unwrap();
    assert_eq!(report, alone);
}

#[test]
fn rows_and_claims_are_added_and_removed() {
    let row = |id: &str, rest: &str| format!("[[ledger]]\nid = \"{id}\"\n{rest}\n");
    let claim = |id: &str, over: &str, rest: &str| {
        format!("[[claim]]\nid = \"{id}\"\nover = [\"{over}\"]\n{rest}\n")
    };
    let laplace = "mechanism = \"laplace\"\neps = 1";
    let power = claim("power", "kept", "beta = { alpha = \"1/4\" }\nat-least = \"1/10\"");
    let old = [
        HEAD,
        &row("kept", "mechanism = \"randomized-response\"\neps = \"ln(3)\""),
        &row("gone", "mechanism = \"approx-dp\"\neps = 1\ndelta = \"1/10\""),
        &claim("kept", "kept", "tv = {}\nat-most = \"1/2\""),
        &power,
        &claim("gone", "gone", "rho = {}\nat-most = \"1/2\""),
    ];
    let new = [
        HEAD,
        &row("kept", "mechanism = \"randomized-response\"\neps = \"ln(7)\""),
        &row("new", laplace),
        &claim("kept", "kept", "tv = {}\nat-most = \"3/4\""),
        &power,
        &claim("new", "kept", "tv = {}\nat-least = \"1/2\""),
    ];
    let folder =
        Folder::new("against-parts", &[("old.toml", &old.concat()), ("new.toml", &new.concat())]);
    let text = "\
new.toml against old.toml: rows: 1 added, 1 removed, 1 changed; claims: 1 added, 1 removed, 2 changed
| claim | quantity            | before | now  | change      | verdict     |
|-------|---------------------|--------|------|-------------|-------------|
| kept  | tv                  | 1/2    | 3/4  | spends more | holds       |
| power | beta at alpha = 1/4 | 1/4    | 3/28 | spends more | holds       |
| new   | tv                  |        | 3/4  | added       | holds       |
| gone  | rho                 |        |      | removed     | unsupported |
  row kept: eps: ln(3) -> ln(7)
  row new: added; mechanism: laplace; eps: 1
  row gone: removed; mechanism: approx-dp; eps: 1; delta: 1/10
  claim kept: at-most: 1/2 -> 3/4
  claim new: added; over[0]: kept; tv: {}; at-least: 1/2
  claim gone: removed; over[0]: gone; rho: {}; at-most: 1/2
";
    assert_begins(&folder, text);
    let (changes, _) = json_of(&folder, &[]);
    let claims = changes["claims"].as_array().unwrap();
    let short: Vec<_> =
        claims.iter().map(|claim| [&claim["id"], &claim["change"], &claim["value"]]).collect();
    let expected = [
        [json!("kept"), json!("changed"), json!("larger")],
        // A smaller error of tests.
        [json!("power"), json!("changed"), json!("smaller")],
        [json!("new"), json!("added"), Value::Null],
        [json!("gone"), json!("removed"), Value::Null],
    ];
    assert_eq!(short, expected.iter().map(|claim| claim.each_ref()).collect::<Vec<_>>());
    assert_eq!(
        (&claims[1]["spends"], &claims[2]["before"], &claims[3]["now"]),
        (&"more".into(), &Value::Null, &Value::Null)
    );
    assert_eq!(
        claims[3]["before"],
        json!({"verdict": "unsupported", "lo": null, "hi": null, "exact": null})
    );
}

/// An order is stated where it is proved. It says what is spent where both files are about the same
/// neighbours.
#[test]
fn values_are_ordered_only_where_that_is_proved() {
    let policy = format!("{CLAIM}[policy]\norder-assumed = \"deny\"\n");
    for (test, changes, expected) in [
        (
            "claimed",
            vec![("0.5", "0.4")],
            vec!["| equal | holds |", "claim claim: at-most: 0.5 -> 0.4"],
        ),
        (
            "over",
            vec![("[\"row\"]", "[\"*\"]")],
            vec!["| equal | holds |", "claim claim: over[0]: row -> *"],
        ),
        (
            "near",
            vec![("sigma = 1", "sigma = \"1.000000000000001\"")],
            vec!["| not told apart | holds |", "row row: sigma: 1 -> 1.000000000000001"],
        ),
        (
            "quantity",
            vec![("tv = {}", "delta = { eps = 1 }")],
            vec![
                "| another quantity | holds |",
                "claim claim: delta.eps: none -> 1; tv: {} -> none",
            ],
        ),
        (
            "scope",
            vec![("replace-one", "add-remove"), ("sigma = 1", "sigma = 2")],
            vec![
                "; scope: changed ",
                "| smaller | holds |",
                "does not show whether more or less privacy is spent.",
                " scope: adjacency: replace-one -> add-remove",
            ],
        ),
        (
            "policy",
            vec![(CLAIM, policy.as_str())],
            vec!["; policy: changed ", " policy: order-assumed: none -> deny"],
        ),
        // Another noise was run than is judged: the value is the same.
        (
            "actual",
            vec![("sigma = 1", "sigma = 1\nactual = \"floating-point\"")],
            vec!["rows: 1 changed; claims: 1 unchanged row row: actual: none -> floating-point"],
        ),
    ] {
        let new = changes.iter().fold(good(), |text, (from, to)| text.replace(from, to));
        let folder =
            Folder::new(&format!("against-{test}"), &[("old.toml", &good()), ("new.toml", &new)]);
        let (code, stdout, stderr) = check(&folder, &["new.toml", "--against", "old.toml"]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{test}: {stdout}");
        let words = stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in expected {
            assert!(words.contains(part), "{test}: {part:?} is not in\n{stdout}");
        }
        assert!(!stdout.contains("spends"), "{test}: {stdout}");
    }
}

/// Questions about a ledger need no claim.
#[test]
fn answers_about_a_ledger_are_compared() {
    let old = format!("{HEAD}{ROW}");
    let new = old.replace("sigma = 1", "sigma = \"1/2\"");
    let folder = Folder::new("against-asked", &[("old.toml", &old), ("new.toml", &new)]);
    let (code, stdout, stderr) =
        check(&folder, &["--ask", "tv", "new.toml", "--against", "old.toml"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    let text = "\
new.toml against old.toml: rows: 1 changed
| asked | before            | now               | change      |
|-------|-------------------|-------------------|-------------|
| tv    | 0.3829249225[4,5] | 0.6826894921[3,4] | spends more |
";
    assert!(stdout.starts_with(text), "{stdout}");
    let (changes, _) = json_of(&folder, &["--ask", "tv"]);
    let asked = &changes["asked"][0];
    assert_eq!(
        (&asked["value"], &asked["spends"]),
        (&"larger".into(), &"more".into()),
        "{changes}"
    );
    assert!(asked["before"].get("verdict").is_none(), "{changes}");
}

#[test]
fn an_error_in_a_file_leaves_the_other_one_judged() {
    let broken = good().replace("at-most", "at_most");
    let folder = Folder::new("against-broken", &[("good.toml", &good()), ("broken.toml", &broken)]);
    for (new, old, error) in [
        ("good.toml", "broken.toml", "broken.toml:13:1"),
        ("good.toml", "none.toml", "none.toml"),
        ("broken.toml", "good.toml", "broken.toml:13:1"),
    ] {
        let (code, stdout, stderr) = check(&folder, &[new, "--against", old]);
        assert_eq!(code, 2, "{new}, {old}: {stdout}");
        assert!(stderr.contains(error), "{new}, {old}: {stderr}");
        assert!(
            stdout.contains("not judged: 1 path with errors") && !stdout.contains(" against "),
            "{stdout}"
        );
        assert_eq!(stdout.contains("1 holds, all as expected"), new == "good.toml", "{stdout}");
        let (_, stdout, _) = check(&folder, &["--json", new, "--against", old]);
        let report: Value = serde_json::from_str(&stdout).unwrap();
        let bad = if new == "good.toml" { old } else { new };
        assert_eq!(report["bad_files"][0]["path"], bad, "{stdout}");
        assert!(report.get("against").is_none(), "{stdout}");
    }
}

#[test]
fn two_claim_files_are_needed_and_some_formats_do_not_have_it() {
    let folder = Folder::new(
        "against-refused",
        &[
            ("old.toml", &good()),
            ("new.toml", &good()),
            ("folder/a.toml", &good()),
            ("t.csv", "id\n"),
        ],
    );
    let way_out = "write dpcert check NEW.toml --against OLD.toml";
    for (arguments, message) in [
        (vec!["folder", "--against", "old.toml"], "folder is a folder"),
        (vec!["new.toml", "--against", "folder"], "folder is a folder"),
        (vec!["--against", "old.toml"], ". is a folder"),
        (vec!["new.toml", "folder", "--against", "old.toml"], "2 paths are given"),
        (vec!["t.csv", "--against", "old.toml"], "t.csv is a table"),
        (
            vec!["--csv", "new.toml", "--against", "old.toml"],
            "--against is in the text and in --json",
        ),
        (
            vec!["--latex", "new.toml", "--against", "old.toml"],
            "--against is in the text and in --json",
        ),
    ] {
        let (code, stdout, stderr) = check(&folder, &arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
        let is_format = message.starts_with("--against");
        assert_eq!(stderr.contains(way_out), !is_format, "{arguments:?}: {stderr}");
    }
}
