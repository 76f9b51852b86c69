//! The composition of a ledger on one grid.

use super::bins::{Bins, Grid};
use super::bounds::{Lower, Upper};
use super::evaluated::{Evaluated, any_of};
use super::measure::{POINT_WORK, Resolution, TiltedMeasure};
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
    /// The grid step.
    pub step: Rational,
    /// The weight of a loss l is about `e^(lambda l)`.
    pub lambda: Rational,
    /// How exactly measures are kept.
    pub resolution: Resolution,
    /// For each law, the losses between which lines are drawn.
    pub ranges: Vec<(Rational, Rational)>,
    /// The variance of the tilted loss.
    pub variance: Rational,
}

impl Plan {
    /// The same with another grid step, or one slightly smaller.
    pub fn with_step(&self, step: &Rational) -> Plan {
        let few_bits = rounded_up(&(step * Rational::from_unsigneds(31u32, 32u32)));
        Plan { step: few_bits, ..self.clone() }
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
        let range = |sketch: &Sketch| (sketch.bottom(&saddle.lambda, cut + 4), sketch.top(self.bits));
        let plan = Plan {
            step: fine.clone(),
            lambda: saddle.lambda.clone(),
            resolution: Resolution { bits: bits(cut + 20), cut: bits(cut) },
            ranges: self.sketches.iter().map(range).collect(),
            variance: saddle.variance.clone(),
        };
        plan.with_step(&fine)
    }

    /// Lines that a plan draws.
    pub fn lines(&self, plan: &Plan) -> u64 {
        let lines = |(low, high): &(Rational, Rational)| {
            u64::try_from(floor_line(high, &plan.step) - floor_line(low, &plan.step)).unwrap_or(0)
        };
        plan.ranges.iter().map(lines).fold(0, u64::saturating_add)
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
        let bins = |((law, _), (low, high)): (&(Evaluated<E>, u64), &(Rational, Rational))| {
            let (start, end) = (floor_line(low, &grid.step), floor_line(high, &grid.step) + 1);
            Bins::of(law, grid, start, end)
        };
        self.laws.iter().zip(&plan.ranges).map(bins).collect()
    }

    /// Composes the ledger: the upper bound, the lower bound. What is done is told to `work`.
    pub fn compose(&self, plan: &Plan, work: &Work) -> Composed<E> {
        let grid = Grid::new(plan.step.clone(), self.precision);
        let bins = self.bins(plan, &grid);
        work.done(self.lines(plan).saturating_mul(LINE_WORK));
        let tilt = |lambda: &Rational| Tilt::near_exp(&(lambda * &plan.step));
        let (tilt_p, tilt_q) = (tilt(&plan.lambda), tilt(&(&plan.lambda + Rational::from(1))));
        let counts = || self.laws.iter().map(|(_, count)| *count);
        let resolution = plan.resolution;
        let upper = || {
            let dominating = |((bins, sketch), (low, _)): ((&Bins<E>, &Sketch), &(Rational, Rational))| {
                let (masses, infinite) = bins.dominating(&grid);
                let masses = tilt_p.apply(bins.start, &masses);
                let lost = sketch.tilted_below(low, &tilt_p, &plan.step);
                (TiltedMeasure::new(bins.start, &masses, lost, resolution), infinite)
            };
            let parts = bins.iter().zip(&self.sketches).zip(&plan.ranges);
            let (measures, infinite): (Vec<_>, Vec<_>) = parts.map(dominating).unzip();
            let infinite: Vec<(Interval<E>, u64)> = infinite.into_iter().zip(counts()).collect();
            Upper {
                finite: product(measures.into_iter().zip(counts()), resolution, work),
                tilt: tilt_p,
                infinite: any_of(&infinite, self.precision),
            }
        };
        let accepted = || {
            let measures = bins.iter().map(|bins| bins.accepted(&tilt_p, resolution));
            product(measures.zip(counts()), resolution, work)
        };
        let rejected = || {
            let measures = bins.iter().map(|bins| bins.rejected(&tilt_q, resolution));
            product(measures.zip(counts()), resolution, work)
        };
        let (upper, (accepted, rejected)) = rayon::join(upper, || rayon::join(accepted, rejected));
        let infinite: Vec<(Interval<E>, u64)> = bins.iter().map(|bins| bins.infinite.clone()).zip(counts()).collect();
        let infinite = any_of(&infinite, self.precision);
        let lower = Lower { accepted, accepted_tilt: tilt_p, rejected, rejected_tilt: tilt_q, infinite };
        Composed { grid, upper, lower, precision: self.precision }
    }
}

/// The convolution of powers, small ones first.
fn product<const UP: bool>(
    measures: impl Iterator<Item = (TiltedMeasure<UP>, u64)>,
    resolution: Resolution,
    work: &Work,
) -> TiltedMeasure<UP> {
    let mut rest: Vec<TiltedMeasure<UP>> = measures
        .filter(|(_, count)| *count > 0)
        .map(|(measure, count)| measure.power(count, resolution, work))
        .collect();
    loop {
        rest.sort_by_key(|measure| std::cmp::Reverse(measure.points()));
        match (rest.pop(), rest.pop()) {
            (Some(x), Some(y)) => rest.push(x.convolve(Some(&y), resolution, work)),
            (Some(x), None) => return x,
            (None, _) => return TiltedMeasure::unit(),
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
