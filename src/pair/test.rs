//! The most powerful test of a level.

use crate::exact::engine::Engine;
use crate::exact::value::Value;

/// The Neyman-Pearson test at a level.
pub struct NeymanPearson<E: Engine> {
    /// Reject above this likelihood ratio; `None` where only an infinite one is rejected.
    pub threshold: Option<Value<E>>,
    /// Reject with this probability at the threshold.
    pub randomisation: Value<E>,
    /// The power: the probability of rejecting under P.
    pub power: Value<E>,
}
