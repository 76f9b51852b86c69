//! The step of a grid and the pace at which it is doubled, so that a variance is shared out at least cost.
//!
//! A step h adds about `h^2/6` to the variance of each copy's loss in the upper bound and `h^2/12` in the lower one; half as
//! much again where lines are left out ([`strides`](super::sketch::Sketch::strides)). Doubling it where `T/2^j` copies of a
//! measure are left to compose adds `h^2/2` to each of these in both bounds.
//!
//! At the least cost for a variance all measures have the same number of points (Lagrange's multiplier: with n points on
//! a width w the step is w/n, its share of the variance goes with the square of that, and so does the variance of the loss
//! with w). So the step is doubled where a measure would have more points than some number, and the best such number is
//! searched for.

use super::measure::POINT_WORK;
use super::regrid::Pace;
use crate::exact::engine::{DirectedFloat, Malachite};
use crate::exact::interval::Interval;
use malachite::base::num::arithmetic::traits::{Ceiling, FloorLogBase2};
use malachite::rational::Rational;

/// The powers that are to be taken, as sketches see them.
#[derive(Clone, Debug)]
pub struct Power {
    /// Copies.
    pub count: u64,
    /// The widths of the losses of 1, 2, 4, ... copies.
    pub widths: Vec<Rational>,
    /// Losses between lines that are drawn, each counted once: lines are this over the step.
    pub drawn: Rational,
}

/// A step, and the pace of each power.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The grid step in the beginning.
    pub step: Rational,
    /// For each power.
    pub paces: Vec<Pace>,
}

/// The step is never doubled more often.
const MOST_DOUBLINGS: u64 = 30;

impl Schedule {
    /// The cheapest schedule that adds about `variance` to that of the loss, where a line costs `line_work`.
    pub fn of(powers: &[Power], variance: &Rational, line_work: u64) -> Schedule {
        let widest = powers.iter().filter_map(|power| power.widths.last()).max();
        let widest = widest.cloned().unwrap_or_else(|| Rational::from(1));
        let mut best: Option<(Rational, Schedule)> = None;
        // Widths per first step at which it is doubled: from never on downwards.
        for halvings in 0..40u64 {
            let limit = &widest >> (halvings / 2);
            let limit = if halvings % 2 == 1 { limit * Rational::from_unsigneds(5u32, 7u32) } else { limit };
            let paces: Vec<Pace> = powers.iter().map(|power| pace(power, &limit)).collect();
            let schedule = Schedule { step: step(powers, &paces, variance), paces };
            let cost = schedule.work(powers, line_work);
            match &best {
                Some((least, _)) if *least <= cost => {}
                _ => best = Some((cost, schedule)),
            }
        }
        best.map_or_else(|| Schedule { step: Rational::from(1), paces: Vec::new() }, |(_, schedule)| schedule)
    }

    /// Word operations, about.
    pub fn work(&self, powers: &[Power], line_work: u64) -> Rational {
        let mut work = Rational::from(0);
        for (power, pace) in powers.iter().zip(&self.paces) {
            work += &power.drawn * Rational::from(line_work);
            for (squarings, width) in (0u32..).zip(&power.widths) {
                work += (width >> pace.after(squarings)) * Rational::from(3 * POINT_WORK);
            }
        }
        work / &self.step
    }
}

/// Doubles the step where a width would be larger than a limit on lines of the first step.
fn pace(power: &Power, limit: &Rational) -> Pace {
    let mut doublings = 0;
    let after = |width: &Rational| {
        if *width > *limit {
            let needed = Ceiling::ceiling(&(width / limit));
            let needed = Rational::from(needed).floor_log_base_2();
            doublings = doublings.max(u64::try_from(needed).unwrap_or(0).min(MOST_DOUBLINGS));
        }
        u32::try_from(doublings).unwrap_or(0)
    };
    Pace::new(power.widths.iter().skip(1).map(after).collect())
}

/// The first step with which all roundings add up to a variance.
fn step(powers: &[Power], paces: &[Pace], variance: &Rational) -> Rational {
    let last = paces.iter().map(Pace::last).max().unwrap_or(0);
    let mut sum = Rational::from(0);
    for (power, pace) in powers.iter().zip(paces) {
        sum += Rational::from(power.count) * Rational::from_unsigneds(3u32, 8u32);
        let mut before = 0;
        for squarings in 1..=power.count.max(1).ilog2() {
            let doublings = pace.after(squarings);
            sum += of_doubling(before, doublings) * Rational::from(power.count >> squarings);
            before = doublings;
        }
        sum += of_doubling(before, last);
    }
    let step: Interval<Malachite> = Interval::from_rational(&(variance / sum), 64).sqrt();
    step.lower().to_rational().filter(|step| *step > 0).unwrap_or_else(|| Rational::from(1))
}

/// The variance of doubling a step that was doubled before: `h^2/2` in either bound, each time.
fn of_doubling(before: u32, after: u32) -> Rational {
    (before..after).map(|doublings| Rational::from(1) << (2 * doublings)).fold(Rational::from(0), |sum, x| sum + x)
}
