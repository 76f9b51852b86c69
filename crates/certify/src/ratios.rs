//! The cells of likelihood ratios with which a record in one of several steps of noise is made into
//! a row.

use super::error::Error;
use dpcert_checker::discretise::Ratios;
use dpcert_checker::fixed::{Interval, Scale};
use dpcert_checker::ledger::Mechanism;
use dpcert_checker::number::ceil;
use dpcert_checker::rational::BigRational;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

/// The longest sum of cells.
const MAX_SUMS: i64 = 1 << 17;

/// The cells, and the losses between which nearly all of the mass of all steps is.
pub struct Plan {
    /// The cells.
    pub ratios: Ratios,
    /// The lowest loss.
    pub low: BigRational,
    /// The highest loss.
    pub high: BigRational,
}

impl Plan {
    /// For losses on a grid of this step, where masses below 2^-cut are truncated or become
    /// infinite.
    ///
    /// # Errors
    /// If there are too many cells.
    pub fn of(noise: &Mechanism, steps: u64, step: &BigRational, cut: u64) -> Result<Plan, Error> {
        let scale = Scale::new(128);
        let unknown = || Error::Unenclosed("the losses");
        let integer = |n: u64| BigRational::from_integer(n.into());
        let upper = |x: &Interval| scale.ends(x).1;
        let power =
            |x: &BigRational| scale.exp(&scale.rational(x)).map(|x| upper(&x)).ok_or_else(unknown);
        let root = |x: &BigRational| upper(&scale.sqrt(&scale.rational(x)));
        // Deviations of the normal distribution, beyond which there is less than 2^-cut.
        let deviations = root(&integer(cut * 7 / 5));
        // The largest loss of a step in either direction, and the mean of the squared ratio.
        let (reach, square) = match noise {
            Mechanism::Gaussian { mu_squared } => {
                let squared = upper(&mu_squared.enclose(&scale).ok_or_else(unknown)?);
                (root(&squared) * &deviations + &squared / integer(2), power(&squared)?)
            }
            Mechanism::Laplace { eps } => {
                let square = power(eps)? * integer(2) + power(&(-eps * integer(2)))?;
                (eps.clone(), square / integer(3))
            }
            _ => return Err(unknown()),
        };
        let count = integer(steps);
        // As wide for the sum of all steps as the step is for their mean.
        let width = power_of_two(&(step * root(&count)));
        let cells = whole(&(power(&reach)? / &width))?;
        // The deviation of the sum, and two steps that are the largest.
        let spread =
            root(&(&count * (&square - BigRational::one()).max(BigRational::zero()))) * &deviations;
        let last = whole(&((&count + spread) / &width))?.saturating_add(2 * cells);
        let last = last.min(cells.saturating_mul(i64::try_from(steps).unwrap_or(i64::MAX)));
        let logarithm = |x: &BigRational| {
            scale.ln(&scale.rational(x)).map(|x| scale.ends(&x)).ok_or_else(unknown)
        };
        // A sum of ratios is seldom much below its mean: they are above 0.
        let least = BigRational::one() - deviations * root(&(square / &count));
        let low = if least.is_positive() { logarithm(&least)?.0.max(-&reach) } else { -&reach };
        let high =
            logarithm(&(BigRational::from_integer(last.into()) * &width / count))?.1.min(reach);
        Ok(Plan { ratios: Ratios { width, cells, last }, low, high })
    }
}

/// The largest power of two that is at most a number above 0.
fn power_of_two(x: &BigRational) -> BigRational {
    let two = BigRational::from_integer(BigInt::from(2));
    let mut power = BigRational::one();
    while power > *x {
        power /= &two;
    }
    while &power * &two <= *x {
        power *= &two;
    }
    power
}

/// A number of cells, rounded up.
fn whole(x: &BigRational) -> Result<i64, Error> {
    ceil(x).to_i64().filter(|n| *n <= MAX_SUMS).ok_or(Error::LongGrid)
}
