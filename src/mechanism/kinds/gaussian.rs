//! `gaussian` (sigma, or mu) and `gdp` (mu): normal distributions at distance mu.

use super::group::Members;
use crate::enclosure::Outcome;
use crate::exact::Extended;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::normal_tail;
use crate::exact::profile;
use crate::exact::real::Real;
use crate::exact::special::{normal_cdf, normal_density, normal_quantile};
use crate::exact::value::Value;
use crate::input::{Fields, InputError};
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::closed_form::{ClosedForm, ClosedForms};
use crate::mechanism::forms::density::{Density, Shape};
use crate::mechanism::forms::divergence::Concentrated;
use crate::mechanism::forms::noise::NoisePair;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::description::number;
use crate::mechanism::reading::distance::Ratio;
use crate::mechanism::reading::domain::{DomainError, require_positive, require_within};
use crate::mechanism::reading::family::{MorePrivate, Parameter, smaller};
use crate::mechanism::reading::foreign_names::NOISE_MULTIPLIER;
use crate::mechanism::reading::kind::{Advice, Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SIGMA, eps, input, row, template};
use crate::mechanism::{Dominating, Noise};
use crate::pair::tails::{GridPoint, LossTails, Masses};
use crate::pair::{Evaluated, Moment, NeymanPearson};
use malachite::base::num::basic::traits::{One, Two, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// `P = N(mu, 1)`, `Q = N(0, 1)`: the Gaussian mechanism with `mu = sensitivity / sigma`, and the
/// worst case of mu-GDP.
///
/// It is closed under composition: the squares of mu add (Dong, Roth & Su, Corollary 2); hence the
/// square is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gaussian {
    /// `mu^2 > 0`.
    pub mu_squared: Real,
}

impl Gaussian {
    /// mu, enclosed.
    pub(crate) fn mu<E: Engine>(&self, precision: u64) -> Interval<E> {
        self.mu_squared.sqrt().enclose(precision)
    }

    /// `eps/mu - mu/2`, whose numerator is exact: for a large mu both terms may be much larger than
    /// it is.
    fn place<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E> {
        &(eps - self.kl()).enclose(precision) / &self.mu(precision)
    }

    /// `delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)`, for `eps >= 0`.
    ///
    /// Source: Balle & Wang 2018, Theorem 8; Dong, Roth & Su, Corollary 1.
    pub fn delta<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E> {
        profile::delta(&self.place(eps, precision), &self.mu(precision))
    }

    /// `1 - delta(eps)`, a sum of small terms where delta is near 1.
    pub fn complement<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E> {
        profile::complement(&self.place(eps, precision), &self.mu(precision))
    }

    /// Total variation: `2 Phi(mu/2) - 1`, which is delta(0).
    pub fn total_variation<E: Engine>(&self, precision: u64) -> Interval<E> {
        self.delta(&Real::zero(), precision)
    }

    /// `Phi^-1(alpha)`; for alpha beyond 1/2 by that of `1 - alpha`, exactly.
    fn quantile<E: Engine>(alpha: &Real, precision: u64) -> Interval<E> {
        let level = alpha.enclose::<E>(precision);
        match level.compare(&Interval::one(precision).shift(-1)) {
            Some(Ordering::Greater) => -&normal_quantile(&(1 - alpha).enclose(precision)),
            _ => normal_quantile(&level),
        }
    }

    /// The trade-off function `G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu)`.
    ///
    /// Source: Dong, Roth & Su, equation 6.
    pub fn beta<E: Engine>(&self, alpha: &Real, precision: u64) -> Interval<E> {
        normal_cdf(&-&(&Self::quantile(alpha, precision) + &self.mu(precision)))
    }

    /// The likelihood ratio at which the test of level alpha rejects:
    /// `exp(mu z - mu^2/2)` with `z = Phi^-1(1 - alpha)`.
    pub fn threshold<E: Engine>(&self, alpha: &Real, precision: u64) -> Interval<E> {
        let mu = self.mu::<E>(precision);
        (&(&mu * &-&Self::quantile(alpha, precision)) - &mu.square().shift(-1)).exp()
    }

    /// The eps with `delta(eps) = delta`, for a delta > 0 that is given together with `1 - delta`;
    /// 0 from the total variation on.
    pub fn eps<E: Engine>(&self, delta: &Interval<E>, rest: &Interval<E>) -> Interval<E> {
        let precision = delta.precision();
        // Where delta is near 1, the complements distinguish them.
        let order = match delta.compare(rest) {
            Some(Ordering::Greater) => self.complement(&Real::zero(), precision).compare(rest),
            _ => delta.compare(&self.total_variation(precision)),
        };
        if matches!(order, Some(Ordering::Greater | Ordering::Equal)) {
            return Interval::zero(precision);
        }
        let mu = self.mu::<E>(precision + 32);
        let a = profile::root(delta, rest, &mu);
        let eps = &mu * &(&a + &mu.shift(-1)).positive_part();
        if order.is_some() { eps } else { eps.hull(&Interval::zero(precision)) }
    }
}

impl Dominating {
    /// The Gaussian mechanism with standard deviation `sigma > 0` in units of the sensitivity.
    ///
    /// # Errors
    /// sigma <= 0.
    pub fn gaussian(sigma: &Real) -> Result<Dominating, DomainError> {
        require_positive("sigma", sigma)?;
        Ok(step(1 / sigma.pow(2)))
    }

    /// mu-GDP, and the Gaussian mechanism with `mu = sensitivity / sigma >= 0`.
    ///
    /// # Errors
    /// mu < 0.
    pub fn gdp(mu: &Real) -> Result<Dominating, DomainError> {
        require_within("mu", mu, &Real::zero(), None)?;
        Ok(step(mu.pow(2)))
    }
}

fn step(mu_squared: Real) -> Dominating {
    Dominating::Noise(vec![Gaussian { mu_squared }.into()])
}

const RATIO: Ratio = Ratio {
    names: &["sigma", "mu"],
    meaning: "sigma is the standard deviation divided by the sensitivity, mu = 1/sigma",
    several: "the sensitivity of Gaussian noise is a Euclidean distance: shifts [1, -1] are sensitivity = sqrt(2)",
};

/// A guarantee that is written in place of the noise.
const GUARANTEE: Advice = (
    &["eps", "epsilon", "delta"],
    "this is the noise, not its guarantee: dpcert calibrate 'gaussian(sigma=?)' --eps 1 --delta 1e-5 finds the \
     sigma that meets a budget, and approx-dp(eps, delta) is a mechanism of which only the guarantee is known",
);

const CONCENTRATED: Advice = (
    &["rho"],
    "for Gaussian noise that is rho-zCDP, mu = sqrt(2*rho); zcdp(rho) is every rho-zCDP mechanism",
);

pub(crate) const GAUSSIAN: Kind = Kind {
    names: Names {
        aliases: &[
            (&NOISE_MULTIPLIER, "sigma"),
            // Treated as `scale`, they are refused without a sensitivity.
            (&["std", "stddev", "std_dev", "standard_deviation"], "scale"),
        ],
        advice: &[
            GUARANTEE,
            (
                &["noise_scale", "noise-scale", "noise_std", "noise-std", "noise"],
                "sigma is the standard deviation divided by the sensitivity; with the standard deviation itself, write \
                 gaussian(scale, sensitivity)",
            ),
            (
                &["sigma2", "sigma_sq", "sigma_squared", "variance", "var"],
                "sigma is the standard deviation divided by the sensitivity; for a variance v it is sqrt(v) \
                 divided by the sensitivity",
            ),
            CONCENTRATED,
            SAMPLED_AROUND,
        ],
    },
    elsewhere: &[(
        &["normal", "gaussian-mechanism", "gm", "awgn"],
        "Gaussian noise is gaussian(sigma), or gdp(mu) for mu-GDP",
    )],
    open: &[
        Parameter { better: MorePrivate::Larger, ..smaller("gaussian", "sigma") },
        Parameter { better: MorePrivate::Larger, ..smaller("gaussian", "scale") },
        smaller("gaussian", "mu"),
    ],
    rows: &[
        row(
            "gaussian(sigma), gaussian(mu)",
            "Gaussian noise; sigma = standard deviation / sensitivity, mu = 1 / sigma",
        ),
        row("gaussian(scale, sensitivity)", "the same with the standard deviation itself"),
    ],
    templates: &[
        template("Gaussian (sigma)", "gaussian(sigma={sigma})", &[SIGMA]),
        template(
            "Gaussian, classical parameters",
            "gaussian(sigma=sqrt(2*ln(5/(4*({delta}))))/({eps}))",
            &[eps("0.6"), input("delta", "1e-5").small(false)],
        ),
    ],
    is_noise: true,
    density: Some(density),
    ..Kind::new(
        "gaussian",
        &[number("sigma"), number("mu"), number("scale"), number("sensitivity")],
        Form::Step(read_gaussian, Members::Distance),
    )
};

pub(crate) const GDP: Kind = Kind {
    names: Names::explained(&[
        GUARANTEE,
        CONCENTRATED,
        (
            &["sigma", "noise_multiplier", "noise-multiplier"],
            "mu = 1/sigma; gaussian takes sigma itself",
        ),
        SAMPLED_AROUND,
    ]),
    open: &[smaller("gdp", "mu")],
    rows: &[row("gdp(mu)", "every mu-GDP mechanism")],
    templates: &[template(
        "Gaussian DP (mu)",
        "gdp(mu={mu})",
        &[input("mu", "1").even("0.01", "10", "0.01")],
    )],
    ..Kind::new("gdp", &[number("mu").required()], Form::Step(read_gdp, Members::Distance))
};

fn read_gaussian(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    if let Some(mu) = RATIO.read_scaled(fields)? {
        return Ok(step(mu.pow(2)));
    }
    match (fields.optional("sigma"), fields.optional("mu")) {
        (Some(sigma), None) => Dominating::gaussian(&sigma.real()?).map_err(|e| e.at(&[&sigma])),
        (None, Some(mu)) => Dominating::gdp(&mu.real()?).map_err(|e| e.at(&[&mu])),
        (Some(sigma), Some(_)) => {
            Err(sigma.error("both sigma and mu are given", "give sigma, or mu = 1/sigma, not both"))
        }
        (None, None) => {
            Err(fields.missing_or("sigma", "give sigma, or mu = 1/sigma, or scale and sensitivity"))
        }
    }
}

/// In the units of the data, or with sigma or mu in those of the sensitivity.
fn density(fields: &mut Fields<'_>) -> Result<Density, InputError> {
    let (deviation, distance) = match (fields.optional("scale"), fields.optional("sigma")) {
        (Some(scale), _) => (scale.real()?, fields.required("sensitivity")?.real()?),
        (None, Some(sigma)) => (sigma.real()?, Real::one()),
        (None, None) => {
            let field = fields.required("mu")?;
            let mu = field.real()?;
            require_positive("mu", &mu).map_err(|e| e.at(&[&field]))?;
            (1 / mu, Real::one())
        }
    };
    let scale = Real::from(2u64).sqrt() * deviation;
    Ok(Density { shape: Shape::Power { power: Rational::TWO, scale }, distance })
}

fn read_gdp(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let mu = fields.required("mu")?;
    Dominating::gdp(&mu.real()?).map_err(|e| e.at(&[&mu]))
}

/// Functionals of `N(mu, 1)` and `N(0, 1)`, where under Q the loss is normal with mean `-mu^2/2`
/// and variance `mu^2`.
impl Gaussian {
    /// KL in either direction: `mu^2 / 2`.
    pub fn kl(&self) -> Real {
        &self.mu_squared / 2
    }

    /// `kappa_2 = mu^2 + mu^4 / 4`.
    pub fn kappa2(&self) -> Real {
        &self.mu_squared + self.mu_squared.pow(2) / 4
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

/// The tails of a Gaussian mechanism.
#[derive(Debug)]
struct Tails<E: Engine> {
    mu: Interval<E>,
}

impl<E: Engine> LossTails<E> for Tails<E> {
    /// The loss is `mu x - mu^2/2` at x.
    fn above(&self, point: &GridPoint<E>) -> Masses<E> {
        let (ratio, half) = (&point.loss / &self.mu, self.mu.shift(-1));
        Masses { p: normal_tail(&(&ratio - &half)), q: normal_tail(&(&ratio + &half)) }
    }
}

impl Pair for Gaussian {
    fn is_trivial(&self) -> bool {
        self.mu_squared.is_zero()
    }

    fn largest_loss(&self) -> Option<Real> {
        None
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::of_tails(Tails { mu: self.mu(precision) })
    }

    fn described(&self) -> &'static str {
        "gaussian noise"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl NoisePair for Gaussian {
    fn farther(&self, size: u64) -> Option<Noise> {
        Some(Gaussian { mu_squared: Real::from(size).pow(2) * &self.mu_squared }.into())
    }

    fn rho(&self) -> Option<Real> {
        Some(Concentrated::rho(self))
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        Some(ClosedForm::Gaussian(self.clone()))
    }
}

impl Concentrated for Gaussian {
    fn rho(&self) -> Real {
        Real::from(Rational::from_unsigneds(1u32, 2u32)) * &self.mu_squared
    }

    fn second_moment(&self) -> Option<Extended> {
        Some(self.kappa2().into())
    }
}

impl ClosedForms for Gaussian {
    fn delta<E: Engine>(&self, eps: &Real, precision: u64) -> Value<E> {
        Value::Enclosed(Gaussian::delta(self, eps, precision))
    }

    fn complement<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E> {
        Gaussian::complement(self, eps, precision)
    }

    fn eps<E: Engine>(&self, delta: &Real, precision: u64) -> Outcome<E> {
        if delta.is_zero() {
            return Outcome::Infinite;
        }
        let rest = (1 - delta).enclose(precision);
        let eps = Gaussian::eps::<E>(self, &delta.enclose(precision), &rest);
        if eps.upper().sign().is_le() {
            Outcome::zero()
        } else {
            Outcome::Number(Value::Enclosed(eps))
        }
    }

    fn beta<E: Engine>(&self, alpha: &Real, precision: u64) -> Value<E> {
        if alpha.is_zero() {
            Value::Exact(Rational::ONE)
        } else {
            Value::Enclosed(Gaussian::beta(self, alpha, precision))
        }
    }

    fn test<E: Engine>(&self, alpha: &Real, precision: u64) -> NeymanPearson<E> {
        let [zero, one] = [Rational::ZERO, Rational::ONE].map(Value::Exact);
        if alpha.is_zero() {
            return NeymanPearson { threshold: None, randomisation: zero.clone(), power: zero };
        }
        if alpha.is_one() {
            return NeymanPearson {
                threshold: Some(zero.clone()),
                randomisation: zero,
                power: one,
            };
        }
        let power = &Interval::one(precision) - &Gaussian::beta(self, alpha, precision);
        NeymanPearson {
            threshold: Some(Value::Enclosed(self.threshold(alpha, precision))),
            randomisation: zero,
            power: Value::Enclosed(power),
        }
    }

    fn level_above<E: Engine>(&self, loss: &Real, precision: u64) -> Value<E> {
        let mu = self.mu::<E>(precision);
        Value::Enclosed(normal_cdf(&-&(&(&loss.enclose(precision) / &mu) + &mu.shift(-1))))
    }

    fn moment<E: Engine>(&self, moment: &Moment, precision: u64) -> Interval<E> {
        match moment {
            Moment::Kappa3 => self.kappa3(precision),
            Moment::Kappa3Bar(_) => self.kappa3_bar(precision),
            Moment::ChiSquaredPositive => self.chi_squared_positive(precision),
        }
    }

    fn mu<E: Engine>(&self, _precision: u64) -> Option<Outcome<E>> {
        Some(match self.mu_squared.sqrt() {
            Real::Rational(mu) => Outcome::Number(Value::Exact(mu)),
            mu @ Real::Expression(_) => Outcome::Expression(mu),
        })
    }
}
