//! `inverse`: a mechanism with its neighbours exchanged.

use super::tabulated::read_curve;
use crate::input::Fields;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;

/// `f^-1` of [`Curve::inverse`].
pub(super) fn read_inverse(fields: &mut Fields<'_>) -> Result<Curve, Refusal> {
    let part = fields.required("mechanism")?;
    Ok(read_curve(&part, 1)?.inverse())
}
