//! `compose`: several mechanisms in sequence on the same data.

use super::Mechanism;
use super::description::mechanisms;
use super::kind::{Form, Kind};
use super::shown::row;
use crate::input::Fields;
use crate::refusal::Refusal;

pub(super) const KIND: Kind = Kind {
    elsewhere: &[(
        &["composition", "product", "sequential"],
        "mechanisms are composed by compose(mechanisms=[...]), or A * B",
    )],
    rows: &[row("compose(mechanisms=[A, B]), A * B", "A and B on the same data")],
    ..Kind::new("compose", &[mechanisms()], Form::Around(read))
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    let parts = fields.required("mechanisms")?.list()?;
    let parts = parts.iter().map(|part| Mechanism::read_for(part, size));
    Ok(Mechanism::Compose(parts.collect::<Result<_, _>>()?))
}
