//! The composition of a ledger on one grid.

use super::bins::{Bins, Grid};
use super::bounds::{Lower, Upper};
use super::measure::{Resolution, TiltedMeasure};
use super::plan::{self, Part, Plan};
use super::regrid::SplitWeights;
use super::schedule::LINE_WORK;
use super::sketch::{Saddle, Sketch};
use super::tilt::Tilt;
use crate::control::{Control, Interrupted, Work};
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::pair::Evaluated;
use crate::pair::any_of;
use crate::parallel;
use malachite::rational::Rational;

/// Loss pairs and their counts, evaluated at a precision.
#[derive(Clone, Debug)]
pub struct Ledger<E: Engine> {
    pub(super) loss_pairs: Vec<(Evaluated<E>, u64)>,
    pub(super) sketches: Vec<Sketch>,
    /// For each loss pair, the word operations of its series at a grid point.
    pub(super) series_works: Vec<u64>,
    precision: u64,
    pub(super) bits: u64,
}

impl<E: Engine> Ledger<E> {
    /// Evaluates and sketches the loss pairs: tails matter down to `2^-bits`.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn new(
        loss_pairs: &[(LossPair, u64)],
        bits: u64,
        control: &Control,
    ) -> Result<Self, Interrupted> {
        let precision = 128;
        let series_works =
            loss_pairs.iter().map(|(loss_pair, _)| loss_pair.series_work()).collect();
        let loss_pairs: Vec<(Evaluated<E>, u64)> = loss_pairs
            .iter()
            .map(|(loss_pair, count)| (loss_pair.evaluate(precision), *count))
            .collect();
        let sketch = |(loss_pair, count): &(Evaluated<E>, u64)| {
            Sketch::of(loss_pair, *count, bits, plan::is_long(*count), precision, control)
        };
        let sketches = loss_pairs.iter().map(sketch).collect::<Result<_, _>>()?;
        Ok(Ledger { loss_pairs, sketches, series_works, precision, bits })
    }

    /// Tails matter down to 2 to minus this.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// The same, where tails matter down to `2^-bits` only; never finer than the ledger was made
    /// for.
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

    /// Composes the ledger to the upper and the lower bound. `work` counts the operations.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn compose(&self, plan: &Plan, work: &Work) -> Result<Composed<E>, Interrupted> {
        let doublings = plan.doublings();
        let tilt = |lambda: &Rational| Tilt::near_exp(&(lambda * &plan.step));
        let (tilt_p, tilt_q) = (tilt(&plan.lambda), tilt(&(&plan.lambda + Rational::from(1))));
        let loss_pairs = self.loss_pairs.iter().zip(&plan.parts);
        let row = |((loss_pair, count), part): (&(Evaluated<E>, u64), _)| {
            self.row((loss_pair, *count), part, plan, (&tilt_p, &tilt_q), work.control())
        };
        let rows = loss_pairs.map(row).collect::<Result<Vec<Row<E>>, _>>()?;
        work.done(
            self.lines(plan).saturating_mul(LINE_WORK).saturating_add(self.series_work(plan)),
        )?;
        let of_all = |infinite: Vec<Interval<E>>| {
            let counts = self.loss_pairs.iter().map(|(_, count)| *count);
            any_of(&infinite.into_iter().zip(counts).collect::<Vec<_>>(), self.precision)
        };
        let upper = || {
            let dominating = |(row, sketch): (&Row<E>, &Sketch)| row.dominating(sketch);
            let (measures, infinite): (Vec<_>, Vec<_>) =
                rows.iter().zip(&self.sketches).map(dominating).unzip();
            let carry =
                SplitWeights::dominating::<E>(&plan.step, &tilt_p, doublings, self.precision);
            Ok::<_, Interrupted>(Upper {
                finite: self.product(measures.into_iter(), plan, &carry, work)?,
                tilt: tilt_p.doubled(doublings),
                infinite: of_all(infinite),
            })
        };
        let accepted = || {
            self.product(
                rows.iter().map(Row::accepted),
                plan,
                &SplitWeights::of_a_test(&tilt_p, doublings),
                work,
            )
        };
        let rejected = || {
            self.product(
                rows.iter().map(Row::rejected),
                plan,
                &SplitWeights::of_a_test(&tilt_q, doublings),
                work,
            )
        };
        let (upper, (accepted, rejected)) =
            parallel::join(upper, || parallel::join(accepted, rejected));
        let infinite = of_all(rows.iter().map(|row| row.bins.infinite.clone()).collect());
        let (accepted_tilt, rejected_tilt) = (tilt_p.doubled(doublings), tilt_q.doubled(doublings));
        let lower = Lower {
            accepted: accepted?,
            accepted_tilt,
            rejected: rejected?,
            rejected_tilt,
            infinite,
        };
        let grid = Grid::new(&plan.step << doublings, self.precision);
        Ok(Composed { grid, upper: upper?, lower, precision: self.precision })
    }

    fn row<'a>(
        &self,
        (loss_pair, count): (&Evaluated<E>, u64),
        part: &'a Part,
        plan: &Plan,
        (tilt_p, tilt_q): (&Tilt, &Tilt),
        control: &Control,
    ) -> Result<Row<'a, E>, Interrupted> {
        let first = part.pace.after(0);
        let grid = Grid::new(&plan.step << first, self.precision);
        let bins = Bins::of(loss_pair, &grid, part.lines(&grid.step), control)?;
        let shares = bins.shares(&grid);
        Ok(Row {
            statistics: bins.statistics(&shares),
            bins,
            shares,
            grid,
            doublings: first,
            tilt_p: tilt_p.doubled(first),
            tilt_q: tilt_q.doubled(first),
            resolution: part.resolution_of_one(count, plan.resolution),
            start: &part.range.0,
        })
    }

    /// The convolution of the powers of the loss pairs' measures, small ones first, on grid points
    /// whose step is doubled equally often for each.
    fn product<const UP: bool>(
        &self,
        measures: impl Iterator<Item = TiltedMeasure<UP>>,
        plan: &Plan,
        carry: &SplitWeights<UP>,
        work: &Work,
    ) -> Result<TiltedMeasure<UP>, Interrupted> {
        let (doublings, resolution) = (plan.doublings(), plan.resolution);
        let parts =
            measures.zip(&plan.parts).zip(&self.loss_pairs).filter(|(_, (_, count))| *count > 0);
        let power =
            |((measure, part), (_, count)): ((TiltedMeasure<UP>, &Part), &(Evaluated<E>, u64))| {
                let power = measure.power(*count, &part.pace, carry, resolution, work)?;
                Ok(power.doubled_to(doublings, carry, resolution))
            };
        let mut rest = parts.map(power).collect::<Result<Vec<TiltedMeasure<UP>>, Interrupted>>()?;
        loop {
            rest.sort_by_key(|measure| std::cmp::Reverse(measure.points()));
            match (rest.pop(), rest.pop()) {
                (Some(x), Some(y)) => rest.push(x.convolve(Some(&y), resolution, work)?),
                (Some(x), None) => return Ok(x),
                (None, _) => return Ok(TiltedMeasure::unit()),
            }
        }
    }
}

/// One loss pair on the grid that its power begins with.
struct Row<'a, E: Engine> {
    bins: Bins<E>,
    shares: Vec<(Interval<E>, Interval<E>)>,
    statistics: Vec<i64>,
    grid: Grid<E>,
    /// The number of doublings from the first step to the step of its grid.
    doublings: u32,
    tilt_p: Tilt,
    tilt_q: Tilt,
    resolution: Resolution,
    /// Losses below this are in no cell: their mass counts as lost.
    start: &'a Rational,
}

impl<E: Engine> Row<'_, E> {
    /// The dominating pair and its mass at infinite loss.
    fn dominating(&self, sketch: &Sketch) -> (TiltedMeasure<true>, Interval<E>) {
        let (masses, infinite) = self.bins.dominating(&self.grid, &self.shares);
        let masses = self.tilt_p.apply(self.bins.start(), &masses);
        let lost = sketch.tilted_below(self.start, &self.tilt_p, &self.grid.step);
        (
            TiltedMeasure::new(self.bins.start(), &masses, lost, self.resolution)
                .after(self.doublings),
            infinite,
        )
    }

    fn accepted(&self) -> TiltedMeasure<false> {
        self.bins.accepted(&self.statistics, &self.tilt_p, self.resolution).after(self.doublings)
    }

    fn rejected(&self) -> TiltedMeasure<true> {
        self.bins.rejected(&self.statistics, &self.tilt_q, self.resolution).after(self.doublings)
    }
}

/// Both bounds of delta, at every eps.
#[derive(Clone, Debug)]
pub struct Composed<E: Engine> {
    /// The grid.
    pub grid: Grid<E>,
    /// The upper bound.
    pub upper: Upper<E>,
    /// The lower bound.
    pub lower: Lower<E>,
    precision: u64,
}

impl<E: Engine> Composed<E> {
    /// Working precision of its numbers, in bits.
    pub fn precision(&self) -> u64 {
        self.precision
    }

    /// The number of points of all its measures.
    pub fn points(&self) -> usize {
        let Lower { accepted, rejected, .. } = &self.lower;
        self.upper.finite.points() + accepted.points() + rejected.points()
    }

    /// The P-mass at infinite loss.
    pub fn infinite(&self) -> Interval<E> {
        Interval::new(
            self.lower.infinite.lower().clone(),
            self.upper.infinite.upper().clone(),
            self.precision,
        )
    }

    /// An enclosure of delta at eps.
    pub fn delta(&self, eps: &Real) -> Interval<E> {
        Interval::new(
            self.lower(eps).lower().clone(),
            self.upper(eps).upper().clone(),
            self.precision,
        )
    }

    /// The part of delta at eps that is lost mass, in the upper bound.
    pub fn lost(&self, eps: &Real) -> E::Float {
        self.upper.lost(&self.grid, eps)
    }

    /// An upper bound of delta at eps.
    pub fn upper(&self, eps: &Real) -> Interval<E> {
        self.upper.delta(&self.grid, eps, self.precision)
    }

    /// A lower bound of delta at eps.
    pub fn lower(&self, eps: &Real) -> Interval<E> {
        self.lower.delta(eps, self.precision)
    }
}
