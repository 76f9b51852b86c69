//! `gaussian` (sigma, or mu) and `gdp` (mu): normal distributions at distance mu.

use super::Dominating;
use super::distance::Ratio;
use super::domain::{DomainError, require_positive, require_within};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::{
    certify_decreasing, mills_ratio, newton_iterate, normal_cdf, normal_density, normal_quantile,
};
use crate::input::{Fields, InputError};

/// `P = N(mu, 1)`, `Q = N(0, 1)`: the Gaussian mechanism with `mu = sensitivity / sigma`, and the
/// worst case of mu-GDP.
///
/// It is closed under composition: the squares of mu add (Dong, Roth & Su, Corollary 2), which is
/// why the square is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gaussian {
    /// `mu^2 > 0`.
    pub mu_squared: Real,
}

/// From here on Mills' ratio has all the bits that the default precision asks for: its square is far above
/// [`crate::composition::cost::Limits::precision`]. Where more are asked for, the answer is as narrow as its series.
const FAR_OUT: u64 = 1 << 14;

impl Gaussian {
    /// mu, enclosed.
    pub(crate) fn mu<E: Engine>(&self, precision: u64) -> Interval<E> {
        self.mu_squared.sqrt().enclose(precision)
    }

    /// `delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)`.
    ///
    /// Source: Balle & Wang 2018, Theorem 8; Dong, Roth & Su, Corollary 1.
    pub fn delta<E: Engine>(&self, eps: &Interval<E>) -> Interval<E> {
        let (near, far) = self.terms(eps);
        (&near - &far).positive_part()
    }

    /// `1 - delta(eps)`, a sum of what is small where delta is near 1.
    pub fn complement<E: Engine>(&self, eps: &Interval<E>) -> Interval<E> {
        let near = self.near::<E>(eps);
        &normal_cdf(&-&near) + &self.far(eps, &near)
    }

    /// The two terms of delta; the second is minus the derivative of delta in eps.
    fn terms<E: Engine>(&self, eps: &Interval<E>) -> (Interval<E>, Interval<E>) {
        let near = self.near::<E>(eps);
        (normal_cdf(&near), self.far(eps, &near))
    }

    /// `mu/2 - eps/mu`.
    fn near<E: Engine>(&self, eps: &Interval<E>) -> Interval<E> {
        let mu = self.mu::<E>(eps.precision());
        &mu.shift(-1) - &(eps / &mu)
    }

    /// `e^eps Phi(-b)` with `b = mu/2 + eps/mu`; far out, where a factor would leave the range of the exponents,
    /// as `phi(a) M(b)` with Mills' ratio M and `a = mu/2 - eps/mu`, because `b^2 - a^2 = 2 eps`.
    fn far<E: Engine>(&self, eps: &Interval<E>, near: &Interval<E>) -> Interval<E> {
        let mu = self.mu::<E>(eps.precision());
        let b = &mu.shift(-1) + &(eps / &mu);
        match b.lower() >= &E::Float::from_u64(FAR_OUT) {
            true => &normal_density(near) * &mills_ratio(&b),
            false => &eps.exp() * &normal_cdf(&-&b),
        }
    }

    /// Total variation: `2 Phi(mu/2) - 1 = 1 - 2 Phi(-mu/2)`.
    pub fn total_variation<E: Engine>(&self, precision: u64) -> Interval<E> {
        let tail = normal_cdf(&-&self.mu::<E>(precision).shift(-1));
        &Interval::one(precision) - &tail.shift(1)
    }

    /// The trade-off function `G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu)`.
    ///
    /// Source: Dong, Roth & Su, equation 6.
    pub fn beta<E: Engine>(&self, alpha: &Interval<E>) -> Interval<E> {
        normal_cdf(&-&(&normal_quantile(alpha) + &self.mu(alpha.precision())))
    }

    /// The likelihood ratio at which the test of level alpha rejects:
    /// `exp(mu z - mu^2/2)` with `z = Phi^-1(1 - alpha)`.
    pub fn threshold<E: Engine>(&self, alpha: &Interval<E>) -> Interval<E> {
        let mu = self.mu::<E>(alpha.precision());
        (&(&mu * &-&normal_quantile(alpha)) - &mu.square().shift(-1)).exp()
    }

    /// The eps > 0 with `delta(eps) = delta`, for `0 < delta < total variation`.
    ///
    /// ln delta(eps) is concave (delta is a convolution of log-concave functions), so Newton's
    /// method on it descends to the root from any point to the right of it, such as
    /// `mu^2/2 - mu Phi^-1(delta)`, where the first term of delta(eps) alone is delta. What it
    /// proposes is certified by evaluating delta on both sides.
    pub fn eps<E: Engine>(&self, delta: &Interval<E>) -> Interval<E> {
        let working = delta.precision() + 32;
        let delta = Interval::<E>::new(delta.lower().clone(), delta.upper().clone(), working);
        let target = delta.ln();
        let newton = |eps: &Interval<E>| {
            let (near, far) = self.terms(eps);
            let value = &near - &far;
            let step = &(&(&value.ln() - &target) * &value) / &far;
            let next = eps + &step;
            if !next.lower().is_finite() || !next.upper().is_finite() {
                return Interval::whole(eps.precision());
            }
            let point = if next.lower().sign().is_gt() { next.lower().clone() } else { E::Float::zero() };
            Interval::new(point.clone(), point, eps.precision())
        };
        let mu = self.mu::<E>(64);
        let quantile = normal_quantile(&delta.with_precision(64));
        let start = (&mu.square().shift(-1) - &(&mu * &quantile)).positive_part();
        let start = Interval::new(start.upper().clone(), start.upper().clone(), 64);
        let candidate = newton_iterate(start, working, None, newton);
        certify_decreasing(&candidate, &delta, |eps| self.delta(eps)).positive_part()
    }
}

impl Dominating {
    /// The Gaussian mechanism with standard deviation `sigma > 0` in units of the sensitivity.
    ///
    /// # Errors
    /// sigma <= 0.
    pub fn gaussian(sigma: &Real) -> Result<Dominating, DomainError> {
        require_positive("sigma", sigma)?;
        Ok(Dominating::Gaussian(Gaussian { mu_squared: Real::one().div(&sigma.pow(2)) }))
    }

    /// mu-GDP, and the Gaussian mechanism with `mu = sensitivity / sigma >= 0`.
    ///
    /// # Errors
    /// mu < 0.
    pub fn gdp(mu: &Real) -> Result<Dominating, DomainError> {
        require_within("mu", mu, &Real::zero(), None)?;
        Ok(Dominating::Gaussian(Gaussian { mu_squared: mu.pow(2) }))
    }
}

const RATIO: Ratio = Ratio {
    names: &["sigma", "mu"],
    meaning: "sigma is the standard deviation divided by the sensitivity, mu = 1/sigma",
    several: "Gaussian noise sees the Euclidean distance: shifts [1, -1] are sensitivity = sqrt(2)",
};

pub(super) fn read_gaussian(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    if let Some(mu) = RATIO.read_scaled(fields)? {
        return Ok(Dominating::Gaussian(Gaussian { mu_squared: mu.pow(2) }));
    }
    match (fields.optional("sigma"), fields.optional("mu")) {
        (Some(sigma), None) => Dominating::gaussian(&sigma.real()?).map_err(|e| e.at(&[&sigma])),
        (None, Some(mu)) => Dominating::gdp(&mu.real()?).map_err(|e| e.at(&[&mu])),
        (Some(sigma), Some(_)) => {
            Err(sigma.error("both sigma and mu are given", "give sigma, or mu = 1/sigma, not both"))
        }
        (None, None) => Err(fields.missing("sigma")),
    }
}

pub(super) fn read_gdp(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let mu = fields.required("mu")?;
    Dominating::gdp(&mu.real()?).map_err(|e| e.at(&[&mu]))
}

/// Functionals of `N(mu, 1)` and `N(0, 1)`, where under Q the loss is normal with mean `-mu^2/2` and variance
/// `mu^2`.
impl Gaussian {
    /// KL in either direction: `mu^2 / 2`.
    pub fn kl(&self) -> Real {
        self.mu_squared.div(&Real::from(2u64))
    }

    /// `kappa_2 = mu^2 + mu^4 / 4`.
    pub fn kappa2(&self) -> Real {
        self.mu_squared.add(&self.mu_squared.pow(2).div(&Real::from(4u64)))
    }

    /// `kappa_3 = mu^3 E|Z - m|^3` with m = mu/2, where
    /// `E|Z - m|^3 = (m^3 + 3m) (1 - 2 Phi(-m)) + 2 (m^2 + 2) phi(m)`.
    pub fn kappa3<E: Engine>(&self, precision: u64) -> Interval<E> {
        let mu = self.mu::<E>(precision);
        let half = mu.shift(-1);
        let three = Interval::from_u64(3, precision);
        let odd = &(&half.square() + &three) * &half;
        let even = (&half.square() + &Interval::from_u64(2, precision)).shift(1);
        let inside = &Interval::one(precision) - &normal_cdf(&-&half).shift(1);
        &mu.pow_natural(3) * &(&(&odd * &inside) + &(&even * &normal_density(&half)))
    }

    /// `kappa_3-bar = mu^3 E|Z|^3 = 4 phi(0) mu^3`.
    pub fn kappa3_bar<E: Engine>(&self, precision: u64) -> Interval<E> {
        let density = normal_density(&Interval::zero(precision));
        &self.mu::<E>(precision).pow_natural(3) * &density.shift(2)
    }

    /// `chi^2_+ = e^(mu^2) Phi(3 mu / 2) + 3 Phi(-mu/2) - 2`.
    ///
    /// Source: Dong, Roth & Su, Lemma 3.
    pub fn chi_squared_positive<E: Engine>(&self, precision: u64) -> Interval<E> {
        let half = self.mu::<E>(precision).shift(-1);
        let three = Interval::from_u64(3, precision);
        let grown = &self.mu_squared.exp().enclose(precision) * &normal_cdf(&(&three * &half));
        &(&grown + &(&three * &normal_cdf(&-&half))) - &Interval::from_u64(2, precision)
    }
}
