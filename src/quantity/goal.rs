//! The wanted accuracy of an answer: the digits and the relative gaps that can be requested.

use crate::composition::grid::search;
use crate::exact::engine::DirectedFloat;
use crate::exact::{Malachite, Real};
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// The numbers of significant digits that can be requested.
pub const DIGITS: RangeInclusive<u64> = 1..=100_000;

/// Bits that keep the promise `hi - lo <= gap hi`: the least with `2^-bits <= gap`.
///
/// # Errors
/// The error in the gap, and what to write instead.
pub fn gap_bits(gap: &Real) -> Result<u64, (String, String)> {
    let within =
        gap.sign() == Some(Ordering::Greater) && gap.compare(&Real::one()) == Some(Ordering::Less);
    if !within {
        return Err((
            "a relative gap is between 0 and 1, both excluded".into(),
            "write \"1e-6\"".into(),
        ));
    }
    let lower = gap.enclose::<Malachite>(64).lower().to_rational().filter(|lower| *lower > 0);
    match lower.map(|lower| search::gap_bits(&lower)) {
        Some(bits) if bits <= DIGITS.end() * 3 => Ok(bits),
        _ => Err((
            "this relative gap is too small".into(),
            format!("at most {} significant digits can be asked for", DIGITS.end()),
        )),
    }
}

/// Significant digits that keep the same promise: `10^(1-digits) <= 2^-bits` for `digits >= 1 +
/// bits log10(2)`.
pub fn digits_of_gap(bits: u64) -> u64 {
    2 + bits * 30_103 / 100_000
}
