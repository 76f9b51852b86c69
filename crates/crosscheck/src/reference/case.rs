//! A formula at a point: its inputs, its value, and the question that has the true value as its
//! answer.

use dpcert::mechanism::{
    DomainError, Dominating, Sampled, Sampler, require_positive, require_within,
};
use dpcert::{Mechanism, Query, Real};
use malachite::rational::Rational;

/// delta at `j eps` of k mechanisms, each (eps, delta)-DP and, where eta is given, eta-TV.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composition {
    /// eps of each mechanism.
    pub eps: f64,
    /// delta of each mechanism.
    pub delta: f64,
    /// The total variation of each mechanism.
    pub eta: Option<f64>,
    /// The number of mechanisms.
    pub k: u32,
    /// The multiple of eps, at most k; for Kairouz, Oh & Viswanath of the parity of k.
    pub j: u32,
}

/// delta at eps of mu-GDP.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// The distance of the two normal distributions.
    pub mu: f64,
    /// The eps at which delta is computed.
    pub eps: f64,
}

/// delta at eps of k Gaussian mechanisms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps {
    /// The distance mu = 1/sigma of each step.
    pub mu: f64,
    /// The number of steps.
    pub k: u32,
    /// The eps at which delta is computed.
    pub eps: f64,
}

/// delta at eps of Gaussian mechanisms on Poisson samples, one record added or removed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The probability that a record is in a sample.
    pub rate: f64,
    /// The ratio standard deviation / sensitivity.
    pub sigma: f64,
    /// The number of steps.
    pub steps: u32,
    /// The eps at which delta is computed.
    pub eps: f64,
}

/// A formula at a point.
#[derive(Clone, Copy, Debug)]
pub enum Case {
    /// A composition of k mechanisms of a class.
    Composition(Composition, fn(&Composition) -> f64),
    /// One Gaussian mechanism.
    Normal(Normal, fn(&Normal) -> f64),
    /// A composition of k Gaussian mechanisms.
    Steps(Steps, fn(&Steps) -> f64),
    /// A composition of Gaussian mechanisms on samples.
    Sample(Sample, fn(&Sample) -> f64),
}

impl Case {
    /// The value of the formula.
    pub fn value(&self) -> f64 {
        match self {
            Case::Composition(at, formula) => formula(at),
            Case::Normal(at, formula) => formula(at),
            Case::Steps(at, formula) => formula(at),
            Case::Sample(at, formula) => formula(at),
        }
    }

    /// The inputs by name.
    pub fn inputs(&self) -> Vec<(&'static str, f64)> {
        match *self {
            Case::Composition(Composition { eps, delta, eta, k, j }, _) => {
                let mut inputs =
                    vec![("k", f64::from(k)), ("eps", eps), ("j", f64::from(j)), ("delta", delta)];
                inputs.extend(eta.map(|eta| ("eta", eta)));
                inputs
            }
            Case::Normal(Normal { mu, eps }, _) => vec![("mu", mu), ("eps", eps)],
            Case::Steps(Steps { mu, k, eps }, _) => {
                vec![("k", f64::from(k)), ("mu", mu), ("eps", eps)]
            }
            Case::Sample(Sample { rate, sigma, steps, eps }, _) => {
                vec![("sigma", sigma), ("eps", eps), ("steps", f64::from(steps)), ("rate", rate)]
            }
        }
    }

    /// The question for exactly these inputs, each as a rational number.
    ///
    /// # Errors
    /// An input outside its domain.
    pub fn question(&self) -> Result<(Mechanism, Query), DomainError> {
        let (step, count, eps) = match *self {
            Case::Composition(Composition { eps, delta, eta, k, j }, _) => {
                let (eps, delta) = (exact("eps", eps)?, exact("delta", delta)?);
                let at = Real::from(u64::from(j)).mul(&eps);
                let step = match eta {
                    Some(eta) => Dominating::approx_dp_tv(eps, delta, exact("eta", eta)?)?,
                    None => Dominating::approx_dp(eps, delta)?,
                };
                (step, k, at)
            }
            Case::Normal(Normal { mu, eps }, _) => {
                (Dominating::gdp(&exact("mu", mu)?)?, 1, exact("eps", eps)?)
            }
            Case::Steps(Steps { mu, k, eps }, _) => {
                (Dominating::gdp(&exact("mu", mu)?)?, k, exact("eps", eps)?)
            }
            Case::Sample(Sample { rate, sigma, steps, eps }, _) => {
                let base = Box::new(Dominating::gaussian(&exact("sigma", sigma)?)?);
                let rate = exact("rate", rate)?;
                require_positive("rate", &rate)?;
                require_within("rate", &rate, &Real::zero(), Some(&Real::one()))?;
                let sampler = Sampler::Poisson;
                let sampled = Sampled { base, sampler, rate, is_zeroed: true };
                (Dominating::Sampled(sampled), steps, exact("eps", eps)?)
            }
        };
        Ok((Mechanism::Step(step).repeat(u64::from(count)), Query::Delta { eps }))
    }
}

/// The rational value of a binary64.
fn exact(name: &'static str, x: f64) -> Result<Real, DomainError> {
    let finite = Rational::try_from(x).map(Real::from);
    finite.map_err(|_| {
        DomainError::new(name, format!("{name} = {x} is not finite"), "give a finite number")
    })
}
