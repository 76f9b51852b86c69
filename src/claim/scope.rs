//! What all rows of a claim file have in common.

use crate::input::{Fields, InputError};
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
        let adjacency = fields.required_choice("adjacency", &Adjacency::WORDS)?;
        let texts = fields.optional("exclusions").map(|exclusions| exclusions.list()).transpose()?;
        let texts = texts.unwrap_or_default();
        let exclusions = texts.iter().map(|text| text.text().map(str::to_owned)).collect::<Result<_, _>>()?;
        fields.finish()?;
        Ok(Scope { unit, adjacency, exclusions })
    }
}
