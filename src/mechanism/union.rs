//! `union`: every mechanism whose privacy region lies in the convex hull of several.

use super::tabulated::{read_curves, refuse};
use crate::input::Fields;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;

/// `min(f_1, ..., f_n)**` of [`Curve::hull_of_minimum`], which dominates each part, and which the class
/// attains.
///
/// Its composition is the worst case where each step may be any of the parts, known or not.
pub(super) fn read_union(fields: &mut Fields<'_>) -> Result<Curve, Refusal> {
    let parts = fields.required("mechanisms")?;
    Curve::hull_of_minimum(&read_curves(&parts, 1)?).map_err(|error| refuse(&error, &parts))
}
