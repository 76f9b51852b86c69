//! Lists of guarantees (eps, delta), of whose mechanisms nothing is known: openmed, NVFlare,
//! diffprivlib and SmartNoise.
//!
//! Source: openmed 3.1.0, openmed/risk; nvflare 2.9.0, nvflare/app_common/filters/svt_privacy.py;
//! diffprivlib 0.6.6, diffprivlib/accountant.py.

use crate::Given;
use crate::ledger::{Claim, Ledger, Row};
use crate::reading::{ignore, magnitude, number, probability};
use dpcert::input::{Field, Fields, InputError, Item};

const GUARANTEES: &str = "Of each release the guarantee is known, and not its mechanism: what is certified is the worst case over \
                          all mechanisms with these guarantees.";

fn ledger(program: &str, given: &Given, rows: Vec<Row>) -> Result<Ledger, InputError> {
    Ok(Ledger {
        program: program.to_owned(),
        adjacency: Some(given.adjacency()?),
        rows,
        claims: Vec::new(),
        notes: vec![GUARANTEES.to_owned()],
        is_per_record: false,
        unread: Vec::new(),
    })
}

/// Any mechanism with this guarantee.
fn any(eps: &Field<'_>, delta: &Field<'_>) -> Result<String, InputError> {
    Ok(format!("approx-dp(eps={}, delta={})", magnitude(eps)?.0, probability(delta)?))
}

/// `[[eps, delta], ...]`.
pub(crate) fn pairs(root: &Field<'_>, given: &Given) -> Result<Ledger, InputError> {
    let entries = root.list()?;
    let rows = entries.iter().enumerate().map(|(index, entry)| match entry.list()?.as_slice() {
        [eps, delta] => Ok(Row::once((index + 1).to_string(), any(eps, delta)?)),
        other => Err(entry.error(
            format!("{} values, where eps and delta are expected", other.len()),
            "write [eps, delta]",
        )),
    });
    let rows = rows.collect::<Result<_, InputError>>()?;
    let mut ledger = ledger("spent budgets, [[eps, delta], ...]", given, rows)?;
    ledger.notes.push(
        "The slack of diffprivlib, a delta that its total adds, is not among its spent_budget."
            .to_owned(),
    );
    Ok(ledger)
}

/// `SVTPrivacy.get_privacy_ledger()`.
pub(crate) fn nvflare(root: &Field<'_>, given: &Given) -> Result<Ledger, InputError> {
    let mut rows = Vec::new();
    let mut warnings = Vec::new();
    for (index, entry) in root.list()?.iter().enumerate() {
        let mut fields = entry.fields()?;
        let accountant = fields.required("accountant")?;
        if accountant.text()? != "pure_dp_sum" {
            let message = format!("the accountant {} is not known here", accountant.text()?);
            return Err(accountant
                .error(message, "entries of NVFlare's SVTPrivacy are read: \"pure_dp_sum\""));
        }
        let (eps, delta) = (fields.required("epsilon_total")?, fields.required("delta")?);
        rows.push(Row::once((index + 1).to_string(), any(&eps, &delta)?));
        if let Some(passes) = fields.optional("acceptance_passes")
            && passes.natural()? > 1
        {
            warnings.push(format!(
                "Entry {}: {} passes for acceptance, and its eps counts one.",
                index + 1,
                passes.natural()?
            ));
        }
        if let Some(scalar) = fields.optional("has_scalar_passthrough")
            && scalar.boolean()?
        {
            warnings.push(format!(
                "Entry {}: scalars were released without noise, and its eps does not count them.",
                index + 1
            ));
        }
        let rest = [
            "scope",
            "round",
            "epsilon_threshold",
            "epsilon_query",
            "epsilon_release",
            "n_upload",
            "note",
        ];
        ignore(&mut fields, &rest);
        fields.finish()?;
    }
    let mut ledger = ledger("the ledger of NVFlare's SVTPrivacy", given, rows)?;
    ledger.notes.push(
        "Each eps is what the filter states for itself, about one client's update; that its selection has it is not certified \
         here."
            .to_owned(),
    );
    ledger.notes.extend(warnings);
    Ok(ledger)
}

/// `DPGenerationBudgetAccountant.to_dict()`: rows and claims by scope.
pub(crate) fn openmed_generation(
    mut fields: Fields<'_>,
    given: &Given,
) -> Result<Ledger, InputError> {
    let (entries, compositions) =
        (fields.required("ledger")?.list()?, fields.required("compositions")?);
    ignore(&mut fields, &["policies"]);
    fields.finish()?;
    let mut rows = Vec::new();
    for entry in &entries {
        let mut fields = entry.fields()?;
        let (sequence, scope) =
            (fields.required("sequence")?.natural()?, fields.required("scope")?.text()?);
        let (eps, delta) = (fields.required("epsilon")?, fields.required("delta")?);
        rows.push(Row::once(format!("{scope}/{sequence}"), any(&eps, &delta)?));
        ignore(&mut fields, &["family", "mechanism", "spend_hash"]);
        fields.finish()?;
    }
    let mut ledger = ledger("the ledger of an accountant of openmed", given, rows)?;
    ledger.notes.push("The scopes are claimed one by one, as they are in the file; it does not say whether they are about the \
                       same data."
        .to_owned());
    if let Item::Table(table) = &compositions.node.item {
        for (key, node) in table {
            let mut of = Field { node, path: format!("compositions.{}", key.name) }.fields()?;
            if of.required("query_count")?.natural()? > 0 {
                ledger.claims.extend(composed(&mut of, &key.name, &format!("{}/*", key.name))?);
            }
        }
    }
    Ok(ledger)
}

/// What a composition of openmed claims: its own total, and the budget.
fn composed(fields: &mut Fields<'_>, id: &str, over: &str) -> Result<Vec<Claim>, InputError> {
    let mut claims = Vec::new();
    for (what, eps, delta) in
        [("composed", "epsilon", "delta"), ("budget", "max_epsilon", "max_delta")]
    {
        let (eps, delta) = (fields.required(eps)?, fields.required(delta)?);
        claims.push(claim(format!("{id}/{what}"), over, &eps, &delta)?);
    }
    Ok(claims)
}

fn claim(id: String, over: &str, eps: &Field<'_>, delta: &Field<'_>) -> Result<Claim, InputError> {
    let source = Some("the same file".to_owned());
    Ok(Claim { id, over: over.to_owned(), delta: probability(delta)?, eps: number(eps)?, source })
}

/// The `to_dict()` of `AggregateDPBudgetLedger`, `PrivacyBudget` or `DPSurrogateBudget`.
pub(crate) fn openmed_spends(mut fields: Fields<'_>, given: &Given) -> Result<Ledger, InputError> {
    let spends = fields.required("spends")?.list()?;
    let mut rows = Vec::new();
    for (index, entry) in spends.iter().enumerate() {
        let mut fields = entry.fields()?;
        let (eps, delta) = (fields.required("epsilon")?, fields.required("delta")?);
        let guarantee = any(&eps, &delta)?;
        let noisy = noise(&mut fields)?;
        rows.push(Row::once((index + 1).to_string(), noisy.unwrap_or(guarantee)));
    }
    let mut ledger = ledger("spends of openmed", given, rows)?;
    if ledger.rows.iter().any(|row| !row.mechanism.starts_with("approx-dp")) {
        ledger.notes = vec!["A row is the noise of the entry where it has one, and otherwise its guarantee: the worst case over \
                             all mechanisms that have it."
            .to_owned()];
    }
    if let Some(composition) = fields.optional("composition") {
        let mut of = composition.fields()?;
        let names: Vec<&str> = of.remaining_names().collect();
        if names.contains(&"reported_epsilon") {
            let (eps, delta) = (of.required("reported_epsilon")?, of.required("reported_delta")?);
            ledger.claims.push(claim("reported".to_owned(), "*", &eps, &delta)?);
        } else {
            ledger.claims.extend(composed(&mut of, "aggregate", "*")?);
        }
    }
    if let (Some(eps), Some(delta)) =
        (fields.optional("total_epsilon"), fields.optional("total_delta"))
    {
        ledger.claims.push(claim("budget".to_owned(), "*", &eps, &delta)?);
    }
    Ok(ledger)
}

/// The noise of a spend, where it has a scale: 0 is the default of the field, and says nothing.
fn noise(fields: &mut Fields<'_>) -> Result<Option<String>, InputError> {
    let (Some(scale), Some(sensitivity)) =
        (fields.optional("noise_scale"), fields.optional("sensitivity"))
    else {
        return Ok(None);
    };
    let kind = fields.required("mechanism")?;
    let (scale, is_zero) = magnitude(&scale)?;
    if is_zero || !matches!(kind.text()?, "laplace" | "gaussian") {
        return Ok(None);
    }
    Ok(Some(format!("{}(scale={scale}, sensitivity={})", kind.text()?, magnitude(&sensitivity)?.0)))
}
