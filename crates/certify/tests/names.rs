//! Ledgers in other words: the checker reads them with the same meaning.

use super::*;
use dpcert::mechanism;
use dpcert_checker::json;
use dpcert_checker::ledger::Row;
use dpcert_checker::scope::Scope;
use dpcert_checker::work::Work;
use std::collections::BTreeSet;

const CLAIMS: &str = r#"
format = "dpcert/1"
[scope]
unit = "example"
adjacency = "add-remove"

[[ledger]]
id = "noise"
mechanism = "gaussian"
noise_multiplier = "2"

[[ledger]]
id = "pure"
mechanism = "approx-dp"
epsilon = "ln(3)"
delta = "0"
count = 2

[[ledger]]
id = "training"
mechanism = "approx-dp"
eps = "ln(3)"
delta = "0"
epochs = "3/2"
sampling = { method = "poisson", batch = 2, n = 3 }

[[claim]]
id = "noise"
over = ["noise"]
rho = {}
equals = "1/8"

[[claim]]
id = "pure"
over = ["pure"]
delta = { epsilon = "0" }
equals = "1/2"

[[claim]]
id = "training"
over = ["training"]
delta = { eps = "2" }
at-most = "1/10"
"#;

/// At other parameters than those that are meant where nothing is said.
#[test]
fn parameters_under_other_names_are_certified() {
    let text = CLAIMS.replace(
        "delta = { epsilon = \"0\" }\nequals = \"1/2\"",
        "delta = { epsilon = \"1/10\" }\nat-most = \"3/5\"",
    );
    assert_ne!(text, CLAIMS);
    let text = format!(
        "{text}\n[[claim]]\nid = \"least\"\nover = [\"pure\"]\nepsilon = {{ delta = \"1/100\" }}\nat-most = \"5/2\"\n"
    );
    let written = certified(&text);
    assert_eq!(written.len(), 4);
    for (id, holds, mut renamed) in written {
        assert!(holds, "{id}");
        // The same claim in the words of the file.
        let claim = renamed["claim"].as_object_mut().unwrap();
        if let Some(value) = claim.remove("eps") {
            claim.insert("epsilon".to_owned(), value);
        }
        if let Some(delta) = claim.get_mut("delta").and_then(Value::as_object_mut) {
            let eps = delta.remove("eps").unwrap();
            delta.insert("epsilon".to_owned(), eps);
        }
        assert_eq!(follow(&renamed, &text), 0, "{id}");
    }
}

#[test]
fn other_names_are_certified() {
    let written = certified(CLAIMS);
    assert_eq!(written.len(), 3);
    for (id, holds, certificate) in &written {
        assert!(holds, "{id}");
        // A certificate is about the number of steps that its epochs are.
        if id == "training" {
            let fewer = CLAIMS.replace("epochs = \"3/2\"", "epochs = \"1/2\"");
            assert_ne!(follow(certificate, &fewer), 0);
        }
    }
}

/// The documentation lists the kinds of rows with rules, and no others.
#[test]
fn kinds_with_rules_are_those_of_the_documentation() {
    let text = include_str!("../../../docs/certificates.md");
    let (_, rest) = text.split_once("rules for rows of these mechanisms: ").unwrap();
    let (listed, _) = rest.split_once(';').unwrap();
    let listed: BTreeSet<&str> = listed.split(',').map(str::trim).collect();
    let scope = Scope { unit: "record".to_owned(), adjacency: "add-remove".to_owned() };
    let has_rule = |kind: &&str| {
        let row = format!(r#"{{"id": "row", "mechanism": "{kind}"}}"#);
        let row = json::parse(&row).unwrap();
        match Row::read("row", row, &scope, &Work::default()) {
            Ok(_) => true,
            Err(fault) => !fault.to_string().contains("no rule covers the mechanism"),
        }
    };
    let known = mechanism::kinds().map(|(kind, _)| kind).filter(has_rule).collect();
    assert_eq!(listed, known);
}
