//! `inverse`: a mechanism with its neighbours exchanged.

use super::Operation;
use super::curve::read_part;
use crate::input::Fields;
use crate::refusal::Refusal;

/// `f^-1` of [`Curve::inverse`](crate::tradeoff::Curve::inverse); a symmetric function is its own.
pub(super) fn read_inverse(fields: &mut Fields<'_>) -> Result<Operation, Refusal> {
    let part = fields.required("mechanism")?;
    Ok(read_part(&part, 1)?.inverse())
}
