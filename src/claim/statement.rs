//! A claim: a quantity over some rows of the ledger, a relation, and a claimed value.

use super::errors::Errors;
use super::glob;
use super::ledger::plain;
use super::literal::Literal;
use super::relation::Relation;
use super::verdict::Verdict;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError, Item, known_names, listed, shorten};
use crate::mechanism::RenyiOrder;
use crate::quantity::table::CLAIMED;
use crate::quantity::{Entry, Query, Scalar};

/// A claim about the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name, unique in the file.
    pub id: String,
    /// The indices of the ledger rows that it is about, ascending.
    pub rows: Vec<usize>,
    /// The quantity.
    pub quantity: Quantity,
    /// The relation and the claimed values.
    pub relation: Relation,
    /// The verdict that the author expects; `holds` where the file states none.
    pub expect: Verdict,
    /// Why a verdict other than `holds` is expected, or any other remark.
    pub reason: Option<String>,
    /// Where the claim was published.
    pub source: Option<String>,
}

/// The quantity that is computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// A number that the composed pair determines.
    Scalar(Scalar),
    /// The least rho of zCDP.
    Rho,
    /// The Renyi divergence of an order.
    Renyi(RenyiOrder),
}

/// A quantity with its parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The quantity that is computed.
    pub measure: Measure,
    /// `delta`, `eps`, `tv`, `beta`, `rho`, `renyi` or `gdp`.
    pub name: &'static str,
    /// The name and the value of its parameter.
    pub parameter: Option<(&'static str, Literal)>,
}

impl Claim {
    /// Reads a claim about a ledger with these ids; `None` where they are not all known.
    pub(super) fn read(field: &Field<'_>, ids: Option<&[String]>) -> Result<Claim, Errors> {
        let mut fields = field.fields()?;
        fields.expect(&["id", "over"]);
        fields.expect(&CLAIMED.map(|entry| entry.name));
        fields.expect(&Relation::NAMES);
        fields.expect(&["expect", "reason", "source"]);
        let mut errors = Errors::default();
        let id = errors.keep(fields.required("id").and_then(|id| id.text().map(str::to_owned)));
        let over = fields.optional("over").ok_or_else(|| {
            fields.missing_or(
                "over",
                "add it: over = [\"*\"] for all rows of the ledger, or a list of their ids",
            )
        });
        let rows = over.map_err(Errors::from).and_then(|over| rows(&over, ids));
        let rows = errors.keep_all(rows);
        // Each value in the place of a quantity has its error: two of them are a guarantee, and one
        // claim.
        let named = CLAIMED
            .iter()
            .filter_map(|entry| Some((entry.name, fields.clone().optional(entry.name)?)));
        let values: Vec<_> =
            named.filter_map(|(name, field)| arguments(&field, name, &fields).err()).collect();
        let quantity =
            if values.is_empty() { errors.keep(Quantity::read(&mut fields)) } else { None };
        values.into_iter().for_each(|error| errors.push(error));
        let relation = errors.keep(Relation::read(&mut fields));
        let expect = fields
            .optional("expect")
            .map_or(Ok(Verdict::Holds), |word| word.choice(&Verdict::WORDS));
        let expect = errors.keep(expect);
        let mut text =
            |name| fields.optional(name).map(|field| field.text().map(str::to_owned)).transpose();
        let (reason, source) = (errors.keep(text("reason")), errors.keep(text("source")));
        // A quantity with an error leaves other fields unread, of which all names are known.
        if quantity.is_some() && relation.is_some() {
            // A misspelled relation is reported as an unknown field, before a missing one.
            let finished = errors.keep(fields.finish()).is_some();
            if finished && matches!(quantity, Some(None)) {
                let names: Vec<String> = CLAIMED.iter().map(|entry| example(entry)).collect();
                errors.push(field.error(
                    "the claim has no quantity",
                    format!("add one of {}", names.join(", ")),
                ));
            }
            if finished && matches!(relation, Some(None)) {
                let help = format!("add one of {}", listed(Relation::NAMES));
                errors.push(field.error("the claim has no relation", help));
            }
        } else {
            errors.keep(fields.only_expected());
        }
        let claim = || {
            Some(Claim {
                id: id?,
                rows: rows?,
                quantity: quantity??,
                relation: relation??,
                expect: expect?,
                reason: reason?,
                source: source?,
            })
        };
        let claim = claim();
        errors.or(claim)
    }
}

fn example(entry: &Entry) -> String {
    match entry.parameter {
        Some(parameter) => format!("{} = {{ {parameter} = \"...\" }}", entry.name),
        None => format!("{} = {{}}", entry.name),
    }
}

/// The fields of a quantity; a value in their place gets a message that says how to claim it.
fn arguments<'a>(
    field: &Field<'a>,
    name: &str,
    claim: &Fields<'_>,
) -> Result<Fields<'a>, InputError> {
    let value = |name| match &claim.clone().optional(name)?.node.item {
        Item::Text(text) | Item::Integer(text) => Some(shorten(text)),
        _ => None,
    };
    field.fields().map_err(|error| {
        let written = match &field.node.item {
            Item::Text(text) | Item::Integer(text) => shorten(text),
            _ => return error,
        };
        let claimed = match name {
            // Both in one claim are a guarantee.
            "delta" => match value("eps") {
                Some(eps) => format!("eps = {{ delta = \"{written}\" }} and at-most = \"{eps}\""),
                None => format!("delta = {{ eps = \"1\" }} and at-most = \"{written}\""),
            },
            "eps" => {
                let delta = value("delta").unwrap_or_else(|| "1e-5".to_owned());
                format!("eps = {{ delta = \"{delta}\" }} and at-most = \"{written}\"")
            }
            "beta" => format!("beta = {{ alpha = \"1/10\" }} and at-most = \"{written}\""),
            "renyi" => format!("renyi = {{ order = \"2\" }} and at-most = \"{written}\""),
            name => format!("{name} = {{}} and at-most = \"{written}\""),
        };
        let message = "a table is expected, not a single value".to_owned();
        InputError {
            message,
            help: format!("the claimed value is a field of its own: write {claimed}"),
            ..error
        }
    })
}

/// The rows that at least one pattern matches.
fn rows(over: &Field<'_>, ids: Option<&[String]>) -> Result<Vec<usize>, Errors> {
    let patterns = over.list().map_err(|error| match plain(over) {
        Some(id) => InputError { help: format!("write over = [\"{id}\"]"), ..error },
        None => error,
    })?;
    if patterns.is_empty() {
        let help = "list ids of the ledger, or [\"*\"] for all of it";
        return Err(over.error("the claim covers no ledger row", help).into());
    }
    let texts = patterns.iter().map(Field::text).collect::<Result<Vec<_>, _>>()?;
    let Some(ids) = ids else {
        return Ok(Vec::new());
    };
    let (mut chosen, mut errors) = (vec![false; ids.len()], Errors::default());
    for (pattern, text) in patterns.iter().zip(texts) {
        let mut found = false;
        for (id, chosen) in ids.iter().zip(&mut chosen) {
            if glob::matches(text, id) {
                *chosen = true;
                found = true;
            }
        }
        if !found {
            let message = format!("\"{}\" matches no id of the ledger", shorten(text));
            let help = known_names("ids", text, ids.iter().map(String::as_str));
            errors.push(pattern.error(message, help));
        }
    }
    let chosen = chosen.iter().enumerate().filter_map(|(index, chosen)| chosen.then_some(index));
    errors.or(Some(chosen.collect()))
}

impl Quantity {
    /// Takes the quantity; `None` if there is none.
    ///
    /// # Errors
    /// More than one quantity, or a parameter that is missing or outside its domain.
    pub fn read(fields: &mut Fields<'_>) -> Result<Option<Quantity>, InputError> {
        let mut found: Option<Quantity> = None;
        for entry in CLAIMED {
            let name = entry.name;
            let Some(field) = fields.optional(name) else {
                continue;
            };
            if let Some(first) = &found {
                let message = format!("the claim has two quantities, {} and {name}", first.name);
                return Err(field.error(message, "make it two claims"));
            }
            let given = arguments(&field, name, fields)?;
            let (measure, value) = match entry.read(&field)? {
                Query::Delta { eps } => {
                    (Measure::Scalar(Scalar::Delta { eps: eps.clone() }), Some(eps))
                }
                Query::Eps { delta } => {
                    (Measure::Scalar(Scalar::Eps { delta: delta.clone() }), Some(delta))
                }
                Query::Beta { alpha } => {
                    (Measure::Scalar(Scalar::Beta { alpha: alpha.clone() }), Some(alpha))
                }
                Query::Gdp { alpha_min } => {
                    let value = Real::from(alpha_min.clone());
                    (Measure::Scalar(Scalar::Gdp { alpha_min }), Some(value))
                }
                Query::Tv => (Measure::Scalar(Scalar::Tv), None),
                Query::Rho => (Measure::Rho, None),
                Query::Renyi { reverse: true, .. } => {
                    let help = "claim renyi without it, which is the larger of both directions of a sample";
                    return Err(field.error("renyi with reverse cannot be claimed", help));
                }
                Query::Renyi { order: RenyiOrder::Infinite, .. } => {
                    let help = "it is the least eps at delta = 0: claim eps = { delta = \"0\" }";
                    return Err(field.error("renyi of order inf cannot be claimed", help));
                }
                Query::Renyi { order: RenyiOrder::Finite(order), .. } => {
                    (Measure::Renyi(RenyiOrder::Finite(order.clone())), Some(order.into()))
                }
                Query::Deltas { .. }
                | Query::GdpRegret { .. }
                | Query::Kl
                | Query::ChiSquared
                | Query::Functionals
                | Query::BayesError { .. }
                | Query::Region
                | Query::Polygon { .. }
                | Query::LikelihoodRatios
                | Query::Test { .. } => {
                    return Err(field.error(
                        format!("{name} cannot be claimed"),
                        "ask for it with \"dpcert query\"",
                    ));
                }
            };
            let parameter = match (entry.parameter, value) {
                (Some(parameter), Some(value)) => {
                    let literal = match given.clone().optional(parameter) {
                        Some(field) => Literal::parameter(&field, value),
                        None => Literal { text: entry.usual.unwrap_or_default().to_owned(), value },
                    };
                    Some((parameter, literal))
                }
                _ => None,
            };
            found = Some(Quantity { measure, name, parameter });
        }
        Ok(found)
    }
}
