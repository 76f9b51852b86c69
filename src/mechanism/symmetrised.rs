//! `symmetrised`: every mechanism that satisfies a trade-off function in both orders of neighbours.

use super::Operation;
use super::as_curve::{exact, read_part, refuse};
use super::description::mechanism;
use super::kind::{Form, Kind};
use super::shown::row;
use crate::input::Fields;
use crate::refusal::Refusal;
pub(super) const KIND: Kind = Kind {
    rows: &[row("symmetrised(M)", "every mechanism that satisfies M in both orders of neighbours")
        .more("for the worse order of one step, use the union with its inverse")],
    ..Kind::new("symmetrised", &[mechanism()], Form::Class(read))
};

/// `max(f, f^-1)` of [`Curve::symmetrised`](crate::tradeoff::Curve::symmetrised), which the class attains; a symmetric
/// function is unchanged.
fn read(fields: &mut Fields<'_>) -> Result<Operation, Refusal> {
    let field = fields.required("mechanism")?;
    let part = read_part(&field, 1)?;
    match part.curve() {
        Ok(None) if part.is_symmetric() => Ok(part),
        Ok(None) => Ok(Operation::Symmetrised(Box::new(part))),
        Ok(Some(curve)) => exact(curve.symmetrised(), &field),
        Err(error) => Err(refuse(&error, &field)),
    }
}
