//! The ledger: the mechanisms that were run, one a row.

use super::distance::derive;
use super::epochs::Epochs;
use super::errors::Errors;
use super::scope::Scope;
use crate::input::{Field, Fields, InputError, Item, shorten};
use crate::mechanism::{
    Adjacency, Mechanism, RowSampling, ShiftedNoise, of_added_user, read_size, require_sigma, sensitivity_defaulted,
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
    /// The distance of neighbours in words, where it was derived from the query that the row answers.
    pub derived: Option<String>,
    /// The part of the data that it is about, where it is not about all of them.
    pub part: Option<String>,
    /// The mechanism where a record enters or leaves the part, if records are replaced and this is known.
    pub entered: Option<Mechanism>,
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
    pub(super) fn read(field: &Field<'_>, scope: Option<&Scope>) -> Result<Row, Errors> {
        let adjacency = scope.map_or(Adjacency::AddRemove, |scope| scope.adjacency);
        let derived = derive(field, adjacency)?;
        let node = derived.as_ref().map_or(field.node, |derived| &derived.row);
        let written = field;
        let field = &Field { node, path: field.path.clone() };
        let mut fields = field.fields()?;
        fields.expect(&["id", "mechanism", "group", "count", "sampling", "epochs", "actual", "query", "part"]);
        let mut errors = Errors::default();
        let id = errors.keep(fields.required("id").and_then(|id| id.text().map(str::to_owned)));
        let count = fields.optional("count");
        let sampling = fields.optional("sampling");
        if sampling.is_none() {
            errors.keep(fields.forbid_misspelt("sampling"));
        }
        for name in ["batch", "n", "batch_size", "dataset_size"] {
            let help =
                "write them in the sampling of the row: { method = \"poisson\", batch = \"256\", n = \"60000\" }";
            errors.keep(fields.forbid(name, "the sizes of a batch and of the data belong to the sampling", help));
        }
        for name in ["steps", "iterations", "repetitions"] {
            let help = "write a whole number of steps as count = \"1000\"";
            errors.keep(fields.forbid(name, "the number of steps is the field \"count\"", help));
        }
        let group = errors.keep(fields.optional("group").map_or(Ok(1), |size| read_size(&size)));
        if let Some(scope) = scope {
            errors.keep(agrees_with_scope(&mut fields, scope));
            errors.keep(require_sigma(field, scope.adjacency));
        }
        let sampled = errors.keep(sampling.as_ref().map(read_sampling).transpose());
        let is_sampling_read = sampled.is_some();
        let (sampling, sampler_idealised) = match sampled {
            Some(Some((sampling, idealised))) => (Some(sampling), idealised),
            _ => (None, None),
        };
        let epochs = match is_sampling_read {
            true => errors.keep(read_epochs(&mut fields, sampling.as_ref(), count.as_ref())),
            // What the epochs are of is not known.
            false => fields.optional("epochs").and(None),
        };
        let count = match (&epochs, count) {
            (Some(Some(epochs)), _) => Some(epochs.steps),
            (_, Some(count)) => errors.keep(count.natural()),
            (_, None) => Some(1),
        };
        let mechanism_idealised = errors.keep(Idealised::read(&mut fields, "mechanism", &MECHANISMS));
        errors.keep(no_nested_row(&fields));
        let part = errors.keep(fields.optional("part").map(|part| read_part(&part)).transpose());
        let is_group = group.is_some_and(|group| group > 1);
        let (is_sampled, is_part) = (sampling.is_some(), matches!(part, Some(Some(_))));
        let unread = fields.clone();
        // A sample may contain any part of the group.
        let together = if is_sampled { 1 } else { group.unwrap_or(1) };
        let step = match Mechanism::read_kind("mechanism", &mut fields, together) {
            Ok(mechanism) => {
                errors.keep(fields.finish());
                match sampling {
                    _ if is_part && is_group => Err(group_of_parts()),
                    Some(_) if derived.as_ref().is_some_and(|derived| derived.values > 1) => Err(sample_of_values()),
                    Some(sampling) if is_group => {
                        ShiftedNoise::of(&mechanism, "mechanism", unread).map_err(Refusal::from).and_then(|noise| {
                            sampling.apply_to_group(mechanism, noise.as_ref(), adjacency, group.unwrap_or(1))
                        })
                    }
                    Some(sampling) => sampling.apply(mechanism, adjacency),
                    None => Ok(mechanism),
                }
            }
            // The fields of such a kind are not known here, so they are not checked.
            Err(refusal) => Err(refusal),
        };
        let step = step.and_then(|step| match step.is_of_added_user() {
            true if adjacency != Adjacency::AddRemove => Err(of_added_user(adjacency)),
            _ => Ok(step),
        });
        let step = match step {
            Err(Refusal::Input(error)) => {
                errors.push(error);
                None
            }
            step => Some(step.map_err(|refusal| refusal.to_string())),
        };
        let is_entered = is_part && !is_sampled && step.as_ref().is_some_and(Result::is_ok);
        let entered = match adjacency {
            Adjacency::ReplaceOne if is_entered => errors.keep(read_entered(written)),
            _ => Some(None),
        };
        let row = || {
            let (count, epochs, step) = (count?, epochs?, step?);
            let fewer = epochs.as_ref().and_then(Epochs::fewer_steps);
            let fewest = step.as_ref().ok().zip(fewer).map(|(step, fewer)| times(step.clone(), fewer));
            let all = |values| count.checked_mul(values).ok_or_else(|| Refusal::too_many_steps().to_string());
            let values = derived.as_ref().map_or(1, |derived| derived.values);
            let mechanism = step.and_then(|step| Ok(times(step, all(values)?)));
            let entered = entered?.and_then(|(step, values)| Some(times(step, all(values).ok()?)));
            let words = derived.as_ref().filter(|_| mechanism.is_ok()).map(|derived| derived.words.clone());
            Some(Row {
                id: id?,
                derived: words,
                mechanism,
                fewest,
                mechanism_idealised: mechanism_idealised?,
                sampler_idealised,
                sensitivity_defaulted: sensitivity_defaulted(field.node),
                epochs,
                part: part?,
                entered,
            })
        };
        let row = row();
        errors.or(row)
    }
}

/// A step several times.
fn times(step: Mechanism, count: u64) -> Mechanism {
    if count == 1 { step } else { step.repeat(count) }
}

/// The name of a part of the data.
fn read_part(field: &Field<'_>) -> Result<String, InputError> {
    match field.text()? {
        "" => Err(field.error("the part has no name", "name it, or leave part out where the row is about all data")),
        name => Ok(name.to_owned()),
    }
}

/// The step of a row with a query where a record is added or removed, and the number of values with this noise.
fn read_entered(row: &Field<'_>) -> Result<Option<(Mechanism, u64)>, InputError> {
    let Some(derived) = derive(row, Adjacency::AddRemove)? else { return Ok(None) };
    let mut fields = Field { node: &derived.row, path: row.path.clone() }.fields()?;
    match Mechanism::read_kind("mechanism", &mut fields, 1) {
        Ok(step) => Ok(Some((step, derived.values))),
        Err(Refusal::Input(error)) => Err(error),
        Err(_) => Ok(None),
    }
}

/// Why a group has no parts.
fn group_of_parts() -> Refusal {
    Refusal::Unsupported {
        what: "a group in a part of the data".into(),
        missing: "its members may be in several parts: judge the row as one on all data, without part".into(),
    }
}

/// Why a sample has no values with noise of their own.
fn sample_of_values() -> Refusal {
    Refusal::Unsupported {
        what: "a sample under a histogram with this noise".into(),
        missing: "its counts are sampled together, which needs the product of their pairs; gaussian noise has one"
            .into(),
    }
}

/// How the records of a step are drawn, and where another sampler was run.
fn read_sampling(field: &Field<'_>) -> Result<(RowSampling, Option<Idealised>), InputError> {
    let mut fields = field.fields().map_err(|error| match field.node.item {
        Item::Text(_) => {
            InputError { help: "write sampling = { method = \"poisson\", rate = \"1/100\" }".to_owned(), ..error }
        }
        _ => error,
    })?;
    let idealised = Idealised::read(&mut fields, "method", &SAMPLERS)?;
    let sampling = RowSampling::read(&mut fields)?;
    fields.finish()?;
    Ok((sampling, idealised))
}

/// Takes `epochs`, which need the sizes of a sampling.
fn read_epochs(
    fields: &mut Fields<'_>,
    sampling: Option<&RowSampling>,
    count: Option<&Field<'_>>,
) -> Result<Option<Epochs>, InputError> {
    let Some(sizes) = sampling.and_then(RowSampling::sizes) else {
        fields.forbid(
            "epochs",
            "the number of epochs does not say how many steps were taken",
            "an epoch has n/batch steps: write sampling = { method = \"poisson\", batch = \"256\", \
             n = \"60000\" }, or give the number of steps as \"count\" instead of epochs",
        )?;
        return Ok(None);
    };
    fields.optional("epochs").map(|epochs| Epochs::read(&epochs, sizes, count)).transpose()
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
            "a ledger row is repeated by its field \"count\"",
            "name the mechanism itself here and write count = \"1000\" in the same row",
        )),
        Ok("group") => Err(kind.error(
            "a ledger row is about a group by its field \"group\"",
            "name the mechanism itself here and write group = \"3\" in the same row: the number of members",
        )),
        Ok("subsample") => Err(kind.error(
            "a ledger row is sampled by its field \"sampling\"",
            "name the mechanism itself here and write sampling = { method = \"poisson\", rate = \"1/100\" }",
        )),
        Ok("random-allocation") => Err(kind.error(
            "a ledger row is allocated by its field \"sampling\"",
            "name the mechanism itself here and write sampling = { method = \"random-allocation\", steps = \"1000\" }",
        )),
        Ok(word @ ("inverse" | "symmetrised" | "erasure")) => Err(kind.error(
            format!("the field \"mechanism\" of {word} is not allowed in a ledger row"),
            format!("write mechanism = \"compose\" and mechanisms = [{{ kind = \"{word}\", ... }}] in this row"),
        )),
        _ => Ok(()),
    }
}
