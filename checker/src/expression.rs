//! Exact numbers: expressions over the rationals, their enclosures and their order.

use crate::fixed::{Interval, Scale};
use crate::log_linear::{LogLinear, root};
use crate::number::bits_of;
use crate::rational::BigRational;
use crate::work::{Work, product};
use num_bigint::{BigInt, Sign};
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;

/// The precisions at which numbers are compared, in bits, one after another.
const PRECISIONS: [u64; 3] = [128, 512, 4096];
/// The most integer bits of a number that is enclosed: `e^65536` has fewer.
const MAX_MAGNITUDE: u64 = 1 << 17;

/// An exact number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A rational number.
    Rational(BigRational),
    /// A sum.
    Sum(Box<Expression>, Box<Expression>),
    /// A product.
    Product(Box<Expression>, Box<Expression>),
    /// 1 over a number.
    Inverse(Box<Expression>),
    /// e to a number.
    Exp(Box<Expression>),
    /// The natural logarithm.
    Ln(Box<Expression>),
    /// The square root.
    Sqrt(Box<Expression>),
}

impl Expression {
    /// An integer.
    pub fn integer(x: i64) -> Expression {
        Expression::Rational(BigRational::from_integer(BigInt::from(x)))
    }

    /// The value, where the form is a rational number.
    pub fn rational(&self) -> Option<&BigRational> {
        match self {
            Expression::Rational(x) => Some(x),
            _ => None,
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Expression) -> Expression {
        match (self, other) {
            (Expression::Rational(x), Expression::Rational(y)) => Expression::Rational(x + y),
            (x, y) => Expression::Sum(Box::new(x.clone()), Box::new(y.clone())),
        }
    }

    /// The difference.
    pub fn minus(&self, other: &Expression) -> Expression {
        self.plus(&other.times(&Expression::integer(-1)))
    }

    /// The product.
    pub fn times(&self, other: &Expression) -> Expression {
        match (self, other) {
            (Expression::Rational(x), Expression::Rational(y)) => Expression::Rational(x * y),
            (Expression::Rational(x), y) | (y, Expression::Rational(x)) if x.is_one() => y.clone(),
            (x, y) => Expression::Product(Box::new(x.clone()), Box::new(y.clone())),
        }
    }

    /// The quotient; the divisor may be 0 only where that is not visible.
    pub fn over(&self, other: &Expression) -> Expression {
        match other {
            Expression::Rational(y) if !y.is_zero() => self.times(&Expression::Rational(y.recip())),
            y => self.times(&Expression::Inverse(Box::new(y.clone()))),
        }
    }

    /// e to this number: rational where the number is the logarithm of a rational one.
    pub fn exp(&self) -> Expression {
        let power = LogLinear::of(self).exp();
        power.map_or_else(|| Expression::Exp(Box::new(self.clone())), Expression::Rational)
    }

    /// The square root; rational where it is known to be.
    pub fn sqrt(&self) -> Expression {
        let root = self.rational().and_then(|x| root(x, 2));
        root.map_or_else(|| Expression::Sqrt(Box::new(self.clone())), Expression::Rational)
    }

    /// The square; rational where the form shows it. The number must be defined, so that no root is
    /// one of a negative number.
    pub fn square(&self) -> Expression {
        match self {
            Expression::Sqrt(x) => x.as_ref().clone(),
            Expression::Product(x, y) => x.square().times(&y.square()),
            Expression::Inverse(x) => Expression::integer(1).over(&x.square()),
            // The square of a fraction is in lowest terms too.
            Expression::Rational(x) => Expression::Rational(Pow::pow(x, 2)),
            x => x.times(x),
        }
    }

    /// The number of numbers and functions in it.
    pub fn parts(&self) -> u64 {
        match self {
            Expression::Rational(_) => 1,
            Expression::Sum(x, y) | Expression::Product(x, y) => {
                x.parts().saturating_add(y.parts())
            }
            Expression::Inverse(x)
            | Expression::Exp(x)
            | Expression::Ln(x)
            | Expression::Sqrt(x) => x.parts() + 1,
        }
    }

    /// An enclosure; `None` where a divisor, a logarithm or a root is not certainly in its domain.
    pub fn enclose(&self, scale: &Scale) -> Option<Interval> {
        match self {
            Expression::Rational(x) => Some(scale.rational(x)),
            Expression::Sum(x, y) => Some(x.enclose(scale)?.add(&y.enclose(scale)?)),
            Expression::Product(x, y) => {
                let product = scale.mul(&x.enclose(scale)?, &y.enclose(scale)?);
                let is_small = |end: &BigInt| end.bits() <= scale.bits + MAX_MAGNITUDE;
                (is_small(&product.lo) && is_small(&product.hi)).then_some(product)
            }
            Expression::Inverse(x) => {
                let (x, one) = (x.enclose(scale)?, scale.integer(1));
                if x.hi.is_negative() {
                    Some(scale.div(&one, &x.neg())?.neg())
                } else {
                    scale.div(&one, &x)
                }
            }
            Expression::Exp(x) => scale.exp(&x.enclose(scale)?),
            Expression::Ln(x) => scale.ln(&x.enclose(scale)?),
            Expression::Sqrt(x) => {
                let x = x.enclose(scale)?;
                (!x.lo.is_negative()).then(|| scale.sqrt(&x))
            }
        }
    }

    /// The sign; `None` where 4096 bits do not decide it, or no work is left.
    ///
    /// It is known to be 0 where it is a sum of logarithms that vanishes, or where its enclosure is
    /// a point.
    pub fn sign(&self, work: &Work) -> Option<Ordering> {
        match self {
            Expression::Rational(x) => return Some(x.cmp(&BigRational::zero())),
            // Never 0, however small.
            Expression::Exp(_) => return Some(Ordering::Greater),
            Expression::Inverse(x) => return x.sign(work),
            _ => {}
        }
        for bits in PRECISIONS {
            work.spend(product(&[self.parts(), self.work_at(bits)])).ok()?;
            if let Some(x) = self.enclose(&Scale::new(bits)) {
                match (x.lo.sign(), x.hi.sign()) {
                    (Sign::Plus, _) => return Some(Ordering::Greater),
                    (_, Sign::Minus) => return Some(Ordering::Less),
                    (Sign::NoSign, Sign::NoSign) => return Some(Ordering::Equal),
                    _ => {}
                }
            }
            if bits == PRECISIONS[0] && LogLinear::of(self).vanishes(work) {
                return Some(Ordering::Equal);
            }
        }
        None
    }

    /// A bound of the work of enclosing one part of it: by the fractional bits, the bits of its
    /// rational numbers, and the integer bits.
    fn work_at(&self, bits: u64) -> u64 {
        let (size, magnitude) = (self.size(), self.magnitude());
        let rational = product(&[size, size]) >> 10;
        let power = product(&[magnitude, magnitude.isqrt()]) / 4;
        product(&[bits, bits])
            .saturating_add(rational)
            .saturating_add(power)
            .saturating_add(1 << 16)
    }

    /// A bound of the work of [`Expression::enclose`] with this many bits: a function is a series
    /// of about as many terms.
    pub fn enclose_work(&self, bits: u64) -> u64 {
        product(&[
            self.parts(),
            self.work_at(bits).saturating_add(product(&[bits, bits, bits]) >> 14),
        ])
    }

    /// The bits of the largest rational number in it.
    pub fn size(&self) -> u64 {
        match self {
            Expression::Rational(x) => bits_of(x),
            Expression::Sum(x, y) | Expression::Product(x, y) => x.size().max(y.size()),
            Expression::Inverse(x)
            | Expression::Exp(x)
            | Expression::Ln(x)
            | Expression::Sqrt(x) => x.size(),
        }
    }

    /// About the integer bits of the largest power of e in it.
    fn magnitude(&self) -> u64 {
        match self {
            Expression::Rational(_) => 0,
            Expression::Sum(x, y) | Expression::Product(x, y) => x.magnitude().max(y.magnitude()),
            Expression::Inverse(x) | Expression::Ln(x) | Expression::Sqrt(x) => x.magnitude(),
            Expression::Exp(x) => {
                let bits = |x: &BigRational| {
                    (x.numer() / x.denom()).magnitude().to_u64().unwrap_or(u64::MAX)
                };
                let own = x.rational().map_or(MAX_MAGNITUDE / 4, |x| product(&[bits(x), 3]) / 2);
                own.min(MAX_MAGNITUDE).max(x.magnitude())
            }
        }
    }

    /// A bound of the work of [`Expression::exp`].
    pub fn exp_work(&self) -> u64 {
        LogLinear::of(self).work().saturating_add(product(&[self.parts(), 1 << 8]))
    }
}

/// A text that is read as the same expression.
impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Rational(x) => write!(formatter, "({x})"),
            Expression::Sum(x, y) => write!(formatter, "({x} + {y})"),
            Expression::Product(x, y) => write!(formatter, "({x}*{y})"),
            Expression::Inverse(x) => write!(formatter, "(1/{x})"),
            Expression::Exp(x) => write!(formatter, "exp({x})"),
            Expression::Ln(x) => write!(formatter, "ln({x})"),
            Expression::Sqrt(x) => write!(formatter, "sqrt({x})"),
        }
    }
}

/// The order; `None` where 4096 bits do not decide it, or no work is left.
pub fn compare(x: &Expression, y: &Expression, work: &Work) -> Option<Ordering> {
    if let (Some(x), Some(y)) = (x.rational(), y.rational()) {
        // By continued fractions, which may share all but the last quotients.
        work.spend(product(&[bits_of(x), bits_of(y)]) / 16).ok()?;
        return Some(x.cmp(y));
    }
    if x == y { Some(Ordering::Equal) } else { x.minus(y).sign(work) }
}
