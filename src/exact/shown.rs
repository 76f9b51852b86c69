//! Exact numbers in messages.

use super::decimal;
use super::engine::{Malachite, Rounding};
use super::real::Real;

/// An exact number for a message: as it is, with a decimal where it is long or irrational.
pub(crate) fn show(x: &Real) -> String {
    let exact = x.to_string();
    if x.as_rational().is_some() && exact.len() <= 24 {
        return exact;
    }
    let near = decimal::float_to_decimal::<Malachite>(
        x.enclose::<Malachite>(64).lower(),
        6,
        Rounding::Down,
    );
    if exact.len() <= 60 { format!("{exact} (about {near})") } else { format!("about {near}") }
}
