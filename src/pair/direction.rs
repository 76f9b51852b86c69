//! Which of two neighbours is P.

/// Which of two neighbours is P.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As the pair is written: P has the record.
    Forward,
    /// Exchanged: Q has the record.
    Reverse,
}

impl Direction {
    /// The other one.
    pub(crate) fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Reverse,
            Direction::Reverse => Direction::Forward,
        }
    }
}
