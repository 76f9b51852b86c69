//! The tables of the library: mechanisms, quantities and theorems.

use dpcert::mechanism;
use dpcert::quantity::table::{QUANTITIES, SEARCHES};
use dpcert::theorem::THEOREMS;
use pyo3::prelude::*;

/// The kinds of mechanisms, each with the names of its fields.
#[pyfunction]
pub fn kinds() -> Vec<(&'static str, Vec<&'static str>)> {
    mechanism::kinds().map(|(kind, fields)| (kind, fields.to_vec())).collect()
}

/// The quantities: name, what it is, and its parameter if it has one.
#[pyfunction]
pub fn quantities() -> Vec<(&'static str, &'static str, Option<&'static str>)> {
    QUANTITIES.iter().map(|entry| (entry.name, entry.about, entry.parameter)).collect()
}

/// What is asked with a mechanism and is not one quantity of it: name, and what it is.
#[pyfunction]
pub fn searches() -> Vec<(&'static str, &'static str)> {
    SEARCHES.iter().map(|search| (search.name, search.about)).collect()
}

/// A theorem: name, statement, source, domain, and parameters, each with whether it is optional.
type Listed = (&'static str, &'static str, &'static str, &'static str, Vec<(&'static str, bool)>);

/// The theorems.
#[pyfunction]
pub fn theorems() -> Vec<Listed> {
    let parameters = |theorem: &dpcert::theorem::Theorem| {
        theorem.parameters().map(|parameter| (parameter.name, parameter.is_optional)).collect()
    };
    THEOREMS.iter().map(|x| (x.name, x.statement, x.source, x.domain, parameters(x))).collect()
}
