//! From the spanned tree of any front-end to a [`Mechanism`].

use super::sampled::read_subsample;
use super::{Dominating, Mechanism};
use super::{approx_dp, discrete_gaussian, discrete_laplace, finite_pair, gaussian, laplace, multi_dp};
use super::{randomized_response, staircase, trade_off, zcdp};
use crate::input::{Field, Fields, InputError, from_notation};
use crate::refusal::Refusal;

#[derive(Clone, Copy)]
enum Kind {
    /// A single step: its fields, for error messages, and its reader.
    Step(&'static [&'static str], fn(&mut Fields<'_>) -> Result<Dominating, InputError>),
    Repeat,
    Compose,
    Subsample,
    /// Known to the protocol and not yet judged: what it needs.
    Unsupported(&'static str),
}

const KINDS: [(&str, Kind); 17] = [
    ("approx-dp", Kind::Step(&["eps", "delta"], approx_dp::read_approx_dp)),
    ("approx-dp-tv", Kind::Step(&["eps", "delta", "eta", "alpha"], approx_dp::read_approx_dp_tv)),
    ("multi-dp", Kind::Step(&["constraints"], multi_dp::read_multi_dp)),
    ("randomized-response", Kind::Step(&["eps", "categories"], randomized_response::read_randomized_response)),
    ("finite-pair", Kind::Step(&["p", "q"], finite_pair::read_finite_pair)),
    ("trade-off", Kind::Step(&["vertices"], trade_off::read_trade_off)),
    ("staircase", Kind::Step(&["eps", "gamma"], staircase::read_staircase)),
    ("laplace", Kind::Step(&["eps"], laplace::read_laplace)),
    ("gaussian", Kind::Step(&["sigma", "mu"], gaussian::read_gaussian)),
    ("gdp", Kind::Step(&["mu"], gaussian::read_gdp)),
    ("repeat", Kind::Repeat),
    ("compose", Kind::Compose),
    ("discrete-laplace", Kind::Step(&["eps", "sensitivity"], discrete_laplace::read_discrete_laplace)),
    ("discrete-gaussian", Kind::Step(&["sigma_sq", "shifts"], discrete_gaussian::read_discrete_gaussian)),
    ("zcdp", Kind::Step(&["rho"], zcdp::read_zcdp)),
    ("subsample", Kind::Subsample),
    ("group", Kind::Unsupported("it needs group-privacy profiles")),
];

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

    /// Reads a mechanism from the tree of any front-end.
    ///
    /// # Errors
    /// See [`Mechanism::parse`].
    pub fn read(field: &Field<'_>) -> Result<Mechanism, Refusal> {
        let mut fields = field.fields()?;
        let mechanism = Mechanism::read_kind("kind", &mut fields)?;
        fields.finish()?;
        Ok(mechanism)
    }

    /// Reads the kind named by the field `key` and its parameters, and leaves other fields alone.
    pub(crate) fn read_kind(key: &'static str, fields: &mut Fields<'_>) -> Result<Mechanism, Refusal> {
        let kind = fields.required(key)?;
        match kind.choice(&KINDS)? {
            Kind::Step(names, read) => {
                fields.expect(names);
                Ok(Mechanism::Step(read(fields)?))
            }
            Kind::Repeat => {
                let count = fields.required("count")?.natural()?;
                Ok(Mechanism::read(&fields.required("mechanism")?)?.repeat(count))
            }
            Kind::Compose => {
                let parts = fields.required("mechanisms")?.list()?;
                Ok(Mechanism::Compose(parts.iter().map(Mechanism::read).collect::<Result<_, _>>()?))
            }
            Kind::Subsample => {
                fields.expect(&["method", "rate", "size", "population", "adjacency", "mechanism"]);
                read_subsample(fields)
            }
            Kind::Unsupported(missing) => {
                Err(Refusal::Unsupported { what: format!("the kind {}", kind.text()?), missing: missing.into() })
            }
        }
    }
}
