//! `mixture`: one of several mechanisms is drawn, and it is said which.

use super::domain::show;
use super::tabulated::{read_curves, refuse};
use crate::exact::real::Real;
use crate::input::Fields;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;
use std::cmp::Ordering;

/// [`Curve::mixture`]; for a group, the mixture of the parts' groups: the draw does not look at the data.
pub(super) fn read_mixture(fields: &mut Fields<'_>, size: u64) -> Result<Curve, Refusal> {
    let (weights, parts) = (fields.required("weights")?, fields.required("mechanisms")?);
    let curves = read_curves(&parts, size)?;
    let shares = weights.reals()?;
    if shares.len() != curves.len() {
        let message = format!("there are {} weights and {} mechanisms", shares.len(), curves.len());
        return Err(weights.error(message, "give one weight for each mechanism").into());
    }
    for (field, share) in weights.list()?.iter().zip(&shares) {
        if share.sign() == Some(Ordering::Less) {
            return Err(field.error(format!("the weight {} is negative", show(share)), "a weight is >= 0").into());
        }
    }
    let parts: Vec<(Real, Curve)> = shares.into_iter().zip(curves).collect();
    Curve::mixture(&parts).map_err(|error| refuse(&error, &weights))
}
