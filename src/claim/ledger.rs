//! The ledger: what was run, one row a mechanism.

use super::read::Scope;
use crate::input::{Field, Fields, InputError, shorten};
use crate::mechanism::{Adjacency, Mechanism, Sampling};
use crate::refusal::Refusal;

/// One row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name, unique in the file.
    pub id: String,
    /// What was run, all its steps; otherwise what is missing to judge it.
    pub mechanism: Result<Mechanism, String>,
}

impl Row {
    pub(super) fn read(field: &Field<'_>, scope: &Scope) -> Result<Row, InputError> {
        let mut fields = field.fields()?;
        fields.expect(&["id", "mechanism", "count", "sampling"]);
        let id = fields.required("id")?.text()?.to_owned();
        let count = fields.optional("count").map_or(Ok(1), |count| count.natural())?;
        agrees_with_scope(&mut fields, scope)?;
        fields.forbid(
            "epochs",
            "the number of epochs does not say how many steps were taken",
            "give the steps as \"count\": epochs times the steps of an epoch, which depend on the sampler",
        )?;
        let sampling = match fields.optional("sampling") {
            None => None,
            Some(sampling) => {
                let mut fields = sampling.fields()?;
                let read = Sampling::read(&mut fields)?;
                fields.finish()?;
                Some(read)
            }
        };
        no_nested_row(&fields)?;
        let mechanism = match Mechanism::read_kind("mechanism", &mut fields) {
            Ok(mechanism) => {
                fields.finish()?;
                let step = match sampling {
                    Some(sampling) => sampling.apply(mechanism, scope.adjacency),
                    None => Ok(mechanism),
                };
                match step {
                    Ok(step) => Ok(if count == 1 { step } else { step.repeat(count) }),
                    Err(Refusal::Input(error)) => return Err(error),
                    Err(refusal) => Err(refusal.to_string()),
                }
            }
            Err(Refusal::Input(error)) => return Err(error),
            // Which fields such a kind has is not known here: they are not checked.
            Err(refusal) => Err(refusal.to_string()),
        };
        Ok(Row { id, mechanism })
    }
}

/// A row may repeat the unit and the adjacency of the scope, and may not have others.
fn agrees_with_scope(fields: &mut Fields<'_>, scope: &Scope) -> Result<(), InputError> {
    if let Some(adjacency) = fields.optional("adjacency")
        && adjacency.choice(&Adjacency::WORDS)? != scope.adjacency
    {
        return Err(adjacency.error(
            format!("the adjacency of the scope is {}", scope.adjacency.name()),
            "all steps of a composition share the adjacency: put this row into a file of its own",
        ));
    }
    if let Some(unit) = fields.optional("unit")
        && unit.text()? != scope.unit
    {
        return Err(unit.error(
            format!("the unit of the scope is \"{}\"", shorten(&scope.unit)),
            "budgets of different privacy units are never added: put this row into a file of its own",
        ));
    }
    Ok(())
}

/// The kinds that wrap a mechanism have their own spelling in a ledger.
fn no_nested_row(fields: &Fields<'_>) -> Result<(), InputError> {
    let Some(kind) = fields.clone().optional("mechanism") else {
        return Ok(());
    };
    match kind.text() {
        Ok("repeat") => Err(kind.error(
            "a row of a ledger is repeated by its count",
            "name the mechanism itself here and write count = \"1000\" in the same row",
        )),
        Ok("subsample") => Err(kind.error(
            "a row of a ledger is sampled by its sampling",
            "name the mechanism itself here and write sampling = { method = \"poisson\", rate = \"1/100\" }",
        )),
        _ => Ok(()),
    }
}
