//! What is known about a channel.

use crate::enclosure::Bounds;

/// What is known about a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The least eps with which it is eps-LDP; `inf` if there is none.
    pub eps: Bounds,
    /// The largest total variation between two rows.
    pub tv: Bounds,
    /// The maximal leakage.
    pub leakage: Bounds,
    /// For the eps that was asked about: is it eps-LDP? `Some(None)` where that cannot be decided.
    pub ldp: Option<Option<bool>>,
    /// What is known about the two inputs, where they were given.
    pub inputs: Option<InputsReport>,
}

/// What is known about two inputs of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputsReport {
    /// Named quantities.
    pub quantities: Vec<(&'static str, Bounds)>,
    /// The bounds of Ghazi & Issa, section VII.
    pub bounds: Vec<Row>,
}

/// A comparison as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What is bounded.
    pub name: &'static str,
    /// Where the bound is from.
    pub source: &'static str,
    /// `<=`, `>=` or `=`.
    pub relation: &'static str,
    /// The left side.
    pub value: Bounds,
    /// The right side.
    pub bound: Bounds,
    /// Does it hold? `None` where that cannot be decided.
    pub holds: Option<bool>,
}
