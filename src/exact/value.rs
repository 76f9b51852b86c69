//! A computed number: exact where it is rational or in Q(e^r), otherwise enclosed.

use super::effort;
use super::engine::Engine;
use super::field::Element;
use super::interval::Interval;
use super::real::{Real, rational_bits};
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

/// The three tiers at run time. Arithmetic stays exact while both operands are in the same exact
/// tier, and is done on intervals otherwise.
#[derive(Clone, Debug)]
pub enum Value<E: Engine> {
    /// A rational number.
    Exact(Rational),
    /// An element of Q(e^r).
    Field(Element),
    /// An interval around the number.
    Enclosed(Interval<E>),
}

impl<E: Engine> Value<E> {
    /// A real number: exact if it is rational, otherwise enclosed with `precision` bits.
    pub fn of(x: &Real, precision: u64) -> Self {
        match x {
            Real::Rational(x) => Value::Exact(x.clone()),
            Real::Expression(_) => Value::Enclosed(x.enclose(precision)),
        }
    }

    /// An enclosure of the number.
    pub fn enclose(&self, precision: u64) -> Interval<E> {
        match self {
            Value::Exact(x) => Interval::from_rational(x, precision),
            Value::Field(x) => x.enclose(precision),
            Value::Enclosed(x) => x.clone(),
        }
    }

    /// The rational value, where it is known to be rational.
    pub fn as_rational(&self) -> Option<&Rational> {
        match self {
            Value::Exact(x) => Some(x),
            _ => None,
        }
    }

    /// The order, if it is decided; always in the exact tiers.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Value::Exact(x), Value::Exact(y)) => {
                effort::product(rational_bits(x).max(rational_bits(y)));
                Some(x.cmp(y))
            }
            (Value::Enclosed(_), _) | (_, Value::Enclosed(_)) => {
                let precision = self.precision().max(other.precision());
                self.enclose(precision).compare(&other.enclose(precision))
            }
            (x, y) => match x - y {
                Value::Field(difference) => difference.sign(),
                _ => None,
            },
        }
    }

    /// The working precision in bits; 64 for exact numbers, which do not need it.
    fn precision(&self) -> u64 {
        match self {
            Value::Enclosed(x) => x.precision(),
            _ => 64,
        }
    }

    fn apply(
        &self,
        other: &Self,
        rational: impl Fn(&Rational, &Rational) -> Rational,
        field: impl Fn(&Element, &Element) -> Element,
        interval: impl Fn(&Interval<E>, &Interval<E>) -> Interval<E>,
    ) -> Self {
        match (self, other) {
            (Value::Exact(x), Value::Exact(y)) => {
                effort::rational(x, y);
                Value::Exact(rational(x, y))
            }
            (Value::Field(x), Value::Field(y)) => Value::Field(field(x, y)),
            (Value::Field(x), Value::Exact(y)) => {
                Value::Field(field(x, &Element::rational(y, x.step())))
            }
            (Value::Exact(x), Value::Field(y)) => {
                Value::Field(field(&Element::rational(x, y.step()), y))
            }
            (x, y) => {
                let precision = x.precision().max(y.precision());
                Value::Enclosed(interval(&x.enclose(precision), &y.enclose(precision)))
            }
        }
    }

    /// The same number, known to be a probability: an enclosure is intersected with [0, 1].
    pub fn probability(&self) -> Self {
        match self {
            Value::Enclosed(x) => Value::Enclosed(x.probability()),
            other => other.clone(),
        }
    }

    /// `max(self, 0)`, where the sign may be undecided.
    pub fn positive_part(&self) -> Self {
        match self {
            Value::Exact(x) if *x < 0 => Value::Exact(Rational::from(0)),
            Value::Enclosed(x) => Value::Enclosed(x.positive_part()),
            other => other.clone(),
        }
    }
}

impl<E: Engine> Add for &Value<E> {
    type Output = Value<E>;
    fn add(self, other: Self) -> Value<E> {
        self.apply(other, |x, y| x + y, |x, y| x + y, |x, y| x + y)
    }
}

impl<E: Engine> Sub for &Value<E> {
    type Output = Value<E>;
    fn sub(self, other: Self) -> Value<E> {
        self.apply(other, |x, y| x - y, |x, y| x - y, |x, y| x - y)
    }
}

impl<E: Engine> Mul for &Value<E> {
    type Output = Value<E>;
    fn mul(self, other: Self) -> Value<E> {
        self.apply(other, |x, y| x * y, |x, y| x * y, |x, y| x * y)
    }
}

impl<E: Engine> Div for &Value<E> {
    type Output = Value<E>;
    /// Divides by a number that is not 0.
    fn div(self, other: Self) -> Value<E> {
        self.apply(other, |x, y| x / y, |x, y| x / y, |x, y| x / y)
    }
}
