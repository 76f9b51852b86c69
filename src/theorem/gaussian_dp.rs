//! Gaussian differential privacy and (eps, delta), both ways, without overflow or cancellation: at
//! mu = 40 or eps = 710 too, where floats give NaN.

use super::conclusion::{Conclusion, Conclusions, require_nonnegative, require_probability};
use super::formula::Formula;
use super::profile::gaussian_delta;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::{certify_decreasing, newton_iterate, normal_cdf, normal_density};
use std::cmp::Ordering;

/// The delta of mu-GDP at eps >= 0.
///
/// # Errors
/// mu < 0 or eps < 0.
///
/// Source: Dong, Roth & Su, Corollary 1.
pub fn gdp_delta(mu: &Real, eps: &Real) -> Conclusions {
    require_nonnegative("mu", mu)?;
    require_nonnegative("eps", eps)?;
    Ok(vec![Conclusion::exact("delta", gaussian_delta(mu, eps))])
}

/// The least eps >= 0 at which mu-GDP is (eps, delta)-DP; infinite for delta = 0 and mu > 0.
///
/// # Errors
/// mu < 0 or delta outside [0, 1].
pub fn gdp_eps(mu: &Real, delta: &Real) -> Conclusions {
    require_nonnegative("mu", mu)?;
    require_probability("delta", delta)?;
    let eps = match (mu.is_zero(), delta.is_zero(), delta.is_one()) {
        (true, _, _) | (_, _, true) => Formula::zero(),
        (_, true, _) => Formula::Infinite,
        _ => Formula::gaussian_eps(mu, delta),
    };
    Ok(vec![Conclusion::exact("eps", eps)])
}

/// The largest mu such that mu-GDP implies (eps, delta)-DP; 0 for delta = 0, infinite for delta = 1.
///
/// This is not the converse: an (eps, delta)-DP mechanism with delta > 0 is mu-GDP for no mu.
///
/// # Errors
/// eps < 0 or delta outside [0, 1].
pub fn gdp_mu(eps: &Real, delta: &Real) -> Conclusions {
    require_nonnegative("eps", eps)?;
    require_probability("delta", delta)?;
    let mu = match (delta.is_zero(), delta.is_one()) {
        (true, _) => Formula::zero(),
        (_, true) => Formula::Infinite,
        _ => Formula::gaussian_mu(eps, delta),
    };
    Ok(vec![Conclusion::exact("mu", mu)])
}

/// The least mu such that every eps-DP mechanism is mu-GDP: `-2 Phi^-1(1/(1+e^eps))`, where the corner of
/// `f_{eps,0}` lies on the curve.
///
/// # Errors
/// eps < 0.
pub fn pure_to_gdp(eps: &Real) -> Conclusions {
    require_nonnegative("eps", eps)?;
    if eps.is_zero() {
        return Ok(vec![Conclusion::exact("mu", Real::zero())]);
    }
    let corner = Formula::from(Real::one().div(&Real::one().add(&eps.exp())));
    let mu = Formula::zero().sub(&Formula::from(2u64).mul(&corner.normal_quantile()));
    Ok(vec![Conclusion::exact("mu", mu)])
}

/// Bisections before Newton's method takes over.
const BISECTIONS: u32 = 48;

/// The mu > 0 with `delta(eps) = delta`: delta increases with mu, from 0 to 1, with derivative
/// `phi(mu/2 - eps/mu)`.
///
/// Doubling, bisection and Newton's method propose, and delta at both ends certifies.
pub(super) fn solve_mu<E: Engine>(eps: &Real, delta: &Real, precision: u64) -> Interval<E> {
    let working = precision + 64;
    let (eps, target) = (eps.enclose::<E>(working), delta.enclose::<E>(working));
    let grown = eps.exp();
    let value = |mu: &Interval<E>| {
        let (half, ratio) = (mu.shift(-1), &eps / mu);
        (&normal_cdf(&(&half - &ratio)) - &(&grown * &normal_cdf(&-&(&half + &ratio)))).positive_part()
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
