//! Certificates in Statements and envelopes: read like bare ones, and about the files that the
//! reader has.

use super::certificate;
use dpcert_checker::{ClaimFile, Report, check};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// The claim file of the certificate `gaussian-rho`.
fn claim_file() -> ClaimFile {
    let certificate = certificate("gaussian-rho");
    let file = json!({
        "format": "dpcert/1", "scope": certificate["scope"], "ledger": certificate["ledger"],
        "claim": [certificate["claim"]],
    });
    ClaimFile { name: "claims.toml".to_owned(), text: toml::to_string(&file).unwrap() }
}

fn digest(file: &ClaimFile) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(file.text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn statement() -> Value {
    json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": "claims.toml", "digest": {"sha256": digest(&claim_file())}}],
        "predicateType": "urn:dpcert:certificate:1",
        "predicate": certificate("gaussian-rho"),
    })
}

/// Another way to write base64.
fn base64(bytes: &[u8]) -> String {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let encode = |chunk: &[u8]| {
        let bits: String = chunk.iter().map(|byte| format!("{byte:08b}")).collect();
        let groups: Vec<String> = bits
            .as_bytes()
            .chunks(6)
            .map(|group| format!("{:0<6}", str::from_utf8(group).unwrap()))
            .collect();
        let text: String = groups
            .iter()
            .map(|group| char::from(digits[usize::from_str_radix(group, 2).unwrap()]))
            .collect();
        format!("{text:=<4}")
    };
    bytes.chunks(3).map(encode).collect()
}

fn envelope(statement: &str) -> Value {
    json!({
        "payloadType": "application/vnd.in-toto+json",
        "payload": base64(statement.as_bytes()),
        "signatures": [{"keyid": "", "sig": "bm90IG9uZQ=="}],
    })
}

fn line(report: &Report) -> String {
    report.line(Path::new("c"))
}

#[track_caller]
fn refused(file: &Value, given: Option<&ClaimFile>, code: u8, reason: &str) {
    let report = check(&file.to_string(), given);
    assert!(
        report.code() == code && line(&report).contains(reason),
        "{} does not say: {reason}",
        line(&report)
    );
}

#[test]
fn statements_are_followed_like_the_certificates_in_them() {
    let (file, bare) = (claim_file(), check(&certificate("gaussian-rho").to_string(), None));
    let (statement, not_compared) =
        (statement(), "; the subject \"claims.toml\" was not given, and not compared");
    let with = check(&statement.to_string(), Some(&file));
    assert_eq!((with.code(), line(&with)), (0, line(&bare)));
    let without = check(&statement.to_string(), None);
    assert_eq!((without.code(), line(&without)), (0, format!("{}{not_compared}", line(&bare))));
    let signed = "; the signatures of the envelope were not checked";
    for spaces in 0..3 {
        let envelope = envelope(&format!("{statement}{}", " ".repeat(spaces)));
        let with = check(&envelope.to_string(), Some(&file));
        assert_eq!((with.code(), line(&with)), (0, format!("{}{signed}", line(&bare))));
        let without = check(&envelope.to_string(), None);
        assert_eq!(
            (without.code(), line(&without)),
            (0, format!("{}{not_compared}{signed}", line(&bare)))
        );
    }
    // What is invalid stays invalid, what is refuted stays refuted.
    let mut invalid = statement.clone();
    invalid["predicate"]["verdict"] = json!("refuted");
    refused(&invalid, Some(&file), 1, "the conclusion is not the verdict of the header");
    let mut refuted = statement;
    refuted["predicate"] = certificate("refuted-without-steps");
    refused(&refuted, None, 4, "the certificate is valid, and certifies");
}

#[test]
fn statements_are_about_the_file_that_is_given() {
    let (file, good) = (claim_file(), statement());
    let changed = ClaimFile { text: format!("{}# one line more\n", file.text), ..file.clone() };
    refused(
        &good,
        Some(&changed),
        1,
        "the statement is about another \"claims.toml\", by its SHA-256",
    );
    refused(
        &envelope(&good.to_string()),
        Some(&changed),
        1,
        "the statement is about another \"claims.toml\"",
    );
    let renamed = ClaimFile { name: "other.toml".to_owned(), ..file.clone() };
    refused(&good, Some(&renamed), 1, "the statement is not about the file \"other.toml\"");
    let mut empty = good.clone();
    empty["subject"] = json!([]);
    refused(&empty, Some(&file), 1, "the statement is not about the file \"claims.toml\"");
    // Of several subjects, each that is given has to be the one.
    let mut several = good.clone();
    let subjects = several["subject"].as_array_mut().unwrap();
    subjects.push(json!({"name": "report.pdf", "digest": {"sha256": "00"}}));
    let report = check(&several.to_string(), Some(&file));
    assert!(
        report.code() == 0
            && line(&report)
                .ends_with("; the subject \"report.pdf\" was not given, and not compared")
    );
    several["subject"][1]["name"] = json!("claims.toml");
    refused(&several, Some(&file), 1, "by its SHA-256");
}

/// What says nothing is not passed over: a Statement about no file, and an envelope that nobody
/// signed.
#[test]
fn nothing_is_said_about_what_is_not_there() {
    let mut alone = statement();
    alone["subject"] = json!([]);
    let report = check(&alone.to_string(), None);
    assert_eq!(
        (report.code(), report.remarks.as_slice()),
        (0, &["the statement has no subject".to_owned()][..])
    );
    refused(&alone, Some(&claim_file()), 1, "the statement is not about the file \"claims.toml\"");
    let mut unsigned = envelope(&statement().to_string());
    unsigned["signatures"] = json!([]);
    let report = check(&unsigned.to_string(), None);
    assert_eq!(report.code(), 0);
    assert!(line(&report).ends_with("; the envelope has no signatures"), "{}", line(&report));
}

#[test]
fn statements_and_envelopes_are_read_strictly() {
    let file = claim_file();
    let with = |pointer: &str, value: Value| {
        let mut changed = statement();
        *changed.pointer_mut(pointer).unwrap() = value;
        changed
    };
    let mut more = statement();
    more["unheard-of"] = json!(1);
    for (changed, code, reason) in [
        (
            with("/_type", json!("https://in-toto.io/Statement/v0.1")),
            3,
            "only \"https://in-toto.io/Statement/v1\" is known",
        ),
        (
            with("/predicateType", json!("urn:dpcert:certificate:2")),
            3,
            "only \"urn:dpcert:certificate:1\" is known",
        ),
        // Statements of another kind, and about something else, are no certificates.
        (
            with("/_type", json!("https://example.org/Statement/v1")),
            2,
            "only \"https://in-toto.io/Statement/v1\" is known",
        ),
        (
            with("/predicateType", json!("https://slsa.dev/provenance/v1")),
            2,
            "only \"urn:dpcert:certificate:1\" is known",
        ),
        (with("/subject", json!({})), 2, "subject is not a list"),
        (with("/subject/0/digest", json!({})), 2, "subject.digest.sha256 is missing"),
        (
            with("/subject/0/digest", json!({"sha512": "00"})),
            3,
            "the digest \"sha512\" is not known",
        ),
        (with("/subject/0/digest", json!({"sha256": 0})), 2, "subject.digest.sha256 is not a text"),
        (with("/subject/0", json!({"digest": {"sha256": "00"}})), 2, "subject.name is missing"),
        (with("/predicate", json!("x")), 2, "is not a table"),
        (with("/predicate", statement()), 2, "format is missing"),
        (more, 2, "unheard-of is not a known field"),
    ] {
        refused(&changed, Some(&file), code, reason);
        refused(&envelope(&changed.to_string()), Some(&file), code, reason);
    }
    let good = envelope(&statement().to_string());
    let with = |key: &str, value: Value| {
        let mut changed = good.clone();
        changed[key] = value;
        changed
    };
    let payload = good["payload"].as_str().unwrap().to_owned();
    for (changed, code, reason) in [
        (
            with("payloadType", json!("text/plain")),
            2,
            "only \"application/vnd.in-toto+json\" is known",
        ),
        (with("payload", json!(format!("{payload}A"))), 2, "the payload is not base64"),
        (with("payload", json!(format!("{payload}\n"))), 2, "the payload is not base64"),
        (with("payload", json!("e30")), 2, "the payload is not base64"),
        (with("payload", json!("e31=")), 2, "the payload is not base64"),
        (with("payload", json!("e-0=")), 2, "the payload is not base64"),
        (with("payload", json!("/w==")), 2, "the payload is not UTF-8"),
        (with("payload", json!("e30=")), 2, "payload._type is missing"),
        (with("payload", json!("ew==")), 2, "payload: this is not JSON: EOF"),
        // A certificate is no Statement, and an envelope holds no envelope.
        (envelope(&certificate("gaussian-rho").to_string()), 2, "payload._type is missing"),
        (envelope(&good.to_string()), 2, "payload._type is missing"),
        (with("signatures", json!([{"keyid": "x"}])), 2, "signatures.sig is missing"),
        (with("signatures", json!("x")), 2, "signatures is not a list"),
        (with("unheard-of", json!("x")), 2, "unheard-of is not a known field"),
    ] {
        refused(&changed, None, code, reason);
    }
}

/// The commands of the README sign a Statement and verify the envelope, with the tools of a shell
/// and openssl.
#[test]
fn the_commands_of_the_readme_sign_and_verify() {
    let has = |tool: &str| {
        Command::new(tool).arg("version").output().is_ok_and(|output| output.status.success())
    };
    if !has("openssl") {
        eprintln!(
            "!! NOT tested: there is no openssl, so that the signing commands of the README were not run"
        );
        return;
    }
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let block = |name: &str| {
        let (_, rest) = readme.split_once(&format!("```sh\n# {name}")).unwrap();
        rest.split_once("\n").unwrap().1.split_once("```").unwrap().0.to_owned()
    };
    let folder = std::env::temp_dir().join(format!("dpcert-checker-signed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let run = |script: &str| {
        let output =
            Command::new("sh").args(["-euc", script]).current_dir(&folder).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned() + &text)
    };
    std::fs::write(folder.join("claims--rho.intoto.json"), format!("{:#}\n", statement())).unwrap();
    let (is_signed, output) = run(&block("sign"));
    assert!(is_signed, "{output}");
    let (is_verified, output) = run(&block("verify"));
    assert!(is_verified && output.contains("Signature Verified Successfully"), "{output}");
    // What is verified is what the checker reads.
    let signed = std::fs::read_to_string(folder.join("claims--rho.dsse.json")).unwrap();
    let report = check(&signed, Some(&claim_file()));
    assert_eq!(report.code(), 0, "{}", line(&report));
    assert_eq!(
        serde_json::from_str::<Value>(&std::fs::read_to_string(folder.join("payload")).unwrap())
            .unwrap(),
        statement()
    );
    // Another payload, or another key, has another signature.
    let other = statement().to_string().replace("claims.toml", "claims.tomb");
    let mut forged: Value = serde_json::from_str(&signed).unwrap();
    forged["payload"] = json!(base64(other.as_bytes()));
    std::fs::write(folder.join("claims--rho.dsse.json"), forged.to_string()).unwrap();
    let (is_verified, output) = run(&block("verify"));
    assert!(!is_verified, "{output}");
    std::fs::remove_dir_all(folder).unwrap();
}
