//! Certificates: written for claims of every kind, followed by the checker, and none for what is
//! not so.

#![allow(clippy::unwrap_used, clippy::panic)]

mod claims;
#[path = "../../../tests/support/effort.rs"]
mod effort;
mod expressions;
#[allow(dead_code)]
#[path = "../../../fuzz/src/ledger_row.rs"]
mod ledger_row;
mod names;
mod parts;
mod rows;

use dpcert::Options;
use dpcert::claim::{self, Verdict};
use dpcert_certify::Document;
use dpcert_checker::ClaimFile;
use serde_json::Value;

/// The text of a claim file, for the writer of certificates. Its digest is for statements, which
/// are not made here.
fn document(text: &str) -> Document {
    Document::new("claims.toml", text, &"0".repeat(64)).unwrap()
}

/// The exit code of the checker, to which the claim file is given too.
fn follow(certificate: &Value, text: &str) -> u8 {
    let file = ClaimFile { name: "claims.toml".to_owned(), text: text.to_owned() };
    dpcert_checker::check(&certificate.to_string(), Some(&file)).code()
}

/// The claims of a file: each with its id, whether the engine finds that it holds, and its
/// certificate, which is followed.
fn certified(text: &str) -> Vec<(String, bool, Value)> {
    let file = claim::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let one = |claim: &claim::Claim| {
        let verdict = claim::judge(&file, claim, &Options::for_claims()).verdict;
        assert!([Verdict::Holds, Verdict::Refuted].contains(&verdict), "{}: {verdict}", claim.id);
        let holds = verdict == Verdict::Holds;
        let certificate = dpcert_certify::certify(&document(text), &claim.id, holds);
        let certificate = certificate.unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        // A claim that is refuted has an exit code of its own.
        assert_eq!(
            follow(&certificate, text),
            if holds { 0 } else { 4 },
            "{}: {certificate}",
            claim.id
        );
        (claim.id.clone(), holds, certificate)
    };
    file.claims.iter().map(one).collect()
}
