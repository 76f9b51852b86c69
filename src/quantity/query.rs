//! Questions, as the protocol, the claim file and the command line write them.

use super::table::{self, Entry, QUANTITIES, SEARCHES, Search};
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError, Item, text_node};
use crate::mechanism::RenyiOrder;
use crate::refusal::Refusal;
use crate::tradeoff::{Gap, Height, Side};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A question about a composed mechanism.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
        /// Is the inner sum of the papers requested too, with `total = 1 - (1 - mass at infinity)
        /// (1 - inner)`?
        inner: bool,
    },
    /// Total variation: delta(0).
    Tv,
    /// The least rho such that the composition is rho-zCDP.
    Rho,
    /// The least mu of Gaussian differential privacy, by the tests of which both errors are at
    /// least a cut.
    Gdp {
        /// The cut, a rational number in (0, 1/2).
        alpha_min: Rational,
    },
    /// What the mu of [`Query::Gdp`] overstates: the largest difference between the Bayes errors of
    /// the mechanism and of mu-GDP.
    GdpRegret {
        /// The cut of mu, a rational number in (0, 1/2).
        alpha_min: Rational,
    },
    /// The trade-off function: the least type II error at level alpha.
    Beta {
        /// The level, in [0, 1].
        alpha: Real,
    },
    /// The Kullback-Leibler divergences of P from Q, of Q from P, and their sum.
    Kl,
    /// The Renyi divergence of P from Q; for a sample the larger one of both directions of
    /// neighbours.
    Renyi {
        /// The order.
        order: RenyiOrder,
        /// Is it that of Q from P, and for a sample that of the base from the mixture?
        reverse: bool,
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
        /// Their largest vertical distance.
        gap: Gap,
    },
    /// All likelihood ratios with their masses.
    LikelihoodRatios,
    /// The Neyman-Pearson test of level alpha.
    Test {
        /// The level, in [0, 1].
        alpha: Real,
    },
}

/// Requires that a parameter of a query is in [0, 1], or >= 0.
pub(super) fn within(field: &Field<'_>, x: Real, one: bool) -> Result<Real, InputError> {
    let name = field.path.rsplit('.').next().unwrap_or_default().to_owned();
    let interval = if one { "[0, 1]" } else { "[0, inf)" };
    let above = matches!(x.sign(), Some(Ordering::Equal | Ordering::Greater));
    let below = !one || matches!(x.compare(&Real::one()), Some(Ordering::Equal | Ordering::Less));
    if above && below {
        Ok(x)
    } else {
        let message = format!("{name} = {} is not in {interval}", crate::exact::show(&x));
        Err(field.error(message, format!("{name} must be in {interval}")))
    }
}

/// The same for a parameter that the caller passes as a value.
fn in_hand(entry: &Entry, x: Real, one: bool) -> Result<Real, InputError> {
    let node = text_node("", 0..0);
    within(&Field { node: &node, path: entry.parameter.unwrap_or_default().to_owned() }, x, one)
}

/// The distance of two polygons: a rational number that can be reached.
pub(super) fn polygon_gap(fields: &mut Fields<'_>) -> Result<Gap, InputError> {
    let size = polygon_size(&fields.required("gap")?)?;
    let (of, plus) = (fields.optional("of"), fields.optional("plus"));
    let height = match (of, plus) {
        (None, None) => None,
        (Some(of), Some(plus)) => {
            Some(Height { of: of.choice(&Side::NAMES)?, plus: added_height(&plus)? })
        }
        (Some(of), None) => {
            return Err(of.error("of is without plus", HEIGHT));
        }
        (None, Some(plus)) => {
            return Err(plus.error("plus is without of", HEIGHT));
        }
    };
    Ok(Gap { size, height })
}

/// How a gap becomes a part of a height.
const HEIGHT: &str = "a gap that is a part of the power plus 1e-5: {\"gap\": \"1e-3\", \
                      \"of\": \"power\", \"plus\": \"1e-5\"}";

/// What is added to a height of which a gap is a part.
fn added_height(field: &Field<'_>) -> Result<Rational, InputError> {
    let plus = field.real()?;
    let smallest = Rational::from_unsigneds(1u32, 1_000_000_000u32);
    match plus.as_rational() {
        Some(plus) if *plus >= smallest && *plus <= 1 => Ok(plus.clone()),
        _ => Err(field.error(
            format!("plus = {} is not a rational number in [1e-9, 1]", crate::exact::show(&plus)),
            HEIGHT,
        )),
    }
}

fn polygon_size(field: &Field<'_>) -> Result<Rational, InputError> {
    let gap = field.real()?;
    let smallest = Rational::from_unsigneds(1u32, 100_000_000u32);
    match gap.as_rational() {
        Some(gap) if *gap >= smallest && *gap < 1 => Ok(gap.clone()),
        _ => Err(field.error(
            format!("gap = {} is not a rational number in [1e-8, 1)", crate::exact::show(&gap)),
            "the gap is the largest vertical distance between the two polygons: write \"1e-3\"",
        )),
    }
}

/// The least value of both errors: a rational number that can be reached.
pub(super) fn least_error(field: &Field<'_>) -> Result<Rational, InputError> {
    let least = field.real()?;
    let smallest = Rational::from(1) / Rational::from(10).pow(300u64);
    match least.as_rational() {
        Some(least) if *least >= smallest && *least < Rational::from_unsigneds(1u32, 2u32) => {
            Ok(least.clone())
        }
        _ => Err(field.error(
            format!(
                "alpha_min = {} is not a rational number in [1e-300, 1/2)",
                crate::exact::show(&least)
            ),
            "it is the least value of both errors of the tests that count: write \"1e-9\"",
        )),
    }
}

/// The order of a Renyi divergence: rational, > 0 and not 1, or `inf`.
pub(super) fn order(field: &Field<'_>) -> Result<RenyiOrder, InputError> {
    if matches!(&field.node.item, Item::Text(text) if text == "inf") {
        return Ok(RenyiOrder::Infinite);
    }
    let order = field.real()?;
    match order.as_rational() {
        Some(x) if *x == 1 => {
            Err(field
                .error("order 1 is a limit", "it is the Kullback-Leibler divergence: ask for kl"))
        }
        Some(x) if *x > 0 => Ok(RenyiOrder::Finite(x.clone())),
        Some(x) => {
            Err(field
                .error(format!("order = {x} is not positive"), "order must be > 0, or \"inf\""))
        }
        None => Err(field.error("the order is not known to be rational", "write p/q, or \"inf\"")),
    }
}

impl Query {
    /// delta at an eps.
    ///
    /// # Errors
    /// An eps < 0.
    pub fn delta(eps: Real) -> Result<Query, InputError> {
        Ok(Query::Delta { eps: in_hand(table::DELTA, eps, false)? })
    }

    /// eps at a delta.
    ///
    /// # Errors
    /// A delta outside [0, 1].
    pub fn eps(delta: Real) -> Result<Query, InputError> {
        Ok(Query::Eps { delta: in_hand(table::EPS, delta, true)? })
    }

    /// The trade-off function at a level.
    ///
    /// # Errors
    /// A level outside [0, 1].
    pub fn beta(alpha: Real) -> Result<Query, InputError> {
        Ok(Query::Beta { alpha: in_hand(table::BETA, alpha, true)? })
    }

    /// Reads a query object: one field, named for the quantity, with a table of its parameters.
    ///
    /// # Errors
    /// No quantity or more than one, an unknown one, parameters missing, unknown or outside their
    /// domain.
    pub fn read(field: &Field<'_>) -> Result<Query, Refusal> {
        let mut fields = field.fields()?;
        let mut found = None;
        for entry in QUANTITIES {
            if let Some(arguments) = fields.optional(entry.name) {
                if found.is_some() {
                    return Err(field
                        .error("there is more than one quantity", "ask one question a line")
                        .into());
                }
                found = Some(entry.read(&arguments)?);
            }
        }
        for Search { name, .. } in SEARCHES {
            if let Some(field) = fields.optional(name) {
                let message = format!("{name} is not a quantity of a mechanism");
                return Err(field
                    .error(
                        message,
                        "write it as a request of its own, on a line of \"dpcert query\"",
                    )
                    .into());
            }
        }
        fields.finish()?;
        found.ok_or_else(|| {
            let searches = SEARCHES.iter().map(|search| search.name);
            let names: Vec<&str> =
                QUANTITIES.iter().map(|entry| entry.name).chain(searches).collect();
            field
                .error("there is no quantity", format!("ask for one of {}", names.join(", ")))
                .into()
        })
    }

    /// Its entry in the table of quantities.
    pub fn entry(&self) -> &'static Entry {
        match self {
            Query::Delta { .. } => table::DELTA,
            Query::Eps { .. } => table::EPS,
            Query::Deltas { .. } => table::DELTAS,
            Query::Tv => table::TV,
            Query::Rho => table::RHO,
            Query::Gdp { .. } => table::GDP,
            Query::GdpRegret { .. } => table::GDP_REGRET,
            Query::Kl => table::KL,
            Query::Renyi { .. } => table::RENYI,
            Query::ChiSquared => table::CHI_SQUARED,
            Query::Functionals => table::FUNCTIONALS,
            Query::BayesError { .. } => table::BAYES_ERROR,
            Query::Beta { .. } => table::BETA,
            Query::Region => table::REGION,
            Query::Polygon { .. } => table::POLYGON,
            Query::LikelihoodRatios => table::LIKELIHOOD_RATIOS,
            Query::Test { .. } => table::TEST,
        }
    }

    /// Is it about the neighbours in one order? Others are about the worse one.
    pub(crate) fn is_of_one_order(&self) -> bool {
        match self {
            Query::Deltas { .. }
            | Query::Kl
            | Query::Renyi { .. }
            | Query::ChiSquared
            | Query::Functionals
            | Query::Region
            | Query::LikelihoodRatios
            | Query::Test { .. } => true,
            Query::Delta { .. }
            | Query::Eps { .. }
            | Query::Tv
            | Query::Rho
            | Query::Gdp { .. }
            | Query::GdpRegret { .. }
            | Query::Beta { .. }
            | Query::BayesError { .. }
            | Query::Polygon { .. } => false,
        }
    }

    /// Is it read from the pairs of one order? Of others that are about one order, a sample has the
    /// larger of both.
    pub(crate) fn is_read_in_order(&self) -> bool {
        self.is_of_one_order() && !matches!(self, Query::Renyi { .. } | Query::ChiSquared)
    }

    /// The quantity's name in the protocol.
    pub fn name(&self) -> &'static str {
        self.entry().name
    }
}
