//! Numbers on the command line, in the same language as everywhere else: `1e12` and `10^12` are
//! whole numbers here.

use dpcert::exact::engine::DirectedFloat;
use dpcert::exact::{Malachite, Real, literal};
use dpcert::input::{Field, text_node};
use malachite::base::num::arithmetic::traits::FloorLogBase2;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// The significant digits that can be asked for.
pub const DIGITS: RangeInclusive<u64> = 1..=100_000;

/// A whole number in a range.
///
/// # Errors
/// A sentence that says what is expected.
pub fn natural_in(text: &str, range: &RangeInclusive<u64>) -> Result<u64, String> {
    let number = Field { node: &text_node(text, 0..text.len()), path: String::new() }
        .natural()
        .map_err(|e| format!("{e}: {}", e.help))?;
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(format!("{number} is not between {} and {}", range.start(), range.end()))
    }
}

/// A number of significant digits.
pub fn digits(text: &str) -> Result<u64, String> {
    natural_in(text, &DIGITS)
}

/// Bits that keep the promise `hi - lo <= gap hi`: the least with `2^-bits <= gap`.
///
/// # Errors
/// What is wrong with the gap, and what to write instead.
pub fn gap_bits(gap: &Real) -> Result<u64, (String, String)> {
    let within = gap.sign() == Some(Ordering::Greater) && gap.compare(&Real::one()) == Some(Ordering::Less);
    if !within {
        return Err(("a relative gap is between 0 and 1, both excluded".into(), "write \"1e-6\"".into()));
    }
    let lower = gap.enclose::<Malachite>(64).lower().to_rational().filter(|lower| *lower > 0);
    match lower.map(|lower| lower.floor_log_base_2().unsigned_abs()) {
        Some(bits) if bits <= DIGITS.end() * 3 => Ok(bits),
        _ => Err((
            "this relative gap is too small".into(),
            format!("at most {} significant digits can be asked for", DIGITS.end()),
        )),
    }
}

/// Any number.
pub fn real(text: &str) -> Result<Real, String> {
    literal::parse(text).map_err(|error| format!("{error}: {}", error.help))
}

/// A relative gap, in bits: see [`gap_bits`].
pub fn relative_gap(text: &str) -> Result<u64, String> {
    gap_bits(&real(text)?).map_err(|(message, help)| format!("{message}: {help}"))
}

/// A working precision in bits: intervals start with 128.
pub fn precision(text: &str) -> Result<u64, String> {
    natural_in(text, &(128..=1 << 32))
}

/// Any whole number.
pub fn natural(text: &str) -> Result<u64, String> {
    natural_in(text, &(0..=u64::MAX))
}
