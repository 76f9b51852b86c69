//! The functionals of the trade-off function of one step.

use super::loss_moment::{Functional, LossMoment};
use super::{Formula, MOST_MU, Moment, Operation, SampledGaussian, operation};
use crate::exact::Extended;
use crate::exact::real::Real;
use crate::mechanism::{Dominating, Gaussian, LossPair, Noise, Replaced, Role};
use crate::pair::{Direction, FinitePair, Moment as PairMoment};
use std::cmp::Ordering;

/// The functionals of `f = T(Q, P)` for the pair (P, Q) of one step (Dong, Roth & Su, section 3.2
/// and Theorem 11).
///
/// For a Poisson sample, P is the output for the data with the record, and f is `f_p`; for a sample
/// without replacement it is `C_p(f)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Functionals {
    /// `kl`.
    pub kl: Formula,
    /// `kappa_2`.
    pub kappa2: Formula,
    /// `kappa_3`.
    pub kappa3: Formula,
    /// `kappa_3-bar`.
    pub kappa3_bar: Formula,
    /// `chi^2_+`.
    pub chi_squared_plus: Formula,
}

impl Functionals {
    /// Those of a step; `None` where they are not known: for classes that have no pair, or a pair
    /// that is no member's, and for unbounded losses without known moments.
    pub fn of(step: &Dominating) -> Option<Functionals> {
        if !has_pair(step) {
            return None;
        }
        let pairs = step.loss_pairs(Direction::Forward, Role::Dominating);
        let [pair] = pairs.as_slice() else {
            return None;
        };
        if pair.is_trivial() {
            return Some(Functionals::zero());
        }
        match gaussian_sample(pair) {
            Some(sampled) => Some(Functionals::of_gaussian_sample(&sampled)),
            None => Functionals::of_pair(pair),
        }
    }

    fn zero() -> Functionals {
        let zero = Formula::zero;
        Functionals {
            kl: zero(),
            kappa2: zero(),
            kappa3: zero(),
            kappa3_bar: zero(),
            chi_squared_plus: zero(),
        }
    }

    /// Dong, Roth & Su, Lemma 4, of which `kappa_3-bar` is corrected; `chi^2_+` is that of `G_mu`,
    /// of which the ratio is mixed with 1.
    fn of_gaussian_sample(sampled: &SampledGaussian) -> Functionals {
        let moment = |moment| Formula::sampled_moment(sampled, moment);
        Functionals {
            kl: moment(Moment::Kl),
            kappa2: moment(Moment::Second),
            kappa3: moment(Moment::Third),
            kappa3_bar: moment(Moment::ThirdCentral),
            chi_squared_plus: Formula::from(sampled.rate.pow(2))
                * &Formula::gaussian_chi_squared_plus(&sampled.mu),
        }
    }

    fn of_pair(pair: &LossPair) -> Option<Functionals> {
        let has_infinite_loss = pair.has_infinite_loss()?;
        let has_opposite = pair.clone().reversed().has_infinite_loss()?;
        let moment = |functional| {
            let is_infinite = match functional {
                Functional::ChiSquaredPlus => has_infinite_loss,
                _ => has_opposite,
            };
            if is_infinite {
                return Some(Formula::Infinite);
            }
            if let Some(exact) = exact(pair, functional) {
                return Some(exact);
            }
            Some(operation(Operation::LossMoment(LossMoment::of(pair, functional)?)))
        };
        Some(Functionals {
            kl: moment(Functional::Kl)?,
            kappa2: moment(Functional::Kappa2)?,
            kappa3: moment(Functional::Kappa3)?,
            kappa3_bar: moment(Functional::Kappa3Bar)?,
            chi_squared_plus: moment(Functional::ChiSquaredPlus)?,
        })
    }
}

/// Is its loss pair that of a mechanism, and not a bound of a class?
fn has_pair(step: &Dominating) -> bool {
    match step {
        Dominating::ThreePoint(_) | Dominating::Finite(_) | Dominating::Directed(_) => true,
        Dominating::Noise(_) => !step.has_range(),
        Dominating::Sampled(sampled) => has_pair(&sampled.base),
        Dominating::Zcdp(_)
        | Dominating::Operation(_)
        | Dominating::Splits(_)
        | Dominating::OneOf(_)
        | Dominating::Bounded(_) => false,
    }
}

/// A sample without replacement of Gaussian noise, where its moments are integrated.
fn gaussian_sample(pair: &LossPair) -> Option<SampledGaussian> {
    let LossPair::Replaced(Replaced { base, rate }) = pair else {
        return None;
    };
    let LossPair::Noise(Noise::Gaussian(Gaussian { mu_squared })) = base.as_ref() else {
        return None;
    };
    let is_integrated =
        mu_squared.compare(&Real::from(MOST_MU).pow(2)).is_some_and(Ordering::is_le);
    is_integrated.then(|| SampledGaussian { mu: mu_squared.sqrt(), rate: rate.clone() })
}

/// A functional as an expression, where it is one.
fn exact(pair: &LossPair, functional: Functional) -> Option<Formula> {
    let known = match pair {
        LossPair::Finite(pair) => of_finite(pair, functional)?,
        LossPair::Noise(noise) => of_noise(noise, functional)?,
        _ => return None,
    };
    Some(known.into())
}

fn of_finite(pair: &FinitePair, functional: Functional) -> Option<Extended> {
    Some(match functional {
        Functional::Kl => pair.kl_reverse(),
        Functional::Kappa2 => pair.kappa2(),
        Functional::Kappa3 => pair.third_moment(&Real::zero())?,
        Functional::Kappa3Bar => match pair.kl_reverse() {
            Extended::Finite(kl) => pair.third_moment(&kl)?,
            infinite @ Extended::Infinite(_) => infinite,
        },
        Functional::ChiSquaredPlus => pair.chi_squared_positive()?,
    })
}

fn of_noise(noise: &Noise, functional: Functional) -> Option<Extended> {
    let [_, kl] = noise.divergences().kl()?;
    let moment = match functional {
        Functional::Kl => return Some(kl),
        Functional::Kappa2 => return noise.divergences().kappa2(),
        Functional::Kappa3 => PairMoment::Kappa3,
        Functional::Kappa3Bar => match kl {
            Extended::Finite(kl) => PairMoment::Kappa3Bar(kl),
            Extended::Infinite(_) => return None,
        },
        Functional::ChiSquaredPlus => PairMoment::ChiSquaredPositive,
    };
    noise.closed_form()?.exact_moment(&moment).map(Extended::Finite)
}
