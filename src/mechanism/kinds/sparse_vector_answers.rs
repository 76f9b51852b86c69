//! Probabilities of the answers to queries whose noisy values are compared with one noisy
//! threshold.
//!
//! Given the noise z of the threshold the comparisons are independent. The probability of one is
//! the distribution function of the noise of its query, or its tail, at a distance that moves with
//! z: on either side of one point it is a sum of exponentials of z. A product of these and the
//! density of z is integrated, or summed over the integers, between the points of all queries, in
//! closed form.

use crate::exact::effort;
use crate::exact::engine::{DirectedFloat, Malachite};
use crate::exact::real::Real;
use crate::pair::functionals::sum;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Two, Zero};
use malachite::rational::Rational;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The most sequences of answers: each is an integral over the noise of the threshold, of a product
/// of a factor for each query.
pub(crate) const MAX_OUTCOMES: usize = 64;
/// How far a query may be from the threshold, in scales of either noise: beyond, an answer is
/// certain up to `e^-1024`.
pub(crate) const MAX_SCALES: u64 = 1 << 10;
/// The most terms of the probability of some answers, over all parts of the line: each query can
/// double them.
const MAX_TERMS: usize = 1 << 14;
/// The most terms of a probability that is not rational: they are compared as polynomials, which
/// takes the square of their number.
const MAX_IRRATIONAL_TERMS: usize = 1 << 8;

/// Terms `c e^(l (r + s z))` in the noise z of the threshold, whose rate is l: each c by (s, r).
type Terms = BTreeMap<(Rational, Rational), Rational>;

/// A part of the line, from its first point to the first one after it.
type Part = (Option<Rational>, Option<Rational>);

/// The comparison of noisy queries with a noisy threshold.
pub(crate) struct NoisyThreshold {
    /// Is all noise integer?
    pub(crate) is_integer: bool,
    /// The rate l of the noise of the threshold: its masses fall by e^-l in one unit.
    pub(crate) rate: Real,
    /// The rate of the noise of queries over l; `None` where they have none.
    pub(crate) of_queries: Option<Rational>,
    /// The threshold without its noise.
    pub(crate) threshold: Rational,
    /// The queries that are answered as above before the last one is.
    pub(crate) cutoff: Option<u64>,
    /// Where a query is above, is its noisy value at most this number?
    pub(crate) cut: Option<Rational>,
}

/// The answer to a query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Its noisy value is less than the noisy threshold.
    Below,
    /// It is not.
    Above,
    /// It is not, and is at most the cut.
    AboveUpToCut,
    /// It is not, and is more than the cut.
    AboveBeyondCut,
}

/// x over y, where that is known to be rational.
pub(crate) fn rational_ratio(x: &Real, y: &Real) -> Option<Rational> {
    /// Enough for fractions that people write, of up to 60 bits in both parts; another ratio is
    /// treated as one that is not rational.
    const PRECISION: u64 = 128;
    let near = (x / y).enclose::<Malachite>(PRECISION);
    let (lower, upper) = (near.lower().to_rational()?, near.upper().to_rational()?);
    let ratio = Rational::simplest_rational_in_closed_interval(&lower, &upper);
    (x.compare(&(Real::from(ratio.clone()) * y)) == Some(Ordering::Equal)).then_some(ratio)
}

fn minus(mut terms: Terms, other: &Terms) -> Terms {
    for (place, c) in other {
        *terms.entry(place.clone()).or_insert(Rational::ZERO) -= c;
    }
    terms.retain(|_, c| *c != 0);
    terms
}

fn times(terms: &Terms, other: &Terms) -> Terms {
    let mut product = Terms::new();
    for ((s, r), c) in terms {
        for ((t, q), d) in other {
            effort::rationals(3, c, d);
            *product.entry((s + t, r + q)).or_insert(Rational::ZERO) += c * d;
        }
    }
    product.retain(|_, c| *c != 0);
    product
}

impl NoisyThreshold {
    /// The probabilities of all sequences of answers to these queries, always in one order; `None`
    /// where there are more than [`MAX_OUTCOMES`], or one of them has too many terms.
    ///
    /// No query is farther from the threshold or the cut than [`MAX_SCALES`] scales, and those
    /// under integer noise are whole numbers, as is the threshold.
    pub(crate) fn law(&self, queries: &[Rational]) -> Option<Vec<Real>> {
        if queries.len() >= MAX_OUTCOMES || self.sequences(queries.len()) > MAX_OUTCOMES as u64 {
            return None;
        }
        let cut = self.cut_from();
        let turns = queries.iter().map(|query| self.turn(&(&self.threshold - query)));
        let points: BTreeSet<Rational> = turns.chain(cut).chain([Rational::ZERO]).collect();
        let starts = std::iter::once(None).chain(points.iter().cloned().map(Some));
        let ends = points.iter().cloned().map(Some).chain([None]);
        let parts: Vec<Part> = starts.zip(ends).collect();
        let density = |(from, _): &Part| {
            let s = if from.as_ref().is_some_and(|from| *from >= 0) {
                -Rational::ONE
            } else {
                Rational::ONE
            };
            Terms::from([((s, Rational::ZERO), Rational::ONE)])
        };
        let mut law = Vec::new();
        let state: Vec<Terms> = parts.iter().map(density).collect();
        self.answer(queries, &parts, &state, (0, 0), &mut law)?;
        Some(law)
    }

    /// Is every query within [`MAX_SCALES`] scales of the threshold and the cut? `None` if that is
    /// undecided.
    pub(crate) fn is_near(&self, queries: &[Rational]) -> Option<bool> {
        let cuts = self.cut.iter().chain([&self.threshold]);
        let far =
            cuts.flat_map(|place| queries.iter().map(move |query| (place - query).abs())).max();
        let units = far.unwrap_or(Rational::ZERO) + Rational::ONE;
        let rate = self.of_queries.clone().unwrap_or(Rational::ONE).max(Rational::ONE);
        let scales = Real::from(units * rate) * &self.rate;
        scales.compare(&Real::from(MAX_SCALES)).map(Ordering::is_le)
    }

    /// The answers that are possible.
    fn answers(&self) -> &'static [Answer] {
        match self.cut {
            None => &[Answer::Above, Answer::Below],
            Some(_) => &[Answer::AboveUpToCut, Answer::AboveBeyondCut, Answer::Below],
        }
    }

    /// The number of sequences of answers to so many queries.
    fn sequences(&self, queries: usize) -> u64 {
        let ways = self.answers().len() as u64 - 1;
        let most = self.cutoff.map_or(queries, |cutoff| {
            usize::try_from(cutoff).map_or(queries, |most| most.min(queries))
        });
        // Entry i is for i answers as above at most.
        let mut numbers = vec![1u64; most + 1];
        for _ in 0..queries {
            let with = numbers.iter().map(|number| number.saturating_mul(ways)).collect::<Vec<_>>();
            for (number, with) in numbers.iter_mut().skip(1).zip(with) {
                *number = number.saturating_add(with);
            }
        }
        numbers.pop().unwrap_or_default()
    }

    /// Adds the probabilities of all sequences that begin with some answers. `state` has their
    /// probability on each part of the line; `given` is how many there are, and how many of them
    /// are above.
    fn answer(
        &self,
        left: &[Rational],
        parts: &[Part],
        state: &[Terms],
        given: (u32, u64),
        law: &mut Vec<Real>,
    ) -> Option<()> {
        let (count, above) = given;
        let Some((query, rest)) =
            left.split_first().filter(|_| self.cutoff.is_none_or(|cutoff| above < cutoff))
        else {
            law.push(self.total(parts, state, count)?);
            return Some(());
        };
        for answer in self.answers() {
            let next =
                |(part, terms): (&Part, &Terms)| times(terms, &self.factor(*answer, query, part));
            let next: Vec<Terms> = parts.iter().zip(state).map(next).collect();
            if next.iter().map(Terms::len).sum::<usize>() > MAX_TERMS {
                return None;
            }
            let is_above = u64::from(*answer != Answer::Below);
            self.answer(rest, parts, &next, (count + 1, above + is_above), law)?;
        }
        Some(())
    }

    /// The noise of the threshold from which a query is below it on the right side of its noise, at
    /// the distance by which it is less than the threshold.
    fn turn(&self, distance: &Rational) -> Rational {
        // Without noise a query at the threshold is above it, and the next integer is the first one
        // at which it is below.
        let next = self.is_integer && self.of_queries.is_none();
        Rational::from(u8::from(next)) - distance
    }

    /// The noise of the threshold from which a query above it is beyond the cut.
    fn cut_from(&self) -> Option<Rational> {
        self.cut
            .as_ref()
            .map(|cut| cut - &self.threshold + Rational::from(u8::from(self.is_integer)))
    }

    /// The probability of an answer on a part of the line, times [`NoisyThreshold::mass`].
    fn factor(&self, answer: Answer, query: &Rational, part: &Part) -> Terms {
        let distance = &self.threshold - query;
        let is_from = |point: &Rational| part.0.as_ref().is_some_and(|from| from >= point);
        let above = self.above(is_from(&self.turn(&distance)), &Rational::ONE, &distance);
        let beyond = || match (&self.cut, self.cut_from()) {
            (Some(cut), Some(from)) if !is_from(&from) => {
                let distance = cut - query + Rational::from(u8::from(self.is_integer));
                self.above(distance >= 0, &Rational::ZERO, &distance)
            }
            _ => above.clone(),
        };
        match answer {
            Answer::Below => minus(self.mass(), &above),
            Answer::Above => above,
            Answer::AboveUpToCut => minus(above.clone(), &beyond()),
            Answer::AboveBeyondCut => beyond(),
        }
    }

    /// By what probabilities are multiplied, so that they have no denominators: 2, or `1 + b` where
    /// the masses of integers fall by b.
    fn mass(&self) -> Terms {
        let zero = || (Rational::ZERO, Rational::ZERO);
        match &self.of_queries {
            None => Terms::from([(zero(), Rational::ONE)]),
            Some(rate) if self.is_integer => {
                Terms::from([(zero(), Rational::ONE), ((Rational::ZERO, -rate), Rational::ONE)])
            }
            Some(_) => Terms::from([(zero(), Rational::TWO)]),
        }
    }

    /// The probability that the noise of a query is at least `s z + x`, times
    /// [`NoisyThreshold::mass`].
    ///
    /// On the right, where that is at least 0, it is the tail `e^-(s z + x)`; on the left the other
    /// tail is taken away, which for integers begins at the integer before.
    fn above(&self, is_right: bool, s: &Rational, x: &Rational) -> Terms {
        let tail = match (&self.of_queries, is_right) {
            (None, _) => Terms::new(),
            (Some(rate), true) => Terms::from([((-(rate * s), -(rate * x)), Rational::ONE)]),
            (Some(rate), false) => {
                let x = x - Rational::from(u8::from(self.is_integer));
                Terms::from([((rate * s, rate * x), Rational::ONE)])
            }
        };
        if is_right { tail } else { minus(self.mass(), &tail) }
    }

    /// The integral over the line, or the sum over its integers, for some answers; `None` for too
    /// many terms.
    fn total(&self, parts: &[Part], state: &[Terms], count: u32) -> Option<Real> {
        // Sums of terms `c e^(l r)`: each c by the number that its `weight` is made of, and r.
        let mut sums: BTreeMap<Rational, BTreeMap<Rational, Rational>> = BTreeMap::new();
        let mut add = |place: &Rational, r: Rational, c: Rational| {
            *sums.entry(place.clone()).or_default().entry(r).or_insert(Rational::ZERO) += c;
        };
        for ((from, to), terms) in parts.iter().zip(state) {
            for ((s, r), c) in terms {
                if *s == 0 {
                    // The density falls at both ends of the line, and no factor grows there.
                    let (Some(from), Some(to)) = (from, to) else {
                        return None;
                    };
                    add(s, r.clone(), c * (to - from));
                    continue;
                }
                let (place, c) =
                    if self.is_integer { (s.clone(), c.clone()) } else { (Rational::ONE, c / s) };
                if let Some(from) = from {
                    add(&place, r + s * from, -c.clone());
                }
                if let Some(to) = to {
                    add(&place, r + s * to, c);
                }
            }
        }
        let power = |r: &Rational| (Real::from(r.clone()) * &self.rate).exp();
        let weight = |s: &Rational| match (self.is_integer, *s == 0) {
            (true, true) => Real::one(),
            (true, false) => 1 / (power(s) - 1),
            (false, true) => self.rate.clone(),
            (false, false) => Real::one(),
        };
        // The density at 0, over what the probabilities of answers were multiplied by.
        let scale = if self.is_integer {
            let fall = power(&-Rational::ONE);
            (1 - &fall) / (1 + &fall)
        } else {
            Real::from(Rational::from_unsigneds(1u8, 2))
        };
        let of_answers = self
            .mass()
            .iter()
            .fold(Real::zero(), |sum, ((_, r), c)| sum + Real::from(c.clone()) * power(r));
        let scale = &scale / of_answers.pow(i64::from(count));
        let (mut terms, mut length) = (Vec::new(), 0);
        for (s, powers) in &mut sums {
            powers.retain(|_, c| *c != 0);
            length += powers.len();
            let inner: Vec<Real> =
                powers.iter().map(|(r, c)| Real::from(c.clone()) * power(r)).collect();
            terms.push(weight(s) * sum(&inner));
        }
        let total = &scale * sum(&terms);
        (total.as_rational().is_some() || length <= MAX_IRRATIONAL_TERMS).then_some(total)
    }
}
