//! The privacy unit and the adjacency: the same for every row.

use crate::fault::{Fault, Malformed, Unsupported};
use crate::json::{Fields, Json};

/// The known adjacencies.
const ADJACENCIES: [&str; 3] = ["add-remove", "replace-one", "zero-out"];

/// The scope of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The privacy unit.
    pub unit: String,
    /// The adjacency: what neighbours differ by.
    pub adjacency: String,
}

impl Scope {
    /// Reads a scope.
    ///
    /// # Errors
    /// The error in it.
    pub fn read(value: &Json) -> Result<Scope, Fault> {
        let mut fields = Fields::of("scope", value.clone())?;
        let (unit, adjacency) = (fields.text("unit")?, fields.text("adjacency")?);
        if !ADJACENCIES.contains(&adjacency.as_str()) {
            return Err(Unsupported::Unknown { what: "adjacency", name: adjacency }.into());
        }
        if fields.has("exclusions") {
            fields.texts("exclusions")?;
        }
        fields.finish()?;
        Ok(Scope { unit, adjacency })
    }

    /// Takes the fields of the scope that a row repeats; they must be equal.
    pub(crate) fn agrees(&self, id: &str, fields: &mut Fields) -> Result<(), Fault> {
        for (key, own) in [("unit", &self.unit), ("adjacency", &self.adjacency)] {
            if fields.has(key) && fields.text(key)? != *own {
                return Err(Fault::from(Malformed::OtherScope { key }).at(id));
            }
        }
        Ok(())
    }
}
