//! What all rows of a claim file have in common.

use super::errors::Errors;
use crate::input::{Field, Fields, InputError, shorten};
use crate::mechanism::Adjacency;

/// The privacy unit and the adjacency. They are the same for every row; otherwise rows could not be
/// composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The privacy unit.
    pub unit: String,
    /// Which data sets are neighbours.
    pub adjacency: Adjacency,
    /// What the claims do not cover, in words.
    pub exclusions: Vec<String>,
}

impl Scope {
    pub(super) fn read(mut fields: Fields<'_>) -> Result<Scope, Errors> {
        fields.expect(&["unit", "adjacency", "exclusions"]);
        let mut errors = Errors::default();
        let unit = errors.keep(fields.required("unit").and_then(|unit| read_unit(&unit)));
        let adjacency = errors.keep(read_adjacency(&mut fields));
        let exclusions = errors.keep(read_exclusions(&mut fields));
        errors.keep(fields.finish());
        let scope = || Some(Scope { unit: unit?, adjacency: adjacency?, exclusions: exclusions? });
        let scope = scope();
        errors.or(scope)
    }
}

fn read_unit(unit: &Field<'_>) -> Result<String, InputError> {
    match unit.text()? {
        text if text.trim().is_empty() => {
            Err(unit.error("the unit is not named", "write whose privacy it is: unit = \"person\""))
        }
        text => Ok(text.to_owned()),
    }
}

fn read_adjacency(fields: &mut Fields<'_>) -> Result<Adjacency, InputError> {
    let written = fields.clone().optional("adjacency");
    match written.as_ref().and_then(elsewhere) {
        Some(error) => {
            // Taken, so that the same field is not reported as unknown too.
            fields.optional("adjacency");
            Err(error)
        }
        None => fields.required_choice("adjacency", &Adjacency::WORDS),
    }
}

fn read_exclusions(fields: &mut Fields<'_>) -> Result<Vec<String>, InputError> {
    let Some(exclusions) = fields.optional("exclusions") else {
        return Ok(Vec::new());
    };
    exclusions.list()?.iter().map(|text| text.text().map(str::to_owned)).collect()
}

/// The error about a word that other texts have for an adjacency.
fn elsewhere(field: &Field<'_>) -> Option<InputError> {
    let word = field.text().ok()?;
    let help = match word.to_ascii_lowercase().as_str() {
        "bounded" | "replace" | "substitution" | "swap" => {
            "where a record is replaced, write \"replace-one\""
        }
        "unbounded" | "add/remove" | "add-or-remove-one" | "add_or_remove_one" => {
            "where a record is added or removed, write \"add-remove\""
        }
        _ => return None,
    };
    Some(field.error(format!("unknown word \"{}\"", shorten(word)), help))
}
