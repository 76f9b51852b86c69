//! A report on the privacy of a channel.

use crate::enclosure::Styled;

/// The privacy of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The least eps with which it is eps-LDP; `inf` if there is none.
    pub eps: Styled,
    /// The largest total variation between two rows.
    pub tv: Styled,
    /// The maximal leakage.
    pub leakage: Styled,
    /// Whether it is eps-LDP for the eps of the question; `None` without such an eps, `Some(None)`
    /// where that is undecided.
    pub ldp: Option<Option<bool>>,
    /// The least delta at the eps of the question, where there is one.
    pub delta: Option<RowsReport>,
    /// The least type II error at the level of the question, where there is one.
    pub beta: Option<RowsReport>,
    /// The report on the two inputs, where they were given.
    pub inputs: Option<InputsReport>,
    /// The pointwise maximal leakage, where the distribution of the input was given.
    pub pointwise: Option<PointwiseReport>,
}

/// A quantity of the worst pair of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsReport {
    /// Its value.
    pub value: Styled,
    /// Two rows that attain it, in their order and counted from 0; empty where they are not known,
    /// or there is one row only.
    pub rows: Vec<u64>,
}

/// The pointwise maximal leakage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointwiseReport {
    /// The largest one of an output.
    pub largest: Styled,
    /// An output that attains it, counted from 0; `None` where the order of several is undecided.
    pub output: Option<u64>,
    /// That of each output of probability > 0.
    pub outputs: Vec<OutputRow>,
}

/// What an output tells about the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputRow {
    /// The output, counted from 0.
    pub output: u64,
    /// Its probability.
    pub probability: Styled,
    /// Its pointwise maximal leakage.
    pub leakage: Styled,
}

/// The privacy of two inputs of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputsReport {
    /// Named quantities.
    pub quantities: Vec<(&'static str, Styled)>,
    /// The bounds of Ghazi & Issa, section VII.
    pub bounds: Vec<Row>,
}

/// A comparison as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the bounded quantity.
    pub name: &'static str,
    /// Where the bound is from.
    pub source: &'static str,
    /// The relation: `<=`, `>=` or `=`.
    pub relation: &'static str,
    /// The left side.
    pub value: Styled,
    /// The right side.
    pub bound: Styled,
    /// Does the relation hold? `None` where that is undecided.
    pub holds: Option<bool>,
}
