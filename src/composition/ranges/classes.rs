//! Several ranges, each with its own bound: which of them are taken for one, and how many are used in
//! any order.

use super::{around, in_any_order, in_growing_order};
use crate::composition::cost::Budget;
use crate::composition::{Between, PRECISION};
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::{BoundedRange, Dominating, Noise};
use crate::tradeoff::Curve;
use std::cmp::{Ordering, Reverse};

/// More ranges than these are rounded up from above, to as many: each class is one more factor of
/// the product that bounds them. More classes are closer, and costlier by a factor each.
const MOST_CLASSES: usize = 20;

/// Steps with their counts.
type Steps = Vec<(Dominating, u64)>;

/// The steps that have a range and are chosen after the outputs of those before, and the others.
pub fn of_steps(steps: Steps) -> (Steps, Steps) {
    steps.into_iter().partition(|(step, _)| adaptive_range(step).is_some())
}

/// The range of a step that is chosen after the outputs of those before, if it discloses anything.
fn adaptive_range(step: &Dominating) -> Option<&BoundedRange> {
    match step.noise() {
        Some(Noise::BoundedRange(range @ BoundedRange { is_adaptive: true, .. }))
            if !range.eps.is_zero() =>
        {
            Some(range)
        }
        _ => None,
    }
}

/// Are there several ranges of which each is chosen adaptively?
pub fn are_several(steps: &[(Dominating, u64)]) -> bool {
    steps.iter().filter(|(step, _)| adaptive_range(step).is_some()).count() > 1
}

/// Steps that dominate all compositions of bounded ranges, and a polygon that one of them attains.
pub fn around_all(
    ranges: &[(Dominating, u64)],
    gap_bits: u32,
    is_first: bool,
    budget: &Budget,
) -> Option<(Steps, Curve)> {
    let mut all: Vec<_> = ranges
        .iter()
        .filter_map(|(step, count)| Some((adaptive_range(step)?.eps.clone(), *count)))
        .collect();
    let finite = |curve: &Curve| (Dominating::Finite(curve.to_pair()), 1);
    if let [(eps, count)] = all.as_slice() {
        let Between { outer, inner } = around(eps, *count, gap_bits, is_first, budget)?;
        return Some((vec![finite(&outer)], inner));
    }
    // What is not told apart may be in any order.
    all.sort_by_cached_key(|(eps, _)| {
        Reverse(eps.enclose::<Malachite>(PRECISION).lower().to_rational())
    });
    let all: Vec<_> = all.iter().map(|(eps, count)| (eps, *count)).collect();
    let inner = in_growing_order(&all, gap_bits, budget)?;
    let all = if all.len() > MOST_CLASSES { in_classes(&all) } else { all };
    let group = if is_first { None } else { in_any_order(&all, budget) };
    let (together, mut above) =
        group.map_or((0, Vec::new()), |(number, curve)| (number, vec![finite(&curve)]));
    for (eps, count) in all.iter().skip(together) {
        let alone = if *count > 1 { around(eps, *count, gap_bits, true, budget) } else { None };
        above.push(alone.map_or_else(
            || {
                let range = BoundedRange { eps: (*eps).clone(), count: 1, is_adaptive: true };
                (Dominating::Noise(vec![range.into()]), *count)
            },
            |Between { outer, .. }| finite(&outer),
        ));
    }
    Some((above, inner))
}

/// Ranges in falling order, of which those that are near to a larger one are taken for it: a
/// mechanism of a range has each larger one.
///
/// Many mechanisms of one range have a closer bound than as many of which each has a range of its
/// own.
fn in_classes<'a>(ranges: &[(&'a Real, u64)]) -> Vec<(&'a Real, u64)> {
    let mut classes: Vec<(&Real, u64)> = Vec::new();
    let mut width = None;
    for (eps, count) in ranges {
        let this = eps.enclose::<Malachite>(PRECISION);
        let width = width
            .get_or_insert_with(|| &this / &Interval::from_u64(MOST_CLASSES as u64, PRECISION));
        let is_near = |first: &Interval<Malachite>| {
            let distance = first - &this;
            distance.sign().is_some_and(Ordering::is_ge)
                && distance.compare(width) == Some(Ordering::Less)
        };
        match classes.last_mut() {
            Some((first, all)) if is_near(&first.enclose(PRECISION)) => *all += count,
            _ => classes.push((*eps, *count)),
        }
    }
    classes
}
