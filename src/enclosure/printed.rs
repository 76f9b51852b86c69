//! Numbers as text: decimals rounded outward, and the exact value where it is known and requested.

use super::Styled;

/// The texts of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// A lower bound of the true value: a decimal, or `inf`.
    pub lo: String,
    /// An upper bound of the true value; equal to `lo` where the value is a short decimal.
    pub hi: String,
    /// The exact value where it is known and shown: `p/q` or `ln(p/q)`, for some quantities any
    /// expression.
    pub exact: Option<String>,
}

impl Printed {
    /// With the digits that the enclosure justifies.
    ///
    /// Cost: two divisions of the length of the exact value, and its digits where they are shown.
    pub fn of(number: &Styled) -> Printed {
        Printed {
            lo: number.printed_lower().to_string(),
            hi: number.printed_upper().to_string(),
            exact: number.exact_text(),
        }
    }
}
