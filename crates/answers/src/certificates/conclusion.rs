//! What came out, in a few sentences: a report begins with them.

use super::ReportedFile;
use crate::claims::{Comparison, is_idealised, quantity_text, steps_of_value};
use dpcert::Styled;
use dpcert::claim::{Claim, ClaimFile, Judgement, Level, Relation, Verdict};
use dpcert::exact::literal;
use std::cmp::Ordering;

/// The most false claims that are told.
const TOLD: usize = 3;

/// The fewest digits of a true value, and the most.
const DIGITS: std::ops::RangeInclusive<u64> = 3..=20;

/// How many claims are false, and how; how many hold, and how many are not decided.
pub fn conclusion(files: &[ReportedFile<'_>]) -> String {
    let claims = || files.iter().flat_map(|file| &file.claims);
    let count = claims().count();
    let of = |verdict: Verdict| claims().filter(|it| it.judgement.verdict == verdict).count();
    let (holds, refuted) = (of(Verdict::Holds), of(Verdict::Refuted));
    let open = count - holds - refuted;
    let about = |n: usize, one: &str, many: &str| match (n, count) {
        (1, 1) => format!("The claim {one}"),
        (n, count) if n == count => format!("All {count} claims {many}"),
        (1, count) => format!("1 of {count} claims {one}"),
        (n, count) => format!("{n} of {count} claims {many}"),
    };
    let mut sentences = Vec::new();
    if refuted > 0 {
        let is_false = |it: &&super::ReportedClaim<'_>| it.judgement.verdict == Verdict::Refuted;
        let of_file = |file: &'_ ReportedFile<'_>| {
            let claims = file.claims.iter().filter(is_false);
            claims.map(|it| told(&file.judged.file, it.claim, it.judgement)).collect::<Vec<_>>()
        };
        let mut told: Vec<String> = files.iter().flat_map(of_file).take(TOLD).collect();
        told.extend((refuted > TOLD).then(|| format!("and {} more", refuted - TOLD)));
        sentences.push(format!(
            "{}: {}.",
            about(refuted, "is false", "are false"),
            told.join("; ")
        ));
    }
    if holds > 0 {
        sentences.push(format!("{}.", about(holds, "holds", "hold")));
    }
    if open > 0 {
        sentences.push(format!("{}.", about(open, "is not decided", "are not decided")));
    }
    let denying = claims().filter(|it| !denied_findings(it.judgement).is_empty()).count();
    if denying > 0 {
        let mut names: Vec<&str> = claims().flat_map(|it| denied_findings(it.judgement)).collect();
        names.sort_unstable();
        names.dedup();
        let about = match (denying, count) {
            (1, 1) => "the claim".to_owned(),
            (n, count) if n == count => format!("all {count} claims"),
            (n, count) => format!("{n} of {count} claims"),
        };
        sentences
            .push(format!("The policy denies what was found of {about}: {}.", names.join(", ")));
    }
    let others: usize = files.iter().map(|file| left_out(file).count()).sum();
    if others > 0 {
        let of = if files.len() == 1 { "the file" } else { "the files" };
        let (claims, are) = if others == 1 { ("claim", "is") } else { ("claims", "are") };
        sentences.push(format!("{others} more {claims} of {of} {are} not in this report."));
    }
    let rows = files
        .iter()
        .flat_map(|file| file.claims.iter().flat_map(|it| file.judged.file.rows(it.claim)));
    if is_idealised(rows) {
        sentences.push(
            "Where something else was run than a row says, this is about the idealised mechanism."
                .to_owned(),
        );
    }
    sentences.join(" ")
}

/// The claims of a file that are not in the report.
pub(super) fn left_out<'a>(file: &'a ReportedFile<'_>) -> impl Iterator<Item = &'a Claim> {
    let is_there = |claim: &&Claim| !file.claims.iter().any(|it| it.claim.id == claim.id);
    file.judged.file.claims.iter().filter(is_there)
}

/// The findings of a claim that the policy of its file denies.
pub(super) fn denied_findings(judgement: &Judgement) -> Vec<&'static str> {
    let denied = judgement.remarks.iter().filter(|remark| remark.level == Level::Deny);
    denied.map(|remark| remark.finding.name()).collect()
}

/// A false claim: its true value, and what was claimed.
fn told(file: &ClaimFile, claim: &Claim, judgement: &Judgement) -> String {
    let evidence = judgement.evidence.as_ref();
    let comparison = Comparison::new(claim.relation.values(), evidence, true);
    let value = match evidence.map(|evidence| &evidence.witness) {
        None => "another number".to_owned(),
        Some(value) if value.is_infinite() => "infinite".to_owned(),
        Some(value) => apart(value, &claim.relation).unwrap_or_else(|| comparison.certified()),
    };
    let claimed = match &claim.relation {
        Relation::AtMost(value) => format!("at most {}", comparison.claimed(value)),
        Relation::AtLeast(value) => format!("at least {}", comparison.claimed(value)),
        Relation::Equals(value) => comparison.claimed(value),
        Relation::Between(..) => comparison.relation(&claim.relation),
    };
    let steps = steps_of_value(file, claim, judgement);
    let steps = steps.map(|steps| format!(" with the {steps} steps that its epochs leave open,"));
    format!(
        "{}: {} is {value}{} not {claimed}",
        claim.id,
        quantity_text(&claim.quantity),
        steps.as_deref().unwrap_or(",")
    )
}

/// The value with the fewest digits that show that the claim is false, rounded outward.
fn apart(value: &Styled, relation: &Relation) -> Option<String> {
    DIGITS.into_iter().find_map(|digits| {
        let [lower, upper] = [value.lower_decimal(digits), value.upper_decimal(digits)];
        let [lo, hi] = [literal::parse(&lower).ok()?, literal::parse(&upper).ok()?];
        let (largest, least) = match relation {
            Relation::AtMost(claimed) => (Some(claimed), None),
            Relation::AtLeast(claimed) => (None, Some(claimed)),
            Relation::Equals(claimed) => (Some(claimed), Some(claimed)),
            Relation::Between(least, largest) => (Some(largest), Some(least)),
        };
        let is_above =
            largest.is_some_and(|most| lo.compare(&most.value) == Some(Ordering::Greater));
        let is_below = least.is_some_and(|least| hi.compare(&least.value) == Some(Ordering::Less));
        (is_above || is_below).then(|| match lower == upper {
            true => lower,
            false => format!("between {lower} and {upper}"),
        })
    })
}
