//! The plan of a composition: the points that are evaluated, the precision of the measures, and the
//! variance for which the [`schedule`](super::schedule) chooses the step of the grid.
//!
//! A plan starts with a fine step. It may double the step for each loss pair, and while the power
//! of a loss pair is taken ([`schedule`](super::schedule)); it may leave out grid points where
//! there is little mass.

use super::compose::Ledger;
use super::measure::{MOST_BITS, Resolution};
use super::regrid::DoublingSchedule;
use super::schedule::{LINE_WORK, Power, Schedule};
use super::sketch::{Saddle, Sketch, floor_line};
use crate::composition::cost::Cost;
use crate::exact::engine::{DirectedFloat, Engine, Malachite};
use crate::exact::interval::Interval;
use crate::pair::Evaluated;
use malachite::base::num::arithmetic::traits::{Floor, FloorLogBase2};
use malachite::rational::Rational;

/// With at least this many copies of a loss pair its sketch has more grid points near 0: large
/// losses are rare in one copy. With a smaller number the points would be evaluated for little;
/// with a larger one widths would be estimated worse, and plans be slower. Bounds are right with
/// any value.
const MANY_COPIES: u64 = 400;

/// Steps are doubled and grid points left out down to a delta of `e^-64`: farther in a tail the
/// sketch does not know the widths well enough.
const LEAST_LOG_DELTA: i64 = -64;

/// The largest curvature that is assumed for a delta without a tilt: a small variance may be that
/// of rare large losses. With a larger one the step would be finer than it has to be; with a
/// smaller one a second composition is needed more often.
const MOST_CURVED: Rational = Rational::const_from_unsigned(64);

/// The wanted accuracy of a number.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The relative gap that rounding to grid points may cause.
    pub gap: Rational,
    /// Additional bits, below those that the sketch expects to matter.
    spare: u64,
}

impl Aim {
    /// A relative gap.
    pub fn at(gap: &Rational) -> Aim {
        Aim { gap: gap.clone(), spare: 0 }
    }

    /// The same, where masses smaller by a factor below 1 may matter.
    pub fn with_spare(self, factor: &Rational) -> Aim {
        Aim { spare: self.spare + bits_of(&(Rational::from(1) / factor)), ..self }
    }

    /// A closer aim, after a width that was too large: `of_lines` is the part caused by the
    /// distance of grid points, `cut_off` the part caused by lost mass, both in units of the wanted
    /// width.
    ///
    /// The step is proportional to the square root of the gap, and becomes finer by at most 8 at
    /// once.
    pub fn narrowed<F: DirectedFloat>(self, of_lines: &F, cut_off: &F) -> Aim {
        // A mass may be as small as 2^-(2^30): its exponent is enough, and as a rational number it
        // would be as long.
        let lost = cut_off.exponent().map_or(0, |exponent| exponent.saturating_add(3));
        let spare = self.spare + u64::try_from(lost).unwrap_or(0);
        // A third more than what is missing, and at most the square of 8.
        let finer = if *of_lines < F::from_u64(48) {
            of_lines.to_rational().unwrap_or_default() * Rational::from_unsigneds(4u32, 3u32)
        } else {
            Rational::from(64u32)
        };
        Aim { gap: if finer > 1 { self.gap / finer } else { self.gap }, spare }
    }
}

/// The parameters of one composition.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The initial grid step.
    pub step: Rational,
    /// The weight of a loss l is about `e^(lambda l)`.
    pub lambda: Rational,
    /// The resolution of the composed measures.
    pub resolution: Resolution,
    /// For each loss pair, the points that are evaluated, and the schedule of its power.
    pub parts: Vec<Part>,
}

/// One loss pair in a plan.
#[derive(Clone, Debug)]
pub struct Part {
    /// The losses between which grid points are evaluated.
    pub range: (Rational, Rational),
    /// Up to each of these losses, one in this many grid points is evaluated; beyond the last, or
    /// without strides, each is.
    pub strides: Vec<(Rational, i64)>,
    /// The doublings of the step, initially and while the power is taken.
    pub pace: DoublingSchedule,
    /// The widths of the losses of 1, 2, 4, ... copies.
    widths: Vec<Rational>,
}

impl Plan {
    /// The number of times the step has been doubled at the end.
    pub(super) fn doublings(&self) -> u32 {
        self.parts.iter().map(|part| part.pace.last()).max().unwrap_or(0)
    }
}

impl Part {
    /// The grid points that are evaluated, in ascending order.
    pub(super) fn lines(&self, step: &Rational) -> Vec<i64> {
        let (low, high) = &self.range;
        let (mut line, last) = (floor_line(low, step), floor_line(high, step) + 1);
        let mut lines = Vec::new();
        let mut strides =
            self.strides.iter().map(|(end, stride)| (floor_line(end, step), *stride)).peekable();
        while line < last {
            lines.push(line);
            while strides.next_if(|(end, _)| *end <= line).is_some() {}
            // A stride does not lead beyond the losses that it is for.
            line = strides
                .peek()
                .map_or(line + 1, |(end, stride)| (line + stride).min(*end).max(line + 1));
        }
        lines.push(last.max(line));
        lines
    }

    /// The length of the losses that are evaluated, each stride counted as one step.
    fn evaluated(&self) -> Rational {
        let (low, high) = &self.range;
        let (mut sum, mut at) = (Rational::from(0), low.clone());
        for (end, stride) in &self.strides {
            let end = end.clone().min(high.clone());
            if end > at {
                sum += (&end - &at) / Rational::from(*stride);
                at = end;
            }
        }
        sum + (high - at).max(Rational::from(0))
    }

    /// The number of grid points that are evaluated, for the first step of a plan.
    fn evaluations(&self, step: &Rational) -> u64 {
        let step = step << self.pace.after(0);
        u64::try_from(floor_line(&self.evaluated(), &step)).unwrap_or(u64::MAX)
    }

    /// The resolution of the measure of one copy, for a given resolution of the composition of all.
    pub(super) fn resolution_of_one(&self, count: u64, resolution: Resolution) -> Resolution {
        if self.pace.is_even() { resolution } else { resolution.of_one_in(count) }
    }

    fn power(&self, count: u64) -> Power {
        Power {
            count,
            widths: self.widths.clone(),
            evaluated: self.evaluated(),
            has_strides: !self.strides.is_empty(),
        }
    }

    /// Points of the widest measure, approximately.
    fn points(&self, step: &Rational) -> Rational {
        let points =
            |(squarings, width): (u32, &Rational)| (width >> self.pace.after(squarings)) / step;
        (0u32..).zip(&self.widths).map(points).max().unwrap_or_default()
    }
}

/// Are the grid points of a sketch closer near 0?
pub(super) fn is_long(count: u64) -> bool {
    count >= MANY_COPIES
}

impl<E: Engine> Ledger<E> {
    /// A plan for a relative gap of about `gap`.
    ///
    /// The variance that roundings add to the loss multiplies delta by about 1 plus half of that
    /// variance times the curvature.
    pub fn plan(&self, saddle: &Saddle, aim: &Aim) -> Plan {
        let cut = self.cut(saddle, aim);
        let is_near = saddle.log_delta >= LEAST_LOG_DELTA;
        let loss_pairs = self.loss_pairs.iter().zip(&self.sketches);
        let part = |((loss_pair, count), sketch): (&(Evaluated<E>, u64), &Sketch)| {
            let needed = u64::from(cut) + u64::from(count.max(&1).ilog2());
            let even = Part {
                range: sketch.range(&saddle.lambda, needed + 4, self.bits),
                strides: Vec::new(),
                pace: DoublingSchedule::default(),
                widths: sketch.widths(&saddle.lambda, needed),
            };
            // Outcomes cost nothing to place, and the loss of a single step is compared with eps
            // without rounding.
            if !is_near || self.steps() <= 1 || !matches!(loss_pair, Evaluated::Tails(_)) {
                return even;
            }
            let sparse = Part { strides: sketch.strides(&saddle.lambda), ..even.clone() };
            // The step has to be finer by a fifth.
            if sparse.evaluated() * Rational::from_unsigneds(5u32, 4u32) < even.evaluated() {
                sparse
            } else {
                even
            }
        };
        let parts: Vec<Part> = loss_pairs.map(part).collect();
        let powers = self.powers(&parts);
        let schedule = Schedule::of(&powers, &(&aim.gap / curvature(saddle)), is_near);
        let parts: Vec<Part> = parts
            .into_iter()
            .zip(schedule.paces)
            .map(|(part, pace)| Part { pace, ..part })
            .collect();
        // Each point is rounded by a unit; together the units have to be less than what may be
        // truncated.
        let points = parts.iter().map(|part| part.points(&schedule.step)).max().unwrap_or_default();
        let points =
            if points > 1 { u32::try_from(points.floor_log_base_2()).unwrap_or(0) } else { 0 };
        let resolution = Resolution { bits: (cut + 4 + points).min(MOST_BITS), cut };
        Plan { step: schedule.step, lambda: saddle.lambda.clone(), resolution, parts }
    }

    fn steps(&self) -> u64 {
        self.loss_pairs.iter().fold(0u64, |sum, (_, count)| sum.saturating_add(*count))
    }

    fn powers(&self, parts: &[Part]) -> Vec<Power> {
        self.loss_pairs.iter().zip(parts).map(|((_, count), part)| part.power(*count)).collect()
    }

    /// Bits below the total of a measure that matter to a delta.
    fn cut(&self, saddle: &Saddle, aim: &Aim) -> u32 {
        // The ratio of the total to the tilted delta is that of Chernoff's bound to delta.
        let excess = &saddle.lambda
            * (&saddle.lambda + Rational::from(1))
            * root(&saddle.variance)
            * Rational::from(3u32);
        // Mass is truncated at either end for each squaring and each product.
        let squarings: u64 =
            self.loss_pairs.iter().map(|(_, count)| 2 + 2 * u64::from(count.max(&1).ilog2())).sum();
        let needed = 6
            + bits_of(&(Rational::from(1) / &aim.gap))
            + bits_of(&excess)
            + u64::from(squarings.max(1).ilog2());
        let needed = needed + aim.spare;
        u32::try_from(needed).unwrap_or(MOST_BITS).min(MOST_BITS)
    }

    /// The number of grid points that a plan evaluates.
    pub fn lines(&self, plan: &Plan) -> u64 {
        plan.parts.iter().map(|part| part.evaluations(&plan.step)).fold(0, u64::saturating_add)
    }

    /// The word operations of the series at all grid points that a plan evaluates.
    pub(super) fn series_work(&self, plan: &Plan) -> u64 {
        let parts = plan.parts.iter().zip(&self.series_works);
        let work = |(part, series): (&Part, &u64)| {
            let cells = u64::try_from(part.strides.len()).unwrap_or(u64::MAX);
            part.evaluations(&plan.step).saturating_add(cells).saturating_mul(*series)
        };
        parts.map(work).fold(0, u64::saturating_add)
    }

    /// The cost of a composition.
    pub fn cost(&self, plan: &Plan) -> Cost {
        let number = |x: &Rational| u128::try_from(&Floor::floor(x)).unwrap_or(u128::MAX >> 32);
        let paces = plan.parts.iter().map(|part| part.pace.clone()).collect();
        let schedule = Schedule { step: plan.step.clone(), paces };
        let range = |part: &Part| {
            number(&((&part.range.1 - &part.range.0) / (&plan.step << part.pace.after(0))))
        };
        let ranges: u128 = plan.parts.iter().map(range).fold(0, u128::saturating_add);
        let points = plan
            .parts
            .iter()
            .map(|part| number(&part.points(&plan.step)))
            .fold(0, u128::saturating_add);
        // At least the grid points at both ends of a stride's cell are evaluated.
        let cells: usize = plan.parts.iter().map(|part| part.strides.len()).sum();
        let cells = u128::try_from(cells).unwrap_or(0);
        Cost {
            work: number(&schedule.work(&self.powers(&plan.parts)))
                .saturating_add(cells * u128::from(LINE_WORK))
                .saturating_add(u128::from(self.series_work(plan))),
            memory: (u128::from(self.lines(plan)) * 1_000)
                .saturating_add(ranges.saturating_mul(100))
                .saturating_add(points.saturating_mul(400)),
        }
    }
}

/// The second derivative of delta divided by delta: `lambda (lambda + 1)` in a tail.
///
/// Near the middle of a normal loss it is the density over a delta of about 1, or over the
/// deviation where that is small.
fn curvature(saddle: &Saddle) -> Rational {
    let one = Rational::from(1);
    let tail = &saddle.lambda * (&saddle.lambda + &one);
    let middle = if saddle.variance >= 1 {
        one / root(&saddle.variance)
    } else if saddle.variance > 0 {
        (one / &saddle.variance).min(MOST_CURVED)
    } else {
        MOST_CURVED
    };
    tail.max(middle)
}

/// Integer bits of x, for x > 1.
fn bits_of(x: &Rational) -> u64 {
    if *x > 1 { u64::try_from(x.floor_log_base_2()).unwrap_or(0) + 1 } else { 0 }
}

/// The square root of x, approximately; 1 where it does not exist.
fn root(x: &Rational) -> Rational {
    let root: Interval<Malachite> = Interval::from_rational(x, 64).sqrt();
    root.lower().to_rational().unwrap_or_else(|| Rational::from(1))
}
