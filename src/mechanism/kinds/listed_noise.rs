//! Symmetric integer noise whose masses are listed as enclosures: truncated and wrapped discrete
//! Gaussians, Skellam noise.
//!
//! # Skellam
//!
//! The difference of two Poisson variables of mean v/2 has the mass `e^-v I_n(v)` at n and the
//! variance v. The ratios `r_n = I_(n+1) / I_n` are `1 / (2(n+1)/v + r_(n+1))` by the recurrence of
//! the Bessel functions. That map shrinks distances by the factor `r_n^2`, so that enclosures of
//! r_n follow from `0 <= r_m <= 1` for a large m. Masses of Poisson variables are log-concave, and
//! so are those of their sums (Keilson & Gerber 1971): ratios fall, which bounds the masses beyond
//! the last one by a geometric series. The recurrence is Abramowitz & Stegun, 9.6.26.

use super::additive_masses::{disclosure, modulus_of, nothing};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::{Extended, Malachite};
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::divergence::Divergences;
use crate::mechanism::forms::noise::NoisePair;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::mechanism::{Dominating, Mechanism, Noise};
use crate::pair::Evaluated;
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::functionals::{P_ALONE, UNBOUNDED};
use crate::pair::tails::Masses;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;

/// The largest bound of truncated noise: all integers up to it are listed with both masses.
const MAX_BOUND: u64 = 1 << 20;
/// The most shifts of wrapped noise: none is known to be the worst, so each is composed by itself.
const MAX_SHIFTS: u64 = 64;
/// The most integers that are listed for a mass of `2^-128`: each has two masses of the working
/// precision, all of them in memory at once.
const MAX_OUTCOMES: u64 = 1 << 22;

/// Integer noise X under a shift: `P = X + shift`, `Q = X`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListedNoise {
    law: ListedLaw,
    shift: u64,
}

/// The masses of X.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ListedLaw {
    /// Proportional to `e^(-n^2 / (2 sigma^2))` on `[-bound, bound]`.
    TruncatedGaussian { sigma_sq: Real, bound: u64 },
    /// Those of `e^(-n^2 / (2 sigma^2))` on all integers, modulo a number.
    WrappedGaussian { sigma_sq: Real, modulus: u64 },
    /// Those of the difference of two Poisson variables.
    Skellam { variance: Real },
}

/// The masses of 0, 1, 2, ... times a number.
struct Listing<E: Engine> {
    terms: Vec<Interval<E>>,
    /// The sum of those beyond the last.
    rest: Interval<E>,
    /// The sum of the masses of all integers.
    total: Interval<E>,
}

impl ListedLaw {
    /// The step of a count that neighbours move by at most `distance`. On all integers, or an
    /// interval of them, masses are log-concave, and the largest shift is the worst.
    ///
    /// # Errors
    /// A parameter outside its domain, or too many outcomes.
    pub(crate) fn step(&self, distance: u64) -> Result<Dominating, DomainError> {
        let noise = |shift| {
            Dominating::Noise(vec![Noise::Listed(ListedNoise { law: self.clone(), shift })])
        };
        let few = |parameter| {
            if (ListedNoise { law: self.clone(), shift: 1 }).outcomes() <= MAX_OUTCOMES {
                return Ok(());
            }
            let message = "the noise is so wide that too many integers have masses to be listed";
            Err(DomainError::new(parameter, message, "give noise of a smaller variance"))
        };
        let shifts = match self {
            ListedLaw::TruncatedGaussian { sigma_sq, bound } => {
                require_positive("sigma_sq", sigma_sq)?;
                if *bound > MAX_BOUND {
                    let message = format!("bound = {bound} leaves too many integers");
                    return Err(DomainError::new(
                        "bound",
                        message,
                        format!("give at most {MAX_BOUND}"),
                    ));
                }
                if distance > 2 * bound {
                    return Ok(disclosure());
                }
                distance
            }
            ListedLaw::WrappedGaussian { sigma_sq, modulus } => {
                require_positive("sigma_sq", sigma_sq)?;
                modulus_of(*modulus)?;
                few("sigma_sq")?;
                let most = distance.min(modulus / 2);
                if most > MAX_SHIFTS {
                    let message = format!("{most} shifts are too many pairs");
                    let help = format!(
                        "give at most {MAX_SHIFTS}: no shift is known to be the worst of wrapped noise"
                    );
                    return Err(DomainError::new("sensitivity", message, help));
                }
                if most > 1 {
                    return Ok(Dominating::OneOf(
                        (1..=most).map(|shift| Mechanism::Step(noise(shift))).collect(),
                    ));
                }
                most
            }
            ListedLaw::Skellam { variance } => {
                require_positive("variance", variance)?;
                few("variance")?;
                distance
            }
        };
        Ok(if shifts == 0 { nothing() } else { noise(shifts) })
    }

    fn list<E: Engine>(&self, precision: u64) -> Listing<E> {
        match self {
            ListedLaw::TruncatedGaussian { sigma_sq, bound } => {
                let terms = gaussian(sigma_sq, precision)
                    .map(|(term, _)| term)
                    .take(as_count(*bound).saturating_add(1));
                Listing::of(terms.collect(), Interval::zero(precision))
            }
            ListedLaw::WrappedGaussian { sigma_sq, modulus } => {
                wrapped(sigma_sq, as_count(*modulus), precision)
            }
            ListedLaw::Skellam { variance } => skellam(variance, precision),
        }
    }
}

impl<E: Engine> Listing<E> {
    /// Of masses on all integers, those of n and -n being equal.
    fn of(terms: Vec<Interval<E>>, rest: Interval<E>) -> Self {
        let half = terms.iter().skip(1).fold(rest.clone(), |sum, term| &sum + term);
        let total = terms.first().map_or_else(|| half.clone(), |first| first + &half.shift(1));
        Listing { terms, rest, total }
    }
}

fn as_count(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// `t_n = e^(-n^2 / (2 sigma^2))` and `r_n = t_(n+1) / t_n` at n = 0, 1, 2, ...
fn gaussian<E: Engine>(
    sigma_sq: &Real,
    precision: u64,
) -> impl Iterator<Item = (Interval<E>, Interval<E>)> {
    let one = Interval::<E>::one(precision);
    let inverse = &one / &sigma_sq.enclose(precision);
    // r_n = e^(-(2n+1)/(2 sigma^2)).
    let (unit, first) = ((-&inverse).exp(), (-&inverse.shift(-1)).exp());
    std::iter::successors(Some((one, first)), move |(term, ratio)| {
        Some((term * ratio, ratio * &unit))
    })
}

/// An interval from 0 to the upper end of a number.
fn up_to<E: Engine>(x: &Interval<E>) -> Interval<E> {
    Interval::new(E::Float::zero(), x.upper().clone(), x.precision())
}

/// The masses of residues 0 to half of the modulus.
///
/// Masses of integers are listed until one is below the smallest of these, times `2^-precision`, or
/// below the smallest number of the engine: no later one changes a lower end. From there on each
/// one is less than `ratio` times its predecessor.
fn wrapped<E: Engine>(sigma_sq: &Real, modulus: usize, precision: u64) -> Listing<E> {
    let mut residues = vec![Interval::<E>::zero(precision); modulus / 2 + 1];
    let bits = i64::try_from(precision).unwrap_or(i64::MAX);
    let (one, mut rest) = (Interval::<E>::one(precision), Interval::zero(precision));
    let (mut least, mut total) = (None, Interval::zero(precision));
    for (n, (term, ratio)) in gaussian::<E>(sigma_sq, precision).enumerate() {
        let places =
            if n == 0 { vec![0] } else { vec![n % modulus, (modulus - n % modulus) % modulus] };
        for place in places {
            total = &total + &term;
            if let Some(sum) = residues.get_mut(place) {
                *sum = &*sum + &term;
            }
        }
        if n == modulus / 2 {
            least = term.lower().exponent();
        }
        let is_below = |e| least.is_some_and(|least| e < least - bits);
        let is_small = term.lower().sign().is_le() || term.upper().exponent().is_none_or(is_below);
        if n > modulus && is_small && ratio.upper() < one.lower() {
            rest = up_to(&(&(&term * &ratio) / &(&one - &ratio)));
            break;
        }
    }
    let terms = residues.into_iter().map(|sum| &sum + &rest.shift(1)).collect();
    Listing { terms, total: &total + &rest.shift(1), rest: Interval::zero(precision) }
}

/// `I_n(v) / I_0(v)`.
fn skellam<E: Engine>(variance: &Real, precision: u64) -> Listing<E> {
    let one = Interval::<E>::one(precision);
    let v = variance.enclose::<E>(precision);
    let small = -i64::try_from(precision).unwrap_or(i64::MAX);
    let mut count = skellam_terms(variance, precision);
    loop {
        // From the outside, where a ratio is only known to be at most 1.
        let mut ratio = up_to(&one);
        let mut ratios = Vec::new();
        let start = count.saturating_add(count / 2).saturating_add(32);
        for n in (1..=start).rev() {
            ratio = &one / &(&(&Interval::from_u64(2 * n, precision) / &v) + &ratio);
            if n <= count {
                ratios.push(ratio.clone());
            }
        }
        let mut terms = vec![one.clone()];
        let mut term = one.clone();
        for ratio in ratios.iter().rev() {
            term = &term * ratio;
            terms.push(term.clone());
        }
        // The last ratio bounds all that follow.
        let last = ratios.first().cloned().unwrap_or_else(|| one.clone());
        if term.upper().exponent().is_none_or(|e| e < small) && last.upper() < one.lower() {
            let rest = up_to(&(&(&term * &last) / &(&one - &last)));
            return Listing::of(terms, rest);
        }
        count = count.saturating_mul(2);
    }
}

/// About the number of masses above `2^-precision` on one side.
fn skellam_terms(variance: &Real, precision: u64) -> u64 {
    let square =
        variance * Real::from(precision) * Real::from(Rational::from_unsigneds(3u32, 2u32));
    let root = square.sqrt().enclose::<Malachite>(64);
    let count = root
        .upper()
        .to_rational()
        .map(|x| Ceiling::ceiling(&x))
        .and_then(|n| u64::try_from(&n).ok());
    count.unwrap_or(u64::MAX).saturating_add(16)
}

impl ListedNoise {
    /// Are there outcomes that only one of both distributions has?
    fn is_truncated(&self) -> bool {
        matches!(self.law, ListedLaw::TruncatedGaussian { .. })
    }

    fn atoms<E: Engine>(&self, precision: u64) -> Atoms<E> {
        match &self.law {
            ListedLaw::WrappedGaussian { modulus, .. } => {
                self.on_residues(as_count(*modulus), precision)
            }
            ListedLaw::TruncatedGaussian { sigma_sq, .. } => {
                self.on_integers(Some(sigma_sq), precision)
            }
            ListedLaw::Skellam { .. } => self.on_integers(None, precision),
        }
    }

    /// Outcomes from `shift - last` to `last` have both masses listed. The others are symmetric
    /// under `n -> shift - n`: of infinite loss where masses end, and elsewhere of losses beyond
    /// those of all listed ones.
    fn on_integers<E: Engine>(&self, sigma_sq: Option<&Real>, precision: u64) -> Atoms<E> {
        let Listing { terms, rest, total } = self.law.list::<E>(precision);
        let mass = |n: i128| terms.get(usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX));
        // Every position fits in an i128.
        let (s, last) = (i128::from(self.shift), terms.len() as i128 - 1);
        let (mut atoms, mut beyond) = (Vec::new(), rest.clone());
        for n in (last + 1).max(s - last)..=last + s {
            if let Some(p) = mass(n - s) {
                beyond = &beyond + p;
            }
        }
        let variance = sigma_sq.map(|x| x.enclose::<E>(precision));
        for n in s - last..=last {
            if let (Some(p), Some(q)) = (mass(n - s), mass(n)) {
                let loss = match &variance {
                    Some(variance) => {
                        let numerator =
                            Interval::from_rational(&Rational::from(s * (2 * n - s)), precision);
                        &numerator.shift(-1) / variance
                    }
                    None if 2 * n == s => Interval::zero(precision),
                    None => (p / q).ln(),
                };
                atoms.push(Atom { loss, masses: Masses { p: p / &total, q: q / &total } });
            }
        }
        let zero = Masses::zero(precision);
        let beyond = Masses { p: &beyond / &total, q: &rest / &total };
        if self.is_truncated() {
            let infinite = Masses { p: beyond.p.clone(), q: beyond.p };
            return Atoms { atoms, above: zero.clone(), below: zero, infinite };
        }
        Atoms { atoms, below: beyond.reversed(), above: beyond, infinite: zero }
    }

    fn on_residues<E: Engine>(&self, modulus: usize, precision: u64) -> Atoms<E> {
        let Listing { terms, total, .. } = self.law.list::<E>(precision);
        let place = |r: usize| r.min(modulus - r);
        let mut atoms = Vec::new();
        for r in 0..modulus {
            let (before, here) = (place((r + modulus - as_count(self.shift)) % modulus), place(r));
            if let (Some(p), Some(q)) = (terms.get(before), terms.get(here)) {
                let loss = if before == here { Interval::zero(precision) } else { (p / q).ln() };
                atoms.push(Atom { loss, masses: Masses { p: p / &total, q: q / &total } });
            }
        }
        let zero = Masses::zero(precision);
        Atoms { atoms, above: zero.clone(), below: zero.clone(), infinite: zero }
    }
}

impl Pair for ListedNoise {
    /// Of a truncated Gaussian it is the loss at its bound.
    fn largest_loss(&self) -> Option<Real> {
        let ListedLaw::TruncatedGaussian { sigma_sq, bound } = &self.law else {
            return None;
        };
        let (s, twice) = (Real::from(self.shift), Real::from(2 * bound));
        Some(&s * (&twice - &s) / (2 * sigma_sq))
    }

    fn is_bounded(&self) -> bool {
        !matches!(self.law, ListedLaw::Skellam { .. })
    }

    fn has_infinite_loss(&self) -> Option<bool> {
        Some(self.is_truncated())
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::Atoms(self.atoms(precision))
    }

    fn outcomes(&self) -> u64 {
        match &self.law {
            ListedLaw::TruncatedGaussian { bound, .. } => 2 * bound + 1,
            ListedLaw::WrappedGaussian { sigma_sq, modulus } => {
                // Until e^(-n^2 / (2 sigma^2)) is below that of half of the modulus, times 2^-128.
                let reach = (sigma_sq * 178 + Real::from(*modulus).pow(2)).sqrt();
                let last = reach
                    .enclose::<Malachite>(64)
                    .upper()
                    .to_rational()
                    .map(|x| Ceiling::ceiling(&x));
                last.and_then(|n| u64::try_from(&n).ok()).unwrap_or(u64::MAX)
            }
            ListedLaw::Skellam { variance } => skellam_terms(variance, 128).saturating_mul(2),
        }
    }

    fn described(&self) -> &'static str {
        "integer noise of this formula"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Enclosed)
    }
}

impl NoisePair for ListedNoise {
    fn farther(&self, _: u64) -> Option<Noise> {
        // A group is read with the distance of all its members.
        None
    }
}

impl Divergences for ListedNoise {
    fn kl(&self) -> Option<[Extended; 2]> {
        self.is_truncated().then_some([Extended::Infinite(P_ALONE), Extended::Infinite(P_ALONE)])
    }

    fn renyi(&self, order: &Rational) -> Option<Extended> {
        (self.is_truncated() && *order > 1).then_some(Extended::Infinite(P_ALONE))
    }

    fn largest_loss(&self) -> Option<Extended> {
        match self.law {
            ListedLaw::TruncatedGaussian { .. } => Some(Extended::Infinite(P_ALONE)),
            ListedLaw::WrappedGaussian { .. } => None,
            ListedLaw::Skellam { .. } => Some(Extended::Infinite(UNBOUNDED)),
        }
    }

    fn chi_squared_plus_one(&self) -> Option<Extended> {
        self.is_truncated().then_some(Extended::Infinite(P_ALONE))
    }

    fn kappa2(&self) -> Option<Extended> {
        None
    }
}
