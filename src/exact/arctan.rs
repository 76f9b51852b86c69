//! The arc tangent on intervals, for integrals over the losses of sampled Laplace noise.

use super::engine::{DirectedFloat, Engine};
use super::interval::Interval;
use std::cmp::Ordering;

/// `arctan(x)`, relatively tight also near 0.
///
/// It is increasing, so that the two ends come from the two ends of `x`.
///
/// Cost: O(sqrt(precision)) operations.
pub fn arctan<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let precision = x.precision();
    let lower = arctan_at::<E>(x.lower(), precision).lower().clone();
    let upper = arctan_at::<E>(x.upper(), precision).upper().clone();
    Interval::new(lower, upper, precision)
}

fn arctan_at<E: Engine>(x: &E::Float, precision: u64) -> Interval<E> {
    let working = precision + 2 * u64::from(precision.ilog2()) + 16;
    let quarter_turn = || Interval::<E>::pi(working).shift(-1);
    match x.sign() {
        Ordering::Less => -&arctan_at::<E>(&x.neg(), precision),
        Ordering::Equal => Interval::zero(precision),
        Ordering::Greater if !x.is_finite() => quarter_turn(),
        Ordering::Greater => {
            let x = Interval::<E>::new(x.clone(), x.clone(), working);
            let one = Interval::one(working);
            if x.lower() > one.lower() {
                &quarter_turn() - &up_to_one(&(&one / &x))
            } else {
                up_to_one(&x)
            }
        }
    }
}

/// For x in [0, 1]. The angle is halved by `arctan(x) = 2 arctan(x / (1 + sqrt(1 + x^2)))`; the
/// rest is summed by `x - x^3/3 + x^5/5 - ...`, whose error has the sign of the first omitted term
/// and at most its size.
fn up_to_one<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let working = x.precision();
    let one = Interval::one(working);
    let halvings = working.isqrt() / 2;
    let halve = |x: Interval<E>, _| &x / &(&one + &(&one + &x.square()).sqrt());
    let small = (0..halvings).fold(x.clone(), halve);
    let square = small.square();
    let (mut power, mut sum) = (small.clone(), small);
    let mut odd = 1u64;
    loop {
        odd += 2;
        power = -&(&power * &square);
        let term = &power / &Interval::from_u64(odd, working);
        let magnitude = |x: &Interval<E>| x.lower().exponent().max(x.upper().exponent());
        let is_small = match (magnitude(&term), sum.lower().exponent()) {
            (Some(term), Some(sum)) => {
                sum.saturating_sub(term) > i64::try_from(working).unwrap_or(i64::MAX)
            }
            _ => true,
        };
        if is_small {
            let rest = term.hull(&Interval::zero(working));
            return (&sum + &rest).shift(i64::try_from(halvings).unwrap_or(0));
        }
        sum = &sum + &term;
    }
}
