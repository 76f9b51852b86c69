//! Relations between a quantity and claimed values, and when a certified value decides them.

use super::literal::Literal;
use crate::enclosure::Outcome;
use crate::exact::engine::Engine;
use crate::input::{Field, Fields, InputError};
use std::cmp::Ordering;

/// The relation of a claim between its quantity and the claimed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Not above the value.
    AtMost(Literal),
    /// Not below the value.
    AtLeast(Literal),
    /// Neither below the first value nor above the second one.
    Between(Literal, Literal),
    /// Exactly the value.
    Equals(Literal),
}

impl Relation {
    /// The names of the relations in a claim.
    pub const NAMES: [&'static str; 4] = ["at-most", "at-least", "between", "equals"];

    /// Takes the relation of a claim; `None` if there is none.
    ///
    /// # Errors
    /// More than one relation, or a claimed value that is not a finite number.
    pub fn read(fields: &mut Fields<'_>) -> Result<Option<Relation>, InputError> {
        let mut found: Option<Relation> = None;
        for name in Relation::NAMES {
            let Some(field) = fields.optional(name) else {
                continue;
            };
            if let Some(first) = &found {
                let message = format!("the claim has two relations, {} and {name}", first.name());
                return Err(field.error(
                    message,
                    "make it two claims, or one with between = [\"...\", \"...\"]",
                ));
            }
            found = Some(match name {
                "at-most" => Relation::AtMost(Literal::claimed(&field)?),
                "at-least" => Relation::AtLeast(Literal::claimed(&field)?),
                "equals" => Relation::Equals(Literal::claimed(&field)?),
                _ => read_between(&field)?,
            });
        }
        Ok(found)
    }

    /// The name in the claim file.
    pub fn name(&self) -> &'static str {
        match self {
            Relation::AtMost(_) => "at-most",
            Relation::AtLeast(_) => "at-least",
            Relation::Between(..) => "between",
            Relation::Equals(_) => "equals",
        }
    }

    /// The claimed values: one, or two for `between`.
    pub fn values(&self) -> Vec<&Literal> {
        match self {
            Relation::AtMost(value) | Relation::AtLeast(value) | Relation::Equals(value) => {
                vec![value]
            }
            Relation::Between(low, high) => vec![low, high],
        }
    }

    /// Whether the relation is true, where the value decides it.
    ///
    /// Guarantee: `Some(true)` only if the relation is true, `Some(false)` only if it is false.
    /// Exact values decide everything; an enclosure never decides an equality to be true.
    pub fn truth<E: Engine>(&self, outcome: &Outcome<E>, precision: u64) -> Option<bool> {
        match self {
            Relation::AtMost(value) => outcome.is_at_most(&value.value, precision),
            Relation::AtLeast(value) => outcome.is_at_least(&value.value, precision),
            Relation::Between(low, high) => {
                match (
                    outcome.is_at_least(&low.value, precision),
                    outcome.is_at_most(&high.value, precision),
                ) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Relation::Equals(value) => {
                outcome.compare(&value.value, precision).map(Ordering::is_eq)
            }
        }
    }
}

fn read_between(field: &Field<'_>) -> Result<Relation, InputError> {
    let ends = field.list()?;
    let [low, high] = ends.as_slice() else {
        let message = format!("two values are expected, not {}", ends.len());
        return Err(field.error(message, "write between = [\"low\", \"high\"]"));
    };
    let (low_value, high_value) = (Literal::claimed(low)?, Literal::claimed(high)?);
    if low_value.value.compare(&high_value.value).is_some_and(Ordering::is_gt) {
        return Err(field.error(
            "the first value is larger than the second one",
            "no number is between them: swap them",
        ));
    }
    Ok(Relation::Between(low_value, high_value))
}
