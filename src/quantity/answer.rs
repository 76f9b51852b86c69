//! From a question to its answer.

use super::evaluate::evaluate_with;
use super::functionals;
use super::polygon;
use super::promise::is_kept;
use super::query::Query;
use super::regret;
use super::renyi::{Divergence, evaluate_renyi, renyi};
use super::rho::{evaluate_rho, rho};
use super::scalar::{Evaluation, Refinement, Scalar, ScalarGoal};
use super::vectors::{test, vector};
use crate::answer::{Answer, Content, Options};
use crate::composition::Method;
use crate::composition::cost::{self, Budget};
use crate::composition::grid::search::{Compositions, Shared};
use crate::composition::{Route, Shape};
use crate::enclosure::{Outcome, ShowExact, Style};
use crate::exact::engine::Engine;
use crate::mechanism::{Mechanism, RenyiOrder, admits};
use crate::refusal::Refusal;

/// Answers a question about a mechanism, from earlier compositions where they are narrow enough.
///
/// # Errors
/// A [`Refusal`] where there is no route to the answer, or it would be too costly.
pub(crate) fn answer<E: Engine>(
    mechanism: &Mechanism,
    query: &Query,
    options: &Options,
    compositions: &Compositions<E>,
) -> Result<Answer, Refusal> {
    let (style, budget) = (options.style(), &options.budget());
    let given = match query.is_read_in_order() {
        true => Some(mechanism.in_order()),
        false => query.is_of_one_order().then(|| mechanism.as_given()),
    };
    let mechanism = given.as_ref().unwrap_or(mechanism);
    let scalar = |scalar: Scalar| {
        let mut route = Route::within(mechanism, budget)?;
        if matches!(scalar, Scalar::Delta { .. } | Scalar::Eps { .. } | Scalar::Tv) {
            route = route.of_profile(mechanism);
        }
        let exactly = options.exact == ShowExact::Always;
        let sought = ScalarGoal { exactly, gap_bits: options.gap_bits, ..ScalarGoal::new(&scalar) };
        let shared = Shared { budget, compositions };
        let found =
            evaluate_with(&route, &sought, &shared, &mut |outcome, precision, refinement| {
                is_kept(options, outcome, precision, refinement)
            })?;
        Ok::<_, Refusal>((number(&found, options, budget)?, route.is_attained(), found.method))
    };
    let (content, tight, method) = match query {
        Query::Delta { eps } => scalar(Scalar::Delta { eps: eps.clone() })?,
        Query::Eps { delta } => scalar(Scalar::Eps { delta: delta.clone() })?,
        Query::Tv => scalar(Scalar::Tv)?,
        Query::Beta { alpha } => scalar(Scalar::Beta { alpha: alpha.clone() })?,
        Query::Gdp { alpha_min } => scalar(Scalar::Gdp { alpha_min: alpha_min.clone() })?,
        Query::Rho => {
            let goal = |outcome: &Outcome<E>, precision, _| style.is_met(outcome, precision);
            let found = evaluate_rho(&rho(mechanism, budget)?, budget, goal)?;
            (number(&found, options, budget)?, true, found.method)
        }
        Query::Kl => {
            (functionals::divergences::<E>(mechanism, &style, budget)?, true, Method::SumOverSteps)
        }
        Query::Renyi { order, reverse } => (
            renyi_of::<E>(&renyi(mechanism, order, *reverse)?, order, options, budget)?,
            true,
            Method::SumOverSteps,
        ),
        Query::ChiSquared => {
            (functionals::chi_squared::<E>(mechanism, &style, budget)?, true, Method::SumOverSteps)
        }
        Query::Functionals => {
            let (content, method) = functionals::functionals::<E>(mechanism, options, budget)?;
            (content, true, method)
        }
        Query::BayesError { prior } => {
            functionals::bayes_error::<E>(mechanism, prior, options, budget)?
        }
        Query::Deltas { .. } | Query::Region | Query::LikelihoodRatios => {
            let route = Route::within(mechanism, budget)?;
            let content =
                vector::<E>(only_shape(&route, query, mechanism)?, query, options, budget)?;
            (content, route.is_attained(), route.method())
        }
        Query::Polygon { gap } => {
            let route = Route::within(mechanism, budget)?;
            (
                polygon::around::<E>(&route, gap, budget)?,
                route.is_attained(),
                Method::SupportingLines,
            )
        }
        Query::GdpRegret { alpha_min } => {
            let route = Route::within(mechanism, budget)?;
            let found = regret::regret::<E>(&route, alpha_min, options, budget, compositions)?;
            (number(&found, options, budget)?, route.is_attained(), found.method)
        }
        Query::Test { alpha } => {
            let route = Route::within(mechanism, budget)?;
            let content = test::<E>(only_shape(&route, query, mechanism)?, alpha, options, budget)?;
            (content, route.is_attained(), route.method())
        }
    };
    Ok(Answer { met: content.is_met(), content, tight, method, engine: E::NAME })
}

/// A Renyi divergence: as an expression where it is one.
fn renyi_of<E: Engine>(
    divergence: &Divergence,
    order: &RenyiOrder,
    options: &Options,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let style = &options.style();
    if let Some(known) = divergence.exact() {
        return Ok(Content::Number(
            style.styled(functionals::evaluate::<E>(known, style, budget)?),
        ));
    }
    let goal = |outcome: &Outcome<E>, precision, _| style.is_met(outcome, precision);
    number(&evaluate_renyi(divergence, order, budget, goal)?, options, budget)
}

/// One number; on a grid with the digits that its enclosure justifies.
///
/// # Errors
/// More digits of an expression than the limits allow.
pub(super) fn number<E: Engine>(
    found: &Evaluation<E>,
    options: &Options,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let (style, Evaluation { decision, refinement, .. }) = (options.style(), found);
    if *refinement == Refinement::Precision {
        match &decision.outcome {
            Outcome::Expression(x) => budget.charge(&cost::expression(x, style.bits()))?,
            Outcome::Logarithm(_) => budget.charge(&cost::digits(1, style.bits()))?,
            _ => {}
        }
        return Ok(Content::Number(
            style.styled(style.outcome(&decision.outcome, decision.precision)),
        ));
    }
    let style = Style {
        digits: style.digits.min(decision.outcome.known_digits(decision.precision)),
        ..style
    };
    let mut bounds = style.outcome(&decision.outcome, decision.precision);
    bounds.met = is_kept(options, &decision.outcome, decision.precision, *refinement);
    Ok(Content::Number(style.styled(bounds)))
}

/// The finite pair or closed form that a table needs.
fn only_shape<'a>(
    route: &'a Route,
    query: &Query,
    mechanism: &Mechanism,
) -> Result<&'a Shape, Refusal> {
    let quantity = format!("the quantity {}", query.name());
    let is_test = matches!(query, Query::Test { .. });
    // A closed form has the test of each level, and no table.
    let shape = route.shape().filter(|shape| is_test || !matches!(shape, Shape::Closed(_)));
    shape.ok_or_else(|| match is_test {
        true => admits::no_test(&quantity, mechanism),
        false => admits::no_table(&quantity, mechanism),
    })
}
