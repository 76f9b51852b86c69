//! Composition on a common lattice: products of polynomials with non-negative integer
//! coefficients, exact for rational masses and in fixed point with directed rounding otherwise.

use super::convolve::convolve;
use crate::exact::engine::{BigNatural, Rounding};

/// A measure on the integers: `numerators[i]` at `low + i`, over a denominator known to the owner.
#[derive(Clone, Debug)]
pub struct Measure<N> {
    /// The lowest lattice index.
    pub low: i64,
    /// Numerators by ascending index.
    pub numerators: Vec<N>,
}

/// How products of numerators are scaled back.
#[derive(Clone, Copy, Debug)]
pub enum Scaling {
    /// Not at all: denominators multiply, and the result is exact.
    Exact,
    /// The denominator is `2^bits`: each product is divided by it and rounded.
    ///
    /// All masses are >= 0, so that sums and products of lower bounds are lower bounds, and those
    /// of upper bounds are upper bounds.
    FixedPoint {
        /// Fractional bits.
        bits: u64,
        /// The side to which numerators are rounded.
        rounding: Rounding,
    },
}

impl<N: BigNatural> Measure<N> {
    /// A measure from masses at indices, at least one.
    pub fn from_masses(masses: &[(i64, N)]) -> Self {
        let low = masses.iter().map(|(i, _)| *i).min().unwrap_or(0);
        let high = masses.iter().map(|(i, _)| *i).max().unwrap_or(0);
        let width = usize::try_from(high - low).unwrap_or(0) + 1;
        let mut numerators = vec![N::from_u64(0); width];
        for (i, mass) in masses {
            if let Some(place) = usize::try_from(i - low).ok().and_then(|i| numerators.get_mut(i)) {
                place.add_assign(mass);
            }
        }
        Measure { low, numerators }
    }

    /// The distribution of the sum of two independent losses.
    pub fn convolve(&self, other: &Self, scaling: Scaling) -> Self {
        let mut numerators = convolve(&self.numerators, &other.numerators);
        if let Scaling::FixedPoint { bits, rounding } = scaling {
            for numerator in &mut numerators {
                *numerator = numerator.shr(bits, rounding);
            }
        }
        Measure { low: self.low + other.low, numerators }
    }

    /// The n-fold convolution, by squaring; n >= 1.
    pub fn power(&self, n: u64, scaling: Scaling) -> Self {
        let mut result: Option<Self> = None;
        let mut square = self.clone();
        let mut left = n;
        while left > 0 {
            if left & 1 == 1 {
                result = Some(
                    result
                        .map_or_else(|| square.clone(), |result| result.convolve(&square, scaling)),
                );
            }
            left >>= 1;
            if left > 0 {
                square = square.convolve(&square, scaling);
            }
        }
        result.unwrap_or(square)
    }
}
