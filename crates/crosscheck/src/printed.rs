//! Numbers as text: decimals rounded outward, and the exact value where there is one and it is wanted.

use dpcert::exact::real::rational_bits;
use dpcert::quantity::{Bounds, Exact, ShowExact};

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

/// Exact results are shown by default up to this many characters.
const SHORT: usize = 1000;

impl Printed {
    /// With the digits that the number is worth.
    ///
    /// Cost: two divisions of the length of the exact value, and its digits where they are shown.
    pub fn of(bounds: &Bounds) -> Printed {
        Printed {
            lo: bounds.printed_lower().to_string(),
            hi: bounds.printed_upper().to_string(),
            exact: bounds.exact().and_then(|exact| exact_text(exact, bounds.shown())),
        }
    }
}

fn exact_text(exact: &Exact, shown: ShowExact) -> Option<String> {
    // log10(2) < 0.302: a number of b bits has at most 0.302 b + 1 digits, and at least one in four.
    let is_long = match exact {
        Exact::Rational(x) | Exact::Logarithm(x) => rational_bits(x) / 4 > SHORT as u64,
        Exact::Expression(_) => false,
    };
    match shown {
        ShowExact::Never => None,
        ShowExact::Always => Some(exact.to_string()),
        ShowExact::Short if is_long => None,
        ShowExact::Short => Some(exact.to_string()).filter(|text| text.len() < SHORT),
    }
}
