//! Integer noise by a formula: its masses, or its pair where that is shorter.

use super::additive_masses::{IntegerNoise, disclosure, modulus_of, nothing, worst};
use crate::exact::real::{Real, rational_bits};
use crate::exact::show;
use crate::mechanism::Dominating;
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::pair::FinitePair;
use std::cmp::Ordering;

/// The largest shift that is listed: the pair has an outcome, with a mass that is an expression,
/// for each integer of it.
const MAX_SHIFT: u64 = 1 << 16;
/// The most bits of all masses of binomial noise, 32 megabytes: the masses of n trials at p have
/// about `n^2` times the bits of p together.
const MAX_BITS: u64 = 1 << 28;

/// A pair of which the signs of the masses are known.
fn pair(
    outcomes: impl IntoIterator<Item = (Real, Real, Option<Real>)>,
) -> Result<FinitePair, DomainError> {
    FinitePair::from_outcomes(outcomes).ok_or_else(|| {
        DomainError::new(
            "eps",
            "the order of two exact numbers cannot be decided",
            "write it in a simpler form",
        )
    })
}

/// Uniform noise on `outcomes` integers: under a shift by s, a part `s/outcomes` of them is
/// disclosed, and the others lose nothing.
///
/// # Errors
/// No outcome.
pub(crate) fn uniform(outcomes: u64, distance: u64) -> Result<Dominating, DomainError> {
    if outcomes == 0 {
        return Err(DomainError::new(
            "outcomes",
            "outcomes = 0 leaves no integer",
            "give at least 1",
        ));
    }
    if distance >= outcomes {
        return Ok(disclosure());
    }
    let gone = Real::from(distance) / Real::from(outcomes);
    let kept = 1 - &gone;
    let zero = Real::zero();
    let outcomes = [
        (gone.clone(), zero.clone(), None),
        (kept.clone(), kept, Some(zero.clone())),
        (zero, gone, None),
    ];
    Ok(Dominating::Finite(pair(outcomes)?))
}

/// Geometric noise on 0, 1, 2, ..., of the masses `(1-a) a^n` with `a = e^-eps`. Under a shift by s
/// an outcome below s has one of the data sets only, and each other one the loss `-s eps`.
/// Log-concave, so that the largest shift is the worst.
///
/// # Errors
/// eps <= 0.
pub(crate) fn geometric(eps: &Real, distance: u64) -> Result<Dominating, DomainError> {
    require_positive("eps", eps)?;
    if distance == 0 {
        return Ok(nothing());
    }
    let loss = -(Real::from(distance) * eps);
    let kept = loss.exp();
    let outcomes = [(1 - &kept, Real::zero(), None), (kept, Real::one(), Some(loss))];
    let forward = pair(outcomes)?;
    let backward = forward.reversed();
    Ok(worst(vec![forward, backward]))
}

/// Discrete Laplace noise on the condition that it is in `[-bound, bound]`: masses proportional to
/// `a^|n|` with `a = e^-eps`.
///
/// With `D = 1 + a - 2 a^(bound+1)` the mass at n is `(1-a) a^|n| / D`. Under a shift by s, an
/// outcome that both have has the loss `s eps` up to 0, `(s - 2n) eps` at n between, and `-s eps`
/// from s on, as without a bound. Log-concave, and symmetric.
///
/// # Errors
/// eps <= 0, or a shift beyond 2^16.
pub(crate) fn truncated_discrete_laplace(
    eps: &Real,
    bound: u64,
    distance: u64,
) -> Result<Dominating, DomainError> {
    require_positive("eps", eps)?;
    match distance {
        0 => return Ok(nothing()),
        _ if distance > bound.saturating_mul(2) => return Ok(disclosure()),
        _ if distance > MAX_SHIFT => {
            let message = format!("a shift by {distance} has too many likelihood ratios");
            return Err(DomainError::new(
                "sensitivity",
                message,
                format!("give at most {MAX_SHIFT}"),
            ));
        }
        _ => {}
    }
    let power = |n: u64| (-(Real::from(n) * eps)).exp();
    let beyond = power(1) * power(bound);
    let whole = 1 + power(1) - (&beyond + &beyond);
    // The masses of the distances from `first` to `last` on one side.
    let tail = |first: u64, last: u64| (power(first) - power(last) * power(1)) / &whole;
    let mass = |n: u64| (1 - power(1)) * power(n) / &whole;
    let loss = |n: i64| Some(Real::from(n) * eps);
    let s = i64::try_from(distance).unwrap_or(i64::MAX);
    // The outcomes from -bound to s - bound - 1.
    let disclosed = match bound.checked_sub(distance) {
        Some(nearest) => tail(nearest + 1, bound),
        None => tail(1, bound) + tail(0, distance - bound - 1),
    };
    let zero = Real::zero();
    let mut outcomes = vec![(disclosed.clone(), zero.clone(), None)];
    if let Some(nearest) = bound.checked_sub(distance) {
        let (near, far) = (tail(0, nearest), tail(distance, bound));
        outcomes.push((near.clone(), far.clone(), loss(s)));
        outcomes.push((far, near, loss(-s)));
    }
    for n in distance.saturating_sub(bound).max(1)..=(distance - 1).min(bound) {
        let index = s - 2 * i64::try_from(n).unwrap_or(i64::MAX);
        outcomes.push((mass(n), mass(distance - n), loss(index)));
    }
    outcomes.push((zero, disclosed, None));
    Ok(Dominating::Finite(pair(outcomes)?))
}

/// Discrete Laplace noise modulo m: the mass at a residue r is `(1-a) (a^r + a^(m-r)) / ((1+a) (1 -
/// a^m))`.
///
/// # Errors
/// eps <= 0, a modulus of 0, or too many residues.
pub(crate) fn wrapped_discrete_laplace(
    eps: &Real,
    modulus: u64,
) -> Result<IntegerNoise, DomainError> {
    require_positive("eps", eps)?;
    let count = modulus_of(modulus)?;
    let power = |n: u64| (-(Real::from(n) * eps)).exp();
    let whole = (1 + power(1)) * (1 - power(modulus));
    let share = (1 - power(1)) / &whole;
    // Opposite residues have the same expression.
    let half: Vec<Real> =
        (0..=modulus / 2).map(|r| &share * (power(r) + power(modulus - r))).collect();
    let mass = |r: usize| half.get(r.min(count - r)).cloned().unwrap_or_else(Real::zero);
    IntegerNoise::on_residues((0..count).map(mass).collect())
}

/// 1 less a probability that is above 0 and below 1.
pub(crate) fn complement(p: &Real) -> Result<Real, DomainError> {
    require_positive("p", p)?;
    let rest = 1 - p;
    if rest.sign() != Some(Ordering::Greater) {
        let message = format!("p = {} is not known to be below 1", show(p));
        return Err(DomainError::new("p", message, "p must be above 0 and below 1"));
    }
    Ok(rest)
}

/// The number of successes in independent trials. Log-concave, as a sum of independent noise with
/// two outcomes each.
///
/// # Errors
/// No trial, a probability that is not above 0 and below 1, or masses that are too long.
pub(crate) fn binomial(trials: u64, p: &Real) -> Result<IntegerNoise, DomainError> {
    let rest = complement(p)?;
    let bits = p.as_rational().map_or(1, rational_bits);
    if trials == 0 || trials.saturating_mul(trials).saturating_mul(bits) > MAX_BITS {
        let message =
            format!("trials = {trials} is not a number of trials whose masses can be listed");
        let help = "give at least 1, and at most 10000 for p = 1/2";
        return Err(DomainError::new("trials", message, help));
    }
    let odds = p / &rest;
    let mut masses = vec![rest.pow(i64::try_from(trials).unwrap_or(i64::MAX))];
    for k in 1..=trials {
        let factor = Real::from(trials + 1 - k) / Real::from(k) * &odds;
        let next = masses.last().map(|last| last * &factor);
        masses.extend(next);
    }
    IntegerNoise::log_concave(masses)
}
