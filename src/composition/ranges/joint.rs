//! Several ranges from above, used in any order: the recursion over all their parts.
//!
//! The places are those of the largest range. Others are rounded up to a whole number of their
//! steps: a mechanism of a range has each larger one.

use super::steps::Steps;
use super::window::{largest, start};
use super::{PRECISION, Total, around_middle, charge, outer, places};
use crate::composition::cost::Budget;
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::tradeoff::Curve;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::base::num::basic::traits::Zero;
use malachite::rational::Rational;

/// The most places times parts of the ranges: where there would be more, steps are wider; with more
/// places bounds are closer, in proportion to the steps.
const MOST_PLACES: u64 = 1 << 22;
/// The steps of the largest range: with fewer, the bound is not closer than that of groups of one
/// range.
const LEAST_STEPS: u64 = 16;
/// More steps than this are not worth their work: the number of places grows with them, and the
/// bound is narrower by less and less.
const MOST_STEPS: u64 = 64;

/// One range of several.
struct Member {
    steps: Steps,
    /// The number of mechanisms.
    count: usize,
    /// The distance of the indices of two parts that differ in one of them.
    stride: usize,
    /// At each place, the step of the best sum of the last part.
    near: Vec<usize>,
}

/// The number of ranges, from the largest one on, that are one group, and a polygon below its
/// trade-off function; the ranges are given in falling order. `None` where no group of several is
/// worth it.
pub(in super::super) fn in_any_order(
    ranges: &[(&Real, u64)],
    budget: &Budget,
) -> Option<(usize, Curve)> {
    let found = (2..=ranges.len()).rev().find_map(|number| {
        let group = ranges.get(..number)?;
        Some((group, steps_of(group)?))
    });
    let (group, counts) = found?;
    Some((group.len(), recursion(group, &counts, budget)?))
}

/// The number of parts of some ranges.
fn parts(group: &[(&Real, u64)]) -> Option<u64> {
    group.iter().try_fold(1u64, |product, (_, count)| product.checked_mul(count.checked_add(1)?))
}

/// The numbers of steps of some ranges, of which the largest has one that costs little enough;
/// `None` where it is too small.
fn steps_of(group: &[(&Real, u64)]) -> Option<Vec<u64>> {
    let (largest, parts) = (group.first()?.0, parts(group)?);
    let reach = Total::of(group).reach(&largest.enclose(PRECISION))?;
    let most = (MOST_PLACES / parts.checked_mul(2 * reach.max(1))?).min(MOST_STEPS);
    let ratios: Vec<Real> = group.iter().map(|&(eps, _)| eps / largest).collect();
    let squares = ratios
        .iter()
        .map(|ratio| ratio.enclose::<Malachite>(PRECISION).square().lower().to_rational());
    let squares = squares.collect::<Option<Vec<_>>>()?;
    // The largest is not rounded: its steps are those of the places.
    let rounded = |number: u64| {
        let others = ratios.iter().skip(1).map(|ratio| rounded_up(ratio, number));
        std::iter::once(Some(number)).chain(others).collect::<Option<Vec<_>>>()
    };
    // What rounding and the chords add to the sum of squares.
    let loss = |counts: &Vec<u64>| {
        let number = *counts.first()?;
        let of_one = |((count, square), (_, times)): ((&u64, &Rational), &(&Real, u64))| {
            let rounded = Rational::from(count * count + 1) / Rational::from(number * number);
            (rounded - square) * Rational::from(*times)
        };
        Some(
            counts
                .iter()
                .zip(&squares)
                .zip(group)
                .map(of_one)
                .fold(Rational::ZERO, |sum, x| sum + x),
        )
    };
    let all = (most / 2 + 1..=most).filter(|number| *number >= LEAST_STEPS).filter_map(rounded);
    let (least, counts) =
        all.filter_map(|counts| Some((loss(&counts)?, counts))).min_by(|x, y| x.0.cmp(&y.0))?;
    // About what the product of groups of one range adds.
    let of_product =
        squares.iter().skip(1).fold(Rational::ZERO, |sum, x| sum + x) / Rational::from(2);
    (least < of_product).then_some(counts)
}

/// `ratio * number`, rounded up.
fn rounded_up(ratio: &Real, number: u64) -> Option<u64> {
    let steps = ratio * Real::from(number);
    let steps = match steps.as_rational() {
        Some(exact) => exact.ceiling(),
        None => steps.enclose::<Malachite>(PRECISION).upper().to_rational()?.ceiling(),
    };
    u64::try_from(&steps).ok()
}

/// A polygon below the trade-off function of ranges of these numbers of steps.
fn recursion(group: &[(&Real, u64)], counts: &[u64], budget: &Budget) -> Option<Curve> {
    let (largest_eps, number) = (group.first()?.0, *counts.first()?);
    let step =
        &largest_eps.enclose::<Malachite>(PRECISION) / &Interval::from_u64(number, PRECISION);
    let ranges: Vec<Real> =
        counts.iter().map(|count| largest_eps * Real::from(*count) / Real::from(number)).collect();
    let total: Vec<_> = ranges.iter().zip(group).map(|(eps, (_, times))| (eps, *times)).collect();
    let reach = usize::try_from(Total::of(&total).reach(&step)?).ok()?;
    let places = places(&step, reach + usize::try_from(number).ok()?)?;
    let part = around_middle(&places, reach);
    let (mut members, mut size) = (Vec::new(), 1);
    for (steps, (_, times)) in counts.iter().zip(group) {
        let (steps, count) = (usize::try_from(*steps).ok()?, usize::try_from(*times).ok()?);
        let near = vec![steps / 2; places.len()];
        members.push(Member { steps: Steps::new(&step, steps)?, count, stride: size, near });
        size *= count + 1;
    }
    charge(budget, (size * group.len()) as u64, places.len())?;
    let start = start(&places)?;
    let mut all = vec![start.clone()];
    for index in 1..size {
        let mut above = start.clone();
        for Member { steps, count, stride, near } in &mut members {
            if (index / *stride).is_multiple_of(*count + 1) {
                continue;
            }
            let found = largest(all.get(index - *stride)?, steps, near, &part, &start);
            for ((above, near), (value, step)) in above.iter_mut().zip(near.iter_mut()).zip(found) {
                *above = value.max(*above);
                *near = step;
            }
        }
        all.push(above);
    }
    outer(all.last()?, &places)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// No range is made smaller, whether its ratio to the largest one is rational or not.
    #[test]
    fn ranges_are_rounded_up() {
        let ratio = |p: i64, q: i64| Real::from(Rational::from_signeds(p, q));
        for (ratio, number, steps) in [
            (ratio(1, 2), 32, 16),
            (ratio(1, 2), 33, 17),
            (ratio(999, 1000), 50, 50),
            (ratio(1, 1000), 50, 1),
            (-ratio(1, 2).ln(), 100, 70),
        ] {
            assert_eq!(rounded_up(&ratio, number), Some(steps), "{ratio:?} {number}");
        }
    }
}
