//! The files next to a certificate: an in-toto Statement that contains it, and a page to print.
//!
//! The page is for a person who does not read the certificate: first the claim and whether it holds, then the evidence.
//! Texts of the claim file are shown as they are, never as Markdown.

use crate::claims::STDIN;
use crate::output::Legend;
use crate::report::claims::{Comparison, JudgedFile, finding, quantity_text};
use dpcert::Printed;
use dpcert::claim::{Claim, Idealised, Judgement, Relation, Row, Verdict};
use serde_json::{Map, Value, json};
use std::path::Path;

/// The type of the predicate of a statement.
const PREDICATE: &str = "urn:dpcert:certificate:1";

/// A description of each rule of the checker, for the page.
const METHODS: [(&str, &str); 18] = [
    ("lattice", "masses of the privacy losses, which are multiples of one number"),
    ("cells", "masses of the privacy losses on a grid, rounded outward"),
    ("same", "a mechanism that was already treated, under another name"),
    ("convolve", "composition by products of integers"),
    ("tail", "delta from above: the sum over all losses above eps"),
    ("threshold", "delta from below: a test with a rejection threshold"),
    ("gaussian", "the closed form of Gaussian mechanisms"),
    ("infinite", "delta as the mass of infinite losses: no other loss is above eps"),
    ("laplace", "the closed form of one Laplace mechanism"),
    ("renyi", "the conversion from zero-concentrated differential privacy at one order"),
    ("rho", "the sum of rho over all mechanisms"),
    ("outcomes", "delta by the sum over all outcomes"),
    ("line", "the trade-off function from below: a supporting line"),
    ("errors", "the trade-off function from above: the errors of a test"),
    ("normal-errors", "the trade-off function from above: the errors of a test of Gaussian mechanisms"),
    ("laplace-errors", "the trade-off function from above: the errors of a test of one Laplace mechanism"),
    ("outcome-errors", "the trade-off function by the most powerful test of all outcomes"),
    ("worst", "the larger value of both directions of neighbours"),
];

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

/// A page in Markdown. `certified` is the report of the checker about the certificate in the file at `path`; there may
/// be a picture next to it.
pub fn page(
    certificate: &Value,
    certified: &str,
    path: &Path,
    has_picture: bool,
    judged: &JudgedFile,
    claim: &Claim,
    judgement: &Judgement,
) -> String {
    let rows: Vec<&Row> = judged.file.rows(claim).collect();
    let mut lines = summary(claim, judgement, &rows);
    if has_picture {
        let drawing = path.with_extension("svg");
        let name = drawing.file_name().unwrap_or_default().to_string_lossy();
        lines.push(format!("\n![The claimed point, and the privacy profile of what it is about]({name})\n"));
        lines.push("The curve is what dpcert computed; the certificate is about the claim alone.".to_owned());
    }
    lines.push("\n## What is not covered\n".to_owned());
    lines.extend(texts(&certificate["not-covered"]).map(|remark| format!("- {}", plain(&remark))));
    lines.extend(texts(&certificate["scope"]["exclusions"]).map(|text| format!("- excluded: {}", plain(&text))));
    lines.extend(repetition(certificate, path, judged, claim));
    lines.extend(what_was_run(certificate, &rows));
    lines.push("\n## How it follows\n".to_owned());
    lines.push("By these steps of the certificate, with the number of steps of each kind in brackets:\n".to_owned());
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

/// The commands that lead to the certificate at `path`, for the folder in which it was written.
fn repetition(certificate: &Value, path: &Path, judged: &JudgedFile, claim: &Claim) -> Vec<String> {
    let input = &certificate["inputs"][0];
    // Standard input is read again from there.
    let is_stdin = judged.name == STDIN;
    let what = match is_stdin {
        true => "The text from standard input".to_owned(),
        false => format!("The claim file {}", plain(&text(&input["name"]))),
    };
    let quoted = |text: &str| shlex::try_quote(text).map_or_else(|_| "...".to_owned(), |text| text.into_owned());
    let (own, id) = (if is_stdin { "-".to_owned() } else { quoted(&judged.name) }, quoted(&claim.id));
    let given = if is_stdin { String::new() } else { format!("--claim {own} ") };
    let folder = path.parent().unwrap_or(path).to_string_lossy();
    let version = env!("CARGO_PKG_VERSION");
    vec![
        "\n## How to repeat it\n".to_owned(),
        format!("{what} has the SHA-256 `{}`.\n", text(&input["sha256"])),
        "```console".to_owned(),
        format!("$ dpcert check {own}"),
        format!("$ dpcert certify {own} -o {} --claim {id}", quoted(&folder)),
        format!("$ dpcert-checker {given}{}", quoted(&path.to_string_lossy())),
        "```\n".to_owned(),
        format!("Written by dpcert {version}; the certificate has the format {}.", text(&certificate["format"])),
    ]
}

/// The rows of the ledger; idealisations are stated separately.
fn what_was_run(certificate: &Value, rows: &[&Row]) -> Vec<String> {
    let heading = if is_idealised(rows) { "What the certificate is about" } else { "What was run" };
    let scope = &certificate["scope"];
    let mut lines = vec![
        format!("\n## {heading}\n"),
        format!("Neighbours differ in one {} ({}).\n", plain(&text(&scope["unit"])), plain(&text(&scope["adjacency"]))),
        "| row | mechanism | parameters | sampling | count |\n|---|---|---|---|---|".to_owned(),
    ];
    let ledger = certificate["ledger"].as_array().into_iter().flatten().filter_map(Value::as_object);
    lines.extend(ledger.map(|table| row(table, rows)));
    if is_idealised(rows) {
        lines.push("\n## What was run instead\n".to_owned());
        lines.push("The certificate says nothing about this.\n".to_owned());
        lines.push("| row | in the certificate | what was run |\n|---|---|---|".to_owned());
        for row in rows {
            for Idealised { judged, actual } in [&row.mechanism_idealised, &row.sampler_idealised].into_iter().flatten()
            {
                lines.push(format!("| {} | {} | {} |", plain(&row.id), plain(judged), plain(actual)));
            }
        }
    }
    lines
}

/// Is a mechanism or a sampler judged in place of what was run?
fn is_idealised(rows: &[&Row]) -> bool {
    rows.iter().any(|row| row.mechanism_idealised.is_some() || row.sampler_idealised.is_some())
}

/// The claim, its author, whether it holds, and the findings.
fn summary(claim: &Claim, judgement: &Judgement, rows: &[&Row]) -> Vec<String> {
    let holds = judgement.verdict == Verdict::Holds;
    let (of, limits) = match is_idealised(rows) {
        true => (" for the idealised mechanism", "; nothing is proved about what was run"),
        false => ("", ""),
    };
    let verdict = format!("{}{of}", if holds { "holds" } else { "is refuted" });
    let mut lines = vec![format!("# The claim {} {verdict}{limits}\n", plain(&claim.id))];
    let comparison = Comparison::new(claim.relation.values(), judgement.evidence.as_ref(), !holds);
    let said = format!("{} {}", quantity_text(&claim.quantity), comparison.relation(&claim.relation));
    lines.push(format!("- Claimed: {}", plain(&said)));
    let full = in_full(claim);
    if full != said {
        lines.push(format!("- In full: {}", plain(&full)));
    }
    if let Some(marks) = Legend::default().of(&[said]) {
        lines.push(format!("- Notation: {}", plain(&marks)));
    }
    let source = claim.source.as_deref().map_or_else(|| "not stated in the claim file".to_owned(), plain);
    lines.push(format!("- Where it was claimed: {source}"));
    if let Some(evidence) = &judgement.evidence {
        let value = match Printed::of(&evidence.shown) {
            Printed { exact: Some(exact), .. } => format!("{}, exactly", plain(&exact)),
            Printed { lo, hi, .. } => format!("between {} and {}", plain(&lo), plain(&hi)),
        };
        let steps = number_of_steps(rows, judgement.with_fewest_steps);
        lines.push(format!("- The true value{of}{}: {value}", steps.unwrap_or_default()));
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
    let value = match judgement.evidence.as_ref().map(|evidence| Printed::of(&evidence.shown).exact) {
        None => "",
        // The claimed value is the true one, and that is proved.
        Some(Some(_)) if holds && matches!(claim.relation, Relation::Equals(_)) => "",
        Some(Some(_)) => ": the true value above is computed by dpcert, and not what the certificate is about",
        Some(None) => {
            ": the interval of the true value above is computed by dpcert, and not what the certificate is about"
        }
    };
    lines.push(format!("\nThe certificate proves {proved}{of}. The checker derives that verdict alone{value}."));
    lines
}

/// The number of steps for which the value is shown, where epochs leave a range; the verdict is about all of them.
fn number_of_steps(rows: &[&Row], is_fewest: bool) -> Option<String> {
    let steps = |row: &&Row| {
        let epochs = row.epochs.as_ref()?;
        let fewer = epochs.fewer_steps()?;
        Some(format!("{} steps of the row {}", if is_fewest { fewer } else { epochs.steps }, plain(&row.id)))
    };
    let steps: Vec<String> = rows.iter().filter_map(steps).collect();
    let word = if is_fewest { "fewest" } else { "most" };
    (!steps.is_empty()).then(|| format!(" at {}, the {word} that the epochs allow", steps.join(" and ")))
}

/// The claim with its numbers as they were written, whatever their length.
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

/// A ledger row, as a row of the table.
fn row(row: &Map<String, Value>, rows: &[&Row]) -> String {
    let get = |key: &str| row.get(key).map(words);
    let parameters: Vec<String> = row
        .iter()
        .filter(|(key, _)| !["id", "mechanism", "count", "sampling", "epochs", "actual"].contains(&key.as_str()))
        .map(|(key, value)| format!("{key} = {}", words(value)))
        .collect();
    let own = rows.iter().find(|own| Some(own.id.as_str()) == row.get("id").and_then(Value::as_str));
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

/// A value without JSON syntax, and without `actual`, which is stated separately.
fn words(value: &Value) -> String {
    match value {
        Value::Array(entries) => entries.iter().map(words).collect::<Vec<_>>().join("; "),
        Value::Object(entries) => {
            let entries = entries.iter().filter(|(key, _)| *key != "actual");
            entries.map(|(key, value)| format!("{key} = {}", words(value))).collect::<Vec<_>>().join(", ")
        }
        value => text(value),
    }
}

/// One line that Markdown shows literally.
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
