//! A scalar without a grid: exactly where that is possible, otherwise with growing precision.

use super::gdp;
use super::kfold::{self, lattice_floors};
use super::rising::{rising, until};
use super::scalar::{Decision, Scalar, ScalarGoal};
use super::step;
use super::table_reader::Reader;
use crate::composition::cost::{self, Budget, Cost};
use crate::composition::{Arithmetic, Shape, Table, tabulate, tabulate_in_field};
use crate::control::{Control, Interrupted};
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::field::{Element, rational_gcd};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::{ClosedForm, LossPair};
use crate::pair::ThreePoint;
use crate::refusal::{Refusal, Resource, Sentence};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Exact results that cost more than this are computed only on request: a five-hundredth of the
/// default limit of work. Enclosures of them are right as well, and often faster.
pub(super) const CHEAP: u64 = 200_000_000;

/// A budget for an attempt beside the one that matters: of a small budget it leaves most.
pub(super) fn cheap_part(budget: &Budget) -> Budget {
    budget.part(CHEAP.min(budget.limits().work / 4))
}

/// The cost of the exact value of a scalar; `None` where it is not rational.
fn exact_cost(shape: &Shape, scalar: &Scalar) -> Option<Cost> {
    scalar.parameter()?.as_rational()?;
    match (shape, scalar) {
        (Shape::KFold { pair, k }, Scalar::Delta { .. } | Scalar::Tv) => {
            cost::exact_walk(pair, *k, 0)
        }
        (Shape::KFold { pair, k }, _) => {
            let walk = cost::exact_walk(pair, *k, 0)?;
            // One walk or two, with another product and a comparison at each point.
            Some(Cost { work: walk.work.saturating_mul(4), ..walk })
        }
        (Shape::Finite(finite), _) => {
            let rational = finite.steps.iter().all(|(pair, _)| {
                let masses = pair.atoms.iter().flat_map(|atom| [&atom.p, &atom.q]);
                masses
                    .chain([&pair.p_infinite, &pair.q_infinite])
                    .all(|mass| mass.as_rational().is_some())
            });
            let table = cost::table(shape, Arithmetic::Exact);
            rational.then(|| Cost { work: table.work.saturating_mul(10), ..table })
        }
        (Shape::Listed(_), _) => Some(cost::table(shape, Arithmetic::Exact)),
        (Shape::Closed(closed), _) if closed.has_expressions() => Some(Cost::default()),
        (Shape::Closed(_) | Shape::Step(_), _) => None,
    }
}

fn enclosed_cost(shape: &Shape, scalar: &Scalar, precision: u64) -> Cost {
    match (shape, scalar) {
        (Shape::KFold { k, .. }, Scalar::Tv) => cost::enclosed_walk(*k, precision, 0),
        (Shape::KFold { pair, k }, Scalar::Delta { eps }) => {
            // The walk stops at eps.
            let floor = lattice_floors(eps, &pair.eps).map_or(0, |(floor, _)| floor);
            cost::enclosed_walk(k.saturating_sub(floor), precision, 0)
        }
        (Shape::Closed(closed), Scalar::Delta { .. } | Scalar::Tv) if !closed.has_expressions() => {
            cost::closed_form(precision, false)
        }
        (Shape::Step(loss_pair), Scalar::Delta { .. } | Scalar::Tv) => {
            cost::step(loss_pair, precision, false)
        }
        _ => cost::table(shape, Arithmetic::Enclosed { precision }),
    }
}

/// A scalar of a shape in one tier; `None` where the tier cannot compute it.
fn compute<E: Engine>(
    shape: &Shape,
    scalar: &Scalar,
    arithmetic: Arithmetic,
    budget: &Budget,
) -> Result<Option<Outcome<E>>, Refusal> {
    let control = budget.control();
    let outcome = match shape {
        Shape::KFold { pair, k } => kfold_scalar(pair, *k, scalar, arithmetic, control)?,
        Shape::Finite(_) | Shape::Listed(_) => from_table(shape, scalar, arithmetic, control)?,
        Shape::Step(_) if arithmetic == Arithmetic::Exact => None,
        Shape::Step(loss_pair) => {
            step::at_precision(loss_pair, scalar, arithmetic.precision(), budget)?
        }
        Shape::Closed(noise) => closed(noise, scalar, arithmetic.precision(), budget)?,
    };
    Ok(outcome.map(|outcome| match (scalar, outcome) {
        (Scalar::Delta { .. } | Scalar::Tv | Scalar::Beta { .. }, Outcome::Number(x)) => {
            Outcome::Number(x.probability())
        }
        (_, outcome) => outcome,
    }))
}

fn kfold_scalar<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    scalar: &Scalar,
    arithmetic: Arithmetic,
    control: &Control,
) -> Result<Option<Outcome<E>>, Interrupted> {
    let delta =
        |eps: &Real| Ok(kfold::delta(pair, k, eps, arithmetic, control)?.map(Outcome::Number));
    match (scalar, arithmetic) {
        (Scalar::Delta { eps }, _) => delta(eps),
        (Scalar::Tv, _) => delta(&Real::zero()),
        (Scalar::Eps { delta: Real::Rational(delta) }, Arithmetic::Exact) => {
            kfold::eps(pair, k, delta, control)
        }
        (Scalar::Beta { alpha: Real::Rational(alpha) }, Arithmetic::Exact) => {
            Ok(kfold::beta(pair, k, alpha, control)?.map(Outcome::Number))
        }
        (_, Arithmetic::Exact) => Ok(None),
        _ => from_table(&Shape::KFold { pair: pair.clone(), k }, scalar, arithmetic, control),
    }
}

fn from_table<E: Engine>(
    shape: &Shape,
    scalar: &Scalar,
    arithmetic: Arithmetic,
    control: &Control,
) -> Result<Option<Outcome<E>>, Interrupted> {
    let precision = arithmetic.precision();
    let table = tabulate::<E>(shape, arithmetic, control)?;
    Ok(table.and_then(|table| read(&table, scalar, precision, &|x| Value::of(x, precision))))
}

/// By a closed form, or for mu by a search among its tests.
fn closed<E: Engine>(
    noise: &ClosedForm,
    scalar: &Scalar,
    precision: u64,
    budget: &Budget,
) -> Result<Option<Outcome<E>>, Refusal> {
    Ok(Some(match scalar {
        Scalar::Delta { eps } => Outcome::Number(noise.delta(eps, precision)),
        Scalar::Tv => Outcome::Number(noise.delta(&Real::zero(), precision)),
        Scalar::Beta { alpha } => Outcome::Number(noise.beta(alpha, precision)),
        Scalar::Eps { delta } => noise.eps(delta, precision),
        Scalar::Gdp { alpha_min } => match noise.mu(precision) {
            Some(mu) => gdp::cut_off(mu, alpha_min, precision),
            None => {
                return step::at_precision(
                    &LossPair::Noise(noise.noise()),
                    scalar,
                    precision,
                    budget,
                );
            }
        },
    }))
}

/// A scalar read from a table.
fn read<E: Engine>(
    table: &Table<E>,
    scalar: &Scalar,
    precision: u64,
    number: &dyn Fn(&Real) -> Value<E>,
) -> Option<Outcome<E>> {
    let reader = Reader::new(table, precision, number);
    match scalar {
        Scalar::Delta { eps } => reader.delta(eps).map(Outcome::Number),
        Scalar::Tv => reader.delta(&Real::zero()).map(Outcome::Number),
        Scalar::Beta { alpha } => Some(Outcome::Number(reader.beta(&number(alpha)))),
        Scalar::Gdp { alpha_min } => {
            let mu = reader.gdp(alpha_min);
            Some(if mu.upper().sign().is_le() {
                Outcome::zero()
            } else {
                Outcome::Number(Value::Enclosed(mu))
            })
        }
        Scalar::Eps { delta } => {
            let target = number(delta);
            Some(match target.compare(&table.p_infinite) {
                Some(Ordering::Less) => Outcome::Infinite,
                Some(_) => at_least_one(reader.exp_eps(&target)),
                // It is undecided whether any eps suffices.
                None => {
                    let infinity = Outcome::<E>::Infinite.enclose(precision);
                    Outcome::Number(Value::Enclosed(infinity.hull(&Interval::zero(precision))))
                }
            })
        }
    }
}

/// `ln(max(g, 1))`.
fn at_least_one<E: Engine>(g: Value<E>) -> Outcome<E> {
    match g.compare(&Value::Exact(Rational::ONE)) {
        Some(Ordering::Greater) | None => Outcome::Logarithm(g),
        Some(_) => Outcome::zero(),
    }
}

/// Evaluates a scalar of a shape, exactly where that is possible and affordable, otherwise with
/// growing precision, until `goal` accepts it.
///
/// # Errors
/// [`Refusal::TooCostly`] before anything is computed, [`Refusal::Unsupported`] where no tier has
/// an answer, [`Refusal::Cancelled`] and [`Refusal::TimedOut`].
pub(super) fn on_shape<E: Engine>(
    shape: &Shape,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    goal: &mut dyn FnMut(&Outcome<E>, u64) -> bool,
) -> Result<Decision<E>, Refusal> {
    if let Some(decision) = exactly(shape, sought, budget, goal)? {
        return Ok(decision);
    }
    let precision = budget.limits().precision;
    if precision < FIRST_PRECISION {
        return Err(Refusal::Unsupported {
            what: "this precision".into(),
            missing: Sentence::from(Resource::Precision)
                .and(format!(" must be at least {FIRST_PRECISION}, it is {precision}")),
        });
    }
    let scalar = sought.scalar;
    let cost = |precision| enclosed_cost(shape, scalar, precision);
    rising(FIRST_PRECISION, budget, cost, |precision, _| {
        let arithmetic = Arithmetic::Enclosed { precision };
        let outcome = compute::<E>(shape, scalar, arithmetic, budget)?.ok_or_else(undecided)?;
        let met = goal(&outcome, precision);
        let enclosure = outcome.enclose(precision);
        let is_hopeless = out_of_range(&enclosure);
        // Digits come with precision; a comparison, or whether any eps suffices, may never be
        // decided by it.
        let is_tie = !sought.others.is_empty() || !enclosure.upper().is_finite();
        let is_last = met || outcome.is_exact() || (is_hopeless && !is_tie);
        let found = Decision { outcome, precision, met };
        if is_last || precision < FIELD_PRECISION || !is_tie {
            return Ok(until(is_last, found));
        }
        Ok(match in_field(shape, scalar, sought.others, goal) {
            Some(decided) => ControlFlow::Break(decided),
            None => until(is_hopeless, found),
        })
    })
}

/// The first working precision, in bits: that of floats in registers, with which the fast functions
/// are evaluated. It is doubled where it is not enough.
const FIRST_PRECISION: u64 = 128;

/// What intervals of so many bits leave open is asked in Q(e^r), where it may be decided: below,
/// twice the bits are cheaper than polynomials.
pub(super) const FIELD_PRECISION: u64 = 1024;

/// The precision at which an exact result is rounded where it is not shown, in bits: more than the
/// 20 digits of an answer by default. Where more are promised, enclosures follow.
pub(super) const EXACT_PRECISION: u64 = 256;

/// An exact value that the goal accepts or nothing improves, where it is affordable.
fn exactly<E: Engine>(
    shape: &Shape,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    goal: &mut dyn FnMut(&Outcome<E>, u64) -> bool,
) -> Result<Option<Decision<E>>, Refusal> {
    let Some(cost) = exact_cost(shape, sought.scalar) else {
        return Ok(None);
    };
    if sought.exactly {
        budget.charge(&cost)?;
    } else if cost.work > u128::from(CHEAP) || budget.charge(&cost).is_err() {
        return Ok(None);
    }
    let _work = budget.control().plan(cost.work)?;
    let outcome = compute::<E>(shape, sought.scalar, Arithmetic::Exact, budget)?;
    Ok(outcome.and_then(|outcome| {
        let met = goal(&outcome, EXACT_PRECISION);
        (met || outcome.is_exact()).then_some(Decision { outcome, precision: EXACT_PRECISION, met })
    }))
}

/// The reason why a tier has no answer.
pub(super) const UNDECIDED: &str =
    "the order of two exact numbers cannot be decided: write the parameters in a simpler form";

pub(super) fn undecided() -> Refusal {
    Refusal::Unsupported { what: "this combination".into(), missing: UNDECIDED.into() }
}

/// The scalar in Q(e^r), where every comparison is decided, if the goal accepts it.
fn in_field<E: Engine>(
    shape: &Shape,
    scalar: &Scalar,
    others: &[Real],
    goal: &mut dyn FnMut(&Outcome<E>, u64) -> bool,
) -> Option<Decision<E>> {
    // A claimed eps is compared through its exponential.
    let is_eps = matches!(scalar, Scalar::Eps { .. });
    let others = others.iter().map(|x| if is_eps { x.exp() } else { x.clone() });
    let outcome = if let Shape::Closed(noise) = shape {
        let value = match scalar {
            Scalar::Delta { eps } => noise.exact_delta(eps),
            Scalar::Tv => noise.exact_delta(&Real::zero()),
            Scalar::Beta { alpha } => noise.exact_beta(alpha),
            Scalar::Eps { .. } | Scalar::Gdp { .. } => None,
        }?;
        let gcd = |step: Rational, x: Real| Some(rational_gcd(&step, Element::of(&x)?.step()));
        let step = others.chain([value.clone()]).try_fold(Rational::ZERO, gcd)?;
        Outcome::Number(Value::Field(Element::with_step(&value, &step)?))
    } else {
        let numbers: Vec<Real> = others.chain([scalar.parameter()?]).collect();
        let (table, step) = tabulate_in_field::<E>(shape, &numbers)?;
        let number = |x: &Real| match Element::with_step(x, &step) {
            Some(element) => Value::Field(element),
            None => Value::of(x, FIELD_PRECISION),
        };
        read(&table, scalar, FIELD_PRECISION, &number)?
    };
    let met = goal(&outcome, FIELD_PRECISION);
    met.then_some(Decision { outcome, precision: FIELD_PRECISION, met })
}

/// Has the value left the range of the engine's exponents, so that more bits do not help?
pub(super) fn out_of_range<E: Engine>(x: &Interval<E>) -> bool {
    let tiny = x.upper().exponent().is_some_and(|e| e < -(1 << 29));
    tiny || (!x.upper().is_finite() && x.precision() >= 256)
}
