//! Polynomials over the integers in the indeterminates x, alpha and delta.
//!
//! With x = e^r they represent the field Q(e^r) ([`field`](super::field)); with all three left
//! indeterminate, an identity between them holds for *every* parameter.

use super::effort;
use super::engine::Engine;
use super::interval::Interval;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// The exponents of x, alpha and delta.
pub type Monomial = [u32; 3];

/// An element of Z[x, alpha, delta]; no zero coefficient is stored, so equality is identity.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Polynomial {
    terms: BTreeMap<Monomial, Integer>,
}

impl Polynomial {
    /// A constant.
    pub fn constant(value: impl Into<Integer>) -> Self {
        Polynomial::term(value.into(), [0, 0, 0])
    }

    /// `coefficient * x^i alpha^j delta^l`.
    pub fn term(coefficient: Integer, monomial: Monomial) -> Self {
        let terms = if coefficient == 0 {
            BTreeMap::new()
        } else {
            BTreeMap::from([(monomial, coefficient)])
        };
        Polynomial { terms }
    }

    /// The indeterminate x.
    pub fn x() -> Self {
        Polynomial::term(Integer::ONE, [1, 0, 0])
    }

    /// The indeterminate alpha.
    pub fn alpha() -> Self {
        Polynomial::term(Integer::ONE, [0, 1, 0])
    }

    /// The indeterminate delta.
    pub fn delta() -> Self {
        Polynomial::term(Integer::ONE, [0, 0, 1])
    }

    /// Is it identically 0?
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Has it no terms?
    pub fn is_empty(&self) -> bool {
        self.is_zero()
    }

    /// The terms, by ascending exponents.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &Integer)> {
        self.terms.iter()
    }

    /// `self^exponent`.
    pub fn pow(&self, exponent: u32) -> Self {
        (0..exponent).fold(Polynomial::constant(1), |power, _| &power * self)
    }

    /// The value at rational x, alpha, delta.
    pub fn evaluate(&self, at: &[Rational; 3]) -> Rational {
        let value = |(monomial, coefficient): (&Monomial, &Integer)| {
            let powers = at.iter().zip(monomial).map(|(x, &n)| x.pow(u64::from(n)));
            powers.fold(Rational::from(coefficient), |product, power| product * power)
        };
        self.terms.iter().map(value).fold(Rational::ZERO, |sum, term| sum + term)
    }

    /// The value at a real x, by Horner's rule. Alpha and delta must be absent: their exponents are
    /// ignored.
    pub fn enclose_at<E: Engine>(&self, x: &Interval<E>) -> Interval<E> {
        let precision = x.precision();
        let mut result = Interval::zero(precision);
        let mut exponent = 0;
        for (monomial, coefficient) in self.terms.iter().rev() {
            if result.sign() != Some(std::cmp::Ordering::Equal) {
                result = &result * &x.pow_natural(u64::from(exponent - monomial[0]));
            }
            result = &result + &Interval::from_rational(&Rational::from(coefficient), precision);
            exponent = monomial[0];
        }
        &result * &x.pow_natural(u64::from(exponent))
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: Integer) {
        let entry = self.terms.entry(monomial).or_insert(Integer::ZERO);
        *entry += coefficient;
        if *entry == 0 {
            self.terms.remove(&monomial);
        }
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;
    fn add(self, other: Self) -> Polynomial {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.terms {
            effort::sum(coefficient.significant_bits());
            sum.add_term(*monomial, coefficient.clone());
        }
        sum
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;
    fn neg(self) -> Polynomial {
        Polynomial { terms: self.terms.iter().map(|(monomial, c)| (*monomial, -c)).collect() }
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;
    fn sub(self, other: Self) -> Polynomial {
        self + &-other
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;
    fn mul(self, other: Self) -> Polynomial {
        let mut product = Polynomial::default();
        for (m, a) in &self.terms {
            for (n, b) in &other.terms {
                effort::product(a.significant_bits() + b.significant_bits());
                product.add_term([m[0] + n[0], m[1] + n[1], m[2] + n[2]], a * b);
            }
        }
        product
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return write!(f, "0");
        }
        for (i, (monomial, coefficient)) in self.terms.iter().rev().enumerate() {
            let sign = match (i, *coefficient < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            let size = coefficient.unsigned_abs_ref();
            let named =
                ["x", "alpha", "delta"].iter().zip(monomial).filter(|(_, exponent)| **exponent > 0);
            let powers: Vec<String> =
                named
                    .map(|(name, exponent)| {
                        if *exponent == 1 {
                            (*name).to_owned()
                        } else {
                            format!("{name}^{exponent}")
                        }
                    })
                    .collect();
            match (powers.is_empty(), *size == 1) {
                (true, _) => write!(f, "{sign}{size}")?,
                (false, true) => write!(f, "{sign}{}", powers.join("*"))?,
                (false, false) => write!(f, "{sign}{size}*{}", powers.join("*"))?,
            }
        }
        Ok(())
    }
}
