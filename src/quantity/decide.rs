//! Scalar quantities, evaluated as far as the question needs.

use super::answer::UNDECIDED;
use super::gdp;
use super::kfold::{self, lattice_floors};
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

/// A quantity that is one number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// delta at an eps >= 0.
    Delta {
        /// The eps.
        eps: Real,
    },
    /// eps at a delta in [0, 1].
    Eps {
        /// The delta.
        delta: Real,
    },
    /// Total variation.
    Tv,
    /// The trade-off function at a level in [0, 1].
    Beta {
        /// The level.
        alpha: Real,
    },
    /// The least mu of Gaussian differential privacy, by the tests of which both errors are at
    /// least a cut.
    Gdp {
        /// The cut, in (0, 1/2).
        alpha_min: Rational,
    },
}

impl Scalar {
    /// Is it 0 for every mechanism: eps at delta = 1, or the type II error where the type I error
    /// is 1?
    pub(super) fn is_zero_for_all(&self) -> bool {
        match self {
            Scalar::Eps { delta: x } | Scalar::Beta { alpha: x } => x.is_one(),
            Scalar::Delta { .. } | Scalar::Tv | Scalar::Gdp { .. } => false,
        }
    }

    pub(super) fn is_gdp(&self) -> bool {
        matches!(self, Scalar::Gdp { .. })
    }
}

/// Exact results that cost more than this are computed only on request: a five-hundredth of the
/// default limit of work. Enclosures of them are right as well, and often faster.
pub(super) const CHEAP: u64 = 200_000_000;

/// The precision at which an exact result is rounded where it is not shown, in bits: more than the
/// 20 digits of an answer by default. Where more are promised, enclosures follow.
pub(super) const EXACT_PRECISION: u64 = 256;
/// The first working precision, in bits: that of floats in registers, with which the fast functions
/// are evaluated. It is doubled where it is not enough.
const FIRST_PRECISION: u64 = 128;
/// From this precision on, in bits, what is still undecided is taken for a tie, which no precision
/// decides, and is compared in `Q(e^r)`. That takes longer than to be undecided at fewer bits; after
/// more bits ties would take longer.
pub(super) const TIE_PRECISION: u64 = 1024;

/// A budget for an attempt beside the one that matters: of a small budget it leaves most.
pub(super) fn cheap_part(budget: &Budget) -> Budget {
    budget.part(CHEAP.min(budget.limits().work / 4))
}

/// The cost of the exact value of a scalar; `None` where it is not rational.
fn exact_cost(shape: &Shape, scalar: &Scalar) -> Option<Cost> {
    let parameter = match scalar {
        Scalar::Delta { eps } => eps.exp(),
        Scalar::Eps { delta } => delta.clone(),
        Scalar::Beta { alpha } => alpha.clone(),
        Scalar::Tv => Real::one(),
        Scalar::Gdp { .. } => return None,
    };
    parameter.as_rational()?;
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

/// A value, and whether it reached the goal of the question.
#[derive(Clone, Debug)]
pub struct Decision<E: Engine> {
    /// The last value that was computed.
    pub outcome: Outcome<E>,
    /// The working precision of its computation.
    pub precision: u64,
    /// Was the goal reached?
    pub met: bool,
}

/// A scalar that is to be evaluated.
#[derive(Clone, Copy, Debug)]
pub struct ScalarGoal<'a> {
    /// The scalar.
    pub scalar: &'a Scalar,
    /// Is it computed exactly even where that is expensive?
    pub exactly: bool,
    /// Numbers with which it is compared.
    pub others: &'a [Real],
    /// The first grid, where one is needed, has a relative gap of about `2^-gap_bits`.
    pub gap_bits: u64,
    /// A finer grid is used first where it is cheap, for the digits that are shown.
    pub shown_bits: Option<u64>,
}

impl<'a> ScalarGoal<'a> {
    /// The goal that is exact only where that is cheap, compared with no number, and first
    /// evaluated on a coarse grid.
    pub fn new(scalar: &'a Scalar) -> ScalarGoal<'a> {
        ScalarGoal { scalar, exactly: false, others: &[], gap_bits: 7, shown_bits: None }
    }
}

/// Evaluates a scalar, exactly where that is possible and affordable, otherwise with growing
/// precision, until `goal` accepts it.
///
/// # Errors
/// [`Refusal::TooCostly`] before anything is computed, [`Refusal::Unsupported`] where no tier has
/// an answer, [`Refusal::Cancelled`] and [`Refusal::TimedOut`].
pub fn decide<E: Engine>(
    shape: &Shape,
    sought: &ScalarGoal<'_>,
    budget: &Budget,
    mut goal: impl FnMut(&Outcome<E>, u64) -> bool,
) -> Result<Decision<E>, Refusal> {
    let ScalarGoal { scalar, exactly, others, .. } = *sought;
    let (limits, control) = (budget.limits(), budget.control());
    if let Some(cost) = exact_cost(shape, scalar) {
        let affordable = if exactly {
            budget.charge(&cost)?;
            true
        } else {
            cost.work <= u128::from(CHEAP) && budget.charge(&cost).is_ok()
        };
        if affordable {
            let _work = control.plan(cost.work)?;
            if let Some(outcome) = compute::<E>(shape, scalar, Arithmetic::Exact, budget)? {
                let met = goal(&outcome, EXACT_PRECISION);
                if met || outcome.is_exact() {
                    return Ok(Decision { outcome, precision: EXACT_PRECISION, met });
                }
            }
        }
    }
    let mut precision = FIRST_PRECISION;
    let mut last: Option<Decision<E>> = None;
    while precision <= limits.precision {
        let cost = enclosed_cost(shape, scalar, precision);
        match (budget.charge(&cost), last.is_some()) {
            (Err(refusal), false) => return Err(refusal),
            (Err(_), true) => break,
            (Ok(()), _) => {}
        }
        let _work = control.plan(cost.work)?;
        let Some(outcome) =
            compute::<E>(shape, scalar, Arithmetic::Enclosed { precision }, budget)?
        else {
            return Err(Refusal::Unsupported {
                what: "this combination".into(),
                missing: UNDECIDED.into(),
            });
        };
        let met = goal(&outcome, precision);
        let enclosure = outcome.enclose(precision);
        let hopeless = out_of_range(&enclosure);
        // Digits come with precision; a comparison, or whether any eps suffices, may never be
        // decided by it.
        let tie = !others.is_empty() || !enclosure.upper().is_finite();
        let exact = outcome.is_exact();
        last = Some(Decision { outcome, precision, met });
        if met || exact || (hopeless && !tie) {
            break;
        }
        if precision >= TIE_PRECISION
            && tie
            && let Some(decision) = decide_in_field(shape, scalar, others, &mut goal)
        {
            return Ok(decision);
        }
        if hopeless && precision >= TIE_PRECISION {
            break;
        }
        precision *= 2;
    }
    last.ok_or_else(|| Refusal::Unsupported {
        what: "this precision".into(),
        missing: Sentence::from(Resource::Precision)
            .and(format!(" must be at least {FIRST_PRECISION}, it is {}", limits.precision)),
    })
}

/// The same in Q(e^r), where every comparison is decided.
fn decide_in_field<E: Engine>(
    shape: &Shape,
    scalar: &Scalar,
    others: &[Real],
    goal: &mut impl FnMut(&Outcome<E>, u64) -> bool,
) -> Option<Decision<E>> {
    // A claimed eps is compared through its exponential.
    let others = others
        .iter()
        .map(|x| if matches!(scalar, Scalar::Eps { .. }) { x.exp() } else { x.clone() });
    let outcome = if let Shape::Closed(noise) = shape {
        let value = match scalar {
            Scalar::Delta { eps } => noise.exact_delta(eps),
            Scalar::Tv => noise.exact_delta(&Real::zero()),
            Scalar::Beta { alpha } => noise.exact_beta(alpha),
            Scalar::Eps { .. } | Scalar::Gdp { .. } => None,
        };
        let value = value?;
        let gcd = |step: Rational, x: Real| Some(rational_gcd(&step, Element::of(&x)?.step()));
        let step = others.chain([value.clone()]).try_fold(Rational::ZERO, gcd)?;
        Outcome::Number(Value::Field(Element::with_step(&value, &step)?))
    } else {
        let parameter = match scalar {
            Scalar::Delta { eps } => eps.exp(),
            Scalar::Eps { delta: x } | Scalar::Beta { alpha: x } => x.clone(),
            Scalar::Tv => Real::one(),
            Scalar::Gdp { .. } => return None,
        };
        let numbers: Vec<Real> = others.chain([parameter]).collect();
        let (table, step) = tabulate_in_field::<E>(shape, &numbers)?;
        let number = |x: &Real| match Element::with_step(x, &step) {
            Some(element) => Value::Field(element),
            None => Value::of(x, TIE_PRECISION),
        };
        read(&table, scalar, TIE_PRECISION, &number)?
    };
    let met = goal(&outcome, TIE_PRECISION);
    met.then_some(Decision { outcome, precision: TIE_PRECISION, met })
}

/// Has the value left the range of the engine's exponents, so that more bits do not help?
pub(super) fn out_of_range<E: Engine>(x: &Interval<E>) -> bool {
    let tiny = x.upper().exponent().is_some_and(|e| e < -(1 << 29));
    tiny || (!x.upper().is_finite() && x.precision() >= 256)
}
