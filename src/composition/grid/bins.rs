//! From tails to bins, and from bins to the measures of the two bounds.

use super::atoms::Atoms;
use super::evaluated::Evaluated;
use super::measure::{Resolution, TiltedMeasure};
use super::tails::{Line, Masses, Tails};
use super::tilt::Tilt;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::register::RegisterFloat;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;
use rayon::prelude::*;

/// The masses of a pair between the lines of a grid.
///
/// Bin i holds losses in `[i h, (i+1) h]`; a loss on a line may be on either side, the same for P
/// and Q.
#[derive(Clone, Debug)]
pub struct Bins<E: Engine> {
    /// The index of the first bin.
    pub start: i64,
    /// The bins from the smallest loss to the largest.
    pub bins: Vec<Masses<E>>,
    /// Losses up to the first line.
    pub below: Masses<E>,
    /// Finite losses from the last line on.
    pub above: Masses<E>,
    /// P-mass at infinite loss.
    pub infinite: Interval<E>,
}

/// The lines of a grid: multiples of a step.
#[derive(Clone, Debug)]
pub struct Grid<E: Engine> {
    /// h.
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

    /// The first and the last bin in which a loss may be; on a line, the bin above it.
    fn bins_of(&self, loss: &Interval<E>) -> (i64, i64) {
        let index = |end: &E::Float| {
            let floor = end.to_rational().map(|x| Floor::floor(&(x / &self.step)));
            floor.and_then(|x| i64::try_from(&x).ok())
        };
        let bound = if loss.upper().sign().is_lt() { i64::MIN } else { i64::MAX };
        let (first, last) = (index(loss.lower()).unwrap_or(bound), index(loss.upper()).unwrap_or(bound));
        (first, last)
    }

    /// Line i.
    pub fn line(&self, i: i64) -> Line<E> {
        super::tails::line(&(&self.step * Rational::from(i)), self.precision)
    }
}

impl<E: Engine> Bins<E> {
    /// The bins between the lines `start..=end`; there is always the first line.
    pub fn of(law: &Evaluated<E>, grid: &Grid<E>, start: i64, end: i64) -> Self {
        match law {
            Evaluated::Tails(tails) => Bins::of_tails(tails, grid, start, end),
            Evaluated::Atoms(atoms) => Bins::of_atoms(atoms, grid, start, end),
        }
    }

    fn of_tails(tails: &Tails<E>, grid: &Grid<E>, start: i64, end: i64) -> Self {
        let first = tails.above(&grid.line(start));
        let rest = (start + 1..=end).into_par_iter().map(|i| tails.above(&grid.line(i)));
        let rest: Vec<Masses<E>> = rest.collect();
        let difference = |x: &Interval<E>, y: &Interval<E>| (x - y).positive_part();
        let between = |x: &Masses<E>, y: &Masses<E>| Masses { p: difference(&x.p, &y.p), q: difference(&x.q, &y.q) };
        let one = Interval::one(grid.precision);
        let everything = Masses { p: one.clone(), q: one };
        Bins {
            start,
            bins: std::iter::once(&first).chain(&rest).zip(&rest).map(|(x, y)| between(x, y)).collect(),
            below: between(&everything, &first),
            above: rest.last().unwrap_or(&first).clone(),
            infinite: Interval::zero(grid.precision),
        }
    }

    fn of_atoms(atoms: &Atoms<E>, grid: &Grid<E>, start: i64, end: i64) -> Self {
        let nothing = Masses::zero(grid.precision);
        let mut bins = vec![nothing; usize::try_from(end.saturating_sub(start)).unwrap_or(0)];
        let (mut below, mut above) = (atoms.below.clone(), atoms.above.clone());
        let mut add = |i: i64, masses: &Masses<E>| {
            let place = i.checked_sub(start).and_then(|place| usize::try_from(place).ok());
            let place = match place.and_then(|i| bins.get_mut(i)) {
                Some(bin) => bin,
                None if i < start => &mut below,
                None => &mut above,
            };
            *place = place.plus(masses);
        };
        for atom in &atoms.atoms {
            let (first, last) = grid.bins_of(&atom.loss);
            let perhaps = atom.masses.hull(&Masses::zero(grid.precision));
            match last.checked_sub(first) {
                Some(0) => add(first, &atom.masses),
                // Undecided between neighbours: it may be in either.
                Some(1) => {
                    add(first, &perhaps);
                    add(last, &perhaps);
                }
                // Known too badly to be placed: P may be anywhere, and Q counts.
                _ => add(i64::MAX, &perhaps),
            }
        }
        Bins { start, bins, below, above, infinite: atoms.infinite.p.clone() }
    }

    /// The dominating pair on the grid: its P-masses from the first line on, rounded up, and its mass at
    /// infinite loss.
    ///
    /// Connect the dots (Doroshenko et al. 2022): a mass with losses in `[l, l+h]` is split between
    /// the two ends so that its P-mass and its Q-mass stay what they are. `(1 - e^(eps - L))_+` is
    /// convex in `e^-L`, so that no delta becomes smaller. What lies above the last line is split between
    /// it and infinity. What lies below the first line is not here: its owner accounts for it.
    pub fn dominating(&self, grid: &Grid<E>) -> (Vec<RegisterFloat<true>>, Interval<E>) {
        let one = Interval::one(grid.precision);
        let growth = &grid.growth;
        let gain = growth - &one;
        let (up, down) = (growth / &gain, &one / &gain);
        let mut masses: Vec<Interval<E>> = Vec::with_capacity(self.bins.len() + 1);
        let mut last = Interval::zero(grid.precision);
        let mut ratio = grid.line(self.start).ratio;
        for bin in &self.bins {
            // P = low + high and Q = low / e^l + high / e^(l+h).
            let weighted = &ratio * &bin.q;
            let high = (&(&bin.p - &weighted) * &up).positive_part();
            let low = (&(&(&weighted * growth) - &bin.p) * &down).positive_part();
            masses.push(&last + &low);
            last = high;
            ratio = &ratio * growth;
        }
        let ratio = grid.line(self.start + signed(self.bins.len())).ratio;
        let weighted = &ratio * &self.above.q;
        masses.push(&last + &weighted);
        let infinite = &(&self.above.p - &weighted).positive_part() + &self.infinite;
        (masses.iter().map(upper).collect(), infinite)
    }

    /// The P-masses of the test, rounded down and tilted: the statistic of bin i is i.
    pub fn accepted(&self, tilt: &Tilt, resolution: Resolution) -> TiltedMeasure<false> {
        let masses = self.bins.iter().map(|bin| &bin.p).chain([&self.above.p]);
        let ends: Vec<RegisterFloat<false>> = masses.map(lower).collect();
        TiltedMeasure::new(self.start, &tilt.apply(self.start, &ends), RegisterFloat::ZERO, resolution)
    }

    /// The Q-masses of the test, rounded up and tilted.
    ///
    /// The statistic below the first line is minus infinity: such an outcome never counts.
    pub fn rejected(&self, tilt: &Tilt, resolution: Resolution) -> TiltedMeasure<true> {
        let masses = self.bins.iter().map(|bin| &bin.q).chain([&self.above.q]);
        let ends: Vec<RegisterFloat<true>> = masses.map(upper).collect();
        TiltedMeasure::new(self.start, &tilt.apply(self.start, &ends), RegisterFloat::ZERO, resolution)
    }
}

fn signed(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

pub(super) fn upper<E: Engine>(x: &Interval<E>) -> RegisterFloat<true> {
    RegisterFloat::from_float(x.upper()).unwrap_or(RegisterFloat::ONE)
}

fn lower<E: Engine>(x: &Interval<E>) -> RegisterFloat<false> {
    RegisterFloat::from_float(x.lower()).unwrap_or(RegisterFloat::ZERO)
}
