//! A number as it is known: two ends, and the exact value where there is one.

use crate::exact::decimal::Decimal;
use crate::exact::dyadic::Dyadic;
use crate::exact::engine::Rounding;
use crate::exact::real::Real;
use malachite::Natural;
use malachite::rational::Rational;
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use std::fmt;

/// An enclosure of a number: it is at least [`lower`](Bounds::lower) and at most
/// [`upper`](Bounds::upper), and where it is known exactly, it is [`exact`](Bounds::exact).
///
/// The ends are in the units of the quantity; for an eps, natural logarithms.
///
/// ```
/// let tv = dpcert::tv("gaussian(sigma=2)^50")?;
/// assert!(tv.met && tv.exact().is_none());
/// assert!(tv.lower() < tv.upper() && tv.lower_f64() <= tv.upper_f64());
/// assert_eq!(tv.lower_decimal(5), "0.9229");
/// assert_eq!(tv.upper_decimal(5), "0.92291");
/// # Ok::<(), dpcert::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub(super) lower: Dyadic,
    pub(super) upper: Dyadic,
    pub(super) exact: Option<Exact>,
    /// The ends that are known exactly, where the value is not.
    pub(super) ends: [Option<Rational>; 2],
    /// Have the ends the requested digits?
    pub met: bool,
    /// Why it is infinite, where that is known.
    pub reason: Option<&'static str>,
}

/// The exact value of a number.
///
/// Its text, by [`Display`](fmt::Display), is a literal: `p/q`, `ln(p/q)`, or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exact {
    /// A rational number.
    Rational(Rational),
    /// The natural logarithm of a rational number >= 1.
    Logarithm(Rational),
    /// Any other expression, not known to be rational.
    Expression(Real),
}

impl Exact {
    /// The rational value, if it is known to be rational.
    pub fn as_rational(&self) -> Option<&Rational> {
        match self {
            Exact::Rational(x) => Some(x),
            Exact::Logarithm(_) | Exact::Expression(_) => None,
        }
    }

    /// The rational value as a number of the `num` crates, if it is known to be rational.
    ///
    /// Cost: a copy of the digits.
    ///
    /// ```
    /// let tv = dpcert::tv("randomized-response(eps=ln(3))^2")?;
    /// let half = num_rational::BigRational::new(1.into(), 2.into());
    /// assert_eq!(tv.exact().and_then(|exact| exact.to_big_rational()), Some(half));
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    pub fn to_big_rational(&self) -> Option<BigRational> {
        self.as_rational().map(big_rational)
    }

    /// The number as an expression.
    pub fn to_real(&self) -> Real {
        match self {
            Exact::Rational(x) => Real::from(x.clone()),
            Exact::Logarithm(x) => Real::from(x.clone()).ln(),
            Exact::Expression(x) => x.clone(),
        }
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exact::Rational(x) => x.fmt(f),
            Exact::Logarithm(_) | Exact::Expression(_) => self.to_real().fmt(f),
        }
    }
}

/// A rational number as one of the `num` crates.
pub fn big_rational(x: &Rational) -> BigRational {
    let digits = |n: &Natural| {
        let words = n.to_limbs_asc().into_iter();
        // The limbs have 64 bits.
        BigUint::new(words.flat_map(|word| [word as u32, (word >> 32) as u32]).collect())
    };
    let sign = if *x < 0 { Sign::Minus } else { Sign::Plus };
    BigRational::new_raw(
        BigInt::from_biguint(sign, digits(x.numerator_ref())),
        digits(x.denominator_ref()).into(),
    )
}

impl Bounds {
    /// A lower bound of the true value; an infinity where no better bound is known, or where the
    /// value is infinite.
    ///
    /// Where the value is a rational, this is a number next to it: its [`exact`](Bounds::exact)
    /// value is better.
    pub fn lower(&self) -> &Dyadic {
        &self.lower
    }

    /// An upper bound of the true value: see [`lower`](Bounds::lower).
    pub fn upper(&self) -> &Dyadic {
        &self.upper
    }

    /// The least number that is known to be at least the true value: the value itself where it is
    /// known exactly. `None` where that is infinite, or its exponent too large for a rational.
    pub(crate) fn most(&self) -> Option<Real> {
        let [_, most] = &self.ends;
        let exact = self.exact.as_ref().map(Exact::to_real);
        let end = || most.clone().or_else(|| self.upper.to_rational()).map(Real::from);
        exact.or_else(end)
    }

    /// The largest binary64 that is at most the lower end: a lower bound of the true value.
    ///
    /// It is `f64::MAX` where the end is finite and larger, and `inf` only for an infinite end.
    ///
    /// ```
    /// let tv = dpcert::tv("gaussian(sigma=2)^50")?;
    /// assert_eq!(tv.lower_f64(), 0.9229001282564582);
    /// assert_eq!(tv.lower_f64().next_up(), tv.upper_f64());
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    pub fn lower_f64(&self) -> f64 {
        self.lower.to_f64(Rounding::Down)
    }

    /// The smallest binary64 that is at least the upper end: an upper bound of the true value.
    ///
    /// It is `5e-324` for all positive ends below that, and `inf` where the end is beyond the
    /// largest finite one.
    pub fn upper_f64(&self) -> f64 {
        self.upper.to_f64(Rounding::Up)
    }

    /// Is this number within the ends, so that it could be the true value? NaN is not.
    ///
    /// Where the value is a known rational, only that number is.
    ///
    /// ```
    /// let tv = dpcert::tv("randomized-response(eps=ln(3))^2")?;
    /// assert!(tv.contains(0.5) && !tv.contains(0.5f64.next_up()) && !tv.contains(f64::NAN));
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    pub fn contains(&self, x: f64) -> bool {
        let Some(x) = Dyadic::from_f64(x) else {
            return false;
        };
        match self.exact.as_ref().and_then(Exact::as_rational) {
            Some(exact) => x.compare(exact).is_eq(),
            None => self.lower <= x && x <= self.upper,
        }
    }

    /// The exact value, where it is known; its text may be long.
    pub fn exact(&self) -> Option<&Exact> {
        self.exact.as_ref()
    }

    /// Are both ends the same number?
    pub fn is_point(&self) -> bool {
        self.lower == self.upper
    }

    /// Is it known to be infinite?
    pub fn is_infinite(&self) -> bool {
        self.lower == Dyadic::INFINITY
    }

    /// Is the upper end finite?
    pub fn is_bounded(&self) -> bool {
        self.upper.is_finite()
    }

    /// The middle of the ends, exactly; the value itself where it is a known rational. `None` where
    /// an end is infinite or its exponent is too large for a rational ([`Dyadic::to_rational`]).
    ///
    /// ```
    /// let tv = dpcert::tv("gaussian(sigma=2)^50")?;
    /// let (middle, width) = (tv.midpoint().expect("finite ends"), tv.width().expect("finite ends"));
    /// assert!(tv.lower().compare(&middle).is_le() && tv.upper().compare(&middle).is_ge());
    /// assert!(width > 0 && width * malachite::rational::Rational::from(10u64.pow(18)) < 1);
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    pub fn midpoint(&self) -> Option<Rational> {
        let (lower, upper) = self.rational_ends()?;
        Some((lower + upper) >> 1u32)
    }

    /// The distance of the ends, exactly; 0 where the value is a known rational. `None` as for
    /// [`midpoint`](Bounds::midpoint).
    pub fn width(&self) -> Option<Rational> {
        let (lower, upper) = self.rational_ends()?;
        Some(upper - lower)
    }

    fn rational_ends(&self) -> Option<(Rational, Rational)> {
        match self.exact.as_ref().and_then(Exact::as_rational) {
            Some(exact) => Some((exact.clone(), exact.clone())),
            None => Some((self.lower.to_rational()?, self.upper.to_rational()?)),
        }
    }

    /// A decimal of `digits` > 0 significant digits that is at most the true value: `inf` where
    /// that is infinite.
    pub fn lower_decimal(&self, digits: u64) -> String {
        self.rounded(digits, Rounding::Down).to_string()
    }

    /// A decimal of `digits` > 0 significant digits that is at least the true value. It is equal to
    /// [`lower_decimal`](Bounds::lower_decimal) where the value is a rational of no more digits.
    pub fn upper_decimal(&self, digits: u64) -> String {
        self.rounded(digits, Rounding::Up).to_string()
    }

    /// Could both be enclosures of one number? Where both know it exactly, the values are equal; in
    /// any case their ends have a number in common.
    pub fn agrees(&self, other: &Bounds) -> bool {
        let is_at_most = |x: &Bounds, y: &Bounds| match (x.rational(), y.rational()) {
            (Some(x), Some(y)) => x <= y,
            (Some(x), None) => y.upper.compare(x).is_ge(),
            (None, Some(y)) => x.lower.compare(y).is_le(),
            (None, None) => x.lower <= y.upper,
        };
        let is_same = |(x, y): (&Exact, &Exact)| x == y;
        self.exact.iter().zip(&other.exact).all(is_same)
            && is_at_most(self, other)
            && is_at_most(other, self)
    }

    /// Are both printed alike, with so many digits?
    pub(crate) fn is_printed_like(&self, other: &Bounds, digits: u64) -> bool {
        let ends =
            |x: &Bounds| [Rounding::Down, Rounding::Up].map(|rounding| x.rounded(digits, rounding));
        (self.met, &self.exact, self.reason) == (other.met, &other.exact, other.reason)
            && ends(self) == ends(other)
    }

    /// The same, where the exact value is kept only if it is rational: other expressions are not
    /// informative.
    pub(crate) fn if_rational(self) -> Bounds {
        Bounds { exact: self.exact.filter(|exact| exact.as_rational().is_some()), ..self }
    }

    /// With the exact value.
    pub(crate) fn known_as(self, exact: Exact) -> Bounds {
        Bounds { exact: Some(exact), ..self }
    }

    fn rational(&self) -> Option<&Rational> {
        self.exact.as_ref().and_then(Exact::as_rational)
    }

    /// The end on the side of the rounding, as a decimal of so many significant digits.
    pub(super) fn rounded(&self, digits: u64, rounding: Rounding) -> Decimal {
        let [least, most] = &self.ends;
        let (end, exact) = match rounding {
            Rounding::Down => (&self.lower, least),
            Rounding::Up => (&self.upper, most),
        };
        match self.rational().or(exact.as_ref()) {
            Some(exact) => Decimal::of_rational(exact, digits, rounding),
            None => end.rounded(digits, rounding),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::Integer;

    #[test]
    fn rationals_become_those_of_the_num_crates() {
        for (n, d) in [(0i64, 1i64), (-7, 3), (1, 1 << 40), (i64::MAX, 5)] {
            let expected = BigRational::new(n.into(), d.into());
            assert_eq!(big_rational(&Rational::from_signeds(n, d)), expected);
        }
        let long = Rational::from(Integer::from(3)) << 200u32;
        assert_eq!(big_rational(&long), BigRational::from(BigInt::from(3) << 200));
    }
}
