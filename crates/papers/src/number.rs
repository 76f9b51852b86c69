//! The numbers that checks compare.

use dpcert::Real;
use dpcert::exact::engine::{DirectedFloat, Malachite};
use dpcert::exact::interval::Interval;
use dpcert::exact::{Rounding, decimal};
use dpcert::formula::Formula;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::fmt;

/// A number: a formula, or an answer of the library.
#[derive(Clone, Debug)]
pub enum Number {
    /// Enclosed as closely as one wants.
    Formula(Formula),
    /// Between these two, no more is known.
    Between(Rational, Rational),
}

/// Two numbers that are not told apart with this many bits are left undecided.
const MOST: u64 = 4096;

/// Exact numbers are printed up to this length.
const READABLE: usize = 48;

impl Number {
    /// Infinity.
    pub fn infinite() -> Number {
        Number::Formula(Formula::Infinite)
    }

    fn enclose(&self, precision: u64) -> Interval<Malachite> {
        match self {
            Number::Formula(formula) => formula.enclose(precision),
            Number::Between(low, high) => Interval::from_rational(low, precision)
                .hull(&Interval::from_rational(high, precision)),
        }
    }

    fn as_real(&self) -> Option<&Real> {
        match self {
            Number::Formula(formula) => formula.as_real(),
            Number::Between(..) => None,
        }
    }

    /// The order, if it can be decided with this many bits.
    pub fn compare(&self, other: &Number, bits: u64) -> Option<Ordering> {
        if let (Some(x), Some(y)) = (self.as_real(), other.as_real()) {
            return x.compare(y);
        }
        let mut precision = 128;
        while precision <= bits.min(MOST) {
            let (x, y) = (self.enclose(precision), other.enclose(precision));
            if is_infinite(&x) && is_infinite(&y) {
                return Some(Ordering::Equal);
            }
            if let Some(order) = x.compare(&y) {
                return Some(order);
            }
            precision *= 4;
        }
        None
    }

    /// Are the two equal to 60 decimals? `None` if the numbers are not known that well, with this
    /// many bits.
    pub fn agrees(&self, other: &Number, bits: u64) -> Option<bool> {
        if let (Some(x), Some(y)) = (self.as_real(), other.as_real())
            && let Some(order) = x.compare(y)
        {
            return Some(order == Ordering::Equal);
        }
        let mut precision = 256;
        while precision <= bits.min(MOST) {
            let (x, y) = (self.enclose(precision), other.enclose(precision));
            if x.compare(&y).is_some_and(|order| order != Ordering::Equal) {
                return Some(false);
            }
            let both = x.hull(&y);
            let width = both.upper().to_rational()? - both.lower().to_rational()?;
            if width * Rational::from(10u32).pow(60u64) <= 1 {
                return Some(true);
            }
            precision *= 2;
        }
        None
    }
}

fn is_infinite(x: &Interval<Malachite>) -> bool {
    !x.lower().is_finite() && x.lower().sign() == Ordering::Greater
}

impl From<Formula> for Number {
    fn from(x: Formula) -> Number {
        Number::Formula(x)
    }
}

impl From<&Formula> for Number {
    fn from(x: &Formula) -> Number {
        Number::Formula(x.clone())
    }
}

impl From<Real> for Number {
    fn from(x: Real) -> Number {
        Number::Formula(x.into())
    }
}

impl From<&Real> for Number {
    fn from(x: &Real) -> Number {
        x.clone().into()
    }
}

impl From<Rational> for Number {
    fn from(x: Rational) -> Number {
        Real::from(x).into()
    }
}

impl From<&Rational> for Number {
    fn from(x: &Rational) -> Number {
        x.clone().into()
    }
}

impl From<i64> for Number {
    fn from(n: i64) -> Number {
        Real::from(n).into()
    }
}

impl From<&Number> for Number {
    fn from(x: &Number) -> Number {
        x.clone()
    }
}

/// Exact where that is short, and ten digits of what is not rational, rounded outward.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact = self.as_real().map(Real::to_string).filter(|text| text.len() <= READABLE);
        if let Some(Real::Rational(_)) = self.as_real()
            && let Some(exact) = &exact
        {
            return f.write_str(exact);
        }
        let x = self.enclose(192);
        if is_infinite(&x) {
            return f.write_str("inf");
        }
        let end = |float, rounding| decimal::float_to_decimal::<Malachite>(float, 10, rounding);
        let (low, high) = (end(x.lower(), Rounding::Down), end(x.upper(), Rounding::Up));
        match exact {
            Some(exact) if low == high => write!(f, "{exact} = {low}"),
            Some(exact) => write!(f, "{exact} in [{low}, {high}]"),
            None if low == high => f.write_str(&low),
            None => write!(f, "[{low}, {high}]"),
        }
    }
}
