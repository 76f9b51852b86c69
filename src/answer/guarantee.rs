//! The relation between a stated number and the quantity that it is about.

/// The relation of a number of a conclusion to the quantity it is named after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// It is the quantity.
    Exact,
    /// The quantity is at most this.
    UpperBound,
    /// The quantity is at least this.
    LowerBound,
    /// The quantity tends to this; it is not a bound for any finite number of steps.
    Limit,
    /// A bound if a constant that was given is large enough, which the theorem does not determine.
    Conditional,
}

impl Guarantee {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Guarantee::Exact => "exact",
            Guarantee::UpperBound => "upper-bound",
            Guarantee::LowerBound => "lower-bound",
            Guarantee::Limit => "limit",
            Guarantee::Conditional => "conditional",
        }
    }
}
