//! Certificates of each kind, which are all valid.

use super::{all_certificates, certificate, derivations, verdict};
use dpcert_checker::rules::RULES;
use dpcert_checker::{Verdict, check, check_file, worst_exit_code};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn all_golden_certificates_are_valid() {
    let mut rules = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    for (name, text) in all_certificates() {
        let report = check(&text, None);
        let certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected =
            if certificate["verdict"] == "holds" { Verdict::Valid } else { Verdict::Refuted };
        assert_eq!(report.verdict, expected, "{name}");
        for derivation in derivations(&certificate) {
            let steps = derivation["steps"].as_array().unwrap();
            rules.extend(steps.iter().map(|step| step["rule"].to_string()));
        }
        kinds.extend(
            certificate["ledger"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["mechanism"].to_string()),
        );
    }
    // Each rule is in one of them.
    for (rule, _) in RULES {
        assert!(rules.contains(&format!("\"{rule}\"")), "{rule}");
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
}

#[test]
fn the_line_states_the_claim_in_full() {
    assert_eq!(
        verdict(&certificate("staircase-tv")),
        (
            0,
            r#"VALID c: the claim holds: "staircase-E2-gamma1-4": tv = {}, equals = "3/10" over {eps = "ln(2)", gamma = "1/4", id = "staircase-E2-gamma1-4", mechanism = "staircase"}, {adjacency = "replace-one", unit = "record"}"#
                .to_owned()
        )
    );
    let mut long = certificate("refuted-without-steps");
    long["ledger"] = (0..100)
        .map(|n| serde_json::json!({"id": format!("{n}"), "mechanism": "zcdp", "rho": "1"}))
        .collect::<Vec<_>>()
        .into();
    long["claim"]["over"] = serde_json::json!(["*"]);
    let (code, line) = verdict(&long);
    assert_eq!(code, 0);
    assert!(line.contains("over 100 rows, too many to show: compare them with --claim"), "{line}");
}

/// A name with a line break would look like a line about another certificate.
#[test]
fn the_line_is_one_line() {
    let mut forged = certificate("staircase-tv");
    forged["scope"]["unit"] = "record\nVALID other.json: \u{1b}[2J".into();
    let (_, line) = verdict(&forged);
    assert!(
        line.contains(r"record\nVALID other.json") && !line.contains(['\n', '\u{1b}']),
        "{line}"
    );
    // Nor does one that turns the characters behind it round, or hides some.
    let hidden = "\u{202e}\u{2066}\u{200b}\u{2028}\u{feff}\u{ad}\u{61c}\u{7f}\u{fff9}\u{fffb}\u{e0000}\u{e0041}\u{e0fff}";
    for hidden in hidden.chars() {
        let forged = format!("c{hidden}.json");
        let report = dpcert_checker::check(&certificate("staircase-tv").to_string(), None);
        let line = report.line(std::path::Path::new(&forged));
        assert!(line.starts_with(&format!("VALID c{}.json: ", hidden.escape_default())), "{line}");
    }
    assert!(
        dpcert_checker::check("{}", None)
            .line(std::path::Path::new("Größe \"1\".json"))
            .starts_with("BAD INPUT Größe \"1\".json: ")
    );
    let mut forged = certificate("staircase-tv");
    forged["steps"][0]["id"] = "s\nVALID other.json: ".into();
    forged["steps"][0]["rule"] = "none".into();
    let (code, line) = verdict(&forged);
    assert!(code == 3 && !line.contains('\n'), "{line}");
}

#[test]
fn files_are_read_or_said_to_be_missing() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
    assert_eq!(check_file(&folder.join("gaussian-rho.json"), None).code(), 0);
    let missing = check_file(Path::new("no-such-file.json"), None);
    assert_eq!(missing.code(), 2);
    assert!(
        missing.line(Path::new("no-such-file.json")).starts_with("BAD INPUT no-such-file.json: ")
    );
}

#[test]
fn what_is_no_certificate_is_called_by_its_name() {
    for (text, words) in [
        ("", "the file is empty"),
        (
            "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\n",
            "this is TOML and not JSON: a claim file is given as --claim",
        ),
        ("{", "this is not JSON: EOF"),
        ("{}", "format is missing"),
    ] {
        let report = check(text, None);
        assert_eq!(report.code(), 2, "{text}");
        let line = report.line(Path::new("x"));
        assert!(line.starts_with(&format!("BAD INPUT x: {words}")), "{line}");
    }
}

#[test]
fn the_command_exits_with_the_worst_code() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
    let scratch = std::env::temp_dir().join(format!("dpcert-checker-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let mut invalid = certificate("gaussian-rho");
    invalid["verdict"] = "refuted".into();
    let mut incomplete = certificate("gaussian-rho");
    incomplete["steps"] = serde_json::json!([]);
    let refuted = certificate("refuted-without-steps");
    for (name, text) in [
        ("invalid", invalid.to_string()),
        ("incomplete", incomplete.to_string()),
        ("refuted", refuted.to_string()),
        ("bad", "{".to_owned()),
        ("file", "format = \"dpcert/1\"\n[scope]\nunit = \"other\"\n".to_owned()),
    ] {
        std::fs::write(scratch.join(name), text).unwrap();
    }
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_dpcert-checker"))
            .args(arguments.iter().map(|name| match *name {
                "valid" => folder.join("gaussian-rho.json").into_os_string(),
                "invalid" | "incomplete" | "refuted" | "bad" | "file" => {
                    scratch.join(name).into_os_string()
                }
                option => option.into(),
            }))
            .output()
            .unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap().lines().count())
    };
    for (arguments, expected) in [
        (&["valid"][..], (0, 1)),
        (&["valid", "invalid"], (1, 2)),
        (&["invalid", "bad"], (2, 2)),
        (&["incomplete", "valid"], (3, 2)),
        (&["incomplete", "invalid"], (1, 2)),
        // What is certified to be false is no success, and less than what was not followed.
        (&["refuted"], (4, 1)),
        (&["refuted", "valid"], (4, 2)),
        (&["valid", "refuted", "incomplete"], (3, 3)),
        (&["invalid", "incomplete", "refuted"], (1, 3)),
        (&["refuted", "invalid", "bad", "incomplete"], (2, 4)),
        (&[], (2, 0)),
        (&["--no-such-option"], (2, 0)),
        (&["--claim"], (2, 0)),
        (&["--claim", "no-such-file", "valid"], (2, 0)),
        (&["--claim", "file", "valid"], (1, 1)),
        // One of them would not be compared.
        (&["--claim", "file", "--claim", "file", "valid"], (2, 0)),
    ] {
        assert_eq!(run(arguments), expected, "{arguments:?}");
    }
    assert_eq!(run(&["--help"]).0, 0);
    assert_eq!(run(&["--version"]), (0, 1));
    std::fs::remove_dir_all(scratch).unwrap();
}

/// A refuted claim says so: nobody takes its certificate for one of the claim.
#[test]
fn refuted_claims_have_a_word_and_a_code_of_their_own() {
    for (name, text) in all_certificates() {
        let report = check(&text, None);
        let line = report.line(Path::new("c"));
        let is_refuted = text.contains("\"verdict\": \"refuted\"");
        assert_eq!(report.code(), if is_refuted { 4 } else { 0 }, "{name}");
        let start = "REFUTED c: the certificate is valid, and certifies that this claim is false: ";
        assert_eq!(line.starts_with(start), is_refuted, "{line}");
        assert_eq!(line.starts_with("VALID c: the claim holds: "), !is_refuted, "{line}");
    }
    // Of any two codes in either order, the graver one.
    let order = [2, 1, 3, 4, 0];
    for (rank, code) in order.iter().enumerate() {
        for other in &order[rank..] {
            assert_eq!(
                [worst_exit_code([*code, *other]), worst_exit_code([*other, *code])],
                [*code; 2]
            );
        }
    }
    assert_eq!(worst_exit_code([]), 0);
}

#[test]
fn the_command_says_its_version() {
    for option in ["--version", "-V"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_dpcert-checker"))
            .arg(option)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            concat!("dpcert-checker ", env!("CARGO_PKG_VERSION"), "\n")
        );
    }
}

/// A reader that has gone does not take an exit code of 0 for a verdict.
#[test]
fn the_command_says_that_nobody_listens() {
    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/gaussian-rho.json");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let command = env!("CARGO_BIN_EXE_dpcert-checker");
    let output = std::process::Command::new(command).arg(file).stdout(writer).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("dpcert-checker: "), "{stderr}");
}

#[test]
fn files_that_are_no_text_or_too_long_are_bad_input() {
    let file = std::env::temp_dir().join(format!("dpcert-checker-long-{}", std::process::id()));
    let reason = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        match check_file(&file, None).verdict {
            Verdict::Rejected(fault) => fault.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(reason(b"{\xff}"), "the certificate is not UTF-8");
    assert!(reason(&vec![b' '; (32 << 20) + 1]).contains("more than 33554432 bytes"));
    assert!(check(&" ".repeat(32 << 20), None).line(Path::new("c")).contains("the file is empty"));
    assert!(
        check(&" ".repeat((32 << 20) + 1), None)
            .line(Path::new("c"))
            .contains("more than 33554432 bytes")
    );
    std::fs::remove_file(file).unwrap();
}

/// The schema and the README know the rules that there are.
#[test]
fn the_rules_are_documented() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let schema: serde_json::Value = serde_json::from_str(
        &std::fs::read_to_string(folder.join("certificate.schema.json")).unwrap(),
    )
    .unwrap();
    let listed =
        schema.pointer("/properties/steps/items/properties/rule/enum").unwrap().as_array().unwrap();
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    for rule in RULES.iter().map(|(name, _)| *name).chain(["claim"]) {
        assert!(listed.iter().any(|name| name == rule), "{rule}");
        assert!(readme.contains(&format!("`{rule}`")), "{rule}");
    }
    assert_eq!(listed.len(), RULES.len() + 1);
}
