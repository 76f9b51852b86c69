//! The command, as a user runs it.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::PathBuf;

mod certificate;
mod channel;
mod check;
mod cli;
mod crosscheck;
mod crosscheck_peers;
mod floats;
mod fuzz_corpus;
mod house;
#[cfg(feature = "tables")]
mod judge;
mod picture;
#[cfg(feature = "page")]
mod serve;
#[path = "../../../tests/support/mod.rs"]
mod support;
mod vectors;

/// The root of the repository.
fn root() -> PathBuf {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::fs::canonicalize(root).unwrap_or_else(|error| panic!("{root}: {error}"))
}
