//! Batches that are made up.

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, RecordBatch};
use std::sync::Arc;

/// Arbitrary numbers, the same in every run.
pub struct Arbitrary(u64);

impl Arbitrary {
    pub fn new(seed: u64) -> Arbitrary {
        Arbitrary(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn word(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 11
    }

    /// In [0, 1).
    #[allow(clippy::float_arithmetic)]
    pub fn share(&mut self) -> f64 {
        self.word() as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    /// Between `2^low` and `2^high`, evenly in exponents.
    #[allow(clippy::float_arithmetic)]
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        (low + (high - low) * self.share()).exp2()
    }
}

/// What was run and what is asked, as columns have it.
#[derive(Clone, Debug)]
pub struct Question {
    pub kind: &'static str,
    pub parameters: Vec<(&'static str, f64)>,
    pub count: Option<i64>,
    pub quantity: &'static str,
    pub at: Option<f64>,
}

/// A question and what is claimed about it.
#[derive(Clone, Debug)]
pub struct Claim {
    pub question: Question,
    pub relation: &'static str,
    pub claimed: f64,
    pub high: Option<f64>,
}

const PARAMETERS: [&str; 7] = ["sigma", "mu", "eps", "delta", "eta", "rho", "categories"];

/// The batch of some claims.
pub fn batch<'a>(claims: impl IntoIterator<Item = &'a Claim>) -> RecordBatch {
    let claims: Vec<&Claim> = claims.into_iter().collect();
    let text = |of: &dyn Fn(&Claim) -> &'static str| {
        let mut builder = StringBuilder::new();
        claims.iter().for_each(|claim| builder.append_value(of(claim)));
        Arc::new(builder.finish()) as ArrayRef
    };
    let number = |of: &dyn Fn(&Claim) -> Option<f64>| {
        let mut builder = Float64Builder::new();
        claims.iter().for_each(|claim| builder.append_option(of(claim)));
        Arc::new(builder.finish()) as ArrayRef
    };
    let mut counts = Int64Builder::new();
    claims.iter().for_each(|claim| counts.append_option(claim.question.count));
    let mut columns = vec![("kind", text(&|claim| claim.question.kind))];
    for name in PARAMETERS {
        let given = |claim: &Claim| {
            claim
                .question
                .parameters
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
        };
        columns.push((name, number(&given)));
    }
    columns.extend([
        ("count", Arc::new(counts.finish()) as ArrayRef),
        ("quantity", text(&|claim| claim.question.quantity)),
        ("at", number(&|claim| claim.question.at)),
        ("relation", text(&|claim| claim.relation)),
        ("claimed", number(&|claim| Some(claim.claimed))),
        ("claimed_high", number(&|claim| claim.high)),
    ]);
    RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .unwrap()
}

/// A text column of verdicts.
pub fn words<'a>(verdicts: &'a RecordBatch, name: &str) -> Vec<Option<&'a str>> {
    verdicts[name].as_string::<i32>().iter().collect()
}

/// A column of numbers.
pub fn numbers(verdicts: &RecordBatch, name: &str) -> Vec<Option<f64>> {
    verdicts[name].as_primitive::<Float64Type>().iter().collect()
}
