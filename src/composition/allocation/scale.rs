//! The edges of cells: close to each other where sums of likelihood ratios matter.
//!
//! A sum of k ratios has the mean k, near which the width of a cell is a part of the mean
//! deviation. Beyond it grows with the distance from k, and near 0 it falls with the distance from
//! 0: there are the losses of the other direction of neighbours.

use super::super::between::{FIRST_POLYGON_BITS, Fineness};
use super::base::Base;
use super::place::Place;
use crate::exact::engine::DirectedFloat;
use crate::exact::register::RegisterFloat;
use crate::exact::{Interval, Malachite};
use crate::limits::Cost;

/// Word operations for a pair of points, of which there is a sum, approximately: a product of
/// masses and a few sums. It is for the estimate alone.
pub(super) const PAIR_WORK: u64 = 8;
/// Word operations for the masses of one copy at an edge, approximately: the tails of both
/// distributions. It is for the estimate alone.
pub(super) const EDGE_WORK: u64 = 100_000;

/// How fine cells are, and which masses matter.
pub(super) struct Fine {
    /// About `2^points` cells in each octave of distances.
    points: u32,
    /// Masses down to `2^-bits` matter.
    bits: u32,
}

/// Cells of the first, and coarsest, bounds: `2^7` for each octave of distances, for polygons that
/// are about `2^-13` apart. The distance is about the square of the width, and the work as well:
/// one bit more is four times as close and four times as costly.
const FIRST_POINTS: u32 = 7;
/// Masses down to `2^-64` matter in them. With fewer bits small deltas have no close bounds; with
/// more there are more octaves of cells, and the work grows with their square.
const FIRST_BITS: u32 = 64;
/// More bits with each doubling of the cells: the distance of the polygons needs two of them, the
/// others let closer polygons be close at smaller deltas too.
const MORE_BITS: u32 = 16;
/// Masses of pairs of points are left out below this many bits less: there are up to `2^28` of
/// them, so that all of them together are no more than what does not matter.
const SPARE_BITS: u32 = 28;
/// Ratios beyond 2 to plus or minus this are treated as the last ones: a search has to end where a
/// base has no last ratio. Bounds stay bounds with any value.
const MOST_OCTAVES: i64 = 1 << 14;
/// A mean deviation below `2^-64` is treated as this: units are relative to it, and one of 0 has no
/// magnitude. Bounds are right with any value.
const LEAST_DEVIATION: i64 = 64;
/// In each copy at least this many bits of the smallest ratios matter: without a least number a few
/// copies would have no cells below the mean.
const LEAST_RARE: u64 = 6;
/// After this many octaves of distances, there are half as many cells in each: what is far from the
/// mean is rare. With more octaves there are more points, and the work grows with their square;
/// with fewer the bounds are wider far out.
const OCTAVES: i64 = 8;

impl Fine {
    /// Cells are halved where polygons are requested to be four times closer.
    pub(super) fn of(fineness: &Fineness) -> Fine {
        let halvings = fineness.gap_bits.saturating_sub(FIRST_POLYGON_BITS) / 2;
        Fine { points: FIRST_POINTS + halvings, bits: FIRST_BITS + MORE_BITS * halvings }
    }
}

/// The scale of the sums of ratios, which are in units of `2^-bits`.
pub(super) struct Scale {
    pub(super) bits: i64,
    /// The number of copies at the end.
    pub(super) steps: u64,
    fine: Fine,
    first: Vec<Place>,
}

impl Scale {
    pub(super) fn of(base: &Base, steps: u64, fine: Fine) -> Scale {
        let deviation = base.deviation();
        let log = deviation
            .magnitude()
            .map_or(-LEAST_DEVIATION, |magnitude| (magnitude - 1).max(-LEAST_DEVIATION));
        let rare = rarity(&fine, 1, steps);
        let matters = |mass: &Interval<Malachite>, bits: u64| {
            mass.upper()
                .exponent()
                .is_some_and(|exponent| exponent > -i64::try_from(bits).unwrap_or(i64::MAX))
        };
        let low = octaves(|n| matters(&base.below(-n), rare));
        let high = octaves(|n| matters(&base.above(n), fine.bits.into())).max(1);
        let bits = i64::from(fine.points) + 6 - log.min(-low);
        let scale = Scale { bits, steps, fine, first: Vec::new() };
        let greatest = base.largest_ratio().map(|ratio| Place::floor(ratio.shift(bits)).next());
        let last = greatest.into_iter().fold(Place::power(bits + high), Place::min);
        let deviation = deviation.shift(bits).exactly();
        let extent = Extent {
            copies: 1,
            deviation,
            floor: Place::power(bits - low),
            first: Place::ZERO,
            last,
        };
        Scale { first: scale.edges(&extent), ..scale }
    }

    /// The cost of both bounds, as if all sums had as many points as there are edges for one copy.
    pub(super) fn cost(&self) -> Cost {
        let edges = self.first.len() as u128;
        // A square is half of the pairs of points, for each digit of the number of copies; where
        // the digit is 1, there is a product as well.
        let squares = u128::from(self.steps.max(1).ilog2());
        let products = u128::from(self.steps.count_ones()).saturating_sub(1);
        let pairs = edges * edges * (squares + 2 * products);
        Cost {
            work: edges * u128::from(EDGE_WORK) + pairs * u128::from(PAIR_WORK),
            memory: edges * 4_000,
        }
    }

    /// The edges for one copy.
    pub(super) fn first(&self) -> &[Place] {
        &self.first
    }

    /// A mass, and a mean divided by the number of copies, below `2^-bits` does not matter in a
    /// pair of points.
    pub(super) fn negligible(&self) -> i64 {
        -i64::from(self.fine.bits + SPARE_BITS)
    }

    /// The sum of `copies` ratios of 1.
    pub(super) fn mean(&self, copies: u64) -> Place {
        Place::floor(RegisterFloat::<false>::from_integer(copies.into()).shift(self.bits))
    }

    /// A sum of ratios, or a ratio, from its place.
    pub(super) fn ratio(&self, place: Place) -> Interval<Malachite> {
        place.interval().shift(-self.bits)
    }

    /// Edges from 0 to beyond the last value of a sum.
    pub(super) fn edges(&self, extent: &Extent) -> Vec<Place> {
        let mean = self.mean(extent.copies);
        let mut edges = vec![Place::ZERO];
        let mut at = extent.first;
        loop {
            if at > Place::ZERO {
                edges.push(at);
            }
            if at > extent.last {
                return edges;
            }
            let next = self.next(at, extent, mean);
            // Masses at 1, and at the largest value, stay where they are. No cell is in two blocks,
            // but for the first one.
            let stops =
                [mean, extent.last].into_iter().chain((at > Place::ZERO).then(|| at.next_block()));
            at = stops.filter(|edge| at < *edge).fold(next, Place::min);
        }
    }

    /// The edge after this one, of cells that are as wide as is allowed.
    fn next(&self, at: Place, extent: &Extent, mean: Place) -> Place {
        let small = at.max(extent.floor).max(Place::power(0));
        let block = small.block();
        let width = |place: Place, less: u32, octaves: i64| {
            place
                .near(block)
                .checked_shr(self.fine.points.saturating_sub(less + sparser(octaves)))
                .unwrap_or(0)
        };
        let near_zero = if at < mean {
            width(small, 2, mean.magnitude() - small.magnitude())
        } else {
            u128::MAX
        };
        let central = Place::floor(extent.deviation.times_word(3).shift(-2));
        let distance = Place::floor(at.distance(mean)).max(central);
        let far = width(distance, 0, distance.magnitude() - central.magnitude());
        Place::within(block, at.near(block).saturating_add(far.min(near_zero).max(1)))
    }
}

/// How often the cells of an octave are halved in number, after some octaves of distances: far out
/// an eps is known as well, as a part of itself, by cells whose widths are as its square root.
fn sparser(octaves: i64) -> u32 {
    let octaves = u32::try_from(octaves / OCTAVES).unwrap_or(0);
    if octaves < 3 { octaves } else { 3 + (octaves / 3).ilog2() / 2 }
}

/// The least number of octaves, but for the first one, at which a tail does not matter.
fn octaves(matters: impl Fn(i64) -> bool) -> i64 {
    let (mut low, mut high) = (-1, 1);
    while high < MOST_OCTAVES && matters(high) {
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        if matters(middle) { low = middle } else { high = middle }
    }
    high
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
    /// The mean distance from the mean, rounded.
    deviation: RegisterFloat<false>,
    /// Smaller sums need not be told apart.
    floor: Place,
    first: Place,
    last: Place,
}

impl Extent {
    /// Where the mass of some points is; they are sorted.
    pub(super) fn of<const UP: bool>(
        copies: u64,
        points: impl Iterator<Item = (Place, RegisterFloat<UP>)> + Clone,
        scale: &Scale,
    ) -> Extent {
        let mean = scale.mean(copies);
        let distance = |(at, mass): (Place, RegisterFloat<UP>)| {
            mass.exactly::<false>().times(at.distance(mean))
        };
        let deviation = points.clone().map(distance).fold(RegisterFloat::ZERO, RegisterFloat::plus);
        let rare = i64::try_from(rarity(&scale.fine, copies, scale.steps)).unwrap_or(i64::MAX);
        let mut sum = RegisterFloat::<UP>::ZERO;
        let mut is_rare = |(_, mass): &(Place, RegisterFloat<UP>)| {
            sum = sum.plus(*mass);
            sum.magnitude().is_none_or(|magnitude| magnitude <= -rare)
        };
        let floor =
            points.clone().filter(|(at, _)| *at > Place::ZERO).take_while(&mut is_rare).last();
        let place =
            |point: Option<(Place, RegisterFloat<UP>)>| point.map_or(Place::ZERO, |(at, _)| at);
        Extent {
            copies,
            deviation,
            floor: place(floor),
            first: place(points.clone().next()),
            last: place(points.last()),
        }
    }

    /// Where the sum of both groups of copies is: about, except for its ends.
    pub(super) fn plus(&self, other: &Extent) -> Extent {
        let (x, y) = (self.deviation, other.deviation);
        let (large, small) = if x > y { (x, y) } else { (y, x) };
        Extent {
            copies: self.copies + other.copies,
            // At most about the square root of the sum of squares.
            deviation: large.plus(small.times_word(13).shift(-5)),
            floor: self.floor.plus(other.floor).0,
            first: self.first.plus(other.first).0,
            last: self.last.plus(other.last).0,
        }
    }
}
