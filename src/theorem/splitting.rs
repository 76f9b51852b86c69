//! The splitting of a trade-off function into those of (eps, delta)-DP.
//!
//! Let f be the composition of `f_{eps_i, delta_i}`, i = 1, ..., m. Its infinite losses have the mass
//! `delta = 1 - prod (1 - delta_i)` under P, and under Q, and f does not tell how that is divided.
//! Given that it is finite, the loss under P is a sum of independent ones, `eps_i` with the
//! probability `E_i/(E_i + 1)`, `E_i = e^eps_i`, and otherwise `-eps_i`. A factor with eps_i = 0
//! adds nothing to it.
//!
//! So the largest loss is the sum of all eps_i, and the next one is less by twice the least of them:
//! that one is determined by f. With `P(x)` the probability of a loss, and `R(x)` that without this
//! factor, `P(x) = (E R(x - eps) + R(x + eps))/(E + 1)`, which gives R from the largest loss down:
//! `R(x - eps) = ((E + 1) P(x) - R(x + eps))/E`. It has to end, and not to be negative. Hence f has at
//! most one splitting, and it is found by taking out the least eps again and again.

use super::conclusion::{Conclusion, total};
use crate::exact::log_linear::LogLinear;
use crate::exact::real::Real;
use crate::mechanism::{Dominating, Mechanism};
use crate::pair::Atom;
use crate::refusal::Refusal;
use crate::tradeoff::{AlgebraError, Curve};
use std::cmp::Ordering;

/// The names of the parameters that differ, from the least one on.
const NAMES: [[&str; 2]; 8] = [
    ["eps-1", "count-1"],
    ["eps-2", "count-2"],
    ["eps-3", "count-3"],
    ["eps-4", "count-4"],
    ["eps-5", "count-5"],
    ["eps-6", "count-6"],
    ["eps-7", "count-7"],
    ["eps-8", "count-8"],
];
/// The most different losses. Taking out a factor goes over all of them, and there may be nearly as
/// many factors.
const MOST_LOSSES: usize = 1 << 10;

/// A likelihood ratio with its mass under P, given that the loss is finite or times the mass of that.
#[derive(Clone, Debug)]
struct Loss {
    ratio: Real,
    p: Real,
}

impl Loss {
    fn of(edge: &Atom) -> Loss {
        let ratio = &edge.p / &edge.q;
        let ratio = if ratio.as_rational().is_some() { ratio } else { edge.loss.exp() };
        Loss { ratio, p: edge.p.clone() }
    }
}

/// Two numbers whose order is not decided.
struct Undecided;

/// The trade-off function of a mechanism as the composition of those of (eps, delta)-DP: the number
/// `factors` of them, not counting those with eps = 0, the `delta` of all of them together, and
/// each eps with its count.
///
/// `rest-tv` is the total variation of what is left, given that the loss is finite. It is 0 exactly
/// if f is such a composition. Otherwise the rest is not, and neither is f.
///
/// # Errors
/// [`Refusal::Unsupported`] for what is not a composition of finite pairs, for infinite losses with
/// different masses under P and Q, for more than 1024 losses, equal steps, or 8 different eps, and where
/// the order of two losses is not decided.
///
/// Source: derived; the question of Najib, section 4.2. Cost: the number of losses times that of
/// factors.
pub fn splitting(mechanism: &Mechanism) -> Result<Vec<Conclusion>, Refusal> {
    let curve = composed(mechanism)?;
    if curve.p_infinite().compare(curve.q_infinite()) != Some(Ordering::Equal) {
        return Err(unsupported(
            "the mass of infinite losses is not known to be the same under P and under Q, as it is in a composition of \
             (eps, delta)-DP",
        ));
    }
    let undecided = |Undecided| unsupported("the order of two losses, or a sign, is not decided");
    let mut losses: Vec<Loss> = curve.edges().iter().map(Loss::of).collect();
    let mut found: Vec<(Real, u64)> = Vec::new();
    while let [first, second, ..] = losses.as_slice() {
        let e = square_root(&(&first.ratio / &second.ratio));
        let Some(rest) = without(&losses, &e).map_err(undecided)? else {
            break;
        };
        losses = rest;
        let order = found.last().map(|(known, _)| order(known, &e).map_err(undecided));
        match (order.transpose()?, found.last_mut()) {
            (Some(Ordering::Equal), Some((_, count))) => *count += 1,
            _ => found.push((e, 1)),
        }
    }
    if found.len() > NAMES.len() {
        return Err(unsupported("it has more than 8 factors with different eps"));
    }
    let factors = found.iter().map(|(_, count)| count).sum::<u64>();
    let rest = total_variation(&losses, &(1 - curve.p_infinite())).map_err(undecided)?;
    let mut conclusions = vec![
        Conclusion::exact("factors", Real::from(factors)),
        Conclusion::exact("rest-tv", rest),
        Conclusion::exact("delta", curve.p_infinite().clone()),
    ];
    for ((e, count), [eps, times]) in found.iter().zip(NAMES) {
        conclusions.push(Conclusion::exact(eps, e.ln()));
        conclusions.push(Conclusion::exact(times, Real::from(*count)));
    }
    Ok(conclusions)
}

fn unsupported(missing: &'static str) -> Refusal {
    let what = "the splitting of this trade-off function".into();
    Refusal::Unsupported { what, missing: missing.into() }
}

/// The trade-off function of all steps, its edges by falling losses.
fn composed(mechanism: &Mechanism) -> Result<Curve, Refusal> {
    let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
    let failed = |error: AlgebraError| Refusal::Unsupported {
        what: "the splitting of this trade-off function".into(),
        missing: error.to_string().into(),
    };
    let pair = |step: &Dominating| match step {
        Dominating::ThreePoint(pair) => Ok(pair.to_finite()),
        Dominating::Finite(pair) => Ok(pair.clone()),
        _ => Err(unsupported(
            "give a mechanism whose steps are finite pairs, such as approx-dp, multi-dp, randomized-response or trade-off",
        )),
    };
    let pairs = steps
        .iter()
        .map(|(step, count)| Ok((pair(step)?, *count)))
        .collect::<Result<Vec<_>, Refusal>>()?;
    Curve::of_steps(&pairs, MOST_LOSSES).map_err(failed)?.ok_or_else(|| {
        unsupported("it has more than 1024 likelihood ratios, or more than 1024 equal steps")
    })
}

/// Of a rational number its root, and of powers of e^r the power by half of the exponent.
fn square_root(ratio: &Real) -> Real {
    match ratio.as_rational() {
        Some(_) => ratio.sqrt(),
        None => (LogLinear::of(&ratio.ln()).to_real() / 2).exp(),
    }
}

fn order(x: &Real, y: &Real) -> Result<Ordering, Undecided> {
    x.compare(y).ok_or(Undecided)
}

/// The losses without a factor with e^eps = e, the largest first; `None` if it is no factor.
fn without(losses: &[Loss], e: &Real) -> Result<Option<Vec<Loss>>, Undecided> {
    let mut rest: Vec<Loss> = Vec::with_capacity(losses.len());
    // The first loss of the rest whose lower neighbour, which is eps below it, is not reached.
    let mut next = 0;
    for loss in losses {
        let upper = &loss.ratio * e;
        let above = match rest.get(next) {
            Some(known) => match order(&known.ratio, &upper)? {
                // Its lower neighbour is missing.
                Ordering::Greater => return Ok(None),
                Ordering::Equal => {
                    next += 1;
                    Some(known.p.clone())
                }
                Ordering::Less => None,
            },
            None => None,
        };
        let p = match above {
            Some(above) => ((e + 1) * &loss.p - above) / e,
            None => (e + 1) * &loss.p / e,
        };
        match p.sign().ok_or(Undecided)? {
            Ordering::Less => return Ok(None),
            Ordering::Equal => {}
            Ordering::Greater => rest.push(Loss { ratio: &loss.ratio / e, p }),
        }
    }
    Ok((next == rest.len()).then_some(rest))
}

/// `sum of P - Q` where P is the larger, of losses that have the mass `finite` together.
fn total_variation(losses: &[Loss], finite: &Real) -> Result<Real, Undecided> {
    let mut terms = Vec::new();
    for loss in losses {
        if order(&loss.ratio, &Real::one())?.is_gt() {
            terms.push(&loss.p * (1 - 1 / &loss.ratio));
        }
    }
    Ok(if terms.is_empty() { Real::zero() } else { total(terms) / finite })
}
