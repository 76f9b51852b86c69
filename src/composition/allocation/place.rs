//! Sums of likelihood ratios, in units of a scale: integers, with a common power of two where they
//! are large.
//!
//! The ratios of a step with little noise are hundreds of octaves apart. Sums of ratios in one
//! block are exact, and so are all sums where ratios fit 127 bits. Beside a larger ratio, the bits
//! of a smaller one below a unit of the larger one are cut off.

use super::PRECISION;
use crate::exact::Malachite;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;

/// Octaves of a block. A unit of a block is at most `2^-95` of its places, so that the sums of two
/// of them keep more bits than any mass; with larger blocks fewer bits would be left at their
/// beginning.
const BLOCK: u32 = 32;
/// The bits of a number of units.
const BITS: u32 = 127;
/// The end of a block, in its units.
const END: u128 = 1 << BITS;

/// `units 2^(32 block)`. There are at least `2^95` units in all blocks but the first one, and less
/// than `2^127` in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    block: u32,
    units: u128,
}

/// A number of units of a block: `is_cut` where the true number is larger, by less than a unit.
#[derive(Clone, Copy)]
pub(super) struct Local {
    pub(super) units: u128,
    pub(super) is_cut: bool,
}

impl Place {
    pub(super) const ZERO: Place = Place { block: 0, units: 0 };

    /// A place at most `2 units` of a block.
    pub(super) fn new(block: u32, units: u128) -> Place {
        if units >= END {
            Place { block: block + 1, units: units >> BLOCK }
        } else {
            Place { block, units }
        }
    }

    /// `2^exponent`; 0 for a negative exponent.
    pub(super) fn power(exponent: i64) -> Place {
        Place::floor(RegisterFloat::<false>::ONE.shift(exponent))
    }

    /// The largest place at most a number.
    pub(super) fn floor<const UP: bool>(x: RegisterFloat<UP>) -> Place {
        let bits = u32::try_from(x.magnitude().unwrap_or(0).max(0)).unwrap_or(u32::MAX);
        let block = bits.saturating_sub(BITS).div_ceil(BLOCK);
        let local = x.exactly::<false>().shift(-i64::from(block * BLOCK));
        Place { block, units: local.to_integer().unwrap_or(0) }
    }

    /// The number of units.
    pub(super) fn number<const UP: bool>(self) -> RegisterFloat<UP> {
        RegisterFloat::from_integer(self.units).shift(self.shift())
    }

    /// The number of units, as an interval.
    pub(super) fn interval(self) -> Interval<Malachite> {
        let x: <Malachite as Engine>::Float = self.number::<false>().to_float();
        Interval::new(x.clone(), x, PRECISION)
    }

    fn shift(self) -> i64 {
        i64::from(self.block * BLOCK)
    }

    /// The n with `2^(n-1) <= self < 2^n`; 0 for 0.
    pub(super) fn magnitude(self) -> i64 {
        self.shift() + i64::from(u128::BITS - self.units.leading_zeros())
    }

    /// The sum, cut off below one unit of the larger one; whether something was cut off.
    #[inline(always)]
    pub(super) fn plus(self, other: Place) -> (Place, bool) {
        let (large, small) = if self.block >= other.block { (self, other) } else { (other, self) };
        let small = small.in_block(large.block);
        let units = large.units + small.units;
        (
            Place::new(large.block, units),
            small.is_cut || (units >= END && units.trailing_zeros() < BLOCK),
        )
    }

    /// The units of a block that is not before its own.
    #[inline(always)]
    pub(super) fn in_block(self, block: u32) -> Local {
        if self.block == block {
            return Local { units: self.units, is_cut: false };
        }
        let shift = block.saturating_sub(self.block).saturating_mul(BLOCK);
        let units = self.units.checked_shr(shift).unwrap_or(0);
        Local { units, is_cut: self.units.trailing_zeros() < shift && self.units > 0 }
    }

    /// The same in the units of any block, at most the end of it.
    pub(super) fn near(self, block: u32) -> u128 {
        if self.block > block { END } else { self.in_block(block).units }
    }

    /// The block of a cell that ends here, and its end in units: the cell is of one block, but for
    /// the one that starts at 0.
    pub(super) fn as_end(self) -> (u32, u128) {
        match self.block.checked_sub(1) {
            Some(before) if self.units == END >> BLOCK => (before, END),
            _ => (self.block, self.units),
        }
    }

    pub(super) fn block(self) -> u32 {
        self.block
    }

    /// The place at some units of a block, or at its end where that comes before.
    pub(super) fn within(block: u32, units: u128) -> Place {
        Place::floor(
            RegisterFloat::<false>::from_integer(units.min(END)).shift(i64::from(block * BLOCK)),
        )
    }

    /// The start of the next block.
    pub(super) fn next_block(self) -> Place {
        Place::within(self.block, END)
    }

    /// The place after this one.
    pub(super) fn next(self) -> Place {
        Place::within(self.block, self.units + 1)
    }

    /// The distance of two places, rounded.
    pub(super) fn distance(self, other: Place) -> RegisterFloat<false> {
        let (large, small) = (self.max(other), self.min(other));
        RegisterFloat::from_integer(large.units - small.in_block(large.block).units)
            .shift(large.shift())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::rational::Rational;

    fn value(place: Place) -> Rational {
        place.number::<false>().to_rational()
    }

    fn places() -> Vec<Place> {
        let numbers =
            [1u128, 3, (1 << 95) + 1, (1 << 126) + 5, (1 << 127) - 1, u128::MAX].into_iter();
        let shifted =
            numbers.flat_map(|n| [0, 1, 31, 32, 33, 40, 97, 200, 1000].map(|shift| (n, shift)));
        let place = |(n, shift)| Place::floor(RegisterFloat::<false>::from_integer(n).shift(shift));
        shifted.map(place).chain([Place::ZERO]).collect()
    }

    /// Places are in the order of their numbers, and the sum of two is the largest place of its
    /// block at most the true sum.
    #[test]
    fn sums_are_cut_off_below_a_unit() {
        for x in places() {
            assert!(x.units < END && (x.block == 0 || x.units >= END >> BLOCK), "{x:?}");
            for y in places() {
                assert_eq!(x.cmp(&y), value(x).cmp(&value(y)), "{x:?} {y:?}");
                let (sum, is_cut) = x.plus(y);
                let exact = value(x) + value(y);
                let unit = Rational::from(1) << (sum.block * BLOCK);
                assert!(value(sum) <= exact && exact < value(sum) + unit, "{x:?} {y:?}");
                assert_eq!(is_cut, exact != value(sum), "{x:?} {y:?}");
                assert!(sum < sum.next() && value(sum.next()) >= exact);
            }
        }
    }

    /// A cell of one block has its end in units of it.
    #[test]
    fn a_cell_ends_in_its_block() {
        for end in places().into_iter().chain(places().into_iter().map(Place::next_block)) {
            let (block, units) = end.as_end();
            assert_eq!(Rational::from(units) << (block * BLOCK), value(end));
            assert!(units <= END);
        }
        let start = Place::within(3, 1 << 100);
        assert_eq!(start.next_block().as_end(), (3, END));
    }
}
