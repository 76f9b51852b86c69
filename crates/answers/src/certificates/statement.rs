//! The in-toto Statement that contains a certificate.

use serde_json::{Value, json};

/// The type of the predicate of a statement.
const PREDICATE: &str = "urn:dpcert:certificate:1";

/// The in-toto Statement v1 about the claim file from which a certificate was made.
pub fn statement(certificate: &Value) -> Value {
    let input = &certificate["inputs"][0];
    json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": input["name"], "digest": {"sha256": input["sha256"]}}],
        "predicateType": PREDICATE,
        "predicate": certificate,
    })
}
