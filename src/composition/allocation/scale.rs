//! The edges of cells: close to each other where sums of likelihood ratios matter.
//!
//! A sum of k ratios has the mean k, near which the width of a cell is a part of the mean deviation. Beyond it grows with
//! the distance from k, and near 0 it falls with the distance from 0: there are the losses of the other direction of
//! neighbours.

use super::super::between::{FIRST_POLYGON_BITS, Fineness};
use super::base::Base;
use crate::exact::engine::DirectedFloat;
use crate::exact::register::RegisterFloat;
use crate::exact::{Interval, Malachite};
use malachite::base::num::arithmetic::traits::{Floor, FloorLogBase2};
use malachite::rational::Rational;

/// How fine cells are, and which masses matter.
pub(super) struct Fine {
    /// About `2^points` cells in each octave of distances.
    points: u32,
    /// Masses down to `2^-bits` matter.
    bits: u32,
}

/// Cells of the first, and coarsest, bounds.
const FIRST_POINTS: u32 = 7;
const FIRST_BITS: u32 = 64;
/// More bits with each doubling of the cells.
const MORE_BITS: u32 = 16;
/// Masses of pairs of points are left out below this many bits less: there are up to `2^28` of them.
const SPARE_BITS: u32 = 28;
/// Ratios beyond 2 to plus or minus this are treated as the last ones.
const MOST_OCTAVES: i64 = 64;
/// Bits of the largest sum.
const MOST_BITS: i64 = 120;
/// In each copy at least this many bits of the smallest ratios matter.
const LEAST_RARE: u64 = 6;
/// After this many octaves of distances, there are half as many cells in each.
const OCTAVES: u32 = 8;

impl Fine {
    /// Cells are halved where polygons are requested to be four times closer.
    pub(super) fn of(fineness: &Fineness) -> Fine {
        let halvings = fineness.gap_bits.saturating_sub(FIRST_POLYGON_BITS) / 2;
        Fine { points: FIRST_POINTS + halvings, bits: FIRST_BITS + MORE_BITS * halvings }
    }
}

/// The scale of the sums of ratios, which are integers in units of `2^-bits`.
pub(super) struct Scale {
    pub(super) bits: u32,
    /// The number of copies at the end.
    pub(super) steps: u64,
    fine: Fine,
    first: Vec<u128>,
}

impl Scale {
    pub(super) fn of(base: &Base, steps: u64, fine: Fine) -> Scale {
        let deviation = base.deviation();
        let log = if deviation > 0 { deviation.floor_log_base_2().max(-MOST_OCTAVES) } else { -MOST_OCTAVES };
        let rare = rarity(&fine, 1, steps);
        let matters = |mass: &Interval<Malachite>, bits: u64| {
            mass.upper().exponent().is_some_and(|exponent| exponent > -i64::try_from(bits).unwrap_or(i64::MAX))
        };
        let low = (0..MOST_OCTAVES).find(|n| !matters(&base.below(-n), rare)).unwrap_or(MOST_OCTAVES);
        let high = (1..MOST_OCTAVES).find(|n| !matters(&base.above(*n), fine.bits.into())).unwrap_or(MOST_OCTAVES);
        let wanted = i64::from(fine.points) + 6 - log.min(-low);
        let most = MOST_BITS - high - i64::from(steps.max(1).ilog2());
        let bits = u32::try_from(wanted.min(most)).unwrap_or(0);
        let units = |x: &Rational| u128::try_from(&Floor::floor(&(x << bits))).unwrap_or(0);
        let power = |n: i64| units(&(Rational::from(1) << n));
        let scale = Scale { bits, steps, fine, first: Vec::new() };
        let above = |ratio: Rational| u128::try_from(&Floor::floor(&(ratio << bits))).map_or(u128::MAX, |x| x + 1);
        let last = base.largest_ratio().map_or(u128::MAX, above).min(power(high));
        let extent = Extent { copies: 1, deviation: units(&deviation), floor: power(-low), first: 0, last };
        Scale { first: scale.edges(&extent), ..scale }
    }

    /// The edges for one copy.
    pub(super) fn first(&self) -> &[u128] {
        &self.first
    }

    /// A mass, and a mean divided by the number of copies, below `2^-bits` does not matter in a pair of points.
    pub(super) fn negligible(&self) -> i64 {
        -i64::from(self.fine.bits + SPARE_BITS)
    }

    /// The sum of `copies` ratios of 1.
    pub(super) fn mean(&self, copies: u64) -> u128 {
        u128::from(copies) << self.bits
    }

    /// Edges from 0 to beyond the last value of a sum.
    pub(super) fn edges(&self, extent: &Extent) -> Vec<u128> {
        let mean = self.mean(extent.copies);
        let central = (extent.deviation - extent.deviation / 4).max(1);
        let points = self.fine.points;
        let mut edges = vec![0];
        let mut at = extent.first;
        loop {
            if at > 0 {
                edges.push(at);
            }
            if at > extent.last {
                return edges;
            }
            let distance = at.abs_diff(mean).max(central);
            let sparser = |octaves: u32| (octaves / OCTAVES).min(3);
            let far = distance >> (points - sparser(distance.ilog2() - central.ilog2()));
            let small = at.max(extent.floor).max(1);
            let near_zero = small >> (points - 2 - sparser(mean.ilog2().saturating_sub(small.ilog2())));
            let next = at + far.min(near_zero).max(1);
            // Masses at 1, and at the largest value, stay where they are.
            at = [mean, extent.last].into_iter().filter(|edge| at < *edge).fold(next, u128::min);
        }
    }
}

/// The bits of a probability that all of `steps` copies together have `fine.bits` of.
fn rarity(fine: &Fine, copies: u64, steps: u64) -> u64 {
    (u128::from(fine.bits) * u128::from(copies) / u128::from(steps.max(1)))
        .try_into()
        .unwrap_or(u64::MAX)
        .max(LEAST_RARE)
}

/// Where the sum of some copies is.
pub(super) struct Extent {
    copies: u64,
    /// The mean distance from the mean.
    deviation: u128,
    /// Smaller sums need not be told apart.
    floor: u128,
    first: u128,
    last: u128,
}

impl Extent {
    /// Where the mass of some points is; they are sorted.
    pub(super) fn of<const UP: bool>(
        copies: u64,
        points: impl Iterator<Item = (u128, RegisterFloat<UP>)> + Clone,
        scale: &Scale,
    ) -> Extent {
        let mean = scale.mean(copies);
        let distance =
            |(at, mass): (u128, RegisterFloat<UP>)| mass.times(RegisterFloat::from_integer(at.abs_diff(mean)));
        let deviation = points.clone().map(distance).fold(RegisterFloat::ZERO, RegisterFloat::plus);
        let rare = i64::try_from(rarity(&scale.fine, copies, scale.steps)).unwrap_or(i64::MAX);
        let mut sum = RegisterFloat::<UP>::ZERO;
        let mut is_rare = |(_, mass): &(u128, RegisterFloat<UP>)| {
            sum = sum.plus(*mass);
            sum.magnitude().is_none_or(|magnitude| magnitude <= -rare)
        };
        let floor = points.clone().filter(|(at, _)| *at > 0).take_while(&mut is_rare).last();
        let first = points.clone().next();
        Extent {
            copies,
            deviation: deviation.to_integer().unwrap_or(mean),
            floor: floor.map_or(0, |(at, _)| at),
            first: first.map_or(0, |(at, _)| at),
            last: points.last().map_or(0, |(at, _)| at),
        }
    }

    /// Where the sum of both groups of copies is: about, except for its ends.
    pub(super) fn plus(&self, other: &Extent) -> Extent {
        let (large, small) = (self.deviation.max(other.deviation), self.deviation.min(other.deviation));
        Extent {
            copies: self.copies + other.copies,
            // At most about the square root of the sum of squares.
            deviation: large + (small / 32) * 13,
            floor: self.floor + other.floor,
            first: self.first + other.first,
            last: self.last + other.last,
        }
    }
}
