//! Channels and questions about them, as the command and the protocol write them.

use super::bounds::Inputs;
use super::matrix::{Channel, check_size};
use super::pointwise::Pointwise;
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::DomainError;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The largest number of equal channels that are composed.
const MOST_COPIES: u64 = 64;

/// A channel, and the questions about it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The channel.
    pub channel: Channel,
    /// An eps for which to decide whether the channel is eps-LDP.
    pub ldp: Option<Real>,
    /// An eps >= 0 at which to find the least delta.
    pub delta: Option<Real>,
    /// A level in [0, 1] at which to find the least type II error.
    pub beta: Option<Real>,
    /// Two distributions of the input.
    pub inputs: Option<Inputs>,
    /// What each output tells about an input of a given distribution.
    pub pointwise: Option<Pointwise>,
}

impl Question {
    /// Reads `matrix`, and where wanted `ldp`, `delta` (an eps), `beta` (a level), `inputs` and
    /// `prior`.
    ///
    /// # Errors
    /// At the field that is missing, unknown, malformed or outside its domain.
    pub fn read(field: &Field<'_>) -> Result<Question, InputError> {
        let mut fields = field.fields()?;
        fields.expect(&["matrix", "ldp", "delta", "beta", "inputs", "prior"]);
        let channel = channel(&fields.required("matrix")?)?;
        let ldp = fields.optional("ldp").map(|field| field.real()).transpose()?;
        let delta = fields.optional("delta").map(|field| eps(&field)).transpose()?;
        let beta = fields.optional("beta").map(|field| level(&field)).transpose()?;
        let inputs = match fields.optional("inputs") {
            None => None,
            Some(field) => {
                let list = rows(&field, rational)?;
                let pair = <[Vec<Rational>; 2]>::try_from(list).map_err(|list| {
                    field.error(
                        format!("two distributions are expected, not {}", list.len()),
                        "give P_0 and P_1",
                    )
                })?;
                Some(Inputs::new(channel.clone(), pair).map_err(|error| error.at(&[&field]))?)
            }
        };
        let pointwise = match fields.optional("prior") {
            None => None,
            Some(field) => {
                let prior: Vec<Rational> =
                    field.list()?.iter().map(rational).collect::<Result<_, _>>()?;
                Some(channel.pointwise_leakage(&prior).map_err(|error| error.at(&[&field]))?)
            }
        };
        fields.finish()?;
        Ok(Question { channel, ldp, delta, beta, inputs, pointwise })
    }
}

/// An eps >= 0.
fn eps(field: &Field<'_>) -> Result<Real, InputError> {
    let eps = field.real()?;
    if eps.sign().is_some_and(Ordering::is_ge) {
        return Ok(eps);
    }
    Err(field.error(format!("eps = {} is not in [0, inf)", show(&eps)), "eps must be in [0, inf)"))
}

/// A level in [0, 1].
fn level(field: &Field<'_>) -> Result<Real, InputError> {
    let alpha = field.real()?;
    let is_inside = alpha.sign().is_some_and(Ordering::is_ge)
        && alpha.compare(&Real::one()).is_some_and(Ordering::is_le);
    if is_inside {
        return Ok(alpha);
    }
    let message = format!("alpha = {} is not in [0, 1]", show(&alpha));
    Err(field.error(message, "alpha must be in [0, 1]"))
}

fn rational(field: &Field<'_>) -> Result<Rational, InputError> {
    field.rational("write the probabilities of inputs as fractions")
}

/// Lists of numbers.
fn rows<T>(
    field: &Field<'_>,
    read: fn(&Field<'_>) -> Result<T, InputError>,
) -> Result<Vec<Vec<T>>, InputError> {
    field.list()?.iter().map(|row| row.list()?.iter().map(read).collect()).collect()
}

/// A channel by its rows.
fn matrix(field: &Field<'_>) -> Result<Channel, InputError> {
    Channel::new(rows(field, |entry| entry.real())?).map_err(|error| error.at(&[field]))
}

/// A channel: a list of rows, or a kind with its parameters.
fn channel(field: &Field<'_>) -> Result<Channel, InputError> {
    if let crate::input::Item::List(_) = field.node.item {
        return matrix(field);
    }
    let mut fields = field.fields()?;
    let kind = fields.required_choice("kind", &KINDS)?;
    let channel = kind(field, &mut fields)?;
    fields.finish()?;
    Ok(channel)
}

type Read = fn(&Field<'_>, &mut Fields<'_>) -> Result<Channel, InputError>;

const KINDS: [(&str, Read); 5] = [
    ("randomized-response", read_randomized_response),
    ("binary-with-erasure", read_binary),
    ("compose", read_compose),
    ("repeat", read_repeat),
    ("post-process", read_post_process),
];

fn read_randomized_response(_: &Field<'_>, fields: &mut Fields<'_>) -> Result<Channel, InputError> {
    let eps = fields.required("eps")?;
    let categories = fields.optional("categories");
    let count = categories.as_ref().map_or(Ok(2), Field::natural)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let places: Vec<&Field<'_>> = std::iter::once(&eps).chain(categories.as_ref()).collect();
    Channel::randomized_response(&eps.real()?.exp(), count).map_err(|error| error.at(&places))
}

fn read_binary(_: &Field<'_>, fields: &mut Fields<'_>) -> Result<Channel, InputError> {
    let eps = fields.required("eps")?;
    let e = eps.real()?.exp();
    let eta = fields.optional("eta");
    let value = eta.as_ref().map_or_else(|| Ok((&e - 1) / (&e + 1)), Field::real)?;
    let places: Vec<&Field<'_>> = std::iter::once(&eps).chain(eta.as_ref()).collect();
    Channel::binary_with_erasure(&e, &value, &[true, false]).map_err(|error| error.at(&places))
}

fn product(field: &Field<'_>, channels: Vec<Channel>) -> Result<Channel, InputError> {
    let mut channels = channels.into_iter();
    let Some(first) = channels.next() else {
        return Err(field.error("there are no channels to compose", "give at least one"));
    };
    // The size of the whole comes first: products on the way to one that is too large take long.
    let outputs = channels
        .as_slice()
        .iter()
        .map(Channel::outputs)
        .fold(first.outputs(), usize::saturating_mul);
    check_size("mechanisms", first.inputs(), outputs).map_err(|error| error.at(&[field]))?;
    let multiply = |product: Channel, next: Channel| product.product(&next);
    channels.try_fold(first, multiply).map_err(|error: DomainError| error.at(&[field]))
}

fn read_compose(field: &Field<'_>, fields: &mut Fields<'_>) -> Result<Channel, InputError> {
    let parts = fields.required("mechanisms")?.list()?;
    product(field, parts.iter().map(channel).collect::<Result<_, _>>()?)
}

fn read_repeat(field: &Field<'_>, fields: &mut Fields<'_>) -> Result<Channel, InputError> {
    let count = fields.required("count")?;
    let copies = count.natural()?;
    if !(1..=MOST_COPIES).contains(&copies) {
        let help = format!("give from 1 to {MOST_COPIES}");
        return Err(count.error(format!("a channel cannot be composed {copies} times"), help));
    }
    let part = channel(&fields.required("mechanism")?)?;
    product(field, (0..copies).map(|_| part.clone()).collect())
}

fn read_post_process(_: &Field<'_>, fields: &mut Fields<'_>) -> Result<Channel, InputError> {
    let first = channel(&fields.required("mechanism")?)?;
    let by = fields.required("by")?;
    first.then(&matrix(&by)?).map_err(|error| error.at(&[&by]))
}
