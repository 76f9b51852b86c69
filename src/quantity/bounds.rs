//! Scalars on a grid of losses, between two bounds.

use super::beta::beta;
use super::compositions::{Compositions, is_within};
use super::evaluate::{CHEAP, Decision, Scalar, Sought, decide};
use crate::composition::Method;
use crate::composition::cost::{Budget, Cost, Limits};
use crate::composition::grid::compose::{Composed, Ledger};
use crate::composition::grid::evaluated::any_of;
use crate::composition::grid::plan::Aim;
use crate::composition::grid::sketch::Saddle;
use crate::composition::{Route, Shape};
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine, Malachite, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::Law;
use crate::refusal::{Refusal, TooCostly};
use malachite::base::num::arithmetic::traits::{Ceiling, Floor, FloorLogBase2};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// What refines an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Precision: any number of digits can be had.
    Precision,
    /// A finer grid: each digit costs more than the last.
    Grid,
}

/// A scalar on a route, and how it was come by.
#[derive(Clone, Debug)]
pub struct Found<E: Engine> {
    /// The value, and whether the goal accepted it.
    pub decision: Decision<E>,
    /// What would refine it.
    pub means: Means,
    /// The name of the route.
    pub method: Method,
}

/// Evaluates a scalar on any route until `goal` accepts it: exactly or with growing precision where
/// that is possible, otherwise on finer and finer grids.
///
/// # Errors
/// See [`decide`].
pub fn decide_on<E: Engine>(
    route: &Route,
    sought: &Sought<'_>,
    budget: &Budget,
    goal: impl FnMut(&Outcome<E>, u64, Means) -> bool,
) -> Result<Found<E>, Refusal> {
    decide_with(route, sought, budget, &Compositions::default(), goal)
}

/// The same, where compositions may be there already.
///
/// # Errors
/// See [`decide`].
pub(super) fn decide_with<E: Engine>(
    route: &Route,
    sought: &Sought<'_>,
    budget: &Budget,
    compositions: &Compositions<E>,
    mut goal: impl FnMut(&Outcome<E>, u64, Means) -> bool,
) -> Result<Found<E>, Refusal> {
    let method = route.method();
    if sought.scalar.is_zero_for_all() {
        let outcome = Outcome::zero();
        let met = goal(&outcome, PRECISION, Means::Precision);
        return Ok(Found {
            decision: Decision { outcome, precision: PRECISION, met },
            means: Means::Precision,
            method,
        });
    }
    let decision = match without_grid(route, sought, budget, &mut goal)? {
        Without::Grid { coarse, instead_of } => {
            let shared = Shared { budget, compositions };
            return on_grid(coarse, instead_of, sought, &shared, &mut goal);
        }
        Without::Decided(decision) if decision.met => decision,
        // Masses that are too many to be exact show no tie; losses do.
        Without::Decided(decision) => {
            by_losses(route, sought, budget, &mut goal).filter(|decision| decision.met).unwrap_or(decision)
        }
    };
    Ok(Found { decision, means: Means::Precision, method })
}

/// What the attempts at a question share.
struct Shared<'a, E: Engine> {
    budget: &'a Budget,
    compositions: &'a Compositions<E>,
}

/// How far a question gets without a grid of losses.
enum Without<E: Engine> {
    Decided(Decision<E>),
    /// A grid is needed: on this route, because the other way was refused or there is none.
    Grid {
        coarse: Route,
        instead_of: Option<Refusal>,
    },
}

fn without_grid<E: Engine>(
    route: &Route,
    sought: &Sought<'_>,
    budget: &Budget,
    goal: &mut impl FnMut(&Outcome<E>, u64, Means) -> bool,
) -> Result<Without<E>, Refusal> {
    let mut exactly = |shape: &Shape| {
        let goal = |outcome: &Outcome<E>, precision| goal(outcome, precision, Means::Precision);
        decide(shape, sought, budget, goal)
    };
    let decided = match route {
        Route::Exact(shape) => exactly(shape),
        Route::Worst(routes) => {
            let shapes = routes.iter().map(|route| if let Route::Exact(shape) = route { Some(shape) } else { None });
            let Some(shapes) = shapes.collect::<Option<Vec<_>>>() else {
                return Ok(Without::Grid { coarse: route.clone(), instead_of: None });
            };
            let decisions = shapes.into_iter().map(exactly).collect::<Result<Vec<_>, _>>();
            let worst = |decisions: Vec<_>| decisions.into_iter().reduce(|x, y| worse(x, y, sought.scalar));
            decisions.and_then(|decisions| worst(decisions).ok_or_else(no_answer))
        }
        other => {
            let coarse = match sought.scalar {
                Scalar::Delta { eps } => other.clone().close_at(&[near(eps)]),
                Scalar::Tv => other.clone().close_at(&[Rational::from(0)]),
                _ => other.clone(),
            };
            return Ok(Without::Grid { coarse, instead_of: None });
        }
    };
    match (decided, route.on_grid()) {
        (Ok(decision), _) => Ok(Without::Decided(decision)),
        // Too many losses: a grid merges them.
        (Err(refusal @ (Refusal::TooCostly(_) | Refusal::Unsupported { .. })), Some(coarse)) if !sought.exactly => {
            Ok(Without::Grid { coarse, instead_of: Some(refusal) })
        }
        (Err(refusal), _) => Err(refusal),
    }
}

fn on_grid<E: Engine>(
    mut coarse: Route,
    instead_of: Option<Refusal>,
    sought: &Sought<'_>,
    shared: &Shared<'_, E>,
    goal: &mut impl FnMut(&Outcome<E>, u64, Means) -> bool,
) -> Result<Found<E>, Refusal> {
    let Sought { scalar, gap_bits, shown_bits, .. } = *sought;
    if let Some(decision) = by_losses(&coarse, sought, shared.budget, goal) {
        return Ok(Found { decision, means: Means::Precision, method: coarse.method() });
    }
    let mut gap = Rational::from(1) >> gap_bits;
    let limits = shared.budget.limits();
    let cheap = Budget::new(&Limits { work: CHEAP.min(limits.work), ..*limits }, shared.budget.control());
    let mut shown = shown_bits.and_then(|bits| {
        let fine = Rational::from(1) >> bits;
        let found = enclose::<E>(&coarse, scalar, &fine, &Shared { budget: &cheap, ..*shared }).ok()?;
        if is_within(&found, &fine) {
            gap = fine;
        }
        Some(found)
    });
    let mut last: Option<(Decision<E>, E::Float)> = None;
    let mut stalled = 0;
    loop {
        let enclosed = shown.take().map_or_else(|| enclose::<E>(&coarse, scalar, &gap, shared), Ok);
        let interval = match (enclosed, &last) {
            (Ok(interval), _) => interval,
            (Err(refusal), None) => return Err(cheaper(instead_of, refusal)),
            (Err(_), Some(_)) => break,
        };
        let precision = interval.precision();
        // As a float: a rational of a tiny width would be as long as its exponent is large.
        let width = interval.upper().sub(interval.lower(), 64, Rounding::Up);
        let points = points_of(&interval);
        let is_infinite = !interval.lower().is_finite();
        let outcome = if is_infinite { Outcome::Infinite } else { Outcome::Number(Value::Enclosed(interval)) };
        let met = goal(&outcome, precision, Means::Grid);
        // Between bounds of different mechanisms there is a gap that no grid narrows; closer polygons may.
        let three_quarters =
            |x: &E::Float| x.mul(&E::Float::from_u64(3), 64, Rounding::Down).shift(-2, 64, Rounding::Down);
        let narrowed = |before: &E::Float| width <= three_quarters(before);
        let is_narrowed = last.as_ref().is_none_or(|(_, before)| narrowed(before));
        stalled = if is_narrowed { 0 } else { stalled + 1 };
        // Where both errors are small, beta has an absolute accuracy only.
        let stuck = match scalar {
            _ if !coarse.is_attained() => stalled > 0,
            Scalar::Beta { .. } => stalled > 1,
            // What a much finer grid does not narrow is as narrow as it gets.
            _ => stalled > MOST_STALLED,
        };
        last = Some((Decision { outcome, precision, met }, width));
        if met || is_infinite {
            break;
        }
        match stuck.then(|| coarse.finer()) {
            Some(Some(finer)) => coarse = finer,
            Some(None) => break,
            None => gap >>= 3,
        }
        if matches!(scalar, Scalar::Eps { .. }) {
            coarse = coarse.close_at(&points);
        }
    }
    let found = |(decision, _)| Found { decision, means: Means::Grid, method: coarse.method() };
    last.map(found).ok_or_else(no_answer)
}

/// So many finer grids may be of no use before none is tried any more: each is eight times as fine as the last.
const MOST_STALLED: usize = 3;

/// eps at delta = 0 from the losses alone, with growing precision until a goal accepts it.
fn by_losses<E: Engine>(
    route: &Route,
    sought: &Sought<'_>,
    budget: &Budget,
    goal: &mut impl FnMut(&Outcome<E>, u64, Means) -> bool,
) -> Option<Decision<E>> {
    let Scalar::Eps { delta } = sought.scalar else { return None };
    delta.sign()?.is_eq().then_some(())?;
    let outcome = largest_eps(route)?;
    let mut precision = PRECISION;
    loop {
        let met = goal(&outcome, precision, Means::Precision);
        if met || 2 * precision > budget.limits().precision {
            return Some(Decision { outcome, precision, met });
        }
        precision *= 2;
    }
}

/// eps at delta = 0 as a number without error: the largest loss of any outcome. `None` where that is not known so.
fn largest_eps<E: Engine>(route: &Route) -> Option<Outcome<E>> {
    match route {
        Route::Grid(laws) if is_unbounded(laws)? => Some(Outcome::Infinite),
        Route::Grid(laws) => match largest_loss(laws)? {
            Real::Rational(loss) => Some(Outcome::Number(Value::Exact(loss.max(Rational::from(0))))),
            loss => loss.sign()?.is_ge().then_some(Outcome::Expression(loss)),
        },
        Route::Exact(_) => largest_eps(&route.on_grid()?),
        Route::Worst(routes) => {
            let all = routes.iter().map(largest_eps).collect::<Option<Vec<Outcome<E>>>>()?;
            let larger = |x: Outcome<E>, y: Outcome<E>| Some(if order(&x, &y)?.is_lt() { y } else { x });
            all.into_iter().map(Some).reduce(|x, y| larger(x?, y?)).flatten()
        }
        Route::Between { dominating, attained } => {
            let (above, below) = (largest_eps(dominating)?, largest_eps(attained)?);
            (order(&above, &below)? == Ordering::Equal).then_some(above)
        }
        _ => None,
    }
}

/// The order of two largest losses.
fn order<E: Engine>(x: &Outcome<E>, y: &Outcome<E>) -> Option<Ordering> {
    match (x, y) {
        (Outcome::Infinite, Outcome::Infinite) => Some(Ordering::Equal),
        (_, Outcome::Infinite) => Some(Ordering::Less),
        (_, Outcome::Number(Value::Exact(value))) => x.compare(&Real::from(value.clone()), PRECISION),
        (_, Outcome::Expression(value)) => x.compare(value, PRECISION),
        _ => None,
    }
}

/// Bits in which two largest losses are compared.
const PRECISION: u64 = 256;

/// Of the refusals of two ways the one whose limit is nearer to what is needed.
fn cheaper(exactly: Option<Refusal>, on_grid: Refusal) -> Refusal {
    let excess = |refusal: &Refusal| match refusal {
        Refusal::TooCostly(TooCostly { estimate, limit, .. }) => estimate / limit.max(&1),
        _ => u128::MAX,
    };
    match exactly {
        Some(exactly) if excess(&exactly) < excess(&on_grid) => exactly,
        _ => on_grid,
    }
}

fn no_answer() -> Refusal {
    Refusal::Unsupported { what: "this question".into(), missing: "there is nothing to evaluate".into() }
}

fn width<E: Engine>(x: &Interval<E>) -> Rational {
    match (x.lower().to_rational(), x.upper().to_rational()) {
        (Some(lower), Some(upper)) => upper - lower,
        _ => Rational::from(u64::MAX),
    }
}

/// Points of an interval of eps, in which closer polygons are of use.
fn points_of<E: Engine>(x: &Interval<E>) -> Vec<Rational> {
    let Some(lower) = x.lower().to_rational() else { return Vec::new() };
    let upper = x.upper().to_rational().unwrap_or_else(|| &lower + Rational::from(16u32));
    let step = (upper - &lower) >> 4u32;
    (0..=16u32).map(|i| &lower + &step * Rational::from(i)).collect()
}

/// The worse of two values: the larger, or for beta the smaller.
fn worse<E: Engine>(x: Decision<E>, y: Decision<E>, scalar: &Scalar) -> Decision<E> {
    let precision = x.precision.max(y.precision);
    let order = if matches!(scalar, Scalar::Beta { .. }) { Ordering::Less } else { Ordering::Greater };
    let (first, second) = (x.outcome.enclose(precision), y.outcome.enclose(precision));
    let seen = match (&x.outcome, &y.outcome) {
        // Exact values may be equal, which enclosures never show.
        (Outcome::Number(x), Outcome::Number(y)) | (Outcome::Logarithm(x), Outcome::Logarithm(y)) => x.compare(y),
        _ => first.compare(&second),
    };
    match seen {
        Some(Ordering::Equal) => x,
        Some(seen) => {
            if seen == order {
                x
            } else {
                y
            }
        }
        None => Decision {
            outcome: Outcome::Number(Value::Enclosed(extreme(&first, &second, order))),
            precision,
            met: x.met && y.met,
        },
    }
}

/// An enclosure of a scalar with a relative width of about `gap`.
fn enclose<E: Engine>(
    route: &Route,
    scalar: &Scalar,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    let budget = shared.budget;
    match route {
        Route::Exact(shape) => {
            let bits = gap_bits(gap) + 8;
            let goal = |outcome: &Outcome<E>, precision| outcome.enclose(precision).has_relative_bits(bits);
            let decision = decide(shape, &Sought::new(scalar), budget, goal)?;
            Ok(decision.outcome.enclose(decision.precision.max(2 * bits)))
        }
        Route::Converted(zcdp) => {
            let precision = 192 + gap_bits(gap);
            match scalar {
                Scalar::Delta { eps } => Ok(zcdp.delta_above(&eps.enclose(precision))),
                Scalar::Tv => Ok(zcdp.delta_above(&Interval::zero(precision))),
                Scalar::Eps { delta } if delta.is_zero() => Ok(Outcome::<E>::Infinite.enclose(precision)),
                Scalar::Eps { delta } => Ok(zcdp.eps_above(delta, precision)),
                Scalar::Beta { .. } => Err(Refusal::Unsupported {
                    what: "beta under zcdp".into(),
                    missing: "the conversion gives delta and eps only; ask for delta, eps or tv".into(),
                }),
            }
        }
        Route::Grid(laws) => match scalar {
            Scalar::Delta { eps } => delta(laws, eps, gap, shared),
            Scalar::Tv => delta(laws, &Real::zero(), gap, shared),
            Scalar::Eps { delta } => eps(laws, delta, gap, shared),
            Scalar::Beta { alpha } => beta(laws, alpha, gap, budget),
        },
        Route::Worst(routes) => {
            // beta is a bound from below: the worst is the smallest.
            let order = if matches!(scalar, Scalar::Beta { .. }) { Ordering::Less } else { Ordering::Greater };
            // A rough look shows which directions matter.
            let rough = gap.max(&Rational::from_unsigneds(1u32, 8u32)).clone();
            let all = routes.iter().map(|route| enclose::<E>(route, scalar, &rough, shared));
            let mut all = all.collect::<Result<Vec<Interval<E>>, _>>()?;
            for i in 0..all.len() {
                let matters = all.iter().all(|other| {
                    let order_seen = all.get(i).and_then(|this| this.compare(other));
                    order_seen != Some(order.reverse())
                });
                if matters
                    && rough != *gap
                    && let (Some(route), Some(place)) = (routes.get(i), all.get_mut(i))
                {
                    *place = enclose::<E>(route, scalar, gap, shared)?;
                }
            }
            let worst = all.into_iter().reduce(|x, y| extreme(&x, &y, order));
            worst.ok_or_else(no_answer)
        }
        Route::Polygons { between, .. } => enclose(between, scalar, gap, shared),
        Route::Between { dominating, attained } => {
            let above = enclose::<E>(dominating, scalar, gap, shared)?;
            let below = enclose::<E>(attained, scalar, gap, shared)?;
            let precision = above.precision().max(below.precision());
            Ok(match scalar {
                Scalar::Beta { .. } => Interval::new(above.lower().clone(), below.upper().clone(), precision),
                _ => Interval::new(below.lower().clone(), above.upper().clone(), precision),
            })
        }
    }
}

/// The interval of the larger (or smaller) of two enclosed numbers.
fn extreme<E: Engine>(x: &Interval<E>, y: &Interval<E>, order: Ordering) -> Interval<E> {
    let pick = |x: &E::Float, y: &E::Float| if y.partial_cmp(x) == Some(order) { y.clone() } else { x.clone() };
    Interval::new(pick(x.lower(), y.lower()), pick(x.upper(), y.upper()), x.precision().max(y.precision()))
}

/// `gap >= 2^-bits`.
fn gap_bits(gap: &Rational) -> u64 {
    u64::try_from(-gap.floor_log_base_2()).unwrap_or(0)
}

/// A rational near a number, to plan with.
fn near(x: &Real) -> Rational {
    x.enclose::<Malachite>(64).lower().to_rational().unwrap_or_else(|| Rational::from(0))
}

/// Bits below 1 of `e^log`.
fn bits_of_log(log: &Rational) -> u64 {
    // 1/ln 2 is less than 13/9.
    let bits = log * Rational::from_signeds(-13i64, 9i64);
    if bits > 0 { u64::try_from(&Ceiling::ceiling(&bits)).unwrap_or(u64::MAX) } else { 0 }
}

/// A ledger whose tails matter down to what the question needs, and the tilt for the question.
pub(super) fn drawn<E: Engine>(
    laws: &[(Law, u64)],
    gap: &Rational,
    budget: &Budget,
    tilt: impl Fn(&Ledger<E>) -> Saddle,
) -> Result<(Ledger<E>, Saddle), Refusal> {
    let outcomes = laws.iter().map(|(law, _)| law.outcomes()).fold(0u64, u64::saturating_add);
    Cost { work: u128::from(outcomes) * 5_000, memory: u128::from(outcomes) * 1_000 }.check(budget.limits())?;
    let steps = laws.iter().fold(1u64, |sum, (_, count)| sum.saturating_add(*count));
    let spare = 20 + u64::from(steps.ilog2()) + gap_bits(gap);
    // Most deltas are larger than 2^-32, and a sketch is not free.
    let mut bits = spare + 32;
    loop {
        let ledger = Ledger::<E>::new(laws, bits, budget.control())?;
        let saddle = tilt(&ledger);
        let needed = bits_of_log(&saddle.log_delta).saturating_add(spare).min(budget.limits().precision.max(64));
        if needed <= bits {
            return Ok((ledger.down_to(needed), saddle));
        }
        bits = needed + 8;
    }
}

/// What was looked for in a composition.
pub(super) struct Seen<E: Engine> {
    /// The number.
    pub(super) interval: Interval<E>,
    /// How much of its width, on one side, is due to what was cut off; `None` if that is not known.
    pub(super) cut_off: Option<E::Float>,
}

impl<E: Engine> Seen<E> {
    fn delta(composed: &Composed<E>, eps: &Real) -> Seen<E> {
        Seen { interval: composed.delta(eps), cut_off: Some(composed.lost(eps)) }
    }

    /// A number of which no more is known.
    pub(super) fn number(interval: Interval<E>) -> Seen<E> {
        Seen { interval, cut_off: None }
    }
}

/// Composes a ledger, if that can be afforded; and on finer grids, until the relative gap of the number that is looked
/// for is met or a finer one does not help.
pub(super) fn composed<E: Engine>(
    ledger: &Ledger<E>,
    saddle: &Saddle,
    mut aim: Aim,
    budget: &Budget,
    look: impl Fn(&Composed<E>) -> Seen<E>,
) -> Result<Composed<E>, Refusal> {
    let gap = aim.gap.clone();
    let mut last: Option<(Composed<E>, Rational)> = None;
    loop {
        let plan = ledger.plan(saddle, &aim);
        let cost = ledger.cost(&plan);
        match (budget.charge(&cost), last) {
            (Err(refusal), None) => return Err(refusal),
            (Err(_), Some((composed, _))) => return Ok(composed),
            (Ok(()), previous) => last = previous,
        }
        let composed = ledger.compose(&plan, &budget.control().plan(cost.work)?)?;
        let Seen { interval, cut_off } = look(&composed);
        let upper = interval.upper().to_rational().unwrap_or_else(|| Rational::from(1));
        let lower = interval.lower().to_rational().unwrap_or_else(|| Rational::from(0));
        let width = &upper - &lower;
        let is_stuck =
            last.as_ref().is_some_and(|(_, before)| &width * Rational::from(4u32) > before * Rational::from(3u32));
        if width <= &gap * &upper || lower == 0 || is_stuck {
            return Ok(composed);
        }
        let cut_off =
            cut_off.map_or_else(|| width.clone(), |lost| lost.to_rational().unwrap_or_default() * Rational::from(2u32));
        let wanted = &gap * &upper;
        aim = aim.narrowed(&(&width / &wanted), &(cut_off / wanted));
        last = Some((composed, width));
    }
}

/// delta at an eps.
fn delta<E: Engine>(
    laws: &[(Law, u64)],
    eps: &Real,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    if largest_loss(laws).is_some_and(|loss| loss.compare(eps).is_some_and(Ordering::is_le)) {
        // Only infinite losses are left.
        let infinite = |(law, count): &(Law, u64)| (law.infinite::<E>(256), *count);
        return Ok(any_of(&laws.iter().map(infinite).collect::<Vec<_>>(), 256));
    }
    if let Some(known) = shared.compositions.delta(laws, eps, gap) {
        return Ok(known);
    }
    let target = near(eps);
    let (ledger, saddle) = drawn::<E>(laws, gap, shared.budget, |ledger| ledger.saddle_of_eps(&target))?;
    let look = |composed: &Composed<E>| Seen::delta(composed, eps);
    let composed = composed(&ledger, &saddle, Aim::at(gap), shared.budget, look)?;
    Ok(shared.compositions.keep(laws, composed).delta(eps))
}

/// eps at a delta: between points at which delta is provably above and below.
fn eps<E: Engine>(
    laws: &[(Law, u64)],
    target: &Real,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    let goal: Interval<E> = target.enclose(192);
    if goal.upper().sign().is_le() {
        // Only bounded losses without infinite ones have delta = 0 somewhere.
        return Ok(eps_at_zero(laws));
    }
    let log: Interval<Malachite> = target.enclose::<Malachite>(64).ln();
    let log = log.lower().to_rational().unwrap_or_else(|| Rational::from(0));
    let (ledger, saddle) = drawn::<E>(laws, gap, shared.budget, |ledger| ledger.saddle_of_delta(&log))?;
    let made = shared.compositions.of(laws);
    let mut known = made.iter().map(|composed| read_eps(composed, &saddle.mean, &goal, gap));
    if let Some(known) = known.find(|eps| is_within(eps, gap)) {
        return Ok(known);
    }
    let near = |saddle: &Saddle, middle: &Rational| {
        let composed = composed_near(&ledger, saddle, middle, gap, shared.budget)?;
        Ok::<_, Refusal>(read_eps(&shared.compositions.keep(laws, composed), middle, &goal, gap))
    };
    let mut found = near(&saddle, &saddle.mean)?;
    // Where a few steps or a large delta are far from what the saddle expects, the composition is narrow elsewhere:
    // drawn again around the middle it narrows the interval by half at least.
    for _ in 0..MOST_DRAWINGS {
        let (Some(lower), Some(upper)) = (found.lower().to_rational(), found.upper().to_rational()) else { break };
        if is_within(&found, gap) {
            break;
        }
        let middle = (lower + upper) >> 1u32;
        let Ok(again) = near(&ledger.saddle_of_eps(&middle), &middle) else { break };
        let lower = if again.lower() > found.lower() { again.lower() } else { found.lower() };
        let upper = if again.upper() < found.upper() { again.upper() } else { found.upper() };
        let narrowed = Interval::new(lower.clone(), upper.clone(), found.precision());
        if width(&narrowed) * Rational::from(8u32) > width(&found) * Rational::from(7u32) {
            found = narrowed;
            break;
        }
        found = narrowed;
    }
    Ok(found)
}

/// So often a composition is drawn again for an eps.
const MOST_DRAWINGS: usize = 16;

/// A composition that is narrow enough near a loss for eps to be read from it with a relative gap.
fn composed_near<E: Engine>(
    ledger: &Ledger<E>,
    saddle: &Saddle,
    middle: &Rational,
    gap: &Rational,
    budget: &Budget,
) -> Result<Composed<E>, Refusal> {
    let middle = middle.clone().max(Rational::from(0));
    // d ln delta / d eps is about -lambda.
    let slope = (&middle * saddle.lambda.clone().max(Rational::from(1))).max(Rational::from_unsigneds(1u32, 64u32));
    let steep = (gap * slope).min(Rational::from_unsigneds(1u32, 4u32));
    let near_middle = Real::from(middle);
    composed(ledger, saddle, Aim::at(&steep), budget, |composed| Seen::delta(composed, &near_middle))
}

/// eps at a delta as a composition has it, searched for from a loss on.
fn read_eps<E: Engine>(composed: &Composed<E>, middle: &Rational, goal: &Interval<E>, gap: &Rational) -> Interval<E> {
    let middle = middle.clone().max(Rational::from(0));
    let scale = middle.clone().max(Rational::from_unsigneds(1u32, 1024u32));
    let tolerance = power_of_two_below(&(gap * &scale / Rational::from(16u32)));
    let start = i128::try_from(&Floor::floor(&(&middle / &tolerance))).unwrap_or(0);
    let at = |n: i128| Real::from(Rational::from(n) * &tolerance);
    let enough = |n: i128| composed.upper(&at(n)).upper() <= goal.lower();
    let too_little = |n: i128| composed.lower(&at(n)).lower() > goal.upper();
    let high = least(start, enough);
    let low = least(start, |n| !too_little(n)).map(|n| n - 1);
    let precision = 128;
    let float = |n: i128, rounding| E::Float::from_rational(&(Rational::from(n) * &tolerance), precision, rounding);
    let upper = high.map_or_else(|| E::Float::infinity(false), |n| float(n, Rounding::Up));
    let lower = match low {
        Some(n) => float(n.max(0), Rounding::Down),
        // Too little everywhere: only infinite losses can do that.
        None if composed.infinite().lower() > goal.upper() => E::Float::infinity(false),
        None => E::Float::zero(),
    };
    Interval::new(lower, upper, precision)
}

fn power_of_two_below(x: &Rational) -> Rational {
    let exponent = x.floor_log_base_2();
    if exponent >= 0 { Rational::from(1) << exponent } else { Rational::from(1) >> exponent.unsigned_abs() }
}

/// Beyond this many tolerances from the start nothing is searched.
const FAR: i128 = 1 << 60;

/// The least n >= 0 at which a condition holds that, once it holds, goes on to hold; searched from
/// `start`. `None` if it holds nowhere in reach.
fn least(start: i128, holds: impl Fn(i128) -> bool) -> Option<i128> {
    let (mut low, mut high) = (-1, -1);
    let mut distance = 1;
    if holds(start) {
        high = start;
        while high > 0 {
            let next = (start - distance).max(0);
            if !holds(next) {
                low = next;
                break;
            }
            high = next;
            distance *= 4;
        }
    } else {
        low = start;
        while distance < FAR {
            let next = start + distance;
            if holds(next) {
                high = next;
                break;
            }
            low = next;
            distance *= 4;
        }
        if high < 0 {
            return None;
        }
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// eps at delta = 0: the largest loss, if there is one.
fn eps_at_zero<E: Engine>(laws: &[(Law, u64)]) -> Interval<E> {
    let precision = 128;
    let infinity = E::Float::infinity(false);
    if is_unbounded(laws) == Some(true) {
        return Interval::new(infinity.clone(), infinity, precision);
    }
    match largest_loss(laws) {
        Some(loss) if is_unbounded(laws) == Some(false) => loss.enclose::<E>(precision).positive_part(),
        _ => Interval::new(E::Float::zero(), infinity, precision),
    }
}

/// Has a composition losses beyond every bound? `None` if that cannot be decided.
fn is_unbounded(laws: &[(Law, u64)]) -> Option<bool> {
    let all = laws.iter().map(|(law, _)| Some(!law.is_bounded() || law.has_infinite_loss()?));
    all.collect::<Option<Vec<_>>>().map(|all| all.contains(&true))
}

/// The largest finite loss of a composition; `None` if there is none, or losses cannot be compared.
fn largest_loss(laws: &[(Law, u64)]) -> Option<Real> {
    let all = laws.iter().map(|(law, count)| Some(Real::from(*count).mul(&law.largest_loss()?)));
    all.collect::<Option<Vec<_>>>().map(|all| all.iter().fold(Real::zero(), |sum, loss| sum.add(loss)))
}
