//! How a ledger is composed: the step of the grid, the lines that are drawn, how exactly measures are kept.
//!
//! An even plan keeps one step. A paced one starts with a finer step, which it doubles while the power of a law is taken
//! ([`schedule`](super::schedule)), and leaves out lines where there is little mass; it is for many copies of one law.

use super::compose::Ledger;
use super::evaluated::Evaluated;
use super::measure::{MOST_BITS, POINT_WORK, Resolution};
use super::regrid::Pace;
use super::schedule::{Power, Schedule};
use super::sketch::{Saddle, Sketch, floor_line, rounded_up};
use crate::composition::cost::Cost;
use crate::exact::engine::{DirectedFloat, Engine, Malachite};
use crate::exact::interval::Interval;
use malachite::base::num::arithmetic::traits::{Floor, FloorLogBase2};
use malachite::rational::Rational;

/// Word operations to evaluate a law at a line, about.
pub(super) const LINE_WORK: u64 = 10_000;

/// From so many copies on a paced plan is worth its finer sketch.
const MANY_COPIES: u64 = 400;

/// Down to `e^-64`: far in a tail the sketch does not know the widths well enough to pace by them.
const LEAST_LOG_DELTA: i64 = -64;

/// What one run needs to know.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The grid step in the beginning.
    pub step: Rational,
    /// The weight of a loss l is about `e^(lambda l)`.
    pub lambda: Rational,
    /// How exactly the composed measures are kept.
    pub resolution: Resolution,
    /// For each law, what is drawn and how its power is taken.
    pub parts: Vec<Part>,
    /// The variance of the tilted loss.
    pub variance: Rational,
}

/// One law in a plan.
#[derive(Clone, Debug)]
pub struct Part {
    /// The losses between which lines are drawn.
    pub range: (Rational, Rational),
    /// Up to each of these losses, one of so many lines is drawn; beyond, and where there are none, each.
    pub strides: Vec<(Rational, i64)>,
    /// How often the step is doubled while its power is taken.
    pub pace: Pace,
    /// The widths of the losses of 1, 2, 4, ... copies in a paced plan.
    widths: Vec<Rational>,
}

impl Plan {
    /// The same with another grid step, or one slightly smaller.
    pub fn with_step(&self, step: &Rational) -> Plan {
        let few_bits = rounded_up(&(step * Rational::from_unsigneds(31u32, 32u32)));
        Plan { step: few_bits, ..self.clone() }
    }

    /// How often the step is doubled in the end.
    pub(super) fn doublings(&self) -> u32 {
        self.parts.iter().map(|part| part.pace.last()).max().unwrap_or(0)
    }
}

impl Part {
    /// The lines that are drawn, upwards.
    pub(super) fn lines(&self, step: &Rational) -> Vec<i64> {
        let (low, high) = &self.range;
        let (mut line, last) = (floor_line(low, step), floor_line(high, step) + 1);
        let mut lines = Vec::new();
        let mut strides = self.strides.iter().map(|(end, stride)| (floor_line(end, step), *stride)).peekable();
        while line < last {
            lines.push(line);
            while strides.next_if(|(end, _)| *end <= line).is_some() {}
            // No stride leads beyond the losses that it is for.
            line = strides.peek().map_or(line + 1, |(end, stride)| (line + stride).min(*end).max(line + 1));
        }
        lines.push(last.max(line));
        lines
    }

    /// Losses that lines are drawn at, each counted once: one of so many where there are strides.
    fn drawn(&self) -> Rational {
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

    /// How exactly the measure of one copy is kept, where that of all is kept so.
    pub(super) fn resolution_of_one(&self, count: u64, resolution: Resolution) -> Resolution {
        if self.pace.last() > 0 { resolution.of_one_in(count) } else { resolution }
    }

    fn power(&self, count: u64) -> Power {
        Power { count, widths: self.widths.clone(), drawn: self.drawn() }
    }
}

/// Are there many copies of one law, and nothing else?
pub(super) fn is_long<T>(laws: &[(T, u64)]) -> bool {
    matches!(laws, [(_, count)] if *count >= MANY_COPIES)
}

impl<E: Engine> Ledger<E> {
    /// A plan for a relative gap of about `gap`: the cheaper of an even and a paced one.
    pub fn plan(&self, saddle: &Saddle, gap: &Rational) -> Plan {
        let even = self.even(saddle, gap);
        match self.paced(saddle, gap, &even) {
            Some(paced) => paced,
            None => even,
        }
    }

    /// The number of steps.
    fn steps(&self) -> u64 {
        self.laws.iter().fold(0u64, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// With the same step for all.
    ///
    /// Each step adds to the variance of the loss about `h^2/6` in the upper bound and `h^2/12` in the
    /// lower, which multiplies delta by about `1 + lambda (lambda+1)/2` times that.
    fn even(&self, saddle: &Saddle, gap: &Rational) -> Plan {
        let steps = Rational::from(self.steps().max(1));
        let lambda = saddle.lambda.clone().max(Rational::from(1));
        let square = gap * Rational::from(4u32) / (steps * &lambda * (&lambda + Rational::from(1)));
        let fine = root(&square);
        let steps = u64::from(self.steps().max(1).ilog2());
        // What is cut off is lost as often as there are steps, and Chernoff's bound is some bits too large.
        let finer = u64::try_from(-gap.floor_log_base_2()).unwrap_or(0);
        let cut = 24 + steps + finer;
        let bits = |bits: u64| u32::try_from(bits.min(u64::from(MOST_BITS))).unwrap_or(MOST_BITS);
        let resolution = Resolution { bits: bits(cut + 20), cut: bits(cut) };
        let part = |sketch: &Sketch| Part {
            range: (sketch.bottom(&saddle.lambda, cut + 4), sketch.top(self.bits)),
            strides: Vec::new(),
            pace: Pace::default(),
            widths: Vec::new(),
        };
        let plan = Plan {
            step: fine.clone(),
            lambda: saddle.lambda.clone(),
            resolution,
            parts: self.sketches.iter().map(part).collect(),
            variance: saddle.variance.clone(),
        };
        plan.with_step(&fine)
    }

    /// With a step that is doubled, where that is cheaper than an even plan.
    ///
    /// What roundings add to the variance of the loss multiplies delta by about 1 plus `lambda (lambda+1)/2` times that.
    fn paced(&self, saddle: &Saddle, gap: &Rational, even: &Plan) -> Option<Plan> {
        let ([(law, count)], [sketch], [all]) = (self.laws.as_slice(), self.sketches.as_slice(), even.parts.as_slice())
        else {
            return None;
        };
        if !is_long(&self.laws) || saddle.lambda == 0 || saddle.log_delta < LEAST_LOG_DELTA {
            return None;
        }
        let lambda = saddle.lambda.clone().max(Rational::from(1));
        let variance = gap / (&lambda * (&lambda + Rational::from(1)));
        let cut = self.cut(saddle, gap, *count);
        let needed = u64::from(cut) + u64::from(count.ilog2());
        let part = Part {
            range: (sketch.bottom(&saddle.lambda, needed + 4), sketch.top(self.bits)),
            // Outcomes cost nothing to place.
            strides: if matches!(law, Evaluated::Tails(_)) { sketch.strides(&saddle.lambda) } else { Vec::new() },
            widths: sketch.widths(&saddle.lambda, needed),
            ..all.clone()
        };
        let powers = [part.power(*count)];
        let schedule = Schedule::of(&powers, &variance, LINE_WORK);
        let pace = schedule.paces.first().filter(|pace| pace.last() > 0)?.clone();
        let kept = Schedule { step: even.step.clone(), paces: vec![Pace::default()] };
        let at_one_step = Part { widths: part.widths.clone(), ..all.clone() }.power(*count);
        if kept.work(&[at_one_step], LINE_WORK) <= schedule.work(&powers, LINE_WORK) {
            return None;
        }
        // Each point is rounded by a unit, which together have to be less than what may be cut off.
        let widest = part.widths.iter().max().map_or_else(|| Rational::from(1), |width| width / &schedule.step);
        let points = u32::try_from(widest.floor_log_base_2()).unwrap_or(0);
        let resolution = Resolution { bits: (cut + 4 + points).min(MOST_BITS), cut };
        let part = Part { pace, ..part };
        let plan = Plan { resolution, parts: vec![part], ..even.clone() };
        Some(plan.with_step(&schedule.step))
    }

    /// Bits below the total of a measure that matter to a delta.
    fn cut(&self, saddle: &Saddle, gap: &Rational, count: u64) -> u32 {
        let bits = |x: &Rational| if *x > 1 { u64::try_from(x.floor_log_base_2()).unwrap_or(0) + 1 } else { 0 };
        // The total is as much larger than the tilted delta as Chernoff's bound is than delta.
        let excess =
            &saddle.lambda * (&saddle.lambda + Rational::from(1)) * root(&saddle.variance) * Rational::from(3u32);
        // What is cut off is lost at either end for each squaring.
        let squarings = 2 + 2 * u64::from(count.max(1).ilog2());
        let needed = 6 + bits(&(Rational::from(1) / gap)) + bits(&excess) + u64::from(squarings.ilog2());
        u32::try_from(needed).unwrap_or(MOST_BITS).min(MOST_BITS)
    }

    /// Lines that a plan draws.
    pub fn lines(&self, plan: &Plan) -> u64 {
        let lines = |part: &Part| u64::try_from(floor_line(&part.drawn(), &plan.step)).unwrap_or(u64::MAX);
        plan.parts.iter().map(lines).fold(0, u64::saturating_add)
    }

    /// Points of the largest measure of an even plan, about.
    fn points(&self, plan: &Plan) -> u64 {
        // Tails of e^(-x^2/2) down to the cut.
        let width = root(&plan.variance) * Rational::from(4 + plan.resolution.cut / 3);
        u64::try_from(floor_line(&width, &plan.step)).unwrap_or(u64::MAX).saturating_add(self.lines(plan))
    }

    /// What a composition costs.
    pub fn cost(&self, plan: &Plan) -> Cost {
        if let ([part], [(_, count)]) = (plan.parts.as_slice(), self.laws.as_slice())
            && part.pace.last() > 0
        {
            return self.cost_of_paced(plan, part, *count);
        }
        let (lines, points) = (self.lines(plan), self.points(plan));
        // A step of the power costs as much as its points, which fall off with the root of the count.
        let powers: u128 = self.laws.iter().map(|(_, count)| 2 + 2 * u128::from(count.max(&1).ilog2())).sum();
        Cost {
            work: u128::from(lines) * u128::from(LINE_WORK) + u128::from(points) * u128::from(POINT_WORK) * powers,
            memory: u128::from(lines) * 1_000 + u128::from(points) * 400,
        }
    }

    fn cost_of_paced(&self, plan: &Plan, part: &Part, count: u64) -> Cost {
        let number = |x: &Rational| u128::try_from(&Floor::floor(x)).unwrap_or(u128::MAX >> 32);
        let schedule = Schedule { step: plan.step.clone(), paces: vec![part.pace.clone()] };
        let points =
            |(squarings, width): (u32, &Rational)| number(&((width >> part.pace.after(squarings)) / &plan.step));
        let most = (0u32..).zip(&part.widths).map(points).max().unwrap_or(0);
        let range = number(&((&part.range.1 - &part.range.0) / &plan.step));
        // A line is drawn at each end of a stride's cell, at least.
        let cells = u128::try_from(part.strides.len()).unwrap_or(0);
        Cost {
            work: number(&schedule.work(&[part.power(count)], LINE_WORK)) + cells * u128::from(LINE_WORK),
            memory: u128::from(self.lines(plan)) * 1_000 + range * 100 + most * 400,
        }
    }
}

/// The square root of x, nearly; 1 where there is none.
fn root(x: &Rational) -> Rational {
    let root: Interval<Malachite> = Interval::from_rational(x, 64).sqrt();
    root.lower().to_rational().unwrap_or_else(|| Rational::from(1))
}
