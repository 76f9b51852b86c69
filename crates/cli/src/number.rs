//! Numbers on the command line, in the same language as everywhere else: `1e12` and `10^12` are
//! integers here.

use dpcert::Real;
use dpcert::exact::literal;
use dpcert::input::{Field, text_node};
pub use dpcert::quantity::DIGITS;
use dpcert::quantity::gap_bits;
use std::ops::RangeInclusive;

/// A whole number in a range.
///
/// # Errors
/// A sentence that says what is expected.
pub fn natural_in(text: &str, range: &RangeInclusive<u64>) -> Result<u64, String> {
    // Not the grammar of all numbers, where there is none.
    if literal::parse(text).is_err() {
        let end = match *range.end() {
            u64::MAX => String::new(),
            end => format!(" to {end}"),
        };
        return Err(format!("a whole number is expected, from {}{end}", range.start()));
    }
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
