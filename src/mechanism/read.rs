//! From the spanned tree of any front-end to a [`Mechanism`].

use super::group::{Members, group_of_class, group_under_sampling, read_size};
use super::names;
use super::sampled::read_subsample;
use super::{Dominating, Mechanism, Operation};
use super::{approx_dp, discrete_gaussian, discrete_laplace, finite_pair, gaussian, laplace, multi_dp};
use super::{erasure, intersection, inverse, mixture, symmetrised, union};
use super::{randomized_response, staircase, trade_off, zcdp};
use crate::input::{Field, Fields, InputError, from_notation};
use crate::refusal::Refusal;

type Reader = fn(&mut Fields<'_>) -> Result<Dominating, InputError>;

#[derive(Clone, Copy)]
enum Kind {
    /// A single step: its fields, for error messages, its reader, and what it is for a group.
    Step(&'static [&'static str], Reader, Members),
    /// A trade-off function made of others, as the class of all mechanisms with it.
    Class(&'static [&'static str], fn(&mut Fields<'_>) -> Result<Operation, Refusal>),
    /// One of other mechanisms, drawn without a look at the data; for groups of a size.
    Drawn(&'static [&'static str], fn(&mut Fields<'_>, u64) -> Result<Operation, Refusal>),
    Repeat,
    Compose,
    Subsample,
    Group,
}

const ANSWERS: &str = "the pair of a group depends on how the answers of its members are combined: \
     approx-dp(eps, delta=0) is the worst case over all mechanisms, randomized-response(eps)^k every answer by itself";
const STAIRCASE: &str = "at a distance of several sensitivities its pair is another one: \
     approx-dp(eps, delta=0) is the worst case over all mechanisms";

const KINDS: [(&str, Kind); 23] = [
    ("approx-dp", Kind::Step(&["eps", "delta"], approx_dp::read_approx_dp, Members::Class)),
    ("approx-dp-tv", Kind::Step(&["eps", "delta", "eta", "alpha"], approx_dp::read_approx_dp_tv, Members::Class)),
    ("multi-dp", Kind::Step(&["constraints"], multi_dp::read_multi_dp, Members::Class)),
    (
        "randomized-response",
        Kind::Step(
            &["eps", "categories"],
            randomized_response::read_randomized_response,
            Members::Unsupported(ANSWERS),
        ),
    ),
    ("finite-pair", Kind::Step(&["p", "q"], finite_pair::read_finite_pair, Members::Class)),
    ("trade-off", Kind::Step(&["vertices"], trade_off::read_trade_off, Members::Class)),
    ("staircase", Kind::Step(&["eps", "gamma"], staircase::read_staircase, Members::Unsupported(STAIRCASE))),
    ("laplace", Kind::Step(&["eps", "scale", "sensitivity"], laplace::read_laplace, Members::Distance)),
    ("gaussian", Kind::Step(&["sigma", "mu", "scale", "sensitivity"], gaussian::read_gaussian, Members::Distance)),
    ("gdp", Kind::Step(&["mu"], gaussian::read_gdp, Members::Distance)),
    ("repeat", Kind::Repeat),
    ("compose", Kind::Compose),
    (
        "discrete-laplace",
        Kind::Step(
            &["eps", "sensitivity", "shifts"],
            discrete_laplace::read_discrete_laplace,
            Members::Read(discrete_laplace::read_discrete_laplace_of_group),
        ),
    ),
    (
        "discrete-gaussian",
        Kind::Step(
            &["sigma_sq", "sensitivity", "shifts"],
            discrete_gaussian::read_discrete_gaussian,
            Members::Distance,
        ),
    ),
    ("zcdp", Kind::Step(&["rho"], zcdp::read_zcdp, Members::Distance)),
    ("subsample", Kind::Subsample),
    ("group", Kind::Group),
    ("inverse", Kind::Class(&["mechanism"], inverse::read_inverse)),
    ("symmetrised", Kind::Class(&["mechanism"], symmetrised::read_symmetrised)),
    ("intersection", Kind::Class(&["mechanisms"], intersection::read_intersection)),
    ("union", Kind::Class(&["mechanisms"], union::read_union)),
    ("mixture", Kind::Drawn(&["weights", "mechanisms"], mixture::read_mixture)),
    ("erasure", Kind::Drawn(&["rate", "mechanism"], erasure::read_erasure)),
];

/// The kinds of mechanisms, each with the names of its fields, in the order of the catalogue.
///
/// ```
/// let staircase = dpcert::mechanism::kinds().find(|(kind, _)| *kind == "staircase");
/// assert_eq!(staircase, Some(("staircase", &["eps", "gamma"][..])));
/// ```
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    KINDS.into_iter().map(|(name, kind)| (name, kind.fields()))
}

impl Kind {
    fn fields(self) -> &'static [&'static str] {
        match self {
            Kind::Step(names, ..) | Kind::Class(names, _) | Kind::Drawn(names, _) => names,
            Kind::Repeat => &["count", "mechanism"],
            Kind::Compose => &["mechanisms"],
            Kind::Group => &["size", "mechanism"],
            Kind::Subsample => &["method", "rate", "size", "population", "batch", "n", "adjacency", "mechanism"],
        }
    }
}

impl Mechanism {
    /// Reads the compact notation of the command line, for example
    /// `approx-dp(eps=1/10, delta=1e-6)^1000 * gaussian(sigma=2)`.
    ///
    /// # Errors
    /// [`Refusal::Input`] with the place, or [`Refusal::Unsupported`] for kinds that this release
    /// knows and cannot judge.
    pub fn parse(text: &str) -> Result<Mechanism, Refusal> {
        let node = from_notation(text)?;
        Mechanism::read(&Field { node: &node, path: "mechanism".into() })
    }

    /// Reads a mechanism from the tree of any front-end, or a text in the compact notation.
    ///
    /// # Errors
    /// See [`Mechanism::parse`].
    pub fn read(field: &Field<'_>) -> Result<Mechanism, Refusal> {
        Mechanism::read_for(field, 1)
    }

    /// Reads a mechanism for groups of `size` members.
    pub(super) fn read_for(field: &Field<'_>, size: u64) -> Result<Mechanism, Refusal> {
        if let Some(node) = field.unfolded()? {
            return Mechanism::read_for(&Field { node: &node, path: field.path.clone() }, size);
        }
        let mut fields = field.fields()?;
        let mechanism = Mechanism::read_kind("kind", &mut fields, size)?;
        fields.finish()?;
        Ok(mechanism)
    }

    /// Reads the kind named by the field `key` and its parameters, for groups of `size` members, and
    /// leaves other fields alone.
    pub(crate) fn read_kind(key: &'static str, fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
        let kind = fields.required(key)?;
        let found = kind.choice(&KINDS).map_err(|error| names::explained(error, &kind))?;
        names::read(kind.text()?, fields)?;
        match found {
            Kind::Step(names, read, members) => {
                fields.expect(names);
                Ok(Mechanism::Step(members.read(&kind, fields, read, size)?))
            }
            Kind::Class(names, read) => {
                fields.expect(names);
                Ok(group_of_class(&kind, read(fields)?, size)?.into_mechanism())
            }
            Kind::Drawn(names, read) => {
                fields.expect(names);
                Ok(read(fields, size)?.into_mechanism())
            }
            Kind::Repeat => {
                let count = fields.required("count")?.natural()?;
                Ok(Mechanism::read_for(&fields.required("mechanism")?, size)?.repeat(count))
            }
            Kind::Compose => {
                let parts = fields.required("mechanisms")?.list()?;
                let parts = parts.iter().map(|part| Mechanism::read_for(part, size));
                Ok(Mechanism::Compose(parts.collect::<Result<_, _>>()?))
            }
            Kind::Group => {
                let field = fields.required("size")?;
                let size = read_size(&field)?.checked_mul(size);
                let size = size.ok_or_else(|| {
                    field.error("the group has more than 2^64 - 1 members", "the sizes of nested groups multiply")
                })?;
                Mechanism::read_for(&fields.required("mechanism")?, size)
            }
            Kind::Subsample => {
                fields.expect(&["method", "rate", "size", "population", "adjacency", "mechanism"]);
                let sampled = read_subsample(fields)?;
                if size > 1 {
                    return Err(group_under_sampling());
                }
                Ok(sampled)
            }
        }
    }
}
