//! The command, as a user runs it: all of it with the feature `full`, otherwise what the default
//! build has.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::PathBuf;

mod certificate;
mod channel;
mod check;
mod cli;
#[cfg(feature = "full")]
mod crosscheck;
#[cfg(feature = "full")]
mod crosscheck_peers;
#[cfg(feature = "full")]
mod floats;
mod foreign;
mod fuzz_corpus;
mod house;
#[cfg(feature = "full")]
mod judge;
mod ledgers;
mod made;
mod pages;
#[cfg(feature = "full")]
mod picture;
#[cfg(feature = "full")]
mod serve;
#[path = "../../../tests/support/mod.rs"]
mod support;
#[cfg(feature = "full")]
mod vectors;
mod words;

/// The root of the repository.
fn root() -> PathBuf {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::fs::canonicalize(root).unwrap_or_else(|error| panic!("{root}: {error}"))
}

/// What a program said on standard error, without the line about long work: a busy machine needs
/// long for anything.
fn said(stderr: Vec<u8>) -> String {
    let text = String::from_utf8(stderr).unwrap();
    let is_progress = |line: &str| {
        ["dpcert: computing: ", "dpcert: waiting for the program: "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    text.split_inclusive('\n').filter(|line| !is_progress(line)).collect()
}
