//! Digests of the rows of an input, independent of how they are stored.

use crate::column::{Cell, Column};
use crate::error::BatchError;
use arrow_array::RecordBatch;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::ops::AddAssign;

/// The number of rows that a thread takes at once.
const ROWS: usize = 4096;

/// The digest of some rows in any order: their count, and the sum of their SHA-256 modulo `2^256`.
///
/// Digests add, so that parts of an input, judged anywhere, can be compared with the whole: a
/// missing or duplicate row changes count and sum. It guards against accidents, not against rows
/// that are made up to fit.
///
/// A row is its values by the names of their columns; nulls are omitted, and the order of columns
/// does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// The number of rows.
    pub rows: u64,
    /// The sum, least significant word first.
    sum: [u64; 4],
}

impl Digest {
    /// The digest of the rows of a batch.
    ///
    /// # Errors
    /// A column of an unsupported type.
    pub fn of(batch: &RecordBatch) -> Result<Digest, BatchError> {
        Ok(of_rows(batch)?.iter().map(Digest::of_row).fold(Digest::default(), |mut sum, row| {
            sum += row;
            sum
        }))
    }

    /// The digest of one row.
    pub(crate) fn of_row(row: &[u8; 32]) -> Digest {
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let mut sum = [0; 4];
        sum.iter_mut().zip(row.chunks(8)).for_each(|(place, bytes)| *place = word(bytes));
        Digest { rows: 1, sum }
    }
}

impl AddAssign for Digest {
    fn add_assign(&mut self, other: Digest) {
        let mut carry = false;
        for (place, word) in self.sum.iter_mut().zip(other.sum) {
            let (sum, first) = place.overflowing_add(word);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*place, carry) = (sum, first || second);
        }
        self.rows += other.rows;
    }
}

/// The sum, in hexadecimal.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sum.iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

/// The SHA-256 of each row.
///
/// # Errors
/// A column of an unsupported type.
pub(crate) fn of_rows(batch: &RecordBatch) -> Result<Vec<[u8; 32]>, BatchError> {
    let schema = batch.schema_ref();
    let columns = schema.fields().iter().zip(batch.columns());
    let columns = columns.map(|(field, array)| {
        Ok((field.name().as_str(), Column::of(field.name(), array.as_ref())?))
    });
    let mut columns = columns.collect::<Result<Vec<_>, BatchError>>()?;
    columns.sort_by_key(|(name, _)| *name);
    let starts: Vec<usize> = (0..batch.num_rows()).step_by(ROWS).collect();
    let rows = |start: usize| {
        let mut bytes = Vec::new();
        let row = |row: usize| {
            bytes.clear();
            columns.iter().for_each(|(name, column)| write(&mut bytes, name, column.cell(row)));
            <[u8; 32]>::from(Sha256::digest(&bytes))
        };
        (start..(start + ROWS).min(batch.num_rows())).map(row).collect::<Vec<_>>()
    };
    Ok(starts.into_par_iter().flat_map_iter(rows).collect())
}

/// Writes a value so that different rows have different bytes: every text is preceded by its
/// length.
fn write(bytes: &mut Vec<u8>, name: &str, cell: Cell<'_>) {
    let mut text = |text: &[u8]| {
        bytes.extend(u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
        bytes.extend(text);
    };
    match cell {
        Cell::Null => return,
        _ => text(name.as_bytes()),
    }
    match cell {
        Cell::Null => {}
        Cell::Text(value) => {
            text(value.as_bytes());
            bytes.push(b't');
        }
        Cell::Float(value) => {
            bytes.extend(value.to_bits().to_le_bytes());
            bytes.push(b'f');
        }
        Cell::Integer(value) => {
            bytes.extend(value.to_le_bytes());
            bytes.push(b'i');
        }
        Cell::Decimal(mantissa, scale) => {
            bytes.extend(mantissa.to_le_bytes());
            bytes.extend(scale.to_le_bytes());
            bytes.push(b'd');
        }
    }
}
