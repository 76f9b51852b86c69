//! The ledger: what was run, one row a mechanism.

use super::read::{Adjacency, Scope};
use crate::input::{Field, Fields, InputError, shorten};
use crate::mechanism::Mechanism;
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
        let sampling = fields.optional("sampling").map(|sampling| Sampling::read(&sampling)).transpose()?;
        no_nested_row(&fields)?;
        let mechanism = match Mechanism::read_kind("mechanism", &mut fields) {
            Ok(mechanism) => {
                fields.finish()?;
                match sampling {
                    Some(sampling) => Err(sampling.missing()),
                    None => Ok(if count == 1 { mechanism } else { mechanism.repeat(count) }),
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

#[derive(Clone, Copy)]
enum Method {
    Poisson,
    WithoutReplacement,
    WithReplacement,
}

const METHODS: [(&str, Method); 3] = [
    ("poisson", Method::Poisson),
    ("without-replacement", Method::WithoutReplacement),
    ("with-replacement", Method::WithReplacement),
];

/// How the records of a step are drawn. It is read and checked, and cannot be judged yet.
struct Sampling(Method);

impl Sampling {
    fn read(field: &Field<'_>) -> Result<Sampling, InputError> {
        let mut fields = field.fields()?;
        let method = fields.required("method")?.choice(&METHODS)?;
        let by_rate = match method {
            Method::Poisson => true,
            Method::WithoutReplacement => fields.clone().optional("rate").is_some(),
            Method::WithReplacement => false,
        };
        if by_rate {
            let rate = fields.required("rate")?;
            let value = rate.real()?;
            let outside = value.sign().is_some_and(|sign| sign.is_lt())
                || value.compare(&crate::exact::real::Real::one()).is_some_and(|order| order.is_gt());
            if outside {
                return Err(rate.error(
                    format!("rate = {} is not in [0, 1]", crate::mechanism::show(&value)),
                    "the rate is the probability with which a record is in the sample",
                ));
            }
        } else {
            fields.required("size")?.natural()?;
            fields.required("population")?.natural()?;
        }
        fields.finish()?;
        Ok(Sampling(method))
    }

    fn missing(&self) -> String {
        let name = match self.0 {
            Method::Poisson => "Poisson sampling",
            Method::WithoutReplacement => "sampling without replacement",
            Method::WithReplacement => "sampling with replacement",
        };
        format!("{name} is not supported: it needs a certified privacy-loss grid")
    }
}
