//! Discrete Gaussians: one coordinate on a grid.
//!
//! `P = N_Z(s, sigma^2)`, `Q = N_Z(0, sigma^2)`: the loss at n is `(2 n s - s^2) / (2 sigma^2)`.

use super::cells::Cells;
use super::{NO_MASS, Window, place};
use crate::fault::{Fault, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::number::{bits_of, ceil};
use crate::rational::BigRational;
use crate::row::{MAX_SIZE, room_of, size};
use crate::work::product;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// The outcomes with losses on the grid: from the first one of `from` to the last one before that
/// of `to`.
///
/// The loss at n is `(2 n - s) rise / run` steps.
struct Outcomes {
    rise: BigInt,
    run: BigInt,
    start: i64,
    end: i64,
}

impl Outcomes {
    fn of(sigma_squared: &BigRational, shift: i64, window: &Window) -> Result<Outcomes, Fault> {
        let rise = window.step.denom() * sigma_squared.denom() * shift;
        let run = window.step.numer() * sigma_squared.numer() * 2;
        // The n with a loss of at least m steps: 2 n >= m run / rise + s.
        let first = |m: i64| {
            let least: BigInt = &run * m + &rise * shift;
            let n = Integer::div_ceil(&least, &(&rise * 2))
                .to_i64()
                .filter(|n| n.unsigned_abs() < 1 << 24);
            n.ok_or_else(|| {
                Unsupported::too_long("the grid", 1 << 24, "outcomes of this mechanism")
            })
        };
        let (start, end) = (first(window.from)?, first(window.to)?);
        Ok(Outcomes { rise, run, start, end })
    }

    /// The number of weights that are needed.
    fn furthest(&self) -> u64 {
        self.start.abs_diff(self.end).max(self.start.unsigned_abs()).max(self.end.unsigned_abs())
    }

    /// The number of weights that are listed: the weight at n is below 2^-bits from n = sigma
    /// sqrt(2 bits) on.
    fn weights(&self, sigma_squared: &BigRational, shift: i64, bits: u64) -> u64 {
        let variance = ceil(sigma_squared).to_u64().unwrap_or(u64::MAX);
        let weights = product(&[variance, bits, 2]).isqrt().min(MAX_SIZE / bits);
        weights.max(self.furthest().saturating_add(shift.unsigned_abs()))
    }
}

/// The memory of the weights of [`discrete_gaussian`] with this many bits, in bits.
///
/// # Errors
/// Where there are too many outcomes.
pub(super) fn discrete_gaussian_room(
    sigma_squared: &BigRational,
    shift: i64,
    window: &Window,
    bits: u64,
) -> Result<u64, Fault> {
    let outcomes = Outcomes::of(sigma_squared, shift, window)?;
    // A list grows by doubling.
    Ok(room_of(product(&[outcomes.weights(sigma_squared, shift, bits), 3]), bits))
}

/// Checks that a list of this length is allowed.
fn fits(outcomes: u64, scale_bits: u64) -> Result<(), Fault> {
    if product(&[outcomes, scale_bits]) <= MAX_SIZE {
        return Ok(());
    }
    Err(Unsupported::too_long("the list of outcomes", MAX_SIZE, "bits").into())
}

/// The work of [`discrete_gaussian`] with this many bits.
///
/// # Errors
/// Where there are too many outcomes.
pub(super) fn discrete_gaussian_work(
    sigma_squared: &BigRational,
    shift: i64,
    window: &Window,
    bits: u64,
) -> Result<u64, Fault> {
    let outcomes = Outcomes::of(sigma_squared, shift, window)?;
    fits(outcomes.furthest(), bits)?;
    let parameter = bits_of(sigma_squared).saturating_add(bits_of(&window.step));
    // Two products of intervals for a weight; two quotients, a sum and a comparison for an outcome.
    let square = product(&[bits, bits]);
    let listed = product(&[
        outcomes.weights(sigma_squared, shift, bits),
        (square / 1024).saturating_add(512),
    ]);
    let each = (square / 512).saturating_add(parameter / 32).saturating_add(1024);
    let placed = product(&[outcomes.start.abs_diff(outcomes.end), each]);
    // The parameter is a divisor, and e to its reciprocal is computed twice.
    let once = product(&[bits.saturating_add(parameter), bits.saturating_add(parameter)]) / 64;
    Ok(listed.saturating_add(placed).saturating_add(once))
}

/// The masses of one coordinate that is moved by `shift` > 0.
pub(super) fn discrete_gaussian(
    sigma_squared: &BigRational,
    shift: i64,
    window: &Window,
    scale: &Scale,
) -> Result<Cells, Fault> {
    let outcomes = Outcomes::of(sigma_squared, shift, window)?;
    let (start, end) = (outcomes.start, outcomes.end);
    fits(outcomes.furthest(), scale.bits)?;
    let needed = [start, end, start - shift, end - shift]
        .into_iter()
        .map(i64::unsigned_abs)
        .max()
        .unwrap_or(0);
    let law = Law::of(sigma_squared, needed, scale)?;
    let nothing = scale.integer(0);
    let mut masses = vec![(nothing.clone(), nothing); place(window.to, window.from)?];
    // The cell of n, and the excess of its loss over the lower end of the cell, times `run`.
    let (mut cell, mut above) =
        (outcomes.rise.clone() * (2 * start - shift)).div_mod_floor(&outcomes.run);
    let twice = &outcomes.rise * 2;
    for n in start..end {
        let (p, q) = (law.mass(n - shift)?, law.mass(n)?);
        if let Some(cell) = (&cell - window.from).to_usize().and_then(|cell| masses.get_mut(cell)) {
            *cell = (cell.0.add(&p), cell.1.add(&q));
        }
        above += &twice;
        if above >= outcomes.run {
            let (cells, rest) = above.div_mod_floor(&outcomes.run);
            cell += cells;
            above = rest;
        }
    }
    let above = (law.tail(end - shift)?, law.tail(end)?);
    let below = scale.integer(1).sub(&law.tail(start - shift)?).positive_part();
    Ok(Cells { masses, below, above })
}

/// The distribution around 0.
struct Law<'a> {
    /// `e^(-n^2 / (2 sigma^2))` for n >= 0, until it is rounded to 0.
    weights: Vec<Interval>,
    /// The sum of all further weights.
    rest: Interval,
    /// The sum of all weights, on both sides of 0.
    total: Interval,
    scale: &'a Scale,
}

impl Law<'_> {
    /// The distribution with at least this many weights.
    fn of<'a>(
        sigma_squared: &BigRational,
        needed: u64,
        scale: &'a Scale,
    ) -> Result<Law<'a>, Fault> {
        // Each weight is the one before times e^(-(2n+1)/(2 sigma^2)).
        let halved = (sigma_squared * BigInt::from(2)).recip();
        let falling = |power: i64| {
            let value = scale.exp(&scale.rational(&(-&halved * BigInt::from(power))));
            value.ok_or_else(|| Unsupported::too_large("1/sigma_sq"))
        };
        let (mut weights, mut weight, mut factor, square) =
            (Vec::new(), scale.integer(1), falling(1)?, falling(2)?);
        while weight.lo.is_positive()
            || weights.len() <= usize::try_from(needed).unwrap_or(usize::MAX)
        {
            fits(size(weights.len()), scale.bits)?;
            weights.push(weight.clone());
            weight = scale.mul(&weight, &factor);
            factor = scale.mul(&factor, &square);
        }
        // A bound of the remainder: each weight is less than the one before times the factor.
        let rest = scale.div(&weight, &scale.integer(1).sub(&factor));
        let rest = rest.ok_or(Unsupported::NotEnclosed { what: "the rest of the sum" })?;
        let rest = Interval { lo: BigInt::zero(), hi: rest.hi };
        let sum = weights.iter().skip(1).fold(rest.clone(), |sum, weight| sum.add(weight));
        let total = sum.times(&BigInt::from(2)).add(&scale.integer(1));
        Ok(Law { weights, rest, total, scale })
    }

    /// The mass of one outcome.
    fn mass(&self, n: i64) -> Result<Interval, Fault> {
        let weight = usize::try_from(n.unsigned_abs())
            .ok()
            .and_then(|n| self.weights.get(n))
            .ok_or(NO_MASS)?;
        Ok(self.scale.div(weight, &self.total).ok_or(NO_MASS)?)
    }

    /// The mass of all outcomes >= n.
    fn tail(&self, n: i64) -> Result<Interval, Fault> {
        // For n <= 0, first the mass of all outcomes < n.
        let size = usize::try_from(n.unsigned_abs())
            .unwrap_or(usize::MAX)
            .saturating_add(usize::from(n <= 0));
        let beyond =
            self.weights.iter().skip(size).fold(self.rest.clone(), |sum, weight| sum.add(weight));
        let share = self.scale.div(&beyond, &self.total).ok_or(NO_MASS)?;
        Ok(if n > 0 { share } else { self.scale.integer(1).sub(&share).positive_part() })
    }
}
