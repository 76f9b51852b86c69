//! What a claim file changes in comparison with an old one: fields, verdicts, and certified values.
//!
//! The scope, the policy, the ledger rows and the claims are compared as they are written. Two
//! certified values are ordered only where this is proved: by the exact values, or by the ends that
//! the reports have.

mod fields;
mod text;

use dpcert::claim::{Claim, Judgement, Quantity, Row, Verdict};
use dpcert::input::{Item, Node, from_toml};
use dpcert::{Exact, Styled};
use dpcert_answers::claims::{Answered, JudgedFile, bounding_end};
use dpcert_answers::ends::{known, requested};
use dpcert_answers::number::{bounds_text, quantity_text};
use dpcert_answers::tree::Record;
use fields::{Change, FieldChange, Part};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The changes from an old claim file to a new one, as in the JSON report.
#[derive(Serialize)]
pub struct Changes<'a> {
    path: &'a str,
    scope: Vec<FieldChange>,
    policy: Vec<FieldChange>,
    rows: Vec<Part>,
    unchanged_rows: usize,
    claims: Vec<ClaimChange>,
    unchanged_claims: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Compared>,
    /// Are the numbers of both files about the same neighbours and the same unit?
    #[serde(skip)]
    is_same_scope: bool,
}

/// A claim whose statement, verdict or certified value is another one.
#[derive(Serialize)]
struct ClaimChange {
    #[serde(flatten)]
    part: Part,
    #[serde(flatten)]
    compared: Compared,
}

/// A quantity in both files.
#[derive(Serialize)]
struct Compared {
    #[serde(flatten)]
    requested: Record,
    before: Option<Certified>,
    now: Option<Certified>,
    value: Option<Order>,
    spends: Option<&'static str>,
    #[serde(skip)]
    quantity_text: String,
}

/// A verdict, if it is about a claim, and a certified value, where there is one.
#[derive(Serialize)]
struct Certified {
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(flatten)]
    number: Record,
    #[serde(skip)]
    text: String,
}

/// The certified value of the new file next to that of the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Order {
    Larger,
    Smaller,
    Equal,
    NotToldApart,
    /// The values are of two quantities, or of one with two parameters.
    AnotherQuantity,
}

/// What one of the files has about a quantity.
struct Side<'a> {
    quantity: &'a Quantity,
    /// The ledger rows, sorted by id: their order does not matter.
    rows: Vec<&'a Row>,
    verdict: Option<Verdict>,
    bounds: Option<&'a Styled>,
    with_fewest_steps: bool,
}

impl<'a> Changes<'a> {
    /// Compares two judged files, which have answers to the same questions.
    pub fn of(old: &'a JudgedFile, new: &'a JudgedFile) -> Changes<'a> {
        let (before, now) = (tree(old), tree(new));
        let scopes = (&old.file.scope, &new.file.scope);
        let is_same_scope =
            scopes.0.unit == scopes.1.unit && scopes.0.adjacency == scopes.1.adjacency;
        let mut rows = fields::parts(&before, &now, "ledger");
        let mut claims = claims(old, new, fields::parts(&before, &now, "claim"), is_same_scope);
        let (all_rows, all_claims) = (rows.len(), claims.len());
        rows.retain(|row| row.change != Change::Unchanged);
        claims.retain(|claim| claim.part.change != Change::Unchanged);
        let asked = old.answers.iter().zip(&new.answers).filter_map(|(before, now)| {
            Compared::of(
                Some(&Side::of_ledger(old, before)),
                Some(&Side::of_ledger(new, now)),
                is_same_scope,
            )
        });
        Changes {
            path: &old.name,
            scope: fields::of_table(&before, &now, "scope"),
            policy: fields::of_table(&before, &now, "policy"),
            unchanged_rows: all_rows - rows.len(),
            unchanged_claims: all_claims - claims.len(),
            rows,
            claims,
            asked: asked.collect(),
            is_same_scope,
        }
    }
}

/// The fields of a file as they are written.
fn tree(judged: &JudgedFile) -> Node {
    // A claim file was read from this text, so it is TOML.
    from_toml(&judged.text).unwrap_or(Node { item: Item::Table(Vec::new()), span: 0..0 })
}

/// The claims of both files, the unchanged ones included.
fn claims(
    old: &JudgedFile,
    new: &JudgedFile,
    parts: Vec<Part>,
    is_same_scope: bool,
) -> Vec<ClaimChange> {
    let (before, now) = (sides(old), sides(new));
    let claims = parts.into_iter().filter_map(|mut part| {
        let (before, now) = (before.get(part.id.as_str()), now.get(part.id.as_str()));
        if let (Change::Unchanged, Some(before), Some(now)) = (part.change, before, now)
            && (before.verdict != now.verdict || !before.is_of_same_steps(now))
        {
            part.change = Change::Changed;
        }
        Some(ClaimChange { compared: Compared::of(before, now, is_same_scope)?, part })
    });
    claims.collect()
}

/// The claims of a file by their ids.
fn sides(judged: &JudgedFile) -> HashMap<&str, Side<'_>> {
    let side = |(claim, judgement)| Side::of_claim(judged, claim, judgement);
    judged.entries().map(|entry| (entry.0.id.as_str(), side(entry))).collect()
}

impl<'a> Side<'a> {
    fn of_claim(judged: &'a JudgedFile, claim: &'a Claim, judgement: &'a Judgement) -> Side<'a> {
        // Where the engines contradict each other, the value is not certified.
        let evidence = judgement.evidence.as_ref().filter(|_| judgement.contradiction.is_none());
        Side {
            quantity: &claim.quantity,
            rows: sorted(judged.file.rows(claim)),
            verdict: Some(judgement.verdict),
            bounds: evidence.map(|evidence| &evidence.witness),
            with_fewest_steps: judgement.with_fewest_steps,
        }
    }

    fn of_ledger(judged: &'a JudgedFile, answered: &'a Answered) -> Side<'a> {
        Side {
            quantity: &answered.quantity,
            rows: sorted(judged.file.ledger.iter()),
            verdict: None,
            bounds: answered.bounds(),
            with_fewest_steps: false,
        }
    }

    /// Are both about the same mechanisms, with the same numbers of steps?
    fn is_of_same_steps(&self, other: &Side<'_>) -> bool {
        let steps = |row: &&'a Row| (&row.mechanism, &row.fewest);
        self.rows.iter().map(steps).eq(other.rows.iter().map(|row| (&row.mechanism, &row.fewest)))
    }

    /// The value of `now` next to this one; `None` where one of them has none.
    fn order(&self, now: &Side<'_>) -> Option<Order> {
        if self.quantity.measure != now.quantity.measure {
            return Some(Order::AnotherQuantity);
        }
        let (before, bounds) = (self.bounds?, now.bounds?);
        // Epochs leave a range of steps, and these are the values for its two ends.
        if self.with_fewest_steps != now.with_fewest_steps {
            return Some(Order::NotToldApart);
        }
        // The same question has one answer, however wide its enclosures are.
        if self.is_of_same_steps(now) {
            return Some(Order::Equal);
        }
        Some(match compare(bounds, before) {
            Some(Ordering::Greater) => Order::Larger,
            Some(Ordering::Less) => Order::Smaller,
            Some(Ordering::Equal) => Order::Equal,
            None => Order::NotToldApart,
        })
    }
}

fn sorted<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<&'a Row> {
    let mut rows: Vec<&Row> = rows.collect();
    rows.sort_by(|first, second| first.id.cmp(&second.id));
    rows
}

/// The order of two numbers, where their exact values or their printed ends prove it. The printed
/// ends are taken because the report has them: a reader can repeat the comparison.
fn compare(x: &Styled, y: &Styled) -> Option<Ordering> {
    match (x.exact(), y.exact()) {
        (Some(Exact::Rational(x)), Some(Exact::Rational(y))) => return Some(x.cmp(y)),
        (Some(x), Some(y)) if x == y => return Some(Ordering::Equal),
        _ if x.is_infinite() && y.is_infinite() => return Some(Ordering::Equal),
        _ => {}
    }
    if x.printed_lower() > y.printed_upper() {
        Some(Ordering::Greater)
    } else if x.printed_upper() < y.printed_lower() {
        Some(Ordering::Less)
    } else {
        None
    }
}

impl Compared {
    /// `None` where neither file has it.
    fn of(
        before: Option<&Side<'_>>,
        now: Option<&Side<'_>>,
        is_same_scope: bool,
    ) -> Option<Compared> {
        let Side { quantity, .. } = now.or(before)?;
        let value = before.zip(now).and_then(|(before, now)| before.order(now));
        Some(Compared {
            requested: requested(quantity),
            before: before.map(Certified::of),
            now: now.map(Certified::of),
            value,
            spends: value.filter(|_| is_same_scope).and_then(|value| spends(quantity.name, value)),
            quantity_text: quantity_text(quantity),
        })
    }
}

impl Certified {
    fn of(side: &Side<'_>) -> Certified {
        Certified {
            verdict: side.verdict,
            number: known(side.bounds),
            text: side.bounds.map(bounds_text).unwrap_or_default(),
        }
    }
}

/// Whether more or less privacy is spent, where the order of two values of the quantity says so.
fn spends(quantity: &str, value: Order) -> Option<&'static str> {
    match (value, bounding_end(quantity)) {
        (Order::Larger, "upper") | (Order::Smaller, "lower") => Some("more"),
        (Order::Smaller, "upper") | (Order::Larger, "lower") => Some("less"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpcert::{Mechanism, Options, Query, Question, ask};

    #[test]
    fn the_safe_direction_is_that_of_the_quantity() {
        for (quantity, larger, smaller) in [
            ("eps", "more", "less"),
            ("delta", "more", "less"),
            ("tv", "more", "less"),
            ("rho", "more", "less"),
        ]
        .into_iter()
        .chain([("beta", "less", "more")])
        {
            assert_eq!(spends(quantity, Order::Larger), Some(larger), "{quantity}");
            assert_eq!(spends(quantity, Order::Smaller), Some(smaller), "{quantity}");
            for value in [Order::Equal, Order::NotToldApart, Order::AnotherQuantity] {
                assert_eq!(spends(quantity, value), None, "{quantity}, {value:?}");
            }
        }
    }

    #[test]
    fn only_what_the_ends_prove_is_ordered() {
        let tv = |mechanism: &str| {
            let mechanism = Mechanism::parse(mechanism).expect("it is a mechanism");
            let answer = ask(&Question::of(&mechanism, &Query::Tv), &Options::default());
            let content = answer.expect("it has a total variation").content;
            content.numbers().first().map(|number| Styled::clone(number)).expect("it is one number")
        };
        let (one, two) = (tv("gaussian(sigma=1)"), tv("gaussian(sigma=2)"));
        let half = tv("randomized-response(eps=ln(3))");
        assert_eq!(compare(&one, &two), Some(Ordering::Greater));
        assert_eq!(compare(&two, &one), Some(Ordering::Less));
        assert_eq!(compare(&half, &half), Some(Ordering::Equal));
        assert_eq!(compare(&one, &half), Some(Ordering::Less));
        assert_eq!(compare(&one, &one), None);
    }
}
