//! Why an operation on trade-off functions has no result.

use crate::exact::real::Real;
use crate::exact::show;

/// Why an operation on trade-off functions has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlgebraError {
    /// Two irrational numbers are too close to each other, or equal in a way that is not visible.
    #[error("the order of two exact numbers cannot be decided")]
    Undecided,
    /// The operation requires a symmetric function.
    #[error(
        "the trade-off function is not symmetric: at alpha = {} it is {} and its inverse {}",
        show(&.0.alpha), show(&.0.beta), show(&.0.inverse)
    )]
    Asymmetric(Box<Asymmetry>),
    /// A parameter outside its domain, or points that are not a trade-off function.
    #[error("{0}")]
    Domain(String),
}

/// A point at which a function differs from its inverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asymmetry {
    /// The level.
    pub alpha: Real,
    /// The value of the function.
    pub beta: Real,
    /// The value of its inverse.
    pub inverse: Real,
}
