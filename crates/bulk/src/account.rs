//! Columns that link verdicts to their claims where they are stored apart.

use crate::digest;
use crate::error::BatchError;
use arrow_array::{ArrayRef, BinaryArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use dpcert::Options;
use serde_json::{Value, json};
use std::sync::Arc;

/// Verdicts with two more columns: `input_sha256`, the SHA-256 of the row of claims that each is
/// about, and `run`, the program and the options that judged it, as JSON.
///
/// The sum of `input_sha256`, as integers whose least significant byte is the first, modulo
/// `2^256`, equals that of the [`Digest`](crate::Digest) of the claims if each row is present
/// exactly once.
///
/// # Errors
/// A column of claims of an unsupported type, including `id`; claims that are not those of the
/// verdicts.
pub fn accounted(
    verdicts: &RecordBatch,
    claims: &RecordBatch,
    settings: &Options,
) -> Result<RecordBatch, BatchError> {
    let input = BinaryArray::from_iter_values(digest::of_rows(claims)?);
    let text = run(settings).to_string();
    let run = StringArray::from_iter_values(std::iter::repeat_n(text, claims.num_rows()));
    let more = [
        Field::new("input_sha256", DataType::Binary, false),
        Field::new("run", DataType::Utf8, false),
    ];
    let fields: Vec<_> =
        verdicts.schema_ref().fields().iter().cloned().chain(more.map(Arc::new)).collect();
    let arrays: [ArrayRef; 2] = [Arc::new(input), Arc::new(run)];
    let arrays = verdicts.columns().iter().cloned().chain(arrays).collect();
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?)
}

/// The program and the options, as far as verdicts and ends depend on them.
pub(crate) fn run(settings: &Options) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "engine": settings.engine.name(),
        "digits": settings.digits,
        "max-work": settings.limits.work,
        "max-memory": settings.limits.memory,
        "max-precision": settings.limits.precision,
    })
}
