//! From Renyi divergences to an eps, at the best order.
//!
//! At every order a > 1 the divergence `D_a` proves (eps, delta)-DP for `eps = F(a) = D_a +
//! ln((a-1)/a) - (ln(delta) + ln(a)) / (a-1)` (Canonne, Kamath & Steinke 2020, Proposition 12).
//! With `K(a) = (a-1) D_a` this is `N(a) / (a-1)`, where `N(a) = K(a) + (a-1) ln(a-1) - a ln(a) -
//! ln(delta)`. K is convex, and so is N: the second derivative of the other terms is `1/(a-1) -
//! 1/a`. The older conversion, of Abadi et al. 2016 and of Mironov 2017, is `eps = D_a - ln(delta)
//! / (a-1)`: there `N(a) = K(a) - ln(delta)`, which is convex too.
//!
//! So F falls and then rises. If `F(m)` is less than `F(a)` and than `F(b)`, `a < m < b`, its least
//! value is between a and b. There N is at least the line through its points at m and b before m,
//! and at least that through its points at a and m after m. A line over `a - 1` is monotone. Hence
//! F is at least the smallest of `F(m)` and of the values of these two quotients at a and at b. The
//! best whole order is next to that place, on one of its sides. Where the orders end at w, the least
//! value is that of all orders if F rises at w, and `F(w)` if F falls there.

use super::{Pair, RatioPower};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::pair::FinitePair;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A step whose cumulant `K(a)` is known at every order above 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cumulant {
    /// A finite pair without infinite losses of P.
    Finite(FinitePair),
    /// Laplace noise: the sensitivity over the scale, > 0.
    Laplace(Real),
    /// `K(a) = a (a-1) rho`.
    Flat(Real),
    /// The logarithm of a moment, for noise on a sample at a rate.
    Power(Pair, Real),
}

/// What a Renyi divergence of an order proves at a delta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `D_a + ln((a-1)/a) - (ln(delta) + ln(a)) / (a-1)`: Canonne, Kamath & Steinke 2020,
    /// Proposition 12.
    Improved,
    /// `D_a - ln(delta) / (a-1)`: Abadi et al. 2016, Theorem 2; Mironov 2017, Proposition 3.
    Classical,
}

/// The orders among which the best one is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// All above 1.
    Real,
    /// 2, 3, 4, ...
    Whole,
}

/// The least eps over all orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    pub(crate) steps: Vec<(Cumulant, u64)>,
    /// In (0, 1).
    pub(crate) delta: Real,
    pub(crate) method: Method,
    pub(crate) orders: Orders,
    /// The last order, above 1, and at least 2 for whole ones; `None` where they have no end.
    pub(crate) largest: Option<Rational>,
}

/// The most evaluations of a moment at one order; larger orders are not tried. Then the lower end
/// is 0, because they may be better; the upper end is right in any case.
const MOST_EVALUATIONS: u64 = 1 << 14;
/// The most bits in which orders are compared: the bound has no more of them, about 150 digits.
const MOST_PRECISION: u64 = 512;
/// The most orders in a search: each is twice the last one at first, so that it ends far beyond any
/// order that is the best.
const MOST_ORDERS: usize = 400;

impl Cumulant {
    fn enclose<E: Engine>(&self, order: &Rational, precision: u64) -> Option<Interval<E>> {
        let rational = |x: &Rational| Interval::<E>::from_rational(x, precision);
        let (a, less) = (rational(order), rational(&(order - Rational::ONE)));
        match self {
            Cumulant::Finite(pair) => {
                let losses: Vec<Interval<E>> =
                    pair.atoms.iter().map(|atom| atom.loss.enclose(precision)).collect();
                let largest = losses.iter().cloned().reduce(|x, y| x.maximum(&y))?;
                // Any number near the largest loss keeps the powers small.
                let top =
                    Interval::new(largest.upper().clone(), largest.upper().clone(), precision);
                let term = |(p, loss): (&Real, &Interval<E>)| {
                    &p.enclose(precision) * &(&less * &(loss - &top)).exp()
                };
                let terms = pair.atoms.iter().map(|atom| &atom.p).zip(&losses).map(term);
                let sum = terms.fold(Interval::zero(precision), |sum, term| &sum + &term);
                Some(&(&less * &top) + &sum.ln())
            }
            Cumulant::Laplace(eps) => {
                let (eps, both) = (eps.enclose::<E>(precision), &a + &less);
                let sum = &a + &(&less * &(-&(&both * &eps)).exp());
                Some(&(&less * &eps) + &(&sum / &both).ln())
            }
            Cumulant::Flat(rho) => Some(&(&a * &less) * &rho.enclose(precision)),
            Cumulant::Power(pair, rate) => {
                let power = RatioPower::new(pair.clone(), rate.clone(), order.clone());
                (power.evaluations(precision) <= MOST_EVALUATIONS)
                    .then(|| power.enclose(precision).ln())
            }
        }
    }
}

/// An order with N and F there.
#[derive(Clone)]
struct Place<E: Engine> {
    /// `a - 1`.
    less: Rational,
    numerator: Interval<E>,
    eps: Interval<E>,
}

impl<E: Engine> Place<E> {
    fn compare(&self, other: &Self) -> Option<Ordering> {
        self.eps.compare(&other.eps)
    }

    /// The line through two places at a third one, over `a - 1`.
    fn line(&self, other: &Self, at: &Self) -> Interval<E> {
        let rational = |x: Rational| Interval::<E>::from_rational(&x, self.eps.precision());
        let slope = &(&other.numerator - &self.numerator) / &rational(&other.less - &self.less);
        let value = &self.numerator + &(&slope * &rational(&at.less - &self.less));
        &value / &rational(at.less.clone())
    }
}

/// Three places, of which the middle one has the least eps.
struct Bracket<E: Engine> {
    left: Place<E>,
    middle: Place<E>,
    right: Place<E>,
}

impl Conversion {
    /// An enclosure of the least eps, at least 0, whose width shrinks with the precision. Its lower
    /// end is 0 where larger orders than those that are tried may be better.
    pub(super) fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        let precision = precision.min(MOST_PRECISION);
        let last = self.largest.as_ref().map(|largest| match self.orders {
            Orders::Real => largest - Rational::ONE,
            Orders::Whole => Rational::from(largest.floor()) - Rational::ONE,
        });
        match last {
            None => self.least(precision),
            Some(last) => self.least_up_to(&last, precision),
        }
    }

    /// The least eps at orders up to `1 + last`.
    fn least_up_to<E: Engine>(&self, last: &Rational, precision: u64) -> Interval<E> {
        let Some(end) = self.place::<E>(last.clone(), precision) else {
            // A moment that costs too much there: the best of all orders is a bound from below.
            let unknown = Interval::new(E::Float::zero(), E::Float::infinity(false), precision);
            return self.least(precision).hull(&unknown);
        };
        let at_end = end.eps.positive_part();
        let steps = match self.orders {
            Orders::Real => successive_halves(last, precision),
            Orders::Whole => vec![Rational::ONE],
        };
        for step in steps {
            let after = self.place::<E>(last + &step, precision);
            if after.is_some_and(|after| after.compare(&end) == Some(Ordering::Less)) {
                return at_end;
            }
            let before = (step < *last).then(|| self.place::<E>(last - &step, precision)).flatten();
            if before.is_some_and(|before| before.compare(&end) == Some(Ordering::Less)) {
                return self.least(precision);
            }
        }
        // F is flat there, as far as it can be told.
        self.least(precision).hull(&at_end)
    }

    /// The least eps at all orders.
    fn least<E: Engine>(&self, precision: u64) -> Interval<E> {
        let unknown = Interval::new(E::Float::zero(), E::Float::infinity(false), precision);
        let place = |less: Rational| self.place::<E>(less, precision);
        let (left, middle) = (place(half(&Rational::ONE)), place(Rational::ONE));
        let (Some(mut left), Some(mut middle)) = (left, middle) else {
            return unknown;
        };
        let Some(mut right) = place(Rational::from(2)) else {
            return unknown.hull(&middle.eps);
        };
        for _ in 0..MOST_ORDERS {
            match (middle.compare(&left), middle.compare(&right)) {
                (Some(Ordering::Less), Some(Ordering::Less)) => {
                    let bracket = Bracket { left, middle, right };
                    return match self.orders {
                        Orders::Real => refined(bracket, precision, place),
                        Orders::Whole => whole(bracket, place),
                    };
                }
                (Some(Ordering::Less), order) => {
                    let Some(next) = place(&right.less * Rational::from(2)) else {
                        break;
                    };
                    if order.is_some() {
                        (left, middle) = (middle, right);
                    }
                    right = next;
                }
                (order, _) => {
                    let Some(next) = place(half(&left.less)) else {
                        break;
                    };
                    if order.is_some() {
                        (right, middle) = (middle, left);
                    }
                    left = next;
                }
            }
        }
        let mut best = if right.eps.upper() < middle.eps.upper() { right } else { middle };
        // Orders above 2 were doubled from there.
        if self.orders == Orders::Whole && best.less < 1 {
            let Some(two) = place(Rational::ONE) else {
                return unknown;
            };
            best = two;
        }
        Interval::zero(precision).hull(&best.eps.positive_part())
    }

    fn place<E: Engine>(&self, less: Rational, precision: u64) -> Option<Place<E>> {
        let order = &less + Rational::ONE;
        let mut numerator = -&self.delta.enclose::<E>(precision).ln();
        for (step, count) in &self.steps {
            numerator = &numerator
                + &(&step.enclose(&order, precision)? * &Interval::from_u64(*count, precision));
        }
        let [a, u] = [&order, &less].map(|x| Interval::<E>::from_rational(x, precision));
        let entropy = &(&u * &u.ln()) - &(&a * &a.ln());
        let numerator = match self.method {
            Method::Improved => &numerator + &entropy,
            Method::Classical => numerator,
        };
        let eps = &numerator / &u;
        Some(Place { less, numerator, eps })
    }
}

fn half(x: &Rational) -> Rational {
    x / Rational::from(2)
}

/// Half of x, a quarter of it, and so on: nearer places than the last of them have values that
/// differ by less than the precision.
fn successive_halves(x: &Rational, precision: u64) -> Vec<Rational> {
    std::iter::successors(Some(half(x)), |x| Some(half(x)))
        .take(usize::try_from(precision / 2).unwrap_or(usize::MAX))
        .collect()
}

/// Narrows the bracket until its bounds are near enough to each other.
fn refined<E: Engine>(
    mut bracket: Bracket<E>,
    precision: u64,
    place: impl Fn(Rational) -> Option<Place<E>>,
) -> Interval<E> {
    // About the bits by which the bracket became narrower.
    let mut bits = 0u32;
    for _ in 0..precision {
        if enclosed(&bracket).has_relative_bits(precision * 3 / 4) {
            break;
        }
        // F is nearly a parabola, the more so the narrower the bracket is.
        let gain = bits.saturating_sub(2).max(2);
        if let Some(next) = around_vertex(&bracket, gain, &place) {
            (bracket, bits) = (next, bits + gain);
        } else {
            let Some(next) = halved(&bracket, &place) else {
                break;
            };
            (bracket, bits) = (next, bits / 2 + 1);
        }
    }
    enclosed(&bracket).positive_part()
}

/// The least eps at a whole order from 2 on, of which the best one is in the bracket or next to it.
fn whole<E: Engine>(
    mut bracket: Bracket<E>,
    place: impl Fn(Rational) -> Option<Place<E>>,
) -> Interval<E> {
    let one = Rational::ONE;
    while &bracket.right.less - &bracket.left.less > 1 {
        let Some(next) = halved(&bracket, &place) else {
            break;
        };
        bracket = next;
    }
    let (first, last) = (
        Rational::from((&bracket.left.less).floor()).max(one.clone()),
        (&bracket.right.less).ceiling(),
    );
    let precision = bracket.middle.eps.precision();
    let places = std::iter::successors(Some(first), |less| Some(less + &one))
        .take_while(|less| *less <= last);
    // A bracket stays wide only where its values are too near to each other to be told apart.
    let mut found: Vec<Interval<E>> =
        places.take(MOST_WHOLE + 1).filter_map(&place).map(|place| place.eps).collect();
    let is_all = found.len() <= MOST_WHOLE;
    found.truncate(MOST_WHOLE);
    let Some(least) = found.into_iter().reduce(|x, y| -&(-&x).maximum(&-&y)) else {
        return Interval::new(E::Float::zero(), E::Float::infinity(false), precision);
    };
    let least = if is_all { least } else { enclosed(&bracket).hull(&least) };
    least.positive_part()
}

/// The most whole orders that are tried: each is a bound from above. Where there are more, the
/// lower end is that of all real orders.
const MOST_WHOLE: usize = 64;

/// A bracket around the vertex of the parabola through the three places, narrower by `2^gain`, if
/// it is one.
fn around_vertex<E: Engine>(
    Bracket { left, middle, right }: &Bracket<E>,
    gain: u32,
    place: &impl Fn(Rational) -> Option<Place<E>>,
) -> Option<Bracket<E>> {
    let point = |x: &Place<E>| x.eps.lower().to_rational();
    let (below, above) = (&middle.less - &left.less, &right.less - &middle.less);
    let (rise, fall) = (point(right)? - point(middle)?, point(left)? - point(middle)?);
    let slopes = [&below * &rise, &above * &fall];
    let [first, second] = &slopes;
    let both = (first + second) * Rational::from(2);
    if both <= 0 {
        return None;
    }
    let vertex = &middle.less + (&above * second - &below * first) / both;
    // Of few digits, on a lattice that is fine enough.
    let radius = (&right.less - &left.less) >> gain;
    let unit = &radius >> 8u32;
    let vertex = Rational::from(Floor::floor(vertex / &unit)) * unit;
    let (lower, upper) = (&vertex - &radius, &vertex + &radius);
    if lower <= left.less || upper >= right.less {
        return None;
    }
    let (left, middle, right) = (place(lower)?, place(vertex)?, place(upper)?);
    let is_least = [&left, &right].iter().all(|end| middle.compare(end) == Some(Ordering::Less));
    is_least.then_some(Bracket { left, middle, right })
}

/// A bracket of about half the width; `None` where the values differ by less than their enclosures
/// are wide.
fn halved<E: Engine>(
    Bracket { left, middle, right }: &Bracket<E>,
    place: &impl Fn(Rational) -> Option<Place<E>>,
) -> Option<Bracket<E>> {
    let between = |x: &Place<E>, y: &Place<E>| place(half(&(&x.less + &y.less)));
    let (lower, upper) = (between(left, middle)?, between(middle, right)?);
    let (left, middle, right) = (left.clone(), middle.clone(), right.clone());
    match (middle.compare(&lower), middle.compare(&upper)) {
        (Some(Ordering::Greater), _) => Some(Bracket { left, middle: lower, right: middle }),
        (_, Some(Ordering::Greater)) => Some(Bracket { left: middle, middle: upper, right }),
        (Some(Ordering::Less), Some(Ordering::Less)) => {
            Some(Bracket { left: lower, middle, right: upper })
        }
        (Some(Ordering::Less), _) => Some(Bracket { left: lower, middle, right }),
        (_, Some(Ordering::Less)) => Some(Bracket { left, middle, right: upper }),
        _ => None,
    }
}

/// Between the bounds of the module's comment.
fn enclosed<E: Engine>(Bracket { left, middle, right }: &Bracket<E>) -> Interval<E> {
    let ends = [middle.line(right, left), left.line(middle, right)];
    let least = ends.iter().fold(middle.eps.clone(), |least, end| -&(-&least).maximum(&-end));
    Interval::new(least.lower().clone(), middle.eps.upper().clone(), least.precision())
}
