//! Masses on a grid, all rounded to one side.

use super::regrid::{DoublingSchedule, SplitWeights};
use super::transform::{Wide, product};
use crate::control::{Interrupted, Work};
use crate::exact::register::RegisterFloat;

/// A finite measure on the multiples of a grid step, tilted: the coefficient at index n is a mass
/// times `w^n`, for a weight `w >= 1` that the caller knows.
///
/// Every coefficient is at least the true one if `UP`, otherwise at most. Tilting commutes with
/// convolution, so that rounding and truncation cost little at the losses that determine a small
/// delta.
#[derive(Clone, Debug)]
pub struct TiltedMeasure<const UP: bool> {
    start: i64,
    /// In units of `2^exponent`; the total is below 2^128.
    coefficients: Vec<u128>,
    exponent: i64,
    lost: RegisterFloat<true>,
    /// An upper bound of the index of all mass, including lost mass.
    reach: i64,
    /// The number of doublings from the step of the first measure to this one.
    doublings: u32,
}

/// Word operations of a convolution for each point of its result, approximately: transforms for
/// each prime, and their checks. It decides where steps are doubled, and what is refused; no bound
/// depends on it.
pub const POINT_WORK: u64 = 200;

/// The precision with which measures are kept.
#[derive(Clone, Copy, Debug)]
pub struct Resolution {
    /// Bits of the total of a measure: at most [`MOST_BITS`].
    pub bits: u32,
    /// The part of a measure that may be truncated at either end is `2^-cut`.
    pub cut: u32,
}

impl Resolution {
    /// The resolution of a measure that is multiplied by itself this many times: its error is
    /// repeated in every factor.
    pub fn of_one_in(self, copies: u64) -> Self {
        let finer = |bits: u32| (bits + copies.max(1).ilog2()).min(MOST_BITS);
        Resolution { bits: finer(self.bits), cut: finer(self.cut) }
    }
}

/// The most bits of a total with which products fit the transforms: a product of two totals has
/// twice as many, and four primes of 61 bits hold that for factors of less than `2^24` terms. What
/// is longer is multiplied as long integers.
pub const MOST_BITS: u32 = 110;

impl<const UP: bool> TiltedMeasure<UP> {
    /// The measure with these tilted masses, the first of them at index `start`, and at most `lost`
    /// below it.
    pub fn new(
        start: i64,
        masses: &[RegisterFloat<UP>],
        lost: RegisterFloat<true>,
        resolution: Resolution,
    ) -> Self {
        let total = masses.iter().fold(RegisterFloat::ZERO, |sum, mass| sum.plus(*mass));
        let exponent = total.magnitude().unwrap_or(0) - i64::from(resolution.bits);
        let integer = |mass: &RegisterFloat<UP>| {
            mass.shift(-exponent).to_integer().unwrap_or(u128::MAX >> 16)
        };
        let mut measure = TiltedMeasure {
            start,
            coefficients: masses.iter().map(integer).collect(),
            exponent,
            lost,
            reach: start + signed(masses.len()) - 1,
            doublings: 0,
        };
        measure.cut(resolution);
        measure
    }

    /// The same on grid points whose step is the first one of a grid, doubled this number of times.
    pub fn after(self, doublings: u32) -> Self {
        TiltedMeasure { doublings, ..self }
    }

    /// All mass at index 0.
    pub fn unit() -> Self {
        TiltedMeasure {
            start: 0,
            coefficients: vec![1],
            exponent: 0,
            lost: RegisterFloat::ZERO,
            reach: 0,
            doublings: 0,
        }
    }

    /// The index of the first coefficient.
    pub fn start(&self) -> i64 {
        self.start
    }

    /// An upper bound of the index of all mass, including lost mass.
    pub fn reach(&self) -> i64 {
        self.reach
    }

    /// The number of times the step was doubled.
    pub fn doublings(&self) -> u32 {
        self.doublings
    }

    /// The number of grid points from the first mass kept to the last.
    pub fn points(&self) -> usize {
        self.coefficients.len()
    }

    /// The tilted masses in the order of their indices.
    pub fn masses(&self) -> impl DoubleEndedIterator<Item = RegisterFloat<UP>> + ExactSizeIterator {
        self.coefficients.iter().map(|x| RegisterFloat::from_integer(*x).shift(self.exponent))
    }

    /// An upper bound of the tilted lost mass: its place is unknown. Kept where `UP`.
    pub fn lost(&self) -> RegisterFloat<true> {
        self.lost
    }

    /// An upper bound of the sum of the coefficients, without lost mass.
    fn total(&self) -> RegisterFloat<true> {
        RegisterFloat::from_integer(self.coefficients.iter().sum()).shift(self.exponent)
    }

    /// The convolution with another measure of the same weight and the same step, doubled equally
    /// often; with itself for `None`.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn convolve(
        &self,
        other: Option<&Self>,
        resolution: Resolution,
        work: &Work,
    ) -> Result<Self, Interrupted> {
        let right = other.unwrap_or(self);
        let (left_total, right_total) = (self.total(), right.total());
        let exponent = self.exponent + right.exponent;
        let bits = left_total.times(right_total).magnitude().unwrap_or(0) - exponent;
        let shift = u32::try_from(bits - i64::from(resolution.bits)).unwrap_or(0);
        let coefficients =
            product(&self.coefficients, other.map(|other| other.coefficients.as_slice()), |x| {
                shifted::<UP>(x, shift)
            });
        let crossed = left_total.times(right.lost).plus(self.lost.times(right_total));
        let mut measure = TiltedMeasure {
            start: self.start + right.start,
            coefficients,
            exponent: exponent + i64::from(shift),
            lost: if UP { crossed.plus(self.lost.times(right.lost)) } else { RegisterFloat::ZERO },
            reach: self.reach + right.reach,
            doublings: self.doublings,
        };
        measure.cut(resolution);
        work.done(u64::try_from(measure.points()).unwrap_or(u64::MAX).saturating_mul(POINT_WORK))?;
        Ok(measure)
    }

    /// The same on every second grid point: the mass between two of them goes to its neighbours, in
    /// these tilted shares.
    ///
    /// The weight of an index is squared, so that masses at the remaining grid points are weighted
    /// as before.
    fn doubled(
        &self,
        (down, up): (RegisterFloat<UP>, RegisterFloat<UP>),
        resolution: Resolution,
    ) -> Self {
        let start = self.start.div_euclid(2);
        let mut masses = vec![RegisterFloat::ZERO; self.coefficients.len() / 2 + 2];
        for (n, mass) in (self.start..).zip(self.masses()) {
            let place = usize::try_from(n.div_euclid(2) - start).unwrap_or(0);
            let shares = if n % 2 == 0 {
                [mass, RegisterFloat::ZERO]
            } else {
                [mass.times(down), mass.times(up)]
            };
            for (place, share) in masses.iter_mut().skip(place).zip(shares) {
                *place = place.plus(share);
            }
        }
        // The place of lost mass is unknown: it may be at any grid point.
        let lost = self.lost.times(down.plus(up).exactly());
        let measure =
            TiltedMeasure::new(start, &masses, lost, resolution).after(self.doublings + 1);
        TiltedMeasure { reach: (self.reach + 1).div_euclid(2), ..measure }
    }

    /// The same with the step doubled until the given count, as far as `carry` has shares.
    pub fn doubled_to(
        mut self,
        doublings: u32,
        carry: &SplitWeights<UP>,
        resolution: Resolution,
    ) -> Self {
        while self.doublings < doublings
            && let Some(shares) = carry.shares(self.doublings)
        {
            self = self.doubled(shares, resolution);
        }
        self
    }

    /// The convolution of `count` copies (the unit for 0), by squaring, with the step doubled on a
    /// schedule.
    ///
    /// Where the step is doubled, the result has the step of the last square, and `resolution` is
    /// that of the result.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn power(
        &self,
        count: u64,
        pace: &DoublingSchedule,
        carry: &SplitWeights<UP>,
        resolution: Resolution,
        work: &Work,
    ) -> Result<Self, Interrupted> {
        let Some(highest) = count.checked_ilog2() else {
            return Ok(Self::unit());
        };
        if pace.is_even() {
            let mut result = self.clone();
            // From the highest bit of the count down, so that the other factor of a product is the
            // short measure itself.
            for bit in (0..highest).rev() {
                result = result.convolve(None, resolution, work)?;
                if count >> bit & 1 == 1 {
                    result = result.convolve(Some(self), resolution, work)?;
                }
            }
            return Ok(result);
        }
        // From the lowest bit up, so that each square has its own step, and the other factor of its
        // product takes that step once.
        let (mut square, mut rest) = (self.clone(), None::<Self>);
        for bit in 0..=highest {
            if bit > 0 {
                let resolution = resolution.of_one_in(count >> bit);
                square = square.convolve(None, resolution, work)?;
                square = square.doubled_to(pace.after(bit), carry, resolution);
            }
            if count >> bit & 1 == 1 {
                rest = Some(match rest {
                    None => square.clone(),
                    Some(rest) => {
                        let rest = rest.doubled_to(square.doublings, carry, resolution);
                        rest.convolve(Some(&square), resolution, work)?
                    }
                });
            }
        }
        Ok(rest.unwrap_or_else(Self::unit))
    }

    /// Truncates ends that are negligible together.
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
            self.lost =
                self.lost.plus(RegisterFloat::from_integer(below + above).shift(self.exponent));
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
