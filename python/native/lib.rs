//! The native half of the Python package `dpcert`: questions in, numbers out.
//!
//! Everything that is visible to a user is Python, in `src/dpcert`. This crate turns texts into
//! questions of the library, and answers into tuples of exact numbers. A question runs on a thread
//! of its own, so that Python continues meanwhile (`run`).

mod answer;
mod ask;
mod catalogue;
mod judge;
mod number;
mod options;
mod picture;
mod refused;
mod run;
mod table;

use pyo3::exceptions::PyImportError;
use pyo3::prelude;
use pyo3::pymodule;

/// The module `dpcert._native`.
#[pymodule]
mod _native {
    use super::PyImportError;
    use super::prelude::*;

    #[pymodule_export]
    use super::ask::{ask, check, notes};
    #[pymodule_export]
    use super::catalogue::{kinds, quantities, searches, theorems};
    #[pymodule_export]
    use super::judge::judge;
    #[pymodule_export]
    use super::number::{decimal, decimal_of_fraction};
    #[pymodule_export]
    use super::picture::svg;
    #[pymodule_export]
    use super::table::{digest_table, judge_table};

    /// Refuses a second interpreter: it would share the threads and tables of the first one.
    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        // SAFETY: a module is initialised by a thread that is attached to an interpreter, which
        // both functions require.
        let interpreter =
            unsafe { pyo3::ffi::PyInterpreterState_GetID(pyo3::ffi::PyInterpreterState_Get()) };
        if interpreter == 0 {
            return Ok(());
        }
        Err(PyImportError::new_err(
            "dpcert cannot be used in a subinterpreter: use threads, or processes",
        ))
    }

    /// The release of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
