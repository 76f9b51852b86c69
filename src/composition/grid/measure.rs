//! Masses on a grid, all rounded to one side.

use super::transform::{Wide, product};
use crate::composition::progress::Work;
use crate::exact::register::RegisterFloat;

/// A finite measure on the multiples of a grid step, tilted: the coefficient at index n stands for a
/// mass times `w^n`, for a weight `w >= 1` that its owner knows.
///
/// Every coefficient is at least the true one if `UP`, otherwise at most. Tilting commutes with
/// convolution, so that rounding and cutting cost little at those losses that decide about a small
/// delta.
#[derive(Clone, Debug)]
pub struct TiltedMeasure<const UP: bool> {
    start: i64,
    /// In units of `2^exponent`; the total is below 2^128.
    coefficients: Vec<u128>,
    exponent: i64,
    lost: RegisterFloat<true>,
    /// No mass has a larger index, lost or not.
    reach: i64,
}

/// Word operations of a convolution for each point of its result, about.
pub const POINT_WORK: u64 = 200;

/// How exactly measures are kept.
#[derive(Clone, Copy, Debug)]
pub struct Resolution {
    /// Bits of the total of a measure: at most 112.
    pub bits: u32,
    /// The part of a measure that may be cut from either end is `2^-cut`.
    pub cut: u32,
}

impl<const UP: bool> TiltedMeasure<UP> {
    /// The measure with these tilted masses, the first of them at index `start`, and at most `lost`
    /// below it.
    pub fn new(start: i64, masses: &[RegisterFloat<UP>], lost: RegisterFloat<true>, resolution: Resolution) -> Self {
        let total = masses.iter().fold(RegisterFloat::ZERO, |sum, mass| sum.plus(*mass));
        let exponent = total.magnitude().unwrap_or(0) - i64::from(resolution.bits);
        let integer = |mass: &RegisterFloat<UP>| mass.shift(-exponent).to_integer().unwrap_or(u128::MAX >> 16);
        let mut measure = TiltedMeasure {
            start,
            coefficients: masses.iter().map(integer).collect(),
            exponent,
            lost,
            reach: start + signed(masses.len()) - 1,
        };
        measure.cut(resolution);
        measure
    }

    /// All mass at index 0.
    pub fn unit() -> Self {
        TiltedMeasure { start: 0, coefficients: vec![1], exponent: 0, lost: RegisterFloat::ZERO, reach: 0 }
    }

    /// The index of the first coefficient.
    pub fn start(&self) -> i64 {
        self.start
    }

    /// No mass has a larger index, lost or not.
    pub fn reach(&self) -> i64 {
        self.reach
    }

    /// The number of grid points from the first mass kept to the last.
    pub fn points(&self) -> usize {
        self.coefficients.len()
    }

    /// The tilted masses in the order of their indices.
    pub fn masses(&self) -> impl DoubleEndedIterator<Item = RegisterFloat<UP>> + ExactSizeIterator {
        self.coefficients.iter().map(|x| RegisterFloat::from_integer(*x).shift(self.exponent))
    }

    /// At least the tilted mass that was cut off: its place is unknown. Kept where `UP`.
    pub fn lost(&self) -> RegisterFloat<true> {
        self.lost
    }

    /// At least the sum of the coefficients, without what was lost.
    fn total(&self) -> RegisterFloat<true> {
        RegisterFloat::from_integer(self.coefficients.iter().sum()).shift(self.exponent)
    }

    /// The convolution with another measure of the same step and weight; with itself for `None`.
    pub fn convolve(&self, other: Option<&Self>, resolution: Resolution, work: &Work) -> Self {
        let right = other.unwrap_or(self);
        let (left_total, right_total) = (self.total(), right.total());
        let exponent = self.exponent + right.exponent;
        let bits = left_total.times(right_total).magnitude().unwrap_or(0) - exponent;
        let shift = u32::try_from(bits - i64::from(resolution.bits)).unwrap_or(0);
        let coefficients =
            product(&self.coefficients, other.map(|other| other.coefficients.as_slice()), |x| shifted::<UP>(x, shift));
        let crossed = left_total.times(right.lost).plus(self.lost.times(right_total));
        let mut measure = TiltedMeasure {
            start: self.start + right.start,
            coefficients,
            exponent: exponent + i64::from(shift),
            lost: if UP { crossed.plus(self.lost.times(right.lost)) } else { RegisterFloat::ZERO },
            reach: self.reach + right.reach,
        };
        measure.cut(resolution);
        work.done(u64::try_from(measure.points()).unwrap_or(u64::MAX).saturating_mul(POINT_WORK));
        measure
    }

    /// The convolution of `count` copies, of none for 0: by squaring, from the highest bit of the count down,
    /// so that the other factor of a product is the short measure itself.
    pub fn power(&self, count: u64, resolution: Resolution, work: &Work) -> Self {
        let Some(highest) = count.checked_ilog2() else { return Self::unit() };
        let mut result = self.clone();
        for bit in (0..highest).rev() {
            result = result.convolve(None, resolution, work);
            if count >> bit & 1 == 1 {
                result = result.convolve(Some(self), resolution, work);
            }
        }
        result
    }

    /// Cuts off ends that are negligible together.
    fn cut(&mut self, resolution: Resolution) {
        let total: u128 = self.coefficients.iter().sum();
        let allowed = total >> resolution.cut;
        let negligible = |coefficients: &mut dyn Iterator<Item = &u128>| {
            let (mut number, mut sum) = (0, 0);
            for x in coefficients {
                if sum + x > allowed {
                    break;
                }
                sum += x;
                number += 1;
            }
            (number, sum)
        };
        let (bottom, below) = negligible(&mut self.coefficients.iter());
        let (top, above) = negligible(&mut self.coefficients.iter().rev());
        if bottom + top >= self.coefficients.len() {
            return;
        }
        self.coefficients.truncate(self.coefficients.len() - top);
        self.coefficients.drain(..bottom);
        self.start += signed(bottom);
        if UP {
            self.lost = self.lost.plus(RegisterFloat::from_integer(below + above).shift(self.exponent));
        }
    }
}

fn signed(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// `x / 2^shift`, rounded to the side.
fn shifted<const UP: bool>(x: &Wide, shift: u32) -> u128 {
    let [a, b, c, d] = *x;
    let low = u128::from(b) << 64 | u128::from(a);
    let high = u128::from(d) << 64 | u128::from(c);
    let (quotient, exact) = match shift {
        0 => (low, true),
        1..=127 => (high << (128 - shift) | low >> shift, low << (128 - shift) == 0),
        128 => (high, low == 0),
        _ => (high >> (shift - 128), low == 0 && (high >> (shift - 128)) << (shift - 128) == high),
    };
    quotient + u128::from(UP && !exact)
}
