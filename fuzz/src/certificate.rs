//! Certificates, as the checker reads them.

use dpcert::claim::{self, Judgement, Verdict};
use dpcert::{Limits, Options};
use serde_json::{Value, json};

/// A certificate gets a verdict in one line; one that is valid says what it is about, stays valid
/// when that is asked, and is not contradicted by the engine, which shares no code with the
/// checker.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let report = dpcert_checker::check(text, None);
    let line = report.line(std::path::Path::new("certificate"));
    assert!(
        !line.contains('\n') && line.len() <= 8 * data.len() + 4_000,
        "a line of {} bytes",
        line.len()
    );
    match &report.verdict {
        dpcert_checker::Verdict::Valid | dpcert_checker::Verdict::Refuted => {
            assert!(report.claim.is_some())
        }
        dpcert_checker::Verdict::Rejected(fault) => return assert!(!fault.to_string().is_empty()),
    }
    let certificate: Value = serde_json::from_str(text).expect("what is valid is JSON");
    let word = if report.verdict == dpcert_checker::Verdict::Valid { "holds" } else { "refuted" };
    assert_eq!(certificate["verdict"], word);
    let Some(file) = claim_file(&certificate) else {
        return;
    };
    let asked = dpcert_checker::check(
        text,
        Some(&dpcert_checker::ClaimFile { name: String::new(), text: file.clone() }),
    );
    assert_eq!(asked.code(), report.code(), "of the claim that it is about: {file}");
    // The checker may read names that the engine has no use for.
    let Ok(file) = claim::parse(&file) else {
        return;
    };
    let limits = Limits { work: 10_000_000, memory: 64 << 20, precision: 1024 };
    for claim in &file.claims {
        let Judgement { verdict, .. } =
            claim::judge(&file, claim, &Options { digits: 5, limits, ..Options::for_claims() });
        let opposite =
            if certificate["verdict"] == "holds" { Verdict::Refuted } else { Verdict::Holds };
        assert_ne!(verdict, opposite, "the engine contradicts {line}");
    }
}

/// The claim file that a certificate is about, unless it holds what TOML cannot.
fn claim_file(certificate: &Value) -> Option<String> {
    let file = json!({
        "format": "dpcert/1",
        "scope": certificate["scope"],
        "ledger": certificate["ledger"],
        "claim": [certificate["claim"]],
    });
    toml::to_string(&file).ok()
}
