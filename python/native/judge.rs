//! Claim files judged.

use super::number::{Number, number};
use super::options::Wanted;
use super::refused::{Refused, rendered};
use super::run::run;
use dpcert::claim::{self, Claim, ClaimFile, Judgement};
use dpcert::input::{from_json, from_toml};
use dpcert::{Control, Options, Refusal};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// `("ok", (unit, adjacency, exclusions), [claim, ...])`, or what a refusal is made of.
///
/// `text` is a claim file, or the same as JSON.
#[pyfunction]
pub fn judge<'py>(
    py: Python<'py>,
    text: String,
    is_json: bool,
    wanted: Wanted,
) -> PyResult<Bound<'py, PyAny>> {
    let timeout = wanted.timeout();
    let compute = move |control: &Control| {
        let refused = |refusal: Refusal| Refused::Question(refusal, text.clone());
        let root = if is_json { from_json(&text) } else { from_toml(&text) };
        let file = root
            .and_then(|root| claim::parse_node(&root))
            .map_err(|error| refused(error.into()))?;
        let settings = settings(&wanted, control).map_err(refused)?;
        let mut judged =
            claim::judge_all(&[&file], |file, claim| claim::judge(file, claim, &settings));
        Ok((file, judged.pop().unwrap_or_default()))
    };
    match run(py, timeout, compute)?.map_err(Refused::Ended).and_then(|result| result) {
        Err(refused) => Ok(refused.to_python(py)?.into_pyobject(py)?.into_any()),
        Ok((file, judged)) => {
            let scope = (&file.scope.unit, file.scope.adjacency.name(), &file.scope.exclusions);
            let claims = file.claims.iter().zip(&judged);
            let claims = claims.map(|(claim, judgement)| about(py, &file, claim, judgement));
            Ok(("ok", scope, claims.collect::<PyResult<Vec<_>>>()?).into_pyobject(py)?.into_any())
        }
    }
}

/// The options with which claims are judged.
///
/// # Errors
/// A keyword outside its domain.
pub fn settings(wanted: &Wanted, control: &Control) -> Result<Options, Refusal> {
    let (engine, limits) = wanted.limits()?;
    let usual = Options::for_claims();
    let digits = wanted.digits()?.unwrap_or(usual.digits);
    Ok(Options { digits, limits, engine, control: control.clone(), ..usual })
}

fn about<'py>(
    py: Python<'py>,
    file: &ClaimFile,
    claim: &Claim,
    judgement: &Judgement,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let parameter =
        claim.quantity.parameter.as_ref().map(|(name, literal)| (*name, literal.text.as_str()));
    let findings =
        judgement.remarks.iter().map(|x| (x.finding.name(), x.level.name(), x.message.as_str()));
    fields.set_item("id", &claim.id)?;
    fields.set_item("over", file.rows(claim).map(|row| row.id.as_str()).collect::<Vec<_>>())?;
    fields.set_item("quantity", claim.quantity.name)?;
    fields.set_item("parameter", parameter)?;
    fields.set_item("relation", claim.relation.name())?;
    fields.set_item(
        "claimed",
        claim.relation.values().iter().map(|x| x.text.as_str()).collect::<Vec<_>>(),
    )?;
    fields.set_item("expected", claim.expect.name())?;
    fields.set_item("as_expected", judgement.is_expected(claim))?;
    fields.set_item("reason", &claim.reason)?;
    fields.set_item("source", &claim.source)?;
    fields.set_item("findings", findings.collect::<Vec<_>>())?;
    verdict(&fields, judgement)?;
    Ok(fields)
}

fn verdict(fields: &Bound<'_, PyDict>, judgement: &Judgement) -> PyResult<()> {
    let evidence = judgement.evidence.as_ref();
    let ratio: Option<Number> = evidence.and_then(|x| x.margin.ratio.as_ref()).map(number);
    fields.set_item("verdict", judgement.verdict.name())?;
    fields.set_item("certified", evidence.map(|x| number(&x.witness)))?;
    fields.set_item("margin", evidence.map(|x| number(&x.margin.distance)))?;
    fields.set_item("ratio", ratio)?;
    fields.set_item("method", evidence.map(|x| x.method.name()))?;
    fields.set_item("engine", evidence.map(|x| x.engine))?;
    fields.set_item("note", judgement.note.as_ref().map(rendered))?;
    fields.set_item("contradiction", &judgement.contradiction)?;
    Ok(())
}
