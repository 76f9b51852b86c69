//! `repeat`: a mechanism several times.

use super::Mechanism;
use super::description::{mechanism, natural};
use super::family::smaller;
use super::kind::{Form, Kind, Names};
use super::sampled::MECHANISM;
use super::shown::row;
use crate::input::Fields;
use crate::refusal::Refusal;

const NAME: &str = "repeat";

pub(super) const KIND: Kind = Kind {
    names: Names::explained(&[
        MECHANISM,
        (&["k", "n", "times", "steps", "epochs"], "the number of times is count: gaussian(sigma=2)^1000"),
    ]),
    open: &[super::Parameter { is_whole: true, ..smaller(NAME, "count") }],
    rows: &[row("repeat(count, M), M^count", "M as many times as the count, on the same data")],
    ..Kind::new(NAME, &[natural("count").required(), mechanism()], Form::Around(read))
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    let count = fields.required("count")?.natural()?;
    Ok(Mechanism::read_for(&fields.required("mechanism")?, size)?.repeat(count))
}
