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
    /// The report on the two inputs, where they were given.
    pub inputs: Option<InputsReport>,
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
