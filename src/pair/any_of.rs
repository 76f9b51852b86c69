//! Independent events.

use crate::exact::engine::Engine;
use crate::exact::interval::Interval;

/// `1 - product of (1 - x)^n` for probabilities x, without cancellation for small ones.
pub fn any_of<E: Engine>(events: &[(Interval<E>, u64)], precision: u64) -> Interval<E> {
    let one = Interval::<E>::one(precision);
    let (mut none, mut sum) = (one.clone(), Interval::<E>::zero(precision));
    for (x, count) in events {
        none = &none * &(&one - x).positive_part().pow_natural(*count);
        sum = &sum + &(x * &Interval::from_u64(*count, precision));
    }
    let direct = &one - &none;
    // By Bonferroni's inequalities it is between s - s^2/2 and s.
    let lower = &sum - &sum.square().shift(-1);
    let expanded = Interval::new(lower.lower().clone(), sum.upper().clone(), precision);
    direct.intersection(&expanded).unwrap_or(direct).probability()
}
