//! `compose`: several mechanisms in sequence on the same data.

use crate::input::Fields;
use crate::mechanism::Mechanism;
use crate::mechanism::reading::description::mechanisms;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::row;
use crate::refusal::Refusal;

pub(crate) const KIND: Kind = Kind {
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
