//! `repeat`: a mechanism several times.

use super::sampled::MECHANISM;
use crate::input::Fields;
use crate::mechanism::Mechanism;
use crate::mechanism::reading::description::{mechanism, natural};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::row;
use crate::refusal::Refusal;

const NAME: &str = "repeat";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        MECHANISM,
        (
            &["k", "n", "times", "steps", "epochs"],
            "the number of times is count: gaussian(sigma=2)^1000",
        ),
    ]),
    open: &[crate::mechanism::Parameter { is_whole: true, ..smaller(NAME, "count") }],
    rows: &[row("repeat(count, M), M^count", "M as many times as the count, on the same data")],
    ..Kind::new(NAME, &[natural("count").required(), mechanism()], Form::Around(read))
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    let count = fields.required("count")?.natural()?;
    Ok(Mechanism::read_for(&fields.required("mechanism")?, size)?.repeat(count))
}
