//! The cost of privacy: variances and error bounds of the mechanisms, to be compared with their
//! privacy.

use super::conclusion::{
    Conclusion, Conclusions, ratio, require_at_least, require_inside_unit, require_nonnegative,
    require_positive_probability, total,
};
use super::profile::gaussian_delta;
use crate::exact::Malachite;
use crate::exact::decimal::float_to_decimal;
use crate::exact::engine::Rounding;
use crate::exact::real::Real;
use crate::exact::show;
use crate::formula::Formula;
use crate::mechanism::{DomainError, require_positive};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Laplace noise of scale b: variance `2 b^2`, mean absolute error `b`.
///
/// # Errors
/// scale <= 0.
///
/// Source: Najib, Definition 15.
pub fn laplace_noise(scale: &Real) -> Conclusions {
    require_positive("scale", scale)?;
    let variance = 2 * scale.pow(2);
    Ok(vec![
        Conclusion::exact("variance", variance),
        Conclusion::exact("mean-absolute-error", scale.clone()),
    ])
}

/// Discrete Laplace noise, `P(n) = (1-a)/(1+a) a^|n|` with `a = e^-eps`: variance `2a/(1-a)^2`,
/// mean absolute error `2a/(1-a^2)`.
///
/// # Errors
/// eps <= 0.
pub fn discrete_laplace_noise(eps: &Real) -> Conclusions {
    require_positive("eps", eps)?;
    let twice = 2 * (-eps).exp();
    let a = (-eps).exp();
    Ok(vec![
        Conclusion::exact("variance", &twice / (1 - &a).pow(2)),
        Conclusion::exact("mean-absolute-error", &twice / (1 - a.pow(2))),
    ])
}

/// The classical calibration of Gaussian noise, `sigma^2 = 2 ln(5/(4 delta)) Delta^2/eps^2`, with
/// the delta that it really has at eps.
///
/// Najib's thesis (Definition 18, Proposition 19) calls it (eps, delta)-DP for every eps > 0. It is
/// not: at eps = 20 and delta = 1/10 the delta is above 0.98. Dwork & Roth's theorem is about eps <
/// 1. Here the numbers decide: a true delta larger than the given one is an error.
///
/// # Errors
/// sensitivity <= 0, eps <= 0, delta outside (0, 1], or a true delta that is, or may be, larger.
pub fn gaussian_noise(sensitivity: &Real, eps: &Real, delta: &Real) -> Conclusions {
    let variance = classical_variance(sensitivity, eps, delta)?;
    let mu = sensitivity / variance.sqrt();
    Ok(vec![
        Conclusion::exact("variance", variance),
        Conclusion::exact("delta", gaussian_delta(&mu, eps)),
    ])
}

/// `2 ln(5/(4 delta)) Delta^2/eps^2`, where that certifiably gives (eps, delta)-DP.
fn classical_variance(sensitivity: &Real, eps: &Real, delta: &Real) -> Result<Real, DomainError> {
    require_positive("sensitivity", sensitivity)?;
    require_positive("eps", eps)?;
    require_positive_probability("delta", delta)?;
    let logarithm = (ratio(5, 4) / delta).ln();
    let root = 2 * &logarithm;
    let truth = gaussian_delta(&(eps / root.sqrt()), eps);
    let order = [64, 256, 1024].into_iter().find_map(|precision| {
        truth.enclose::<Malachite>(precision).compare(&delta.enclose::<Malachite>(precision))
    });
    match order {
        Some(Ordering::Less | Ordering::Equal) => Ok(&root * sensitivity.pow(2) / eps.pow(2)),
        _ => {
            let least = float_to_decimal::<Malachite>(
                truth.enclose::<Malachite>(256).lower(),
                6,
                Rounding::Down,
            );
            let message = format!(
                "with this noise, delta at eps = {} is at least {least}, more than {}",
                show(eps),
                show(delta)
            );
            Err(DomainError::new(
                "eps",
                message,
                "the classical calibration is for eps < 1: use gdp-mu, sigma = sensitivity/mu",
            ))
        }
    }
}

/// Binary randomised response that keeps an answer with probability `1/2 + gamma`, and its
/// estimator `sum (Y_i - 1/2 + gamma)/(2 gamma n)` of the share p of ones among n people.
///
/// It is unbiased; over a fixed population its variance is `(1 - 4 gamma^2)/(16 gamma^2 n)`, and
/// misses of at least `error` have probability at most `variance/error^2` (Chebyshev; the source
/// has the larger `1/(16 gamma^2 error^2 n)`). It is `ln((1+2 gamma)/(1-2 gamma))`-DP and no less;
/// the source's `2 gamma + ln 2`, for gamma < 1/4, is above that.
///
/// # Errors
/// gamma outside (0, 1/2), n = 0 or error <= 0.
///
/// Source: Najib, sections 2.1.2 and 2.1.3.
pub fn randomized_response_estimator(gamma: &Real, n: u64, error: &Real) -> Conclusions {
    require_inside_unit("gamma", &(2 * gamma)).map_err(|_| {
        let message = format!("gamma = {} is outside (0, 1/2)", show(gamma));
        DomainError::new(
            "gamma",
            message,
            "answers are kept with probability 1/2 + gamma, between 1/2 and 1",
        )
    })?;
    require_at_least("n", n, 1)?;
    require_positive("error", error)?;
    let square = 4 * gamma.pow(2);
    let variance = (1 - &square) / (4 * &square * Real::from(n));
    let chance = Formula::from(&variance / error.pow(2)).min(&Formula::one());
    let double = 2 * gamma;
    Ok(vec![
        Conclusion::exact("bias", Real::zero()),
        Conclusion::exact("variance", variance),
        Conclusion::upper("probability", chance),
        Conclusion::exact("eps", ((1 + &double) / (1 - &double)).ln()),
    ])
}

/// Generalised randomised response: the answer is kept with probability
/// `p = (e^eps - 1)/(e^eps + categories - 1)` and uniform otherwise; p is also its total variation.
///
/// Less p is more privacy: the last sentence of section 3.5.5 of the source says the opposite.
///
/// # Errors
/// eps < 0 or categories < 2 (with one category nothing is revealed, and the formula is wrong).
///
/// Source: Najib, Definition 20, Propositions 21 and 40, section 3.5.5.
pub fn randomized_response(eps: &Real, categories: u64) -> Conclusions {
    require_nonnegative("eps", eps)?;
    require_at_least("categories", categories, 2)?;
    let m = Real::from(categories);
    let whole = eps.exp() + &m - 1;
    let kept = (eps.exp() - 1) / &whole;
    Ok(vec![
        Conclusion::exact("uniform", &m / &whole),
        Conclusion::exact("kept", kept.clone()),
        Conclusion::exact("tv", kept),
    ])
}

/// The exponential mechanism with weights `e^(eps s/(2 Delta))`: the exact probability that the
/// score of its choice is `shortfall` or more below the best, and the bound `(|C|/|C*|) e^(-eps
/// shortfall/(2 Delta))`, where `C*` is the set of the best candidates.
///
/// # Errors
/// No scores, sensitivity <= 0, eps < 0, shortfall < 0, or scores that cannot be compared.
///
/// Source: Najib, Proposition 24.
pub fn exponential_mechanism(
    scores: &[Real],
    sensitivity: &Real,
    eps: &Real,
    shortfall: &Real,
) -> Conclusions {
    require_positive("sensitivity", sensitivity)?;
    require_nonnegative("eps", eps)?;
    require_nonnegative("shortfall", shortfall)?;
    let undecided = || {
        DomainError::new(
            "scores",
            "cannot decide which score is larger",
            "write them in a simpler form",
        )
    };
    let Some(first) = scores.first() else {
        return Err(DomainError::new(
            "scores",
            "there are no scores",
            "give at least one candidate's score",
        ));
    };
    let mut best = first.clone();
    for score in scores {
        if score.compare(&best).ok_or_else(undecided)? == Ordering::Greater {
            best = score.clone();
        }
    }
    let factor = eps / (2 * sensitivity);
    let (mut short, mut whole, mut optimal) = (Vec::new(), Vec::new(), 0u64);
    for score in scores {
        let gap = &best - score;
        let weight = (-(&factor * &gap)).exp();
        whole.push(weight.clone());
        if gap.compare(shortfall).ok_or_else(undecided)? != Ordering::Less {
            short.push(weight);
        }
        if gap.sign().ok_or_else(undecided)? == Ordering::Equal {
            optimal += 1;
        }
    }
    let candidates = u64::try_from(scores.len()).unwrap_or(u64::MAX);
    let bound = ratio(candidates, optimal) * (-(&factor * shortfall)).exp();
    Ok(vec![
        Conclusion::exact("probability", total(short) / total(whole)),
        Conclusion::upper("bound", Formula::from(bound).min(&Formula::one())),
    ])
}

/// The exponential mechanism among `candidates`, `optimal` of them best: with probability at least
/// `1 - e^-t` the score is less than `shortfall = (2 Delta/eps)(ln(candidates/optimal) + t)` below
/// the best.
///
/// # Errors
/// sensitivity <= 0, eps <= 0, t < 0, optimal = 0 or above candidates.
///
/// Source: Najib, Proposition 24.
pub fn exponential_utility(
    candidates: u64,
    optimal: u64,
    sensitivity: &Real,
    eps: &Real,
    t: &Real,
) -> Conclusions {
    require_positive("sensitivity", sensitivity)?;
    require_positive("eps", eps)?;
    require_nonnegative("t", t)?;
    require_at_least("optimal", optimal, 1)?;
    require_at_least("candidates", candidates, optimal)?;
    let logarithm = ratio(candidates, optimal).ln();
    let shortfall = 2 * sensitivity / eps * (&logarithm + t);
    Ok(vec![
        Conclusion::upper("probability", (-t).exp()),
        Conclusion::exact("shortfall", shortfall),
    ])
}

/// A histogram of n people over `bins`, as shares, with Laplace noise: mean squared error
/// `8 bins/(n^2 eps^2)` with the noise that eps-DP needs.
///
/// Najib's thesis says that the shares have sensitivity 2 (Lemma 44), adds noise of scale 2/eps and
/// finds `8 bins/eps^2` (Proposition 46, here `printed`). The counts have sensitivity 2; the shares
/// have 2/n: with n = 2 people, one change moves (1, 0) to (1/2, 1/2), by 1.
///
/// # Errors
/// bins < 2, n = 0 or eps <= 0.
pub fn histogram_error(bins: u64, n: u64, eps: &Real) -> Conclusions {
    require_at_least("bins", bins, 2)?;
    require_at_least("n", n, 1)?;
    require_positive("eps", eps)?;
    let printed = 8 * Real::from(bins) / eps.pow(2);
    let needed = &printed / Real::from(n).pow(2);
    Ok(vec![
        Conclusion::exact("mse", needed),
        Conclusion::exact("sensitivity", ratio(2, n)),
        Conclusion::exact("printed", printed),
    ])
}

/// The mean of n points of a set of diameter d in k dimensions, with the classical Gaussian noise:
/// mean squared error `2k ln(5/(4 delta)) d^2/(n^2 eps^2)`.
///
/// # Errors
/// k = 0, n = 0, d <= 0, and as [`gaussian_noise`].
///
/// Source: Najib, Lemma 48 and Proposition 50.
pub fn mean_error(k: u64, d: &Real, n: u64, eps: &Real, delta: &Real) -> Conclusions {
    require_at_least("k", k, 1)?;
    require_at_least("n", n, 1)?;
    require_positive("d", d)?;
    let variance = classical_variance(&(d / Real::from(n)), eps, delta)?;
    Ok(vec![Conclusion::exact("mse", Real::from(k) * &variance)])
}

/// The median by the exponential mechanism, over the values 1 to m, with score `-|number below -
/// number above|`: the imbalance of its choice is at least `t` above the least possible with
/// probability at most `m e^(-eps t/4)`.
///
/// Najib's thesis (Proposition 51) states that for the distance of the position from n/2, which is
/// not the imbalance, and takes the least imbalance for 0. With m = 2, n = 80, half of the data 1
/// and half 2, both values have imbalance 40, each is chosen with probability 1/2, and both middle
/// ranks are 20 from n/2: at eps = 1 and t = 20 that has probability 1, and the bound is `2 e^-5 <
/// 0.014`.
///
/// # Errors
/// m = 0, eps <= 0 or t < 0.
pub fn median_utility(m: u64, eps: &Real, t: &Real) -> Conclusions {
    require_at_least("m", m, 1)?;
    require_positive("eps", eps)?;
    require_nonnegative("t", t)?;
    let quarter = Real::from(Rational::from_signeds(1, 4));
    let bound = Real::from(m) * (-(&quarter * eps * t)).exp();
    Ok(vec![Conclusion::upper("probability", Formula::from(bound).min(&Formula::one()))])
}
