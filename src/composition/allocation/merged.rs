//! The distributions of a function of the outputs: the cell of the sum of likelihood ratios.

use super::PRECISION;
use super::base::Cells;
use super::place::Place;
use super::scale::{Extent, PAIR_WORK, Scale};
use crate::control::{Interrupted, Work};
use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::ln;
use crate::exact::register::RegisterFloat;
use crate::pair::Direction;
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;

/// Outcomes that are not told apart.
#[derive(Clone, Copy)]
struct Point {
    /// About the mean of their sums of ratios.
    at: Place,
    /// The mass under Q, rounded down.
    mass: RegisterFloat<false>,
    /// The P-mass times the number of copies, in units of the sums, rounded down.
    moment: RegisterFloat<false>,
}

/// A group of steps.
#[derive(Clone)]
pub(super) struct Merged {
    copies: u64,
    /// Sorted. Outcomes that are left out are those of no test.
    points: Vec<Point>,
    /// True masses are at most `e^error` times those here.
    error: RegisterFloat<true>,
    /// P-mass at infinite loss.
    infinite: Interval<Malachite>,
}

/// The error of all steps together that outcomes may have whose masses are known with fewer bits:
/// `2^-ERROR_BITS`. The bound gives the error away, and loses the outcomes that are left out: with
/// fewer bits the error is larger, with more it loses more outcomes. No polygons are as close as
/// this.
const ERROR_BITS: i64 = 24;
/// An operation is within a unit in the last of 128 bits: less than `2^-126` relatively.
const ROUNDING_BITS: i64 = 126;

impl Merged {
    /// One step, from its masses in cells.
    ///
    /// Outcomes whose masses have too large a relative error are left out.
    pub(super) fn of(first: &Cells, scale: &Scale) -> Merged {
        let steps = i64::from(scale.steps.max(1).ilog2()) + 1;
        let error = RegisterFloat::<true>::ONE.shift(-ERROR_BITS - steps);
        let is_known = |x: &Interval<Malachite>| {
            let lower = RegisterFloat::<true>::from_float(x.lower()).unwrap_or(RegisterFloat::ZERO);
            let upper = RegisterFloat::<true>::from_float(x.upper());
            upper.is_some_and(|upper| upper <= lower.plus(lower.times(error).shift(-1)))
        };
        let lower = |x: &Interval<Malachite>| RegisterFloat::<false>::from_float(x.lower());
        let all = first
            .cells
            .iter()
            .map(|cell| &cell.masses)
            .chain(first.rest.iter().map(|(_, masses)| masses));
        let mut points: Vec<Point> = all
            .filter(|masses| is_known(&masses.p) && is_known(&masses.q))
            .filter_map(|masses| {
                let moment = lower(&masses.p)?.shift(scale.bits);
                Point::of(lower(&masses.q)?, moment)
            })
            .collect();
        points.sort_by_key(|point| point.at);
        Merged { copies: 1, points, error, infinite: first.infinite.clone() }
    }

    fn extent(&self, scale: &Scale) -> Extent {
        Extent::of(self.copies, self.points.iter().map(|point| (point.at, point.mass)), scale)
    }

    /// Two groups of steps, of which the cell of the sum is known.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub(super) fn plus(
        &self,
        other: &Merged,
        scale: &Scale,
        work: &Work,
    ) -> Result<Merged, Interrupted> {
        let copies = self.copies + other.copies;
        let is_square = std::ptr::eq(self, other);
        let edges = scale.edges(&self.extent(scale).plus(&other.extent(scale)));
        let (negligible, mean) = (scale.negligible(), scale.mean(copies).magnitude());
        let nothing = (RegisterFloat::<false>::ZERO, RegisterFloat::<false>::ZERO);
        let mut cells = vec![nothing; edges.len()];
        for (i, x) in self.points.iter().enumerate() {
            let others = other.points.get(if is_square { i } else { 0 }..).unwrap_or_default();
            work.done(PAIR_WORK.saturating_mul(u64::try_from(others.len()).unwrap_or(u64::MAX)))?;
            let first = others.first().map_or(Place::ZERO, |y| x.at.plus(y.at).0);
            let mut place = edges.partition_point(|edge| *edge <= first).saturating_sub(1);
            for (j, y) in others.iter().enumerate() {
                let twice = i64::from(is_square && j > 0);
                let (at, _) = x.at.plus(y.at);
                let size =
                    x.mass.magnitude().zip(y.mass.magnitude()).map_or(negligible, |(x, y)| x + y);
                if size <= negligible && size + at.magnitude() - mean <= negligible {
                    continue;
                }
                while edges.get(place + 1).is_some_and(|edge| *edge <= at) {
                    place += 1;
                }
                if let Some((mass, moment)) = cells.get_mut(place) {
                    *mass = mass.plus(x.mass.times(y.mass).shift(twice));
                    let both = x.moment.times(y.mass).plus(x.mass.times(y.moment));
                    *moment = moment.plus(both.shift(twice));
                }
            }
        }
        let points =
            cells.into_iter().filter_map(|(mass, moment)| Point::of(mass, moment)).collect();
        // Three operations for each pair of points, of which all may be in one cell.
        let operations = 3 * (self.points.len() as u128 + 1) * (other.points.len() as u128 + 1);
        let rounding = RegisterFloat::from_integer(operations).shift(-ROUNDING_BITS);
        let error = self.error.plus(other.error).plus(rounding);
        Ok(Merged { copies, points, error, infinite: self.infinite.clone() })
    }

    /// The pair of the cell of all steps, in a direction of neighbours: the masses of the first
    /// distribution rounded down, and those of the second one rounded up, so that no delta becomes
    /// larger.
    ///
    /// They are points: an eps near the largest loss depends on the difference of two masses.
    pub(super) fn atoms(&self, scale: &Scale, direction: Direction) -> Atoms<Malachite> {
        let point = |x: &<Malachite as Engine>::Float| {
            Interval::<Malachite>::new(x.clone(), x.clone(), PRECISION)
        };
        // e^x <= 1 + 2x for x <= 1.
        let grown = &Interval::one(PRECISION) + &point(&self.error.to_float()).shift(1);
        let copies = Interval::from_u64(self.copies, PRECISION);
        let mut infinite = Masses { p: point(self.infinite.lower()), q: Interval::zero(PRECISION) };
        if direction == Direction::Reverse {
            infinite.p = Interval::zero(PRECISION);
        }
        let mut atoms = Vec::with_capacity(self.points.len());
        for outcome in &self.points {
            let p = &point(&outcome.moment.to_float()).shift(-scale.bits) / &copies;
            let q = point(&outcome.mass.to_float());
            let (first, second) = match direction {
                Direction::Forward => (&p, &q),
                Direction::Reverse => (&q, &p),
            };
            let first = point(first.lower());
            if second.upper().sign().is_eq() {
                infinite.p = &infinite.p + &first;
            } else if first.lower().sign().is_gt() {
                let masses = Masses { p: first, q: point((second * &grown).upper()) };
                // Any number will do that is the same for P and Q.
                let loss = point(ln(&(&masses.p / &masses.q)).lower());
                atoms.push(Atom { loss, masses });
            }
        }
        infinite.p = point(infinite.p.lower());
        let nothing = Masses::zero(PRECISION);
        Atoms { atoms, above: nothing.clone(), below: nothing, infinite }
    }
}

impl Point {
    /// `None` where there is no mass.
    fn of(mass: RegisterFloat<false>, moment: RegisterFloat<false>) -> Option<Point> {
        (mass != RegisterFloat::ZERO).then(|| Point {
            at: Place::floor(moment.over(mass)),
            mass,
            moment,
        })
    }
}
