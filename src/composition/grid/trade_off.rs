//! The trade-off function of a composition on a grid, from both sides.
//!
//! **From below.** The dominating pair has a supporting line `beta = 1 - delta(l) - e^l alpha` for
//! every real l, also a negative one. Domination of the steps is domination at every l, and so is
//! that of the composition. With P(n) and Q(n) its masses from grid point n on, and l between the
//! grid points n-1 and n, the line is `1 - P(n) + e^l (Q(n) - alpha)`. It needs only sums from an
//! end, which are computed once.
//!
//! **From above.** "Reject where the sum of the cells' indices is at least s" has errors that are a
//! point on or above the function, for every s. Between two of these tests one may toss a coin.
//!
//! A small type II error is 1 minus a number near 1 here, and has only an absolute accuracy. For
//! the exchanged pair it is the level of a test, a sum of small masses ([`Curve::level`]).

use super::bins::Grid;
use super::compose::Composed;
use super::measure::TiltedMeasure;
use super::tilt::Tilt;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;
use crate::pair::tails::line;
use crate::tradeoff::{chord, enclosure, not_above, not_below};
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// Both bounds of a trade-off function f.
#[derive(Clone, Debug)]
pub struct Curve<E: Engine> {
    grid: Grid<E>,
    precision: u64,
    /// P rounded up and Q rounded down, of the dominating pair.
    dominating: (Sums<true>, Sums<false>),
    /// Q rounded up and P rounded down, of the tests "from s on".
    tests: (Sums<true>, Sums<false>),
    /// The edges between the tests on the lower hull of all errors, from the last test to the
    /// first.
    hull: Vec<Edge>,
}

/// The difference of a test to the one before it. It serves only to find tests: their errors are
/// sums.
#[derive(Clone, Copy, Debug)]
struct Edge {
    s: i64,
    level: RegisterFloat<true>,
    power: RegisterFloat<true>,
}

impl Edge {
    fn plus(&self, other: &Edge) -> Edge {
        Edge {
            s: other.s,
            level: self.level.plus(other.level),
            power: self.power.plus(other.power),
        }
    }

    fn is_steeper_than(&self, other: &Edge) -> bool {
        self.power.times(other.level) > other.power.times(self.level)
    }
}

impl<E: Engine> Curve<E> {
    /// The trade-off function of a composition.
    pub fn of(composed: &Composed<E>) -> Self {
        let Composed { grid, upper, lower, .. } = composed;
        let one = Interval::<E>::one(composed.precision());
        let up =
            |x: &Interval<E>| RegisterFloat::from_float(x.upper()).unwrap_or(RegisterFloat::ONE);
        let down =
            |x: &Interval<E>| RegisterFloat::from_float(x.lower()).unwrap_or(RegisterFloat::ZERO);
        let (finite, start) = (&upper.finite, upper.finite.start());
        let p = Sums::new(start, upper.tilt.remove_all(finite), up(&upper.infinite));
        // The coefficients determine the dominating pair exactly, and so its Q-masses.
        let exact = upper.tilt.remove::<false>(start, finite.masses().map(RegisterFloat::exactly));
        let shrink = down(&(&one / &grid.growth));
        let mut ratio = down(&(&one / &grid.line(start).ratio));
        let q = exact.into_iter().map(|mass| {
            let mass = mass.times(ratio);
            ratio = ratio.times(shrink);
            mass
        });
        let q = Sums::new(start, q.collect(), RegisterFloat::ZERO);
        let rejected = lower.rejected_tilt.remove_all(&lower.rejected);
        let accepted = lower.accepted_tilt.remove_all(&lower.accepted);
        let starts = (lower.accepted.start(), lower.rejected.start());
        let hull = hull((starts.0, &accepted), (starts.1, &rejected));
        let level = Sums::new(starts.1, rejected, RegisterFloat::ZERO);
        let power = Sums::new(starts.0, accepted, down(&lower.infinite));
        Curve {
            grid: grid.clone(),
            precision: composed.precision(),
            dominating: (p.without(finite, upper.tilt), q),
            tests: (level.without(&lower.rejected, lower.rejected_tilt), power),
            hull,
        }
    }

    /// An upper bound of f(0).
    pub fn top(&self) -> Rational {
        Rational::from(1) - self.tests.1.infinite.to_rational()
    }

    /// A slope of at least `e^loss`, and an intercept with `f(alpha) >= intercept - slope alpha`
    /// for every alpha in [0, 1]; `None` for a loss whose grid point is beyond 64 bits.
    pub fn line(&self, loss: &Rational) -> Option<(Rational, Rational)> {
        let n = i64::try_from(&Floor::floor(&(loss / &self.grid.step))).ok()?.checked_add(1)?;
        let ratio = line::<E>(loss, self.precision).ratio;
        let (p, q) = self.beyond(n);
        let intercept = &(&Interval::one(self.precision) - &p) + &(&ratio * &q);
        Some((ratio.upper().to_rational()?, not_above(intercept.lower())?))
    }

    /// The errors (alpha, beta) of the test with the least `beta + e^loss alpha`, or of one near
    /// it: a point on or above f.
    pub fn point(&self, loss: &Rational) -> Option<(Rational, Rational)> {
        let (level, power) = &self.tests;
        let ratio = RegisterFloat::from_float(line::<E>(loss, self.precision).ratio.upper())?;
        let worth = self.hull.partition_point(|edge| edge.power > edge.level.times(ratio));
        let best = worth.checked_sub(1).and_then(|last| self.hull.get(last));
        let s = best.map_or(level.end().max(power.end()), |edge| edge.s);
        let (level, power) = (self.number(level.from(s)), self.number(power.from(s)));
        Some((not_below(level.upper())?, Rational::from(1) - not_above(power.lower())?))
    }

    /// An enclosure of f(alpha): its width is absolute.
    pub fn beta(&self, alpha: &Interval<E>) -> Interval<E> {
        let (zero, one) = (Interval::zero(self.precision), Interval::<E>::one(self.precision));
        let best = self.dominating.1.last(|q| q.to_float::<E::Float>() >= *alpha.lower());
        let below = self.near(best, |ratio, p, q| &(&one - p) + &(ratio * &(q - alpha)));
        // Between the last test whose level is too high and the first whose level is not, a coin is
        // tossed.
        let (level, power) = &self.tests;
        let error = |s: i64| (&one - &self.number(power.from(s))).probability();
        let legal = level.last(|level| level.to_float::<E::Float>() > *alpha.lower()) + 1;
        let illegal = level.last(|level| level.to_float::<E::Float>() >= *alpha.upper());
        let first = (self.number(level.from(legal)), error(legal));
        let second = (self.number(level.from(illegal)), error(illegal));
        let is_test = illegal >= level.start && second.0.upper() < one.lower();
        let second = if is_test { second } else { (one.clone(), zero) };
        enclosure(below, &chord(&first, &second, alpha))
    }

    /// An enclosure of the least level of a test with this power: relative, where the tilt is
    /// right.
    pub fn level(&self, wanted: &Interval<E>) -> Interval<E> {
        let (zero, one) = (Interval::zero(self.precision), Interval::<E>::one(self.precision));
        let best = self.dominating.0.last(|p| p.to_float::<E::Float>() >= *wanted.lower());
        let below = self.near(best, |ratio, p, q| &(&(wanted - p) / ratio) + q);
        let (level, power) = &self.tests;
        let enough = power.last(|power| power.to_float::<E::Float>() >= *wanted.upper());
        let too_little = power.last(|power| power.to_float::<E::Float>() > *wanted.lower()) + 1;
        let at = |s: i64| (self.number(power.from(s)), self.number(level.from(s)).probability());
        let first = if enough >= power.start { at(enough) } else { (one.clone(), one) };
        let above =
            if enough >= power.end() { zero } else { chord(&first, &at(too_little), wanted) };
        enclosure(below, &above)
    }

    /// A bound at the grid points near a loss: `bound(e^l, P, Q)` with the masses beyond l.
    fn near(
        &self,
        n: i64,
        bound: impl Fn(&Interval<E>, &Interval<E>, &Interval<E>) -> Interval<E>,
    ) -> impl Iterator<Item = Interval<E>> {
        (n - 1..=n + 2).map(move |n| {
            let (p, q) = self.beyond(n);
            bound(&self.grid.line(n - 1).ratio, &p, &q)
        })
    }

    /// Masses of the dominating pair from grid point n on: P rounded up, Q rounded down.
    fn beyond(&self, n: i64) -> (Interval<E>, Interval<E>) {
        (self.number(self.dominating.0.from(n)), self.number(self.dominating.1.from(n)))
    }

    fn number<const UP: bool>(&self, x: RegisterFloat<UP>) -> Interval<E> {
        let float: E::Float = x.to_float();
        Interval::new(float.clone(), float, self.precision)
    }
}

/// The edges of the lower hull: neighbours are joined until each edge is less steep than the one
/// before it.
fn hull(
    accepted: (i64, &[RegisterFloat<false>]),
    rejected: (i64, &[RegisterFloat<true>]),
) -> Vec<Edge> {
    let ((start, accepted), (first, rejected)) = (accepted, rejected);
    let mut hull: Vec<Edge> = Vec::new();
    let tests = (start..).zip(accepted).filter(|(s, _)| *s >= first).collect::<Vec<_>>();
    for (s, power) in tests.into_iter().rev() {
        let place = usize::try_from(s - first).unwrap_or(usize::MAX);
        let level = rejected.get(place).copied().unwrap_or(RegisterFloat::ZERO);
        let mut edge = Edge { s, level, power: power.exactly() };
        while let Some(last) = hull.pop_if(|last| !last.is_steeper_than(&edge)) {
            edge = last.plus(&edge);
        }
        hull.push(edge);
    }
    hull
}

/// Masses from an index on, their sums rounded to one side.
#[derive(Clone, Debug)]
struct Sums<const UP: bool> {
    start: i64,
    /// The sum from `start + i` on.
    sums: Vec<RegisterFloat<UP>>,
    /// The mass at infinite loss, beyond every index.
    infinite: RegisterFloat<UP>,
    /// Tilted mass that may be at any index up to `reach`.
    lost: RegisterFloat<UP>,
    tilt: Tilt,
    reach: i64,
}

impl<const UP: bool> Sums<UP> {
    fn new(start: i64, masses: Vec<RegisterFloat<UP>>, infinite: RegisterFloat<UP>) -> Self {
        let reach = start + i64::try_from(masses.len()).unwrap_or(i64::MAX) - 1;
        let mut sums = masses;
        let mut sum = RegisterFloat::ZERO;
        for mass in sums.iter_mut().rev() {
            sum = sum.plus(*mass);
            *mass = sum;
        }
        Sums { start, sums, infinite, lost: RegisterFloat::ZERO, tilt: Tilt::NONE, reach }
    }

    /// With the lost mass of a measure.
    fn without(self, measure: &TiltedMeasure<UP>, tilt: Tilt) -> Self {
        Sums { lost: measure.lost().exactly(), tilt, reach: measure.reach(), ..self }
    }

    /// The mass from n on, rounded to the side.
    fn from(&self, n: i64) -> RegisterFloat<UP> {
        let place = usize::try_from(n.saturating_sub(self.start)).unwrap_or(0);
        let known =
            self.sums.get(place).copied().unwrap_or(RegisterFloat::ZERO).plus(self.infinite);
        // Weights grow with the index: lost mass weighs least at the first index.
        if n <= self.reach { known.plus(self.lost.times(self.tilt.power(-n))) } else { known }
    }

    /// The first index after which there is only infinite mass.
    fn end(&self) -> i64 {
        self.reach + 1
    }

    /// The last index up to the end whose sum meets a condition. The condition changes from true to
    /// false once; if it never holds, the result is before the start.
    fn last(&self, holds: impl Fn(RegisterFloat<UP>) -> bool) -> i64 {
        let (mut low, mut high) = (self.start - 1, self.end() + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if holds(self.from(middle)) { low = middle } else { high = middle }
        }
        low
    }
}
