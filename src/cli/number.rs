//! Numbers on the command line, in the same language as everywhere else: `1e12` and `10^12` are
//! whole numbers here.

use crate::input::{Field, Item, Node};
use std::ops::RangeInclusive;

/// The significant digits that can be asked for.
pub const DIGITS: RangeInclusive<u64> = 1..=100_000;

/// A whole number in a range.
///
/// # Errors
/// A sentence that says what is expected.
pub fn natural_in(text: &str, range: &RangeInclusive<u64>) -> Result<u64, String> {
    let node = Node { item: Item::Text(text.to_owned()), span: 0..text.len() };
    let number = Field { node: &node, path: String::new() }.natural().map_err(|e| format!("{e}: {}", e.help))?;
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

/// A working precision in bits: intervals start with 128.
pub fn precision(text: &str) -> Result<u64, String> {
    natural_in(text, &(128..=1 << 32))
}

/// Any whole number.
pub fn natural(text: &str) -> Result<u64, String> {
    natural_in(text, &(0..=u64::MAX))
}
