//! What an output says about itself, from its rows.

use super::error::FileError;
use super::metadata::{Counts, Metadata, Rows, count, no_counts};
use super::seal::Sealing;
use crate::digest;
use arrow_array::RecordBatch;
use serde_json::Value;

/// Rows of claims and of verdicts, accumulated in their order.
#[derive(Clone)]
pub struct Whole {
    claims: Rows,
    seal: Sealing,
    verdicts: Counts,
}

impl Whole {
    /// No rows.
    pub fn new() -> Whole {
        Whole { claims: Rows::default(), seal: Sealing::default(), verdicts: no_counts() }
    }

    /// Adds verdicts, with the SHA-256 of their rows and of those of the claims.
    pub fn add(&mut self, claims: &[[u8; 32]], verdicts: &RecordBatch, digests: &[[u8; 32]]) {
        self.claims.add(claims);
        self.seal.add(digests);
        count(&mut self.verdicts, verdicts);
    }

    /// The metadata of these rows, judged by a run.
    pub fn finish(self, run: Value) -> Metadata {
        let (rows, input, input_sum) = self.claims.finish();
        Metadata { run, rows, input, input_sum, verdicts: self.verdicts, seal: self.seal.finish() }
    }
}

/// The SHA-256 of each row of verdicts.
///
/// # Errors
/// Ids of an unsupported type.
pub fn digests(
    name: &str,
    before: u64,
    verdicts: &RecordBatch,
) -> Result<Vec<[u8; 32]>, FileError> {
    digest::of_rows(verdicts).map_err(|error| FileError::batch(name, before, error))
}
