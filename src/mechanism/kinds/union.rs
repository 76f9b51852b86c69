//! `union`: every mechanism whose privacy region lies in the convex hull of several.

use crate::input::Fields;
use crate::mechanism::Operation;
use crate::mechanism::forms::as_curve::{exact, read_parts, refuse};
use crate::mechanism::reading::description::mechanisms;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::row;
use crate::refusal::Refusal;
use crate::tradeoff::Curve;
pub(crate) const KIND: Kind = Kind {
    rows: &[row(
        "union(mechanisms=[...])",
        "the hull: every mechanism that satisfies one of them, and more",
    )],
    ..Kind::new("union", &[mechanisms()], Form::Class(read))
};

/// `min(f_1, ..., f_n)**` of [`Curve::hull_of_minimum`], which dominates each part, and which the
/// class attains.
///
/// Its composition is the worst case where each step may be any of the parts, whether this is known
/// or not.
fn read(fields: &mut Fields<'_>) -> Result<Operation, Refusal> {
    let field = fields.required("mechanisms")?;
    let parts = read_parts(&field, 1)?;
    match Operation::curves(&parts) {
        Ok(None) => Ok(Operation::Union(parts)),
        Ok(Some(curves)) => exact(Curve::hull_of_minimum(&curves), &field),
        Err(error) => Err(refuse(&error, &field)),
    }
}
