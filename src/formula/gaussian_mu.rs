//! The mu of Gaussian differential privacy from an (eps, delta).

use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::{certify_decreasing, newton_iterate, normal_cdf, normal_density};
use std::cmp::Ordering;

/// The number of bisections before Newton's method: after 48 the candidate has as many bits, from
/// where each of Newton's steps doubles them. Any number is right, because both ends are certified.
const BISECTIONS: u32 = 48;

/// The mu > 0 with `delta(eps) = delta`: delta increases with mu, from 0 to 1, with derivative
/// `phi(mu/2 - eps/mu)`.
///
/// Doubling, bisection and Newton's method give a candidate, and delta at both ends certifies it.
pub(super) fn solve_mu<E: Engine>(eps: &Real, delta: &Real, precision: u64) -> Interval<E> {
    let working = precision + 64;
    let (eps, target) = (eps.enclose::<E>(working), delta.enclose::<E>(working));
    let grown = eps.exp();
    let value = |mu: &Interval<E>| {
        let (half, ratio) = (mu.shift(-1), &eps / mu);
        (&normal_cdf(&(&half - &ratio)) - &(&grown * &normal_cdf(&-&(&half + &ratio))))
            .positive_part()
    };
    let point = |x: E::Float| Interval::<E>::new(x.clone(), x, working);
    let order = |mu: &E::Float| value(&point(mu.clone())).compare(&target);
    let (mut low, mut high) = (E::Float::from_u64(1), E::Float::from_u64(1));
    for _ in 0..4096 {
        match (order(&low), order(&high)) {
            (_, Some(Ordering::Less)) => high = high.shift(1, working, Rounding::Up),
            (Some(Ordering::Greater), _) => low = low.shift(-1, working, Rounding::Down),
            _ => break,
        }
    }
    for _ in 0..BISECTIONS {
        let middle = low.add(&high, working, Rounding::Down).shift(-1, working, Rounding::Down);
        match order(&middle) {
            Some(Ordering::Less) => low = middle,
            Some(Ordering::Greater) => high = middle,
            _ => break,
        }
    }
    let logarithm = target.ln();
    let newton = |mu: &Interval<E>| {
        let (half, ratio) = (mu.shift(-1), &eps / mu);
        let delta = value(mu);
        let step = &(&(&delta.ln() - &logarithm) * &delta) / &normal_density(&(&half - &ratio));
        let next = mu - &step;
        if !next.lower().is_finite() || next.lower().sign().is_le() {
            return Interval::whole(mu.precision());
        }
        Interval::new(next.lower().clone(), next.lower().clone(), mu.precision())
    };
    let candidate = newton_iterate(point(low), working, None, newton);
    certify_decreasing(&candidate, &-&target, None, |mu| {
        if mu.lower().sign().is_le() { Interval::whole(working) } else { -&value(mu) }
    })
    .positive_part()
}
