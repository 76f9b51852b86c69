//! The claim: what was said, in the words of the claim file.

use crate::expression::{self, Expression, LogLinear};
use crate::fixed::Scale;
use crate::json::{Fields, Json};
use crate::number::is_probability;
use num_rational::BigRational;
use num_traits::Signed;
use std::cmp::Ordering;

/// A claim about the composition of some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// Patterns of the ids of the rows.
    pub over: Vec<String>,
    /// What it is about.
    pub quantity: Quantity,
    /// What it says.
    pub relation: Relation,
    /// The quantity and the relation as they stand in the file.
    pub statement: Vec<(String, Json)>,
}

/// A quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The hockey-stick divergence at `e^eps`; the total variation at eps = 0.
    Delta(Expression),
    /// The least eps at delta.
    Eps(BigRational),
    /// The trade-off function at alpha.
    Beta(Expression),
    /// The least rho of zCDP.
    Rho,
}

/// What is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// At most.
    AtMost(Expression),
    /// At least.
    AtLeast(Expression),
    /// Neither less than the first nor more than the second.
    Between(Expression, Expression),
    /// Exactly.
    Equals(Expression),
}

/// What is known of a quantity: it is not more than `at_most`, and not less (or certainly more) than `at_least`.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// An upper bound.
    pub at_most: Option<Expression>,
    /// A lower bound, and whether the quantity is certainly different from it.
    pub at_least: Option<(Expression, bool)>,
}

const QUANTITIES: [&str; 5] = ["delta", "eps", "tv", "beta", "rho"];
const RELATIONS: [&str; 4] = ["at-most", "at-least", "between", "equals"];

impl Claim {
    /// Reads a claim.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(place: &str, value: &Json) -> Result<Claim, String> {
        let mut fields = Fields::of(place, value.clone())?;
        let (id, over) = (fields.text("id")?, fields.texts("over")?);
        for remark in ["source", "reason", "expect"] {
            fields.optional(remark);
        }
        let take = |fields: &mut Fields, names: &[&str], what: &str| {
            let found: Vec<(String, Json)> =
                names.iter().filter_map(|name| Some(((*name).to_owned(), fields.optional(name)?))).collect();
            match <[(String, Json); 1]>::try_from(found) {
                Ok([one]) => Ok(one),
                Err(found) => Err(format!("{place} has {} {what} instead of one", found.len())),
            }
        };
        fields.also("epsilon", "eps")?;
        let quantity = take(&mut fields, &QUANTITIES, "quantities")?;
        let relation = take(&mut fields, &RELATIONS, "relations")?;
        fields.finish()?;
        Ok(Claim {
            quantity: read_quantity(place, &quantity)?,
            relation: read_relation(place, &relation)?,
            statement: vec![quantity, relation],
            id,
            over,
        })
    }

    /// Whether what is known proves the claim (`Some(true)`) or its negation (`Some(false)`).
    pub fn decide(&self, known: &Known) -> Option<bool> {
        let not_above = |value: &Expression| {
            let proved = known.at_most.as_ref().is_some_and(|bound| is_le(compare(bound, value)));
            let refuted = known.at_least.as_ref().is_some_and(|(bound, is_strict)| match compare(bound, value) {
                Some(Ordering::Greater) => true,
                Some(Ordering::Equal) => *is_strict,
                _ => false,
            });
            if proved { Some(true) } else { refuted.then_some(false) }
        };
        let not_below = |value: &Expression| {
            let proved = known.at_least.as_ref().is_some_and(|(bound, _)| is_le(compare(value, bound)));
            let below = |bound| compare(bound, value) == Some(Ordering::Less);
            let refuted = known.at_most.as_ref().is_some_and(below);
            if proved { Some(true) } else { refuted.then_some(false) }
        };
        let both = |low: &Expression, high: &Expression| match (not_below(low), not_above(high)) {
            (Some(true), Some(true)) => Some(true),
            (Some(false), _) | (_, Some(false)) => Some(false),
            _ => None,
        };
        match &self.relation {
            Relation::AtMost(value) => not_above(value),
            Relation::AtLeast(value) => not_below(value),
            Relation::Between(low, high) => both(low, high),
            Relation::Equals(value) => both(value, value),
        }
    }
}

fn is_le(order: Option<Ordering>) -> bool {
    order.is_some_and(Ordering::is_le)
}

/// Which is larger; `None` where that is not clear with 4096 bits.
pub fn compare(x: &Expression, y: &Expression) -> Option<Ordering> {
    if let (Some(x), Some(y)) = (x.rational(), y.rational()) {
        return Some(x.cmp(y));
    }
    if x == y {
        return Some(Ordering::Equal);
    }
    if LogLinear::of(x).equals(&LogLinear::of(y)) {
        return Some(Ordering::Equal);
    }
    [128, 512, 4096].into_iter().find_map(|bits| {
        let scale = Scale::new(bits);
        let difference = x.minus(y).enclose(&scale)?;
        if difference.lo.is_positive() {
            Some(Ordering::Greater)
        } else if difference.hi.is_negative() {
            Some(Ordering::Less)
        } else {
            None
        }
    })
}

/// Reads a literal.
///
/// # Errors
/// What is wrong with it.
pub fn literal(place: &str, value: &Json) -> Result<Expression, String> {
    match value {
        Json::Integer(x) => Ok(Expression::integer(*x)),
        Json::Text(text) => {
            // What is not defined anywhere would be equal to itself.
            let value = expression::parse(text)?;
            let is_defined = value.enclose(&Scale::new(256)).is_some();
            if is_defined { Ok(value) } else { Err(format!("{place}: {text} is not known to be defined")) }
        }
        _ => Err(format!("{place}: a number is a text")),
    }
}

fn read_quantity(place: &str, (name, value): &(String, Json)) -> Result<Quantity, String> {
    let mut fields = Fields::of(&format!("{place}.{name}"), value.clone())?;
    if name == "delta" {
        fields.also("epsilon", "eps")?;
    }
    let mut parameter = |key: &str| literal(place, &fields.required(key)?);
    let rational = |x: Expression, key: &str| {
        x.rational().cloned().ok_or_else(|| format!("{place}: {key} is not a rational number"))
    };
    let probability = |x: Expression, key: &str| {
        let scale = Scale::new(256);
        let is_outside = match x.rational() {
            Some(x) => !is_probability(x),
            None => x.enclose(&scale).is_none_or(|x| x.hi.is_negative() || x.lo > scale.one()),
        };
        if is_outside { Err(format!("{place}: {key} is not in [0, 1]")) } else { Ok(x) }
    };
    let quantity = match name.as_str() {
        "delta" => Quantity::Delta(parameter("eps")?),
        "tv" => Quantity::Delta(Expression::integer(0)),
        "eps" => Quantity::Eps(rational(probability(parameter("delta")?, "delta")?, "delta")?),
        "beta" => Quantity::Beta(probability(parameter("alpha")?, "alpha")?),
        _ => Quantity::Rho,
    };
    fields.finish()?;
    Ok(quantity)
}

fn read_relation(place: &str, (name, value): &(String, Json)) -> Result<Relation, String> {
    if name == "between" {
        let Json::List(ends) = value else { return Err(format!("{place}.between is not a list")) };
        let [low, high] = ends.as_slice() else { return Err(format!("{place}.between has not two ends")) };
        return Ok(Relation::Between(literal(place, low)?, literal(place, high)?));
    }
    let value = literal(place, value)?;
    Ok(match name.as_str() {
        "at-most" => Relation::AtMost(value),
        "at-least" => Relation::AtLeast(value),
        _ => Relation::Equals(value),
    })
}

/// Does an id match a pattern, in which `*` stands for any characters?
pub fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let tail = parts.pop().unwrap_or_default();
    for part in parts {
        // The first place leaves the most for the parts that follow.
        match text.split_once(part) {
            Some((_, behind)) => text = behind,
            None => return false,
        }
    }
    text.ends_with(tail)
}
