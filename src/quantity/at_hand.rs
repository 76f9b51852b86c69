//! Bounds that are at hand where a route leaves a scalar wider than it was asked for.
//!
//! An answer is the intersection of what its routes prove. The first one is refined as far as it
//! goes; where that is not as far as asked, these others are tried, and each end is the better one:
//!
//! - *Basic composition*: the finite losses of a composition are at most the sum L of the largest
//!   ones, and its infinite ones have a known probability D. So every test has `P(A) <= D + e^L
//!   Q(A)`: delta is at most `D + (1-D) (1 - e^(eps-L))`, and D from L on.
//! - *A grid of losses*, where the losses of a composition are listed, and more digits of their
//!   sums would be too costly.
//! - *Classes*: the upper bound of delta of a wider class holds for each of its members, and the
//!   lower bound of a narrower one for the class that contains it.

use super::enclose::enclose;
use super::on_shape::cheap_part;
use super::scalar::{Decision, Evaluation, Goal, Scalar, ScalarGoal, extreme};
use crate::composition::cost::Budget;
use crate::composition::grid::search::{Shared, largest_loss};
use crate::composition::{Method, Route};
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::LossPair;
use crate::pair::any_of;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Working precision, in bits: far more than the gap of any bound that these are compared with.
const PRECISION: u64 = 256;
/// The relative gap of other classes is at least `2^-CLASS_BITS`: their bounds are not close to the
/// scalar anyway.
const CLASS_BITS: i64 = 20;

/// An evaluation that was not accepted, with the bounds that are at hand.
pub(super) fn with_bounds_at_hand<E: Engine>(
    route: &Route,
    sought: &ScalarGoal<'_>,
    found: Evaluation<E>,
    shared: &Shared<'_, E>,
    goal: &mut Goal<'_, E>,
) -> Evaluation<E> {
    let Evaluation { decision: Decision { outcome, precision, .. }, refinement, .. } = &found;
    if outcome.is_exact() {
        return found;
    }
    let gap = Rational::from(1) >> sought.gap_bits;
    let before = outcome.enclose(*precision);
    let Ends { interval, method } = narrowed(route, sought.scalar, &gap, before.clone(), shared);
    if is_same(&interval, &before) {
        return found;
    }
    let outcome = Outcome::Number(Value::Enclosed(interval));
    let met = goal(&outcome, *precision, *refinement);
    let decision = Decision { outcome, precision: *precision, met };
    Evaluation { decision, refinement: *refinement, method }
}

/// The ends of a scalar.
struct Ends<E: Engine> {
    /// The interval that all of them leave.
    interval: Interval<E>,
    /// The method of the end that bounds the privacy loss from above.
    method: Method,
}

impl<E: Engine> Ends<E> {
    fn narrow(&mut self, interval: Interval<E>, method: Method) {
        if !is_same(&interval, &self.interval) {
            *self = Ends { interval, method };
        }
    }
}

/// An interval around a scalar on a route, as narrow as the bounds at hand make it.
fn narrowed<E: Engine>(
    route: &Route,
    scalar: &Scalar,
    gap: &Rational,
    found: Interval<E>,
    shared: &Shared<'_, E>,
) -> Ends<E> {
    let mut ends = Ends { interval: found, method: route.method() };
    if let Some(bound) = by_largest_losses(route, scalar, shared.budget) {
        ends.narrow(with_worst_end(&ends.interval, &bound, scalar), Method::SumOverSteps);
    }
    if scalar.is_gdp() {
        return ends;
    }
    let cheap = cheap_part(shared.budget);
    if let Some(coarse) = route.on_grid()
        && let Ok(bound) = enclose::<E>(&coarse, scalar, gap, &Shared { budget: &cheap, ..*shared })
        && let Some(both) = ends.interval.intersection(&bound)
    {
        ends.narrow(both, coarse.method());
    }
    if !route.is_between() {
        return ends;
    }
    let gap = gap.max(&Rational::power_of_2(-CLASS_BITS)).clone();
    let of_class = |class: &Route| {
        enclose::<E>(class, scalar, &gap, &Shared { budget: &cheap, ..*shared }).ok()
    };
    if let Some(wider) = route.wider(&cheap)
        && let Some(bound) = of_class(&wider)
    {
        ends.narrow(with_worst_end(&ends.interval, &bound, scalar), wider.method());
    }
    if let Some(bound) = route.narrower().as_ref().and_then(of_class) {
        ends.interval = with_best_end(&ends.interval, &bound, scalar);
    }
    ends
}

/// Is a scalar surely 0, because no loss is larger than the eps that is asked?
pub(super) fn is_surely_zero<E: Engine>(route: &Route, scalar: &Scalar, budget: &Budget) -> bool {
    matches!(scalar, Scalar::Delta { .. } | Scalar::Tv)
        && by_largest_losses::<E>(route, scalar, budget)
            .is_some_and(|bound| bound.upper().sign().is_le())
}

/// Have two intervals the same ends?
fn is_same<E: Engine>(x: &Interval<E>, y: &Interval<E>) -> bool {
    x.lower() == y.lower() && x.upper() == y.upper()
}

/// An interval with the end of another that bounds the loss of privacy from above, if that is
/// nearer.
fn with_worst_end<E: Engine>(x: &Interval<E>, bound: &Interval<E>, scalar: &Scalar) -> Interval<E> {
    let (lower, upper) = if scalar.worse().is_lt() {
        (bound.lower(), x.upper())
    } else {
        (x.lower(), bound.upper())
    };
    met(x, lower, upper)
}

/// The same with the end that bounds it from below.
fn with_best_end<E: Engine>(x: &Interval<E>, bound: &Interval<E>, scalar: &Scalar) -> Interval<E> {
    let (lower, upper) = if scalar.worse().is_lt() {
        (x.lower(), bound.upper())
    } else {
        (bound.lower(), x.upper())
    };
    met(x, lower, upper)
}

/// The part of an interval between two bounds.
fn met<E: Engine>(x: &Interval<E>, lower: &E::Float, upper: &E::Float) -> Interval<E> {
    if lower > upper {
        return x.clone();
    }
    x.intersection(&Interval::new(lower.clone(), upper.clone(), x.precision()))
        .unwrap_or_else(|| x.clone())
}

/// A bound by the sums of the largest losses, in the worst direction of neighbours; only its end
/// for a large loss of privacy means something.
fn by_largest_losses<E: Engine>(
    route: &Route,
    scalar: &Scalar,
    budget: &Budget,
) -> Option<Interval<E>> {
    let all = route.dominating_pairs(budget)?;
    let bounds = all.iter().map(|steps| of_direction(steps, scalar)).collect::<Option<Vec<_>>>()?;
    bounds.into_iter().reduce(|x, y| scalar.worst(&x, &y))
}

fn of_direction<E: Engine>(steps: &[(LossPair, u64)], scalar: &Scalar) -> Option<Interval<E>> {
    match scalar {
        Scalar::Delta { eps } => delta(&Sums::of(steps)?, eps),
        Scalar::Tv => delta(&Sums::of(steps)?, &Real::zero()),
        Scalar::Eps { delta } => eps(&Sums::of(steps)?, delta),
        Scalar::Beta { alpha } => {
            let reversed = LossPair::all_reversed(steps);
            let [alpha, power] = [alpha.clone(), 1 - alpha].map(|x| x.enclose::<E>(PRECISION));
            let one = Interval::one(PRECISION);
            let at_level = Sums::<E>::of(steps).map(|sums| {
                let gained = &sums.infinite + &(&sums.largest.enclose(PRECISION).exp() * &alpha);
                &one - &gained
            });
            let at_power = Sums::<E>::of(&reversed)
                .map(|sums| &(&power - &sums.infinite) / &sums.largest.enclose(PRECISION).exp());
            let bounds = at_level.into_iter().chain(at_power);
            bounds
                .filter(|bound| bound.lower().is_finite())
                .reduce(|x, y| extreme(&x, &y, Ordering::Greater))
        }
        Scalar::Gdp { .. } => None,
    }
}

/// What basic composition knows of a composition in one direction of neighbours.
struct Sums<E: Engine> {
    /// No finite loss is larger.
    largest: Real,
    /// The probability of an infinite loss.
    infinite: Interval<E>,
    /// The same, where at most one finite pair has such losses.
    exactly: Option<Real>,
}

impl<E: Engine> Sums<E> {
    fn of(steps: &[(LossPair, u64)]) -> Option<Sums<E>> {
        steps.iter().all(|(pair, _)| pair.is_bounded()).then_some(())?;
        let infinite = |(pair, count): &(LossPair, u64)| (pair.infinite::<E>(PRECISION), *count);
        let infinite = any_of(&steps.iter().map(infinite).collect::<Vec<_>>(), PRECISION);
        let mut others = steps.iter().filter(|(pair, _)| pair.has_infinite_loss() != Some(false));
        let exactly = match (others.next(), others.next()) {
            (None, _) => Some(Real::zero()),
            (Some((LossPair::Finite(pair), 1)), None) => Some(pair.p_infinite.clone()),
            _ => None,
        };
        Some(Sums { largest: largest_loss(steps)?, infinite, exactly })
    }
}

/// `D + (1-D) (1 - e^(eps-L))`; D from L on.
fn delta<E: Engine>(sums: &Sums<E>, eps: &Real) -> Option<Interval<E>> {
    let Sums { largest, infinite, .. } = sums;
    if largest.compare(eps).is_some_and(Ordering::is_le) {
        return Some(infinite.clone());
    }
    let one = Interval::one(PRECISION);
    let kept = &one - &(eps - largest).enclose(PRECISION).exp();
    let delta = infinite + &(&(&one - infinite) * &kept.positive_part());
    delta.upper().is_finite().then(|| delta.probability())
}

/// `L + ln(1 - (delta-D)/(1-D))`, which is where that bound of delta is met; unknown below D.
fn eps<E: Engine>(sums: &Sums<E>, delta: &Real) -> Option<Interval<E>> {
    let Sums { largest, infinite, exactly } = sums;
    let one = Interval::one(PRECISION);
    let is_all =
        exactly.as_ref().is_some_and(|infinite| infinite.compare(delta) == Some(Ordering::Equal));
    let delta = delta.enclose::<E>(PRECISION);
    (is_all || delta.lower() >= infinite.upper()).then_some(())?;
    let spent = &(&delta - infinite) / &(&one - infinite);
    let least = if is_all { one } else { (&one - &spent).positive_part() };
    if least.upper().sign().is_le() {
        return Some(Interval::zero(PRECISION));
    }
    let eps = &largest.enclose(PRECISION) + &least.ln();
    let upper =
        Interval::<E>::new(eps.upper().clone(), eps.upper().clone(), PRECISION).positive_part();
    upper.upper().is_finite().then_some(upper)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exact::engine::Malachite;
    use crate::exact::literal::parse;
    use crate::mechanism::Mechanism;

    /// Pairs of which the bounds are the numbers themselves: all of P at the largest loss, or at an
    /// infinite one.
    #[test]
    fn basic_composition_is_attained() {
        let real = |text: &str| parse(text).unwrap();
        let mechanism =
            Mechanism::parse("finite-pair(p=[1/10, 9/10, 0], q=[0, 1/10, 9/10])").unwrap();
        let budget = crate::Options::default().budget();
        let route = Route::within(&mechanism, &budget).unwrap();
        // All finite losses are ln(9), and the others are infinite, with probability 1/10.
        let forward = route.dominating_pairs(&budget).unwrap().swap_remove(0);
        let near = |scalar: Scalar, value: &str| {
            let found = of_direction::<Malachite>(&forward, &scalar).unwrap();
            let value = real(value).enclose::<Malachite>(PRECISION);
            let distance = (&found - &value).upper().to_rational().unwrap();
            let unit = Rational::power_of_2(-200i64);
            assert!(-&unit < distance && distance < unit, "{scalar:?}");
        };
        near(Scalar::Tv, "9/10");
        near(Scalar::Delta { eps: real("ln(3)") }, "7/10");
        near(Scalar::Delta { eps: real("ln(9)") }, "1/10");
        near(Scalar::Delta { eps: real("3") }, "1/10");
        near(Scalar::Eps { delta: real("7/10") }, "ln(3)");
        // Exactly the probability of an infinite loss, which no interval is.
        near(Scalar::Eps { delta: real("1/10") }, "ln(9)");
        near(Scalar::Eps { delta: real("99/100") }, "0");
        near(Scalar::Beta { alpha: real("1/20") }, "9/20");
        assert!(
            of_direction::<Malachite>(&forward, &Scalar::Eps { delta: real("1/11") }).is_none()
        );
    }
}
