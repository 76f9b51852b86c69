//! `zcdp`: any mechanism that is rho-zero-concentrated differentially private.

use super::divergence::Divergences;
use super::domain::{DomainError, require_within};
use super::{Dominating, Gaussian};
use crate::exact::Extended;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::special::ln_1p;
use crate::input::{Fields, InputError};
use crate::pair::functionals::UNBOUNDED;
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// Every mechanism whose Renyi divergence of each order `alpha > 1` is at most `rho alpha`, in either
/// direction of neighbours.
///
/// rho adds under composition. No pair dominates the class in a way that is known in closed form: from
/// above there is the conversion, from below the Gaussian mechanism with `mu = sqrt(2 rho)`, which
/// belongs to the class.
///
/// Source: Bun & Steinke 2016; the conversion is Canonne, Kamath & Steinke 2020, Proposition 12.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zcdp {
    /// rho >= 0.
    pub rho: Real,
}

/// Steps of Newton's method for an order, more than are taken: any order gives a bound.
const MOST_STEPS: usize = 100;
/// Bits of an order. The bound changes with the square of its distance from the best one.
const ORDER_BITS: u64 = 128;

impl Zcdp {
    /// The Gaussian mechanism of the class.
    pub fn gaussian(&self) -> Gaussian {
        Gaussian { mu_squared: Real::from(2u64).mul(&self.rho) }
    }

    /// At least delta at eps: the conversion at an order within `2^-50` or so of the best.
    ///
    /// For every order, `delta <= e^((alpha-1)(alpha rho - eps)) / alpha (1 - 1/alpha)^(alpha-1)`: the
    /// largest value of `(1 - e^(eps-l)) e^(-(alpha-1) l)` times the moment `e^((alpha-1) alpha rho)`.
    pub fn delta_above<E: Engine>(&self, eps: &Interval<E>) -> Interval<E> {
        let rho: Interval<E> = self.rho.enclose(eps.precision());
        if rho.upper().sign().is_le() {
            return Interval::zero(eps.precision());
        }
        let one = Interval::one(eps.precision());
        let less = excess_for_eps(&rho, eps);
        let exponent = &less * &(&(&(&one + &less) * &rho) - eps);
        let shrink = &less * &ln_1p(&(&one / &less));
        (&(&exponent - &shrink) - &ln_1p(&less)).exp().probability()
    }

    /// At least eps at delta > 0: `alpha rho + (ln(1/delta) + (alpha-1) ln(1 - 1/alpha) - ln alpha) / (alpha-1)`
    /// at an order near the best, and at least 0.
    pub fn eps_above<E: Engine>(&self, delta: &Real, precision: u64) -> Interval<E> {
        let rho: Interval<E> = self.rho.enclose(precision);
        if rho.upper().sign().is_le() {
            return Interval::zero(precision);
        }
        let one = Interval::<E>::one(precision);
        let rest = Real::one().sub(delta).div(delta).enclose::<E>(precision).positive_part();
        let log = ln_1p(&rest);
        let less = excess_for_delta(&rho, &log);
        let numerator = &log - &ln_1p(&less);
        let at = &(&(&one + &less) * &rho) + &(&(&numerator / &less) - &ln_1p(&(&one / &less)));
        at.positive_part()
    }
}

/// A point of an interval, for an order of which nothing needs to be known; 1 where there is none above 0.
fn order_point<E: Engine>(x: &Interval<E>) -> Interval<E> {
    let point = x.lower();
    let is_valid = point.is_finite() && point.sign().is_gt();
    let point = if is_valid { point.clone() } else { E::Float::from_u64(1) };
    Interval::new(point.clone(), point, ORDER_BITS)
}

/// A number near the `u = alpha - 1` at which the logarithm of the conversion is least for an eps: there its derivative
/// `s(u) = (2u + 1) rho - eps - ln(1 + 1/u)` is 0.
///
/// s increases and is concave, so that Newton's method climbs to its zero from any u at which it is not positive. Two are
/// known. With `w = 2u + 1`, `ln(1 + 1/u) = 2 artanh(1/w) >= 2/w`: where `w^2 rho - eps w = 2`. And
/// `u = 1/(e^(rho - eps) + 2 rho)`: for `ln(1/u) = rho - eps + t`, `s(u) <= 2 u rho - t`, which is at most 0 because
/// `y <= (1 + y) ln(1 + y)` at `y = 2 rho e^(eps - rho)`, where `t = ln(1 + y)`.
fn excess_for_eps<E: Engine>(rho: &Interval<E>, eps: &Interval<E>) -> Interval<E> {
    let [rho, eps] = [rho, eps].map(|x| x.with_precision(ORDER_BITS));
    let one = Interval::one(ORDER_BITS);
    let w = &(&eps + &(&eps.square() + &rho.shift(3)).sqrt()) / &rho.shift(1);
    let flat = (&w - &one).shift(-1);
    let steep = &one / &(&(&rho - &eps).exp() + &rho.shift(1));
    let mut u = order_point(&flat.maximum(&steep));
    for _ in 0..MOST_STEPS {
        let value = &(&(&(&u.shift(1) + &one) * &rho) - &eps) - &ln_1p(&(&one / &u));
        let slope = &rho.shift(1) + &(&one / &(&u * &(&u + &one)));
        let step = -&(&value / &slope);
        if !is_step(&step, &u) {
            break;
        }
        u = order_point(&(&u + &step));
    }
    u
}

/// A number near the `u = alpha - 1` at which the conversion gives the least eps for `ln(1/delta)`: there
/// `u^2 rho + ln(1 + u) = ln(1/delta)`.
///
/// In the logarithm of u the left side increases and is convex: Newton's method descends from any u at which it is not
/// too small, such as the lesser of those at which one term alone is enough.
fn excess_for_delta<E: Engine>(rho: &Interval<E>, log: &Interval<E>) -> Interval<E> {
    let [rho, log] = [rho, log].map(|x| x.with_precision(ORDER_BITS));
    let one = Interval::one(ORDER_BITS);
    let (by_square, by_logarithm) = ((&log / &rho).sqrt(), &log * &log.exp());
    let mut u = order_point(&-&(-&by_square).maximum(&-&by_logarithm));
    for _ in 0..MOST_STEPS {
        let square = &u.square() * &rho;
        let value = &(&square + &ln_1p(&u)) - &log;
        let slope = &square.shift(1) + &(&u / &(&one + &u));
        let next = &u * &(-&(&value / &slope)).exp();
        if !is_step(&(&next - &u), &u) {
            break;
        }
        u = order_point(&next);
    }
    u
}

/// Does a step change an order in more than its last bits?
fn is_step<E: Engine>(step: &Interval<E>, order: &Interval<E>) -> bool {
    let far = |end: &E::Float| end.is_finite() && end.exponent() > order.lower().exponent().map(|e| e - 80);
    far(step.lower()) && far(step.upper())
}

impl Dominating {
    /// The class of rho-zCDP mechanisms.
    ///
    /// # Errors
    /// rho < 0.
    pub fn zcdp(rho: Real) -> Result<Dominating, DomainError> {
        require_within("rho", &rho, &Real::zero(), None)?;
        Ok(Dominating::Zcdp(Zcdp { rho }))
    }

    /// The least rho for which the step is rho-zCDP, where it is known: the supremum of
    /// `D_alpha / alpha` over the orders alpha > 1 and both directions of neighbours.
    ///
    /// At every whole order it is attained, by all these steps at once; so rho adds under composition,
    /// and the sum is again the least one.
    ///
    /// For the discrete Gaussian of shift s, `(alpha - 1) D_alpha` is the logarithm of
    ///
    /// ```text
    ///   sum_n e^(-(alpha (n-s)^2 - (alpha-1) n^2) / (2 sigma^2)) / sum_n e^(-n^2 / (2 sigma^2))
    /// = e^(alpha (alpha-1) s^2 / (2 sigma^2)) sum_n e^(-(n - alpha s)^2 / (2 sigma^2)) / sum_n e^(-n^2 / (2 sigma^2)),
    /// ```
    ///
    /// because `alpha (n-s)^2 - (alpha-1) n^2 = (n - alpha s)^2 - alpha (alpha-1) s^2`. Where `alpha s` is
    /// whole, the lattice shifted by it is the lattice, the last quotient is 1, and `D_alpha` is
    /// `alpha s^2 / (2 sigma^2)`. Elsewhere it is less: by Poisson summation the shifted sum is a Fourier
    /// series with positive coefficients, largest at whole numbers (Canonne, Kamath & Steinke 2020,
    /// Theorem 4). `n -> s - n` exchanges the two directions. Coordinates are independent: they add.
    pub fn rho(&self) -> Option<Real> {
        let half = Real::from(Rational::from_unsigneds(1u32, 2u32));
        match self {
            Dominating::Zcdp(zcdp) => Some(zcdp.rho.clone()),
            Dominating::Gaussian(gaussian) => Some(half.mul(&gaussian.mu_squared)),
            Dominating::DiscreteGaussian { sigma_sq, shifts } => {
                let squares = shifts.iter().map(|shift| Real::from(*shift).pow(2));
                let sum = squares.fold(Real::zero(), |sum, square| sum.add(&square));
                Some(half.mul(&sum).div(sigma_sq))
            }
            _ => None,
        }
    }
}

/// A step whose Renyi divergence of order a is `a rho` wherever it is known: a Gaussian at all orders, zCDP from order 1
/// on, where the Gaussian of the class has the most, and the discrete Gaussian where the order times each shift is whole,
/// see [`Dominating::rho`].
///
/// The Kullback-Leibler divergence is rho. For zCDP it is at most that as the limit of the orders from above, and the
/// Gaussian of the class has it. For the discrete Gaussian of shift s the mean of P is s, and the loss at n is
/// `(2 n s - s^2) / (2 sigma^2)`.
pub(super) struct Concentrated<'a> {
    step: &'a Dominating,
    rho: Real,
}

impl<'a> Concentrated<'a> {
    /// The step, if it is one of these.
    pub(super) fn of(step: &'a Dominating) -> Option<Concentrated<'a>> {
        Some(Concentrated { step, rho: step.rho()? })
    }
}

impl Divergences for Concentrated<'_> {
    fn kl(&self) -> Option<[Extended; 2]> {
        let kl = Extended::from(self.rho.clone());
        Some([kl.clone(), kl])
    }

    fn renyi(&self, order: &Rational) -> Option<Extended> {
        let is_known = match self.step {
            Dominating::Zcdp(_) => *order > 1,
            Dominating::DiscreteGaussian { shifts, .. } => {
                shifts.iter().all(|shift| *(order * Rational::from(*shift)).denominator_ref() == 1u32)
            }
            _ => true,
        };
        is_known.then(|| Real::from(order.clone()).mul(&self.rho).into())
    }

    fn largest_loss(&self) -> Option<Extended> {
        Some(if self.rho.is_zero() { Real::zero().into() } else { Extended::Infinite(UNBOUNDED) })
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        Some(Real::from(2u64).mul(&self.rho).exp().into())
    }

    fn kappa2(&self) -> Option<Extended> {
        match self.step {
            Dominating::Gaussian(gaussian) => Some(gaussian.kappa2().into()),
            _ => None,
        }
    }
}

/// The least rho for which a composition is rho-zCDP: the sum over its steps.
///
/// # Errors
/// [`Refusal::Unsupported`], about `what`, where not every step has a rho that is known.
pub(crate) fn sum_of_rho(steps: &[(Dominating, u64)], what: &str) -> Result<Real, Refusal> {
    let mut rhos = steps.iter().map(|(step, count)| Some(Real::from(*count).mul(&step.rho()?)));
    rhos.try_fold(Real::zero(), |sum, rho| Some(sum.add(&rho?))).ok_or_else(|| Refusal::Unsupported {
        what: what.into(),
        missing: "rho adds up where every step has one: zcdp, gaussian, gdp, discrete-gaussian; ask for delta or eps"
            .into(),
    })
}

pub(super) fn read_zcdp(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let rho = fields.required("rho")?;
    Dominating::zcdp(rho.real()?).map_err(|e| e.at(&[&rho]))
}
