//! Two answers that logic relates, in words, and the table of them.

use super::alike::{Way, each, folded};
use super::text::write_others;
use super::words::{question_text, says};
use super::{CrosscheckReport, Shown, mark, relation_remark};
use crate::output::{cell, empty_table, write_table};
use dpcert::Real;
use dpcert::exact::decimal::float_to_decimal;
use dpcert::exact::engine::{Malachite, Rounding};
use dpcert::input::shorten;
use dpcert_answers::lines::{TextOptions, paragraph};
use dpcert_answers::number::{quantity_text, scientific};
use dpcert_crosscheck::relation::{Agreement, Ground, Order, Relation};
use dpcert_crosscheck::{Related, Verdict};
use std::cmp::Ordering;
use std::io::{self, Write};

/// `delta at eps = 1 of gaussian(sigma=2)^8 = delta at eps = 1 of gaussian(sigma=2) *
/// gaussian(sigma=2) * ...`.
pub fn relation_text(relation: &Relation) -> String {
    let sign = match relation.order {
        Order::Equal => "=",
        Order::AtMost => "<=",
    };
    format!("{} {sign} {}", question_text(&relation.first), question_text(&relation.second))
}

/// The verdict; one that is unsound says by what.
pub fn verdict_text(related: &Related<'_>) -> &'static str {
    match related.comparison.agreement {
        Agreement::Failed(Verdict::Unsound) => "unsound by the library's own two answers",
        agreement => agreement.name(),
    }
}

/// The reason for the verdict, in a sentence without its full stop; `None` where the answers are as
/// they must be.
pub fn relation_why(related: &Related<'_>) -> Option<String> {
    let detail = detail(related)?;
    Some(match related.comparison.agreement {
        Agreement::Failed(Verdict::Unsound) => {
            format!("By the library's own two answers: {detail}")
        }
        _ if matches!(related.comparison.ground, Ground::Reason(_)) => detail,
        _ => format!("Of the library's two answers, {detail}"),
    })
}

/// The same as the end of a sentence.
pub fn detail(related: &Related<'_>) -> Option<String> {
    let must = match related.relation.order {
        Order::Equal => "both must be equal",
        Order::AtMost => "the first must be at most the second",
    };
    let agreement = related.comparison.agreement;
    match &related.comparison.ground {
        Ground::Law => None,
        Ground::Reason(reason) => Some(reason.clone()),
        Ground::Ranges => Some(format!(
            "{must}, and what they declare excludes it: at least one of them is false"
        )),
        Ground::Ratio { ratio, promise } => {
            let within = match promise {
                Some(promised) => format!(
                    " within a relative {}, as the library promises",
                    shorten(&promised.text)
                ),
                None => String::new(),
            };
            let end = match agreement {
                Agreement::Failed(Verdict::Undecided) => {
                    ": one is unsound, or the other is that far from the truth"
                }
                _ => "",
            };
            Some(format!("{must}{within}, and {}{end}", ratio_text(ratio.as_ref())))
        }
    }
}

/// How far apart two numbers certainly are.
fn ratio_text(ratio: Option<&Real>) -> String {
    let Some(ratio) = ratio else {
        return "only one of them is 0 or infinite".to_owned();
    };
    let two = Real::one().add(&Real::one());
    if ratio.compare(&two) == Some(Ordering::Less) {
        let excess = at_least(&ratio.sub(&Real::one()));
        format!("the larger one exceeds the smaller one by at least {excess} of it")
    } else {
        format!("the larger one is at least {} times the smaller one", at_least(ratio))
    }
}

/// Writes the table of relations, and a paragraph for each that needs one.
///
/// # Errors
/// If writing to the output fails.
pub fn write_relations(
    output: &mut dyn Write,
    report: &CrosscheckReport<'_>,
    shown: Shown,
    options: &TextOptions,
) -> io::Result<()> {
    let is_shown = |related: &&Related<'_>| shown.has(related.standing);
    let rows: Vec<&Related<'_>> = report.related.iter().filter(is_shown).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let rows = match shown {
        Shown::All => each(&rows),
        Shown::Failures => folded(&rows, |related| related.relation.id.as_str(), way),
    };
    writeln!(output)?;
    let mut table = empty_table(options);
    table.set_header(["relation", "quantity", "first says", "second says", "verdict"]);
    for (related, _) in &rows {
        let is_good = related.comparison.agreement == Agreement::Holds;
        table.add_row([
            cell(&related.relation.id),
            cell(quantity_text(&related.relation.first.quantity)),
            cell(says(&related.first.said)),
            cell(says(&related.second.said)),
            mark(related.comparison.agreement.name(), related.standing, is_good),
        ]);
    }
    write_table(output, table, &[(0, 24), (1, 14)], None, options)?;
    for (related, others) in &rows {
        let Some(why) = detail(related) else { continue };
        let known = relation_remark(related.standing);
        let (id, verdict) = (&related.relation.id, verdict_text(related));
        let why = why.trim_end_matches('.');
        paragraph(output, "  ", &format!("{id}: {verdict}{known}: {why}."), options)?;
        let law = related.relation.law.sentence();
        paragraph(output, "    ", &format!("{law}: {}", relation_text(related.relation)), options)?;
        write_others(output, (others, "relation"), options)?;
    }
    Ok(())
}

/// How a relation fails of which a question has an answer without a number.
fn way<'a>(related: &'a Related<'_>) -> Option<Way<'a>> {
    let Ground::Reason(reason) = &related.comparison.ground else { return None };
    Some((related.comparison.agreement.name(), related.standing.name(), reason))
}

/// A decimal of three digits that is at most the number.
fn at_least(value: &Real) -> String {
    let end = value.enclose::<Malachite>(256);
    scientific(&float_to_decimal::<Malachite>(end.lower(), 3, Rounding::Down))
}
