//! Trade-off functions made of another: of groups, and of samples.

use super::conclusion::{
    Conclusion, Conclusions, require_at_least, require_positive_probability, require_probability,
    total,
};
use super::profile::hockey_stick;
use crate::exact::real::Real;
use crate::formula::{Formula, OfSample, Smooth};
use crate::mechanism::{DomainError, Dominating, Mechanism, Noise};
use crate::pair::FinitePair;
use crate::refusal::Refusal;
use std::cmp::Ordering;

/// The trade-off function `f = T(Q, P)` of one step, in closed form.
#[derive(Clone, Debug, PartialEq)]
pub enum TradeOff {
    /// That of a finite pair: the largest of lines.
    Finite(FinitePair),
    /// That of Gaussian or Laplace noise.
    Smooth(Smooth),
}

impl TradeOff {
    /// That of a mechanism.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for a composition, and for a step without a closed form.
    pub fn of(mechanism: &Mechanism) -> Result<TradeOff, Refusal> {
        let unsupported = |what: String| {
            Refusal::Unsupported {
            what,
            missing: "give one step of laplace, gaussian, gdp or a finite pair, such as trade-off, approx-dp, \
                      randomized-response, staircase or discrete-laplace; beta has the function of others"
                .into(),
        }
        };
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        let [(step, 1)] = steps.as_slice() else {
            return Err(unsupported(
                "the trade-off function of a composition in closed form".into(),
            ));
        };
        let smooth = |smooth| Ok(TradeOff::Smooth(smooth));
        match (step, step.noise()) {
            (_, Some(Noise::Gaussian(gaussian))) if !gaussian.mu_squared.is_zero() => {
                smooth(Smooth::Gaussian { mu: gaussian.mu_squared.sqrt() })
            }
            (_, Some(Noise::Laplace(laplace))) if !laplace.eps0.is_zero() => {
                smooth(Smooth::Laplace { eps: laplace.eps0.clone() })
            }
            (Dominating::ThreePoint(pair), _) => Ok(TradeOff::Finite(pair.to_finite())),
            (Dominating::Finite(pair), _) => Ok(TradeOff::Finite(pair.clone())),
            _ => Err(unsupported(format!(
                "the trade-off function of {} in closed form",
                step.described()
            ))),
        }
    }

    /// `f(alpha)`.
    fn at(&self, alpha: &Formula) -> Formula {
        match self {
            TradeOff::Smooth(smooth) => Formula::smooth(smooth, alpha),
            TradeOff::Finite(pair) => polygon(pair, alpha),
        }
    }
}

/// The largest of the lines `1 - delta(g) - g alpha` of a finite pair, one for each likelihood ratio
/// g, and of 0.
fn polygon(pair: &FinitePair, alpha: &Formula) -> Formula {
    let lines = pair.atoms.iter().map(|atom| {
        let g = &atom.p / &atom.q;
        1 - &hockey_stick(pair, &g) - Formula::from(g) * alpha
    });
    lines.fold(Formula::zero(), |most, line| most.max(&line))
}

/// Dong, Roth & Su, Theorem 3: if a mechanism is f-DP, groups of k have `1 - (1-f)^{o k}`: the
/// function `1 - f` applied k times.
///
/// f need not be symmetric: each step of the proof uses `T(P, Q) >= f` for one order of neighbours.
/// Where f is not symmetric, the mechanism is symmetrised(f)-DP too, and the group of that function
/// is at least this one.
///
/// # Errors
/// size = 0, alpha outside [0, 1].
pub fn group_trade_off(f: &TradeOff, size: u64, alpha: &Real) -> Conclusions {
    require_at_least("size", size, 1)?;
    require_probability("alpha", alpha)?;
    if size > MOST_MEMBERS {
        let message = format!("size = {size} is above {MOST_MEMBERS}, the most that are applied");
        return Err(DomainError::new("size", message, "ask for a smaller group"));
    }
    // A group of G_mu is G_(k mu): applied one by one, errors would grow.
    if let TradeOff::Smooth(Smooth::Gaussian { mu }) = f {
        let grown = Smooth::Gaussian { mu: Real::from(size) * mu };
        let beta = Formula::smooth(&grown, &alpha.clone().into());
        return Ok(vec![Conclusion::lower("beta", beta)]);
    }
    let mut level = Formula::from(alpha.clone());
    for _ in 0..size {
        level = (1 - f.at(&level)).probability();
    }
    Ok(vec![Conclusion::lower("beta", 1 - &level)])
}

/// The most members of a group to which a function is applied one by one.
const MOST_MEMBERS: u64 = 64;

/// Dong, Roth & Su, Theorem 9 and Proposition 4: f, `f_p = p f + (1-p) Id`, its inverse, the
/// smaller of both, and `beta` = `C_p(f)`, the largest convex function below them: what a mechanism
/// with f has on a sample without replacement at rate p.
///
/// # Errors
/// rate outside (0, 1], alpha outside [0, 1], or a pair of which f is not symmetric.
pub fn sampled_trade_offs(f: &TradeOff, rate: &Real, alpha: &Real) -> Conclusions {
    require_positive_probability("rate", rate)?;
    require_probability("alpha", alpha)?;
    let level = Formula::from(alpha.clone());
    let own = f.at(&level);
    let identity = Formula::from((1 - rate) * (1 - alpha));
    let mixed = Formula::from(rate.clone()) * &own + &identity;
    let (inverse, hull) = match f {
        TradeOff::Smooth(smooth) if is_inside(alpha) => {
            let of = |which| Formula::sampled_trade_off(smooth, rate, alpha, which);
            (of(OfSample::Inverse), of(OfSample::Hull))
        }
        // f(0) = 1 and f(1) = 0.
        TradeOff::Smooth(_) => (mixed.clone(), mixed.clone()),
        TradeOff::Finite(pair) => {
            let undecided = || {
                DomainError::new(
                    "mechanism",
                    "the order of two likelihood ratios is undecided",
                    "write the masses in a simpler form",
                )
            };
            if pair.is_symmetric() != Some(true) {
                return Err(DomainError::new(
                    "mechanism",
                    "its trade-off function is not symmetric",
                    "give a symmetric one, such as symmetrised(mechanism=M)",
                ));
            }
            let sampled = pair.mixed(rate).ok_or_else(undecided)?;
            let folded = sampled.folded().ok_or_else(undecided)?;
            (polygon(&sampled.reversed(), &level), polygon(&folded, &level))
        }
    };
    Ok(vec![
        Conclusion::exact("beta", hull),
        Conclusion::exact("f", own),
        Conclusion::exact("f-p", mixed.clone()),
        Conclusion::exact("f-p-inverse", inverse.clone()),
        Conclusion::exact("smaller", mixed.min(&inverse)),
    ])
}

fn is_inside(alpha: &Real) -> bool {
    alpha.sign() == Some(Ordering::Greater) && (1 - alpha).sign() == Some(Ordering::Greater)
}

/// Balle, Barthe & Gaboardi, Theorem 2 and Equation 4, for three given distributions: with
/// `mu = (1-gamma) mu_0 + gamma mu_1` and `mu' = (1-gamma) mu_0 + gamma mu_1'`, the divergence
/// `D_alpha'(mu || mu')`, the equal `gamma D_alpha(mu_1 || (1-beta) mu_0 + beta mu_1')`, and its
/// bound `gamma ((1-beta) D_alpha(mu_1 || mu_0) + beta D_alpha(mu_1 || mu_1'))`.
///
/// # Errors
/// gamma outside (0, 1], alpha' < 1, or lists of different lengths.
pub fn joint_convexity_of(alpha: &Real, gamma: &Real, [common, p, q]: [&[Real]; 3]) -> Conclusions {
    let mut conclusions = super::advanced_joint_convexity(alpha, gamma)?;
    if common.len() != p.len() || p.len() != q.len() {
        return Err(DomainError::new(
            "common",
            format!("the lists have {}, {} and {} masses", common.len(), p.len(), q.len()),
            "give the three distributions on the same outcomes",
        ));
    }
    for (name, masses) in [("common", common), ("p", p), ("q", q)] {
        let sum = total(masses.iter().cloned());
        if masses.iter().any(|x| x.sign() == Some(Ordering::Less))
            || sum.compare(&Real::one()) != Some(Ordering::Equal)
        {
            return Err(DomainError::new(
                name,
                "these are not the masses of a distribution",
                "give numbers >= 0 with the sum 1",
            ));
        }
    }
    let inner = 1 + (alpha - 1) / gamma;
    let beta = alpha / &inner;
    let mixed = |weight: &Real, x: &[Real], y: &[Real]| -> Vec<Real> {
        x.iter().zip(y).map(|(x, y)| (1 - weight) * x + weight * y).collect()
    };
    let divergence = |g: &Real, x: &[Real], y: &[Real]| {
        let excess = x.iter().zip(y).map(|(x, y)| Formula::from(x - g * y).max(&Formula::zero()));
        super::conclusion::total_of_formulas(excess)
    };
    let left = divergence(alpha, &mixed(gamma, common, p), &mixed(gamma, common, q));
    let weight = Formula::from(gamma.clone());
    let right = divergence(&inner, p, &mixed(&beta, common, q)) * &weight;
    let apart = divergence(&inner, p, common) * Formula::from(1 - &beta)
        + divergence(&inner, p, q) * Formula::from(beta.clone());
    conclusions.insert(0, Conclusion::exact("divergence", left));
    conclusions.push(Conclusion::exact("of-the-parts", right));
    conclusions.push(Conclusion::upper("bound", apart * &weight));
    Ok(conclusions)
}
