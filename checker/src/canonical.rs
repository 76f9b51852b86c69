//! From a row as it is written to its canonical form.
//!
//! Certificates contain rows as the claim file has them, so that both can be compared word for
//! word. There a field may have several names, or be omitted. Only this module handles that. Code
//! that reads a row after it (`ledger.rs`, `kinds.rs`) finds each field under one name:
//!
//! - the kind alone as the mechanism, where that is in the compact notation (`notation.rs`);
//! - of each row `group`, and either `count` or `epochs`;
//! - of a sample `method`, and either `rate` or `size` and `population`;
//! - of integer noise either `sensitivity` or `shifts`, and of randomised response `categories`, of
//!   Hadamard response `blocks`;
//! - of Gaussian noise `sigma`, `mu`, or `scale` and `sensitivity`; and other fields that
//!   `kinds.rs` reads.
//!
//! Fields are renamed, and no number is read: each has the domain of the field that was written. A
//! quotient in place of `scale` and `sensitivity` would hide that both are below 0. And `epochs`
//! are not a `count`: where the last batch of an epoch is not full, they are a range of steps, and
//! the claim decides which of its ends is meant (`Claim::settle`). Errors in the words are reported
//! before errors in the numbers, or numbers that are undecided.

use crate::fault::{Fault, Malformed};
use crate::json::{Fields, Json};
use crate::notation::expand;

/// Alternative names of fields, with the names they are for: in rows, in constraints and in claims.
pub const ALSO: [(&str, &str); 1] = [("epsilon", "eps")];

/// The standard deviation of Gaussian noise over the clipping norm.
const NOISE_MULTIPLIER: [(&str, &str); 2] =
    [("noise_multiplier", "sigma"), ("noise-multiplier", "sigma")];

/// The standard deviation in the units of the data.
const STANDARD_DEVIATION: [(&str, &str); 4] =
    [("std", "scale"), ("stddev", "scale"), ("std_dev", "scale"), ("standard_deviation", "scale")];

/// Noise on a count, of which a row states how far neighbours move it.
const INTEGER_NOISE: [&str; 2] = ["discrete-gaussian", "discrete-laplace"];

/// Other names of the fields of a sample.
const SAMPLING: [(&str, &str); 11] = [
    ("sampler", "method"),
    ("sampling", "method"),
    ("sampling_probability", "rate"),
    ("sampling-probability", "rate"),
    ("sampling_rate", "rate"),
    ("sampling-rate", "rate"),
    ("sample_rate", "rate"),
    ("sample-rate", "rate"),
    ("q", "rate"),
    ("batch", "size"),
    ("n", "population"),
];

/// A row in which each field has its canonical name; messages use the name that was written.
pub(crate) struct Canonical {
    pub(crate) id: String,
    pub(crate) kind: String,
    /// All fields except these two and `sampling`.
    pub(crate) fields: Fields,
    /// The table `sampling`, if there is one.
    pub(crate) sampling: Option<Fields>,
    /// Is it integer noise without `sensitivity` and `shifts`?
    pub(crate) is_distance_defaulted: bool,
}

impl Canonical {
    /// The canonical form of a row, for neighbours of this adjacency.
    pub(crate) fn of(place: &str, written: Json, adjacency: &str) -> Result<Canonical, Fault> {
        let mut fields = Fields::of(place, written)?;
        let (id, mechanism) = (fields.text("id")?, fields.text("mechanism")?);
        // Where the parameters are from, and when it was released: remarks.
        for remark in ["source", "date"] {
            if fields.has(remark) {
                fields.text(remark)?;
            }
        }
        let kind = expand(mechanism, &mut fields).map_err(|fault| fault.at(&id))?;
        let is_distance_defaulted = INTEGER_NOISE.contains(&kind.as_str())
            && !fields.has("sensitivity")
            && !fields.has("shifts");
        let sampling = exchange(&kind, &mut fields, adjacency).map_err(|fault| fault.at(&id))?;
        Ok(Canonical { id, kind, fields, sampling, is_distance_defaulted })
    }
}

/// Renames the fields of a row, and takes its sample.
fn exchange(kind: &str, fields: &mut Fields, adjacency: &str) -> Result<Option<Fields>, Fault> {
    fields.rename(&ALSO)?;
    fields.default("group", 1);
    either(fields, "count", "epochs")?;
    match kind {
        "gaussian" => gaussian(fields, adjacency)?,
        kind if INTEGER_NOISE.contains(&kind) => either(fields, "sensitivity", "shifts")?,
        "randomized-response" => fields.default("categories", 2),
        "hadamard-response" => fields.default("blocks", 1),
        "multi-dp" => constraints(fields)?,
        _ => {}
    }
    let mut sampling = fields.has("sampling").then(|| fields.table("sampling")).transpose()?;
    sampling.iter_mut().try_for_each(|sampling| sampling.rename(&SAMPLING))?;
    Ok(sampling)
}

/// Two alternative fields of a row: the first one is set to 1 where both are missing.
fn either(fields: &mut Fields, first: &str, second: &str) -> Result<(), Fault> {
    if !fields.has(second) {
        fields.default(first, 1);
    } else if fields.has(first) {
        return Err(
            Malformed::Exclusive { first: fields.at(first), second: second.to_owned() }.into()
        );
    }
    Ok(())
}

fn gaussian(fields: &mut Fields, adjacency: &str) -> Result<(), Fault> {
    // A sum of clipped records moves by the clipping norm where one is added, removed or zeroed,
    // and by up to twice that where one is replaced.
    let multiplier = NOISE_MULTIPLIER.iter().find(|(name, _)| fields.has(name));
    if let Some((name, _)) = multiplier.filter(|_| adjacency == "replace-one") {
        return Err(Malformed::outside(
            &fields.at(name),
            "not sigma where neighbours replace a record",
        )
        .into());
    }
    fields.rename(&NOISE_MULTIPLIER)?;
    fields.rename(&STANDARD_DEVIATION)
}

fn constraints(fields: &mut Fields) -> Result<(), Fault> {
    let place = fields.at("constraints");
    let constraint = |written: Json| {
        let mut own = Fields::of(&place, written)?;
        own.rename(&ALSO)?;
        Ok(own.rest())
    };
    let constraints: Result<_, Fault> =
        fields.list("constraints")?.into_iter().map(constraint).collect();
    fields.insert("constraints", Json::List(constraints?));
    Ok(())
}
