//! Two centred Gaussians of different scale, by the masses beyond any loss.
//!
//! `P = N(0, r^2 I)` and `Q = N(0, I)` in d dimensions. With `w = |x|^2 / 2` the loss is
//!
//! ```text
//! ln(P/Q) = -d ln r + w (1 - 1/r^2).
//! ```
//!
//! So it is above l where w is on one side of `y = (l + d ln r) r^2 / (r^2 - 1)`: above it for r >
//! 1, below it for r < 1. Under Q w is a gamma variable of shape `a = d/2`; under P it is `r^2`
//! times one, so that there y is divided by `r^2`.
//!
//! The masses of a gamma variable below y and above it are (DLMF 8.7.1, and 8.8.2 as often as the
//! shape allows):
//!
//! ```text
//! below = f (1 + y/(a+1) + y^2/((a+1)(a+2)) + ...)                     f = y^a e^-y / Gamma(a+1)
//! above = f a/y (1 + (a-1)/y + (a-1)(a-2)/y^2 + ...) + above_(1/2)     floor(a) terms; above_(1/2) where d is odd
//! above_(1/2) = erfc(sqrt y)
//! ```
//!
//! All terms are positive, and their quotients fall. Up to `y = a` the mass below y is taken from
//! its series, beyond that the one above it: the other one is not small, and is 1 minus it.

use super::tails::{GridPoint, LossTails, Masses};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::{exp, ln, normal_tail};
use crate::exact::real::Real;
use crate::exact::series::sum_of_falling;

/// The tails of the pair.
#[derive(Debug)]
struct Scales<E: Engine> {
    /// `d ln r`.
    shift: Interval<E>,
    /// `1 / (r^2 - 1)` and `r^2 / (r^2 - 1)`.
    factors: Masses<E>,
    /// Is r above 1?
    is_wider: bool,
    dimension: u64,
    /// `ln Gamma(d/2 + 1)`.
    log_gamma: Interval<E>,
}

/// The tails for a ratio r that is above 1, or below it.
pub fn scales<E: Engine>(
    ratio: &Real,
    dimension: u64,
    is_wider: bool,
    precision: u64,
) -> impl LossTails<E> + use<E> + 'static {
    let square = ratio.pow(2);
    let excess = &square - 1;
    let factor = |x: &Real| (x / &excess).enclose(precision);
    Scales {
        shift: (Real::from(dimension) * ratio.ln()).enclose(precision),
        factors: Masses { p: factor(&Real::one()), q: factor(&square) },
        is_wider,
        dimension,
        log_gamma: log_gamma(dimension, precision),
    }
}

/// `ln Gamma(d/2 + 1)`: the product of `d/2`, `d/2 - 1`, ... down to 1, or down to 1/2 and then
/// times `sqrt(pi)`.
fn log_gamma<E: Engine>(dimension: u64, precision: u64) -> Interval<E> {
    let factors =
        (1..=dimension).rev().step_by(2).map(|n| Interval::<E>::from_u64(n, precision).shift(-1));
    let first = match dimension % 2 {
        0 => Interval::one(precision),
        _ => Interval::pi(precision).sqrt(),
    };
    factors.fold(first, |product, factor| &product * &factor).ln()
}

impl<E: Engine> Scales<E> {
    /// The masses of the gamma variable below y and above it.
    fn masses(&self, y: &Interval<E>) -> [Interval<E>; 2] {
        let precision = y.precision();
        let number = |n: u64| Interval::<E>::from_u64(n, precision);
        let (one, shape, double) = (number(1), number(self.dimension), y.shift(1));
        // Exactly 0: a grid would take the smallest number of an engine for a mass that is out of
        // its reach.
        if y.upper().sign().is_le() {
            return [Interval::zero(precision), one];
        }
        // a ln y - y - ln Gamma(a+1)
        let factor = exp(&(&(&(&shape.shift(-1) * &ln(y)) - y) - &self.log_gamma));
        if double.upper() <= shape.lower() {
            let quotients = (1..).map(|n| &double / &number(self.dimension + 2 * n));
            let below = (&factor * &sum_of_falling(one.clone(), quotients)).probability();
            return [below.clone(), &one - &below];
        }
        let inverse = &one / &double;
        let mut above = match self.dimension % 2 {
            0 => Interval::zero(precision),
            _ => normal_tail(&double.sqrt()).shift(1),
        };
        if self.dimension > 1 {
            let quotients =
                (1..self.dimension / 2).map(|n| &number(self.dimension - 2 * n) * &inverse);
            let terms = sum_of_falling(&factor * &(&shape * &inverse), quotients);
            above = &above + &terms;
        }
        let above = above.probability();
        [&one - &above, above]
    }
}

impl<E: Engine> LossTails<E> for Scales<E> {
    fn above(&self, point: &GridPoint<E>) -> Masses<E> {
        let moved = &point.loss + &self.shift;
        let beyond = |factor: &Interval<E>| {
            let [below, above] = self.masses(&(&moved * factor).positive_part());
            if self.is_wider { above } else { below }
        };
        Masses { p: beyond(&self.factors.p), q: beyond(&self.factors.q) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Malachite;
    use crate::exact::engine::{DirectedFloat, Rounding};
    use crate::pair::tails::line;
    use malachite::rational::Rational;

    /// Of P and Q exchanged, and both divided by r, the ratio is 1/r: what is beyond a loss is what
    /// is not beyond its opposite.
    #[test]
    fn a_narrower_gaussian_is_a_wider_one_exchanged() {
        const PRECISION: u64 = 128;
        let one = Interval::<Malachite>::one(PRECISION);
        for (dimension, ratio) in
            [1u64, 2, 5, 24].into_iter().flat_map(|d| [(5u64, 4u64), (3, 1)].map(|r| (d, r)))
        {
            let ratio = Real::from(Rational::from_unsigneds(ratio.0, ratio.1));
            let wide = scales::<Malachite>(&ratio, dimension, true, PRECISION);
            let narrow = scales::<Malachite>(&(1 / &ratio), dimension, false, PRECISION);
            for eighths in [-9i64, -3, 0, 1, 4, 12] {
                let loss = Rational::from_signeds(eighths, 8);
                let (found, other) =
                    (narrow.above(&line(&loss, PRECISION)), wide.above(&line(&-&loss, PRECISION)));
                for (found, rest) in [(found.p, &one - &other.q), (found.q, &one - &other.p)] {
                    assert!(
                        found.intersection(&rest).is_some(),
                        "{dimension} {ratio:?} {loss}: {found:?} {rest:?}"
                    );
                    let width = found.upper().sub(found.lower(), 64, Rounding::Up);
                    assert!(
                        width.exponent().is_none_or(|bits| bits < -80),
                        "{dimension} {ratio:?} {loss}: {found:?}"
                    );
                }
            }
        }
    }
}
