//! Numbers that may be infinite.

use super::real::Real;
use std::cmp::Ordering;

/// A number, or positive infinity with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extended {
    /// A number.
    Finite(Real),
    /// Infinity, with the reason.
    Infinite(&'static str),
}

impl Extended {
    /// An increasing function of a finite value; infinity remains infinity.
    #[must_use]
    pub fn map(self, function: impl FnOnce(&Real) -> Real) -> Extended {
        match self {
            Extended::Finite(x) => Extended::Finite(function(&x)),
            infinite => infinite,
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: &Extended) -> Extended {
        match (self, other) {
            (Extended::Finite(x), Extended::Finite(y)) => Extended::Finite(&x + y),
            (infinite @ Extended::Infinite(_), _) => infinite,
            (_, infinite) => infinite.clone(),
        }
    }

    /// The product of two numbers >= 0, of which the finite one is not 0.
    #[must_use]
    pub fn times(self, other: &Extended) -> Extended {
        match (self, other) {
            (Extended::Finite(x), Extended::Finite(y)) => Extended::Finite(&x * y),
            (infinite @ Extended::Infinite(_), _) => infinite,
            (_, infinite) => infinite.clone(),
        }
    }

    /// The order, where it is decided.
    pub fn compare(&self, other: &Extended) -> Option<Ordering> {
        match (self, other) {
            (Extended::Finite(x), Extended::Finite(y)) => x.compare(y),
            (Extended::Infinite(_), Extended::Infinite(_)) => Some(Ordering::Equal),
            (Extended::Infinite(_), Extended::Finite(_)) => Some(Ordering::Greater),
            (Extended::Finite(_), Extended::Infinite(_)) => Some(Ordering::Less),
        }
    }
}

impl<T: Into<Real>> From<T> for Extended {
    fn from(x: T) -> Extended {
        Extended::Finite(x.into())
    }
}
