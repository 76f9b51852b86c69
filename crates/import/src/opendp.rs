//! Measurements that OpenDP serialises: `dp.serialize(measurement)`.
//!
//! A measurement does not say how far its input moves between neighbours, which has to be given. Noise
//! on integers is discrete; noise on floats is on a fine grid, and read as continuous.
//!
//! Source: OpenDP 0.16.0, opendp/mod.py; the types of `make_laplace` and `make_gaussian`.

use crate::Given;
use crate::ledger::{Ledger, Row};
use crate::reading::{ignore, number, probability};
use dpcert::input::{Field, Fields, InputError};
use dpcert::mechanism::Adjacency;

/// What it is.
pub(crate) const PROGRAM: &str = "a measurement of OpenDP";

pub(crate) fn ledger(fields: Fields<'_>, given: &Given) -> Result<Ledger, InputError> {
    let adjacency = given.adjacency()?;
    let mut rows = Vec::new();
    measurement(fields, given, &mut rows)?;
    let continuous = rows
        .iter()
        .any(|row| row.mechanism.starts_with("laplace") || row.mechanism.starts_with("gaussian"));
    let mut notes = Vec::new();
    if rows.iter().any(|row| row.mechanism.contains("sensitivity=")) {
        notes.push("How far the input of a measurement moves between neighbours was given by --sensitivity.".to_owned());
    }
    if continuous {
        notes.push("OpenDP adds noise to floats on a fine grid: these rows have the continuous noise of that scale.".to_owned());
    }
    Ok(Ledger {
        program: PROGRAM.to_owned(),
        adjacency: Some(adjacency),
        rows,
        claims: Vec::new(),
        notes,
        is_per_record: false,
        unread: Vec::new(),
    })
}

fn measurement(
    mut fields: Fields<'_>,
    given: &Given,
    rows: &mut Vec<Row>,
) -> Result<(), InputError> {
    let function = fields.required("__function__")?;
    let mut inner = fields.required("__kwargs__")?.fields()?;
    let id = (rows.len() + 1).to_string();
    let mechanism = match function.text()? {
        "make_composition" | "make_basic_composition" => {
            for part in inner.required("measurements")?.list()? {
                measurement(part.fields()?, given, rows)?;
            }
            return Ok(());
        }
        "make_laplace" | "make_geometric" => {
            let (scale, moved) = (number(&inner.required("scale")?)?, moved(&function, given)?);
            if is_of_integers(&function, &mut inner)? {
                format!("discrete-laplace(eps=1/({scale}), sensitivity={moved})")
            } else {
                format!("laplace(scale={scale}, sensitivity={moved})")
            }
        }
        "make_gaussian" => {
            let (scale, moved) = (number(&inner.required("scale")?)?, moved(&function, given)?);
            if is_of_integers(&function, &mut inner)? {
                format!("discrete-gaussian(sigma_sq=({scale})^2, sensitivity={moved})")
            } else {
                format!("gaussian(scale={scale}, sensitivity={moved})")
            }
        }
        "make_randomized_response_bool" => truth(&function, &mut inner, 2, given)?,
        "make_randomized_response" => {
            let categories = inner.required("categories")?.list()?.len();
            truth(&function, &mut inner, categories, given)?
        }
        name => {
            let message = format!("{name} has no translation");
            let help = "read are make_laplace, make_geometric, make_gaussian, make_randomized_response(_bool), and \
                        compositions of them: of a chain, serialise the measurement at its end";
            return Err(function.error(message, help));
        }
    };
    rows.push(Row::once(id, mechanism));
    Ok(())
}

fn moved(function: &Field<'_>, given: &Given) -> Result<String, InputError> {
    given.sensitivity.clone().ok_or_else(|| {
        function.error(
            "a measurement does not say how far its input moves between neighbours",
            "give --sensitivity, the d_in of its map: 1 for a count of one record",
        )
    })
}

/// Is the input a number of an integer type? A vector is refused: its d_in is a norm.
fn is_of_integers(function: &Field<'_>, inner: &mut Fields<'_>) -> Result<bool, InputError> {
    let mut domain = inner.required("input_domain")?.fields()?;
    let kind = domain.required("__function__")?;
    if kind.text()? != "atom_domain" {
        return Err(kind.error(
            format!("{} of {} has no translation", function.text()?, kind.text()?),
            "of vectors, write the noise with its sensitivity or shifts yourself",
        ));
    }
    let mut domain = domain.required("__kwargs__")?.fields()?;
    let named = domain.required("T")?;
    Ok(!matches!(named.text()?, "f32" | "f64"))
}

/// The truth with a probability, otherwise one of the others, each as often.
fn truth(
    function: &Field<'_>,
    inner: &mut Fields<'_>,
    categories: usize,
    given: &Given,
) -> Result<String, InputError> {
    if given.adjacency()? != Adjacency::ReplaceOne {
        return Err(function.error(
            "its answers are about a record that is replaced",
            "give --adjacency=replace-one",
        ));
    }
    let p = probability(&inner.required("prob")?)?;
    ignore(inner, &["constant_time"]);
    Ok(format!(
        "randomized-response(eps=ln({}*({p})/(1-({p}))), categories={categories})",
        categories.saturating_sub(1)
    ))
}
