//! Several ranges from below: each mechanism is chosen after the outputs of those before, which
//! have smaller ranges.
//!
//! The places are those of the largest range. Another range E is not a whole number of their steps:
//! after a step s, the test goes on with that of the place nearest to `v E/s`, whose level is
//! multiplied by the ratio of both.

use super::steps::{COEFFICIENT_BITS, Coefficient, Fixed, ROUNDING, fixed, times, units};
use super::window::{Errors, first_tests};
use super::{
    LEAST_BITS, MOST_FIRST, PRECISION, Total, around_middle, bits_of_a_large_range, charge,
    fraction, inner, places, steps_bits, with_more,
};
use crate::composition::cost::Budget;
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::parallel;
use crate::tradeoff::Curve;
use malachite::base::num::arithmetic::traits::Floor;
use rayon::prelude::*;

/// One pair of two losses of a range.
struct Split {
    larger: Coefficient,
    smaller: Coefficient,
    /// The second one times the ratio of `v E/s` to the place nearest to it, rounded up.
    smaller_level: u64,
}

/// The pairs of two losses of a range.
struct Splits {
    /// The number of places from `v/s` to the one nearest to `v E/s`.
    offset: usize,
    /// Those at `s = e^(ih)`; the first one discloses nothing.
    all: Vec<Split>,
}

impl Splits {
    fn new(eps: &Interval<Malachite>, step: &Interval<Malachite>) -> Option<Splits> {
        let number = |n: usize| Interval::<Malachite>::from_u64(n as u64, PRECISION);
        let one = Interval::<Malachite>::one(PRECISION);
        let below =
            |x: &Interval<Malachite>| usize::try_from(&x.lower().to_rational()?.floor()).ok();
        let parts = eps / step;
        let (last, offset) = (below(&parts)?, below(&(&parts + &one.shift(-1)))?);
        let (whole, moved) = (&eps.exp() - &one, (eps - &(step * &number(offset))).exp());
        let split = |i: usize| {
            let smaller = (&(&(step * &number(i)).exp() - &one) / &whole).probability();
            Some(Split {
                larger: Coefficient::new(&(&one - &smaller))?,
                smaller: Coefficient::new(&smaller)?,
                smaller_level: fixed(units(&(&smaller * &moved), COEFFICIENT_BITS)?.1, true)?,
            })
        };
        Some(Splits { offset, all: (0..=last).map(split).collect::<Option<_>>()? })
    }

    /// The errors of the test that goes on with those of the two places after a split.
    fn test(&self, tests: &[Errors], place: usize, split: usize) -> Errors {
        let at = |place: usize| tests.get(place).copied().unwrap_or((0, 0));
        let Some(Split { larger: a, smaller: b, smaller_level }) = self.all.get(split) else {
            return (0, 0);
        };
        let (larger, smaller) = (at(place - split), at(place - split + self.offset));
        let p = times(larger.0, a.below) + times(smaller.0, b.below);
        let q = times(larger.1, a.above) + times(smaller.1, *smaller_level) + ROUNDING;
        (p, q)
    }

    /// The best test at a place that is found near a split, and where it was found.
    fn best(&self, tests: &[Errors], place: usize, near: usize) -> (Errors, usize) {
        let last = self.all.len() - 1;
        let old = tests.get(place).copied().unwrap_or((0, 0));
        let gain = |(p, q): Errors| p.saturating_sub(q);
        let (mut best, mut split) = (old, near.min(last));
        let mut stride = (last / 4).max(1);
        let mut most: Fixed = gain(old);
        let mut improve = |candidate: usize| {
            let test = self.test(tests, place, candidate);
            let is_better = gain(test) > most;
            if is_better {
                (most, best) = (gain(test), test);
            }
            is_better
        };
        improve(split);
        while stride > 0 {
            let to = [split.saturating_sub(stride), (split + stride).min(last)];
            match to.into_iter().find(|to| improve(*to)) {
                Some(to) => split = to,
                None => stride /= 2,
            }
        }
        (best, split)
    }
}

/// Bits by which steps are smaller than those of the largest range, so that they are small beside
/// the others too: about the logarithm of the ratio to the root of the mean square.
fn more_bits(largest: &Interval<Malachite>, count: u64, total: &Total) -> Option<u32> {
    let ratio = &(&largest.square() * &Interval::from_u64(count, PRECISION)) / &total.squares;
    let ratio = u64::try_from(&ratio.upper().to_rational()?.floor()).ok()?;
    Some(ratio.checked_sub(1).and_then(u64::checked_ilog2).map_or(0, |log| log / 2 + 1))
}

/// A polygon above the trade-off function of the adaptive compositions of several ranges, each with
/// its count, in growing order; they are given in falling order. `None` where that takes too long.
pub(in super::super) fn in_growing_order(
    ranges: &[(&Real, u64)],
    gap_bits: u32,
    budget: &Budget,
) -> Option<Curve> {
    let (largest, total) = (ranges.first()?.0.enclose(PRECISION), Total::of(ranges));
    let count = ranges.iter().try_fold(0u64, |sum, (_, count)| sum.checked_add(*count))?;
    let bits = with_more(steps_bits(gap_bits), bits_of_a_large_range(&largest)?);
    let wanted = bits.checked_add(more_bits(&largest, count, &total)?)?;
    let bits = (LEAST_BITS..=wanted).rev().find(|bits| {
        let places = total
            .reach(&fraction(&largest, *bits))
            .and_then(|reach| reach.checked_mul(2)?.checked_mul(count));
        places.is_some_and(|places| places <= MOST_FIRST)
    })?;
    let step = fraction(&largest, bits);
    let reach = usize::try_from(total.reach(&step)?).ok()?;
    let places = places(&step, reach + 2 + 1usize.checked_shl(bits)?)?;
    charge(budget, count, places.len())?;
    let part = around_middle(&places, reach);
    let mut tests = first_tests(&places)?;
    for (eps, count) in ranges {
        let splits = Splits::new(&eps.enclose(PRECISION), &step)?;
        let mut near = vec![splits.all.len() / 2; tests.len()];
        for _ in 0..*count {
            let found: Vec<_> =
                parallel::map(tests.par_iter().zip(&near).enumerate(), |(place, (old, near))| {
                    match part.contains(&place) {
                        true => splits.best(&tests, place, *near),
                        false => (*old, *near),
                    }
                });
            (tests, near) = found.into_iter().unzip();
        }
    }
    inner(&tests, &places)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::super::value;
    use super::*;
    use malachite::base::num::basic::traits::One;
    use malachite::rational::Rational;

    /// The errors after each pair of two losses, from those before, where the range is not a whole
    /// number of steps.
    #[test]
    fn errors_between_places_are_on_their_sides() {
        let number = |x: Rational| Interval::<Malachite>::from_rational(&x, PRECISION);
        let step = number(Rational::from_signeds(1, 8));
        let places = places(&step, 24).unwrap();
        for tenths in [3, 7, 8, 11] {
            let eps = number(Rational::from_signeds(tenths, 10));
            let splits = Splits::new(&eps, &step).unwrap();
            let (one, grown) = (Interval::<Malachite>::one(PRECISION), eps.exp());
            let mut tests = first_tests(&places).unwrap();
            let mut inside = 0;
            for _ in 0..2 {
                let mut next = tests.clone();
                for (place, split) in around_middle(&places, 12)
                    .flat_map(|place| (0..splits.all.len()).map(move |i| (place, i)))
                {
                    let s = (&step * &Interval::from_u64(split as u64, PRECISION)).exp();
                    let b = &(&s - &one) / &(&grown - &one);
                    let a = &one - &b;
                    let [larger, smaller] =
                        [place - split, place - split + splits.offset].map(|other| {
                            let (p, q) = tests[other];
                            (number(value(p)), &number(value(q)) / &places[other])
                        });
                    let found = splits.test(&tests, place, split);
                    let p = &(&a * &larger.0) + &(&b * &smaller.0);
                    // The masses under Q are a/s and b E/s.
                    let level = &(&(&a * &larger.1) + &(&(&b * &grown) * &smaller.1)) / &s;
                    let q = &places[place] * &level;
                    let unit = Rational::ONE >> 60;
                    let (exact_p, exact_q) =
                        (p.upper().to_rational().unwrap(), q.lower().to_rational().unwrap());
                    assert!(
                        value(found.0) <= exact_p && value(found.1) >= exact_q,
                        "{tenths} {place} {split}"
                    );
                    assert!(value(found.0) + &unit >= exact_p, "{tenths} {place} {split}");
                    assert!(value(found.1) <= exact_q + &unit, "{tenths} {place} {split}");
                    inside += usize::from(split > 0 && found.0 > found.1);
                }
                for place in around_middle(&places, 12) {
                    next[place] = splits.best(&tests, place, 0).0;
                }
                tests = next;
            }
            assert!(inside > 8, "{tenths}: {inside}");
        }
    }
}
