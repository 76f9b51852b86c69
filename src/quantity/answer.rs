//! From a question to its answer.

use super::decide::{CHEAP, Scalar, ScalarGoal};
use super::decide_on_route::{Evaluation, Refinement, decide_with};
use super::functionals;
use super::polygon;
use super::promise::is_kept;
use super::query::Query;
use super::regret;
use super::renyi::{Divergence, decide_renyi, renyi};
use super::rho::{decide_rho, rho};
use super::table_reader::Reader;
use crate::answer::{Answer, Content, Options};
use crate::composition::Method;
use crate::composition::cost::{self, Budget, Limits};
use crate::composition::grid::search::Compositions;
use crate::composition::{
    Arithmetic, Losses, Route, Shape, Table, kfold, tabulate, tabulate_in_field,
};
use crate::control::Interrupted;
use crate::enclosure::{Bounds, Outcome, ShowExact, Style};
use crate::exact::engine::{BigNatural, DirectedFloat, Engine, Rounding};
use crate::exact::field::Element;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{Mechanism, RenyiOrder, admits};
use crate::pair::{NeymanPearson, ThreePoint};
use crate::parallel;
use crate::refusal::{Refusal, Resource, Sentence};
use malachite::rational::Rational;

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
        let goal = |outcome: &Outcome<E>, precision, refinement| {
            is_kept(options, outcome, precision, refinement)
        };
        let found = decide_with::<E>(&route, &sought, budget, compositions, goal)?;
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
            let found = decide_rho(&rho(mechanism, budget)?, budget, goal)?;
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
    number(&decide_renyi(divergence, order, budget, goal)?, options, budget)
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

/// The reason why there is no table.
pub(super) const UNDECIDED: &str =
    "the order of two exact numbers cannot be decided: write the parameters in a simpler form";

/// Runs `attempt` with growing precision until all its numbers are met in a style; otherwise
/// returns the last result.
fn refine<T>(
    budget: &Budget,
    style: &Style,
    cost: impl Fn(u64) -> cost::Cost,
    mut attempt: impl FnMut(u64) -> Result<Option<T>, Interrupted>,
    numbers: impl Fn(&T) -> Vec<&Bounds>,
    start: u64,
) -> Result<T, Refusal> {
    let mut precision = start;
    let mut last = None;
    while precision <= budget.limits().precision.max(start) {
        budget.control().check()?;
        match (budget.charge(&cost(precision)), last.is_some()) {
            (Err(refusal), false) => return Err(refusal),
            (Err(_), true) => break,
            (Ok(()), _) => {}
        }
        let content = attempt(precision)?.ok_or_else(|| Refusal::Unsupported {
            what: "this combination".into(),
            missing: UNDECIDED.into(),
        })?;
        let met = numbers(&content).iter().all(|x| x.met);
        // Where twice the bits print the same, the engine's exponents are the limit, not the
        // precision.
        let is_same = |before| {
            let (before, after): (Vec<&Bounds>, _) = (numbers(before), numbers(&content));
            before.len() == after.len()
                && before.iter().zip(after).all(|(x, y)| x.is_printed_like(y, style.printed()))
        };
        let stuck = !met && precision >= 512 && last.as_ref().is_some_and(is_same);
        last = Some(content);
        if met || stuck {
            break;
        }
        precision *= 2;
    }
    last.ok_or_else(|| Refusal::Unsupported {
        what: "this precision".into(),
        missing: Sentence::from("raise ").and(Resource::Precision),
    })
}

/// The enclosures of all numbers of a content.
fn enclosures(content: &Content) -> Vec<&Bounds> {
    content.numbers().into_iter().map(|number| &number.bounds).collect()
}

fn vector<E: Engine>(
    shape: &Shape,
    query: &Query,
    options: &Options,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let style = &options.style();
    let deltas = matches!(query, Query::Deltas { .. });
    if let (Query::Deltas { inner }, Shape::KFold { pair, k }) = (query, shape) {
        let bounds = kfold_deltas::<E>(pair, *k, options, budget)?;
        // The inner sum does not depend on delta: it is the total of the pair without it.
        let without = ThreePoint { delta: Real::zero(), ..pair.clone() };
        let inner =
            if *inner { kfold_deltas::<E>(&without, *k, options, budget)? } else { Vec::new() };
        let row = |(j, bounds)| (j, Real::from(j) * &pair.eps, style.styled(bounds));
        let inner = inner.into_iter().map(|bounds| style.styled(bounds)).collect();
        return Ok(Content::Deltas {
            step: None,
            rows: (0u64..).zip(bounds).map(row).collect(),
            inner,
        });
    }
    if let Shape::Finite(finite) = shape
        && deltas
        && finite.coordinates.step.is_none()
    {
        return Err(no_lattice());
    }
    let affordable = if options.exact == ShowExact::Always {
        options.limits.work
    } else {
        CHEAP.min(options.limits.work)
    };
    let points = if deltas { cost::lattice_points(shape) } else { cost::Cost::default() };
    let exact_cost = cost::table(shape, Arithmetic::Exact).plus(&points);
    if exact_cost.check(&Limits { work: affordable / 10, ..options.limits }).is_ok()
        && let Some(table) = tabulate::<E>(shape, Arithmetic::Exact, &options.control)?
    {
        return read(&table, query, style, 256);
    }
    let probe = |precision| {
        let table = tabulate::<E>(shape, Arithmetic::Enclosed { precision }, &options.control)?;
        Ok(table.and_then(|table| read(&table, query, style, precision).ok()))
    };
    let start = (style.bits() + 64).next_power_of_two();
    let cost = |precision| cost::table(shape, Arithmetic::Enclosed { precision }).plus(&points);
    refine(budget, style, cost, probe, enclosures, start)
}

fn no_lattice() -> Refusal {
    Refusal::Unsupported {
        what: "the quantity deltas of losses without a common step".into(),
        missing:
            "there is no lattice; ask for delta at an eps, for region or for likelihood-ratios"
                .into(),
    }
}

/// Every delta_j of a k-fold three-point pair, by its recurrence.
fn kfold_deltas<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    options: &Options,
    budget: &Budget,
) -> Result<Vec<Bounds>, Refusal> {
    let style = &options.style();
    let wanted = options.exact == ShowExact::Always;
    let work = if wanted { options.limits.work } else { CHEAP.min(options.limits.work) };
    if let (Some(cost), Some(rational)) =
        (cost::exact_walk(pair, k, 1), kfold::RationalPair::of(pair))
    {
        let check = cost.check(&Limits { work, ..options.limits });
        if wanted {
            check.clone()?;
        }
        if check.is_ok() {
            let (numerators, denominator) = rational.deltas::<E::Natural>(k);
            let denominator_bits = BigNatural::bits(&denominator);
            let bounds = |numerator: &E::Natural| {
                let numerator = numerator.to_natural();
                if numerator == 0u32 || wanted || denominator_bits <= 1 << 13 {
                    let exact = Rational::from_naturals(numerator, denominator.clone());
                    return style.bounds::<E>(&Value::Exact(exact), 256);
                }
                // Too long to be shown: the leading bits suffice for the decimals.
                let precision = style.bits() + 64;
                let interval = |n| {
                    let float = |rounding| E::Float::from_natural(n, precision, rounding);
                    Interval::<E>::new(float(Rounding::Down), float(Rounding::Up), precision)
                };
                style.interval(&(&interval(&numerator) / &interval(&denominator)).probability())
            };
            return Ok(parallel::map(&numerators, bounds));
        }
    }
    let start = style.bits() + 32 + u64::from(k.max(1).ilog2());
    let attempt = |precision| {
        let deltas = kfold::deltas::<E>(pair, k, precision, &options.control)?;
        let bounds = |j| Some(style.interval(&deltas.get(j)?.probability()));
        Ok(parallel::map::<_, _, Option<Vec<_>>>(0..=k, bounds))
    };
    let cost = |precision| cost::enclosed_walk(k, precision, 4);
    refine(budget, style, cost, attempt, |x| x.iter().collect(), start)
}

/// A vector quantity read from a table.
fn read<E: Engine>(
    table: &Table<E>,
    query: &Query,
    style: &Style,
    precision: u64,
) -> Result<Content, Refusal> {
    let number = |x: &Real| Value::of(x, precision);
    let bounds = |x: &Value<E>| style.styled(style.bounds(x, precision));
    Ok(match query {
        Query::Deltas { inner } => {
            let Losses::Lattice { step, indices } = &table.losses else {
                return Err(no_lattice());
            };
            let reader = Reader::new(table, precision, &number);
            let deltas = reader.deltas(indices);
            let row = |(j, delta): (u64, &Value<E>)| {
                (j, Real::from(j) * step, bounds(&delta.probability()))
            };
            let finite = &Value::Exact(Rational::from(1)) - &table.p_infinite;
            if *inner && table.rows.is_empty() {
                let missing = "all mass is at infinite loss, so there is no finite part; ask for deltas without inner";
                return Err(Refusal::Unsupported {
                    what: "the inner delta_j".into(),
                    missing: missing.into(),
                });
            }
            let share =
                |delta: &Value<E>| bounds(&(&(delta - &table.p_infinite) / &finite).probability());
            Content::Deltas {
                step: Some(step.clone()),
                rows: (0u64..).zip(&deltas).map(row).collect(),
                inner: if *inner { deltas.iter().map(share).collect() } else { Vec::new() },
            }
        }
        Query::LikelihoodRatios => {
            let mut rows = Vec::new();
            let zero = Value::Exact(Rational::from(0));
            let present = |x: &Value<E>| x.compare(&zero) != Some(std::cmp::Ordering::Equal);
            if present(&table.p_infinite) {
                rows.push((
                    style.styled(Style::infinite()),
                    bounds(&table.p_infinite),
                    bounds(&zero),
                ));
            }
            for (i, row) in table.rows.iter().enumerate() {
                rows.push((
                    bounds(&number(&table.losses.get(i).exp())),
                    bounds(&row.p),
                    bounds(&row.q),
                ));
            }
            if present(&table.q_infinite) {
                rows.push((bounds(&zero), bounds(&zero), bounds(&table.q_infinite)));
            }
            Content::LikelihoodRatios(rows)
        }
        _ => {
            let reader = Reader::new(table, precision, &number);
            Content::Region(
                reader
                    .region()
                    .iter()
                    .map(|(alpha, beta)| {
                        (bounds(&alpha.probability()), bounds(&beta.probability()))
                    })
                    .collect(),
            )
        }
    })
}

fn test<E: Engine>(
    shape: &Shape,
    alpha: &Real,
    options: &Options,
    budget: &Budget,
) -> Result<Content, Refusal> {
    let style = &options.style();
    let content = |test: NeymanPearson<E>, precision| {
        let number = |x: &Value<E>| style.styled(style.bounds(x, precision));
        Content::Test {
            threshold: test
                .threshold
                .as_ref()
                .map_or_else(|| style.styled(Style::infinite()), number),
            randomisation: number(&test.randomisation.probability()),
            alpha: number(&Value::of(alpha, precision)),
            power: number(&test.power.probability()),
        }
    };
    let at = |precision| match shape {
        Shape::Closed(noise) => Ok(Some(content(noise.test(alpha, precision), precision))),
        _ => {
            let table = tabulate::<E>(shape, Arithmetic::Enclosed { precision }, &options.control)?;
            let number = |x: &Real| Value::of(x, precision);
            let test =
                |table: Table<E>| Reader::new(&table, precision, &number).test(&number(alpha));
            Ok(table.map(|table| content(test(table), precision)))
        }
    };
    let exact_cost = cost::table(shape, Arithmetic::Exact);
    if alpha.as_rational().is_some()
        && exact_cost.check(&Limits { work: CHEAP / 10, ..options.limits }).is_ok()
        && let Some(table) = tabulate::<E>(shape, Arithmetic::Exact, &options.control)?
    {
        let number = |x: &Real| Value::of(x, 256);
        return Ok(content(Reader::new(&table, 256, &number).test(&number(alpha)), 256));
    }
    let start = (style.bits() + 64).next_power_of_two();
    let cost = |precision| cost::table(shape, Arithmetic::Enclosed { precision });
    // A level exactly at a vertex is never decided by intervals, but it is in Q(e^r).
    let capped = budget.with_precision(4 * start);
    let first = refine(&capped, style, cost, at, enclosures, start)?;
    if first.is_met() {
        return Ok(first);
    }
    if let Some((table, step)) = tabulate_in_field::<E>(shape, std::slice::from_ref(alpha)) {
        let number = |x: &Real| {
            Element::with_step(x, &step).map_or_else(|| Value::of(x, 1024), Value::Field)
        };
        return Ok(content(Reader::new(&table, 1024, &number).test(&number(alpha)), 1024));
    }
    if capped.limits().precision == budget.limits().precision {
        Ok(first)
    } else {
        refine(budget, style, cost, at, enclosures, 8 * start)
    }
}
