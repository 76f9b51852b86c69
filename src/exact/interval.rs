//! Intervals with directed rounding: the true value is never outside.

use super::engine::{DirectedFloat, Engine, Rounding};
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use Rounding::{Down, Up};

/// A closed interval `[lower, upper]` of reals; the ends may be infinite, where it is unbounded.
///
/// Guarantee of every operation: if each operand contains the true operand, the result contains the
/// true result. The precision is that of the more precise operand. An operation without a value
/// (division by an interval that contains 0, the logarithm of one that reaches 0) widens to an
/// interval that is still correct, in the worst case the whole real line.
#[derive(Clone, Debug)]
pub struct Interval<E: Engine> {
    lower: E::Float,
    upper: E::Float,
    precision: u64,
}

impl<E: Engine> Interval<E> {
    /// The interval between two ends; `lower <= upper`.
    pub fn new(lower: E::Float, upper: E::Float, precision: u64) -> Self {
        debug_assert!(lower <= upper, "{lower:?} > {upper:?}");
        Interval { lower, upper, precision }
    }

    /// The whole real line.
    pub fn whole(precision: u64) -> Self {
        Interval::new(E::Float::infinity(true), E::Float::infinity(false), precision)
    }

    /// A rational number, enclosed within one unit in the last of `precision` bits.
    pub fn from_rational(x: &Rational, precision: u64) -> Self {
        let lower = E::Float::from_rational(x, precision, Down);
        let upper = E::Float::from_rational(x, precision, Up);
        Interval { lower, upper, precision }
    }

    /// A machine word, exactly.
    pub fn from_u64(n: u64, precision: u64) -> Self {
        let point = E::Float::from_u64(n);
        Interval { lower: point.clone(), upper: point, precision }
    }

    /// The number 0.
    pub fn zero(precision: u64) -> Self {
        Interval { lower: E::Float::zero(), upper: E::Float::zero(), precision }
    }

    /// The number 1.
    pub fn one(precision: u64) -> Self {
        Interval::from_u64(1, precision)
    }

    /// An enclosure of pi.
    pub fn pi(precision: u64) -> Self {
        Interval {
            lower: E::Float::pi(precision, Down),
            upper: E::Float::pi(precision, Up),
            precision,
        }
    }

    /// The lower end: at most the true value.
    pub fn lower(&self) -> &E::Float {
        &self.lower
    }

    /// The upper end: at least the true value.
    pub fn upper(&self) -> &E::Float {
        &self.upper
    }

    /// The precision, in bits, at which operations on this interval round.
    pub fn precision(&self) -> u64 {
        self.precision
    }

    /// The same number, rounded outward to `precision` bits, which later operations use.
    pub fn with_precision(&self, precision: u64) -> Self {
        let zero = E::Float::zero();
        Interval {
            lower: self.lower.add(&zero, precision, Down),
            upper: self.upper.add(&zero, precision, Up),
            precision,
        }
    }

    /// Are both ends equal?
    pub fn is_point(&self) -> bool {
        self.lower == self.upper
    }

    /// Does it contain 0?
    pub fn contains_zero(&self) -> bool {
        self.lower.sign().is_le() && self.upper.sign().is_ge()
    }

    /// Does it contain `x`?
    pub fn contains(&self, x: &Rational) -> bool {
        let above = self.lower.to_rational().is_none_or(|lower| lower <= *x);
        let below = self.upper.to_rational().is_none_or(|upper| *x <= upper);
        above && below
    }

    /// The order of the two true values, if the intervals decide it.
    ///
    /// `Equal` only for two equal points.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.upper < other.lower {
            Some(Ordering::Less)
        } else if self.lower > other.upper {
            Some(Ordering::Greater)
        } else if self.is_point() && other.is_point() && self.lower == other.lower {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// The sign of the true value, if the interval decides it.
    pub fn sign(&self) -> Option<Ordering> {
        match (self.lower.sign(), self.upper.sign()) {
            (Ordering::Greater, _) => Some(Ordering::Greater),
            (_, Ordering::Less) => Some(Ordering::Less),
            (Ordering::Equal, Ordering::Equal) => Some(Ordering::Equal),
            _ => None,
        }
    }

    /// The smallest interval that contains both.
    pub fn hull(&self, other: &Self) -> Self {
        let lower = if self.lower <= other.lower { &self.lower } else { &other.lower };
        let upper = if self.upper >= other.upper { &self.upper } else { &other.upper };
        Interval {
            lower: lower.clone(),
            upper: upper.clone(),
            precision: self.precision.max(other.precision),
        }
    }

    /// The intersection. `None` if it is empty: then they cannot enclose the same value.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let lower = if self.lower >= other.lower { &self.lower } else { &other.lower };
        let upper = if self.upper <= other.upper { &self.upper } else { &other.upper };
        (lower <= upper).then(|| Interval {
            lower: lower.clone(),
            upper: upper.clone(),
            precision: self.precision.max(other.precision),
        })
    }

    /// `max(self, 0)`.
    pub fn positive_part(&self) -> Self {
        self.clamp_below(&E::Float::zero())
    }

    /// An enclosure of the larger of two numbers.
    pub fn maximum(&self, other: &Self) -> Self {
        let larger = |x: &E::Float, y: &E::Float| if x < y { y.clone() } else { x.clone() };
        Interval {
            lower: larger(&self.lower, &other.lower),
            upper: larger(&self.upper, &other.upper),
            precision: self.precision.max(other.precision),
        }
    }

    /// `max(self, bound)`.
    fn clamp_below(&self, bound: &E::Float) -> Self {
        let clamp = |end: &E::Float| {
            if end < bound { bound.clone() } else { end.clone() }
        };
        Interval { lower: clamp(&self.lower), upper: clamp(&self.upper), precision: self.precision }
    }

    /// The part in [0, 1], where the value is known to be a probability.
    pub fn probability(&self) -> Self {
        let one = E::Float::from_u64(1);
        let positive = self.positive_part();
        let clamp = |end: E::Float| if end > one { one.clone() } else { end };
        Interval {
            lower: clamp(positive.lower),
            upper: clamp(positive.upper),
            precision: self.precision,
        }
    }

    /// `self * 2^shift`.
    pub fn shift(&self, shift: i64) -> Self {
        Interval {
            lower: self.lower.shift(shift, self.precision, Down),
            upper: self.upper.shift(shift, self.precision, Up),
            precision: self.precision,
        }
    }

    /// The square root of a value that is known to be >= 0.
    pub fn sqrt(&self) -> Self {
        let safe = self.positive_part();
        Interval {
            lower: safe.lower.sqrt(self.precision, Down),
            upper: safe.upper.sqrt(self.precision, Up),
            precision: self.precision,
        }
    }

    /// `e^self`.
    ///
    /// Beyond `2^31` in magnitude the exponent range of every engine is exceeded. There the ends
    /// are those of the range, without a call of the engine, which would first reduce the argument.
    pub fn exp(&self) -> Self {
        const BEYOND: i64 = 31;
        let power = |shift, rounding| E::Float::from_u64(1).shift(shift, self.precision, rounding);
        let end = |x: &E::Float, rounding| {
            let outside = !x.is_finite() || x.exponent().is_some_and(|exponent| exponent > BEYOND);
            match (outside, x.sign(), rounding) {
                (false, _, _) => x.exp(self.precision, rounding),
                (true, Ordering::Less, Down) => E::Float::zero(),
                (true, Ordering::Less, Up) => power(-(1 << BEYOND), Up),
                (true, _, Down) => power(1 << BEYOND, Down),
                (true, _, Up) => E::Float::infinity(false),
            }
        };
        Interval {
            lower: end(&self.lower, Down),
            upper: end(&self.upper, Up),
            precision: self.precision,
        }
    }

    /// The natural logarithm of a value that is known to be >= 0; the logarithm of 0 is `-inf`.
    pub fn ln(&self) -> Self {
        let end = |x: &E::Float, rounding| match (x.is_finite(), x.sign()) {
            (_, Ordering::Less | Ordering::Equal) => E::Float::infinity(true),
            (true, Ordering::Greater) => x.ln(self.precision, rounding),
            (false, Ordering::Greater) => x.clone(),
        };
        Interval {
            lower: end(&self.lower, Down),
            upper: end(&self.upper, Up),
            precision: self.precision,
        }
    }

    /// `self^exponent`.
    pub fn pow(&self, exponent: i64) -> Self {
        if exponent < 0 {
            return &Interval::one(self.precision) / &self.pow_natural(exponent.unsigned_abs());
        }
        self.pow_natural(exponent.unsigned_abs())
    }

    /// `self^exponent` by squaring, at most two roundings a bit of the exponent.
    pub fn pow_natural(&self, mut exponent: u64) -> Self {
        let mut result = Interval::one(self.precision);
        let mut square = self.clone();
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = &result * &square;
            }
            exponent >>= 1;
            if exponent > 0 {
                square = square.square();
            }
        }
        result
    }

    /// `self^2`: tighter than `self * self` where 0 is inside.
    pub fn square(&self) -> Self {
        let square = self * self;
        if self.contains_zero() { square.positive_part() } else { square }
    }

    /// Is `hi - lo <= gap hi`?
    pub(crate) fn has_relative_gap(&self, gap: &Rational) -> bool {
        if !self.upper.is_finite() {
            return false;
        }
        // As floats: the rational of a tiny number is as long as its exponent is large.
        let width = self.upper.sub(&self.lower, self.precision, Up);
        width
            <= self.upper.mul(
                &E::Float::from_rational(gap, self.precision, Down),
                self.precision,
                Down,
            )
    }

    /// Is `upper - lower <= 2^-bits * |x|` for every `x` inside? Then it also holds for the true
    /// value.
    pub fn has_relative_bits(&self, bits: u64) -> bool {
        if self.is_point() {
            return true;
        }
        if self.contains_zero() || !self.lower.is_finite() || !self.upper.is_finite() {
            return false;
        }
        let nearest = if self.lower.sign().is_gt() { self.lower.clone() } else { self.upper.neg() };
        let width = self.upper.sub(&self.lower, 64, Up);
        let Ok(bits) = i64::try_from(bits) else {
            return false;
        };
        width <= nearest.shift(-bits, 64, Down)
    }
}

impl<E: Engine> Neg for &Interval<E> {
    type Output = Interval<E>;
    fn neg(self) -> Interval<E> {
        Interval { lower: self.upper.neg(), upper: self.lower.neg(), precision: self.precision }
    }
}

impl<E: Engine> Add for &Interval<E> {
    type Output = Interval<E>;
    fn add(self, other: Self) -> Interval<E> {
        let precision = self.precision.max(other.precision);
        Interval {
            lower: self.lower.add(&other.lower, precision, Down),
            upper: self.upper.add(&other.upper, precision, Up),
            precision,
        }
    }
}

impl<E: Engine> Sub for &Interval<E> {
    type Output = Interval<E>;
    fn sub(self, other: Self) -> Interval<E> {
        let precision = self.precision.max(other.precision);
        Interval {
            lower: self.lower.sub(&other.upper, precision, Down),
            upper: self.upper.sub(&other.lower, precision, Up),
            precision,
        }
    }
}

/// `x * y`, where 0 times an infinite end is 0: an unbounded interval contains finite values only.
fn product<F: DirectedFloat>(x: &F, y: &F, precision: u64, rounding: Rounding) -> F {
    if x.sign().is_eq() || y.sign().is_eq() { F::zero() } else { x.mul(y, precision, rounding) }
}

impl<E: Engine> Mul for &Interval<E> {
    type Output = Interval<E>;
    fn mul(self, other: Self) -> Interval<E> {
        let precision = self.precision.max(other.precision);
        if self.lower.sign().is_ge() && other.lower.sign().is_ge() {
            return Interval {
                lower: product(&self.lower, &other.lower, precision, Down),
                upper: product(&self.upper, &other.upper, precision, Up),
                precision,
            };
        }
        let pairs = [
            (&self.lower, &other.lower),
            (&self.lower, &other.upper),
            (&self.upper, &other.lower),
            (&self.upper, &other.upper),
        ];
        let ends = |rounding| pairs.map(|(x, y)| product(x, y, precision, rounding)).into_iter();
        let smaller = |x, y| if y < x { y } else { x };
        let larger = |x, y| if y > x { y } else { x };
        match (ends(Down).reduce(smaller), ends(Up).reduce(larger)) {
            (Some(lower), Some(upper)) => Interval { lower, upper, precision },
            _ => Interval::whole(precision),
        }
    }
}

impl<E: Engine> Div for &Interval<E> {
    type Output = Interval<E>;
    fn div(self, other: Self) -> Interval<E> {
        let precision = self.precision.max(other.precision);
        if other.contains_zero() {
            return Interval::whole(precision);
        }
        let one = E::Float::from_u64(1);
        let reciprocal = |end: &E::Float, rounding| {
            if end.is_finite() { one.div(end, precision, rounding) } else { E::Float::zero() }
        };
        if self.lower.sign().is_ge() && other.lower.sign().is_gt() {
            let quotient = |x: &E::Float, y: &E::Float, rounding| {
                if x.is_finite() && y.is_finite() {
                    x.div(y, precision, rounding)
                } else {
                    product(x, &reciprocal(y, rounding), precision, rounding)
                }
            };
            return Interval {
                lower: quotient(&self.lower, &other.upper, Down),
                upper: quotient(&self.upper, &other.lower, Up),
                precision,
            };
        }
        let inverse = Interval {
            lower: reciprocal(&other.upper, Down),
            upper: reciprocal(&other.lower, Up),
            precision,
        };
        self * &inverse
    }
}
