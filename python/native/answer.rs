//! Answers as trees of exact numbers: `dpcert._answers` gives them classes.

use super::number::{fraction, number};
use dpcert::Content;
use dpcert::answer::Part;
use malachite::rational::Rational;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The parts of an answer, under the names that they have in the line protocol; the number that a
/// record is about is its `value`.
///
/// # Errors
/// If the interpreter has no memory left.
pub fn content<'py>(py: Python<'py>, content: &Content) -> PyResult<Bound<'py, PyAny>> {
    let parts = object(py, &content.parts())?;
    if let Content::Calibrated(found) = content {
        // The protocol does not say it.
        parts.set_item("kind", found.parameter.kind)?;
    }
    Ok(parts)
}

fn object<'py>(py: Python<'py>, part: &Part<'_>) -> PyResult<Bound<'py, PyAny>> {
    match part {
        Part::Number(bounds) => number(bounds).into_bound_py_any(py),
        Part::Rational(x) => fraction(x).into_bound_py_any(py),
        Part::Expression(x) => x.to_string().into_bound_py_any(py),
        Part::Text(text) => text.into_bound_py_any(py),
        Part::Kernel(kernel) => {
            let row = |row: Vec<Rational>| row.iter().map(fraction).collect::<Vec<_>>();
            kernel.to_rows().into_iter().map(row).collect::<Vec<_>>().into_bound_py_any(py)
        }
        Part::Whole(n) => n.into_bound_py_any(py),
        Part::Truth(is_so) => is_so.into_bound_py_any(py),
        Part::Absent => Ok(py.None().into_bound(py)),
        Part::Record(fields) => {
            let record = PyDict::new(py);
            fields.iter().try_for_each(|field| {
                record.set_item(field.name.unwrap_or("value"), object(py, &field.part)?)
            })?;
            Ok(record.into_any())
        }
        Part::List(items) => {
            let items = items.iter().map(|item| object(py, item)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
    }
}
