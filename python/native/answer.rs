//! Answers as tuples of exact numbers: `dpcert._answers` gives them names.

use super::number::{fraction, number};
use dpcert::answer::{Calibrated, Dominance};
use dpcert::channel::{InputsReport, Report, Row};
use dpcert::{Bounds, Content};
use malachite::rational::Rational;
use num_rational::BigRational;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

type Object<'py> = Bound<'py, PyAny>;

/// The word for its kind, and its numbers.
///
/// # Errors
/// If the interpreter has no memory left.
pub fn content<'py>(py: Python<'py>, content: &Content) -> PyResult<(&'static str, Object<'py>)> {
    Ok(match content {
        Content::Number(bounds) => ("number", object(py, number(bounds))?),
        Content::Named(rows) => ("named", named(py, rows)?),
        // By the values, as they were written.
        Content::Sweep { rows, .. } => {
            let row = |(value, bounds): &(String, Bounds)| object(py, (value, number(bounds)));
            ("named", list(py, rows.iter().map(row))?)
        }
        Content::Deltas { step, rows, inner } => {
            let row = |(i, (j, eps, delta)): (usize, &(u64, dpcert::exact::Real, Bounds))| {
                object(py, (*j, eps.to_string(), number(delta), inner.get(i).map(number)))
            };
            let rows = list(py, rows.iter().enumerate().map(row))?;
            ("deltas", object(py, (step.as_ref().map(ToString::to_string), rows))?)
        }
        Content::Region(vertices) => {
            let vertex = |(alpha, beta): &(Bounds, Bounds)| object(py, (number(alpha), number(beta)));
            ("region", list(py, vertices.iter().map(vertex))?)
        }
        Content::LikelihoodRatios(rows) => {
            let row = |(ratio, p, q): &(Bounds, Bounds, Bounds)| object(py, (number(ratio), number(p), number(q)));
            ("likelihood-ratios", list(py, rows.iter().map(row))?)
        }
        Content::Test { threshold, randomisation, alpha, power } => {
            ("test", object(py, [threshold, randomisation, alpha, power].map(number))?)
        }
        Content::Polygons { inner, outer, gap, .. } => {
            let vertices = |vertices: &[(Rational, Rational)]| -> Vec<(BigRational, BigRational)> {
                vertices.iter().map(|(alpha, beta)| (fraction(alpha), fraction(beta))).collect()
            };
            ("polygons", object(py, (vertices(inner), vertices(outer), fraction(gap)))?)
        }
        Content::Calibrated(found) => ("calibrated", calibrated(py, found)?),
        Content::Dominance(found) => ("dominance", dominance(py, found)?),
        Content::Conclusions { theorem, source, conclusions } => {
            let conclusion = |(name, guarantee, value): &(&str, dpcert::answer::Guarantee, Bounds)| {
                object(py, (*name, guarantee.name(), number(value)))
            };
            let conclusions = list(py, conclusions.iter().map(conclusion))?;
            ("conclusions", object(py, (*theorem, *source, conclusions))?)
        }
        Content::Channel(report) => ("channel", channel(py, report)?),
        Content::Sensitivity(found) => {
            ("sensitivity", object(py, (number(&found.squared), number(&found.sensitivity), found.pattern.clone()))?)
        }
        other => return Err(PyNotImplementedError::new_err(format!("{other:?}"))),
    })
}

fn object<'py, T: IntoPyObject<'py>>(py: Python<'py>, value: T) -> PyResult<Object<'py>> {
    value.into_bound_py_any(py)
}

fn list<'py>(py: Python<'py>, items: impl Iterator<Item = PyResult<Object<'py>>>) -> PyResult<Object<'py>> {
    Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

fn named<'py>(py: Python<'py>, rows: &[(&'static str, Bounds)]) -> PyResult<Object<'py>> {
    list(py, rows.iter().map(|(name, bounds)| object(py, (*name, number(bounds)))))
}

fn calibrated<'py>(py: Python<'py>, found: &Calibrated) -> PyResult<Object<'py>> {
    let trial = |(value, delta): &(Rational, Bounds)| (fraction(value), number(delta));
    let parameter = (found.parameter.kind, found.parameter.name, found.parameter.is_monotone);
    object(py, (parameter, found.meets.as_ref().map(trial), found.fails.as_ref().map(trial)))
}

fn dominance<'py>(py: Python<'py>, found: &Dominance) -> PyResult<Object<'py>> {
    let witness = found.witness.as_ref().map(|witness| witness.numbers().map(number));
    let row = |row: Vec<Rational>| row.iter().map(fraction).collect::<Vec<_>>();
    let kernel = found.kernel.as_ref().filter(|_| found.shown);
    let kernel = kernel.map(|kernel| kernel.to_rows().into_iter().map(row).collect::<Vec<_>>());
    object(py, (found.dominates, witness, kernel))
}

fn channel<'py>(py: Python<'py>, report: &Report) -> PyResult<Object<'py>> {
    let ldp = report.ldp.map(|ldp| PyTuple::new(py, [ldp])).transpose()?;
    let inputs = report.inputs.as_ref().map(|inputs| self::inputs(py, inputs)).transpose()?;
    object(py, (number(&report.eps), number(&report.tv), number(&report.leakage), ldp, inputs))
}

fn inputs<'py>(py: Python<'py>, report: &InputsReport) -> PyResult<Object<'py>> {
    let row =
        |row: &Row| object(py, (row.name, row.source, row.relation, number(&row.value), number(&row.bound), row.holds));
    let rows = list(py, report.bounds.iter().map(row))?;
    object(py, (named(py, &report.quantities)?, rows))
}
