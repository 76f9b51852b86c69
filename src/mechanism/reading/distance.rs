//! The distance by which neighbours move the values that noise is added to, where it is stated. The
//! [module](super) says which fields state it, and why.

use super::domain::{require_positive, require_within};
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError, Item};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::UnsignedAbs;

/// Takes `sensitivity` or `shifts` of integer noise: the distance by which each count moves, `[1]`
/// where both are missing. The sign of a shift does not matter.
pub(crate) fn read_shifts(fields: &mut Fields<'_>) -> Result<Vec<u64>, InputError> {
    match (fields.optional("sensitivity"), fields.optional("shifts")) {
        (None, None) => Ok(vec![1]),
        (Some(sensitivity), None) if matches!(sensitivity.node.item, Item::List(_)) => {
            let help = "list by how much neighbours move each of several counts as shifts: shifts = [1, -1]";
            Err(sensitivity.error("the sensitivity is that of one count", help))
        }
        (Some(sensitivity), None) => Ok(vec![sensitivity.natural()?]),
        (None, Some(shifts)) => match shifts.list()?.as_slice() {
            [] => Err(shifts.error(
                "no shift is given",
                "list by how much neighbours move each count: [1], [1, -1]; or [0] where they move none",
            )),
            counts => counts.iter().map(shift).collect(),
        },
        (Some(sensitivity), Some(_)) => Err(sensitivity
            .error("both sensitivity and shifts are given", "give one of them: sensitivity = 2 is shifts = [2]")),
    }
}

/// The distance by which the one count moves that integer noise is drawn for.
pub(crate) fn read_shift_of_one(fields: &mut Fields<'_>) -> Result<Real, InputError> {
    match read_shifts(&mut fields.clone())?.as_slice() {
        [shift] => Ok(Real::from(*shift)),
        shifts => {
            let message = format!("{} counts have noise, each of its own", shifts.len());
            let help = "give the distance of one of them: sensitivity = 1";
            Err(fields.required("shifts")?.error(message, help))
        }
    }
}

fn shift(field: &Field<'_>) -> Result<u64, InputError> {
    let shift = field.real()?;
    let Some(rational) = shift.as_rational() else {
        let help = "give by how much neighbours move each count: [\"1\", \"-1\"]";
        return Err(field.error("a shift is not known to be a whole number", help));
    };
    let integer = Integer::try_from(rational).ok();
    integer.and_then(|n| u64::try_from(&n.unsigned_abs()).ok()).ok_or_else(|| {
        field.error(
            "a shift is a whole number",
            "give by how much neighbours move each count: [\"1\", \"-1\"]",
        )
    })
}

/// Noise given by its size, by a ratio or in the units of the data.
pub(crate) struct Ratio {
    /// The names of the ratio in the files, the usual one first.
    pub(crate) names: &'static [&'static str],
    /// What the ratio means, for messages.
    pub(crate) meaning: &'static str,
    /// Advice for several values that move.
    pub(crate) several: &'static str,
}

impl Ratio {
    /// Takes `scale` and `sensitivity`, and returns sensitivity / scale; `None` where the ratio is
    /// given.
    ///
    /// # Errors
    /// If one of them is given without the other or beside a ratio, or for `shifts`.
    pub(crate) fn read_scaled(&self, fields: &mut Fields<'_>) -> Result<Option<Real>, InputError> {
        fields.forbid("shifts", "the noise is added to one value", self.several)?;
        let ratio = self.names.iter().copied().find(|name| fields.clone().optional(name).is_some());
        let usual = self.names.first().copied().unwrap_or_default();
        match (fields.optional("scale"), fields.optional("sensitivity"), ratio) {
            (None, None, _) => Ok(None),
            (Some(scale), _, Some(ratio)) => Err(scale.error(
                format!("both {ratio} and scale are given"),
                format!("{}: give {ratio} alone, or scale and sensitivity", self.meaning),
            )),
            (None, Some(sensitivity), Some(ratio)) => Err(sensitivity.error(
                format!("a sensitivity needs a scale, and {ratio} already contains it"),
                format!(
                    "{}: leave out the sensitivity, or give scale and sensitivity",
                    self.meaning
                ),
            )),
            (None, Some(sensitivity), None) => Err(sensitivity.error(
                "a sensitivity needs a scale",
                format!("add scale; or give {usual} alone: {}", self.meaning),
            )),
            (Some(scale), None, None) => Err(scale.error(
                "a scale in the units of the data needs a sensitivity",
                format!(
                    "add sensitivity, how far neighbours move the value; or give {usual}: {}",
                    self.meaning
                ),
            )),
            (Some(scale), Some(sensitivity), None) => {
                let (b, s) = (scale.real()?, sensitivity.real()?);
                require_positive("scale", &b).map_err(|e| e.at(&[&scale]))?;
                require_within("sensitivity", &s, &Real::zero(), None)
                    .map_err(|e| e.at(&[&sensitivity]))?;
                Ok(Some(&s / &b))
            }
        }
    }
}
