//! Certified numbers, and the quantities that they are values of, in the form of all reports.

use super::tree::Record;
use dpcert::claim::Quantity;
use dpcert::{Printed, Styled};

/// An enclosure.
pub fn ends(bounds: &Styled) -> Record {
    Record::of("lo", bounds.printed_lower().to_string())
        .with("hi", bounds.printed_upper().to_string())
}

/// A certified value; `null` three times where there is none.
pub fn known(bounds: Option<&Styled>) -> Record {
    let (lo, hi, exact) = match bounds.map(Printed::of) {
        Some(Printed { lo, hi, exact }) => (Some(lo), Some(hi), exact),
        None => (None, None, None),
    };
    Record::of("lo", lo).with("hi", hi).with("exact", exact)
}

/// A quantity with its parameter.
pub fn requested(quantity: &Quantity) -> Record {
    let parameters: Record =
        quantity.parameter.iter().map(|(name, value)| (*name, &value.text)).collect();
    Record::of("quantity", quantity.name).with("parameters", parameters)
}
