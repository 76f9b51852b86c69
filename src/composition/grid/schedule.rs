//! The step of a grid, and the schedule of its doublings, so that a given variance is added at
//! least cost.
//!
//! A step h adds about `h^2/6` to the variance of each copy's loss in the upper bound and `h^2/12`
//! in the lower one; half as much again where grid points are left out
//! ([`strides`](super::sketch::Sketch::strides)). Doubling it where `T/2^j` copies of a measure
//! remain to be composed adds `h^2/2` to each of these in both bounds.
//!
//! A measure that costs c/h and occurs n times adds about `n h^2`: at the least cost for a
//! variance, h is proportional to the cube root of c/n (Lagrange's multiplier). For many copies of
//! one loss pair, all measures then have about the same number of points. For several loss pairs,
//! each begins with a step of its own. So the step is doubled where this root has doubled; the
//! threshold for doubling is searched for.

use super::measure::POINT_WORK;
use super::regrid::DoublingSchedule;
use super::sketch::rounded_up;
use crate::exact::engine::{DirectedFloat, Malachite};
use crate::exact::interval::Interval;
use malachite::base::num::arithmetic::traits::FloorLogBase2;
use malachite::rational::Rational;

/// Word operations to evaluate a loss pair at a grid point, approximately. It is weighed against
/// the work of convolutions, and no bound depends on it.
pub(super) const LINE_WORK: u64 = 10_000;

/// A power that is to be taken, as its sketch describes it.
#[derive(Clone, Debug)]
pub struct Power {
    /// The number of copies.
    pub count: u64,
    /// The widths of the losses of 1, 2, 4, ... copies.
    pub widths: Vec<Rational>,
    /// The length of the losses that are evaluated: the number of grid points is this over the
    /// step.
    pub evaluated: Rational,
    /// Are grid points left out?
    pub has_strides: bool,
}

/// A step, and the doublings of each power.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The initial grid step.
    pub step: Rational,
    /// The doublings of each power.
    pub paces: Vec<DoublingSchedule>,
}

/// The most doublings of the step. Shifts by it fit in words; `2^30` steps are more points than any
/// measure has, so that no schedule needs more.
const MOST_DOUBLINGS: i64 = 30;

/// The number of thresholds for doubling that are tried, each for steps that differ by a factor of
/// `2^(2/3)`. The cheapest of them is taken: more would be tried for schedules that are hardly
/// cheaper.
const DEGREES: i64 = 40;

impl Power {
    /// Word operations, approximately, of the measure of `2^squarings` copies on grid points with
    /// distance 1.
    fn work_of(&self, squarings: u32) -> Rational {
        let lines = if squarings == 0 {
            &self.evaluated * Rational::from(LINE_WORK)
        } else {
            Rational::from(0)
        };
        let place = usize::try_from(squarings).unwrap_or(usize::MAX);
        let width = self.widths.get(place).cloned().unwrap_or_else(|| Rational::from(0));
        // Three measures, and for half of them another product.
        lines + width * Rational::from(5 * POINT_WORK)
    }

    /// Three times the binary logarithm of the step that each measure should have, up to a
    /// constant.
    fn log_cubes(&self) -> Vec<i64> {
        let log_cube = |squarings| {
            let work = self.work_of(squarings) / Rational::from((self.count >> squarings).max(1));
            if work > 0 { work.floor_log_base_2() } else { i64::MIN >> 1 }
        };
        (0..=self.count.max(1).ilog2()).map(log_cube).collect()
    }
}

impl Schedule {
    /// The cheapest schedule that adds about `variance` to that of the loss; without doublings
    /// unless `may_double`.
    pub fn of(powers: &[Power], variance: &Rational, may_double: bool) -> Schedule {
        let wanted: Vec<Vec<i64>> = powers.iter().map(Power::log_cubes).collect();
        let least =
            wanted.iter().flatten().copied().filter(|log| *log > i64::MIN >> 1).min().unwrap_or(0);
        let most = wanted.iter().flatten().copied().max().unwrap_or(0);
        let degrees = if may_double { 0..DEGREES.min((most - least + 2) / 2) } else { 0..0 };
        // The first schedule never doubles.
        let all = std::iter::once(most + 1).chain(degrees.map(|degree| least + 2 * degree));
        let schedule = |from: i64| {
            let paces = paces(&wanted, from);
            Schedule { step: step(powers, &paces, variance), paces }
        };
        let priced = all.map(schedule).map(|schedule| (schedule.work(powers), schedule));
        let cheapest = priced.reduce(|best, other| if other.0 < best.0 { other } else { best });
        cheapest.map_or_else(
            || Schedule { step: Rational::from(1), paces: Vec::new() },
            |(_, schedule)| schedule,
        )
    }

    /// Word operations, approximately.
    pub fn work(&self, powers: &[Power]) -> Rational {
        let last = self.paces.iter().map(DoublingSchedule::last).max().unwrap_or(0);
        let mut work = Rational::from(0);
        for (power, pace) in powers.iter().zip(&self.paces) {
            for squarings in 0..=power.count.max(1).ilog2() {
                work += power.work_of(squarings) >> pace.after(squarings);
            }
            if powers.len() > 1 {
                work += (power.widths.last().cloned().unwrap_or_default()
                    * Rational::from(5 * POINT_WORK))
                    >> last;
            }
        }
        work / &self.step
    }
}

/// Doubles the step where the wanted step has doubled since `from`; `wanted` has the logarithms of
/// its cube.
fn paces(wanted: &[Vec<i64>], from: i64) -> Vec<DoublingSchedule> {
    let pace = |wanted: &Vec<i64>| {
        let mut doublings = 0;
        let after = |log_cube: &i64| {
            doublings = doublings.max((log_cube - from).div_euclid(3).min(MOST_DOUBLINGS));
            u32::try_from(doublings).unwrap_or(0)
        };
        wanted.iter().map(after).collect::<Vec<u32>>()
    };
    let doublings: Vec<Vec<u32>> = wanted.iter().map(pace).collect();
    // Some loss pair begins with the finest step.
    let least =
        doublings.iter().filter_map(|doublings| doublings.first()).min().copied().unwrap_or(0);
    let relative = |doublings: Vec<u32>| {
        DoublingSchedule::new(doublings.into_iter().map(|n| n - least).collect())
    };
    doublings.into_iter().map(relative).collect()
}

/// The initial step with which all roundings add up to a variance.
fn step(powers: &[Power], paces: &[DoublingSchedule], variance: &Rational) -> Rational {
    let last = paces.iter().map(DoublingSchedule::last).max().unwrap_or(0);
    let mut sum = Rational::from(0);
    for (power, pace) in powers.iter().zip(paces) {
        let of_lines = Rational::from_unsigneds(if power.has_strides { 3u32 } else { 2u32 }, 8u32);
        let mut before = pace.after(0);
        sum += (Rational::from(power.count) * of_lines) << (2 * before);
        for squarings in 1..=power.count.max(1).ilog2() {
            let doublings = pace.after(squarings);
            sum += of_doubling(before, doublings) * Rational::from(power.count >> squarings);
            before = doublings;
        }
        sum += of_doubling(before, last);
    }
    if sum == 0 {
        return Rational::from(1);
    }
    let step: Interval<Malachite> = Interval::from_rational(&(variance / sum), 64).sqrt();
    // Few bits, so that multiples of it are short.
    let step =
        step.lower().to_rational().filter(|step| *step > 0).unwrap_or_else(|| Rational::from(1));
    rounded_up(&(step * Rational::from_unsigneds(31u32, 32u32)))
}

/// The variance of doubling a step that was already doubled: `h^2/2` in either bound, each time.
fn of_doubling(before: u32, after: u32) -> Rational {
    (before..after)
        .map(|doublings| Rational::from(1) << (2 * doublings))
        .fold(Rational::from(0), |sum, x| sum + x)
}
