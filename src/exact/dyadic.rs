//! Binary floats of any exponent: the ends of an enclosure, for every engine.
//!
//! An end may be `2^-3000000000`. As a rational that number has a billion digits; as a mantissa and
//! an exponent it has one bit. So ends stay as the engines computed them, without their types and
//! their exponent ranges. A caller that needs a binary64 or a decimal rounds to the side that it
//! names.

use super::decimal::{Decimal, digit_count, round, rounded_float, signed_digits};
use super::engine::{DirectedFloat, Malachite, Rounding};
use malachite::base::num::arithmetic::traits::{Pow, ShrRound};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::rational::Rational;
use malachite::{Float, Integer, Natural};
use std::cmp::Ordering;

/// A number `mantissa * 2^exponent`, exactly, or an infinity.
///
/// Equal numbers are equal values: the mantissa is odd, or everything is 0. Zero is unique and has
/// no sign.
///
/// ```
/// use dpcert::exact::{Dyadic, Rounding};
/// let tiny = Dyadic::new(1.into(), -3_000_000_000).expect("an exponent of 64 bits");
/// assert!(Dyadic::ZERO < tiny && tiny < Dyadic::from_f64(5e-324).expect("a number"));
/// assert_eq!((tiny.to_f64(Rounding::Down), tiny.to_f64(Rounding::Up)), (0.0, 5e-324));
/// assert_eq!(tiny.decimal(3, Rounding::Down), "1.01e-903089987");
/// assert_eq!(tiny.to_rational(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    /// Odd, or 0; for an infinity, its sign.
    mantissa: Integer,
    /// 0 where the mantissa is 0.
    exponent: i64,
    is_infinite: bool,
}

/// The most bits of a rational that is made from a [`Dyadic`]: exponents reach far beyond what fits
/// in memory as digits. Who asks for a longer one is told that there is none, and compares or
/// rounds the dyadic itself.
const MAX_RATIONAL_BITS: i128 = 1 << 20;
/// `log10(2) 10^19`, rounded down.
const LOG10_OF_2: i128 = 3_010_299_956_639_811_952;

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic { mantissa: Integer::ZERO, exponent: 0, is_infinite: false };
    /// The infinity `inf`.
    pub const INFINITY: Dyadic = Dyadic { mantissa: Integer::ONE, exponent: 0, is_infinite: true };

    /// `mantissa * 2^exponent`; `None` where the exponent of the odd mantissa does not fit in 64
    /// bits.
    ///
    /// ```
    /// use dpcert::exact::Dyadic;
    /// assert_eq!(Dyadic::new(12.into(), 0), Dyadic::new(3.into(), 2));
    /// assert_eq!(Dyadic::new(2.into(), i64::MAX), None);
    /// ```
    pub fn new(mantissa: Integer, exponent: i64) -> Option<Dyadic> {
        let Some(zeros) = mantissa.trailing_zeros() else {
            return Some(Dyadic::ZERO);
        };
        let exponent = exponent.checked_add(i64::try_from(zeros).ok()?)?;
        Some(Dyadic { mantissa: mantissa >> zeros, exponent, is_infinite: false })
    }

    /// `inf`, or `-inf` if `negative`.
    pub fn infinity(negative: bool) -> Dyadic {
        if negative {
            Dyadic { mantissa: -Integer::ONE, ..Dyadic::INFINITY }
        } else {
            Dyadic::INFINITY
        }
    }

    /// A binary64, exactly; `None` for NaN.
    ///
    /// ```
    /// use dpcert::exact::Dyadic;
    /// let tenth = Dyadic::from_f64(0.1).expect("a number");
    /// assert_eq!(tenth.parts(), Some((&3_602_879_701_896_397u64.into(), -55)));
    /// ```
    pub fn from_f64(x: f64) -> Option<Dyadic> {
        if x.is_nan() {
            return None;
        }
        let negative = x.is_sign_negative();
        if x.is_infinite() {
            return Some(Dyadic::infinity(negative));
        }
        let (biased, fraction) = ((x.to_bits() >> 52) & 0x7ff, x.to_bits() & ((1 << 52) - 1));
        let (magnitude, exponent) =
            if biased == 0 { (fraction, 1) } else { (fraction | (1 << 52), biased) };
        let mantissa = Integer::from_sign_and_abs(!negative, Natural::from(magnitude));
        Dyadic::new(mantissa, i64::try_from(exponent).ok()? - 1075)
    }

    /// The odd mantissa and the exponent; (0, 0) for 0 and `None` for an infinity.
    pub fn parts(&self) -> Option<(&Integer, i64)> {
        self.is_finite().then_some((&self.mantissa, self.exponent))
    }

    /// Is it finite?
    pub fn is_finite(&self) -> bool {
        !self.is_infinite
    }

    /// Its sign: the comparison with 0.
    pub fn sign(&self) -> Ordering {
        self.mantissa.cmp(&Integer::ZERO)
    }

    /// The `e` with `2^(e-1) <= |self| < 2^e`; `None` for 0 and the infinities.
    pub fn magnitude(&self) -> Option<i128> {
        let bits = self.mantissa.unsigned_abs_ref().significant_bits();
        (self.is_finite() && bits > 0).then(|| i128::from(self.exponent) + i128::from(bits))
    }

    /// The same number as a literal such as `3*2^-4`, which is short also for a number near 0.
    /// `None` for an infinity.
    pub fn literal(&self) -> Option<String> {
        self.parts().map(|(mantissa, exponent)| format!("{mantissa}*2^{exponent}"))
    }

    /// The same number as a rational; `None` for an infinity, and where the rational would have
    /// more than 2^20 bits.
    pub fn to_rational(&self) -> Option<Rational> {
        let bits = i128::from(self.mantissa.unsigned_abs_ref().significant_bits());
        let length = bits.max(bits + i128::from(self.exponent)).max(-i128::from(self.exponent));
        (self.is_finite() && length <= MAX_RATIONAL_BITS)
            .then(|| Rational::from(&self.mantissa) << self.exponent)
    }

    /// Compared with a rational, exactly.
    ///
    /// ```
    /// use dpcert::exact::Dyadic;
    /// use malachite::rational::Rational;
    /// let tenth = Dyadic::from_f64(0.1).expect("a number");
    /// assert!(tenth.compare(&Rational::from_unsigneds(1u32, 10u32)).is_gt());
    /// ```
    ///
    /// Cost: a product of the lengths of both; nothing where they differ in size.
    pub fn compare(&self, other: &Rational) -> Ordering {
        let sign = other.cmp(&Rational::ZERO);
        let Some(magnitude) = self.magnitude() else {
            // One of them is an infinity or 0.
            return if self.is_infinite { self.sign() } else { sign.reverse() };
        };
        if self.sign() != sign {
            return self.sign().cmp(&sign);
        }
        let bits = |n: &Natural| i128::from(n.significant_bits());
        let (numerator, denominator) = (other.numerator_ref(), other.denominator_ref());
        // 2^(size-1) < |other| < 2^(size+1), and this number is in [2^(magnitude-1), 2^magnitude).
        let size = bits(numerator) - bits(denominator);
        let order = if magnitude < size {
            Ordering::Less
        } else if magnitude > size + 1 {
            Ordering::Greater
        } else {
            let (left, right) = (self.mantissa.unsigned_abs_ref() * denominator, numerator);
            match u64::try_from(self.exponent) {
                Ok(shift) => (left << shift).cmp(right),
                Err(_) => left.cmp(&(right << self.exponent.unsigned_abs())),
            }
        };
        if sign.is_lt() { order.reverse() } else { order }
    }

    /// The nearest binary64 on the stated side: the largest one that is at most this number, or the
    /// smallest one that is at least it. Beyond the largest finite one it is that one or an
    /// infinity; next to 0 it is 0 or `5e-324`; both depend on the side. A 0 is always `0.0`.
    ///
    /// ```
    /// use dpcert::exact::{Dyadic, Rounding};
    /// let huge = Dyadic::new(1.into(), 2_000).expect("an exponent of 64 bits");
    /// assert_eq!((huge.to_f64(Rounding::Down), huge.to_f64(Rounding::Up)), (f64::MAX, f64::INFINITY));
    /// ```
    pub fn to_f64(&self, rounding: Rounding) -> f64 {
        let negative = self.sign().is_lt();
        let sign = if negative { 1 << 63 } else { 0 };
        let outward = (rounding == Rounding::Up) != negative;
        const INFINITE: u64 = 0x7ff << 52;
        let bits = match self.magnitude() {
            None if self.is_infinite => INFINITE,
            None => 0,
            Some(magnitude) if magnitude > 1024 => {
                if outward {
                    INFINITE
                } else {
                    INFINITE - 1
                }
            }
            Some(magnitude) if magnitude <= -1074 => {
                // At most 2^-1074: is it equal to that?
                let is_least =
                    self.mantissa.unsigned_abs_ref() == &Natural::ONE && self.exponent == -1074;
                u64::from(is_least || outward)
            }
            Some(magnitude) => {
                // The last place of a normal number of this size, or of all denormal ones.
                let last = (magnitude - 53).max(-1074);
                let mantissa = self.mantissa.unsigned_abs_ref();
                let shift = last - i128::from(self.exponent);
                let integer = match u64::try_from(shift) {
                    Ok(shift) => {
                        let mode =
                            if outward { RoundingMode::Ceiling } else { RoundingMode::Floor };
                        mantissa.shr_round(shift, mode).0
                    }
                    Err(_) => mantissa << u64::try_from(-shift).unwrap_or(0),
                };
                // At most 2^53. The leading bit of a normal number carries into the exponent, as
                // does rounding up to a power of two, up to the infinity.
                let place = u64::try_from(last + 1074).unwrap_or(0);
                (place << 52) + u64::try_from(&integer).unwrap_or(0)
            }
        };
        if bits == 0 { 0.0 } else { f64::from_bits(sign | bits) }
    }

    /// The decimal at most (`Down`) or at least (`Up`) this number that
    /// [`float_to_decimal`](super::decimal::float_to_decimal) gives of the same float, of `digits`
    /// > 0 significant digits; `inf` and `-inf` for the infinities.
    ///
    /// Cost: O(log |exponent|) multiplications of about `digits` digits.
    pub fn decimal(&self, digits: u64, rounding: Rounding) -> String {
        self.rounded(digits, rounding).to_string()
    }

    /// The same decimal as a number.
    pub fn rounded(&self, digits: u64, rounding: Rounding) -> Decimal {
        if let Some(float) = self.to_float() {
            return rounded_float::<Malachite>(&float, digits, rounding);
        }
        let Some(magnitude) = self.magnitude() else {
            let zero = Decimal::new(Integer::ZERO, 0);
            return if self.is_infinite { Decimal::infinity(self.sign().is_lt()) } else { zero };
        };
        // Beyond the exponents of the engines.
        let negative = self.sign().is_lt();
        let outward = if negative { rounding.opposite() } else { rounding };
        let scale_of = |decimal: i128| decimal - i128::from(signed_digits(digits)) + 1;
        let mut decimal = (magnitude * LOG10_OF_2).div_euclid(10i128.pow(19));
        let precision = digits * 4 + 192;
        loop {
            let scale = scale_of(decimal);
            match digit_count(&self.scaled(scale, precision, Rounding::Down)).cmp(&digits) {
                Ordering::Less => decimal -= 1,
                Ordering::Greater => decimal += 1,
                Ordering::Equal => {
                    let integer = self.scaled(scale, precision, outward);
                    let coefficient = Integer::from_sign_and_abs(!negative, integer);
                    return Decimal::new(coefficient, i64::try_from(scale).unwrap_or(i64::MAX));
                }
            }
        }
    }

    /// `|self| / 10^scale`, enclosed with `precision` bits and rounded to an integer on the stated
    /// side.
    fn scaled(&self, scale: i128, precision: u64, rounding: Rounding) -> Natural {
        // 10^scale = 5^scale 2^scale, and the power of five is a divisor or a factor.
        let is_divisor = scale > 0;
        let side = if is_divisor { rounding.opposite() } else { rounding };
        let (power, shift) = power_of_five(scale.unsigned_abs(), precision, side);
        let mantissa = self.mantissa.unsigned_abs_ref();
        let exponent = i128::from(self.exponent) - scale + if is_divisor { -shift } else { shift };
        let value = if is_divisor {
            Rational::from_naturals(mantissa.clone(), power)
        } else {
            Rational::from(mantissa * power)
        };
        round(&(value << i64::try_from(exponent).unwrap_or(i64::MIN)), rounding)
    }

    /// The float of the default engine, exactly; `None` beyond its exponents.
    fn to_float(&self) -> Option<Float> {
        if self.is_infinite {
            return Some(<Float as DirectedFloat>::infinity(self.sign().is_lt()));
        }
        let Some(magnitude) = self.magnitude() else {
            return Some(<Float as DirectedFloat>::zero());
        };
        if !(i128::from(Float::MIN_EXPONENT)..=i128::from(Float::MAX_EXPONENT)).contains(&magnitude)
        {
            return None;
        }
        let mantissa = self.mantissa.unsigned_abs_ref();
        let bits = mantissa.significant_bits();
        let integer = <Float as DirectedFloat>::from_natural(mantissa, bits, Rounding::Down);
        let float = DirectedFloat::shift(&integer, self.exponent, bits, Rounding::Down);
        Some(if self.sign().is_lt() { DirectedFloat::neg(&float) } else { float })
    }
}

/// A bound `n 2^shift` of `5^exponent` on the stated side, with about `precision` bits.
fn power_of_five(exponent: u128, precision: u64, rounding: Rounding) -> (Natural, i128) {
    let mode = if rounding == Rounding::Up { RoundingMode::Ceiling } else { RoundingMode::Floor };
    let (mut power, mut shift) = (Natural::ONE, 0i128);
    for bit in (0..128 - exponent.leading_zeros()).rev() {
        power = (&power).pow(2);
        shift *= 2;
        if exponent >> bit & 1 == 1 {
            power *= Natural::from(5u32);
        }
        let excess = power.significant_bits().saturating_sub(precision);
        power = power.shr_round(excess, mode).0;
        shift += i128::from(excess);
    }
    (power, shift)
}

impl Ord for Dyadic {
    /// Cost: where the sizes agree, a shift of the shorter mantissa to the length of the other one.
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let infinite = |x: &Dyadic| if x.is_infinite { x.sign() as i8 } else { 0 };
        let by_kind =
            self.sign().cmp(&other.sign()).then_with(|| infinite(self).cmp(&infinite(other)));
        if by_kind.is_ne() || self.is_infinite || self.sign().is_eq() {
            return by_kind;
        }
        let magnitude = self.magnitude().cmp(&other.magnitude()).then_with(|| {
            // Of the same size: the exponents differ by as much as the lengths.
            let aligned = |x: &Dyadic, y: &Dyadic| {
                x.mantissa.unsigned_abs_ref()
                    << x.exponent.saturating_sub(y.exponent).max(0).unsigned_abs()
            };
            aligned(self, other).cmp(&aligned(other, self))
        });
        if self.sign().is_lt() { magnitude.reverse() } else { magnitude }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
