//! `symmetrised`: every mechanism that satisfies a trade-off function in both orders of neighbours.

use super::tabulated::{read_curve, refuse};
use crate::input::Fields;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;

/// `max(f, f^-1)` of [`Curve::symmetrised`], which the class attains.
pub(super) fn read_symmetrised(fields: &mut Fields<'_>) -> Result<Curve, Refusal> {
    let part = fields.required("mechanism")?;
    read_curve(&part, 1)?.symmetrised().map_err(|error| refuse(&error, &part))
}
