//! `erasure`: a mechanism whose output is lost with some probability.

use super::domain::require_within;
use super::tabulated::{read_curve, refuse};
use crate::exact::real::Real;
use crate::input::Fields;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;

/// [`Curve::erased`]; for a group, that of the part's group: the loss does not look at the data.
pub(super) fn read_erasure(fields: &mut Fields<'_>, size: u64) -> Result<Curve, Refusal> {
    let (rate, part) = (fields.required("rate")?, fields.required("mechanism")?);
    let share = rate.real()?;
    require_within("rate", &share, &Real::zero(), Some(&Real::one())).map_err(|e| e.at(&[&rate]))?;
    read_curve(&part, size)?.erased(&share).map_err(|error| refuse(&error, &rate))
}
