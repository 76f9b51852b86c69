//! The claim, in the words of the claim file.

use crate::canonical::ALSO;
use crate::expression::{Expression, compare};
use crate::fault::{Fault, Malformed, Unproved, Unsupported};
use crate::json::{Fields, Json};
use crate::ledger::Row;
use crate::literal;
use crate::rational::BigRational;
use crate::work::Work;
use std::cell::Cell;
use std::cmp::Ordering;

/// A claim about the composition of some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// Patterns of the ids of the rows.
    pub over: Vec<String>,
    /// The quantity that it is about.
    pub quantity: Quantity,
    /// The relation that it states.
    pub relation: Relation,
    /// The quantity and the relation as they are in the file, with canonical field names.
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

/// The relation of a claim.
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

/// The known bounds of a quantity: it is at most `at_most`, and at least (or certainly more than)
/// `at_least`.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// An upper bound.
    pub at_most: Option<Expression>,
    /// A lower bound, and whether the quantity is certainly different from it.
    pub at_least: Option<(Expression, bool)>,
}

impl Relation {
    /// Its name in a claim.
    pub fn name(&self) -> &'static str {
        match self {
            Relation::AtMost(_) => "at-most",
            Relation::AtLeast(_) => "at-least",
            Relation::Between(..) => "between",
            Relation::Equals(_) => "equals",
        }
    }
}

const QUANTITIES: [&str; 5] = ["delta", "eps", "tv", "beta", "rho"];
/// The values of the verdict that an author may expect.
const EXPECTED: [&str; 4] = ["holds", "refuted", "undecided", "unsupported"];
const RELATIONS: [&str; 4] = ["at-most", "at-least", "between", "equals"];

impl Claim {
    /// Reads a claim.
    ///
    /// # Errors
    /// The error in it.
    pub fn read(place: &str, value: &Json, work: &Work) -> Result<Claim, Fault> {
        let mut fields = Fields::of(place, value.clone())?;
        let (id, over) = (fields.text("id")?, fields.texts("over")?);
        for remark in ["source", "reason", "expect"] {
            let remark = fields.has(remark).then(|| fields.text(remark).map(|text| (remark, text)));
            if let Some(("expect", expected)) = remark.transpose()?
                && !EXPECTED.contains(&expected.as_str())
            {
                return Err(Malformed::unknown_word(
                    &format!("{place}.expect"),
                    &EXPECTED,
                    &expected,
                )
                .into());
            }
        }
        let take = |fields: &mut Fields, names: &[&str], what| {
            let found: Vec<(String, Json)> = names
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), fields.optional(name)?)))
                .collect();
            match <[(String, Json); 1]>::try_from(found) {
                Ok([one]) => Ok(one),
                Err(found) => {
                    Err(Malformed::NotOne { place: place.to_owned(), count: found.len(), what })
                }
            }
        };
        fields.rename(&ALSO)?;
        let (name, value) = take(&mut fields, &QUANTITIES, "quantities")?;
        let mut inner = Fields::of(&fields.at(&name), value)?;
        inner.rename(&ALSO)?;
        let quantity = (name, inner.rest());
        let relation = take(&mut fields, &RELATIONS, "relations")?;
        fields.finish()?;
        Ok(Claim {
            quantity: read_quantity(place, &quantity.0, inner, work)?,
            relation: read_relation(place, &relation, work)?,
            statement: vec![quantity, relation],
            id,
            over,
        })
    }

    /// The fields of this claim in which another one differs, in words.
    pub fn unlike(&self, other: &Claim) -> String {
        let own = self.statement.iter().zip(&other.statement).filter(|(own, others)| own != others);
        let mut fields: Vec<String> =
            own.map(|((name, value), _)| format!("{name} = {value}")).collect();
        if self.over != other.over {
            fields.push(format!("over = {:?}", self.over));
        }
        format!("{:?} has {}", self.id, fields.join(", "))
    }

    /// The claims from one side each that say together what this one says.
    pub fn sides(&self) -> Vec<Claim> {
        let [quantity, (_, stated)] = self.statement.as_slice() else {
            return Vec::new();
        };
        let side = |relation: Relation, value: &Json| {
            let stated = (relation.name().to_owned(), value.clone());
            Claim { relation, statement: vec![quantity.clone(), stated], ..self.clone() }
        };
        match (&self.relation, stated) {
            (Relation::AtMost(_) | Relation::AtLeast(_), _) => vec![self.clone()],
            (Relation::Equals(value), stated) => vec![
                side(Relation::AtLeast(value.clone()), stated),
                side(Relation::AtMost(value.clone()), stated),
            ],
            (Relation::Between(low, high), Json::List(ends)) => match ends.as_slice() {
                [first, last] => vec![
                    side(Relation::AtLeast(low.clone()), first),
                    side(Relation::AtMost(high.clone()), last),
                ],
                _ => Vec::new(),
            },
            (Relation::Between(..), _) => Vec::new(),
        }
    }

    /// Sets the number of steps of rows whose epochs leave a range, to the number that decides the
    /// claim.
    ///
    /// Dropping a step is post-processing: delta, eps and rho grow with the steps, and the
    /// trade-off function decreases. So all quantities are bounded from above by the most steps and
    /// from below by the fewest; beta is the other way round. A claim that needs both bounds has no
    /// rule.
    ///
    /// # Errors
    /// If there is no rule.
    pub fn settle(&self, holds: bool, rows: &mut [Row]) -> Result<(), Fault> {
        if rows.iter().all(|row| row.fewest == row.count) {
            return Ok(());
        }
        let is_upper = match (&self.relation, holds) {
            (Relation::AtMost(_), true) | (Relation::AtLeast(_), false) => true,
            (Relation::AtMost(_), false) | (Relation::AtLeast(_), true) => false,
            (Relation::Between(..) | Relation::Equals(_), _) => {
                let both = "both bounds where epochs leave the number of steps open";
                return Err(Unsupported::no_rule(both).into());
            }
        };
        if is_upper == matches!(self.quantity, Quantity::Beta(_)) {
            rows.iter_mut().for_each(|row| row.count = row.fewest.clone());
        }
        Ok(())
    }

    /// Whether the known bounds prove the claim (`true`) or its negation (`false`).
    ///
    /// # Errors
    /// If neither follows, or if that depends on two numbers that cannot be distinguished.
    pub fn decide(&self, known: &Known, work: &Work) -> Result<bool, Fault> {
        let is_undecided = Cell::new(false);
        let compare = |x: &Expression, y: &Expression, work: &Work| {
            let order = compare(x, y, work);
            is_undecided.set(is_undecided.get() || order.is_none());
            order
        };
        let not_above = |value: &Expression| {
            let proved =
                known.at_most.as_ref().is_some_and(|bound| is_le(compare(bound, value, work)));
            let refuted = known.at_least.as_ref().is_some_and(|(bound, is_strict)| {
                match compare(bound, value, work) {
                    Some(Ordering::Greater) => true,
                    Some(Ordering::Equal) => *is_strict,
                    _ => false,
                }
            });
            if proved { Some(true) } else { refuted.then_some(false) }
        };
        let not_below = |value: &Expression| {
            let proved = known
                .at_least
                .as_ref()
                .is_some_and(|(bound, _)| is_le(compare(value, bound, work)));
            let below = |bound| compare(bound, value, work) == Some(Ordering::Less);
            let refuted = known.at_most.as_ref().is_some_and(below);
            if proved { Some(true) } else { refuted.then_some(false) }
        };
        let both = |low: &Expression, high: &Expression| match (not_below(low), not_above(high)) {
            (Some(true), Some(true)) => Some(true),
            (Some(false), _) | (_, Some(false)) => Some(false),
            _ => None,
        };
        let decided = match &self.relation {
            Relation::AtMost(value) => not_above(value),
            Relation::AtLeast(value) => not_below(value),
            Relation::Between(low, high) => both(low, high),
            Relation::Equals(value) => both(value, value),
        };
        match decided {
            Some(holds) => Ok(holds),
            None if is_undecided.get() => {
                Err(Unsupported::Undecided { question: "a bound meets the value of the claim" }
                    .into())
            }
            None => Err(Unproved::NotImplied.into()),
        }
    }
}

fn is_le(order: Option<Ordering>) -> bool {
    order.is_some_and(Ordering::is_le)
}

fn read_quantity(
    place: &str,
    name: &str,
    mut fields: Fields,
    work: &Work,
) -> Result<Quantity, Fault> {
    let mut parameter = |key: &str| literal::read(&fields.at(key), &fields.required(key)?, work);
    let within = |x: Expression, key: &str, domain, highest: Option<i64>| {
        let distances =
            [Some(x.clone()), highest.map(|highest| Expression::integer(highest).minus(&x))];
        for distance in distances.into_iter().flatten() {
            match distance.sign(work) {
                Some(sign) if sign.is_ge() => {}
                Some(_) => {
                    return Err(
                        Fault::from(Malformed::outside(key, &format!("not {domain}"))).at(place)
                    );
                }
                None => {
                    let undecided = Unsupported::UndecidedDomain { what: key.to_owned(), domain };
                    return Err(Fault::from(undecided).at(place));
                }
            }
        }
        Ok(x)
    };
    let quantity = match name {
        "delta" => Quantity::Delta(within(parameter("eps")?, "eps", "in [0, inf)", None)?),
        "tv" => Quantity::Delta(Expression::integer(0)),
        "eps" => {
            let delta = within(parameter("delta")?, "delta", "in [0, 1]", Some(1))?;
            let irrational =
                || Fault::from(Unsupported::Irrational { what: "delta".to_owned() }).at(place);
            Quantity::Eps(delta.rational().cloned().ok_or_else(irrational)?)
        }
        "beta" => Quantity::Beta(within(parameter("alpha")?, "alpha", "in [0, 1]", Some(1))?),
        _ => Quantity::Rho,
    };
    fields.finish()?;
    Ok(quantity)
}

fn read_relation(
    place: &str,
    (name, value): &(String, Json),
    work: &Work,
) -> Result<Relation, Fault> {
    let place = format!("{place}.{name}");
    if name == "between" {
        let Json::List(ends) = value else {
            return Err(Malformed::wrong_type(&place, "a list").into());
        };
        let [low, high] = ends.as_slice() else {
            return Err(Malformed::wrong_type(&place, "a list of two numbers").into());
        };
        let (low, high) = (literal::read(&place, low, work)?, literal::read(&place, high, work)?);
        if compare(&low, &high, work).is_some_and(Ordering::is_gt) {
            return Err(Malformed::outside(
                &place,
                "empty: its first value is larger than its second one",
            )
            .into());
        }
        return Ok(Relation::Between(low, high));
    }
    let value = literal::read(&place, value, work)?;
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
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let tail = parts.pop().unwrap_or_default();
    for part in parts {
        // The first match leaves the most text for the parts that follow.
        match text.split_once(part) {
            Some((_, behind)) => text = behind,
            None => return false,
        }
    }
    text.ends_with(tail)
}
