//! The composition of a ledger on one grid.

use super::bins::{Bins, Grid};
use super::bounds::{Lower, Upper};
use super::evaluated::{Evaluated, any_of};
use super::measure::{POINT_WORK, Resolution, TiltedMeasure};
use super::regrid::{Carry, Pace};
use super::sketch::{Saddle, Sketch, floor_line, rounded_up};
use super::tilt::Tilt;
use crate::composition::cost::Cost;
use crate::composition::progress::Work;
use crate::exact::engine::{DirectedFloat, Engine, Malachite};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::Law;
use malachite::base::num::arithmetic::traits::FloorLogBase2;
use malachite::rational::Rational;

/// Word operations to evaluate a law at a line, about.
const LINE_WORK: u64 = 10_000;

/// What one run needs to know.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The grid step in the beginning.
    pub step: Rational,
    /// The weight of a loss l is about `e^(lambda l)`.
    pub lambda: Rational,
    /// How exactly measures are kept.
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
}

impl Plan {
    /// The same with another grid step, or one slightly smaller.
    pub fn with_step(&self, step: &Rational) -> Plan {
        let few_bits = rounded_up(&(step * Rational::from_unsigneds(31u32, 32u32)));
        Plan { step: few_bits, ..self.clone() }
    }

    /// How often the step is doubled in the end.
    fn doublings(&self) -> u32 {
        self.parts.iter().map(|part| part.pace.last()).max().unwrap_or(0)
    }
}

impl Part {
    /// The lines that are drawn, upwards.
    fn lines(&self, step: &Rational) -> Vec<i64> {
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
}

/// Laws and how often each is taken, evaluated with a precision.
#[derive(Clone, Debug)]
pub struct Ledger<E: Engine> {
    laws: Vec<(Evaluated<E>, u64)>,
    sketches: Vec<Sketch>,
    precision: u64,
    bits: u64,
}

impl<E: Engine> Ledger<E> {
    /// Evaluates and sketches the laws: tails matter down to `2^-bits`.
    pub fn new(laws: &[(Law, u64)], bits: u64) -> Self {
        let precision = 128;
        let laws: Vec<(Evaluated<E>, u64)> =
            laws.iter().map(|(law, count)| (law.evaluate(precision), *count)).collect();
        let sketch = |(law, count): &(Evaluated<E>, u64)| Sketch::of(law, *count, bits, precision);
        let sketches = laws.iter().map(sketch).collect();
        Ledger { laws, sketches, precision, bits }
    }

    /// The same, where tails matter down to `2^-bits` only, and not below what it was made for.
    pub fn down_to(self, bits: u64) -> Self {
        Ledger { bits: bits.min(self.bits), ..self }
    }

    /// The tilt for an eps.
    pub fn saddle_of_eps(&self, eps: &Rational) -> Saddle {
        Saddle::of_eps(&self.sketches, eps)
    }

    /// The tilt for a delta.
    pub fn saddle_of_delta(&self, log_delta: &Rational) -> Saddle {
        Saddle::of_delta(&self.sketches, log_delta)
    }

    /// No tilt: for absolute accuracy at every loss.
    pub fn untilted(&self) -> Saddle {
        Saddle::at(&self.sketches, &Rational::from(0))
    }

    /// The number of steps.
    fn steps(&self) -> u64 {
        self.laws.iter().fold(0u64, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// A plan for a relative gap of about `gap`.
    ///
    /// Each step adds to the variance of the loss about `h^2/6` in the upper bound and `h^2/12` in the
    /// lower, which multiplies delta by about `1 + lambda (lambda+1)/2` times that.
    pub fn plan(&self, saddle: &Saddle, gap: &Rational) -> Plan {
        let steps = Rational::from(self.steps().max(1));
        let lambda = saddle.lambda.clone().max(Rational::from(1));
        let square = gap * Rational::from(4u32) / (steps * &lambda * (&lambda + Rational::from(1)));
        let fine: Interval<Malachite> = Interval::from_rational(&square, 64).sqrt();
        let fine = fine.lower().to_rational().unwrap_or_else(|| Rational::from(1));
        let steps = u64::from(self.steps().max(1).ilog2());
        // What is cut off is lost as often as there are steps, and Chernoff's bound is some bits too large.
        let finer = u64::try_from(-gap.floor_log_base_2()).unwrap_or(0);
        let cut = 24 + steps + finer;
        let bits = |bits: u64| u32::try_from(bits.min(110)).unwrap_or(110);
        let part = |sketch: &Sketch| Part {
            range: (sketch.bottom(&saddle.lambda, cut + 4), sketch.top(self.bits)),
            strides: Vec::new(),
            pace: Pace::default(),
        };
        let plan = Plan {
            step: fine.clone(),
            lambda: saddle.lambda.clone(),
            resolution: Resolution { bits: bits(cut + 20), cut: bits(cut) },
            parts: self.sketches.iter().map(part).collect(),
            variance: saddle.variance.clone(),
        };
        plan.with_step(&fine)
    }

    /// Lines that a plan draws.
    pub fn lines(&self, plan: &Plan) -> u64 {
        let lines = |part: &Part| {
            let (low, high) = &part.range;
            u64::try_from(floor_line(high, &plan.step) - floor_line(low, &plan.step)).unwrap_or(0)
        };
        plan.parts.iter().map(lines).fold(0, u64::saturating_add)
    }

    /// Points of the largest measure, about.
    pub fn points(&self, plan: &Plan) -> u64 {
        let deviation: Interval<Malachite> = Interval::from_rational(&plan.variance, 64).sqrt();
        let deviation = deviation.upper().to_rational().unwrap_or_else(|| Rational::from(1));
        // Tails of e^(-x^2/2) down to the cut.
        let width = deviation * Rational::from(4 + plan.resolution.cut / 3);
        u64::try_from(floor_line(&width, &plan.step)).unwrap_or(u64::MAX).saturating_add(self.lines(plan))
    }

    /// What a composition costs.
    pub fn cost(&self, plan: &Plan) -> Cost {
        let (lines, points) = (self.lines(plan), self.points(plan));
        // A step of the power costs as much as its points, which fall off with the root of the count.
        let powers: u128 = self.laws.iter().map(|(_, count)| 2 + 2 * u128::from(count.max(&1).ilog2())).sum();
        Cost {
            work: u128::from(lines) * u128::from(LINE_WORK) + u128::from(points) * u128::from(POINT_WORK) * powers,
            memory: u128::from(lines) * 1_000 + u128::from(points) * 400,
        }
    }

    fn bins(&self, plan: &Plan, grid: &Grid<E>) -> Vec<Bins<E>> {
        let bins = |((law, _), part): (&(Evaluated<E>, u64), &Part)| Bins::of(law, grid, part.lines(&grid.step));
        self.laws.iter().zip(&plan.parts).map(bins).collect()
    }

    /// Composes the ledger: the upper bound, the lower bound. What is done is told to `work`.
    pub fn compose(&self, plan: &Plan, work: &Work) -> Composed<E> {
        let grid = Grid::new(plan.step.clone(), self.precision);
        let bins = self.bins(plan, &grid);
        work.done(self.lines(plan).saturating_mul(LINE_WORK));
        let shares: Vec<Vec<(Interval<E>, Interval<E>)>> = bins.iter().map(|bins| bins.shares(&grid)).collect();
        let statistics: Vec<Vec<i64>> =
            bins.iter().zip(&shares).map(|(bins, shares)| bins.statistics(shares)).collect();
        let tilt = |lambda: &Rational| Tilt::near_exp(&(lambda * &plan.step));
        let (tilt_p, tilt_q) = (tilt(&plan.lambda), tilt(&(&plan.lambda + Rational::from(1))));
        let counts = || self.laws.iter().map(|(_, count)| *count);
        let (doublings, resolution) = (plan.doublings(), plan.resolution);
        let upper = || {
            let dominating = |(i, (bins, sketch)): (usize, (&Bins<E>, &Sketch))| {
                let (masses, infinite) = bins.dominating(&grid, &shares[i]);
                let masses = tilt_p.apply(bins.start(), &masses);
                let lost = sketch.tilted_below(&plan.parts[i].range.0, &tilt_p, &plan.step);
                (TiltedMeasure::new(bins.start(), &masses, lost, resolution), infinite)
            };
            let parts = bins.iter().zip(&self.sketches).enumerate();
            let (measures, infinite): (Vec<_>, Vec<_>) = parts.map(dominating).unzip();
            let infinite: Vec<(Interval<E>, u64)> = infinite.into_iter().zip(counts()).collect();
            let carry = Carry::dominating::<E>(&plan.step, &tilt_p, doublings, self.precision);
            Upper {
                finite: self.product(measures.into_iter(), plan, &carry, work),
                tilt: tilt_p.doubled(doublings),
                infinite: any_of(&infinite, self.precision),
            }
        };
        let parts = || bins.iter().zip(&statistics);
        let accepted = || {
            let measures = parts().map(|(bins, at)| bins.accepted(at, &tilt_p, resolution));
            self.product(measures, plan, &Carry::of_a_test(&tilt_p, doublings), work)
        };
        let rejected = || {
            let measures = parts().map(|(bins, at)| bins.rejected(at, &tilt_q, resolution));
            self.product(measures, plan, &Carry::of_a_test(&tilt_q, doublings), work)
        };
        let (upper, (accepted, rejected)) = rayon::join(upper, || rayon::join(accepted, rejected));
        let infinite: Vec<(Interval<E>, u64)> = bins.iter().map(|bins| bins.infinite.clone()).zip(counts()).collect();
        let infinite = any_of(&infinite, self.precision);
        let (accepted_tilt, rejected_tilt) = (tilt_p.doubled(doublings), tilt_q.doubled(doublings));
        let lower = Lower { accepted, accepted_tilt, rejected, rejected_tilt, infinite };
        let grid = Grid::new(&plan.step << doublings, self.precision);
        Composed { grid, upper, lower, precision: self.precision }
    }

    /// The convolution of the powers of the laws' measures, on lines whose step is doubled as often for each, small ones
    /// first.
    fn product<const UP: bool>(
        &self,
        measures: impl Iterator<Item = TiltedMeasure<UP>>,
        plan: &Plan,
        carry: &Carry<UP>,
        work: &Work,
    ) -> TiltedMeasure<UP> {
        let (doublings, resolution) = (plan.doublings(), plan.resolution);
        let parts = measures.zip(&plan.parts).zip(&self.laws).filter(|(_, (_, count))| *count > 0);
        let power = |((measure, part), (_, count)): ((TiltedMeasure<UP>, &Part), &(Evaluated<E>, u64))| {
            measure.power(*count, &part.pace, carry, resolution, work).doubled_to(doublings, carry, resolution)
        };
        let mut rest: Vec<TiltedMeasure<UP>> = parts.map(power).collect();
        loop {
            rest.sort_by_key(|measure| std::cmp::Reverse(measure.points()));
            match (rest.pop(), rest.pop()) {
                (Some(x), Some(y)) => rest.push(x.convolve(Some(&y), resolution, work)),
                (Some(x), None) => return x,
                (None, _) => return TiltedMeasure::unit(),
            }
        }
    }
}

/// Both bounds of delta, at every eps.
#[derive(Clone, Debug)]
pub struct Composed<E: Engine> {
    /// The lines.
    pub grid: Grid<E>,
    /// The upper bound.
    pub upper: Upper<E>,
    /// The lower bound.
    pub lower: Lower<E>,
    precision: u64,
}

impl<E: Engine> Composed<E> {
    /// Bits of its numbers.
    pub fn precision(&self) -> u64 {
        self.precision
    }

    /// The P-mass at infinite loss.
    pub fn infinite(&self) -> Interval<E> {
        Interval::new(self.lower.infinite.lower().clone(), self.upper.infinite.upper().clone(), self.precision)
    }

    /// An enclosure of delta at eps.
    pub fn delta(&self, eps: &Real) -> Interval<E> {
        Interval::new(self.lower(eps).lower().clone(), self.upper(eps).upper().clone(), self.precision)
    }

    /// At least delta at eps.
    pub fn upper(&self, eps: &Real) -> Interval<E> {
        self.upper.delta(&self.grid, eps, self.precision)
    }

    /// At most delta at eps.
    pub fn lower(&self, eps: &Real) -> Interval<E> {
        self.lower.delta(eps, self.precision)
    }
}
