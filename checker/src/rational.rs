//! Rational numbers, in lowest terms.
//!
//! They are not those of `num-rational`, which compares two fractions, also for equality, by their
//! continued fractions, one call inside another: two fractions that are near to each other share
//! hundreds of thousands of quotients, so that a few bytes would take gigabytes. Here fractions are
//! compared by cross-multiplication. And it seeks the common divisors of a number and 1 as long as
//! those of any two.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Signed, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A rational number.
///
/// The denominator is above 0, and has no common divisor with the numerator: equal numbers have
/// equal terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigRational {
    numer: BigInt,
    denom: BigInt,
}

/// The greatest common divisor of a number and another one above 0. The algorithm of the integers
/// takes the square of the longer number, so the longer one is divided by the shorter one first.
fn common_divisor(x: &BigInt, y: &BigInt) -> BigInt {
    if y.is_one() {
        return BigInt::one();
    }
    let rest = x % y;
    if rest.is_zero() { y.clone() } else { rest.gcd(&(y % &rest)) }
}

impl BigRational {
    /// The fraction, reduced to lowest terms.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn new(numer: BigInt, denom: BigInt) -> BigRational {
        assert!(!denom.is_zero(), "a denominator is 0");
        let (numer, denom) = if denom.is_negative() { (-numer, -denom) } else { (numer, denom) };
        let common = common_divisor(&numer, &denom);
        if common.is_one() {
            return BigRational { numer, denom };
        }
        BigRational { numer: numer / &common, denom: denom / common }
    }

    /// The fraction, which is in lowest terms and has a denominator above 0.
    pub(crate) fn in_lowest_terms(numer: BigInt, denom: BigInt) -> BigRational {
        BigRational { numer, denom }
    }

    /// The integer.
    pub fn from_integer(x: BigInt) -> BigRational {
        BigRational { numer: x, denom: BigInt::one() }
    }

    /// The numerator.
    pub fn numer(&self) -> &BigInt {
        &self.numer
    }

    /// The denominator, which is above 0.
    pub fn denom(&self) -> &BigInt {
        &self.denom
    }

    /// Is it an integer?
    pub fn is_integer(&self) -> bool {
        self.denom.is_one()
    }

    /// Is it above 0?
    pub fn is_positive(&self) -> bool {
        self.numer.is_positive()
    }

    /// Is it below 0?
    pub fn is_negative(&self) -> bool {
        self.numer.is_negative()
    }

    /// The size of the number.
    #[must_use]
    pub fn abs(&self) -> BigRational {
        BigRational { numer: self.numer.abs(), denom: self.denom.clone() }
    }

    /// 1 over the number.
    ///
    /// # Panics
    /// If it is 0.
    #[must_use]
    pub fn recip(&self) -> BigRational {
        assert!(!self.is_zero(), "a divisor is 0");
        let (numer, denom) = (self.denom.clone(), self.numer.clone());
        if denom.is_negative() {
            BigRational { numer: -numer, denom: -denom }
        } else {
            BigRational { numer, denom }
        }
    }

    /// The integer next to it towards 0.
    pub fn to_integer(&self) -> BigInt {
        &self.numer / &self.denom
    }

    fn sum(&self, other: &BigRational) -> BigRational {
        if self.denom == other.denom {
            return BigRational::new(&self.numer + &other.numer, self.denom.clone());
        }
        let common = common_divisor(&self.denom, &other.denom);
        let (own, others) = (&self.denom / &common, &other.denom / common);
        BigRational::new(&self.numer * others + &other.numer * &own, own * &other.denom)
    }

    fn product(&self, other: &BigRational) -> BigRational {
        let (first, second) =
            (common_divisor(&self.numer, &other.denom), common_divisor(&other.numer, &self.denom));
        BigRational {
            numer: (&self.numer / &first) * (&other.numer / &second),
            denom: (&self.denom / second) * (&other.denom / first),
        }
    }
}

impl Ord for BigRational {
    fn cmp(&self, other: &BigRational) -> Ordering {
        if self.denom == other.denom {
            return self.numer.cmp(&other.numer);
        }
        (&self.numer * &other.denom).cmp(&(&other.numer * &self.denom))
    }
}

impl PartialOrd for BigRational {
    fn partial_cmp(&self, other: &BigRational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for BigRational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            self.numer.fmt(formatter)
        } else {
            write!(formatter, "{}/{}", self.numer, self.denom)
        }
    }
}

impl Zero for BigRational {
    fn zero() -> BigRational {
        BigRational::from_integer(BigInt::zero())
    }

    fn is_zero(&self) -> bool {
        self.numer.is_zero()
    }
}

impl One for BigRational {
    fn one() -> BigRational {
        BigRational::from_integer(BigInt::one())
    }
}

impl Neg for BigRational {
    type Output = BigRational;

    fn neg(self) -> BigRational {
        BigRational { numer: -self.numer, denom: self.denom }
    }
}

impl Neg for &BigRational {
    type Output = BigRational;

    fn neg(self) -> BigRational {
        BigRational { numer: -&self.numer, denom: self.denom.clone() }
    }
}

/// The power of a fraction in lowest terms is in lowest terms too.
impl Pow<i32> for &BigRational {
    type Output = BigRational;

    fn pow(self, exponent: i32) -> BigRational {
        let power = |x: &BigInt| Pow::pow(x, exponent.unsigned_abs());
        let positive = BigRational { numer: power(&self.numer), denom: power(&self.denom) };
        if exponent < 0 { positive.recip() } else { positive }
    }
}

impl Sum for BigRational {
    fn sum<I: Iterator<Item = BigRational>>(numbers: I) -> BigRational {
        numbers.fold(BigRational::zero(), |sum, x| sum + x)
    }
}

impl<'a> Sum<&'a BigRational> for BigRational {
    fn sum<I: Iterator<Item = &'a BigRational>>(numbers: I) -> BigRational {
        numbers.fold(BigRational::zero(), |sum, x| sum + x)
    }
}

/// An operation for values and references.
macro_rules! operation {
    ($($operation:ident $function:ident $assignment:ident $assign:ident: $of:expr;)+) => {$(
        impl $operation<&BigRational> for &BigRational {
            type Output = BigRational;

            fn $function(self, other: &BigRational) -> BigRational {
                let of: fn(&BigRational, &BigRational) -> BigRational = $of;
                of(self, other)
            }
        }

        impl $operation for BigRational {
            type Output = BigRational;

            fn $function(self, other: BigRational) -> BigRational {
                (&self).$function(&other)
            }
        }

        impl $operation<&BigRational> for BigRational {
            type Output = BigRational;

            fn $function(self, other: &BigRational) -> BigRational {
                (&self).$function(other)
            }
        }

        impl $operation<BigRational> for &BigRational {
            type Output = BigRational;

            fn $function(self, other: BigRational) -> BigRational {
                self.$function(&other)
            }
        }

        impl $operation<BigInt> for BigRational {
            type Output = BigRational;

            fn $function(self, other: BigInt) -> BigRational {
                (&self).$function(&BigRational::from_integer(other))
            }
        }

        impl $operation<&BigInt> for BigRational {
            type Output = BigRational;

            fn $function(self, other: &BigInt) -> BigRational {
                (&self).$function(&BigRational::from_integer(other.clone()))
            }
        }

        impl $operation<BigInt> for &BigRational {
            type Output = BigRational;

            fn $function(self, other: BigInt) -> BigRational {
                self.$function(&BigRational::from_integer(other))
            }
        }

        impl $operation<&BigInt> for &BigRational {
            type Output = BigRational;

            fn $function(self, other: &BigInt) -> BigRational {
                self.$function(&BigRational::from_integer(other.clone()))
            }
        }

        impl $assignment for BigRational {
            fn $assign(&mut self, other: BigRational) {
                *self = (&*self).$function(&other);
            }
        }

        impl $assignment<&BigRational> for BigRational {
            fn $assign(&mut self, other: &BigRational) {
                *self = (&*self).$function(other);
            }
        }
    )+};
}

operation! {
    Add add AddAssign add_assign: BigRational::sum;
    Sub sub SubAssign sub_assign: |x, y| x.sum(&-y);
    Mul mul MulAssign mul_assign: BigRational::product;
    Div div DivAssign div_assign: |x, y| x.product(&y.recip());
}
