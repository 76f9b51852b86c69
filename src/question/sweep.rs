//! One quantity at several values of its parameter.

use super::answers;
use crate::answer::{Answer, Content, Options};
use crate::composition::Method;
use crate::composition::grid::search::Compositions;
use crate::exact::decimal::Decimal;
use crate::exact::{Engine, literal};
use crate::input::{Field, InputError, Item, Node, join};
use crate::mechanism::Mechanism;
use crate::quantity::{Entry, Query, table};
use crate::refusal::Refusal;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// The quantities that are one number at a value.
const SWEPT: [&Entry; 7] = [
    table::DELTA,
    table::EPS,
    table::BETA,
    table::RENYI,
    table::BAYES_ERROR,
    table::GDP,
    table::GDP_REGRET,
];

/// The most values of one sweep: each is a question, and all answers are written at the end. A
/// mistyped step must not ask millions of them.
const MOST_VALUES: u64 = 100_000;

/// A quantity at some values of its parameter: each value as it is written, with the question about
/// it.
#[derive(Clone, Debug)]
pub struct Sweep {
    points: Vec<(String, Query)>,
}

impl Sweep {
    /// Reads a query whose parameter is a list, `{"delta": {"eps": ["1/2", "1"]}}`; `None` for any
    /// other.
    ///
    /// # Errors
    /// An empty list, or a value outside the domain of the quantity.
    pub fn read(query: &Field<'_>) -> Result<Option<Sweep>, Refusal> {
        let Some((entry, parameter, values)) = listed(query.node) else {
            return Ok(None);
        };
        let path = join(&join(&query.path, entry.name), parameter);
        if values.is_empty() {
            let field = Field { node: query.node, path };
            return Err(field
                .error("there is no value in this list", "write the values: [\"1/2\", 1]")
                .into());
        }
        let with = |value: &Node| Node {
            item: replaced(&query.node.item, value),
            span: query.node.span.clone(),
        };
        let point = |(index, value): (usize, &Node)| {
            let written = match &value.item {
                Item::Text(text) | Item::Integer(text) => text.clone(),
                _ => String::new(),
            };
            let asked = Query::read(&Field { node: &with(value), path: query.path.clone() });
            let placed = |refusal| match refusal {
                Refusal::Input(error) if error.field == path => {
                    Refusal::Input(InputError { field: format!("{path}[{index}]"), ..error })
                }
                other => other,
            };
            Ok((written, asked.map_err(placed)?))
        };
        let points = values.iter().enumerate().map(point).collect::<Result<_, Refusal>>()?;
        Ok(Some(Sweep { points }))
    }

    /// Reads values as they are written on a command line, `0..5:1/10` or `1e-5, 1e-6`, or both;
    /// `None` for one value, or if the quantity is not one number at a value.
    ///
    /// # Errors
    /// A range without end or step, or a value outside the domain of the quantity.
    pub fn parse(entry: &Entry, text: &str) -> Result<Option<Sweep>, Refusal> {
        let is_swept = SWEPT.iter().any(|swept| swept.name == entry.name);
        if !is_swept || !(text.contains("..") || text.contains(',')) {
            return Ok(None);
        }
        let (mut points, mut start) = (Vec::new(), 0);
        for part in text.split(',') {
            let first = start + (part.len() - part.trim_start().len());
            let span = first..first.max(start + part.trim_end().len());
            start += part.len() + 1;
            let there =
                |error: InputError| Refusal::Input(InputError { span: span.clone(), ..error });
            let values = match part.split_once("..") {
                None => vec![part.trim().to_owned()],
                Some((from, rest)) => range(from, rest).map_err(there)?,
            };
            for value in values {
                let query = entry.query(Some(&value)).map_err(|refusal| match refusal {
                    Refusal::Input(error) => there(error),
                    other => other,
                })?;
                points.push((value, query));
            }
        }
        Ok(Some(Sweep { points }))
    }

    /// Its answer: the numbers in the order of the values.
    pub(super) fn answer<E: Engine>(
        &self,
        mechanism: &Mechanism,
        options: &Options,
    ) -> Result<Answer, Refusal> {
        let queries: Vec<Query> = self.points.iter().map(|(_, query)| query.clone()).collect();
        let (mut rows, mut tight, mut method) = (Vec::new(), true, None);
        let answers = answers::<E>(mechanism, &queries, options, &Compositions::default(), &|| ());
        for ((value, query), answer) in self.points.iter().zip(answers) {
            let answer = answer?;
            let Content::Number(bounds) = answer.content else {
                return Err(Refusal::Unsupported {
                    what: format!("{} at several values", query.name()),
                    missing: "it has several numbers: ask for one value at a time".into(),
                });
            };
            tight &= answer.tight;
            // The method of the widest number is named.
            method = Some(match method {
                Some(known) if answer.method != Method::Grid => known,
                _ => answer.method,
            });
            rows.push((value.clone(), bounds));
        }
        let Some(((_, query), method)) = self.points.first().zip(method) else {
            return Err(Refusal::Unsupported {
                what: "this question".into(),
                missing: "there is no value".into(),
            });
        };
        let Entry { name: quantity, parameter, .. } = *query.entry();
        let content = Content::Sweep { quantity, parameter: parameter.unwrap_or_default(), rows };
        Ok(Answer { met: content.is_met(), content, tight, method, engine: E::NAME })
    }
}

/// The quantity, the parameter and its values, where they are a list.
fn listed(query: &Node) -> Option<(&'static Entry, &str, &[Node])> {
    let Item::Table(fields) = &query.item else {
        return None;
    };
    let [(key, arguments)] = fields.as_slice() else {
        return None;
    };
    let entry = SWEPT.into_iter().find(|entry| entry.name == key.name)?;
    let Item::Table(arguments) = &arguments.item else {
        return None;
    };
    arguments.iter().find_map(|(key, node)| match &node.item {
        Item::List(values) => Some((entry, key.name.as_str(), values.as_slice())),
        _ => None,
    })
}

/// A query with a value in place of the list.
fn replaced(query: &Item, value: &Node) -> Item {
    match query {
        Item::Table(fields) => {
            let field = |(key, node): &(_, Node)| {
                (
                    Clone::clone(key),
                    Node { item: replaced(&node.item, value), span: node.span.clone() },
                )
            };
            Item::Table(fields.iter().map(field).collect())
        }
        Item::List(_) => value.item.clone(),
        other => other.clone(),
    }
}

/// The values of `from..to:step`, including both ends where the steps meet them.
fn range(from: &str, rest: &str) -> Result<Vec<String>, InputError> {
    let error = |message: String, help: &str| InputError {
        message,
        field: String::new(),
        span: 0..0,
        help: help.to_owned(),
    };
    let form = "write from, to and step: 0..5:1/10";
    let (to, step) =
        rest.split_once(':').ok_or_else(|| error("the range has no step".into(), form))?;
    let rational = |part: &str| {
        let value = literal::parse(part.trim())
            .map_err(|e| error(format!("\"{}\": {e}", part.trim()), form))?;
        let written = || {
            error(
                format!("{} is not known to be rational", part.trim()),
                "list such values one by one",
            )
        };
        value.as_rational().cloned().ok_or_else(written)
    };
    let (from, to, step) = (rational(from)?, rational(to)?, rational(step)?);
    if step <= 0 || to < from {
        return Err(error("the range contains no value".into(), form));
    }
    let steps = u64::try_from(&Floor::floor(&((to - &from) / &step))).unwrap_or(u64::MAX);
    if steps >= MOST_VALUES {
        return Err(error(format!("more than {MOST_VALUES} values"), "take larger steps"));
    }
    let value = |i: u64| &from + &step * Rational::from(i);
    Ok((0..=steps).map(|i| Decimal::or_fraction(&value(i))).collect())
}
