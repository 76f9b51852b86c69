//! `inverse`: a mechanism with its neighbours exchanged.

use super::Operation;
use super::as_curve::read_part;
use super::description::mechanism;
use super::kind::{Form, Kind};
use super::shown::row;
use crate::input::Fields;
use crate::refusal::Refusal;
pub(super) const KIND: Kind = Kind {
    rows: &[row("inverse(M)", "M with the neighbours exchanged")],
    ..Kind::new("inverse", &[mechanism()], Form::Class(read))
};

/// `f^-1` of [`Curve::inverse`](crate::tradeoff::Curve::inverse); a symmetric function is its own inverse.
fn read(fields: &mut Fields<'_>) -> Result<Operation, Refusal> {
    let part = fields.required("mechanism")?;
    Ok(read_part(&part, 1)?.inverse())
}
