//! The report as HTML.

use super::conclusion::{conclusion, denied_findings, left_out};
use super::meaning::{Ends, FALSE_POSITIVES, Meaning, PRIORS};
use super::methods::METHODS;
use super::{Certified, Extra, Picture, Preparation, ReportedClaim, ReportedFile, ReportedPicture};
use crate::Settings;
use crate::claims::{
    Comparison, STDIN, by_finding, counted, finding, is_idealised, quantity_text, remark_text,
    steps_of_value,
};
use crate::legend::Legend;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use dpcert::Printed;
use dpcert::claim::{Claim, Idealised, Judgement, Relation, Row, Verdict, rows_of_notation};
use dpcert::mechanism::Adjacency;
use dpcert_certify::NOT_COVERED;
use dpcert_checker::parts::REMARK;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::Path;

const STYLE: &str = include_str!("report.css");

/// One file, which needs no other.
pub fn html(files: &[ReportedFile<'_>], preparation: &Preparation, settings: &Settings) -> String {
    let names: Vec<&str> = files.iter().map(|file| file.judged.name.as_str()).collect();
    let title = match files {
        [file] if file.judged.file.title.is_some() => file.judged.file.title.clone(),
        _ => None,
    };
    let title = title.unwrap_or_else(|| format!("Privacy claims of {}", names.join(", ")));
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p.result { (conclusion(files)) }
                (prepared(preparation))
                @if let Some(name) = &preparation.prepared_by {
                    p.signature { "Date and signature of " (name) ": " }
                }
                (summary(files))
                @for file in files { (of_file(file, files.len() > 1)) }
                (repetition(files, preparation, settings))
            }
        }
    };
    format!("{}\n", page.into_string())
}

/// Who made the report, for whom and when.
fn prepared(Preparation { prepared_by, prepared_for, date, .. }: &Preparation) -> Markup {
    let facts = [("Prepared by", prepared_by), ("Prepared for", prepared_for), ("Date", date)];
    let known = || facts.iter().filter_map(|(name, fact)| Some((name, fact.as_ref()?)));
    markup! {
        @if known().next().is_some() {
            dl { @for (name, fact) in known() { dt { (name) } dd { (fact) } } }
        }
    }
}

/// All claims with their verdicts.
fn summary(files: &[ReportedFile<'_>]) -> Markup {
    let claims = || files.iter().flat_map(|file| &file.claims);
    markup! {
        table {
            thead { tr { @if files.len() > 1 { th { "file" } } th { "claim" } th { "what is claimed" } th { "true value" } th { "verdict" } } }
            tbody {
                @for file in files {
                    @for it in &file.claims {
                        tr {
                            @if files.len() > 1 { td.name { (file.judged.name) } }
                            td { (it.claim.id) } td { (said(it.claim, it.judgement)) } td { (certified(file, it)) } td { (verdict(file, it)) }
                        }
                    }
                }
            }
        }
        p.soft {
            @if claims().any(|it| it.certified.is_ok()) {
                "A verdict with a certificate is proved there, and a separate program, dpcert-checker, follows the proof. "
            }
            @if claims().any(|it| it.certified.is_err()) {
                "A verdict without a certificate is computed by dpcert alone; its section gives the reason. "
            }
            "All numbers are exact or rounded so that the stated bound is true."
        }
    }
}

fn of_file(file: &ReportedFile<'_>, has_heading: bool) -> Markup {
    markup! {
        @if has_heading {
            h2 { "Claim file " (file.judged.name) }
            @if let Some(title) = &file.judged.file.title { p { (title) } }
        }
        (findings(file))
        (protected(file))
        h2 { "The parameters" }
        @for it in &file.claims { (of_claim(file, it)) }
        @for it in &file.pictures { (picture(file, it)) }
        (meanings(file))
        (what_was_run(file))
        @if file.claims.iter().any(|it| it.certified.is_ok()) { (proofs(file)) (certificates(file)) }
        (not_judged(file))
    }
}

/// The findings, and the claims that each is about.
fn findings(file: &ReportedFile<'_>) -> Markup {
    let found = by_finding(file.claims.iter().map(|it| (it.claim, it.judgement)));
    let about = |ids: &[&str]| match ids {
        [only] => format!("the claim {only}"),
        ids if ids.len() == file.claims.len() => format!("all {} claims", ids.len()),
        ids => format!("the claims {}", ids.join(", ")),
    };
    markup! {
        @if !found.is_empty() {
            h2 { "What was found beside the verdicts" }
            ul {
                @for (remark, ids) in &found { li { (remark_text(remark)) " This is about " (about(ids)) "." } }
            }
        }
    }
}

/// The privacy unit and the neighbours.
fn protected(file: &ReportedFile<'_>) -> Markup {
    let scope = &file.judged.file.scope;
    let neighbours = match scope.adjacency {
        Adjacency::AddRemove => "one of them has the data of one more",
        Adjacency::ReplaceOne => "they differ in the data of one",
        Adjacency::ZeroOut => "in one of them an empty record is in the place of one",
    };
    markup! {
        h2 { "What is protected" }
        dl {
            dt { "Privacy unit" } dd { "one " (scope.unit) }
            dt { "Neighbours" } dd { "two data sets are neighbours if " (neighbours) " " (scope.unit) " (" (scope.adjacency.name()) ")" }
            @for exclusion in &scope.exclusions { dt { "Excluded" } dd { (exclusion) } }
        }
    }
}

/// The words of the verdict, in its colour.
fn verdict(file: &ReportedFile<'_>, it: &ReportedClaim<'_>) -> Markup {
    let of = if is_idealised(file.judged.file.rows(it.claim)) {
        " for the idealised mechanism"
    } else {
        ""
    };
    let denied = denied_findings(it.judgement);
    markup! {
        @match (&it.certified, it.judgement.verdict) {
            (Ok(_), Verdict::Holds) => span.holds { "holds" (of) },
            (Ok(_), Verdict::Refuted) => span.refuted { "refuted" (of) },
            (_, verdict) => span.without { (verdict.name()) ", without a certificate" },
        }
        @if !denied.is_empty() { "; " span.refuted { "denied: " (denied.join(", ")) } }
    }
}

/// The claim as it is shown: its numbers shortened to what tells them from the true value.
fn said(claim: &Claim, judgement: &Judgement) -> String {
    let relation = compared(claim, judgement).relation(&claim.relation);
    format!("{} {relation}", quantity_text(&claim.quantity))
}

/// The claimed numbers beside the true value.
fn compared<'a>(claim: &'a Claim, judgement: &'a Judgement) -> Comparison<'a> {
    let is_refuted = judgement.verdict == Verdict::Refuted;
    Comparison::new(claim.relation.values(), judgement.evidence.as_ref(), is_refuted)
}

/// The true value with the digits that tell it from the claimed one.
fn certified(file: &ReportedFile<'_>, it: &ReportedClaim<'_>) -> String {
    let value = compared(it.claim, it.judgement).certified();
    match steps_of_value(&file.judged.file, it.claim, it.judgement) {
        Some(steps) => format!("{value} ({steps} steps)"),
        None => value,
    }
}

/// The claim, where it was made, the true value, and the findings.
fn of_claim(file: &ReportedFile<'_>, it: &ReportedClaim<'_>) -> Markup {
    let (claim, judgement) = (it.claim, it.judgement);
    let (said, full) = (said(claim, judgement), in_full(claim));
    let evidence = judgement.evidence.as_ref();
    let value = evidence.map(|evidence| match Printed::of(&evidence.shown) {
        Printed { exact: Some(exact), lo, .. } if exact == lo => format!("{exact}, exactly"),
        Printed { exact: Some(exact), lo, hi, .. } if lo == hi => format!("{lo}, exactly {exact}"),
        Printed { exact: Some(exact), lo, hi, .. } => {
            format!("between {lo} and {hi}, exactly {exact}")
        }
        Printed { lo, hi, .. } => format!("between {lo} and {hi}"),
    });
    let reason = evidence.and_then(|evidence| finding(claim, judgement.verdict, evidence));
    markup! {
        h3 { "Claim " (claim.id) ": " (verdict(file, it)) }
        dl {
            dt { "Claimed" } dd { (said) }
            @if full != said { dt { "In full" } dd { (full) } }
            @if let Some(marks) = Legend::default().of(std::slice::from_ref(&said)) { dt { "Notation" } dd { (marks) } }
            dt { "Source" } dd { (claim.source.as_deref().unwrap_or("not stated in the claim file")) }
            dt { "About" } dd { (rows_in_words(file, claim)) }
            @for group in groups(file, claim) { dt { "Group" } dd { (group) } }
            @if let Some(value) = value { dt { "True value" } dd { (value) (steps_in_words(file, it)) } }
            @if let Some(reason) = reason { dt { "Result" } dd { (reason) "." } }
            @if let Err(reason) = &it.certified { dt { "No certificate" } dd { (reason) } }
            @if claim.expect != Verdict::Holds { dt { "Expected by the file" } dd { (claim.expect.name()) } }
            @if let Some(reason) = &claim.reason { dt { "Reason, as the file states it" } dd { (reason) } }
            @if !judgement.remarks.is_empty() { dt { "Found beside it" } dd { (found(judgement)) } }
        }
    }
}

/// The names of the findings about a claim, each once.
fn found(judgement: &Judgement) -> String {
    let mut names: Vec<&str> =
        judgement.remarks.iter().map(|remark| remark.finding.name()).collect();
    names.dedup();
    names.join(", ")
}

/// A picture of claims, or why there is none.
fn picture(file: &ReportedFile<'_>, it: &ReportedPicture<'_>) -> Markup {
    let Some((claim, _)) = it.claims.first() else { return markup! {} };
    let ids: Vec<&str> = it.claims.iter().map(|(claim, _)| claim.id.as_str()).collect();
    let (rows, ids) = (rows_in_words(file, claim), ids.join(", "));
    match &it.picture {
        Picture::Awaited => {
            markup! { p.soft { "The picture of " (rows) " was not drawn yet when this report was written." } }
        }
        Picture::NotDrawn(reason) => {
            markup! { p.soft { "The picture of " (rows) " is " (reason) "." } }
        }
        Picture::Drawn(drawing) => markup! {
            figure {
                img src={ "data:image/svg+xml;base64," (STANDARD.encode(drawing)) }
                    alt={ "The claimed points of " (ids) ", and the privacy profile of " (rows) };
                figcaption { "The curve is computed by dpcert; a certificate is about its claim alone." }
            }
        },
    }
}

/// The ids of the rows of a claim.
fn rows_in_words(file: &ReportedFile<'_>, claim: &Claim) -> String {
    let ids: Vec<&str> = file.judged.file.rows(claim).map(|row| row.id.as_str()).collect();
    match ids.as_slice() {
        all if all.len() == file.judged.file.ledger.len() => "the whole ledger".to_owned(),
        [only] => format!("the row {only} of the ledger"),
        ids => format!("the rows {} of the ledger", ids.join(", ")),
    }
}

/// The rows of a claim about groups, in words: their members are units of privacy.
fn groups(file: &ReportedFile<'_>, claim: &Claim) -> Vec<String> {
    let (source, unit) = (source(file), &file.judged.file.scope.unit);
    let of = |(i, row): (&usize, &Row)| {
        let size = text(source["ledger"][*i].get("group")?);
        Some(format!(
            "the row {} is about the data of {size} members that change together; a member is one {unit}",
            row.id
        ))
    };
    claim.rows.iter().zip(file.judged.file.rows(claim)).filter_map(of).collect()
}

/// The parameters of the file as they were written, each row by its fields. It was read before, so
/// that it is TOML.
fn source(file: &ReportedFile<'_>) -> Value {
    let mut source: Value = toml::from_str(&file.judged.text).unwrap_or_default();
    let rows = source.get_mut("ledger").and_then(Value::as_array_mut);
    rows.into_iter().flatten().filter_map(Value::as_object_mut).for_each(expand);
    source
}

/// Writes the fields of a mechanism in the compact notation, where it is one row.
fn expand(row: &mut Map<String, Value>) {
    let written = row.get("mechanism").and_then(Value::as_str).filter(|text| text.contains('('));
    let read = written.and_then(|text| rows_of_notation(text).ok());
    if let Some([only]) = read.as_ref().map(|read| read.rows.as_slice()) {
        let fields: Map<String, Value> = toml::from_str(&only.join("\n")).unwrap_or_default();
        row.extend(fields);
    }
}

/// The number of steps for which the value is shown, where epochs leave a range; the verdict is
/// about all of them.
fn steps_in_words(file: &ReportedFile<'_>, it: &ReportedClaim<'_>) -> String {
    let is_fewest = it.judgement.with_fewest_steps;
    let steps = |row: &Row| {
        let epochs = row.epochs.as_ref()?;
        let fewer = epochs.fewer_steps()?;
        Some(format!(
            "{} steps of the row {}",
            if is_fewest { fewer } else { epochs.steps },
            row.id
        ))
    };
    let steps: Vec<String> = file.judged.file.rows(it.claim).filter_map(steps).collect();
    match steps_of_value(&file.judged.file, it.claim, it.judgement) {
        Some(word) => {
            format!(", at {}, the {word} that the epochs leave open", steps.join(" and "))
        }
        None => String::new(),
    }
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

/// What the budget means for an attacker.
fn meanings(file: &ReportedFile<'_>) -> Markup {
    let unit = &file.judged.file.scope.unit;
    markup! {
        h2 { "What the parameters mean" }
        p {
            "An attacker knows everything but the data of one " (unit) ", sees all outputs, and tests which of two neighbouring \
             data sets was used. The first two shares are those of the best test, whatever it computes. The beliefs follow a positive \
             result of the second; a test with fewer false positives may lead to larger ones."
        }
        @for (claim, meaning) in &file.meanings {
            h3 { "Attacks on " (rows_in_words(file, claim))
                @if file.judged.file.has_step_range(claim) { ", with the most steps that its epochs leave open" } }
            (attacks(meaning, unit, file.judged.file.scope.adjacency))
        }
        p.soft { "These shares are computed by dpcert, and rounded outward; a certificate is about its claim alone." }
        @if is_idealised(file.claims.iter().flat_map(|it| file.judged.file.rows(it.claim))) {
            p.soft { "They are about the idealised mechanism, not about what was run instead." }
        }
    }
}

/// The shares that are known, and once why others are not.
fn attacks(meaning: &Meaning, unit: &str, adjacency: Adjacency) -> Markup {
    let (hits, of) = FALSE_POSITIVES;
    let fact = match adjacency {
        Adjacency::AddRemove | Adjacency::ZeroOut => "is in the data",
        Adjacency::ReplaceOne => "has this record, and not another",
    };
    let advantage = "Largest advantage: true positive rate minus false positive rate".to_owned();
    let power = format!("Largest true positive rate at a false positive rate of {hits} in {of}");
    let belief = |prior: (u32, u32)| {
        let row = format!(
            "Belief in what a positive result of that test says of a given {unit} (that it {fact}), where it \
             was {} in {} before",
            prior.0, prior.1
        );
        (row, meaning.posterior(prior))
    };
    let rows = [(advantage, meaning.advantage.clone()), (power, meaning.power.clone())];
    let rows: Vec<(String, Result<Ends, String>)> =
        rows.into_iter().chain(PRIORS.map(belief)).collect();
    let known = || rows.iter().filter_map(|(row, ends)| Some((row, ends.as_ref().ok()?)));
    let reasons = [&meaning.advantage, &meaning.power].map(|ends| ends.as_ref().err());
    markup! {
        @if known().next().is_some() {
            table { tbody { @for (row, ends) in known() { tr { td { (row) } td { (ends.percent()) } } } } }
        }
        @match reasons {
            [Some(reason), Some(other)] if reason == other => p { "The shares are not available: " (reason) "." },
            [advantage, power] => {
                @if let Some(reason) = advantage { p { "The largest advantage is not available: " (reason) "." } }
                @if let Some(reason) = power {
                    p { "The largest true positive rate and the beliefs are not available: " (reason) "." }
                }
            },
        }
    }
}

/// The rows of the ledger that claims are about; what was run instead of an idealisation is stated
/// separately.
fn what_was_run(file: &ReportedFile<'_>) -> Markup {
    let source = source(file);
    let is_claimed = |i: &usize| file.claims.iter().any(|it| it.claim.rows.contains(i));
    let indices: Vec<usize> = (0..file.judged.file.ledger.len()).filter(is_claimed).collect();
    let rows = || indices.iter().map(|i| &file.judged.file.ledger[*i]);
    let is_idealised = is_idealised(rows());
    let derived = file.judged.file.derived();
    let parts = |row: &'_ Row| [row.mechanism_idealised.clone(), row.sampler_idealised.clone()];
    let has_date = rows().any(|row| row.date.is_some());
    let has_source = rows().any(|row| row.source.is_some());
    let idealised =
        rows().flat_map(|row| parts(row).into_iter().flatten().map(|it| (row.id.clone(), it)));
    markup! {
        h2 { @if is_idealised { "What the certificates are about" } @else { "What was run" } }
        table {
            thead { tr { th { "row" } th { "mechanism" } th { "parameters" } th { "sampling" } th { "count" }
                @if has_date { th { "released by" } }
                @if has_source { th { "source" } } } }
            tbody {
                @for (i, row) in indices.iter().zip(rows()) {
                    (ledger_row(&source["ledger"][*i], row, [has_date, has_source]))
                }
            }
        }
        @if !derived.is_empty() {
            p { "What follows from these rows:" }
            ul { @for words in derived { li { (words) } } }
        }
        @if is_idealised {
            h2 { "What was run instead" }
            p { "The certificates say nothing about this." }
            table {
                thead { tr { th { "row" } th { "in the certificate" } th { "what was run" } } }
                tbody {
                    @for (id, Idealised { judged, actual }) in idealised {
                        tr { td { (id) } td { (judged) } td { (actual) } }
                    }
                }
            }
        }
    }
}

/// A row of the table, with the words of the claim file.
fn ledger_row(table: &Value, row: &Row, [has_date, has_source]: [bool; 2]) -> Markup {
    let get = |key: &str| table.get(key).map(words);
    let steps = row.epochs.as_ref().map(|epochs| match epochs.fewer_steps() {
        Some(fewer) => format!("{fewer} to {} steps: {} epochs", epochs.steps, epochs.epochs),
        None => format!("{} steps: {} epochs", epochs.steps, epochs.epochs),
    });
    // Where a kind has its epochs itself, they are in the table alone.
    let epochs = || get("epochs").map(|epochs| format!("epochs: {epochs}"));
    let times = [get("count"), epochs()].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let times = if times.is_empty() { "1".to_owned() } else { times };
    markup! {
        tr {
            td { (row.id) }
            td { (get("mechanism").unwrap_or_default()) }
            td { (table.as_object().map(parameters).unwrap_or_default()) }
            td { (get("sampling").unwrap_or_else(|| "none".to_owned())) }
            td { (steps.unwrap_or(times)) }
            @if has_date { td { (row.date.map(|date| date.to_string()).unwrap_or_default()) } }
            @if has_source { td { (row.source.as_deref().unwrap_or_default()) } }
        }
    }
}

fn parameters(table: &Map<String, Value>) -> String {
    let own = ["id", "mechanism", "count", "sampling", "epochs", "actual", "source", "date"];
    let entries = table.iter().filter(|(key, _)| !own.contains(&key.as_str()));
    entries.map(|(key, value)| format!("{key} = {}", words(value))).collect::<Vec<_>>().join(", ")
}

/// A value without JSON syntax, and without `actual`, which is stated separately.
fn words(value: &Value) -> String {
    match value {
        Value::Array(entries) => entries.iter().map(words).collect::<Vec<_>>().join("; "),
        Value::Object(entries) => {
            let entries = entries.iter().filter(|(key, _)| *key != "actual");
            entries
                .map(|(key, value)| format!("{key} = {}", words(value)))
                .collect::<Vec<_>>()
                .join(", ")
        }
        value => text(value),
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The theorems that the certificates apply, and what the checker says.
fn proofs(file: &ReportedFile<'_>) -> Markup {
    let certified =
        || file.claims.iter().filter_map(|it| Some((it.claim, it.certified.as_ref().ok()?)));
    let steps = |it: &Certified| {
        let several = it.certificate["derivations"].as_array().map_or(&[][..], Vec::as_slice);
        let lists = several.iter().chain([&it.certificate]).map(|one| one["steps"].as_array());
        lists.flatten().flatten().cloned().collect::<Vec<_>>()
    };
    let parts = |it: &Certified| {
        let several = it.certificate["derivations"].as_array().map_or(&[][..], Vec::as_slice);
        let names = several.iter().flat_map(|one| one["parts"].as_array()).flatten().map(text);
        names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    markup! {
        h2 { "How it is proved" }
        @for (claim, it) in certified() {
            @let steps = steps(it);
            h3 { "Claim " (claim.id) ": a proof of " (counted(steps.len(), "line")) }
            ul {
                @let parts = parts(it);
                @if !parts.is_empty() {
                    li {
                        "Each part of the data by itself, with the rows on all data: a unit is in one part only, and the claim is \
                         about the worst part. These are about " (parts.join(", ")) "."
                    }
                }
                @for (rule, method) in METHODS {
                    @let count = steps.iter().filter(|step| step["rule"] == rule).count();
                    @if count > 0 { li { (method) } }
                }
            }
            p { "The checker says: " (it.checked) }
        }
    }
}

/// The certificates with their digests, and what somebody does who receives one.
fn certificates(file: &ReportedFile<'_>) -> Markup {
    let certified =
        || file.claims.iter().filter_map(|it| Some((it.claim, it.certified.as_ref().ok()?)));
    markup! {
        h2 { "The certificates" }
        table {
            thead { tr { th { "claim" } th { "certificate" } th { "SHA-256" } } }
            tbody {
                @for (claim, it) in certified() {
                    tr {
                        td { (claim.id) }
                        td.name { (it.path.file_name().unwrap_or_default().to_string_lossy()) }
                        td { (digest(&it.digest)) }
                    }
                }
            }
        }
        p {
            "If you receive a certificate, you need the claim file too, and a checker that you built yourself. It is the folder \
             checker of the source of dpcert, shares no code with it, and is built by cargo install --locked --path checker. \
             First read the claim file: are its rows what was run, and is the claim the number that was published? No program can \
             answer this. Compare the digests with those of your files, and run the checker as below. VALID: the claim follows \
             from the rows of your copy. REFUTED: it is false for them. INVALID and INCOMPLETE say nothing about the claim. The same \
             checker runs in a browser, without an installation: checker.html of the page of dpcert, which scripts/web builds."
        }
    }
}

/// A digest in four groups, which are broken as such and copied as one.
fn digest(digits: &str) -> Markup {
    let groups = digits.as_bytes().chunks(16).map(String::from_utf8_lossy);
    markup! { span.digest { @for group in groups { span { (group) } } } }
}

/// What no verdict covers.
fn not_judged(file: &ReportedFile<'_>) -> Markup {
    let mut remarks: Vec<String> = NOT_COVERED.iter().map(|remark| (*remark).to_owned()).collect();
    for it in file.claims.iter().filter_map(|it| it.certified.as_ref().ok()) {
        for remark in it.certificate["not-covered"].as_array().into_iter().flatten().map(text) {
            // Of parts of the data it is said below, with the unit.
            if remark != REMARK && !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
    }
    let unit = &file.judged.file.scope.unit;
    let rows = || file.claims.iter().flat_map(|it| file.judged.file.rows(it.claim));
    let others: Vec<&str> = left_out(file).map(|claim| claim.id.as_str()).collect();
    markup! {
        h2 { "What was not judged" }
        ul {
            @if !others.is_empty() { li { "other claims of the file: " (others.join(", ")) } }
            @if let Some(rows) = file.judged.unclaimed() { li { (rows) } }
            @if rows().nth(1).is_some() {
                li { "whether the parameters of each row were fixed before the answers of others were seen: where they were \
                      chosen by them, " @if rows().any(|row| row.part.is_some()) {
                          "the composition does not bound the run, and no privacy filter is known here for rows on parts of the data"
                      } @else {
                          "a privacy filter bounds the run, where dpcert budget has one for these rows, and not its composition"
                      } }
            }
            li { "how the data were collected, and whether one " (unit) " is what needs protection" }
            @if rows().any(|row| row.derived.is_none()) { li { "whether the stated sensitivities are those of the queries" } }
            @if rows().any(|row| row.derived.is_some()) {
                li { "whether the queries that the rows name were run, on data within the bounds that they state" }
            }
            @if rows().any(|row| row.part.is_some()) {
                li { "whether no " (unit) " is in two parts of the data, and whether a part was chosen without its answers" }
            }
            @for remark in remarks { li { (remark) } }
        }
    }
}

/// The versions, and the commands that lead to the certificates and to the report, for the folder in
/// which they were written.
fn repetition(
    files: &[ReportedFile<'_>],
    preparation: &Preparation,
    settings: &Settings,
) -> Markup {
    let quoted = |text: &str| {
        shlex::try_quote(text).map_or_else(|_| "...".to_owned(), |text| text.into_owned())
    };
    let shown = |path: &Path| quoted(&path.to_string_lossy());
    let is_stdin = |file: &ReportedFile<'_>| file.judged.name == STDIN;
    let own = |file: &ReportedFile<'_>| {
        if is_stdin(file) { "-".to_owned() } else { quoted(&file.judged.name) }
    };
    let reported = || files.iter().flat_map(|file| file.claims.iter().map(move |it| (file, it)));
    let certified =
        || reported().filter_map(|(file, it)| Some((file, it.certified.as_ref().ok()?)));
    let all = files.iter().map(own).collect::<Vec<_>>().join(" ");
    let mut certify = format!("dpcert certify {all} --report {}", shown(&preparation.report));
    if let Some((_, first)) = certified().next() {
        certify += &format!(" -o {}", shown(first.path.parent().unwrap_or(&first.path)));
    }
    if files.iter().any(|file| left_out(file).next().is_some()) {
        let ids: BTreeSet<&str> = reported().map(|(_, it)| it.claim.id.as_str()).collect();
        certify.extend(ids.into_iter().map(|id| format!(" --claim {}", quoted(id))));
    }
    for (option, fact) in [
        ("--prepared-by", &preparation.prepared_by),
        ("--prepared-for", &preparation.prepared_for),
        ("--date", &preparation.date),
    ] {
        certify.extend(fact.iter().map(|fact| format!(" {option} {}", quoted(fact))));
    }
    let Extra { statement, coq } = preparation.extra;
    let extra = [(statement, " --statement"), (coq, " --coq")];
    certify.extend(extra.into_iter().filter(|(is_made, _)| *is_made).map(|(_, option)| option));
    let written = settings.written();
    let mut commands = vec![format!("dpcert check {all}{written}"), certify + &written];
    commands.extend(certified().map(|(file, it)| {
        let given = if is_stdin(file) { String::new() } else { format!("--claim {} ", own(file)) };
        format!("dpcert-checker {given}{}", shown(&it.path))
    }));
    let formats: BTreeSet<String> =
        certified().map(|(_, it)| text(&it.certificate["format"])).collect();
    let formats = formats.into_iter().collect::<Vec<_>>().join(", ");
    let name = |file: &ReportedFile<'_>| {
        let name = Path::new(&file.judged.name).file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    markup! {
        h2 { "How to repeat it" }
        dl {
            @for file in files {
                dt { "Claim file" } dd { (name(file)) ", SHA-256 " (digest(&file.digest)) }
            }
            dt { "Program" } dd { "dpcert " (env!("CARGO_PKG_VERSION")) }
            @if certified().next().is_some() { dt { "Checker" } dd { "dpcert-checker " (dpcert_checker::VERSION) } }
            @if !formats.is_empty() { dt { "Format" } dd { (formats) } }
        }
        pre { (commands.join("\n")) }
    }
}
