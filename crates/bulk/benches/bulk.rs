//! Rows per second, of claims that the filter decides and of some that it does not.
//!
//!     cargo bench --package dpcert-bulk
//!     RAYON_NUM_THREADS=1 cargo bench --package dpcert-bulk

#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
use divan::counter::ItemsCount;
use dpcert::Options;
use std::sync::Arc;

const ROWS: u32 = 100_000;

fn main() {
    // The tables are made once.
    dpcert_bulk::judge_batch(&claims("delta", 8, |_| 0.5), &Options::for_claims()).unwrap();
    divan::main();
}

/// Gaussian mechanisms with sigma from 0.5 to 5, asked at numbers in (0.1, 0.9).
fn claims(quantity: &str, rows: u32, claimed: impl Fn(f64) -> f64) -> RecordBatch {
    let share = |row: u32, of: f64| (f64::from(row) * of).fract();
    let words = |word: &str| Arc::new(StringArray::from(vec![word; rows as usize])) as ArrayRef;
    let numbers = |of: &dyn Fn(u32) -> f64| {
        Arc::new(Float64Array::from_iter_values((0..rows).map(of))) as ArrayRef
    };
    RecordBatch::try_from_iter([
        ("kind", words("gaussian")),
        ("sigma", numbers(&|row| 0.5 + 4.5 * share(row, 0.618_033_988_7))),
        ("quantity", words(quantity)),
        ("at", numbers(&|row| 0.1 + 0.8 * share(row, 0.414_213_562_3))),
        ("relation", words("at-most")),
        ("claimed", numbers(&|row| claimed(share(row, 0.732_050_807_5)))),
    ])
    .unwrap()
}

#[divan::bench(args = ["delta", "eps", "beta"])]
fn easy_gaussian(bencher: divan::Bencher<'_, '_>, quantity: &str) {
    let batch = claims(quantity, ROWS, |share| share);
    let settings = Options::for_claims();
    bencher
        .counter(ItemsCount::new(ROWS))
        .bench(|| dpcert_bulk::judge_batch(&batch, &settings).unwrap());
}

/// Text is read as the nearest binary64 and its neighbours.
#[divan::bench]
fn easy_gaussian_delta_as_text(bencher: divan::Bencher<'_, '_>) {
    let batch = claims("delta", ROWS, |share| share);
    let schema = batch.schema();
    let columns = schema.fields().iter().zip(batch.columns()).map(|(field, array)| {
        let text = |array: &Float64Array| {
            StringArray::from_iter_values(array.iter().map(|x| x.unwrap().to_string()))
        };
        match array.as_any().downcast_ref::<Float64Array>() {
            Some(array) => (field.name().clone(), Arc::new(text(array)) as ArrayRef),
            None => (field.name().clone(), array.clone()),
        }
    });
    let batch = RecordBatch::try_from_iter(columns.collect::<Vec<_>>()).unwrap();
    let settings = Options::for_claims();
    bencher
        .counter(ItemsCount::new(ROWS))
        .bench(|| dpcert_bulk::judge_batch(&batch, &settings).unwrap());
}

/// Without the filter: the limits are too small for it.
#[divan::bench(sample_count = 3)]
fn engine_gaussian_delta(bencher: divan::Bencher<'_, '_>) {
    let batch = claims("delta", 1000, |share| share);
    let mut settings = Options::for_claims();
    settings.limits.precision -= 1;
    bencher
        .counter(ItemsCount::new(1000u32))
        .bench(|| dpcert_bulk::judge_batch(&batch, &settings).unwrap());
}
