//! Exact real numbers as expressions over the rationals.
//!
//! A number is written once, by the formula of its source, and evaluated in the tier it belongs to:
//! as a rational, in the field Q(e^r), or as an enclosure. Constructors simplify eagerly (`exp(ln
//! 2)` *is* 2). Hence a number that is rational by the rules of the literal language is recognised
//! as such and never rounded.

use super::effort;
use super::engine::{Engine, Malachite};
use super::field;
use super::interval::Interval;
use super::log_linear::LogLinear;
use malachite::base::num::arithmetic::traits::{CheckedSqrt, Pow};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// The most bits of a rational; larger ones are refused or left as expressions. They are two
/// megabytes: a power of short numbers would otherwise be as long as its exponent.
pub const MAX_RATIONAL_BITS: u64 = 1 << 24;

/// A real number, exactly.
///
/// Equality is that of the simplified expressions: equal expressions are equal numbers, but
/// different ones may be equal too ([`Real::compare`] decides where it can).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Real {
    /// A rational number.
    Rational(Rational),
    /// Anything else that `+ - * / ^ exp ln sqrt` can write.
    Expression(Arc<Node>),
}

/// The last operation of an expression that is not (known to be) rational.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A sum.
    Add(Real, Real),
    /// A product.
    Mul(Real, Real),
    /// A quotient; the divisor is not 0.
    Div(Real, Real),
    /// A power with an integer exponent; the base is not 0 where the exponent is negative.
    Pow(Real, i64),
    /// e to a power.
    Exp(Real),
    /// The natural logarithm of a positive number.
    Ln(Real),
    /// The square root of a number >= 0.
    Sqrt(Real),
}

/// Size in bits of the larger of numerator and denominator.
pub fn rational_bits(x: &Rational) -> u64 {
    x.numerator_ref().significant_bits().max(x.denominator_ref().significant_bits())
}

impl Real {
    /// The number 0.
    pub fn zero() -> Real {
        Real::Rational(Rational::ZERO)
    }

    /// The number 1.
    pub fn one() -> Real {
        Real::Rational(Rational::ONE)
    }

    /// The rational value, if it is known to be rational.
    pub fn as_rational(&self) -> Option<&Rational> {
        match self {
            Real::Rational(x) => Some(x),
            Real::Expression(_) => None,
        }
    }

    /// Is it the rational number 0?
    pub fn is_zero(&self) -> bool {
        self.as_rational().is_some_and(|x| *x == 0)
    }

    /// Is it the rational number 1?
    pub fn is_one(&self) -> bool {
        self.as_rational().is_some_and(|x| *x == 1)
    }

    fn node(node: Node) -> Real {
        effort::node();
        Real::Expression(Arc::new(node))
    }

    /// `self + other`.
    pub fn add(&self, other: &Real) -> Real {
        match (self, other) {
            (Real::Rational(x), Real::Rational(y)) => {
                effort::rational(x, y);
                Real::Rational(x + y)
            }
            (x, y) if x.is_zero() => y.clone(),
            (x, y) if y.is_zero() => x.clone(),
            (x, y) if *x == y.neg() => Real::zero(),
            (x, y) => Real::node(Node::Add(x.clone(), y.clone())),
        }
    }

    /// `-self`.
    pub fn neg(&self) -> Real {
        match self {
            Real::Rational(x) => Real::Rational(-x),
            x => Real::Rational(-Rational::ONE).mul(x),
        }
    }

    /// `self - other`.
    pub fn sub(&self, other: &Real) -> Real {
        if self == other { Real::zero() } else { self.add(&other.neg()) }
    }

    /// `self * other`.
    pub fn mul(&self, other: &Real) -> Real {
        if let (Real::Rational(x), Real::Rational(y)) = (self, other) {
            effort::rational(x, y);
            return Real::Rational(x * y);
        }
        let (x, y) = if other.as_rational().is_some() { (other, self) } else { (self, other) };
        match (x, y) {
            (x, _) if x.is_zero() => Real::zero(),
            (x, y) if x.is_one() => y.clone(),
            (Real::Rational(a), Real::Expression(node)) => match node.as_ref() {
                Node::Mul(Real::Rational(b), rest) => Real::Rational(a * b).mul(rest),
                _ => Real::node(Node::Mul(x.clone(), y.clone())),
            },
            (Real::Expression(a), Real::Expression(b)) => match (a.as_ref(), b.as_ref()) {
                (Node::Exp(a), Node::Exp(b)) => a.add(b).exp(),
                (Node::Sqrt(a), Node::Sqrt(b)) if a == b => a.clone(),
                (Node::Mul(c @ Real::Rational(_), rest), _) => c.mul(&rest.mul(y)),
                (_, Node::Mul(c @ Real::Rational(_), rest)) => c.mul(&x.mul(rest)),
                _ => Real::node(Node::Mul(x.clone(), y.clone())),
            },
            _ => Real::node(Node::Mul(x.clone(), y.clone())),
        }
    }

    /// `self / other`, where `other` is not 0.
    pub fn div(&self, other: &Real) -> Real {
        match (self, other) {
            (_, Real::Rational(y)) if *y != 0 => Real::Rational(Rational::ONE / y).mul(self),
            (x, _) if x.is_zero() => Real::zero(),
            (x, y) if x == y => Real::one(),
            (x, Real::Expression(node)) => match node.as_ref() {
                Node::Exp(y) => x.mul(&y.neg().exp()),
                _ => Real::node(Node::Div(x.clone(), other.clone())),
            },
            _ => Real::node(Node::Div(self.clone(), other.clone())),
        }
    }

    /// `self^exponent`; the base is not 0 where the exponent is negative.
    pub fn pow(&self, exponent: i64) -> Real {
        if exponent == 0 {
            return Real::one();
        }
        if exponent == 1 {
            return self.clone();
        }
        match self {
            Real::Rational(x) => {
                let bits = rational_bits(x).saturating_mul(exponent.unsigned_abs());
                let trivial = *x == 0 || *x == 1 || *x == -1;
                if (trivial || bits <= MAX_RATIONAL_BITS) && (exponent > 0 || *x != 0) {
                    effort::product(if trivial { 0 } else { bits });
                    Real::Rational(x.pow(exponent))
                } else {
                    Real::node(Node::Pow(self.clone(), exponent))
                }
            }
            Real::Expression(node) => match node.as_ref() {
                Node::Mul(a, b) => a.pow(exponent) * b.pow(exponent),
                Node::Div(a, b) => a.pow(exponent) / b.pow(exponent),
                Node::Exp(a) => (Real::from(exponent) * a).exp(),
                Node::Sqrt(a) if exponent % 2 == 0 => a.pow(exponent / 2),
                _ => Real::node(Node::Pow(self.clone(), exponent)),
            },
        }
    }

    /// `e^self`.
    pub fn exp(&self) -> Real {
        if self.is_zero() {
            return Real::one();
        }
        let (factor, mut rest) = LogLinear::of(self).split_rational_factor();
        let powers = rest.split_powers();
        let power = match rest.to_real() {
            rest if rest.is_zero() => Real::one(),
            rest => Real::node(Node::Exp(rest)),
        };
        powers.iter().fold(Real::Rational(factor) * &power, |product, (x, n)| product * x.pow(*n))
    }

    /// The natural logarithm of `self > 0`.
    pub fn ln(&self) -> Real {
        match self {
            x if x.is_one() => Real::zero(),
            Real::Rational(_) => Real::node(Node::Ln(self.clone())),
            Real::Expression(node) => match node.as_ref() {
                Node::Exp(x) => x.clone(),
                Node::Sqrt(x) => Real::from(Rational::from_signeds(1, 2)) * x.ln(),
                Node::Pow(x, n) if x.as_rational().is_some_and(|x| *x > 0) => {
                    Real::from(*n) * x.ln()
                }
                Node::Mul(c @ Real::Rational(_), x) if c.as_rational().is_some_and(|c| *c > 0) => {
                    c.ln() + x.ln()
                }
                _ => Real::node(Node::Ln(self.clone())),
            },
        }
    }

    /// The square root of `self >= 0`.
    pub fn sqrt(&self) -> Real {
        match self {
            Real::Rational(x) => match x.checked_sqrt() {
                Some(root) => Real::Rational(root),
                None => Real::node(Node::Sqrt(self.clone())),
            },
            Real::Expression(node) => match node.as_ref() {
                Node::Exp(x) => (Real::from(Rational::from_signeds(1, 2)) * x).exp(),
                _ => Real::node(Node::Sqrt(self.clone())),
            },
        }
    }

    /// An interval that contains the number, computed with `precision` bits.
    ///
    /// Cost: one operation of the engine for each node of the expression.
    pub fn enclose<E: Engine>(&self, precision: u64) -> Interval<E> {
        let node = match self {
            Real::Rational(x) => return Interval::from_rational(x, precision),
            Real::Expression(node) => node,
        };
        match node.as_ref() {
            Node::Add(x, y) => &x.enclose(precision) + &y.enclose(precision),
            Node::Mul(x, y) => &x.enclose(precision) * &y.enclose(precision),
            Node::Div(x, y) => &x.enclose(precision) / &y.enclose(precision),
            Node::Pow(x, n) => x.enclose::<E>(precision + 64).pow(*n),
            Node::Exp(x) => {
                // An absolute error in x is a relative one in e^x: add the bits of the integer part
                // of x.
                let magnitude = x.as_rational().map_or(64, |x| {
                    x.numerator_ref()
                        .significant_bits()
                        .saturating_sub(x.denominator_ref().significant_bits())
                });
                x.enclose::<E>(precision + magnitude + 8).exp()
            }
            Node::Ln(x) => x.enclose::<E>(precision).ln(),
            Node::Sqrt(x) => x.enclose::<E>(precision).sqrt(),
        }
    }

    /// The same number, as a rational where it is known to be rational: in Q(e^r), and where
    /// logarithms cancel.
    ///
    /// A later test of its form ("is it 0?") is then a test of its value.
    pub fn simplified(self) -> Real {
        if self.as_rational().is_some() {
            return self;
        }
        let rational = LogLinear::of(&self).rational().cloned();
        let rational = rational.or_else(|| field::Element::of(&self)?.to_rational());
        rational.map_or(self, Real::Rational)
    }

    /// The sign, if it is decided.
    ///
    /// Always decided for rationals, in Q(e^r) (unless the expression is enormous) and for rational
    /// combinations of logarithms. For other numbers, a zero that is not visible as such stays
    /// `None`.
    pub fn sign(&self) -> Option<Ordering> {
        if let Some(x) = self.as_rational() {
            return Some(x.cmp(&Rational::ZERO));
        }
        let by_interval = |precisions: &[u64]| {
            precisions.iter().find_map(|&precision| self.enclose::<Malachite>(precision).sign())
        };
        by_interval(&[64, 256]).or_else(|| self.visible_sign()).or_else(|| {
            if LogLinear::of(self).rational() == Some(&Rational::ZERO) {
                return Some(Ordering::Equal);
            }
            match field::Element::of(self) {
                Some(element) => element.sign(),
                None => by_interval(&[1024, 4096]),
            }
        })
    }

    /// The sign of sums of numbers of one sign, and of products, of exponentials and rationals:
    /// intervals do not show it where a number is beyond the exponents of an engine.
    fn visible_sign(&self) -> Option<Ordering> {
        let node = match self {
            Real::Rational(x) => return Some(x.cmp(&Rational::ZERO)),
            Real::Expression(node) => node,
        };
        match node.as_ref() {
            Node::Exp(_) => Some(Ordering::Greater),
            Node::Add(x, y) => x.visible_sign().filter(|sign| y.visible_sign() == Some(*sign)),
            Node::Mul(x, y) | Node::Div(x, y) => {
                Some(match (x.visible_sign()?, y.visible_sign()?) {
                    (Ordering::Equal, _) | (_, Ordering::Equal) => Ordering::Equal,
                    (x, y) if x == y => Ordering::Greater,
                    _ => Ordering::Less,
                })
            }
            _ => None,
        }
    }

    /// The order, if it is decided: see [`Real::sign`]. The logarithm of an element of Q(e^r) is
    /// compared as that element.
    pub fn compare(&self, other: &Real) -> Option<Ordering> {
        let by_powers = || field::Element::of(&(self.exp() - other.exp()))?.sign();
        (self - other).sign().or_else(by_powers)
    }
}

impl From<Rational> for Real {
    fn from(x: Rational) -> Real {
        Real::Rational(x)
    }
}

impl From<i64> for Real {
    fn from(n: i64) -> Real {
        Real::Rational(Rational::from(n))
    }
}

impl From<u64> for Real {
    fn from(n: u64) -> Real {
        Real::Rational(Rational::from(n))
    }
}

/// Prints the number in the literal language: it reads back as the same number.
impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = match self {
            Real::Rational(x) => return write!(f, "{x}"),
            Real::Expression(node) => node,
        };
        match node.as_ref() {
            Node::Add(x, y) => match y.negated_term() {
                Some(y) => write!(f, "{x} - {}", Factor(&y)),
                None => write!(f, "{x} + {y}"),
            },
            Node::Mul(x, y) => write!(f, "{}*{}", Factor(x), Factor(y)),
            Node::Div(x, y) => write!(f, "{}/{}", Factor(x), Divisor(y)),
            Node::Pow(x, n) => write!(f, "({x})^{}", Exponent(*n)),
            Node::Exp(x) => write!(f, "exp({x})"),
            Node::Ln(x) => write!(f, "ln({x})"),
            Node::Sqrt(x) => write!(f, "sqrt({x})"),
        }
    }
}

impl Real {
    /// `-self`, if `self` is printed with a leading minus sign.
    fn negated_term(&self) -> Option<Real> {
        match self {
            Real::Rational(x) if *x < 0 => Some(-self),
            Real::Expression(node) => match node.as_ref() {
                Node::Mul(Real::Rational(c), _) if *c < 0 => Some(-self),
                _ => None,
            },
            Real::Rational(_) => None,
        }
    }

    /// Can it be a factor of a product without parentheses?
    fn is_factor(&self) -> bool {
        match self {
            Real::Rational(x) => *x >= 0,
            Real::Expression(node) => !matches!(node.as_ref(), Node::Add(..)),
        }
    }

    /// Can it follow `/` without parentheses?
    fn is_divisor(&self) -> bool {
        match self {
            Real::Rational(x) => *x >= 0 && *x.denominator_ref() == 1u32,
            Real::Expression(node) => {
                matches!(node.as_ref(), Node::Exp(_) | Node::Ln(_) | Node::Sqrt(_) | Node::Pow(..))
            }
        }
    }
}

struct Factor<'a>(&'a Real);

impl fmt::Display for Factor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_factor() { write!(f, "{}", self.0) } else { write!(f, "({})", self.0) }
    }
}

struct Divisor<'a>(&'a Real);

impl fmt::Display for Divisor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_divisor() { write!(f, "{}", self.0) } else { write!(f, "({})", self.0) }
    }
}

struct Exponent(i64);

impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}
