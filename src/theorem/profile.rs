//! Privacy profiles: delta as a function of `g = e^eps`, for one record and for groups.

use super::conclusion::{Conclusion, Conclusions, require_nonnegative, total, total_of_formulas};
use crate::exact::real::Real;
use crate::exact::show;
use crate::formula::Formula;
use crate::mechanism::{DomainError, Dominating, Mechanism, Noise};
use crate::pair::FinitePair;
use crate::refusal::Refusal;
use std::cmp::Ordering;

/// The profile `delta(g) = sup D_g(M(x) || M(x'))` over neighbours, for every g >= 0.
///
/// The papers define it for g >= 1. Neighbours are a symmetric relation, so below 1 it is
/// `delta(g) = 1 - g + g delta(1/g)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Profile {
    /// The Gaussian mechanism and mu-GDP.
    Gaussian {
        /// mu >= 0.
        mu: Real,
    },
    /// The Laplace mechanism.
    Laplace {
        /// sensitivity / scale, >= 0.
        eps: Real,
    },
    /// A mechanism that a finite pair dominates in both directions.
    Finite(FinitePair),
    /// Groups of `size` under a mechanism of which only the pair is known:
    /// `delta_k(g) <= delta(g^(1/k)) (g-1)/(g^(1/k)-1)`.
    FiniteGroup {
        /// The pair for one record.
        pair: FinitePair,
        /// k >= 2.
        size: u64,
    },
}

/// `Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)` for mu > 0 and any real eps; for mu = 0 it is
/// `[1 - e^eps]_+`.
///
/// Source: Balle, Barthe & Gaboardi, Theorem 4; Dong, Roth & Su, Corollary 1 (both divide by mu =
/// 0).
pub(super) fn gaussian_delta(mu: &Real, eps: &Real) -> Formula {
    if mu.is_zero() {
        return Formula::from(1 - eps.exp()).max(&Formula::zero());
    }
    let (half, ratio) = (mu / 2, eps / mu);
    let near = Formula::from(&half - &ratio).normal_cdf();
    let far = Formula::from(-(&half + &ratio)).normal_cdf();
    (&near - Formula::from(eps.exp()) * &far).probability()
}

/// `[1 - e^((eps - eta)/2)]_+` for eps >= -eta, and `1 - e^eps` below.
///
/// Source: Balle, Barthe & Gaboardi, Theorem 3, there for eps >= 0.
pub(super) fn laplace_delta(eta: &Real, eps: &Real) -> Formula {
    let middle = (1 - Formula::from(((eps - eta) / 2).exp())).max(&Formula::zero());
    let below = 1 - Formula::from(eps.exp());
    match (eps + eta).sign() {
        Some(Ordering::Less) => below,
        Some(_) => middle,
        // The two are tangent: the larger one is the profile on either side.
        None => middle.max(&below),
    }
}

impl Profile {
    /// The profile of a single step.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for a composition, and for a step without a closed form.
    pub fn of(mechanism: &Mechanism) -> Result<Profile, Refusal> {
        let unsupported = |what: &str| {
            Refusal::Unsupported {
            what: format!("the profile of {what}"),
            missing: "the theorems on samples need the profile in closed form, for groups too: give one step \
                      of approx-dp, approx-dp-tv, multi-dp, randomized-response, staircase, finite-pair, \
                      trade-off, discrete-laplace, laplace, gaussian or gdp"
                .into(),
        }
        };
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        let [(step, 1)] = steps.as_slice() else {
            return Err(unsupported("a composition"));
        };
        match (step, step.noise()) {
            (_, Some(Noise::Gaussian(gaussian))) => {
                Ok(Profile::Gaussian { mu: gaussian.mu_squared.sqrt() })
            }
            (_, Some(Noise::Laplace(laplace))) => {
                Ok(Profile::Laplace { eps: laplace.eps0.clone() })
            }
            (Dominating::ThreePoint(pair), _) => Ok(Profile::Finite(pair.to_finite())),
            (Dominating::Finite(pair), _) => Ok(Profile::Finite(pair.clone())),
            _ => Err(unsupported(&step.described())),
        }
    }

    /// The profile for groups of `size >= 1`: white box for Gaussian and Laplace noise, whose
    /// sensitivity grows at most by that factor, black box otherwise.
    ///
    /// Source: Balle, Barthe & Gaboardi, section 3.
    #[must_use]
    pub fn group(&self, size: u64) -> Profile {
        let grown = |x: &Real| Real::from(size) * x;
        match self {
            _ if size == 1 => self.clone(),
            Profile::Gaussian { mu } => Profile::Gaussian { mu: grown(mu) },
            Profile::Laplace { eps } => Profile::Laplace { eps: grown(eps) },
            Profile::Finite(pair) => Profile::FiniteGroup { pair: pair.clone(), size },
            Profile::FiniteGroup { pair, size: inner } => {
                Profile::FiniteGroup { pair: pair.clone(), size: size.saturating_mul(*inner) }
            }
        }
    }

    /// Is it the profile itself, not only an upper bound?
    pub fn is_exact(&self) -> bool {
        !matches!(self, Profile::FiniteGroup { .. })
    }

    /// `delta(g)` at `g > 0`.
    pub fn delta(&self, g: &Real) -> Formula {
        match self {
            Profile::Gaussian { mu } => gaussian_delta(mu, &g.ln()),
            Profile::Laplace { eps } => laplace_delta(eps, &g.ln()),
            Profile::Finite(pair) => symmetrised(pair, g),
            Profile::FiniteGroup { pair, size } => group_bound(pair, *size, g),
        }
    }
}

/// The larger of the hockey-stick divergences of the two orders.
fn symmetrised(pair: &FinitePair, g: &Real) -> Formula {
    hockey_stick(pair, g).max(&hockey_stick(&pair.reversed(), g))
}

/// `D_g(P || Q) = sum [p - g q]_+`.
pub(super) fn hockey_stick(pair: &FinitePair, g: &Real) -> Formula {
    let term = |p: &Real, q: &Real| Formula::from(p - g * q).max(&Formula::zero());
    let infinite = Formula::from(pair.p_infinite.clone());
    total_of_formulas(pair.atoms.iter().map(|atom| term(&atom.p, &atom.q)).chain([infinite]))
}

fn group_bound(pair: &FinitePair, size: u64, g: &Real) -> Formula {
    let one = Real::one();
    match g.compare(&one) {
        Some(Ordering::Less) => {
            let mirrored = group_bound(pair, size, &(1 / g));
            Formula::from(1 - g) + &mirrored * Formula::from(g.clone())
        }
        Some(Ordering::Equal) => {
            (symmetrised(pair, &one) * Formula::from(size)).min(&Formula::one())
        }
        Some(Ordering::Greater) => {
            let root = (g.ln() / Real::from(size)).exp();
            let factor = (g - 1) / (&root - 1);
            (symmetrised(pair, &root) * Formula::from(factor)).min(&Formula::one())
        }
        // It is undecided on which side of 1 it is.
        None => Formula::one(),
    }
}

/// Balle, Barthe & Gaboardi, Theorem 3: the profile of the Laplace mechanism, `eta` = sensitivity /
/// scale, at any real eps.
///
/// # Errors
/// eta < 0.
pub fn laplace_profile(eta: &Real, eps: &Real) -> Conclusions {
    require_nonnegative("eta", eta)?;
    Ok(vec![Conclusion::exact("delta", laplace_delta(eta, eps))])
}

/// Balle, Barthe & Gaboardi, Theorem 4: the profile of the Gaussian mechanism, `eta` = sensitivity
/// / sigma, at any real eps.
///
/// # Errors
/// eta < 0.
pub fn gaussian_profile(eta: &Real, eps: &Real) -> Conclusions {
    require_nonnegative("eta", eta)?;
    Ok(vec![Conclusion::exact("delta", gaussian_delta(eta, eps))])
}

/// The privacy profile of a step at any real eps: the hockey-stick divergence of order e^eps, of the
/// worse order of neighbours. Below 0 it is `1 - e^eps + e^eps delta(-eps)`.
///
/// Source: the identity `D_g(P||Q) = 1 - g + g D_(1/g)(Q||P)`. Balle, Barthe & Gaboardi, Theorem 14,
/// has orders below 1; Ghazi & Issa, Remark 2, use that they add nothing.
///
/// # Errors
/// None.
pub fn profile_at(profile: &Profile, eps: &Real) -> Conclusions {
    Ok(vec![Conclusion::exact("delta", profile.delta(&eps.exp()))])
}

/// Balle, Barthe & Gaboardi, Theorem 6: `E_P[(P/Q)^s]` of a finite pair, from its profile:
/// `1 + s(s+1) integral_0^inf (e^(s eps) D_(e^eps)(P||Q) + e^(-(s+1) eps) D_(e^eps)(Q||P)) d eps`.
///
/// `moment` is the mean, `from-profile` the right-hand side: one rational term for each likelihood
/// ratio, and equal. The statement that follows it "in particular", with suprema over neighbours on
/// both sides, is false where no single pair has the largest divergence at every eps. For the pairs
/// (3/4, 1/4) and (27/80, 5/8, 3/80) with their mirror images, at s = 1, the larger moment is 11/3;
/// the integral of the larger profile is more, as the first profile is the larger one at g = 1. So
/// this theorem is stated for one pair.
///
/// # Errors
/// s = 0 or above 1000; P-mass where Q is 0, where both sides are infinite.
pub fn moment_identity(pair: &FinitePair, s: u64) -> Conclusions {
    if s == 0 || s > 1000 {
        return Err(DomainError::new(
            "s",
            format!("s = {s} is outside [1, 1000]"),
            "give a whole number from 1 to 1000",
        ));
    }
    if !pair.p_infinite.is_zero() {
        let message =
            format!("P has mass {} where Q is 0: the moment is infinite", show(&pair.p_infinite));
        return Err(DomainError::new(
            "p",
            message,
            "P must be absolutely continuous with respect to Q",
        ));
    }
    let exponent = i64::try_from(s).unwrap_or(i64::MAX);
    let (one, order) = (Real::one(), Real::from(s));
    let next = &order + 1;
    let (mut moment, mut identity) = (Vec::new(), vec![one.clone()]);
    for atom in &pair.atoms {
        let (p, q) = (&atom.p, &atom.q);
        let ratio = p / q;
        let power = ratio.pow(exponent);
        moment.push(p * &power);
        // s(s+1) times the integral of the outcome's part of one of the two divergences, up to the
        // eps at which that part ends.
        let part = match ratio.compare(&one) {
            Some(Ordering::Greater) => {
                let first = &next * p * (&power - 1);
                let second = &order * q * (&power * &ratio - 1);
                &first - &second
            }
            Some(Ordering::Less) => {
                let first = &order * q * (1 - &power * &ratio);
                let second = &next * p * (1 - &power);
                &first - &second
            }
            Some(Ordering::Equal) => Real::zero(),
            None => {
                let message = "cannot decide whether a likelihood ratio is above 1";
                return Err(DomainError::new("p", message, "write the masses in a simpler form"));
            }
        };
        identity.push(part);
    }
    // Where P is 0: q e^(-(s+1) eps), up to infinity.
    identity.push(&order * &pair.q_infinite);
    Ok(vec![
        Conclusion::exact("moment", total(moment)),
        Conclusion::exact("from-profile", total(identity)),
    ])
}
