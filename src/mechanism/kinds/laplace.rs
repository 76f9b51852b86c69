//! `laplace`: two Laplace distributions at the distance of the sensitivity.

use super::group::Members;
use crate::enclosure::Outcome;
use crate::exact::Extended;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::kernel::exp;
use crate::exact::real::Real;
use crate::exact::special::normal_quantile;
use crate::exact::value::Value;
use crate::input::{Fields, InputError};
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::closed_form::{ClosedForm, ClosedForms};
use crate::mechanism::forms::density::{Density, Shape};
use crate::mechanism::forms::divergence::Divergences;
use crate::mechanism::forms::noise::NoisePair;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::description::number;
use crate::mechanism::reading::distance::Ratio;
use crate::mechanism::reading::domain::{DomainError, require_positive, require_within};
use crate::mechanism::reading::family::{MorePrivate, Parameter, smaller};
use crate::mechanism::reading::foreign_names::NOISE_MULTIPLIER;
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{eps, row, template};
use crate::mechanism::{Dominating, Noise};
use crate::pair::functionals::sum;
use crate::pair::tails::{GridPoint, LossTails, Masses};
use crate::pair::{Evaluated, Moment, NeymanPearson};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Laplace noise with `eps0 = sensitivity / scale`: `P = Lap(0, 1)`, `Q = Lap(eps0, 1)`.
///
/// All quantities are closed forms in exp and ln, so they are exact expressions. The loss is +eps0
/// with probability 1/2 under P and -eps0 with probability 1/2 under Q, and has a density in
/// between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Laplace {
    /// The ratio sensitivity / scale, >= 0.
    pub eps0: Real,
}

fn ratio(p: i64, q: i64) -> Real {
    Real::from(Rational::from_signeds(p, q))
}

fn half() -> Real {
    ratio(1, 2)
}

impl Laplace {
    /// `delta(eps) = 1 - e^((eps - eps0)/2)` for `0 <= eps <= eps0`.
    ///
    /// Source: Balle, Barthe & Gaboardi, Theorem 3.
    pub fn delta_below(&self, eps: &Real) -> Real {
        1 - self.complement_below(eps)
    }

    /// `1 - delta(eps)`, directly, for `0 <= eps <= eps0`.
    pub fn complement_below(&self, eps: &Real) -> Real {
        (half() * (eps - &self.eps0)).exp()
    }

    /// The eps with `delta(eps) = delta`, for delta at most the total variation:
    /// `eps0 + 2 ln(1 - delta)`.
    pub fn eps_at(&self, delta: &Real) -> Real {
        &self.eps0 + 2 * (1 - delta).ln()
    }

    /// The Q-mass at the largest loss, `e^-eps0 / 2`: up to this alpha the test is randomised.
    pub fn first_corner(&self) -> Real {
        half() * (-&self.eps0).exp()
    }

    /// The other corner, alpha = 1/2: from here on the test randomises at the smallest loss.
    pub fn second_corner(&self) -> Real {
        half()
    }

    /// beta at `alpha <= e^-eps0/2`: `1 - e^eps0 alpha`.
    pub fn beta_first(&self, alpha: &Real) -> Real {
        1 - self.eps0.exp() * alpha
    }

    /// beta between the corners: `e^-eps0 / (4 alpha)`.
    pub fn beta_middle(&self, alpha: &Real) -> Real {
        (-&self.eps0).exp() / (4 * alpha)
    }

    /// beta at `alpha >= 1/2`: `e^-eps0 (1 - alpha)`.
    pub fn beta_last(&self, alpha: &Real) -> Real {
        (-&self.eps0).exp() * (1 - alpha)
    }
}

impl Dominating {
    /// The Laplace mechanism with `eps = sensitivity / scale >= 0`.
    ///
    /// # Errors
    /// eps < 0.
    pub fn laplace(eps: Real) -> Result<Dominating, DomainError> {
        require_within("eps", &eps, &Real::zero(), None)?;
        Ok(step(eps))
    }
}

fn step(eps0: Real) -> Dominating {
    Dominating::Noise(vec![Laplace { eps0 }.into()])
}

const RATIO: Ratio = Ratio {
    names: &["eps"],
    meaning: "eps is the sensitivity divided by the scale b of the density e^(-|x|/b)",
    several: "independent noise on several values is a composition: laplace(scale=2, sensitivity=1)^2",
};
const NAME: &str = "laplace";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        (
            &["b", "lambda", "noise_scale", "noise-scale", "noise"],
            "with the scale b of the density e^(-|x|/b), eps = sensitivity / b: write laplace(scale, sensitivity)",
        ),
        (
            &NOISE_MULTIPLIER,
            "if it is the scale of the density divided by the sensitivity, eps = 1/noise_multiplier",
        ),
        (
            &["sigma", "std", "stddev"],
            "eps = sensitivity / b, where the standard deviation is b*sqrt(2)",
        ),
        PURE,
        SAMPLED_AROUND,
    ]),
    open: &[
        smaller(NAME, "eps"),
        Parameter { better: MorePrivate::Larger, ..smaller(NAME, "scale") },
    ],
    rows: &[row(
        "laplace(eps), laplace(scale, sensitivity)",
        "Laplace noise; eps = sensitivity / scale",
    )],
    templates: &[template("Laplace", "laplace(eps={eps})", &[eps("1")])],
    is_noise: true,
    density: Some(density),
    ..Kind::new(
        NAME,
        &[number("eps"), number("scale"), number("sensitivity")],
        Form::Step(read, Members::Distance),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    if let Some(eps) = RATIO.read_scaled(fields)? {
        return Ok(step(eps));
    }
    let eps = fields.required("eps")?;
    Dominating::laplace(eps.real()?).map_err(|e| e.at(&[&eps]))
}

/// In the units of the data, or with eps in those of the sensitivity.
fn density(fields: &mut Fields<'_>) -> Result<Density, InputError> {
    let (scale, distance) = match fields.optional("scale") {
        Some(scale) => (scale.real()?, fields.required("sensitivity")?.real()?),
        None => {
            let field = fields.required("eps")?;
            let eps = field.real()?;
            require_positive("eps", &eps).map_err(|e| e.at(&[&field]))?;
            (1 / eps, Real::one())
        }
    };
    Ok(Density { shape: Shape::Power { power: Rational::ONE, scale }, distance })
}

/// Functionals of the Laplace mechanism, by integrals over the three parts of the loss: +eps0,
/// -eps0, and between them the density `e^-t / 2` of Q at the loss `2t - eps0`, 0 < t < eps0.
impl Laplace {
    /// KL in either direction: `eps0 - 1 + e^-eps0`.
    pub fn kl(&self) -> Real {
        &self.eps0 - 1 + (-&self.eps0).exp()
    }

    /// The Renyi divergence of a rational order > 0 and != 1:
    /// `ln(a/(2a-1) e^((a-1) eps0) + (a-1)/(2a-1) e^(-a eps0)) / (a-1)`, whose limit at a = 1/2 is
    /// `eps0 - 2 ln(1 + eps0/2)`.
    ///
    /// Source: Mironov 2017, Table II, for a > 1; the integral is the same for every a.
    pub fn renyi(&self, order: &Rational) -> Real {
        let (two, less) = (Rational::from(2), order - Rational::ONE);
        let both = &two * order - Rational::ONE;
        if both == 0 {
            let grown = 1 + half() * &self.eps0;
            return &self.eps0 - Real::from(two) * grown.ln();
        }
        let term = |factor: &Rational, exponent: Rational| {
            Real::from(factor / &both) * (Real::from(exponent) * &self.eps0).exp()
        };
        let moment = term(order, less.clone()) + term(&less, -order);
        Real::from(Rational::ONE / less) * moment.ln()
    }

    /// `1 + chi^2 = 2/3 e^eps0 + 1/3 e^(-2 eps0)`.
    pub fn chi_squared_plus_one(&self) -> Real {
        let falling = (-2 * &self.eps0).exp();
        ratio(2, 3) * self.eps0.exp() + ratio(1, 3) * &falling
    }

    /// `chi^2_+ = 2/3 e^eps0 - 2 + 4/3 e^(-eps0/2)`.
    pub fn chi_squared_positive(&self) -> Real {
        let falling = (ratio(-1, 2) * &self.eps0).exp();
        ratio(2, 3) * self.eps0.exp() - 2 + ratio(4, 3) * &falling
    }

    /// `kappa_2 = eps0^2 - 2 eps0 + 4 - (2 eps0 + 4) e^-eps0`.
    pub fn kappa2(&self) -> Real {
        let eps = &self.eps0;
        let (double, four) = (2 * eps, Real::from(4u64));
        eps.pow(2) - &double + &four - (&double + &four) * (-eps).exp()
    }

    /// `E_Q[|L + s|^3]` for 0 <= s <= eps0. With c = eps0 - s, a = c/2 and b = eps0 - a it is
    ///
    /// ```text
    /// (eps0 + s)^3 e^-eps0 / 2 + c^3 / 2
    ///   + 4 (a^3 - 3 a^2 + 6 a - 6 + 6 e^-a) + 4 (6 e^-a - (b^3 + 3 b^2 + 6 b + 6) e^-eps0):
    /// ```
    ///
    /// the density contributes `4 e^-a` times the integrals of `v^3 e^v` up to a and of `v^3 e^-v`
    /// up to b.
    pub fn third_moment(&self, shift: &Real) -> Real {
        let eps = &self.eps0;
        let falling = (-eps).exp();
        let c = eps - shift;
        let a = half() * &c;
        let b = eps - &a;
        let cubic = |x: &Real, signs: [i64; 4]| {
            let powers = [x.pow(3), x.pow(2), x.clone(), Real::one()];
            let terms: Vec<Real> =
                powers.iter().zip(signs).map(|(x, sign)| Real::from(sign) * x).collect();
            sum(&terms)
        };
        let ends = half() * ((eps + shift).pow(3) * &falling + c.pow(3));
        let middle = 12 * (-&a).exp();
        let left = cubic(&a, [1, -3, 6, -6]);
        let right = cubic(&b, [1, 3, 6, 6]) * &falling;
        &ends + 4 * (&left - &right + &middle)
    }
}

impl Divergences for Laplace {
    fn kl(&self) -> Option<[Extended; 2]> {
        let kl = Extended::from(Laplace::kl(self));
        Some([kl.clone(), kl])
    }

    fn renyi(&self, order: &Rational) -> Option<Extended> {
        Some(Laplace::renyi(self, order).into())
    }

    fn largest_loss(&self) -> Option<Extended> {
        Some(self.eps0.clone().into())
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        Some(Laplace::chi_squared_plus_one(self).into())
    }

    fn kappa2(&self) -> Option<Extended> {
        Some(Laplace::kappa2(self).into())
    }
}

/// A Laplace mechanism with its largest loss enclosed.
#[derive(Debug)]
struct Tails<E: Engine> {
    largest: Interval<E>,
}

impl<E: Engine> LossTails<E> for Tails<E> {
    /// Under `P = Lap(0)`, `Q = Lap(eps0)` the loss at x in [0, eps0] is `eps0 - 2x`.
    fn above(&self, GridPoint { loss, .. }: &GridPoint<E>) -> Masses<E> {
        let (largest, precision) = (&self.largest, loss.precision());
        let (zero, one) = (Interval::<E>::zero(precision), Interval::<E>::one(precision));
        let at = |loss: &Interval<E>| {
            let x = (largest - loss).shift(-1);
            let p = &one - &exp(&-&x).shift(-1);
            let q = exp(&(&x - largest)).shift(-1);
            Masses { p, q }
        };
        match (loss.compare(largest), loss.compare(&-largest)) {
            (Some(Ordering::Greater | Ordering::Equal), _) => Masses { p: zero.clone(), q: zero },
            (_, Some(Ordering::Less)) => Masses { p: one.clone(), q: one },
            (Some(Ordering::Less), Some(_)) => at(loss),
            (top, _) => {
                // The grid point may be at an end: on either side of the atom.
                let clamp = |end: &E::Float| Interval::new(end.clone(), end.clone(), precision);
                let inside =
                    if top.is_none() { clamp(largest.upper()) } else { -&clamp(largest.upper()) };
                let atom = at(&inside);
                let outside = if top.is_none() { zero } else { one };
                Masses { p: atom.p.hull(&outside), q: atom.q.hull(&outside) }
            }
        }
    }
}

impl Pair for Laplace {
    fn is_trivial(&self) -> bool {
        self.eps0.is_zero()
    }

    fn largest_loss(&self) -> Option<Real> {
        Some(self.eps0.clone())
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::of_tails(Tails { largest: self.eps0.enclose(precision) })
    }

    fn described(&self) -> &'static str {
        "laplace noise"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl NoisePair for Laplace {
    fn farther(&self, size: u64) -> Option<Noise> {
        Some(Laplace { eps0: Real::from(size) * &self.eps0 }.into())
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        Some(ClosedForm::Laplace(self.clone()))
    }
}

/// The piece of the trade-off function, of three, that a level is on; where that is undecided, the
/// two pieces it may be on.
struct Pieces {
    first: bool,
    middle: bool,
    last: bool,
}

impl Laplace {
    fn pieces(&self, alpha: &Real) -> Pieces {
        let first = alpha.compare(&self.first_corner());
        let second = alpha.compare(&self.second_corner());
        Pieces {
            first: matches!(first, Some(Ordering::Less | Ordering::Equal) | None),
            middle: !matches!(first, Some(Ordering::Less | Ordering::Equal))
                && !matches!(second, Some(Ordering::Greater | Ordering::Equal)),
            last: matches!(second, Some(Ordering::Greater | Ordering::Equal) | None),
        }
    }
}

impl ClosedForms for Laplace {
    fn has_expressions(&self) -> bool {
        true
    }

    fn exact_delta(&self, eps: &Real) -> Option<Real> {
        eps.compare(&self.eps0)?.is_lt().then(|| self.delta_below(eps))
    }

    fn exact_complement(&self, eps: &Real) -> Option<Real> {
        eps.compare(&self.eps0)?.is_lt().then(|| self.complement_below(eps))
    }

    fn exact_beta(&self, alpha: &Real) -> Option<Real> {
        match self.pieces(alpha) {
            Pieces { first: true, middle: false, last: false } => Some(self.beta_first(alpha)),
            Pieces { first: false, middle: true, last: false } => Some(self.beta_middle(alpha)),
            Pieces { first: false, middle: false, last: true } => Some(self.beta_last(alpha)),
            _ => None,
        }
    }

    fn exact_moment(&self, moment: &Moment) -> Option<Real> {
        Some(match moment {
            Moment::Kappa3 => self.third_moment(&Real::zero()),
            Moment::Kappa3Bar(kl) => self.third_moment(kl),
            Moment::ChiSquaredPositive => self.chi_squared_positive(),
        })
    }

    fn delta<E: Engine>(&self, eps: &Real, precision: u64) -> Value<E> {
        match eps.compare(&self.eps0) {
            Some(Ordering::Less) => Value::of(&self.delta_below(eps), precision),
            Some(_) => Value::Exact(Rational::ZERO),
            None => Value::<E>::of(&self.delta_below(eps), precision).positive_part(),
        }
    }

    fn complement<E: Engine>(&self, eps: &Real, precision: u64) -> Interval<E> {
        let one = Interval::one(precision);
        (&one - &ClosedForms::delta(self, eps, precision).enclose(precision)).probability()
    }

    fn eps<E: Engine>(&self, delta: &Real, precision: u64) -> Outcome<E> {
        let largest = self.delta_below(&Real::zero());
        if delta.is_one() || delta.compare(&largest).is_some_and(Ordering::is_ge) {
            return Outcome::zero();
        }
        let eps = self.eps_at(delta);
        match eps.exp() {
            Real::Rational(g) => Outcome::Logarithm(Value::Exact(g)),
            _ => Outcome::Number(Value::of(&eps, precision).positive_part()),
        }
    }

    fn beta<E: Engine>(&self, alpha: &Real, precision: u64) -> Value<E> {
        let Pieces { first, middle, last } = self.pieces(alpha);
        let candidates = [
            first.then(|| self.beta_first(alpha)),
            middle.then(|| self.beta_middle(alpha)),
            last.then(|| self.beta_last(alpha)),
        ];
        let values = candidates.into_iter().flatten().map(|beta| Value::of(&beta, precision));
        let hull = |x: Value<E>, y: Value<E>| {
            Value::Enclosed(x.enclose(precision).hull(&y.enclose(precision)))
        };
        values.reduce(hull).unwrap_or_else(|| Value::Enclosed(Interval::whole(precision)))
    }

    fn test<E: Engine>(&self, alpha: &Real, precision: u64) -> NeymanPearson<E> {
        let number = |x: &Real| Value::of(x, precision);
        let power = &number(&Real::one()) - &ClosedForms::beta(self, alpha, precision);
        let (largest, smallest) = (self.eps0.exp(), (-&self.eps0).exp());
        let half = self.second_corner();
        let (threshold, randomisation) = match self.pieces(alpha) {
            Pieces { first: true, middle: false, last: false } => {
                (largest, number(&(alpha / self.first_corner())))
            }
            Pieces { first: false, middle: false, last: true } => {
                (smallest, number(&((alpha - &half) / &half)))
            }
            Pieces { first, last, .. } => {
                // The slope of beta, e^-eps0 / (4 alpha^2): there is no atom. At an undecided
                // corner the atom may or may not be reached.
                let slope = &smallest / (4 * (alpha * alpha));
                let share =
                    Value::Enclosed(Interval::zero(precision).hull(&Interval::one(precision)));
                (slope, if first || last { share } else { number(&Real::zero()) })
            }
        };
        NeymanPearson { threshold: Some(number(&threshold)), randomisation, power }
    }

    fn level_above<E: Engine>(&self, loss: &Real, precision: u64) -> Value<E> {
        Value::of(&(half() * (-(half() * (&self.eps0 + loss))).exp()), precision)
    }

    fn moment<E: Engine>(&self, moment: &Moment, precision: u64) -> Interval<E> {
        let exact = self.exact_moment(moment);
        exact.map_or_else(|| Interval::whole(precision), |moment| moment.enclose(precision))
    }

    /// `2 Phi^-1(1 - e^(-eps0/2)/2)`, the separation of the two equal errors. Between the corners
    /// their product is constant, and `Phi^-1(1 - e^s)` is concave in s, since Mills' ratio
    /// decreases: no other errors there are as good. The lines beyond the corners are above G_mu at
    /// both ends.
    fn mu<E: Engine>(&self, precision: u64) -> Option<Outcome<E>> {
        let error = half() * (-(half() * &self.eps0)).exp();
        Some(Outcome::Number(Value::Enclosed(
            -&normal_quantile(&error.enclose(precision)).shift(1),
        )))
    }
}
