//! The order of two neighbours: which of them is P.

/// The order of two neighbours: which of them is P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As the pair is written: P has the record.
    Forward,
    /// Exchanged: Q has the record.
    Reverse,
}

impl Direction {
    /// The other direction.
    pub(crate) fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Reverse,
            Direction::Reverse => Direction::Forward,
        }
    }
}
