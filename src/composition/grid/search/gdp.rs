//! The least mu of Gaussian differential privacy of a composition on a grid.
//!
//! Any loss may decide about it, mostly that of the tests next to the cut, far in a tail. So curves
//! are tilted for the loss that decides, as far as the curves before it tell: the first ones are
//! rough. Small type I errors are those of the pair, small type II errors those of the exchanged
//! pair: both are sums of small masses.

use super::{Seen, compose_to, near, sketched_again};
use crate::composition::cost::Budget;
use crate::composition::grid::compose::{Composed, Ledger};
use crate::composition::grid::plan::Aim;
use crate::composition::grid::sketch::Saddle;
use crate::composition::grid::trade_off::Curve;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::refusal::Refusal;
use crate::tradeoff::{Goal, Largest, Support, first_supports, largest};
use malachite::rational::Rational;

/// Bits of the quantiles: up to 64 they are found and certified in registers. The distance of the
/// curves is far above `2^-64`, and what mu is wide by.
const PRECISION: u64 = 64;
/// Rounds of the search for the loss that decides that may be useless: each reads all curves once
/// more. With fewer the search may end before it has found the loss, and mu is wider; it is right
/// with any.
const PATIENCE: usize = 3;
/// The first curves have a gap of at least one part in this many: they show which loss decides, and
/// only there a close curve is worth its composition.
const ROUGH: u32 = 16;
/// The most curves, of which each is a composition: it ends a search whose loss moves each time;
/// what has been found by then is right.
const MOST_CURVES: usize = 12;

/// The least mu of the tests whose errors are at least a cut, with a relative gap of about `gap`
/// where that can be reached.
///
/// # Errors
/// See [`compose_to`].
pub fn gdp<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    cut: &Rational,
    gap: &Rational,
    budget: &Budget,
) -> Result<Interval<E>, Refusal> {
    let mut curves = Curves::<E>::new(loss_pairs, budget);
    let log = near(&Real::from(cut.clone()).ln());
    let rough = gap.clone().max(Rational::from_unsigneds(1u32, ROUGH));
    for side in 0..curves.sides.len() {
        curves.add(side, &rough, |ledger| ledger.saddle_of_delta(&log))?;
    }
    curves.add(0, &rough, |ledger| ledger.saddle_of_eps(&Rational::from(0)))?;
    let mut fineness = gap.clone();
    let mut last: Option<E::Float> = None;
    loop {
        let Largest { mu, loss } = curves.largest(cut, gap);
        let width = mu.upper().sub(mu.lower(), 64, Rounding::Up);
        let allowed =
            E::Float::from_rational(gap, 64, Rounding::Down).mul(mu.upper(), 64, Rounding::Down);
        if width <= allowed || curves.count() >= MOST_CURVES {
            return Ok(mu);
        }
        // A second curve for the same loss is a finer one.
        let narrowed = |before: &E::Float| width <= before.shift(-1, 64, Rounding::Down);
        if last.as_ref().is_some_and(|before| !narrowed(before)) {
            fineness >>= 2u32;
        }
        last = Some(width);
        let side = usize::from(loss < 0).min(curves.sides.len() - 1);
        let size = if loss < 0 { -loss } else { loss };
        if curves.add(side, &fineness, |ledger| ledger.saddle_of_eps(&size)).is_err() {
            budget.control().check()?;
            return Ok(mu);
        }
    }
}

/// A pair, or the exchanged one.
struct Side<E: Engine> {
    /// The steps of the composition, with their counts.
    steps: Vec<(LossPair, u64)>,
    /// The sketch of the steps with the farthest tails.
    ledger: Option<Ledger<E>>,
    curves: Vec<Curve<E>>,
}

/// The curves of a pair, and of the exchanged one where it is another one.
struct Curves<'a, E: Engine> {
    sides: Vec<Side<E>>,
    budget: &'a Budget,
}

impl<'a, E: Engine> Curves<'a, E> {
    fn new(loss_pairs: &[(LossPair, u64)], budget: &'a Budget) -> Self {
        let side = |steps| Side { steps, ledger: None, curves: Vec::new() };
        let mut sides = vec![side(loss_pairs.to_vec())];
        if !loss_pairs.iter().all(|(loss_pair, _)| is_symmetric(loss_pair)) {
            sides.push(side(LossPair::all_reversed(loss_pairs)));
        }
        Curves { sides, budget }
    }

    fn count(&self) -> usize {
        self.sides.iter().map(|side| side.curves.len()).sum()
    }

    /// A curve that is good near the mean of a tilt.
    fn add(
        &mut self,
        side: usize,
        gap: &Rational,
        tilt: impl Fn(&Ledger<E>) -> Saddle,
    ) -> Result<(), Refusal> {
        let Some(Side { steps, ledger, curves }) = self.sides.get_mut(side) else {
            return Ok(());
        };
        let (ledger, saddle) = sketched_again::<E>(ledger, steps, gap, self.budget, tilt)?;
        let eps = Real::from(saddle.mean.clone().max(Rational::from(0)));
        let look = |composed: &Composed<E>| Seen::delta(composed, &eps);
        curves.push(Curve::of(&compose_to(&ledger, &saddle, Aim::at(gap), self.budget, look)?));
        Ok(())
    }

    fn largest(&self, cut: &Rational, gap: &Rational) -> Largest<E> {
        let bits = 2 + super::gap_bits(gap);
        let goal =
            Goal { cut, bits, patience: PATIENCE, precision: PRECISION, top: Rational::from(1) };
        let between = |low: &Rational, high: &Rational| {
            let middle = (low + high) >> 1u32;
            let found = self.support(&middle)?;
            Some((middle, found))
        };
        largest(first_supports(cut, |loss| self.support(loss)), &goal, between)
    }

    /// What the curves of the side know about a loss.
    fn support(&self, loss: &Rational) -> Option<Support> {
        if *loss >= 0 {
            return supported(&self.sides.first()?.curves, loss);
        }
        let Support { points, slope, intercept } = supported(&self.sides.last()?.curves, &-loss)?;
        // alpha >= intercept - slope beta, for the mirror image.
        Some(Support {
            points: points.into_iter().map(|(alpha, beta)| (beta, alpha)).collect(),
            intercept: intercept / &slope,
            slope: Rational::from(1) / slope,
        })
    }
}

/// The highest line of some curves at a loss, and the point of the curve that has it.
fn supported<E: Engine>(curves: &[Curve<E>], loss: &Rational) -> Option<Support> {
    let lines = curves.iter().filter_map(|curve| Some((curve, curve.line(loss)?)));
    let (curve, (slope, intercept)) = lines.max_by(|(_, (_, x)), (_, (_, y))| x.cmp(y))?;
    Some(Support { points: curve.point(loss).into_iter().collect(), slope, intercept })
}

fn is_symmetric(loss_pair: &LossPair) -> bool {
    match loss_pair {
        LossPair::Finite(pair) => pair.is_symmetric() == Some(true),
        other => other.clone().reversed() == *other,
    }
}
