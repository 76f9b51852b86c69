//! Questions, as the protocol, the claim file and the command line ask them.

use crate::exact::real::Real;
use crate::input::{Field, InputError, Item};
use crate::mechanism::RenyiOrder;
use crate::refusal::Refusal;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A question about a composed mechanism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `delta(eps) = sup_S P(S) - e^eps Q(S)`, eps >= 0.
    Delta {
        /// The eps.
        eps: Real,
    },
    /// `inf{e >= 0 : delta(e) <= delta}`: 0 from the total variation on, inf below the mass at
    /// infinite loss.
    Eps {
        /// The delta, in [0, 1].
        delta: Real,
    },
    /// The total delta at every lattice point.
    Deltas {
        /// Is the papers' inner sum wanted too, with `total = 1 - (1 - mass at infinity) (1 - inner)`?
        inner: bool,
    },
    /// Total variation: delta(0).
    Tv,
    /// The least rho such that the composition is rho-zCDP.
    Rho,
    /// The trade-off function: the least type II error at level alpha.
    Beta {
        /// The level, in [0, 1].
        alpha: Real,
    },
    /// The Kullback-Leibler divergences of P from Q, of Q from P, and their sum.
    Kl,
    /// The Renyi divergence of P from Q.
    Renyi {
        /// The order.
        order: RenyiOrder,
    },
    /// The divergence chi^2 of P from Q.
    ChiSquared,
    /// kl, kappa_2, kappa_3, kappa_3-bar and chi^2_+ of the trade-off function.
    Functionals,
    /// The least average error of a decision between P and Q.
    BayesError {
        /// The prior probability of P, in [0, 1].
        prior: Real,
    },
    /// The vertices of the lower boundary of the region of errors.
    Region,
    /// An inner and an outer polygon around the trade-off function.
    Polygon {
        /// Their largest vertical distance, in (0, 1).
        gap: Rational,
    },
    /// All likelihood ratios with their masses.
    LikelihoodRatios,
    /// The Neyman-Pearson test of level alpha.
    Test {
        /// The level, in [0, 1].
        alpha: Real,
    },
}

/// Requires a parameter of a query in [0, 1], or >= 0.
pub(super) fn within(field: &Field<'_>, x: Real, one: bool) -> Result<Real, InputError> {
    let name = field.path.rsplit('.').next().unwrap_or_default().to_owned();
    let interval = if one { "[0, 1]" } else { "[0, inf)" };
    let above = matches!(x.sign(), Some(Ordering::Equal | Ordering::Greater));
    let below = !one || matches!(x.compare(&Real::one()), Some(Ordering::Equal | Ordering::Less));
    if above && below {
        Ok(x)
    } else {
        let message = format!("{name} = {} is not in {interval}", crate::mechanism::show(&x));
        Err(field.error(message, format!("{name} must be in {interval}")))
    }
}

/// The distance of two polygons: a rational number of a size that can be reached.
fn polygon_gap(field: &Field<'_>) -> Result<Rational, InputError> {
    let gap = field.real()?;
    let smallest = Rational::from_unsigneds(1u32, 100_000_000u32);
    match gap.as_rational() {
        Some(gap) if *gap >= smallest && *gap < 1 => Ok(gap.clone()),
        _ => Err(field.error(
            format!("gap = {} is not a rational number in [1e-8, 1)", crate::mechanism::show(&gap)),
            "the gap is the largest vertical distance between the two polygons: write \"1e-3\"",
        )),
    }
}

/// The order of a Renyi divergence: rational, > 0 and not 1, or `inf`.
fn order(field: &Field<'_>) -> Result<RenyiOrder, InputError> {
    if matches!(&field.node.item, Item::Text(text) if text == "inf") {
        return Ok(RenyiOrder::Infinite);
    }
    let order = field.real()?;
    match order.as_rational() {
        Some(x) if *x == 1 => {
            Err(field.error("order 1 is a limit", "it is the Kullback-Leibler divergence: ask for kl"))
        }
        Some(x) if *x > 0 => Ok(RenyiOrder::Finite(x.clone())),
        Some(x) => Err(field.error(format!("order = {x} is not positive"), "order must be > 0, or \"inf\"")),
        None => Err(field.error("the order is not known to be rational", "write p/q, or \"inf\"")),
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Delta,
    Eps,
    Deltas,
    Tv,
    Rho,
    Kl,
    Renyi,
    ChiSquared,
    Functionals,
    BayesError,
    Beta,
    Region,
    LikelihoodRatios,
    Test,
    Polygon,
}

const KINDS: [(&str, Kind); 15] = [
    ("delta", Kind::Delta),
    ("eps", Kind::Eps),
    ("deltas", Kind::Deltas),
    ("tv", Kind::Tv),
    ("rho", Kind::Rho),
    ("kl", Kind::Kl),
    ("renyi", Kind::Renyi),
    ("chi-squared", Kind::ChiSquared),
    ("functionals", Kind::Functionals),
    ("bayes-error", Kind::BayesError),
    ("beta", Kind::Beta),
    ("region", Kind::Region),
    ("likelihood-ratios", Kind::LikelihoodRatios),
    ("test", Kind::Test),
    ("polygon", Kind::Polygon),
];

/// What the protocol answers besides, and reads elsewhere.
const NOT_QUANTITIES: [&str; 2] = ["calibrate", "dominates"];

impl Query {
    /// Reads a query object: one field, named for the quantity, holding a table of its parameters.
    ///
    /// # Errors
    /// No quantity or more than one, an unknown one, parameters missing, unknown or outside their
    /// domain.
    pub fn read(field: &Field<'_>) -> Result<Query, Refusal> {
        let mut fields = field.fields()?;
        let mut found = None;
        for (name, kind) in KINDS {
            if let Some(arguments) = fields.optional(name) {
                if found.is_some() {
                    return Err(field.error("there is more than one quantity", "ask one question a line").into());
                }
                found = Some(Query::read_arguments(kind, &arguments)?);
            }
        }
        for name in NOT_QUANTITIES {
            if let Some(field) = fields.optional(name) {
                let message = format!("{name} is not a quantity of a mechanism");
                return Err(field
                    .error(message, "it is a question to \"dpcert query\", and the only one of its line")
                    .into());
            }
        }
        fields.finish()?;
        found.ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).chain(NOT_QUANTITIES).collect();
            field.error("there is no quantity", format!("ask for one of {}", names.join(", "))).into()
        })
    }

    /// Reads the parameters of the quantity called `name`; `None` if there is no such quantity.
    ///
    /// # Errors
    /// Parameters missing, unknown or outside their domain.
    pub(crate) fn read_named(name: &str, arguments: &Field<'_>) -> Result<Option<Query>, InputError> {
        let kind = KINDS.iter().find(|(known, _)| *known == name);
        kind.map(|(_, kind)| Query::read_arguments(*kind, arguments)).transpose()
    }

    fn read_arguments(kind: Kind, arguments: &Field<'_>) -> Result<Query, InputError> {
        let mut fields = arguments.fields()?;
        let query = match kind {
            Kind::Delta => {
                let eps = fields.required("eps")?;
                Query::Delta { eps: within(&eps, eps.real()?, false)? }
            }
            Kind::Eps => {
                let delta = fields.required("delta")?;
                Query::Eps { delta: within(&delta, delta.real()?, true)? }
            }
            Kind::Beta => {
                let alpha = fields.required("alpha")?;
                Query::Beta { alpha: within(&alpha, alpha.real()?, true)? }
            }
            Kind::Test => {
                let alpha = fields.required("alpha")?;
                Query::Test { alpha: within(&alpha, alpha.real()?, true)? }
            }
            Kind::Deltas => {
                let inner = fields.optional("inner").map_or(Ok(false), |field| field.boolean())?;
                Query::Deltas { inner }
            }
            Kind::Polygon => Query::Polygon { gap: polygon_gap(&fields.required("gap")?)? },
            Kind::Tv => Query::Tv,
            Kind::Rho => Query::Rho,
            Kind::Kl => Query::Kl,
            Kind::ChiSquared => Query::ChiSquared,
            Kind::Functionals => Query::Functionals,
            Kind::Renyi => Query::Renyi { order: order(&fields.required("order")?)? },
            Kind::BayesError => {
                let prior = fields.required("prior")?;
                Query::BayesError { prior: within(&prior, prior.real()?, true)? }
            }
            Kind::Region => Query::Region,
            Kind::LikelihoodRatios => Query::LikelihoodRatios,
        };
        fields.finish()?;
        Ok(query)
    }

    /// The quantity's name in the protocol.
    pub fn name(&self) -> &'static str {
        match self {
            Query::Delta { .. } => "delta",
            Query::Eps { .. } => "eps",
            Query::Deltas { .. } => "deltas",
            Query::Tv => "tv",
            Query::Rho => "rho",
            Query::Kl => "kl",
            Query::Renyi { .. } => "renyi",
            Query::ChiSquared => "chi-squared",
            Query::Functionals => "functionals",
            Query::BayesError { .. } => "bayes-error",
            Query::Beta { .. } => "beta",
            Query::Region => "region",
            Query::Polygon { .. } => "polygon",
            Query::LikelihoodRatios => "likelihood-ratios",
            Query::Test { .. } => "test",
        }
    }
}
