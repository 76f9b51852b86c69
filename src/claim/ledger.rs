//! The ledger: the mechanisms that were run, one a row.

use super::epochs::Epochs;
use super::scope::Scope;
use crate::input::{Field, Fields, InputError, shorten};
use crate::mechanism::{
    Adjacency, Mechanism, Sampling, group_under_sampling, read_size, require_sigma, sensitivity_defaulted,
};
use crate::refusal::Refusal;

/// One row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name, unique in the file.
    pub id: String,
    /// The mechanism with all its steps, the most where epochs leave a range; otherwise a text that says what is
    /// missing to judge it.
    pub mechanism: Result<Mechanism, String>,
    /// The same with the fewest steps, where epochs leave a range.
    pub fewest: Option<Mechanism>,
    /// The idealisation, where the judged mechanism is not the one that was run.
    pub mechanism_idealised: Option<Idealised>,
    /// The idealisation, where the judged sampler is not the one that was run.
    pub sampler_idealised: Option<Idealised>,
    /// The kinds in it that are judged for a distance of 1 because the row states none.
    pub sensitivity_defaulted: Vec<&'static str>,
    /// The epochs, where the steps were written as epochs.
    pub epochs: Option<Epochs>,
}

/// An idealisation: one mechanism or sampler is judged in place of another that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idealised {
    /// The kind or the method that is judged.
    pub judged: String,
    /// The kind or the method that was run.
    pub actual: &'static str,
}

/// The values of `actual` for a mechanism.
const MECHANISMS: [&str; 3] = ["discrete-gaussian", "discrete-laplace", "floating-point"];
/// The values of `actual` for a sampler.
const SAMPLERS: [&str; 5] = ["poisson", "without-replacement", "with-replacement", "fixed-size", "shuffled"];

impl Idealised {
    /// Takes `actual`; `None` where the field is missing, or equals the field `judged`.
    fn read(
        fields: &mut Fields<'_>,
        judged: &'static str,
        words: &[&'static str],
    ) -> Result<Option<Idealised>, InputError> {
        let Some(field) = fields.optional("actual") else { return Ok(None) };
        let words: Vec<_> = words.iter().map(|word| (*word, *word)).collect();
        let actual = field.choice(&words)?;
        let judged = fields.clone().required(judged)?.text()?.to_owned();
        Ok((judged != actual).then_some(Idealised { judged, actual }))
    }
}

impl Row {
    pub(super) fn read(field: &Field<'_>, scope: &Scope) -> Result<Row, InputError> {
        let mut fields = field.fields()?;
        fields.expect(&["id", "mechanism", "group", "count", "sampling", "epochs", "actual"]);
        let id = fields.required("id")?.text()?.to_owned();
        let count = fields.optional("count");
        let sampling = fields.optional("sampling");
        if sampling.is_none() {
            fields.forbid_misspelt("sampling")?;
        }
        for name in ["batch", "n", "batch_size", "dataset_size"] {
            let help = "they stand in the row's sampling: { method = \"poisson\", batch = \"256\", n = \"60000\" }";
            fields.forbid(name, "the sizes of a batch and of the data belong to the sampling", help)?;
        }
        let group = fields.optional("group").map_or(Ok(1), |size| read_size(&size))?;
        agrees_with_scope(&mut fields, scope)?;
        require_sigma(field, scope.adjacency)?;
        let (sampling, sampler_idealised) = match sampling {
            None => (None, None),
            Some(sampling) => {
                let mut fields = sampling.fields()?;
                let idealised = Idealised::read(&mut fields, "method", &SAMPLERS)?;
                let read = Sampling::read(&mut fields)?;
                fields.finish()?;
                (Some(read), idealised)
            }
        };
        let epochs = match sampling.as_ref().and_then(Sampling::sizes) {
            Some(sizes) => {
                let epochs = fields.optional("epochs");
                epochs.map(|epochs| Epochs::read(&epochs, sizes, count.as_ref())).transpose()?
            }
            None => {
                fields.forbid(
                    "epochs",
                    "the number of epochs does not say how many steps were taken",
                    "an epoch has n/batch of them: write sampling = { method = \"poisson\", batch = \"256\", \
                     n = \"60000\" }, or the number of steps as \"count\" instead of epochs",
                )?;
                None
            }
        };
        let count = match (&epochs, count) {
            (Some(epochs), _) => epochs.steps,
            (None, Some(count)) => count.natural()?,
            (None, None) => 1,
        };
        let mechanism_idealised = Idealised::read(&mut fields, "mechanism", &MECHANISMS)?;
        no_nested_row(&fields)?;
        let step = match Mechanism::read_kind("mechanism", &mut fields, group) {
            Ok(mechanism) => {
                fields.finish()?;
                let step = match sampling {
                    Some(_) if group > 1 => Err(group_under_sampling()),
                    Some(sampling) => sampling.apply(mechanism, scope.adjacency),
                    None => Ok(mechanism),
                };
                match step {
                    Ok(step) => Ok(step),
                    Err(Refusal::Input(error)) => return Err(error),
                    Err(refusal) => Err(refusal.to_string()),
                }
            }
            Err(Refusal::Input(error)) => return Err(error),
            // The fields of such a kind are not known here, so they are not checked.
            Err(refusal) => Err(refusal.to_string()),
        };
        let times = |step: Mechanism, count: u64| if count == 1 { step } else { step.repeat(count) };
        let fewer = epochs.as_ref().and_then(Epochs::fewer_steps);
        let fewest = step.as_ref().ok().zip(fewer).map(|(step, fewer)| times(step.clone(), fewer));
        let mechanism = step.map(|step| times(step, count));
        let sensitivity_defaulted = sensitivity_defaulted(field.node);
        Ok(Row { id, mechanism, fewest, mechanism_idealised, sampler_idealised, sensitivity_defaulted, epochs })
    }
}

/// A row may repeat the unit and the adjacency of the scope, and must not have others.
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

/// Refuses the kinds that wrap a mechanism: they have their own spelling in a ledger.
fn no_nested_row(fields: &Fields<'_>) -> Result<(), InputError> {
    let Some(kind) = fields.clone().optional("mechanism") else {
        return Ok(());
    };
    match kind.text() {
        Ok("repeat") => Err(kind.error(
            "a row of a ledger is repeated by its count",
            "name the mechanism itself here and write count = \"1000\" in the same row",
        )),
        Ok("group") => Err(kind.error(
            "a row of a ledger is of a group by its group",
            "name the mechanism itself here and write group = \"3\" in the same row: the number of members",
        )),
        Ok("subsample") => Err(kind.error(
            "a row of a ledger is sampled by its sampling",
            "name the mechanism itself here and write sampling = { method = \"poisson\", rate = \"1/100\" }",
        )),
        Ok(word @ ("inverse" | "symmetrised" | "erasure")) => Err(kind.error(
            format!("the field \"mechanism\" of {word} has no place in a row of a ledger"),
            format!("write mechanism = \"compose\" and mechanisms = [{{ kind = \"{word}\", ... }}] in this row"),
        )),
        _ => Ok(()),
    }
}
