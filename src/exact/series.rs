//! Sums of series of positive terms.

use super::engine::{DirectedFloat, Engine};
use super::interval::Interval;

/// The sum of terms by the first one and their quotients, which fall: until the rest is small
/// beside it.
pub(crate) fn sum_of_falling<E: Engine>(
    first: Interval<E>,
    quotients: impl Iterator<Item = Interval<E>>,
) -> Interval<E> {
    let precision = first.precision();
    let (one, bits) = (Interval::<E>::one(precision), i64::try_from(precision).unwrap_or(i64::MAX));
    let (mut term, mut sum) = (first.clone(), first);
    for quotient in quotients {
        term = &term * &quotient;
        if quotient.upper() < one.lower() {
            let rest = &term / &(&one - &quotient);
            let is_small = match (rest.upper().exponent(), sum.lower().exponent()) {
                (Some(rest), Some(sum)) => rest < sum.saturating_sub(bits),
                _ => true,
            };
            if is_small {
                return &sum + &Interval::zero(precision).hull(&rest);
            }
        }
        sum = &sum + &term;
    }
    sum
}
