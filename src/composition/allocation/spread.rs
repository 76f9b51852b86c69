//! The distribution of a sum of likelihood ratios, larger in convex order: masses are spread to the
//! edges of cells.

use super::base::Cells;
use super::place::{Local, Place};
use super::scale::{Extent, PAIR_WORK, Scale};
use crate::control::{Interrupted, Work};
use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::ln;
use crate::exact::register::RegisterFloat;
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;

/// A value with its mass under Q, rounded up.
#[derive(Clone, Copy)]
struct Point {
    at: Place,
    mass: RegisterFloat<true>,
}

/// The sum of some ratios.
#[derive(Clone)]
pub(super) struct Spread {
    copies: u64,
    /// Sorted.
    points: Vec<Point>,
    /// P-mass at infinite loss: the part of the mean, divided by the number of copies, that was
    /// spread to infinity.
    infinite: RegisterFloat<true>,
}

/// A cell that gathers what is spread to its edges.
struct Cell {
    /// The upper edge.
    end: Place,
    /// Both edges are numbers of units of a block.
    block: u32,
    low_edge: u128,
    high_edge: u128,
    /// Distances are divided by 2 to this, to fit a word.
    shift: u32,
    /// The sum of masses times the distance from the other edge.
    low: RegisterFloat<true>,
    high: RegisterFloat<true>,
}

impl Cell {
    fn new(start: Place, end: Place) -> Cell {
        let (block, high_edge) = end.as_end();
        // In the same block, or 0.
        let low_edge = start.near(block);
        let shift =
            u64::BITS.saturating_sub((high_edge - low_edge).leading_zeros().saturating_sub(1));
        Cell {
            end,
            block,
            low_edge,
            high_edge,
            shift,
            low: RegisterFloat::ZERO,
            high: RegisterFloat::ZERO,
        }
    }

    /// A distance in units of `2^shift`, rounded up; `is_more` where the true one is larger by less
    /// than 1.
    fn distance(&self, distance: u128, is_more: bool) -> u64 {
        let short = distance >> self.shift;
        let up = u128::from(is_more || short << self.shift != distance);
        u64::try_from(short + up).unwrap_or(u64::MAX)
    }

    /// Adds a mass at a place, or less than a unit of it further on if that `is_cut`.
    fn add(&mut self, at: Place, is_cut: bool, mass: RegisterFloat<true>) {
        let Local { units, is_cut: is_cut_here } = at.in_block(self.block);
        let high = self.distance(units - self.low_edge, is_cut || is_cut_here);
        self.high = self.high.plus(mass.times_word(high));
        self.low = self.low.plus(mass.times_word(self.distance(self.high_edge - units, false)));
    }

    /// What goes to the lower and to the upper edge.
    fn shares(&self) -> [RegisterFloat<true>; 2] {
        let width = RegisterFloat::from_integer(self.high_edge - self.low_edge);
        [self.low, self.high].map(|sum| sum.shift(i64::from(self.shift)).over(width))
    }
}

impl Spread {
    /// One ratio, from its masses in cells.
    pub(super) fn of(first: &Cells, scale: &Scale) -> Spread {
        let at_edge = |edge: Place| Point { at: edge, mass: RegisterFloat::ZERO };
        let mut points: Vec<Point> = scale.first().iter().copied().map(at_edge).collect();
        let mut add = |edge: Place, mass: &Interval<Malachite>| {
            let place = points.partition_point(|point| point.at < edge);
            if let Some(point) = points.get_mut(place) {
                point.mass = point.mass.plus(upper(mass));
            }
        };
        for cell in &first.cells {
            let [start, end] = [cell.start, cell.end].map(|edge| scale.ratio(edge));
            let width = &end - &start;
            let Masses { p, q } = &cell.masses;
            // The mean is preserved: q = low + high, p = start low + end high.
            add(cell.start, &(&(&(&end * q) - p) / &width).positive_part());
            add(cell.end, &(&(p - &(&start * q)) / &width).positive_part());
        }
        let mut infinite = first.infinite.clone();
        for (edge, Masses { p, q }) in &first.rest {
            add(*edge, q);
            infinite = &infinite + &(p - &(&scale.ratio(*edge) * q)).positive_part();
        }
        let all = Spread { copies: 1, points, infinite: upper(&infinite) };
        all.trimmed(scale, RegisterFloat::ZERO)
    }

    fn extent(&self, scale: &Scale) -> Extent {
        Extent::of(self.copies, self.points.iter().map(|point| (point.at, point.mass)), scale)
    }

    /// The sum of two independent groups of copies, spread to the edges of its cells.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub(super) fn plus(
        &self,
        other: &Spread,
        scale: &Scale,
        work: &Work,
    ) -> Result<Spread, Interrupted> {
        let copies = self.copies + other.copies;
        let is_square = std::ptr::eq(self, other);
        let edges = scale.edges(&self.extent(scale).plus(&other.extent(scale)));
        let mut cells: Vec<Cell> =
            edges.iter().zip(edges.iter().skip(1)).map(|(x, y)| Cell::new(*x, *y)).collect();
        let negligible = scale.negligible();
        let mean = scale.mean(copies).magnitude();
        let mut left_out = 0u64;
        for (i, x) in self.points.iter().enumerate() {
            let others = other.points.get(if is_square { i } else { 0 }..).unwrap_or_default();
            work.done(PAIR_WORK.saturating_mul(u64::try_from(others.len()).unwrap_or(u64::MAX)))?;
            let first = others.first().map_or(Place::ZERO, |y| x.at.plus(y.at).0);
            let mut place = cells.partition_point(|cell| cell.end <= first);
            for (j, y) in others.iter().enumerate() {
                // Two orders of different copies of a square.
                let twice = i64::from(is_square && j > 0);
                let (at, is_cut) = x.at.plus(y.at);
                let size = x.mass.magnitude().zip(y.mass.magnitude()).map(|(x, y)| x + y + twice);
                let Some(size) = size else { continue };
                if size <= negligible && size + at.magnitude() + 1 - mean <= negligible {
                    left_out += 1;
                    continue;
                }
                while cells.get(place).is_some_and(|cell| cell.end <= at) {
                    place += 1;
                }
                // There is one: the cells are without gaps from 0 to beyond the largest sum.
                if let Some(cell) = cells.get_mut(place) {
                    cell.add(at, is_cut, x.mass.times(y.mass).shift(twice));
                }
            }
        }
        let mut points: Vec<Point> =
            edges.iter().map(|edge| Point { at: *edge, mass: RegisterFloat::ZERO }).collect();
        for (place, cell) in cells.iter().enumerate() {
            for (point, share) in points.iter_mut().skip(place).zip(cell.shares()) {
                point.mass = point.mass.plus(share);
            }
        }
        // In the sum a record is in the first group with this probability.
        let part = |group: &Spread| {
            group
                .infinite
                .times_word(group.copies)
                .over(RegisterFloat::from_integer(u128::from(copies)))
        };
        let infinite = part(self).plus(part(other));
        let lost = RegisterFloat::ONE.shift(negligible).times_word(left_out);
        Ok(Spread { copies, points, infinite }.trimmed(scale, lost))
    }

    /// Spreads masses that do not matter to 0 and to infinity; `lost` bounds both the mass and the
    /// P-mass of others that were.
    fn trimmed(self, scale: &Scale, lost: RegisterFloat<true>) -> Spread {
        let Spread { copies, points, mut infinite } = self;
        let (negligible, mean) = (scale.negligible(), scale.mean(copies).magnitude());
        let mut at_zero = lost;
        infinite = infinite.plus(lost);
        let mut kept = vec![Point { at: Place::ZERO, mass: RegisterFloat::ZERO }];
        for point in points {
            match point.mass.magnitude() {
                _ if point.at == Place::ZERO => at_zero = at_zero.plus(point.mass),
                None => {}
                Some(size)
                    if size <= negligible
                        && size + point.at.magnitude() + 1 - mean <= negligible =>
                {
                    at_zero = at_zero.plus(point.mass);
                    let whole = scale.mean(copies).number();
                    infinite = infinite.plus(point.mass.times(point.at.number()).over(whole));
                }
                Some(_) => kept.push(point),
            }
        }
        match kept.first_mut() {
            Some(first) if at_zero != RegisterFloat::ZERO => first.mass = at_zero,
            _ => {
                kept.remove(0);
            }
        }
        Spread { copies, points: kept, infinite }
    }

    /// The pair of the mean of the ratios.
    pub(super) fn atoms(&self, scale: &Scale) -> Atoms<Malachite> {
        let float = |x: RegisterFloat<true>| {
            let x = x.to_float::<<Malachite as Engine>::Float>();
            Interval::<Malachite>::new(x.clone(), x, super::PRECISION)
        };
        let nothing = Masses::zero(super::PRECISION);
        let mut infinite = Masses { p: float(self.infinite), q: Interval::zero(super::PRECISION) };
        let copies = Interval::from_u64(self.copies, super::PRECISION);
        let mut atoms = Vec::with_capacity(self.points.len());
        for point in &self.points {
            let q = float(point.mass);
            if point.at == Place::ZERO {
                infinite.q = &infinite.q + &q;
                continue;
            }
            let ratio = &scale.ratio(point.at) / &copies;
            let p = &ratio * &q;
            atoms.push(Atom {
                loss: ln(&ratio.with_precision(super::PRECISION)),
                masses: Masses { p, q },
            });
        }
        Atoms { atoms, above: nothing.clone(), below: nothing, infinite }
    }
}

fn upper(x: &Interval<Malachite>) -> RegisterFloat<true> {
    match x.upper().sign() {
        std::cmp::Ordering::Greater => {
            RegisterFloat::from_float(x.upper()).unwrap_or(RegisterFloat::ONE)
        }
        _ => RegisterFloat::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::rational::Rational;

    /// Both shares are at least those of the true place, also where it is cut off.
    #[test]
    fn shares_are_those_of_the_true_sum() {
        let exact = |place: Place| place.number::<false>().to_rational();
        let third = RegisterFloat::<true>::from_integer(1).over(RegisterFloat::from_integer(3));
        let start = Place::within(2, (1 << 100) + 12_345);
        let width = |bits: u32| Place::within(2, (1 << 100) + 12_345 + (1 << bits));
        for (x, y) in [(0, 1 << 40), (1, (1 << 120) + 7), (0, (1 << 126) + 3), (2, 1)] {
            let (at, is_cut) = start.plus(Place::within(x, y));
            for (start, end) in [(start, width(90)), (start, width(99)), (Place::ZERO, width(99))] {
                let mut cell = Cell::new(start, end);
                cell.add(at, is_cut, third);
                let sum = exact(Place::within(2, (1 << 100) + 12_345)) + exact(Place::within(x, y));
                let part = (&sum - exact(start)) / (exact(end) - exact(start));
                let [low, high] = cell.shares().map(RegisterFloat::to_rational);
                let mass = third.to_rational();
                assert!(
                    high >= &mass * &part && low >= &mass * (Rational::from(1) - &part),
                    "{x} {y}"
                );
                assert!(
                    low + high < mass * (Rational::from(1) + (Rational::from(1) >> 50u32)),
                    "{x} {y}"
                );
            }
        }
    }
}
