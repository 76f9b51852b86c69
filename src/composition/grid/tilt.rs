//! Exponential tilting with exact weights.

use super::measure::TiltedMeasure;
use crate::exact::engine::{DirectedFloat, Malachite};
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;
use malachite::base::num::arithmetic::traits::Square;
use malachite::rational::Rational;

/// The weight of one grid step: a dyadic number `w >= 1`, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tilt {
    /// `mantissa 2^exponent` is the weight of a step; since then the step was doubled this many
    /// times.
    mantissa: u64,
    exponent: i64,
    doublings: u32,
}

/// The weight of a grid step is at most `e^32`: it has 47 bits, which fit its mantissa. Any weight
/// is right: a tilt decides only which mass a measure keeps.
const MAX_LOG: u64 = 32;

impl Tilt {
    /// No tilt: `w = 1`.
    pub const NONE: Tilt = Tilt { mantissa: 1, exponent: 0, doublings: 0 };

    /// A weight near `e^x` for `x >= 0`, rounded down.
    pub fn near_exp(x: &Rational) -> Tilt {
        let x = x.clone().min(Rational::from(MAX_LOG));
        let weight = Interval::<Malachite>::from_rational(&x, 62).exp().lower().to_rational();
        let weight = weight.filter(|weight| *weight >= 1);
        let parts = weight.and_then(|weight| {
            let bits = weight.denominator_ref().trailing_zeros()?;
            Some((u64::try_from(weight.numerator_ref()).ok()?, i64::try_from(bits).ok()?))
        });
        parts.map_or(Tilt::NONE, |(mantissa, bits)| Tilt {
            mantissa,
            exponent: -bits,
            doublings: 0,
        })
    }

    /// The weight w of one grid step.
    pub fn weight(&self) -> Rational {
        let weight = Rational::from(self.mantissa) << self.exponent;
        (0..self.doublings).fold(weight, |weight, _| weight.square())
    }

    /// The weight of the step after further doublings.
    pub fn doubled(self, times: u32) -> Tilt {
        Tilt { doublings: self.doublings + times, ..self }
    }

    /// `w^n`, rounded to the stated side.
    ///
    /// Cost: two products for each bit of n, and for each doubling.
    pub fn power<const UP: bool>(&self, n: i64) -> RegisterFloat<UP> {
        let mut square = if n < 0 {
            RegisterFloat::reciprocal(self.mantissa).shift(-self.exponent)
        } else {
            RegisterFloat::from_integer(u128::from(self.mantissa)).shift(self.exponent)
        };
        let mut result = RegisterFloat::ONE;
        let mut rest = u128::from(n.unsigned_abs()) << self.doublings;
        while rest > 0 {
            if rest % 2 == 1 {
                result = result.times(square);
            }
            square = square.times(square);
            rest /= 2;
        }
        result
    }

    /// Masses from index `start` on, each times `w^n`.
    pub fn apply<const UP: bool>(
        &self,
        start: i64,
        masses: &[RegisterFloat<UP>],
    ) -> Vec<RegisterFloat<UP>> {
        self.weigh(start, 1, masses.iter().copied())
    }

    /// Removes the weights.
    pub fn remove<const UP: bool>(
        &self,
        start: i64,
        masses: impl Iterator<Item = RegisterFloat<UP>>,
    ) -> Vec<RegisterFloat<UP>> {
        self.weigh(start, -1, masses)
    }

    /// All masses of a measure, without their weights.
    pub fn remove_all<const UP: bool>(
        &self,
        measure: &TiltedMeasure<UP>,
    ) -> Vec<RegisterFloat<UP>> {
        self.remove(measure.start(), measure.masses())
    }

    /// Masses times `w^(sign n)`.
    fn weigh<const UP: bool>(
        &self,
        start: i64,
        sign: i64,
        masses: impl Iterator<Item = RegisterFloat<UP>>,
    ) -> Vec<RegisterFloat<UP>> {
        let step = self.power::<UP>(sign);
        let mut weight = self.power::<UP>(sign * start);
        let weighed = |mass: RegisterFloat<UP>| {
            let weighed = mass.times(weight);
            weight = weight.times(step);
            weighed
        };
        masses.map(weighed).collect()
    }
}
