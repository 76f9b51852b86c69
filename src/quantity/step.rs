//! Scalars of one step that is not composed: its tails or its outcomes are known, and no grid is
//! needed.
//!
//! delta is evaluated at a grid point. For eps and beta the grid point is searched for. The result
//! is valid whatever the search does. Every test of power p and level q has `p - e^eps q <= delta`
//! at eps = eps(delta). Every line `1 - delta(l) - e^l alpha` is at most `beta(alpha)`, which is at
//! most a chord between the errors of two tests.

use super::gdp;
use super::scalar::Scalar;
use crate::composition::cost::Budget;
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::value::Value;
use crate::mechanism::LossPair;
use crate::pair::Evaluated;
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::{GridPoint, Masses, line};
use crate::refusal::Refusal;
use crate::tradeoff::{chord, enclosure};
use malachite::base::num::arithmetic::traits::{Abs, Floor};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Losses are searched for from 2 to minus the precision up to 2 to this: then `e^loss` is within
/// the range of all engines.
const MOST_EXPONENT: i64 = 28;

/// At this many bits an eps without an upper end is given up: more bits list more outcomes, and the
/// mass that is not listed by then is far below any delta that is asked.
const MOST_UNBOUNDED: u64 = 1024;

/// A scalar of one step at a precision; `None` where a grid point is out of reach, or only the
/// largest loss is requested.
///
/// # Errors
/// A search that exceeds the budget; an interrupt.
pub(super) fn at_precision<E: Engine>(
    loss_pair: &LossPair,
    scalar: &Scalar,
    precision: u64,
    budget: &Budget,
) -> Result<Option<Outcome<E>>, Refusal> {
    if let Scalar::Gdp { alpha_min } = scalar {
        let mu = gdp::of_step(loss_pair, alpha_min, precision, budget)?;
        return Ok(Some(Outcome::Number(Value::Enclosed(mu))));
    }
    Ok(by_losses(loss_pair, scalar, precision))
}

fn by_losses<E: Engine>(
    loss_pair: &LossPair,
    scalar: &Scalar,
    precision: u64,
) -> Option<Outcome<E>> {
    let number = |x: Interval<E>| Some(Outcome::Number(Value::Enclosed(x)));
    let evaluated = || loss_pair.evaluate::<E>(precision);
    match scalar {
        Scalar::Delta { eps }
            if loss_pair
                .largest_loss()
                .is_some_and(|loss| loss.compare(eps).is_some_and(Ordering::is_le)) =>
        {
            // Only infinite losses remain.
            match loss_pair.has_infinite_loss() {
                Some(false) => Some(Outcome::zero()),
                _ => number(loss_pair.infinite(precision)),
            }
        }
        Scalar::Delta { eps } => {
            let line = GridPoint::<E> {
                loss: eps.enclose(precision),
                ratio: eps.exp().enclose(precision),
            };
            line.ratio.upper().is_finite().then(|| evaluated().delta(&line)).and_then(number)
        }
        Scalar::Tv => number(evaluated().delta(&line(&Rational::from(0), precision))),
        Scalar::Eps { delta } if delta.is_zero() => None,
        Scalar::Eps { delta } => {
            let target = delta.enclose(precision);
            if loss_pair.infinite::<E>(precision).lower() > target.upper() {
                return Some(Outcome::Infinite);
            }
            match eps_at(&evaluated(), &target) {
                // Outcomes that are not listed may hide it: more bits list more of them.
                None if precision < MOST_UNBOUNDED => {
                    number(Interval::zero(precision).hull(&Outcome::Infinite.enclose(precision)))
                }
                found => found,
            }
        }
        Scalar::Gdp { .. } => None,
        Scalar::Beta { alpha } if alpha.is_zero() => {
            number(&Interval::one(precision) - &loss_pair.infinite(precision))
        }
        Scalar::Beta { alpha } => {
            let level: Interval<E> = alpha.enclose(precision);
            let power: Interval<E> = (1 - alpha).enclose(precision);
            if level.lower().sign().is_le() || power.lower().sign().is_le() {
                // Not distinguished from 0 or 1: beta is at most 1 - alpha.
                return number(Interval::zero(precision).hull(&power));
            }
            // The smaller error is a sum of small masses for the exchanged pair, not 1 minus a
            // number near 1.
            let exchanged = || level_at(&loss_pair.clone().reversed().evaluate(precision), &power);
            let half = Interval::<E>::one(precision).shift(-1);
            if level.lower() > half.upper()
                && let Some(beta) = exchanged()
            {
                return number(beta);
            }
            let beta = beta_at(&evaluated(), &level)?;
            let least = if beta.upper() < level.lower() { exchanged() } else { None };
            number(least.and_then(|least| beta.intersection(&least)).unwrap_or(beta))
        }
    }
}

/// eps at a delta > 0; `None` where it is larger than any loss that is searched.
fn eps_at<E: Engine>(step: &Evaluated<E>, target: &Interval<E>) -> Option<Outcome<E>> {
    let precision = target.precision();
    let is_enough = |loss: &Rational| step.delta(&line(loss, precision)).upper() <= target.lower();
    if is_enough(&Rational::from(0)) {
        return Some(Outcome::zero());
    }
    let (low, high) = bracket(precision, is_enough)?;
    let lower = from_tests(step, target, &low)?;
    let (lower, upper) = match next_to(&lower, &high, (precision, precision / 8 * 5), is_enough) {
        Some(upper) => (lower, upper),
        // Next to the largest loss delta decreases faster than any power of a distance.
        None => {
            let is_too_little =
                |loss: &Rational| step.delta(&line(loss, precision)).lower() > target.upper();
            let upper = bisected(high, low.clone(), precision, is_enough);
            let nearer =
                is_too_little(&low).then(|| bisected(low, upper.clone(), precision, is_too_little));
            let lower = match nearer {
                Some(nearer) => nearer.max(lower),
                None => lower,
            };
            (lower, upper)
        }
    };
    let lower = E::Float::from_rational(&lower, precision, Rounding::Down);
    let upper = E::Float::from_rational(&upper, precision, Rounding::Up);
    Some(Outcome::Number(Value::Enclosed(Interval::new(lower, upper, precision))))
}

/// Two losses near each other: at the second a condition holds, at the first it did not certainly
/// hold.
fn bracket(precision: u64, condition: impl Fn(&Rational) -> bool) -> Option<(Rational, Rational)> {
    let least = -i64::try_from(precision).unwrap_or(i64::MAX);
    let exponent = if condition(&power(0)) {
        (least..0).rev().take_while(|exponent| condition(&power(*exponent))).last().unwrap_or(0)
    } else {
        (1..=MOST_EXPONENT).find(|exponent| condition(&power(*exponent)))?
    };
    let (mut low, mut high) = (power(exponent - 1), power(exponent));
    for _ in 0..HALVINGS {
        let middle = (&low + &high) >> 1u32;
        if condition(&middle) { high = middle } else { low = middle }
    }
    Some((low, high))
}

/// The number of halvings before Newton's method starts: from a bracket within a factor of `1 +
/// 2^-8` its steps double the bits. A bracket is certified in any case.
const HALVINGS: usize = 8;

fn power(exponent: i64) -> Rational {
    if exponent < 0 {
        Rational::from(1) >> exponent.unsigned_abs()
    } else {
        Rational::from(1) << exponent
    }
}

/// A lower bound of eps: the largest `ln((p - delta)/q)` of the tests that Newton's method reaches
/// for a delta convex in e^eps.
fn from_tests<E: Engine>(
    step: &Evaluated<E>,
    target: &Interval<E>,
    start: &Rational,
) -> Option<Rational> {
    let precision = target.precision();
    let mut ratio = line::<E>(start, precision).ratio;
    let mut best = Interval::one(precision);
    // The number of digits doubles.
    for _ in 0..=2 * precision.ilog2() {
        let test = step.test(&GridPoint { loss: ratio.ln(), ratio });
        let found = (&(&test.p - target) / &test.q).lower().clone();
        if !found.is_finite() || found <= *best.lower() {
            break;
        }
        best = Interval::new(found.clone(), found, precision);
        ratio = best.clone();
    }
    best.ln().positive_part().lower().to_rational()
}

/// f(alpha) for alpha > 0, with an absolute accuracy; `None` where the grid point is out of reach.
fn beta_at<E: Engine>(step: &Evaluated<E>, alpha: &Interval<E>) -> Option<Interval<E>> {
    let one = Interval::one(alpha.precision());
    let (lines, tests) = around(step, alpha, |test| &test.q)?;
    let below = lines.iter().map(|line| &(&one - &step.delta(line)) - &(&line.ratio * alpha));
    let [first, second] = tests.map(|test| (test.q, &one - &test.p));
    Some(enclosure(below, &chord(&first, &second, alpha)))
}

/// The least level of a test of power w < 1, with a relative accuracy: every supporting line gives
/// at least `(w - delta(l)) / e^l`.
fn level_at<E: Engine>(step: &Evaluated<E>, wanted: &Interval<E>) -> Option<Interval<E>> {
    let (lines, tests) = around(step, wanted, |test| &test.p)?;
    let below = lines.iter().map(|line| &(wanted - &step.delta(line)) / &line.ratio);
    let [first, second] = tests.map(|test| (test.p, test.q));
    Some(enclosure(below, &chord(&first, &second, wanted)))
}

/// Grid points near that of a test with some level or power, and tests with less and with more.
type Around<E> = (Vec<GridPoint<E>>, [Masses<E>; 2]);

/// Grid points and tests around the test whose mass is the wanted one.
fn around<E: Engine>(
    step: &Evaluated<E>,
    wanted: &Interval<E>,
    mass: fn(&Masses<E>) -> &Interval<E>,
) -> Option<Around<E>> {
    match step {
        Evaluated::Tails(_) => around_loss(step, wanted, mass),
        Evaluated::Atoms(atoms) => Some(around_outcome(atoms, wanted, mass)),
    }
}

/// The last loss beyond which there is more, and the first beyond which there is less.
fn around_loss<E: Engine>(
    step: &Evaluated<E>,
    wanted: &Interval<E>,
    mass: fn(&Masses<E>) -> &Interval<E>,
) -> Option<Around<E>> {
    let precision = wanted.precision();
    let beyond = |loss: &Rational| step.test(&line(loss, precision));
    let is_less = |loss: &Rational| mass(&beyond(loss)).upper() <= wanted.lower();
    let is_more = |loss: &Rational| mass(&beyond(loss)).lower() >= wanted.upper();
    let high = (0..=MOST_EXPONENT).map(power).find(is_less)?;
    let low = (0..=MOST_EXPONENT).map(|exponent| -power(exponent)).find(is_more);
    let start = low.clone().unwrap_or_else(|| -power(MOST_EXPONENT));
    let near = low.as_ref().and_then(|low| {
        let excess = |loss: &Rational| middle(&(mass(&beyond(loss)) / wanted).ln());
        crossing((low.clone(), high.clone()), precision, excess)
    });
    let last = |from: Rational, other: Rational, condition: &dyn Fn(&Rational) -> bool| {
        let near = near.as_ref().and_then(|near| next_to(near, &from, (precision, 1), condition));
        near.unwrap_or_else(|| bisected(from, other, precision, condition))
    };
    // The first loss at which there is less, and then the last at which there is more: they do not
    // meet.
    let high = last(high, start, &is_less);
    let low = low.map(|low| last(low, high.clone(), &is_more));
    let lines = low.iter().chain([&high]).map(|loss| line(loss, precision)).collect();
    Some((lines, [beyond(&high), low.as_ref().map_or_else(|| everything(precision), beyond)]))
}

/// The outcome at which a mass is reached, when outcomes are rejected from the largest loss on.
fn around_outcome<E: Engine>(
    atoms: &Atoms<E>,
    wanted: &Interval<E>,
    mass: fn(&Masses<E>) -> &Interval<E>,
) -> Around<E> {
    let mut sorted: Vec<&Atom<E>> = atoms.atoms.iter().collect();
    sorted.sort_by(|x, y| y.loss.lower().partial_cmp(x.loss.lower()).unwrap_or(Ordering::Equal));
    let is_less = |test: &Masses<E>| mass(test).upper() <= wanted.lower();
    let is_more = |test: &Masses<E>| mass(test).lower() >= wanted.upper();
    // Without any outcome only those of probability 0 under Q are rejected, or nothing.
    let infinite = Masses { p: atoms.infinite.p.clone(), q: Interval::zero(wanted.precision()) };
    let mut less = if is_less(&infinite) { infinite } else { Masses::zero(wanted.precision()) };
    let (mut sum, mut lines) = (atoms.certain(), Vec::new());
    for atom in sorted {
        if is_less(&sum) {
            (less, lines) = (sum.clone(), Vec::new());
        }
        if is_more(&sum) {
            return (lines, [less, sum]);
        }
        sum = sum.plus(&atom.masses);
        lines.push(GridPoint { loss: atom.loss.clone(), ratio: atom.loss.exp() });
    }
    if is_less(&sum) {
        (less, lines) = (sum.clone(), Vec::new());
    }
    let more = if is_more(&sum) { sum } else { everything(wanted.precision()) };
    (lines, [less, more])
}

/// The masses of all outcomes, which a test may reject.
fn everything<E: Engine>(precision: u64) -> Masses<E> {
    Masses { p: Interval::one(precision), q: Interval::one(precision) }
}

/// An approximate zero of a decreasing function. It uses the secant of two ends, where the end that
/// stays counts half as much each time (Dowell and Jarratt's Illinois method), and halving while
/// the function is minus infinity at the second end.
fn crossing(
    (mut low, mut high): (Rational, Rational),
    precision: u64,
    f: impl Fn(&Rational) -> Option<Rational>,
) -> Option<Rational> {
    let unit = power(-i64::try_from(precision).ok()?);
    let (mut above, mut below) = (f(&low)?, f(&high));
    let mut was_above = None;
    for _ in 0..precision + MOST_EXPONENT.unsigned_abs() {
        let share = below
            .as_ref()
            .map_or_else(|| Rational::from(1) >> 1u32, |below| &above / (&above - below));
        let place =
            Rational::from(Floor::floor(&((&low + (&high - &low) * share) / &unit))) * &unit;
        let value = f(&place);
        let is_near = value.as_ref().is_some_and(|value| value.abs() <= &unit << (precision / 4));
        if is_near || place <= low || place >= high {
            return Some(place);
        }
        let is_above = value.as_ref().is_some_and(|value| *value > 0);
        let is_same = was_above.replace(is_above) == Some(is_above);
        match value {
            Some(value) if is_above => {
                (low, above) = (place, value);
                below = below.map(|below| if is_same { below >> 1u32 } else { below });
            }
            value => {
                (high, below) = (place, value);
                above = if is_same { above >> 1u32 } else { above };
            }
        }
    }
    None
}

fn middle<E: Engine>(x: &Interval<E>) -> Option<Rational> {
    Some((x.lower().to_rational()? + x.upper().to_rational()?) >> 1u32)
}

/// Approximately the nearest loss to another at which a condition holds, coming from one at which
/// it holds: at most `2^-least` of the way back, otherwise `None`.
fn next_to(
    place: &Rational,
    holds: &Rational,
    (most, least): (u64, u64),
    condition: impl Fn(&Rational) -> bool,
) -> Option<Rational> {
    let distance = holds - place;
    let bits = (1..=most / 8).map(|bytes| most - 8 * bytes).take_while(|bits| *bits >= least);
    bits.map(|bits| place + (&distance >> bits)).find(condition)
}

/// The last loss at which a condition holds, coming from one at which it holds.
fn bisected(
    mut holds: Rational,
    mut other: Rational,
    precision: u64,
    condition: impl Fn(&Rational) -> bool,
) -> Rational {
    for _ in 0..precision + MOST_EXPONENT.unsigned_abs() {
        let middle = (&holds + &other) >> 1u32;
        if condition(&middle) { holds = middle } else { other = middle }
    }
    holds
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exact::engine::Malachite;
    use crate::exact::literal::parse;
    use crate::exact::real::Real;
    use crate::mechanism::{DiscreteGaussian, Gaussian, Laplace, Mixed, Noise, Replaced};
    use crate::pair::Direction;

    fn loss_pairs() -> Vec<LossPair> {
        let real = |text: &str| parse(text).unwrap();
        let gaussian = LossPair::Noise(Gaussian { mu_squared: real("3") }.into());
        let laplace = LossPair::Noise(Laplace { eps0: real("2") }.into());
        let whole = |sigma_sq: &str, shift| {
            LossPair::Noise(Noise::DiscreteGaussian(DiscreteGaussian {
                sigma_sq: real(sigma_sq),
                shift,
            }))
        };
        let mut loss_pairs = vec![whole("3/10", 3), whole("5", 2)];
        for base in [gaussian, laplace, whole("2", 1)] {
            for direction in [Direction::Forward, Direction::Reverse] {
                loss_pairs.push(LossPair::Mixed(Mixed {
                    base: Box::new(base.clone()),
                    rate: real("1/3"),
                    direction,
                }));
            }
            loss_pairs
                .push(LossPair::Replaced(Replaced { base: Box::new(base), rate: real("2/7") }));
        }
        loss_pairs
    }

    fn enclosure(
        loss_pair: &LossPair,
        scalar: &Scalar,
        precision: u64,
    ) -> Option<Interval<Malachite>> {
        by_losses::<Malachite>(loss_pair, scalar, precision)
            .map(|outcome| outcome.enclose(precision))
    }

    /// Even where each rounding moves a number by a large part of itself, the ends are on their
    /// sides, and more bits give closer ends.
    #[test]
    fn few_bits_contain_many() {
        let real = |text: &str| parse(text).unwrap();
        let mut scalars = vec![Scalar::Tv];
        for x in ["1/1000", "1/30", "1/7", "2/7", "2/5", "3/5", "5/6", "99/100"].map(real) {
            scalars.push(Scalar::Delta { eps: x.clone() });
            scalars.push(Scalar::Eps { delta: x.clone() });
            scalars.push(Scalar::Beta { alpha: x });
        }
        for loss_pair in loss_pairs() {
            // Outcomes are few, and a level is rarely next to a sum of them.
            let is_listed = loss_pair.outcomes() > 0;
            let even = (1..97u64).map(|n| Rational::from_unsigneds(n, 97));
            let levels = even.chain((4..40).map(|n| power(-n))).filter(|_| is_listed);
            let levels = levels.map(|level| Scalar::Beta { alpha: Real::from(level) });
            for scalar in scalars.iter().cloned().chain(levels) {
                let many = enclosure(&loss_pair, &scalar, 128).unwrap();
                let size = many.upper().to_rational().unwrap();
                let width = &size - many.lower().to_rational().unwrap();
                assert!(width << 60u32 <= size, "{loss_pair:?} {scalar:?}: {many:?}");
                for precision in [6, 7, 8, 9, 10, 12, 16, 24] {
                    let Some(few) = enclosure(&loss_pair, &scalar, precision) else {
                        continue;
                    };
                    let is_inside = few.lower() <= many.lower() && many.upper() <= few.upper();
                    assert!(is_inside, "{loss_pair:?} {scalar:?} {precision}: {few:?} {many:?}");
                }
            }
        }
    }
}
