//! Tables of claims, judged as a stream: the C interface of Arrow on both sides.

use super::judge::settings;
use super::options::Wanted;
use super::refused::{Refused, rendered};
use super::run::{Ended, run};
use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Schema, SchemaRef};
use dpcert::Control;
use dpcert::input::InputError;
use dpcert_bulk::{BatchError, Digest, accounted, judge_batch_with};
use pyo3::prelude::*;
use pyo3_arrow::PyTable;
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of rows that are judged at once: the intermediate data of a row are larger than its
/// verdict.
const ROWS: usize = 1 << 17;

/// `("ok", table, counts)`, or what a refusal is made of: the verdicts as a table, and how many
/// rows have each.
///
/// With `is_accounted` the verdicts say which row each is about, and who judged: see [`accounted`].
#[pyfunction]
pub fn judge_table<'py>(
    py: Python<'py>,
    claims: AnyArray,
    is_accounted: bool,
    wanted: Wanted,
) -> PyResult<Bound<'py, PyAny>> {
    let timeout = wanted.timeout();
    let claims = claims.into_reader()?;
    let compute = move |control: &Control| {
        let settings = settings(&wanted, control)
            .map_err(|refusal| Refused::Question(refusal, String::new()))?;
        let mut counts = BTreeMap::new();
        let mut judge = |batch: &RecordBatch, before| {
            let wrong = |error| wrong_batch(error, before);
            let verdicts = judge_batch_with(batch, &settings, rendered).map_err(wrong)?;
            for verdict in verdicts["verdict"].as_string::<i32>().iter().flatten() {
                *counts.entry(verdict.to_owned()).or_insert(0u64) += 1;
            }
            if is_accounted {
                accounted(&verdicts, batch, &settings).map_err(wrong)
            } else {
                Ok(verdicts)
            }
        };
        let schema = columns(claims.as_ref())?;
        // Invalid columns are reported, and the columns of verdicts known, even without rows.
        let of_verdicts = judge(&RecordBatch::new_empty(Arc::clone(&schema)), 0)?.schema();
        let mut verdicts = Vec::new();
        each_batch(claims, &schema, control, |batch, before| {
            verdicts.push(judge(batch, before)?);
            Ok(())
        })?;
        Ok((verdicts, of_verdicts, counts))
    };
    match run(py, timeout, compute)?.map_err(Refused::Ended).and_then(|result| result) {
        Err(refused) => Ok(refused.to_python(py)?.into_pyobject(py)?.into_any()),
        Ok((verdicts, schema, counts)) => {
            Ok(("ok", PyTable::try_new(verdicts, schema)?, counts).into_pyobject(py)?.into_any())
        }
    }
}

/// `("ok", rows, sum)`, or what a refusal is made of: the [`Digest`] of a table of claims.
#[pyfunction]
pub fn digest_table<'py>(py: Python<'py>, claims: AnyArray) -> PyResult<Bound<'py, PyAny>> {
    let claims = claims.into_reader()?;
    let compute = move |control: &Control| {
        let schema = columns(claims.as_ref())?;
        let mut sum = Digest::default();
        each_batch(claims, &schema, control, |batch, before| {
            sum += Digest::of(batch).map_err(|error| wrong_batch(error, before))?;
            Ok(())
        })?;
        Ok(sum)
    };
    match run(py, None, compute)?.map_err(Refused::Ended).and_then(|result| result) {
        Err(refused) => Ok(refused.to_python(py)?.into_pyobject(py)?.into_any()),
        Ok(sum) => Ok(("ok", sum.rows, sum.to_string()).into_pyobject(py)?.into_any()),
    }
}

/// The columns of a table.
fn columns(table: &dyn ArrayReader) -> Result<SchemaRef, Refused> {
    match table.field().data_type() {
        DataType::Struct(fields) => Ok(Arc::new(Schema::new(fields.clone()))),
        other => Err(wrong(
            format!("this is a column of {other}, not a table"),
            "give a table, with a row for each claim",
        )),
    }
}

/// Its rows, some at a time, with the number of rows before them.
fn each_batch(
    table: Box<dyn ArrayReader + Send>,
    schema: &SchemaRef,
    control: &Control,
    mut take: impl FnMut(&RecordBatch, usize) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut before = 0;
    for array in table {
        let unreadable = |error: String| {
            wrong(format!("the table cannot be read after {before} rows: {error}"), "")
        };
        let array = array.map_err(|error| unreadable(error.to_string()))?;
        let rows = array
            .as_struct_opt()
            .ok_or_else(|| unreadable("there is a column in place of rows".to_owned()))?;
        if let Some(row) =
            rows.nulls().and_then(|nulls| nulls.iter().position(|is_there| !is_there))
        {
            let message =
                format!("row {} of the table, counted from 0, is null as a whole", before + row);
            return Err(wrong(message, "leave it out, or make each of its columns null"));
        }
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let batch = RecordBatch::try_new_with_options(
            Arc::clone(schema),
            rows.columns().to_vec(),
            &options,
        );
        let batch = batch.map_err(|error| unreadable(error.to_string()))?;
        for start in (0..batch.num_rows()).step_by(ROWS) {
            control.check().map_err(|interrupted| wrong_batch(interrupted.into(), before))?;
            take(&batch.slice(start, ROWS.min(batch.num_rows() - start)), before + start)?;
        }
        before += batch.num_rows();
    }
    Ok(())
}

/// The error of a batch that begins after `before` rows.
fn wrong_batch(error: BatchError, before: usize) -> Refused {
    match error {
        BatchError::Column { column, message, help } => {
            wrong(format!("column \"{column}\" {message}"), &help)
        }
        BatchError::Contradiction { row, message } => Refused::Ended(Ended::Fault(
            BatchError::Contradiction { row: before + row, message }.to_string(),
        )),
        BatchError::Interrupted(_) => Refused::Ended(Ended::Late),
        error @ BatchError::Arrow(_) => Refused::Ended(Ended::Fault(error.to_string())),
    }
}

fn wrong(message: String, help: &str) -> Refused {
    let error = InputError { message, field: String::new(), span: 0..0, help: help.to_owned() };
    Refused::Question(error.into(), String::new())
}
