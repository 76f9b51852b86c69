//! Answers of other programs, test vectors and formulas in floating point: what is judged, what is
//! stored, and whether it is true.

#![allow(clippy::unwrap_used, clippy::panic)]

mod floats;
mod protocol;
mod relations;
#[path = "../../../tests/support/mod.rs"]
mod support;
mod vectors;
mod verdicts;

use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
