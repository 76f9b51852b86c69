//! Numbers as text: decimals rounded outward, and the exact value where there is one and it is wanted.

use super::Bounds;

/// The texts of an enclosure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// At most the true value: a decimal, or `inf`.
    pub lo: String,
    /// At least the true value; equal to `lo` where the value is a short decimal.
    pub hi: String,
    /// The exact value where it is known and shown: `p/q` or `ln(p/q)`, for some quantities any expression.
    pub exact: Option<String>,
}

impl Printed {
    /// With the digits that the number is worth.
    ///
    /// Cost: two divisions of the length of the exact value, and its digits where they are shown.
    pub fn of(bounds: &Bounds) -> Printed {
        Printed {
            lo: bounds.printed_lower().to_string(),
            hi: bounds.printed_upper().to_string(),
            exact: bounds.exact_text(),
        }
    }
}
