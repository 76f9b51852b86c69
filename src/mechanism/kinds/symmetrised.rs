//! `symmetrised`: every mechanism that satisfies a trade-off function in both orders of neighbours.

use crate::input::Fields;
use crate::mechanism::Operation;
use crate::mechanism::forms::as_curve::{exact, read_part, refuse};
use crate::mechanism::reading::description::mechanism;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::row;
use crate::refusal::Refusal;
pub(crate) const KIND: Kind = Kind {
    rows: &[row("symmetrised(M)", "every mechanism that satisfies M in both orders of neighbours")
        .more("for the worse order of one step, use the union with its inverse")],
    ..Kind::new("symmetrised", &[mechanism()], Form::Class(read))
};

/// `max(f, f^-1)` of [`Curve::symmetrised`](crate::tradeoff::Curve::symmetrised), which the class
/// attains; a symmetric function is unchanged.
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
