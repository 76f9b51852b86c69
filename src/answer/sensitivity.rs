//! The sensitivity of a matrix mechanism.

use crate::enclosure::Styled;

/// How far one user moves what a matrix mechanism releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sensitivity {
    /// The square of the sensitivity, which is rational where one pattern of signs is optimal.
    pub squared: Styled,
    /// The sensitivity.
    pub sensitivity: Styled,
    /// Steps of a participation that attains the lower ends, counted from 0.
    pub pattern: Vec<u64>,
}
