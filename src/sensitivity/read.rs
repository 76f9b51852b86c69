//! Questions about a sensitivity, in any notation.

use super::participation::{Dimension, Participation};
use super::strategy::Strategy;
use crate::input::{DomainError, Field, Fields, InputError, Item};
use malachite::rational::Rational;

/// A strategy, and who takes part in which steps.
#[derive(Clone, Debug)]
pub struct Question {
    /// The strategy.
    pub strategy: Strategy,
    /// The patterns of participation of a user.
    pub participation: Participation,
    /// The dimension of what a user contributes to a step.
    pub dimension: Dimension,
}

impl Question {
    /// Reads `strategy`, `participation`, and where wanted `dimension`.
    ///
    /// # Errors
    /// At the field that is missing, unknown, malformed or outside its domain.
    pub fn read(field: &Field<'_>) -> Result<Question, InputError> {
        let mut fields = field.fields()?;
        fields.expect(&["strategy", "participation", "dimension"]);
        let question = Question::take(&mut fields)?;
        fields.finish()?;
        Ok(question)
    }

    /// Takes the same fields of a table that has others too.
    pub(crate) fn take(fields: &mut Fields<'_>) -> Result<Question, InputError> {
        let strategy = strategy(&fields.required("strategy")?)?;
        let participation = participation(&fields.required("participation")?)?;
        let dimension =
            fields.optional("dimension").map_or(Ok(Dimension::Any), |field| dimension(&field))?;
        Ok(Question { strategy, participation, dimension })
    }
}

/// The number 1, or the word `any`.
fn dimension(field: &Field<'_>) -> Result<Dimension, InputError> {
    match &field.node.item {
        Item::Text(text) | Item::Integer(text) if text == "1" => Ok(Dimension::One),
        Item::Text(text) if text == "any" => Ok(Dimension::Any),
        _ => Err(field.error("an unknown dimension", "write 1 for numbers, or any for vectors")),
    }
}

fn rational(field: &Field<'_>) -> Result<Rational, InputError> {
    field.rational("write the entries of a strategy as fractions")
}

fn rationals(field: &Field<'_>) -> Result<Vec<Rational>, InputError> {
    field.list()?.iter().map(rational).collect()
}

fn rows(field: &Field<'_>) -> Result<Vec<Vec<Rational>>, InputError> {
    field.list()?.iter().map(rationals).collect()
}

fn size(field: &Field<'_>) -> Result<usize, InputError> {
    Ok(usize::try_from(field.natural()?).unwrap_or(usize::MAX))
}

type Read<T> = fn(&Field<'_>, &mut Fields<'_>) -> Result<T, InputError>;

/// A table of one of the kinds, or such a table in the compact notation.
fn of_kind<T>(field: &Field<'_>, kinds: &[(&'static str, Read<T>)]) -> Result<T, InputError> {
    if let Some(node) = field.unfolded()? {
        return of_kind(&Field { node: &node, path: field.path.clone() }, kinds);
    }
    let mut fields = field.fields()?;
    let kind = fields.required_choice("kind", kinds)?;
    let read = kind(field, &mut fields)?;
    fields.finish()?;
    Ok(read)
}

/// A strategy: a list of rows, or a kind with its parameters.
fn strategy(field: &Field<'_>) -> Result<Strategy, InputError> {
    if let Item::List(_) = field.node.item {
        return Strategy::rows(&rows(field)?).map_err(|error| error.at(&[field]));
    }
    of_kind(field, &STRATEGIES)
}

const STRATEGIES: [(&str, Read<Strategy>); 4] = [
    ("toeplitz", |_, fields| toeplitz(fields, Strategy::toeplitz)),
    ("inverse-toeplitz", |_, fields| toeplitz(fields, Strategy::inverse_toeplitz)),
    ("blt", read_blt),
    ("columns", read_columns),
];

fn toeplitz(
    fields: &mut Fields<'_>,
    make: fn(&[Rational], usize) -> Result<Strategy, DomainError>,
) -> Result<Strategy, InputError> {
    let coefficients = fields.required("coefficients")?;
    let n = fields.required("n")?;
    make(&rationals(&coefficients)?, size(&n)?).map_err(|error| error.at(&[&coefficients, &n]))
}

fn read_blt(_: &Field<'_>, fields: &mut Fields<'_>) -> Result<Strategy, InputError> {
    let (omega, theta) = (fields.required("omega")?, fields.required("theta")?);
    let n = fields.required("n")?;
    Strategy::blt(&rationals(&omega)?, &rationals(&theta)?, size(&n)?)
        .map_err(|error| error.at(&[&omega, &theta, &n]))
}

fn read_columns(_: &Field<'_>, fields: &mut Fields<'_>) -> Result<Strategy, InputError> {
    let columns = fields.required("columns")?;
    Strategy::columns(&rows(&columns)?).map_err(|error| error.at(&[&columns]))
}

fn participation(field: &Field<'_>) -> Result<Participation, InputError> {
    of_kind(field, &PARTICIPATIONS)
}

const PARTICIPATIONS: [(&str, Read<Participation>); 3] = [
    ("single", |_, _| Ok(Participation::single())),
    ("periodic", |_, fields| repeated(fields, Participation::periodic)),
    ("min-sep", |_, fields| repeated(fields, Participation::min_separation)),
];

fn repeated(
    fields: &mut Fields<'_>,
    make: fn(usize, Option<usize>) -> Result<Participation, DomainError>,
) -> Result<Participation, InputError> {
    let b = fields.required("b")?;
    let k = fields.optional("k");
    let most = k.as_ref().map(size).transpose()?;
    let places: Vec<&Field<'_>> = std::iter::once(&b).chain(k.as_ref()).collect();
    make(size(&b)?, most).map_err(|error| error.at(&places))
}
