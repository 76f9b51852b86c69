//! `intersection`: every mechanism that satisfies all of several trade-off functions.

use crate::input::Fields;
use crate::mechanism::Operation;
use crate::mechanism::forms::as_curve::{exact, read_parts, refuse};
use crate::mechanism::reading::description::mechanisms;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::row;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;
pub(crate) const KIND: Kind = Kind {
    rows: &[row("intersection(mechanisms=[...])", "every mechanism that satisfies all of them")],
    ..Kind::new("intersection", &[mechanisms()], Form::Class(read))
};

/// `max(f_1, ..., f_n)` of [`Curve::maximum`], which the class attains.
fn read(fields: &mut Fields<'_>) -> Result<Operation, Refusal> {
    let field = fields.required("mechanisms")?;
    let parts = read_parts(&field, 1)?;
    match Operation::curves(&parts) {
        Ok(None) => Ok(Operation::Intersection(parts)),
        Ok(Some(curves)) => exact(Curve::maximum(&curves), &field),
        Err(error) => Err(refuse(&error, &field)),
    }
}
