//! What an accountant of Renyi divergences can conclude about eps.

use super::conclusion::{Conclusion, Conclusions, require_inside_unit};
use crate::exact::real::Real;
use crate::formula::{Conversion, Cumulant, Formula, Method, Orders, Pair};
use crate::mechanism::{DomainError, Dominating, Mechanism, Noise, Sampler};
use crate::pair::FinitePair;
use crate::quantity::require_direction;
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// The Renyi divergences of a composition at all orders above 1; `None` where they are infinite.
#[derive(Clone, Debug)]
pub struct RenyiDivergences(Option<Vec<(Cumulant, u64)>>);

impl RenyiDivergences {
    /// Those of a mechanism.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] where those of a step are unknown, or steps may lose more in
    /// different directions of neighbours.
    pub fn of(mechanism: &Mechanism) -> Result<RenyiDivergences, Refusal> {
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        require_direction(WHAT, &steps)?;
        let mut all = Some(Vec::new());
        for (step, count) in &steps {
            let cumulants = cumulants(step).ok_or_else(|| Refusal::Unsupported {
                what: WHAT.into(),
                missing: MISSING.into(),
            })?;
            let counted =
                cumulants.map(|cumulants| cumulants.into_iter().map(|cumulant| (cumulant, *count)));
            all = all.zip(counted).map(|(mut all, counted)| {
                all.extend(counted);
                all
            });
        }
        Ok(RenyiDivergences(all))
    }
}

const WHAT: &str = "the conversion of this mechanism";
const MISSING: &str = "its Renyi divergences of all orders above 1 are known for finite pairs, laplace, gaussian, gdp, \
                       discrete-gaussian and zcdp, and for Poisson samples of symmetric finite pairs, of laplace, of \
                       gaussian and of discrete-gaussian; ask for eps";

/// The least eps that the Renyi divergences of a composition prove at a delta: the conversion at
/// the best of all orders above 1, or of the whole ones. The true eps is at most that, and no
/// accountant that converts each order in this way can conclude less.
///
/// The moments accountant is the classical conversion at whole orders: its moment `lambda` is the
/// order `lambda + 1`. With a largest order no other is used than those up to it, which is what an
/// accountant with a list of orders can conclude, and what truncated concentrated privacy does:
/// (rho, omega)-tCDP has the divergences of rho-zCDP at the orders below omega (Bun, Dwork,
/// Rothblum & Steinke 2018, Definition 1), and the least eps of these is that of the orders up to
/// omega, because the conversion is continuous there.
///
/// # Errors
/// delta outside (0, 1); a largest order of at most 1, or below 2 with whole orders.
///
/// Source: see [`Method`].
pub fn renyi_conversion(
    divergences: &RenyiDivergences,
    delta: &Real,
    method: Method,
    orders: Orders,
    largest: Option<&Rational>,
) -> Conclusions {
    require_inside_unit("delta", delta)?;
    if let Some(largest) = largest {
        require_an_order(largest, orders)?;
    }
    let eps = match &divergences.0 {
        None => Formula::Infinite,
        Some(steps) if steps.is_empty() && largest.is_none() => Formula::zero(),
        Some(steps) => Formula::conversion(Conversion {
            steps: steps.clone(),
            delta: delta.clone(),
            method,
            orders,
            largest: largest.cloned(),
        }),
    };
    Ok(vec![Conclusion::upper("eps", eps)])
}

/// Requires that there are orders up to the largest one.
fn require_an_order(largest: &Rational, orders: Orders) -> Result<(), DomainError> {
    let (is_order, needed) = match orders {
        Orders::Real => (*largest > 1, "greater than 1"),
        Orders::Whole => (*largest >= 2, "at least 2, which is the first whole order"),
    };
    if is_order {
        return Ok(());
    }
    Err(DomainError::new(
        "largest",
        format!("the largest order {largest} leaves no order"),
        format!("largest must be {needed}"),
    ))
}

/// The cumulants of a step, whose sum is its own; none if they are infinite, `None` if they are
/// unknown.
fn cumulants(step: &Dominating) -> Option<Option<Vec<Cumulant>>> {
    let of_pair =
        |pair: FinitePair| pair.p_infinite.is_zero().then(|| vec![Cumulant::Finite(pair)]);
    match step {
        Dominating::ThreePoint(pair) => Some(of_pair(pair.to_finite())),
        Dominating::Finite(pair) => Some(of_pair(pair.clone())),
        Dominating::Zcdp(zcdp) => Some(Some(vec![Cumulant::Flat(zcdp.rho.clone())])),
        Dominating::Noise(noise) => {
            noise.iter().map(of_noise).collect::<Option<Vec<_>>>().map(Some)
        }
        Dominating::Sampled(sampled)
            if sampled.rate.is_one() && sampled.base.is_symmetric(true) =>
        {
            cumulants(&sampled.base)
        }
        Dominating::Sampled(sampled)
            if sampled.sampler == Sampler::Poisson && sampled.base.is_symmetric(true) =>
        {
            if let Some(pair) = sampled.mixed_pair() {
                return Some(of_pair(pair));
            }
            let noise = sampled.base.noise()?;
            let power = || Some(Cumulant::Power(Pair::of(noise)?, sampled.rate.clone()));
            if noise.is_trivial() {
                Some(Some(Vec::new()))
            } else {
                power().map(|power| Some(vec![power]))
            }
        }
        _ => None,
    }
}

fn of_noise(noise: &Noise) -> Option<Cumulant> {
    Some(match noise {
        Noise::Gaussian(gaussian) => {
            Cumulant::Flat(Real::from(Rational::from_unsigneds(1u32, 2u32)) * &gaussian.mu_squared)
        }
        Noise::Laplace(laplace) => Cumulant::Laplace(laplace.eps0.clone()),
        noise => Cumulant::Power(Pair::of(noise)?, Real::one()),
    })
}
