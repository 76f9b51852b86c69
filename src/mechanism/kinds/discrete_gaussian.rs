//! `discrete-gaussian`: integers with the masses of a Gaussian.

use super::group::Members;
use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::density::{Density, Shape};
use crate::mechanism::forms::divergence::Concentrated;
use crate::mechanism::forms::noise::NoisePair;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::description::{natural, number, numbers};
use crate::mechanism::reading::distance::{read_shift_of_one, read_shifts};
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::mechanism::reading::family::{MorePrivate, Parameter, smaller};
use crate::mechanism::reading::kind::{Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{SENSITIVITY, input, row, template};
use crate::mechanism::{Dominating, Noise};
use crate::pair::Evaluated;
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Ceiling, Square};
use malachite::rational::Rational;

/// `P = N_Z(s, sigma^2)`, `Q = N_Z(0, sigma^2)` on the integers: the mass at n is proportional to
/// `e^(-(n-s)^2 / (2 sigma^2))`.
///
/// `sigma_sq` is the parameter, not the variance of the discrete distribution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiscreteGaussian {
    /// The parameter sigma^2 > 0.
    pub sigma_sq: Real,
    /// The shift s > 0.
    pub shift: u64,
}

impl DiscreteGaussian {
    /// `P(n) = e^(-(n-s)^2/(2 sigma^2)) / Z`, `Q(n) = e^(-n^2/(2 sigma^2)) / Z`: the loss at n is
    /// `s (2n - s) / (2 sigma^2)`.
    ///
    /// Outcomes are listed until a mass is below `2^-depth`. From there on each mass is less than
    /// `rho` times its predecessor, which bounds the remainder by a geometric series. The depth is
    /// the precision; above 128 bits it grows with the square of the precision: outcomes far out
    /// are rarely needed, and then they are very small.
    fn atoms<E: Engine>(&self, precision: u64) -> Atoms<E> {
        let one = Interval::<E>::one(precision);
        let variance: Interval<E> = self.sigma_sq.enclose(precision);
        let (terms, rest) = terms(&self.sigma_sq, 0, precision);
        let half = terms.iter().skip(1).fold(rest.clone(), |sum, term| &sum + term);
        let total = &one + &half.shift(1);
        let mass = |n: i128| terms.get(usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX));
        // Every position fits in an i128.
        let (s, last) = (i128::from(self.shift), terms.len() as i128 - 1);
        // n from s - last to last has both masses listed; the rest is symmetric under n -> s - n.
        let (mut atoms, mut above_p) = (Vec::new(), rest.clone());
        let above_q = rest;
        for n in (last + 1).max(s - last)..=last + s {
            if let Some(p) = mass(n - s) {
                above_p = &above_p + p;
            }
        }
        for n in s - last..=last {
            if let (Some(p), Some(q)) = (mass(n - s), mass(n)) {
                let numerator =
                    Interval::from_rational(&Rational::from(s * (2 * n - s)), precision);
                let loss = &numerator.shift(-1) / &variance;
                atoms.push(Atom { loss, masses: Masses { p: p / &total, q: q / &total } });
            }
        }
        let above = Masses { p: &above_p / &total, q: &above_q / &total };
        let zero = Masses::zero(precision);
        Atoms { atoms, below: above.reversed(), above, infinite: zero }
    }
}

/// `e^(-n^2 / (2 sigma^2))` for n from 0 until it is below `2^-depth`, see [`DiscreteGaussian`],
/// and some more; and the sum of all that follow.
pub(crate) fn terms<E: Engine>(
    sigma_sq: &Real,
    more: u64,
    precision: u64,
) -> (Vec<Interval<E>>, Interval<E>) {
    let one = Interval::<E>::one(precision);
    let variance: Interval<E> = sigma_sq.enclose(precision);
    // t_(n+1) = t_n r_n with r_n = e^(-(2n+1)/(2 sigma^2)).
    let unit = (-&(&one / &variance)).exp();
    let mut ratio = (-&(&one / &variance).shift(-1)).exp();
    let mut terms = vec![one.clone()];
    let depth = precision.saturating_mul(precision.max(128) / 128);
    let small = -i64::try_from(depth).unwrap_or(i64::MAX);
    let (mut term, mut left) = (one.clone(), more);
    loop {
        if term.upper().exponent().is_none_or(|e| e <= small) {
            if left == 0 {
                break;
            }
            left -= 1;
        }
        term = &term * &ratio;
        ratio = &ratio * &unit;
        terms.push(term.clone());
    }
    // An upper bound of the terms after the last one.
    let rest = &(&term * &ratio) / &(&one - &ratio);
    (terms, Interval::new(E::Float::zero(), rest.upper().clone(), precision))
}

/// The mass at or above an integer m of the discrete Gaussian around 0, with a relative accuracy: a
/// sum from m on over the sum of all, or for m <= 0 one less that from 1-m on.
pub(crate) fn tail<E: Engine>(sigma_sq: &Real, least: &Integer, precision: u64) -> Interval<E> {
    let one = Interval::<E>::one(precision);
    if *least <= 0 {
        return &one - &tail(sigma_sq, &(Integer::from(1) - least), precision);
    }
    &sum_from(sigma_sq, least, precision) / &total(sigma_sq, precision)
}

/// `sum_n e^(-n^2 / (2 sigma^2))` over all integers.
pub(crate) fn total<E: Engine>(sigma_sq: &Real, precision: u64) -> Interval<E> {
    let half = sum_from::<E>(sigma_sq, &Integer::from(1), precision);
    &Interval::one(precision) + &half.shift(1)
}

/// The same for sigma >= 1, by Poisson's summation formula: `sqrt(2 pi sigma^2) (1 + 2 sum_(k >= 1)
/// q^(k^2))` with `q = e^(-2 pi^2 sigma^2)`. Cost: a few terms, however large sigma is.
pub(crate) fn wide_total<E: Engine>(sigma_sq: &Real, precision: u64) -> Interval<E> {
    let one = Interval::<E>::one(precision);
    let variance: Interval<E> = sigma_sq.enclose(precision);
    let pi = Interval::<E>::pi(precision);
    let q = (-&(&pi.square() * &variance).shift(1)).exp();
    let mut sum = Interval::zero(precision);
    for k in 1..=WIDE_TERMS {
        sum = &sum + &q.pow_natural(k * k);
    }
    // The squares from there on are all different.
    let rest = &q.pow_natural((WIDE_TERMS + 1).pow(2)) / &(&one - &q);
    let sum = &sum + &Interval::zero(precision).hull(&rest);
    &(&pi * &variance).shift(1).sqrt() * &(&one + &sum.shift(1))
}

/// As many terms as 2300 bits need at sigma = 1, where q is `2^-28`.
const WIDE_TERMS: u64 = 8;

/// `sum_(n >= m) e^(-n^2 / (2 sigma^2))` for m > 0.
fn sum_from<E: Engine>(sigma_sq: &Real, first: &Integer, precision: u64) -> Interval<E> {
    let one = Interval::<E>::one(precision);
    let twice: Interval<E> = sigma_sq.enclose::<E>(precision).shift(1);
    let over =
        |n: Integer| (-&(&Interval::from_rational(&Rational::from(n), precision) / &twice)).exp();
    // t_(n+1) = t_n r_n with r_n = e^(-(2n+1)/(2 sigma^2)).
    let (mut term, unit) = (over(first.square()), over(Integer::from(2)));
    let mut ratio = over(first * Integer::from(2) + Integer::from(1));
    let mut sum = term.clone();
    loop {
        // From here on each term is less than `ratio` times its predecessor.
        term = &term * &ratio;
        let rest = &term / &(&one - &ratio);
        let is_small = match (rest.upper().exponent(), sum.lower().exponent()) {
            (Some(rest), Some(sum)) => {
                rest < sum.saturating_sub(i64::try_from(precision).unwrap_or(i64::MAX))
            }
            _ => true,
        };
        if is_small {
            return &sum + &Interval::zero(precision).hull(&rest);
        }
        sum = &sum + &term;
        ratio = &ratio * &unit;
    }
}

impl Pair for DiscreteGaussian {
    fn largest_loss(&self) -> Option<Real> {
        None
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::Atoms(self.atoms(precision))
    }

    fn outcomes(&self) -> u64 {
        // Until e^(-n^2 / (2 sigma^2)) is below 2^-128, on both sides.
        let last = (self.sigma_sq.sqrt() * 28).enclose::<Malachite>(64);
        let last = last.upper().to_rational().map(|x| Ceiling::ceiling(&x));
        last.and_then(|n| u64::try_from(&n).ok()).unwrap_or(u64::MAX)
    }

    fn described(&self) -> &'static str {
        "discrete-gaussian noise"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl NoisePair for DiscreteGaussian {
    fn farther(&self, size: u64) -> Option<Noise> {
        let shift = self.shift.checked_mul(size)?;
        Some(Noise::DiscreteGaussian(DiscreteGaussian { sigma_sq: self.sigma_sq.clone(), shift }))
    }

    fn rho(&self) -> Option<Real> {
        Some(Concentrated::rho(self))
    }
}

/// `(alpha - 1) D_alpha` of shift s is the logarithm of
///
/// ```text
///   sum_n e^(-(alpha (n-s)^2 - (alpha-1) n^2) / (2 sigma^2)) / sum_n e^(-n^2 / (2 sigma^2))
/// = e^(alpha (alpha-1) s^2 / (2 sigma^2)) sum_n e^(-(n - alpha s)^2 / (2 sigma^2)) / sum_n e^(-n^2 / (2 sigma^2)),
/// ```
///
/// because `alpha (n-s)^2 - (alpha-1) n^2 = (n - alpha s)^2 - alpha (alpha-1) s^2`. Where `alpha s`
/// is an integer, the lattice shifted by it is the lattice, the last quotient is 1, and `D_alpha`
/// is `alpha s^2 / (2 sigma^2)`. Elsewhere it is less: by Poisson summation the shifted sum is a
/// Fourier series with positive coefficients, largest at integers (Canonne, Kamath & Steinke 2020,
/// Theorem 4). `n -> s - n` exchanges the two directions.
impl Concentrated for DiscreteGaussian {
    fn rho(&self) -> Real {
        let half = Real::from(Rational::from_unsigneds(1u32, 2u32));
        &half * Real::from(self.shift).pow(2) / &self.sigma_sq
    }

    fn is_known_at(&self, order: &Rational) -> bool {
        *(order * Rational::from(self.shift)).denominator_ref() == 1u32
    }
}

impl Dominating {
    /// Discrete Gaussian noise on some counts; neighbours move the i-th by `shifts[i]`.
    ///
    /// The coordinates are independent, and the sign of a shift does not matter.
    ///
    /// # Errors
    /// `sigma_sq <= 0`.
    pub fn discrete_gaussian(sigma_sq: Real, shifts: &[u64]) -> Result<Dominating, DomainError> {
        require_positive("sigma_sq", &sigma_sq)?;
        let mut shifts: Vec<u64> = shifts.iter().copied().filter(|shift| *shift > 0).collect();
        shifts.sort_unstable();
        let noise =
            |shift| Noise::DiscreteGaussian(DiscreteGaussian { sigma_sq: sigma_sq.clone(), shift });
        Ok(Dominating::Noise(shifts.into_iter().map(noise).collect()))
    }
}
const NAME: &str = "discrete-gaussian";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        (&["sigma2", "sigma_squared", "variance", "var"], "sigma_sq is the parameter sigma^2"),
        (
            &["noise_multiplier", "noise-multiplier", "std", "scale"],
            "sigma_sq is the parameter sigma^2",
        ),
        SAMPLED_AROUND,
    ]),
    // We know no proof that more noise is more private.
    open: &[Parameter {
        better: MorePrivate::Larger,
        is_monotone: false,
        ..smaller(NAME, "sigma_sq")
    }],
    is_in_units: true,
    rows: &[row(
        "discrete-gaussian(sigma_sq, sensitivity or shifts)",
        "integer noise; `sigma_sq` is the parameter, not the variance",
    )],
    templates: &[template(
        "discrete Gaussian",
        "discrete-gaussian(sigma_sq={sigma_sq}, sensitivity={sensitivity})",
        &[input("sigma_sq", "4").even("0.25", "100", "0.25"), SENSITIVITY],
    )],
    is_noise: true,
    density: Some(masses),
    ..Kind::new(
        NAME,
        &[number("sigma_sq").required(), natural("sensitivity"), numbers("shifts")],
        Form::Step(read, Members::Distance),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let help =
        "sigma_sq is the parameter sigma^2 of the mass e^(-n^2 / (2 sigma^2)), not the variance";
    fields.forbid("sigma", "sigma is not a field here", help)?;
    let sigma_sq = fields.required("sigma_sq")?;
    let shifts = read_shifts(fields)?;
    Dominating::discrete_gaussian(sigma_sq.real()?, &shifts).map_err(|e| e.at(&[&sigma_sq]))
}

fn masses(fields: &mut Fields<'_>) -> Result<Density, InputError> {
    let sigma_sq = fields.required("sigma_sq")?.real()?;
    Ok(Density {
        shape: Shape::DiscreteGaussian { sigma_sq },
        distance: read_shift_of_one(fields)?,
    })
}
