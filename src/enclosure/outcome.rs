//! A computed number.

use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::field::Element;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::value::Value;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The value of a scalar quantity.
#[derive(Clone, Debug)]
pub enum Outcome<E: Engine> {
    /// A number.
    Number(Value<E>),
    /// The logarithm of a number > 0, at least 0.
    Logarithm(Value<E>),
    /// A number given by an expression, not rational.
    Expression(Real),
    /// Two different numbers that it is between, both known exactly: bounds by two mechanisms, which
    /// no precision brings closer.
    Between(Real, Real),
    /// Infinity: there is no finite eps.
    Infinite,
}

impl<E: Engine> Outcome<E> {
    /// An enclosure; `[inf, inf]` for infinity.
    pub fn enclose(&self, precision: u64) -> Interval<E> {
        match self {
            Outcome::Number(x) => x.enclose(precision),
            Outcome::Logarithm(x) => x.enclose(precision).ln().positive_part(),
            Outcome::Expression(x) => x.enclose(precision),
            Outcome::Between(least, most) => {
                let (least, most) = (least.enclose::<E>(precision), most.enclose::<E>(precision));
                Interval::new(least.lower().clone(), most.upper().clone(), precision)
            }
            Outcome::Infinite => {
                let infinity = E::Float::infinity(false);
                Interval::new(infinity.clone(), infinity, precision)
            }
        }
    }

    pub(crate) fn zero() -> Self {
        Outcome::Number(Value::Exact(Rational::ZERO))
    }

    /// Is it known exactly, so that more precision is useless?
    pub fn is_exact(&self) -> bool {
        !matches!(
            self,
            Outcome::Number(Value::Enclosed(_))
                | Outcome::Logarithm(Value::Enclosed(_))
                | Outcome::Between(..)
        )
    }

    /// Significant digits that an enclosure is worth: enough that rounding outward costs far less
    /// than its width.
    pub fn known_digits(&self, precision: u64) -> u64 {
        let enclosure = self.enclose(precision);
        let width = enclosure.upper().sub(enclosure.lower(), 64, Rounding::Up);
        match (enclosure.upper().exponent(), width.exponent()) {
            (Some(size), Some(width)) => u64::try_from(size - width).unwrap_or(0) * 3 / 10 + 4,
            _ => u64::MAX,
        }
    }

    /// Compared with a real number, at a working precision; always decided in exact arithmetic. Two
    /// expressions may be equal without this being recognised.
    pub fn compare(&self, other: &Real, precision: u64) -> Option<Ordering> {
        match self {
            Outcome::Infinite => Some(Ordering::Greater),
            Outcome::Number(Value::Enclosed(x)) => x.compare(&other.enclose(precision)),
            Outcome::Number(Value::Exact(x)) => Real::from(x.clone()).compare(other),
            Outcome::Number(Value::Field(x)) => (x - &Element::with_step(other, x.step())?).sign(),
            Outcome::Logarithm(Value::Exact(x)) => Real::from(x.clone()).ln().compare(other),
            Outcome::Logarithm(Value::Field(x)) => {
                (x - &Element::with_step(&other.exp(), x.step())?).sign()
            }
            Outcome::Expression(x) => x
                .compare(other)
                .or_else(|| self.enclose(precision).compare(&other.enclose(precision))),
            Outcome::Between(least, most) => {
                let order = |end: &Real| Self::Expression(end.clone()).compare(other, precision);
                let below = order(most).filter(|order| order.is_lt());
                below.or_else(|| order(least).filter(|order| order.is_gt()))
            }
            Outcome::Logarithm(Value::Enclosed(_)) => {
                self.enclose(precision).compare(&other.enclose(precision))
            }
        }
    }

    /// Is it at most a number? Two enclosures that touch prove that, although they prove no strict
    /// order.
    pub fn is_at_most(&self, value: &Real, precision: u64) -> Option<bool> {
        match (self.compare(value, precision), self) {
            (Some(order), _) => Some(order.is_le()),
            (None, Outcome::Between(_, most)) => {
                most.compare(value).is_some_and(Ordering::is_eq).then_some(true)
            }
            (None, _) => {
                let (truth, claimed) = (self.enclose(precision), value.enclose::<E>(precision));
                (truth.upper().is_finite() && truth.upper() <= claimed.lower()).then_some(true)
            }
        }
    }

    /// Is it at least a number?
    pub fn is_at_least(&self, value: &Real, precision: u64) -> Option<bool> {
        match (self.compare(value, precision), self) {
            (Some(order), _) => Some(order.is_ge()),
            (None, Outcome::Between(least, _)) => {
                least.compare(value).is_some_and(Ordering::is_eq).then_some(true)
            }
            (None, _) => {
                let (truth, claimed) = (self.enclose(precision), value.enclose::<E>(precision));
                (claimed.upper().is_finite() && truth.lower() >= claimed.upper()).then_some(true)
            }
        }
    }
}
