//! From composed measures to the two bounds of delta.

use super::bins::Grid;
use super::measure::TiltedMeasure;
use super::tilt::Tilt;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::register::RegisterFloat;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// The composition of a dominating pair on the grid: an upper bound of delta at every eps.
#[derive(Clone, Debug)]
pub struct Upper<E: Engine> {
    /// The tilted P-masses.
    pub finite: TiltedMeasure<true>,
    /// Their tilt.
    pub tilt: Tilt,
    /// At least the P-mass at infinite loss.
    pub infinite: Interval<E>,
}

/// The two sides of a test, composed: a lower bound of delta at every eps.
#[derive(Clone, Debug)]
pub struct Lower<E: Engine> {
    /// The tilted P-masses of the statistic.
    pub accepted: TiltedMeasure<false>,
    /// Their tilt.
    pub accepted_tilt: Tilt,
    /// The tilted Q-masses of the statistic.
    pub rejected: TiltedMeasure<true>,
    /// Their tilt.
    pub rejected_tilt: Tilt,
    /// At most the P-mass at infinite loss.
    pub infinite: Interval<E>,
}

/// The nearest grid point at or below eps, or the one before it; `None` beyond 64 bits.
fn floor_line<E: Engine>(grid: &Grid<E>, eps: &Real) -> Option<i64> {
    let ratio = (eps / Real::from(grid.step.clone())).enclose::<E>(128);
    i64::try_from(&Floor::floor(&ratio.lower().to_rational()?)).ok()
}

/// The first grid point above eps, or the one after it.
fn first_above<E: Engine>(grid: &Grid<E>, eps: &Real) -> Option<i64> {
    floor_line(grid, eps).and_then(|line| line.checked_add(1))
}

impl<E: Engine> Upper<E> {
    /// An upper bound of delta at eps.
    ///
    /// `sum over l > eps of (1 - e^(eps - l)) P(l)`. Lost mass contributes its tilted mass over the
    /// weight of the first grid point above eps, because the weights grow with the loss.
    pub fn delta(&self, grid: &Grid<E>, eps: &Real, precision: u64) -> Interval<E> {
        let one = Interval::<E>::one(precision);
        let Some(first) = first_above(grid, eps) else {
            return one.hull(&Interval::zero(precision));
        };
        let mut sum = RegisterFloat::<true>::ZERO;
        if self.finite.reach() >= first {
            let start = first.max(self.finite.start());
            let skip = usize::try_from(start - self.finite.start()).unwrap_or(usize::MAX);
            let masses = self.tilt.remove(start, self.finite.masses().skip(skip));
            let gap = &Interval::from_rational(&(&grid.step * Rational::from(start)), precision)
                - &eps.enclose(precision);
            let end = |x: &Interval<E>| {
                RegisterFloat::<true>::from_float(x.upper()).unwrap_or(RegisterFloat::ONE)
            };
            let mut share = end(&(&one - &(-&gap).exp()).positive_part());
            let shrink = end(&(&one / &grid.growth));
            let gain = end(&(&one - &(&one / &grid.growth)));
            for mass in masses {
                sum = sum.plus(mass.times(share));
                share = share.times(shrink).plus(gain);
            }
            sum = sum.plus(self.lost_above(first));
        }
        let finite = Interval::new(E::Float::zero(), sum.to_float(), precision);
        (&self.infinite + &finite).probability()
    }

    /// The part of delta at eps that is lost mass, which may be at any loss.
    pub fn lost(&self, grid: &Grid<E>, eps: &Real) -> E::Float {
        first_above(grid, eps)
            .map_or_else(E::Float::zero, |first| self.lost_above(first).to_float())
    }

    /// An upper bound of the lost mass that may be at a grid point or above it.
    fn lost_above(&self, first: i64) -> RegisterFloat<true> {
        self.finite.lost().times(self.tilt.power(-first))
    }
}

impl<E: Engine> Lower<E> {
    /// A lower bound of delta at eps: `P(S >= s) - e^eps Q(S >= s)` for the best s.
    ///
    /// Any s is valid; the best one is near where the ratio of the masses passes `e^eps`.
    pub fn delta(&self, eps: &Real, precision: u64) -> Interval<E> {
        let ratio: Interval<E> = eps.exp().enclose(precision);
        let (p, q) = (
            self.accepted_tilt.remove_all(&self.accepted),
            self.rejected_tilt.remove_all(&self.rejected),
        );
        let factor =
            RegisterFloat::<true>::from_float(ratio.upper()).unwrap_or(RegisterFloat::ZERO);
        let from = self.accepted.start().max(self.rejected.start());
        let place = |s: i64, start: i64| usize::try_from(s - start).unwrap_or(0);
        let rejected =
            |s: i64| q.get(place(s, self.rejected.start())).copied().unwrap_or(RegisterFloat::ZERO);
        // From above: wherever P outweighs Q since the best grid point so far, the lower one is
        // better.
        let (mut best, mut ahead, mut behind) =
            (i64::MAX, RegisterFloat::ZERO, RegisterFloat::<true>::ZERO);
        for (place, p) in p.iter().enumerate().rev() {
            let s = self.accepted.start() + i64::try_from(place).unwrap_or(0);
            if s < from {
                break;
            }
            ahead = ahead.plus(*p);
            behind = behind.plus(rejected(s).times(factor));
            if ahead.exactly() > behind {
                (best, ahead, behind) = (s, RegisterFloat::ZERO, RegisterFloat::ZERO);
            }
        }
        let at = |s: i64| {
            let p = p
                .iter()
                .skip(place(s, self.accepted.start()))
                .rev()
                .fold(RegisterFloat::ZERO, |sum, p| sum.plus(*p));
            let q = q
                .iter()
                .skip(place(s, self.rejected.start()))
                .rev()
                .fold(RegisterFloat::ZERO, |sum, q| sum.plus(*q));
            let q = q.plus(self.rejected.lost().times(self.rejected_tilt.power(-s)));
            let float = |x: E::Float| Interval::<E>::new(x.clone(), x, precision);
            &float(p.to_float()) - &(&ratio * &float(q.to_float()))
        };
        let zero = Interval::<E>::zero(precision);
        let best = if best == i64::MAX { zero } else { at(best).positive_part() };
        (&self.infinite + &best).probability()
    }
}
