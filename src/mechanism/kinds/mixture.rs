//! `mixture`: one of several mechanisms is chosen at random, and the choice is published.

use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Field, Fields};
use crate::mechanism::Operation;
use crate::mechanism::forms::as_curve::{exact, read_parts, refuse};
use crate::mechanism::reading::description::{mechanisms, numbers};
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::row;
use crate::refusal::Refusal;
use crate::tradeoff::{AlgebraError, Curve};
use std::cmp::Ordering;
pub(crate) const KIND: Kind = Kind {
    rows: &[row(
        "mixture(weights=[...], mechanisms=[...])",
        "one of them is chosen at random, and the choice is published",
    )],
    ..Kind::new("mixture", &[numbers("weights").required(), mechanisms()], Form::Drawn(read))
};

/// [`Curve::mixture`]; for a group, the mixture of the parts' groups: the choice does not depend on
/// the data.
fn read(fields: &mut Fields<'_>, size: u64) -> Result<Operation, Refusal> {
    let (weights, parts) = (fields.required("weights")?, fields.required("mechanisms")?);
    let parts = read_parts(&parts, size)?;
    let shares = weights.reals()?;
    if shares.len() != parts.len() {
        let message = format!("there are {} weights and {} mechanisms", shares.len(), parts.len());
        return Err(weights.error(message, "give one weight for each mechanism").into());
    }
    for (field, share) in weights.list()?.iter().zip(&shares) {
        if share.sign() == Some(Ordering::Less) {
            return Err(field
                .error(format!("the weight {} is negative", show(share)), "a weight is >= 0")
                .into());
        }
    }
    mixture(shares.into_iter().zip(parts).collect(), &weights)
}

/// The mixture with the weights of a field.
pub(crate) fn mixture(
    parts: Vec<(Real, Operation)>,
    field: &Field<'_>,
) -> Result<Operation, Refusal> {
    let curves =
        parts.iter().map(|(share, part)| Ok(part.curve()?.map(|curve| (share.clone(), curve))));
    match curves.collect::<Result<Option<Vec<_>>, AlgebraError>>() {
        Ok(Some(curves)) => exact(Curve::mixture(&curves), field),
        Ok(None) => {
            // The weights are checked by a mixture of parts that reveal nothing.
            let silent = parts.iter().map(|(share, _)| (share.clone(), Curve::identity()));
            Curve::mixture(&silent.collect::<Vec<_>>()).map_err(|error| refuse(&error, field))?;
            let mut parts: Vec<_> =
                parts.into_iter().filter(|(share, _)| !share.is_zero()).collect();
            match parts.pop() {
                Some((_, part)) if parts.is_empty() => Ok(part),
                last => {
                    parts.extend(last);
                    Ok(Operation::Mixture(
                        parts.into_iter().map(|(share, part)| (share, part.drawn())).collect(),
                    ))
                }
            }
        }
        Err(error) => Err(refuse(&error, field)),
    }
}
