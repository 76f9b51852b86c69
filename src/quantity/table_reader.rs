//! Queries of a composed finite pair; the same code serves every tier.

use crate::composition::Table;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::pair::NeymanPearson;
use crate::tradeoff::{Goal, Support, largest, not_above, not_below};
use malachite::base::num::arithmetic::traits::Floor;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A table with its cumulative masses.
pub struct Reader<'a, E: Engine> {
    table: &'a Table<E>,
    precision: u64,
    /// Converts a real number to the table's tier.
    number: &'a dyn Fn(&Real) -> Value<E>,
    /// `p_above[i]`: P-mass of the first i rows, without infinity.
    p_above: Vec<Value<E>>,
    /// `q_above[i]`: Q-mass of the first i rows.
    q_above: Vec<Value<E>>,
}

/// The rows between which a value is, as far as it is decided: row `first` is certainly not above
/// it, and row `last` is certainly not below it.
struct Place {
    first: usize,
    last: usize,
}

fn zero<E: Engine>() -> Value<E> {
    Value::Exact(Rational::ZERO)
}

fn one<E: Engine>() -> Value<E> {
    Value::Exact(Rational::ONE)
}

impl<'a, E: Engine> Reader<'a, E> {
    /// Sums the masses. Cost: two additions a row.
    pub fn new(table: &'a Table<E>, precision: u64, number: &'a dyn Fn(&Real) -> Value<E>) -> Self {
        let cumulate = |side: fn(&crate::composition::Row<E>) -> &Value<E>| {
            let mut sums = vec![zero()];
            let mut sum = zero();
            for row in &table.rows {
                sum = &sum + side(row);
                sums.push(sum.clone());
            }
            sums
        };
        Reader {
            table,
            precision,
            number,
            p_above: cumulate(|row| &row.p),
            q_above: cumulate(|row| &row.q),
        }
    }

    fn len(&self) -> usize {
        self.table.rows.len()
    }

    fn ratio(&self, i: usize) -> Value<E> {
        (self.number)(&self.table.losses.get(i).exp())
    }

    /// delta at `e^eps = g` on the segment with `rows` rows above eps.
    fn delta_on(&self, rows: usize, g: &Value<E>) -> Value<E> {
        let finite = &self.p_above[rows] - &(g * &self.q_above[rows]);
        &self.table.p_infinite + &finite.positive_part()
    }

    /// delta(eps), where delta is continuous: an undecided order of eps and a few losses next to it
    /// matters little. Cost: O(log n) comparisons of losses, exact.
    pub fn delta(&self, eps: &Real) -> Option<Value<E>> {
        /// With more losses that near to eps, their order is the better question: more precision,
        /// or the exact table.
        const MOST: usize = 8;
        let g = (self.number)(&eps.exp());
        let with = |rows| {
            if rows == 0 { self.table.p_infinite.clone() } else { self.delta_on(rows, &g) }
        };
        let [fewest, most] = [false, true].map(|undecided| self.rows_above(eps, undecided));
        if fewest == most {
            return Some(with(fewest));
        }
        let each = (fewest..=most).take(MOST + 1).map(|rows| with(rows).enclose(self.precision));
        each.reduce(|hull, x| hull.hull(&x)).filter(|_| most - fewest <= MOST).map(Value::Enclosed)
    }

    /// The number of losses above eps; where the order is undecided, `undecided` is taken.
    fn rows_above(&self, eps: &Real, undecided: bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            let order = self.table.losses.get(middle).compare(eps);
            if order.map_or(undecided, |order| order == Ordering::Greater) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The index at which a condition changes that is false for the first indices of 0..=n and true
    /// for the last, by bisection on the decided ones.
    fn place(&self, n: usize, is_beyond: impl Fn(usize) -> Option<bool>) -> Place {
        let bisect = |undecided: bool| {
            let (mut low, mut high) = (0, n + 1);
            while low < high {
                let middle = low.midpoint(high);
                if is_beyond(middle).unwrap_or(undecided) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            low
        };
        // With "undecided is beyond" the last index below is certain, and conversely.
        Place { first: bisect(true).saturating_sub(1), last: bisect(false) }
    }

    /// `e^eps` for the eps with `delta(eps) = delta`, where delta is at least the mass at
    /// infinity; not clipped at 1.
    pub fn exp_eps(&self, delta: &Value<E>) -> Value<E> {
        let n = self.len();
        if n == 0 {
            return zero();
        }
        let is_beyond = |i: usize| {
            if i >= n {
                return Some(true);
            }
            let value = self.delta_on(i, &self.ratio(i));
            value.compare(delta).map(|order| order == Ordering::Greater)
        };
        let place = self.place(n - 1, is_beyond);
        let candidate = |rows: usize| {
            let gap = &(&self.table.p_infinite + &self.p_above[rows]) - delta;
            &gap / &self.q_above[rows]
        };
        let (first, last) = (place.first + 1, place.last.max(place.first + 1));
        if first == last {
            return candidate(first);
        }
        // Undecided: any number between the two ratios that are certain.
        let upper = self.ratio(place.first).enclose(self.precision);
        let lower = if last < n {
            self.ratio(last).enclose(self.precision)
        } else {
            Interval::zero(self.precision)
        };
        let span = upper.hull(&lower);
        let hull = (first..=last.min(first + 8))
            .map(|rows| candidate(rows).enclose(self.precision))
            .reduce(|hull, x| hull.hull(&x))
            .filter(|_| last <= first + 8);
        Value::Enclosed(hull.and_then(|hull| hull.intersection(&span)).unwrap_or(span))
    }

    /// The rows among which the level alpha is reached; `None` where it is certainly beyond all
    /// rows.
    fn level(&self, alpha: &Value<E>) -> Option<Place> {
        // The sum of the rows is the mass that is not at infinity: it needs no summation.
        let all = &one() - &self.table.q_infinite;
        if matches!(alpha.compare(&all), Some(Ordering::Equal | Ordering::Greater)) {
            return None;
        }
        let is_beyond =
            |i: usize| self.q_above[i].compare(alpha).map(|order| order == Ordering::Greater);
        let place = self.place(self.len(), is_beyond);
        (place.first < self.len()).then_some(place)
    }

    /// P-mass of the rows after the first `rows`.
    fn p_below(&self, rows: usize) -> Value<E> {
        self.table.rows[rows..].iter().fold(zero(), |sum, row| &sum + &row.p)
    }

    /// The trade-off function. Cost: O(n) additions.
    pub fn beta(&self, alpha: &Value<E>) -> Value<E> {
        let Some(place) = self.level(alpha) else {
            return zero();
        };
        let at = |i: usize| {
            let left = (&self.q_above[i + 1] - alpha).positive_part();
            &self.p_below(i + 1) + &(&left * &self.ratio(i))
        };
        let rows = place.first..place.last.min(self.len()).max(place.first + 1);
        if rows.len() == 1 {
            return at(place.first);
        }
        // beta decreases: between the certain ends it is between the values there.
        let upper = self.p_below(rows.start).enclose(self.precision);
        let lower = self.p_below(rows.end).enclose(self.precision);
        let mut bound = upper.hull(&lower);
        if rows.len() <= 8 {
            let hull = rows.map(|i| at(i).enclose(self.precision)).reduce(|hull, x| hull.hull(&x));
            bound = hull.and_then(|hull| hull.intersection(&bound)).unwrap_or(bound);
        }
        Value::Enclosed(bound)
    }

    /// The Neyman-Pearson test of level alpha: threshold `inf{t : Q(ratio > t) <= alpha}`.
    pub fn test(&self, alpha: &Value<E>) -> NeymanPearson<E> {
        let n = self.len();
        let Some(place) = self.level(alpha) else {
            let left = alpha - &self.q_above[n];
            let at_zero = self.table.q_infinite.compare(&zero()) == Some(Ordering::Greater);
            let randomisation = if at_zero { &left / &self.table.q_infinite } else { zero() };
            return NeymanPearson { threshold: Some(zero()), randomisation, power: one() };
        };
        let last = place.last.min(n).max(place.first + 1);
        let power = &one() - &self.beta(alpha);
        if last == place.first + 1 {
            let i = place.first;
            let randomisation = &(alpha - &self.q_above[i]).positive_part() / &self.table.rows[i].q;
            let finite = &self.p_above[i] + &(&randomisation * &self.table.rows[i].p);
            return NeymanPearson {
                threshold: Some(self.ratio(i)),
                randomisation,
                power: &self.table.p_infinite + &finite,
            };
        }
        let ends = self
            .ratio(place.first)
            .enclose(self.precision)
            .hull(&self.ratio(last - 1).enclose(self.precision));
        let unit = Interval::zero(self.precision).hull(&Interval::one(self.precision));
        NeymanPearson {
            threshold: Some(Value::Enclosed(ends)),
            randomisation: Value::Enclosed(unit),
            power,
        }
    }

    /// The vertices `(alpha, beta)` of the trade-off function, from alpha = 0 to 1, collinear
    /// points removed.
    pub fn region(&self) -> Vec<(Value<E>, Value<E>)> {
        let n = self.len();
        let mut below = vec![zero()];
        for row in self.table.rows.iter().rev() {
            let sum = &below[below.len() - 1] + &row.p;
            below.push(sum);
        }
        below.reverse();
        let mut vertices: Vec<_> = self.q_above.iter().cloned().zip(below).collect();
        let sure = self.table.q_infinite.compare(&zero()) == Some(Ordering::Greater);
        // The ends are known without summation.
        if let Some(first) = vertices.first_mut() {
            first.1 = &one() - &self.table.p_infinite;
        }
        if let Some(last) = vertices.last_mut() {
            last.0 = &one() - &self.table.q_infinite;
            last.1 = zero();
        }
        if sure {
            vertices.push((one(), zero()));
        }
        if n == 0 && !sure {
            vertices.push((one(), zero()));
        }
        vertices
    }

    /// The largest separation of the tests whose errors are at least a cut.
    pub fn gdp(&self, cut: &Rational) -> Interval<E> {
        let vertices = self.region();
        let level = |i: usize| vertices.get(i).map(|(alpha, _)| alpha.enclose(self.precision));
        let other = |i: usize| vertices.get(i).map(|(_, beta)| beta.enclose(self.precision));
        let at_cut = Interval::<E>::from_rational(cut, self.precision);
        // The edges between those that certainly reach the cut.
        let below = |x: Option<Interval<E>>| x.is_some_and(|x| x.upper() <= at_cut.lower());
        let (mut first, mut end) = (0, self.len());
        while end - first > 1 {
            let middle = first.midpoint(end);
            if below(level(middle)) { first = middle } else { end = middle }
        }
        let (start, mut last) = (first, self.len());
        while last - first > 1 {
            let middle = first.midpoint(last);
            if below(other(middle)) { last = middle } else { first = middle }
        }
        let support = |i: usize| {
            let ratio = self.ratio(i).enclose(self.precision);
            let intercept = &other(i)? + &(&ratio * &level(i)?);
            let point = |i| Some((not_below(level(i)?.upper())?, not_below(other(i)?.upper())?));
            Some(Support {
                points: vec![point(i)?, point(i + 1)?],
                slope: not_below(ratio.upper())?,
                intercept: not_above(intercept.lower())?,
            })
        };
        // Losses decrease with the number of the edge.
        let numbered = |i: usize| Some((-Rational::from(i), support(i)?));
        let ends = [start, last.saturating_sub(1)];
        let supports = ends.into_iter().filter(|i| *i < self.len()).filter_map(numbered).collect();
        let bits = (self.precision / 2).saturating_sub(8);
        let top = other(0).and_then(|beta| not_below(beta.upper())).unwrap_or(Rational::ONE);
        let goal = Goal { cut, bits, patience: usize::MAX, precision: self.precision, top };
        let between = |low: &Rational, high: &Rational| {
            let edge = |x: &Rational| usize::try_from(&Floor::floor(-x)).ok();
            let (first, last) = (edge(high)?, edge(low)?);
            if last > first + 1 { numbered(first.midpoint(last)) } else { None }
        };
        largest(supports, &goal, between).mu
    }

    /// delta at every lattice point `0, step, 2 step, ...` up to the largest loss.
    pub fn deltas(&self, indices: &[i64]) -> Vec<Value<E>> {
        let top = indices.first().copied().unwrap_or(0).max(0);
        let mut rows = self.len();
        let mut result = Vec::new();
        for j in 0..=top {
            while rows > 0 && indices[rows - 1] <= j {
                rows -= 1;
            }
            let loss = match &self.table.losses {
                crate::composition::Losses::Lattice { step, .. } => Real::from(j) * step,
                crate::composition::Losses::Sums { .. } | crate::composition::Losses::Listed(_) => {
                    Real::zero()
                }
            };
            let delta = if rows == 0 {
                self.table.p_infinite.clone()
            } else {
                self.delta_on(rows, &(self.number)(&loss.exp()))
            };
            result.push(delta);
        }
        result
    }
}
