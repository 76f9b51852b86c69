//! `laplace`: two Laplace distributions at the distance of the sensitivity.

use super::Dominating;
use super::distance::Ratio;
use super::domain::{DomainError, require_within};
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use malachite::rational::Rational;

/// Laplace noise with `eps0 = sensitivity / scale`: `P = Lap(0, 1)`, `Q = Lap(eps0, 1)`.
///
/// All quantities are closed forms in exp and ln, so they are exact expressions. The loss is
/// +eps0 with probability 1/2 under P, -eps0 under Q, and has a density in between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Laplace {
    /// sensitivity / scale, >= 0.
    pub eps0: Real,
}

fn half() -> Real {
    Real::from(Rational::from_signeds(1, 2))
}

impl Laplace {
    /// `delta(eps) = 1 - e^((eps - eps0)/2)` for `0 <= eps <= eps0`.
    ///
    /// Source: Balle, Barthe & Gaboardi, Theorem 3.
    pub fn delta_below(&self, eps: &Real) -> Real {
        Real::one().sub(&self.complement_below(eps))
    }

    /// `1 - delta(eps)`, as it is for `0 <= eps <= eps0`.
    pub fn complement_below(&self, eps: &Real) -> Real {
        half().mul(&eps.sub(&self.eps0)).exp()
    }

    /// The eps with `delta(eps) = delta`, for delta at most the total variation:
    /// `eps0 + 2 ln(1 - delta)`.
    pub fn eps_at(&self, delta: &Real) -> Real {
        self.eps0.add(&Real::from(2u64).mul(&Real::one().sub(delta).ln()))
    }

    /// The Q-mass at the largest loss, `e^-eps0 / 2`: up to this alpha the test is randomised.
    pub fn first_corner(&self) -> Real {
        half().mul(&self.eps0.neg().exp())
    }

    /// The other corner, alpha = 1/2: from here on the test randomises at the smallest loss.
    pub fn second_corner(&self) -> Real {
        half()
    }

    /// beta at `alpha <= e^-eps0/2`: `1 - e^eps0 alpha`.
    pub fn beta_first(&self, alpha: &Real) -> Real {
        Real::one().sub(&self.eps0.exp().mul(alpha))
    }

    /// beta between the corners: `e^-eps0 / (4 alpha)`.
    pub fn beta_middle(&self, alpha: &Real) -> Real {
        self.eps0.neg().exp().div(&Real::from(4u64).mul(alpha))
    }

    /// beta at `alpha >= 1/2`: `e^-eps0 (1 - alpha)`.
    pub fn beta_last(&self, alpha: &Real) -> Real {
        self.eps0.neg().exp().mul(&Real::one().sub(alpha))
    }
}

impl Dominating {
    /// The Laplace mechanism with `eps = sensitivity / scale >= 0`.
    ///
    /// # Errors
    /// eps < 0.
    pub fn laplace(eps: Real) -> Result<Dominating, DomainError> {
        require_within("eps", &eps, &Real::zero(), None)?;
        Ok(Dominating::Laplace(Laplace { eps0: eps }))
    }
}

const RATIO: Ratio = Ratio {
    names: &["eps"],
    meaning: "eps is the sensitivity divided by the scale b of the density e^(-|x|/b)",
    several: "independent noise on several values is a composition: laplace(scale=2, sensitivity=1)^2",
};

pub(super) fn read_laplace(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    if let Some(eps) = RATIO.read_scaled(fields)? {
        return Ok(Dominating::Laplace(Laplace { eps0: eps }));
    }
    let eps = fields.required("eps")?;
    Dominating::laplace(eps.real()?).map_err(|e| e.at(&[&eps]))
}
