//! A pair that dominates a sum of reports, however the bits of the other clients are arranged. See
//! [`crate::mechanism::kinds::sum_of_reports`].
//!
//! # The pair
//!
//! Let `d_j` be at least the delta of each arrangement, in both orders of neighbours, at `e^eps =
//! E_j`, for `1 = E_0 < E_1 < ...`. The largest delta of all is convex in e^eps, and so at most the
//! lower hull of these points, which is the profile of a pair: where a slope of the hull changes by
//! Q there are masses `(E_j Q, Q)`, and `(Q, E_j Q)`, since the profile is that of both orders. The
//! last `d_j` is of infinite loss, and what is missing to 1 has loss 0.
//!
//! # Blocks
//!
//! With the reports of some of the others published, which are then subtracted, the sum is that of
//! the rest. So where `first <= m <= last` others have the bit 1, the pair of `first` clients with the
//! bit 1 and `N - last` with the bit 0 dominates. It has `last - first` clients less, and hence an
//! eps that is larger by about half of their share. All m are cut into such blocks. Where p + q = 1,
//! m and N - m have the same pair in the two orders of neighbours, since each report can be exchanged
//! for its complement: one half of them is enough.
//!
//! Source: derived.

use super::reports::Reports;
use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::pair::tails::Masses;
use crate::pair::{Direction, FinitePair};
use crate::tradeoff::lower_hull;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;

/// About the most outcomes of all blocks together: more blocks are closer, and slower.
const ALL_OUTCOMES: u64 = 1 << 15;
/// The fewest blocks, and the most.
const BLOCKS: (u64, u64) = (8, 64);
/// The most points at which delta is bounded.
const MOST_POINTS: usize = 512;
/// Their distance in eps is at most `2^-FINENESS` of the deviation of the loss.
const FINENESS: i64 = 4;
/// Bits of the points, and of the slopes between them.
const SHORT: u64 = 64;
/// Masses of outcomes that are not listed are about 2 to the minus this power.
const PRECISION: u64 = 128;

type Float = <Malachite as Engine>::Float;
type Bounds = Interval<Malachite>;

/// All arrangements of the bits of the others.
pub(crate) struct WorstReports<'a> {
    /// The probability to report 1 with the bit 1.
    pub(crate) p: &'a Real,
    /// The same with the bit 0, which is smaller.
    pub(crate) q: &'a Real,
    /// The number of other clients.
    pub(crate) others: u64,
    /// Is `p + q = 1`?
    pub(crate) is_symmetric: bool,
}

impl WorstReports<'_> {
    /// An arrangement, or what a block leaves of it.
    pub(crate) fn reports(&self, ones: u64, zeros: u64) -> Reports {
        let (p, q) = (self.p.clone(), self.q.clone());
        Reports { p, q, ones, zeros, direction: Direction::Forward }
    }

    /// The arrangement with the least variance: one bit for all others.
    pub(crate) fn same(&self) -> Reports {
        let has_ones = (self.p + self.q - 1).sign().is_none_or(|sign| sign.is_ge());
        if has_ones { self.reports(self.others, 0) } else { self.reports(0, self.others) }
    }

    /// The least number of others with the bit 1 that is looked at.
    pub(crate) fn least(&self) -> u64 {
        if self.is_symmetric { self.others.div_ceil(2) } else { 0 }
    }

    /// About the most outcomes of an arrangement.
    pub(crate) fn most_outcomes(&self) -> u64 {
        self.reports(self.others, 0).listed().max(self.reports(0, self.others).listed())
    }

    /// The pairs of the blocks.
    fn blocks(&self) -> Vec<Reports> {
        let count = (ALL_OUTCOMES / self.most_outcomes()).clamp(BLOCKS.0, BLOCKS.1);
        let size = (self.others - self.least() + 1).div_ceil(count);
        let mut blocks = Vec::new();
        let mut first = self.least();
        while first <= self.others {
            let last = first.saturating_add(size - 1).min(self.others);
            blocks.push(self.reports(first, self.others - last));
            first = last + 1;
        }
        blocks
    }

    /// Likelihood ratios from 1 on, up to the largest one, where they are not too many.
    fn ratios(&self) -> Vec<Rational> {
        let upper = |x: Real| x.enclose::<Malachite>(SHORT).upper().to_rational();
        let losses = [self.p / self.q, (1 - self.q) / (1 - self.p)];
        let largest = losses.into_iter().filter_map(upper).max();
        // The deviation of the loss is about the distance of the means by that of the sum.
        let variance = self.same().variance();
        let distance: Bounds = (self.p - self.q).enclose(SHORT);
        let deviation = &distance / &Interval::from_u64(variance.max(1), SHORT).sqrt();
        let exponent = deviation.lower().exponent().map_or(0, |exponent| exponent - 1).min(0);
        let step = u64::try_from(FINENESS - exponent).unwrap_or(0).min(SHORT / 2);
        let mut ratios = vec![Rational::ONE];
        while ratios.len() < MOST_POINTS
            && let Some(last) = ratios.last().filter(|last| Some(*last) < largest.as_ref())
        {
            let next = Rational::from(((last + (last >> step)) << SHORT).floor()) >> SHORT;
            ratios.push(largest.clone().map_or(next.clone(), |largest| next.min(largest)));
        }
        ratios
    }

    /// The vertices of the hull that bounds delta.
    fn hull(&self) -> Vec<(Rational, Rational)> {
        let ratios = self.ratios();
        let enclosed: Vec<Bounds> =
            ratios.iter().map(|ratio| Interval::from_rational(ratio, PRECISION)).collect();
        let mut most = vec![Float::zero(); ratios.len()];
        for block in self.blocks() {
            let (outcomes, [below, above]) = block.outcomes_by_sum(PRECISION);
            let reversed: Vec<_> = outcomes.iter().rev().map(Masses::reversed).collect();
            raise(&mut most, &enclosed, &outcomes, [&below.p, &above.p]);
            raise(&mut most, &enclosed, &reversed, [&above.q, &below.q]);
        }
        let delta =
            |most: Float| most.to_rational().map_or(Rational::ONE, |x| x.min(Rational::ONE));
        lower_hull(ratios.into_iter().zip(most.into_iter().map(delta)))
    }

    /// The pair; `None` where the bounds are so wide that no pair has them.
    pub(crate) fn pair(&self) -> Option<FinitePair> {
        let hull = self.hull();
        let slope = |ends: &[(Rational, Rational)]| match ends {
            [(ratio, delta), (next, less)] => short((delta - less) / (next - ratio)),
            _ => Rational::ZERO,
        };
        let slopes: Vec<Rational> = hull.windows(2).map(slope).chain([Rational::ZERO]).collect();
        let infinite = hull.last().map_or(Rational::ONE, |(_, delta)| short(delta.clone()));
        let mut rest = Rational::ONE - &infinite;
        let mut outcomes = vec![(infinite.clone(), Rational::ZERO), (Rational::ZERO, infinite)];
        for ((ratio, _), change) in hull.iter().skip(1).zip(slopes.windows(2)) {
            let [before, after] = change else { continue };
            let q = before - after;
            let p = &q * ratio;
            rest -= &p + &q;
            outcomes.extend([(p.clone(), q.clone()), (q, p)]);
        }
        if rest < 0 {
            return None;
        }
        outcomes.push((rest.clone(), rest));
        FinitePair::from_outcomes(
            outcomes
                .into_iter()
                .map(|(p, q)| (Real::from(p), Real::from(q), None))
                .collect::<Vec<_>>(),
        )
    }
}

/// A number of few bits, which is at least another one.
fn short(x: Rational) -> Rational {
    Float::from_rational(&x, SHORT, Rounding::Up).to_rational().unwrap_or(x)
}

/// Raises bounds of delta at some ratios to those of a pair, whose outcomes are in the order of their
/// losses; `rest` are the P-masses of all that are not listed, below and above.
fn raise(
    most: &mut [Float],
    ratios: &[Bounds],
    outcomes: &[Masses<Malachite>],
    rest: [&Bounds; 2],
) {
    let gain = |masses: &Masses<Malachite>, ratio: &Bounds| &masses.p - &(ratio * &masses.q);
    // The masses of each outcome and of all with larger losses.
    let mut beyond = vec![Masses::zero(PRECISION)];
    for masses in outcomes.iter().rev() {
        let sum = beyond.last().map(|sum| sum.plus(masses));
        beyond.extend(sum);
    }
    beyond.reverse();
    let mut first = 0;
    for (most, ratio) in most.iter_mut().zip(ratios) {
        let gains = |i: usize| outcomes.get(i).map(|masses| gain(masses, ratio));
        // What is below the ratio is below all larger ones.
        while gains(first).is_some_and(|gain| gain.upper().sign().is_le()) {
            first += 1;
        }
        let mut delta = if first == 0 { rest[0] + rest[1] } else { rest[1].clone() };
        // What is beyond an outcome above the ratio is above it.
        let mut last = first;
        while let Some(gain) = gains(last).filter(|gain| gain.lower().sign().is_le()) {
            delta = &delta + &gain.positive_part();
            last += 1;
        }
        if let Some(masses) = beyond.get(last) {
            delta = &delta + &gain(masses, ratio).positive_part();
        }
        if delta.upper() > most {
            *most = delta.upper().clone();
        }
    }
}
