//! `intersection`: every mechanism that satisfies all of several trade-off functions.

use super::tabulated::{read_curves, refuse};
use crate::input::Fields;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;

/// `max(f_1, ..., f_n)` of [`Curve::maximum`], which the class attains.
pub(super) fn read_intersection(fields: &mut Fields<'_>) -> Result<Curve, Refusal> {
    let parts = fields.required("mechanisms")?;
    Curve::maximum(&read_curves(&parts, 1)?).map_err(|error| refuse(&error, &parts))
}
