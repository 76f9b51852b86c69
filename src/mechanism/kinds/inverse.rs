//! `inverse`: a mechanism with its neighbours exchanged.

use crate::input::Fields;
use crate::mechanism::Operation;
use crate::mechanism::forms::as_curve::read_part;
use crate::mechanism::reading::description::mechanism;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::row;
use crate::refusal::Refusal;
pub(crate) const KIND: Kind = Kind {
    rows: &[row("inverse(M)", "M with the neighbours exchanged")],
    ..Kind::new("inverse", &[mechanism()], Form::Class(read))
};

/// `f^-1` of [`Curve::inverse`](crate::tradeoff::Curve::inverse); a symmetric function is its own
/// inverse.
fn read(fields: &mut Fields<'_>) -> Result<Operation, Refusal> {
    let part = fields.required("mechanism")?;
    Ok(read_part(&part, 1)?.inverse())
}
