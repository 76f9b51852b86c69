//! What can be written next to a certificate: an in-toto Statement that holds it, and a page to print.

use serde_json::{Value, json};

/// What the predicate of a statement is.
const PREDICATE: &str = "urn:dpcert:certificate:1";

/// What each rule does, in the words of the page.
const METHODS: [(&str, &str); 13] = [
    ("lattice", "exact masses of the privacy losses, which are multiples of one number"),
    ("cells", "masses of the privacy losses on a grid, rounded outward"),
    ("convolve", "composition by products of integers"),
    ("tail", "delta from above: the sum over all losses above eps"),
    ("threshold", "delta from below: a test that rejects from a loss on"),
    ("gaussian", "the closed form of Gaussian mechanisms"),
    ("infinite", "the outcomes that only one of two neighbours can give"),
    ("laplace", "the closed form of one Laplace mechanism"),
    ("renyi", "the conversion from zero-concentrated differential privacy at one order"),
    ("rho", "the sum of rho over all mechanisms"),
    ("line", "the trade-off function from below: a line that touches it"),
    ("errors", "the trade-off function from above: the errors of a test"),
    ("worst", "the larger value of both directions of neighbours"),
];

/// The in-toto Statement v1 about the claim file that a certificate was made from.
pub fn statement(certificate: &Value) -> Value {
    let input = &certificate["inputs"][0];
    json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": input["name"], "digest": {"sha256": input["sha256"]}}],
        "predicateType": PREDICATE,
        "predicate": certificate,
    })
}

/// A page in Markdown; `certified` is what the checker said about the certificate in the file of that name.
pub fn page(certificate: &Value, certified: &str, file: &str) -> String {
    let mut page = String::new();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut line = |text: &str| page.extend([text, "\n"]);
    line(&format!("# Claim {}: {}\n", certificate["claim"]["id"], text(&certificate["verdict"])));
    line(&format!("{}\n", fenced(certified)));
    line("## What was run\n");
    for row in certificate["ledger"].as_array().into_iter().flatten() {
        line(&fenced(&row.to_string()));
    }
    line("\n## Scope\n");
    for (name, value) in certificate["scope"].as_object().into_iter().flatten() {
        line(&format!("- {name}: {value}"));
    }
    line("\n## How it follows\n");
    let steps = certificate["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (rule, method) in METHODS {
        let count = steps.iter().filter(|step| step["rule"].as_str().is_some_and(|own| is_kind(own, rule))).count();
        if count > 0 {
            line(&format!("- {method} ({count})"));
        }
    }
    line(&format!("- the claim, from these bounds: {} steps in all", steps.len()));
    line("\n## What is not covered\n");
    for remark in certificate["not-covered"].as_array().into_iter().flatten() {
        line(&format!("- {}", text(remark)));
    }
    let input = &certificate["inputs"][0];
    line("\n## How to check it\n");
    line(&format!("The claim file `{}` has the SHA-256 `{}`.\n", text(&input["name"]), text(&input["sha256"])));
    line(&format!("```console\n$ dpcert-checker --claim {} {file}\n```", text(&input["name"])));
    page
}

/// `normal-errors` and `laplace-errors` are tests too.
fn is_kind(own: &str, rule: &str) -> bool {
    own == rule || rule == "errors" && own.ends_with("-errors")
}

/// A text that Markdown leaves alone.
fn fenced(text: &str) -> String {
    format!("    {text}")
}
