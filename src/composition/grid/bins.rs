//! From tails to cells, and from cells to the measures of the two bounds.

use super::measure::{Resolution, TiltedMeasure};
use super::tilt::Tilt;
use crate::control::{Control, Interrupted};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;
use crate::pair::Evaluated;
use crate::pair::atoms::Atoms;
use crate::pair::tails::{self, GridPoint, Masses, Tails};
use crate::parallel;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// The masses of a pair in the cells between the evaluated grid points.
///
/// Cell i holds the losses between the evaluated grid points i and i+1. A loss at a grid point may
/// be in either cell, the same for P and Q.
#[derive(Clone, Debug)]
pub struct Bins<E: Engine> {
    /// The grid points that are evaluated, in ascending order: at least one.
    pub lines: Vec<i64>,
    /// The cells from the smallest loss to the largest.
    pub bins: Vec<Masses<E>>,
    /// Losses up to the first evaluated grid point.
    pub below: Masses<E>,
    /// Finite losses from the last evaluated grid point on.
    pub above: Masses<E>,
    /// P-mass at infinite loss.
    pub infinite: Interval<E>,
}

/// A grid: the multiples of a step.
#[derive(Clone, Debug)]
pub struct Grid<E: Engine> {
    /// The grid step h.
    pub step: Rational,
    precision: u64,
    /// `e^h`.
    pub growth: Interval<E>,
}

impl<E: Engine> Grid<E> {
    /// The grid with a step > 0.
    pub fn new(step: Rational, precision: u64) -> Self {
        let growth = Interval::from_rational(&step, precision).exp();
        Grid { step, precision, growth }
    }

    /// The first and the last index of the grid points that may be the largest at or below a loss.
    fn lines_of(&self, loss: &Interval<E>) -> (i64, i64) {
        let index = |end: &E::Float| {
            let floor = end.to_rational().map(|x| Floor::floor(&(x / &self.step)));
            floor.and_then(|x| i64::try_from(&x).ok())
        };
        let bound = if loss.upper().sign().is_lt() { i64::MIN } else { i64::MAX };
        let (first, last) =
            (index(loss.lower()).unwrap_or(bound), index(loss.upper()).unwrap_or(bound));
        (first, last)
    }

    /// Grid point i.
    pub fn line(&self, i: i64) -> GridPoint<E> {
        tails::line(&(&self.step * Rational::from(i)), self.precision)
    }
}

impl<E: Engine> Bins<E> {
    /// The cells between some grid points, given in ascending order: at least one.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn of(
        loss_pair: &Evaluated<E>,
        grid: &Grid<E>,
        lines: Vec<i64>,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        match loss_pair {
            Evaluated::Tails(tails) => Bins::of_tails(tails, grid, lines, control),
            Evaluated::Atoms(atoms) => Ok(Bins::of_atoms(atoms, grid, lines)),
        }
    }

    fn of_tails(
        tails: &Tails<E>,
        grid: &Grid<E>,
        lines: Vec<i64>,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        let above = |i: &i64| control.check().map(|()| tails.above(&grid.line(*i)));
        let at_lines = parallel::map::<_, _, Result<Vec<Masses<E>>, _>>(&lines, above)?;
        let difference = |x: &Interval<E>, y: &Interval<E>| (x - y).positive_part();
        let between = |x: &Masses<E>, y: &Masses<E>| Masses {
            p: difference(&x.p, &y.p),
            q: difference(&x.q, &y.q),
        };
        let one = Interval::one(grid.precision);
        let everything = Masses { p: one.clone(), q: one };
        Ok(Bins {
            lines,
            bins: at_lines
                .iter()
                .zip(at_lines.iter().skip(1))
                .map(|(x, y)| between(x, y))
                .collect(),
            below: at_lines
                .first()
                .map_or_else(|| everything.clone(), |first| between(&everything, first)),
            above: at_lines.last().unwrap_or(&everything).clone(),
            infinite: Interval::zero(grid.precision),
        })
    }

    fn of_atoms(atoms: &Atoms<E>, grid: &Grid<E>, lines: Vec<i64>) -> Self {
        let nothing = Masses::zero(grid.precision);
        let mut bins = vec![nothing; lines.len().saturating_sub(1)];
        let (mut below, mut above) = (atoms.below.clone(), atoms.above.clone());
        let mut add = |i: i64, masses: &Masses<E>| {
            let place = match lines.partition_point(|line| *line <= i).checked_sub(1) {
                None => &mut below,
                Some(place) => bins.get_mut(place).unwrap_or(&mut above),
            };
            *place = place.plus(masses);
        };
        for atom in &atoms.atoms {
            let (first, last) = grid.lines_of(&atom.loss);
            let perhaps = atom.masses.hull(&Masses::zero(grid.precision));
            match last.checked_sub(first) {
                Some(0) => add(first, &atom.masses),
                // Undecided between two neighbours: the loss may be in either cell.
                Some(1) => {
                    add(first, &perhaps);
                    add(last, &perhaps);
                }
                // The enclosure is too wide to place the loss: P may be anywhere, and Q counts.
                _ => add(i64::MAX, &perhaps),
            }
        }
        Bins { lines, bins, below, above, infinite: atoms.infinite.p.clone() }
    }

    /// The index of the first evaluated grid point.
    pub fn start(&self) -> i64 {
        self.lines.first().copied().unwrap_or(0)
    }

    /// The index of the last evaluated grid point.
    fn end(&self) -> i64 {
        self.lines.last().copied().unwrap_or(0)
    }

    /// Masses at grid points, from the first one to the last, in order.
    fn placed<const UP: bool>(
        &self,
        masses: impl Iterator<Item = (i64, RegisterFloat<UP>)>,
    ) -> Vec<RegisterFloat<UP>> {
        let place = |line: i64| usize::try_from(line - self.start()).unwrap_or(0);
        let mut all = vec![RegisterFloat::ZERO; place(self.end()) + 1];
        for (line, mass) in masses {
            if let Some(at) = all.get_mut(place(line)) {
                *at = at.plus(mass);
            }
        }
        all
    }

    /// The parts of each cell's P-mass that go to its lower and to its upper grid point, so that
    /// its P-mass and its Q-mass are preserved.
    pub fn shares(&self, grid: &Grid<E>) -> Vec<(Interval<E>, Interval<E>)> {
        let one = Interval::one(grid.precision);
        let spread = |width: i64| {
            let growth = grid.growth.pow_natural(width.unsigned_abs());
            let gain = &growth - &one;
            (width, &growth / &gain, &one / &gain, growth)
        };
        let mut last = spread(1);
        let mut ratio = grid.line(self.start()).ratio;
        let widths =
            self.lines.iter().zip(self.lines.iter().skip(1)).map(|(line, next)| next - line);
        let share = |(bin, width): (&Masses<E>, i64)| {
            if last.0 != width {
                last = spread(width);
            }
            let (_, up, down, growth) = &last;
            // P = low + high and Q = low / e^l + high / e^(l+w).
            let weighted = &ratio * &bin.q;
            let high = (&(&bin.p - &weighted) * up).positive_part();
            let low = (&(&(&weighted * growth) - &bin.p) * down).positive_part();
            ratio = &ratio * growth;
            (low, high)
        };
        self.bins.iter().zip(widths).map(share).collect()
    }

    /// The dominating pair on the grid: its P-masses from the first grid point on, rounded up, and
    /// its mass at infinite loss.
    ///
    /// Connect the dots (Doroshenko et al. 2022): a mass with losses in `[l, l+w]` is split between
    /// the two ends so that its P-mass and its Q-mass are preserved. `(1 - e^(eps - L))_+` is
    /// convex in `e^-L`, so that no delta becomes smaller. Mass above the last grid point is split
    /// between it and infinity. Mass below the first grid point is not included: the caller
    /// accounts for it.
    pub fn dominating(
        &self,
        grid: &Grid<E>,
        shares: &[(Interval<E>, Interval<E>)],
    ) -> (Vec<RegisterFloat<true>>, Interval<E>) {
        let (masses, infinite) = self.at_lines(grid, shares);
        (self.placed(self.lines.iter().copied().zip(masses)), infinite)
    }

    /// The same, with the P-masses at these grid points only.
    pub fn at_lines(
        &self,
        grid: &Grid<E>,
        shares: &[(Interval<E>, Interval<E>)],
    ) -> (Vec<RegisterFloat<true>>, Interval<E>) {
        let weighted = &grid.line(self.end()).ratio * &self.above.q;
        let infinite = &(&self.above.p - &weighted).positive_part() + &self.infinite;
        let nothing = Interval::zero(grid.precision);
        let low = shares.iter().map(|(low, _)| low).chain([&weighted]);
        let high = std::iter::once(&nothing).chain(shares.iter().map(|(_, high)| high));
        (high.zip(low).map(|(high, low)| upper(&(high + low))).collect(), infinite)
    }

    /// The statistic of each cell, and of the losses above them: its lower grid point or one
    /// inside, at the mean of its loss up to half a step.
    ///
    /// Any statistic is valid; it has to be the same for P and Q.
    pub fn statistics(&self, shares: &[(Interval<E>, Interval<E>)]) -> Vec<i64> {
        let inside = |width: i64, (low, high): &(Interval<E>, Interval<E>)| {
            let (low, high): (RegisterFloat<false>, _) = (lower(low), lower(high));
            if width == 1 || high == RegisterFloat::ZERO {
                return 0;
            }
            let part = high.over(low.plus(high)).times_word(width.unsigned_abs()).to_integer();
            part.and_then(|part| i64::try_from(part).ok()).unwrap_or(0).min(width - 1)
        };
        let ends = self.lines.iter().zip(self.lines.iter().skip(1));
        let statistics =
            ends.zip(shares).map(|((line, next), shares)| line + inside(next - line, shares));
        statistics.chain([self.end()]).collect()
    }

    /// The P-masses of the test, rounded down and tilted.
    pub fn accepted(
        &self,
        statistics: &[i64],
        tilt: &Tilt,
        resolution: Resolution,
    ) -> TiltedMeasure<false> {
        let masses = self.bins.iter().map(|bin| &bin.p).chain([&self.above.p]);
        let ends = self.placed(statistics.iter().copied().zip(masses.map(lower)));
        TiltedMeasure::new(
            self.start(),
            &tilt.apply(self.start(), &ends),
            RegisterFloat::ZERO,
            resolution,
        )
    }

    /// The Q-masses of the test, rounded up and tilted.
    ///
    /// The statistic below the first grid point is minus infinity: such an outcome is never
    /// rejected.
    pub fn rejected(
        &self,
        statistics: &[i64],
        tilt: &Tilt,
        resolution: Resolution,
    ) -> TiltedMeasure<true> {
        let masses = self.bins.iter().map(|bin| &bin.q).chain([&self.above.q]);
        let ends = self.placed(statistics.iter().copied().zip(masses.map(upper)));
        TiltedMeasure::new(
            self.start(),
            &tilt.apply(self.start(), &ends),
            RegisterFloat::ZERO,
            resolution,
        )
    }
}

pub(super) fn upper<E: Engine>(x: &Interval<E>) -> RegisterFloat<true> {
    RegisterFloat::from_float(x.upper()).unwrap_or(RegisterFloat::ONE)
}

fn lower<E: Engine>(x: &Interval<E>) -> RegisterFloat<false> {
    RegisterFloat::from_float(x.lower()).unwrap_or(RegisterFloat::ZERO)
}
