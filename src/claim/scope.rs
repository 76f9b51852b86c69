//! What all rows of a claim file have in common.

use crate::input::{Field, Fields, InputError, shorten};
use crate::mechanism::Adjacency;

/// The privacy unit and the adjacency. They are the same for every row; otherwise rows could not be composed.
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
    pub(super) fn read(mut fields: Fields<'_>) -> Result<Scope, InputError> {
        fields.expect(&["unit", "adjacency", "exclusions"]);
        let unit = fields.required("unit")?.text()?.to_owned();
        let adjacency = match fields.clone().optional("adjacency").and_then(|field| elsewhere(&field)) {
            Some(error) => return Err(error),
            None => fields.required_choice("adjacency", &Adjacency::WORDS)?,
        };
        let texts = fields.optional("exclusions").map(|exclusions| exclusions.list()).transpose()?;
        let texts = texts.unwrap_or_default();
        let exclusions = texts.iter().map(|text| text.text().map(str::to_owned)).collect::<Result<_, _>>()?;
        fields.finish()?;
        Ok(Scope { unit, adjacency, exclusions })
    }
}

/// The error about a word that other texts have for an adjacency.
fn elsewhere(field: &Field<'_>) -> Option<InputError> {
    let word = field.text().ok()?;
    let help = match word.to_ascii_lowercase().as_str() {
        "bounded" | "replace" | "substitution" | "swap" => "where a record is replaced, write \"replace-one\"",
        "unbounded" | "add/remove" | "add-or-remove-one" | "add_or_remove_one" => {
            "where a record is added or removed, write \"add-remove\""
        }
        _ => return None,
    };
    Some(field.error(format!("unknown word \"{}\"", shorten(word)), help))
}
