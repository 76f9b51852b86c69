//! `erasure`: a mechanism whose output is lost with some probability.

use super::mixture::mixture;
use crate::exact::real::Real;
use crate::input::Fields;
use crate::mechanism::Operation;
use crate::mechanism::forms::as_curve::read_part;
use crate::mechanism::reading::description::{mechanism, number};
use crate::mechanism::reading::domain::require_within;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::{eps, input, row, template};
use crate::refusal::Refusal;
use crate::tradeoff::Curve;
pub(crate) const KIND: Kind = Kind {
    rows: &[row("erasure(rate, M)", "M, without an output with that probability")],
    templates: &[template(
        "erasure, Laplace",
        "erasure(rate={rate}, mechanism=laplace(eps={eps}))",
        &[input("rate", "0.5").even("0", "1", "0.01"), eps("1")],
    )],
    ..Kind::new("erasure", &[number("rate").required(), mechanism()], Form::Drawn(read))
};

/// [`Curve::erased`]; for a group, that of the part's group: the erasure does not depend on the
/// data.
fn read(fields: &mut Fields<'_>, size: u64) -> Result<Operation, Refusal> {
    let (rate, part) = (fields.required("rate")?, fields.required("mechanism")?);
    let share = rate.real()?;
    require_within("rate", &share, &Real::zero(), Some(&Real::one()))
        .map_err(|e| e.at(&[&rate]))?;
    let part = read_part(&part, size)?;
    if share.is_zero() {
        return Ok(part);
    }
    let silent = Operation::Exact(Curve::identity().to_pair());
    mixture(vec![(share.clone(), silent), (1 - &share, part)], &rate)
}
