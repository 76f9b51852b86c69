//! The composition of a ledger on one grid.

use super::bins::{Bins, Grid};
use super::bounds::{Lower, Upper};
use super::evaluated::{Evaluated, any_of};
use super::measure::{Resolution, TiltedMeasure};
use super::plan::{self, LINE_WORK, Part, Plan};
use super::regrid::Carry;
use super::sketch::{Saddle, Sketch};
use super::tilt::Tilt;
use crate::composition::progress::Work;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::Law;
use malachite::rational::Rational;

/// Laws and how often each is taken, evaluated with a precision.
#[derive(Clone, Debug)]
pub struct Ledger<E: Engine> {
    pub(super) laws: Vec<(Evaluated<E>, u64)>,
    pub(super) sketches: Vec<Sketch>,
    precision: u64,
    pub(super) bits: u64,
}

impl<E: Engine> Ledger<E> {
    /// Evaluates and sketches the laws: tails matter down to `2^-bits`.
    pub fn new(laws: &[(Law, u64)], bits: u64) -> Self {
        let precision = 128;
        let laws: Vec<(Evaluated<E>, u64)> =
            laws.iter().map(|(law, count)| (law.evaluate(precision), *count)).collect();
        let is_close_near_0 = plan::is_long(&laws);
        let sketch = |(law, count): &(Evaluated<E>, u64)| Sketch::of(law, *count, bits, is_close_near_0, precision);
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
        let doublings = plan.doublings();
        let resolution = |(part, count): (&Part, u64)| part.resolution_of_one(count, plan.resolution);
        let resolutions: Vec<Resolution> = plan.parts.iter().zip(counts()).map(resolution).collect();
        let upper = || {
            let dominating = |(i, (bins, sketch)): (usize, (&Bins<E>, &Sketch))| {
                let (masses, infinite) = bins.dominating(&grid, &shares[i]);
                let masses = tilt_p.apply(bins.start(), &masses);
                let lost = sketch.tilted_below(&plan.parts[i].range.0, &tilt_p, &plan.step);
                (TiltedMeasure::new(bins.start(), &masses, lost, resolutions[i]), infinite)
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
        let parts = || bins.iter().zip(&statistics).zip(&resolutions);
        let accepted = || {
            let measures = parts().map(|((bins, at), resolution)| bins.accepted(at, &tilt_p, *resolution));
            self.product(measures, plan, &Carry::of_a_test(&tilt_p, doublings), work)
        };
        let rejected = || {
            let measures = parts().map(|((bins, at), resolution)| bins.rejected(at, &tilt_q, *resolution));
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
