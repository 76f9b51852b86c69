//! What can be written next to a certificate: an in-toto Statement that holds it, and a page to print.
//!
//! The page is for a person who will not read the certificate: first what was claimed and whether it holds, then what
//! that rests on. Texts of the claim file are shown as they are, never as Markdown.

use super::files::STDIN;
use crate::claim::{Claim, ClaimFile, Judgement, Relation, Verdict};
use crate::report::{Comparison, JudgedFile, finding, quantity_text};
use serde_json::{Map, Value, json};

/// What the predicate of a statement is.
const PREDICATE: &str = "urn:dpcert:certificate:1";

/// What each rule of the checker does, in the words of the page.
const METHODS: [(&str, &str); 18] = [
    ("lattice", "masses of the privacy losses, which are multiples of one number"),
    ("cells", "masses of the privacy losses on a grid, rounded outward"),
    ("same", "a mechanism that is the same as one before, under another name"),
    ("convolve", "composition by products of integers"),
    ("tail", "delta from above: the sum over all losses above eps"),
    ("threshold", "delta from below: a test that rejects from a loss on"),
    ("gaussian", "the closed form of Gaussian mechanisms"),
    ("infinite", "the outcomes that only one of two neighbours can give"),
    ("laplace", "the closed form of one Laplace mechanism"),
    ("renyi", "the conversion from zero-concentrated differential privacy at one order"),
    ("rho", "the sum of rho over all mechanisms"),
    ("outcomes", "delta by the sum over all outcomes"),
    ("line", "the trade-off function from below: a line that touches it"),
    ("errors", "the trade-off function from above: the errors of a test"),
    ("normal-errors", "the trade-off function from above: the errors of a test of Gaussian mechanisms"),
    ("laplace-errors", "the trade-off function from above: the errors of a test of one Laplace mechanism"),
    ("outcome-errors", "the trade-off function by the most powerful test of all outcomes"),
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
pub fn page(
    certificate: &Value,
    certified: &str,
    file: &str,
    judged: &JudgedFile,
    claim: &Claim,
    judgement: &Judgement,
) -> String {
    let mut lines = summary(claim, judgement);
    lines.push("\n## What is not covered\n".to_owned());
    lines.extend(texts(&certificate["not-covered"]).map(|remark| format!("- {}", plain(&remark))));
    lines.extend(texts(&certificate["scope"]["exclusions"]).map(|text| format!("- excluded: {}", plain(&text))));
    lines.push("\n## How to repeat it\n".to_owned());
    let input = &certificate["inputs"][0];
    let name = text(&input["name"]);
    // What came from standard input is repeated from there.
    let is_stdin = judged.name == STDIN;
    let what =
        if is_stdin { "The text from standard input".to_owned() } else { format!("The claim file {}", plain(&name)) };
    lines.push(format!("{what} has the SHA-256 `{}`.\n", text(&input["sha256"])));
    let quoted = |text: &str| shlex::try_quote(text).map_or_else(|_| "...".to_owned(), |text| text.into_owned());
    let (own, id) = (if is_stdin { "-".to_owned() } else { quoted(&name) }, quoted(&claim.id));
    lines.push("```console".to_owned());
    lines.push(format!("$ dpcert check {own}"));
    lines.push(format!("$ dpcert certify {own} -o certificates --claim {id}"));
    let given = if is_stdin { String::new() } else { format!("--claim {own} ") };
    lines.push(format!("$ dpcert-checker {given}{}", quoted(file)));
    lines.push("```\n".to_owned());
    let version = env!("CARGO_PKG_VERSION");
    lines
        .push(format!("Written by dpcert {version}; the certificate has the format {}.", text(&certificate["format"])));
    lines.push("\n## What was run\n".to_owned());
    let scope = &certificate["scope"];
    lines.push(format!(
        "Neighbours differ in one {} ({}).\n",
        plain(&text(&scope["unit"])),
        plain(&text(&scope["adjacency"]))
    ));
    lines.push("| row | mechanism | parameters | sampling | how often |\n|---|---|---|---|---|".to_owned());
    lines.extend(
        certificate["ledger"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_object)
            .map(|table| row(table, &judged.file)),
    );
    lines.push("\n## How it follows\n".to_owned());
    let steps = certificate["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (rule, method) in METHODS {
        let count = steps.iter().filter(|step| step["rule"] == rule).count();
        if count > 0 {
            lines.push(format!("- {method} ({count})"));
        }
    }
    lines.push(format!("- the claim, from these bounds: {} steps in all\n", steps.len()));
    lines.push("The checker says:\n".to_owned());
    lines.push(format!("    {certified}\n"));
    lines.join("\n")
}

/// What was claimed, by whom, whether it holds, and what else was found.
fn summary(claim: &Claim, judgement: &Judgement) -> Vec<String> {
    let holds = judgement.verdict == Verdict::Holds;
    let verdict = if holds { "holds" } else { "is refuted" };
    let mut lines = vec![format!("# The claim {} {verdict}\n", plain(&claim.id))];
    let comparison = Comparison::new(claim.relation.values(), judgement.evidence.as_ref(), !holds);
    let said = format!("{} {}", quantity_text(&claim.quantity), comparison.relation(&claim.relation));
    lines.push(format!("- Claimed: {}", plain(&said)));
    let full = in_full(claim);
    if full != said {
        lines.push(format!("- In full: {}", plain(&full)));
    }
    let source = claim.source.as_deref().map_or_else(|| "the claim file does not say".to_owned(), plain);
    lines.push(format!("- Where it was claimed: {source}"));
    if let Some(evidence) = &judgement.evidence {
        let bounds = &evidence.shown;
        lines.push(match &bounds.exact {
            Some(exact) => format!("- The true value: {}, exactly", plain(exact)),
            None => format!("- The true value: between {} and {}", plain(&bounds.lo), plain(&bounds.hi)),
        });
        let sentence = finding(claim, judgement.verdict, evidence).map(|text| format!(" {}.", plain(&text)));
        lines.push(format!("- The claim {verdict}.{}", sentence.unwrap_or_default()));
    }
    if let Some(reason) = &claim.reason {
        lines.push(format!("- Remark of the claim file: {}", plain(reason)));
    }
    for remark in &judgement.remarks {
        lines.push(format!("- Finding, {}: {}.", remark.finding.name(), plain(&remark.message)));
    }
    if judgement.remarks.is_empty() {
        lines.push("- Findings: none".to_owned());
    }
    let proved = if holds { "the claim" } else { "that the claim is false" };
    lines.push(format!("\nThe certificate proves {proved}; the digits of the true value are those of dpcert."));
    lines
}

/// The claim with its numbers as they were written, however long they are.
fn in_full(claim: &Claim) -> String {
    let quantity = match &claim.quantity.parameter {
        Some((name, value)) => format!("{} at {name} = {}", claim.quantity.name, value.text),
        None => claim.quantity.name.to_owned(),
    };
    match &claim.relation {
        Relation::AtMost(value) => format!("{quantity} <= {}", value.text),
        Relation::AtLeast(value) => format!("{quantity} >= {}", value.text),
        Relation::Equals(value) => format!("{quantity} = {}", value.text),
        Relation::Between(low, high) => format!("{quantity} in [{}, {}]", low.text, high.text),
    }
}

/// A row of the ledger, as one of the table.
fn row(row: &Map<String, Value>, file: &ClaimFile) -> String {
    let get = |key: &str| row.get(key).map(words);
    let parameters: Vec<String> = row
        .iter()
        .filter(|(key, _)| !["id", "mechanism", "count", "sampling", "epochs"].contains(&key.as_str()))
        .map(|(key, value)| format!("{key} = {}", words(value)))
        .collect();
    let own = file.ledger.iter().find(|own| Some(own.id.as_str()) == row.get("id").and_then(Value::as_str));
    let steps = own.and_then(|own| own.epochs.as_ref()).map(|epochs| match epochs.fewer_steps() {
        Some(fewer) => format!("{fewer} to {} steps: {} epochs", epochs.steps, epochs.epochs),
        None => format!("{} steps: {} epochs", epochs.steps, epochs.epochs),
    });
    let cells = [
        get("id").unwrap_or_default(),
        get("mechanism").unwrap_or_default(),
        parameters.join(", "),
        get("sampling").unwrap_or_else(|| "none".to_owned()),
        steps.or_else(|| get("count")).unwrap_or_else(|| "1".to_owned()),
    ];
    format!("| {} |", cells.map(|cell| plain(&cell)).join(" | "))
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn texts(value: &Value) -> impl Iterator<Item = String> {
    value.as_array().into_iter().flatten().map(text)
}

/// A value without the signs of JSON.
fn words(value: &Value) -> String {
    match value {
        Value::Array(entries) => entries.iter().map(words).collect::<Vec<_>>().join("; "),
        Value::Object(entries) => {
            entries.iter().map(|(key, value)| format!("{key} = {}", words(value))).collect::<Vec<_>>().join(", ")
        }
        value => text(value),
    }
}

/// One line that Markdown shows as it is.
fn plain(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown = String::new();
    for c in line.chars() {
        match c {
            c if c.is_control() => shown.push('?'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '$' => shown.extend(['\\', c]),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_checker_has_a_sentence() {
        let rules: Vec<&str> = dpcert_checker::rules::RULES.iter().map(|(rule, _)| *rule).collect();
        assert_eq!(METHODS.map(|(rule, _)| rule).to_vec(), rules);
    }

    #[test]
    fn texts_are_no_markdown() {
        assert_eq!(plain("a*b_c | <i>\n# [x](y)"), r"a\*b\_c \| \<i\> \# \[x\](y)");
    }
}
