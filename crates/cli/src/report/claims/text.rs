//! The report as a table for each file, with a paragraph for each claim that needs one and for each
//! finding.

use super::{BadFile, Comparison, JudgedFile, Summary, Unanswered};
use crate::answers::bounding_end;
use crate::common::rendered;
use crate::output::{Legend, TextOptions, cell, empty_table, paragraph, write_line, write_table};
use crate::report::number::{bounds_text, margin_text, quantity_text};
use comfy_table::{Attribute, Cell, Color, Table};
use dpcert::claim::{Claim, Evidence, Judgement, Level, Margin, Relation, Remark, Verdict};
use dpcert::exact::decimal::Decimal;
use dpcert::input::shorten;
use std::io::{self, Write};

/// Writes the report for a person.
///
/// # Errors
/// If writing to the output fails.
pub fn write_text(
    output: &mut dyn Write,
    files: &[JudgedFile],
    bad: &[BadFile],
    options: &TextOptions,
) -> io::Result<()> {
    let mut legend = Legend::default();
    for judged in files {
        let scope = &judged.file.scope;
        let header = format!(
            "{} (unit: {}; adjacency: {})",
            judged.name,
            scope.unit,
            scope.adjacency.name()
        );
        paragraph(output, "", &header, options)?;
        if let Some(title) = &judged.file.title {
            paragraph(output, "  ", title, options)?;
        }
        for exclusion in &scope.exclusions {
            paragraph(output, "  ", &format!("excluded: {exclusion}"), options)?;
        }
        for derived in judged.file.derived() {
            paragraph(output, "  ", &derived, options)?;
        }
        if !judged.judgements.is_empty() {
            write_table(output, table(judged, options), &QUANTITY, Some(&mut legend), options)?;
        }
        for (claim, judgement) in judged.entries() {
            if judgement.verdict != Verdict::Holds || !judgement.is_expected(claim) {
                explanation(output, claim, judgement, options)?;
            }
            for remark in &judgement.remarks {
                paragraph(
                    output,
                    "  ",
                    &format!("{}: {}", shorten(&claim.id), remark_text(remark)),
                    options,
                )?;
            }
        }
        if !judged.answers.is_empty() {
            write_answers(output, judged, &mut legend, options)?;
        }
        writeln!(output)?;
    }
    let summary = Summary::of(files, bad).to_string();
    write_line(output, &summary, options)
}

fn table(judged: &JudgedFile, options: &TextOptions) -> Table {
    let mut table = empty_table(options);
    table.set_header(["claim", "quantity", "claimed", "certified", "margin", "verdict"]);
    for (claim, judgement) in judged.entries() {
        let evidence = judgement.evidence.as_ref();
        let comparison = Comparison::new(
            claim.relation.values(),
            evidence,
            judgement.verdict == Verdict::Refuted,
        );
        table.add_row([
            cell(shorten(&claim.id)),
            cell(quantity_text(&claim.quantity)),
            cell(comparison.relation(&claim.relation)),
            cell(comparison.certified()),
            cell(
                evidence.map(|evidence| margin_text(&evidence.margin.distance)).unwrap_or_default(),
            ),
            verdict_cell(claim, judgement),
        ]);
    }
    table
}

/// The column of the quantity has words: it may be broken at this width.
pub const QUANTITY: [(usize, u16); 1] = [(1, 14)];

/// Writes the answers about the whole ledger.
fn write_answers(
    output: &mut dyn Write,
    judged: &JudgedFile,
    legend: &mut Legend,
    options: &TextOptions,
) -> io::Result<()> {
    if !judged.judgements.is_empty() {
        writeln!(output)?;
    }
    let mut table = empty_table(options);
    table.set_header(["asked", "certified", "method"]);
    for answered in &judged.answers {
        let method = answered.answer.as_ref().map_or("", |answer| answer.method.name());
        let certified = answered.bounds().map(bounds_text).unwrap_or_default();
        table.add_row([cell(quantity_text(&answered.quantity)), cell(certified), cell(method)]);
    }
    write_table(output, table, &[], Some(legend), options)?;
    for answered in &judged.answers {
        let quantity = quantity_text(&answered.quantity);
        let note = match &answered.answer {
            Err(Unanswered { reason, is_contradiction: false }) => format!("no answer: {reason}"),
            Err(Unanswered { reason, is_contradiction: true }) => contradiction(reason),
            Ok(answer)
                if !answer.tight && !answered.bounds().is_some_and(|bounds| bounds.is_point()) =>
            {
                format!(
                    "the {} end is valid, but may not be tight",
                    bounding_end(answered.quantity.name)
                )
            }
            Ok(answer) if !answer.met => "a narrower interval needs higher limits".to_owned(),
            Ok(_) => continue,
        };
        paragraph(output, "  ", &format!("{quantity}: {note}"), options)?;
    }
    judged.remarks.iter().try_for_each(|remark| {
        paragraph(output, "  ", &format!("the ledger: {}", remark_text(remark)), options)
    })
}

fn verdict_cell(claim: &Claim, judgement: &Judgement) -> Cell {
    let expected = judgement.is_expected(claim);
    let mark = if expected { "" } else { " (!)" };
    let colour = match judgement.verdict {
        _ if !expected => Color::Red,
        Verdict::Holds => Color::Green,
        _ => Color::Yellow,
    };
    let cell = cell(format!("{}{mark}", judgement.verdict)).fg(colour);
    if expected { cell } else { cell.add_attribute(Attribute::Bold) }
}

/// Explains the verdict on a claim.
fn explanation(
    output: &mut dyn Write,
    claim: &Claim,
    judgement: &Judgement,
    options: &TextOptions,
) -> io::Result<()> {
    let expectation = match (judgement.is_expected(claim), claim.expect) {
        (true, _) => ", as expected".to_owned(),
        (false, expected) => format!(" (expected: {expected})"),
    };
    let mut sentence = format!("{}: {}{expectation}", shorten(&claim.id), judgement.verdict);
    if let Some(reason) = &judgement.contradiction {
        sentence += &format!(". {}", contradiction(reason));
    } else if let Some(evidence) = &judgement.evidence
        && let Some(finding) = finding(claim, judgement.verdict, evidence)
    {
        sentence += &format!(". {finding}");
    }
    paragraph(output, "  ", &format!("{sentence}."), options)?;
    let note = match judgement.verdict {
        Verdict::Unsupported => "missing",
        _ => "to decide it",
    };
    let lines = [
        (note, judgement.note.as_ref().map(rendered)),
        ("reason", claim.reason.clone()),
        ("source", claim.source.clone()),
    ];
    for (name, text) in lines {
        if let Some(text) = text {
            paragraph(output, "    ", &format!("{name}: {text}"), options)?;
        }
    }
    Ok(())
}

/// The sentence about engines that contradict each other, without its full stop.
pub fn contradiction(reason: &str) -> String {
    format!("THE ENGINES CONTRADICT EACH OTHER: {reason}. This is a fault of dpcert")
}

/// A finding about a claim or the ledger, and whether the policy denies it.
pub fn remark_text(remark: &Remark) -> String {
    let denied = if remark.level == Level::Deny { ", denied" } else { "" };
    format!("{}{denied}: {}.", remark.finding.name(), remark.message)
}

/// The relation of the certified value to the claim, in a sentence without its full stop.
pub fn finding(claim: &Claim, verdict: Verdict, evidence: &Evidence) -> Option<String> {
    let margin = margin_text(&evidence.margin.distance);
    if verdict == Verdict::Refuted && margin == "-inf" {
        return Some("No finite eps reaches this delta".to_owned());
    }
    let distance = margin.trim_start_matches(['+', '-']);
    let refuted = match claim.relation {
        Relation::AtMost(_) => "The value exceeds the claim by at least",
        Relation::AtLeast(_) => "The value is below the claim by at least",
        Relation::Between(..) => "The value is outside by at least",
        Relation::Equals(_) => "The value differs from the claim by at least",
    };
    match verdict {
        Verdict::Refuted => {
            let ratio =
                ratio(&evidence.margin).map(|ratio| format!("; the claimed value is {ratio}"));
            Some(format!("{refuted} {distance}{}", ratio.unwrap_or_default()))
        }
        Verdict::Holds if distance == "0" => Some("The value is the claimed one".to_owned()),
        Verdict::Holds => Some(format!("The margin is at least {distance}")),
        Verdict::Undecided | Verdict::Unsupported => None,
    }
}

/// The quotient of claimed and certified value, where it is informative: `at least 2 times the
/// truth`.
pub fn ratio(margin: &Margin) -> Option<String> {
    let ratio = margin.ratio.as_ref()?;
    let (lower, upper) = (ratio.printed_lower(), ratio.printed_upper());
    let thousandths = |n: i64| Decimal::new(n.into(), -3);
    let near_one = |end: &Decimal| (thousandths(999)..thousandths(1001)).contains(end);
    if near_one(&lower) || near_one(&upper) {
        return None;
    }
    // The end nearer to 1, which claims the least.
    let below = upper < thousandths(1000);
    let (word, end) = if below { ("at most", upper) } else { ("at least", lower) };
    Some(format!("{word} {end} times the truth"))
}
