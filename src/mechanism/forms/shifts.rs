//! Mixtures of shifts of one noise.
//!
//! `P = sum_i p_i nu(. - s_i)` and `Q = sum_j q_j nu(. - t_j)`. Where every `t_j <= s_i` and the
//! logarithm of nu is concave, the likelihood ratio does not fall, and the tails of the loss are
//! sums of tails of the noise: see [`crate::pair::shifted`]. Where every `t_j >= s_i` the mirror
//! image of the pair is such a pair. Where they interleave, as for P at 0 and 3 and Q at 1, the
//! loss can rise and fall, and the outcomes beyond a loss are no half-line.
//!
//! Discrete Laplace noise has one loss below all shifts and one above them, so that any shifts of
//! it are a finite pair.
//!
//! Source: derived.

use super::pair::Pair;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::admits::Reason;
use crate::mechanism::kinds::discrete_gaussian::terms;
use crate::mechanism::kinds::discrete_laplace;
use crate::mechanism::reading::domain::DomainError;
use crate::mechanism::{
    DiscreteGaussian, Dominating, Gaussian, Laplace, LossPair, Mechanism, Noise,
};
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;
use crate::pair::{Direction, Evaluated, FinitePair, shifted};
use malachite::Integer;
use malachite::rational::Rational;
use std::collections::BTreeMap;

/// The most shifts of both distributions: each loss is a sum over all of them, and a grid has many
/// losses.
pub(crate) const MAX_SHIFTS: usize = 1 << 10;
/// The largest distance of two integer shifts: exact masses are listed at each integer in between.
const MAX_SPAN: u64 = 1 << 12;

/// A noise whose shifts are mixed.
#[derive(Clone, Debug)]
pub(crate) enum ShiftedNoise {
    /// Masses proportional to `e^(-|n| eps)`, shifted by multiples of the unit.
    DiscreteLaplace { eps: Real, unit: u64 },
    /// Any other.
    Ordered(Law),
}

/// A noise of which the shifts of P and of Q must not interleave.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Law {
    /// Of variance 1, shifted by multiples of the unit.
    Gaussian { unit: Real },
    /// Of scale 1, likewise.
    Laplace { unit: Real },
    /// Masses proportional to `e^(-n^2 / (2 sigma^2))`, likewise.
    DiscreteGaussian { sigma_sq: Real, unit: u64 },
}

/// A shift with its weight > 0.
pub(crate) type Weighted = (Rational, Real);

/// Two mixtures of shifts of one noise, none of Q above one of P; each shift once, in ascending
/// order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shifts {
    law: Law,
    p: Vec<Weighted>,
    q: Vec<Weighted>,
    direction: Direction,
}

impl ShiftedNoise {
    /// The noise on one value of a mechanism that was read from fields, with its kind under a key;
    /// its unit is the sensitivity.
    ///
    /// # Errors
    /// None, where the fields were read before.
    pub(crate) fn of(
        mechanism: &Mechanism,
        key: &'static str,
        fields: Fields<'_>,
    ) -> Result<Option<ShiftedNoise>, InputError> {
        let Mechanism::Step(step) = mechanism else {
            return Ok(None);
        };
        let law = match (step, step.noise()) {
            (_, Some(Noise::Gaussian(Gaussian { mu_squared }))) => {
                Law::Gaussian { unit: mu_squared.sqrt() }
            }
            (_, Some(Noise::Laplace(Laplace { eps0 }))) => Law::Laplace { unit: eps0.clone() },
            (_, Some(Noise::DiscreteGaussian(DiscreteGaussian { sigma_sq, shift }))) => {
                Law::DiscreteGaussian { sigma_sq: sigma_sq.clone(), unit: *shift }
            }
            (Dominating::Finite(_), _) => {
                let found = discrete_laplace::of_one_count(key, fields)?;
                return Ok(found.map(|(eps, unit)| ShiftedNoise::DiscreteLaplace { eps, unit }));
            }
            _ => return Ok(None),
        };
        Ok(Some(ShiftedNoise::Ordered(law)))
    }

    /// The noise on one value of a mechanism that was read from a field.
    ///
    /// # Errors
    /// None, where the field was read before.
    pub(crate) fn of_field(
        mechanism: &Mechanism,
        field: &Field<'_>,
    ) -> Result<Option<ShiftedNoise>, InputError> {
        match field.unfolded()? {
            Some(node) => {
                ShiftedNoise::of_field(mechanism, &Field { node: &node, path: field.path.clone() })
            }
            None => ShiftedNoise::of(mechanism, "kind", field.fields()?),
        }
    }

    /// The pair of two mixtures. For all but discrete Laplace noise the shifts are
    /// [apart](are_apart).
    ///
    /// # Errors
    /// Integer shifts that are too far apart or no integers, or masses that cannot be compared with
    /// 0.
    pub(crate) fn pair(&self, p: &[Weighted], q: &[Weighted]) -> Result<LossPair, DomainError> {
        let (p, q) = (merged(p), merged(q));
        let law = match self {
            ShiftedNoise::DiscreteLaplace { eps, unit } => {
                return mixed_discrete_laplace(eps, &integers(&p, *unit)?, &integers(&q, *unit)?)
                    .map(LossPair::Finite);
            }
            ShiftedNoise::Ordered(law) => law.clone(),
        };
        if let Law::DiscreteGaussian { unit, .. } = &law {
            span(&integers(&p, *unit)?, &integers(&q, *unit)?)?;
        }
        let (p, q) = if is_below(&q, &p) { (p, q) } else { (mirrored(p), mirrored(q)) };
        Ok(LossPair::Shifts(Shifts { law, p, q, direction: Direction::Forward }))
    }
}

fn mirrored(shifts: Vec<Weighted>) -> Vec<Weighted> {
    shifts.into_iter().rev().map(|(shift, weight)| (-shift, weight)).collect()
}

/// Each shift once, in ascending order; without those of weight 0.
fn merged(shifts: &[Weighted]) -> Vec<Weighted> {
    let mut sums: BTreeMap<Rational, Real> = BTreeMap::new();
    for (shift, weight) in shifts.iter().filter(|(_, weight)| !weight.is_zero()) {
        let sum = sums.entry(shift.clone()).or_insert_with(Real::zero);
        *sum = &*sum + weight;
    }
    sums.into_iter().collect()
}

/// Are no two shifts on different sides of each other?
pub(crate) fn are_apart(p: &[Weighted], q: &[Weighted]) -> bool {
    let (p, q) = (merged(p), merged(q));
    is_below(&p, &q) || is_below(&q, &p)
}

/// Is no shift of the first above one of the second?
fn is_below(x: &[Weighted], y: &[Weighted]) -> bool {
    x.last().map(|x| &x.0) <= y.first().map(|y| &y.0)
}

/// Where integer noise is shifted to: so that differences fit in 64 bits.
fn position(shift: &Rational, unit: u64) -> Option<i64> {
    let moved = Integer::try_from(shift * Rational::from(unit)).ok()?;
    i64::try_from(&moved).ok().filter(|n| n.unsigned_abs() <= 1 << 40)
}

fn integers(shifts: &[Weighted], unit: u64) -> Result<Vec<(i64, Real)>, DomainError> {
    let integer = |(shift, weight): &Weighted| Some((position(shift, unit)?, weight.clone()));
    shifts.iter().map(integer).collect::<Option<_>>().ok_or_else(|| {
        DomainError::new(
            "shifts",
            "a shift of integer noise is not a whole number",
            "give whole numbers",
        )
    })
}

/// The least shift and the highest.
fn span(p: &[(i64, Real)], q: &[(i64, Real)]) -> Result<(i64, i64), DomainError> {
    let shifts = || p.iter().chain(q).map(|(shift, _)| *shift);
    let (least, most) = (shifts().min().unwrap_or(0), shifts().max().unwrap_or(0));
    if most.abs_diff(least) > MAX_SPAN {
        let message = format!("the shifts are {} apart", most.abs_diff(least));
        return Err(DomainError::new(
            "shifts",
            message,
            format!("give shifts at most {MAX_SPAN} apart"),
        ));
    }
    Ok((least, most))
}

/// With `a = e^-eps` the mass of one shift s at n is `(1-a)/(1+a) a^|n-s|`, and `a^|n-s|/(1+a)`
/// from n on where n is on the far side of it. The loss is constant up to the least shift and from
/// the highest on.
fn mixed_discrete_laplace(
    eps: &Real,
    p: &[(i64, Real)],
    q: &[(i64, Real)],
) -> Result<FinitePair, DomainError> {
    let (least, most) = span(p, q)?;
    let one = Real::one();
    let a = (-eps).exp();
    let whole = 1 + &a;
    let (end, middle) = (1 / &whole, (1 - &a) / &whole);
    let powers: Vec<Real> =
        (0..=most.abs_diff(least)).map(|n| (-(Real::from(n) * eps)).exp()).collect();
    let mass = |shifts: &[(i64, Real)], n: i64| {
        let part = |(shift, weight): &(i64, Real)| {
            let power =
                usize::try_from(n.abs_diff(*shift)).ok().and_then(|place| powers.get(place));
            power.map_or_else(Real::zero, |power| weight * power)
        };
        shifts.iter().map(part).fold(Real::zero(), |sum, part| sum + part)
    };
    let outcome = |n: i64| {
        let factor = match n == least || n == most {
            true if least == most => &one,
            true => &end,
            false => &middle,
        };
        let [p, q] = [p, q].map(|shifts| (mass(shifts, n) * factor).simplified());
        (p, q, None)
    };
    FinitePair::from_outcomes((least..=most).map(outcome)).ok_or_else(|| {
        DomainError::new(
            "eps",
            "the order of two exact numbers cannot be decided",
            "write it in a simpler form",
        )
    })
}

/// Word operations of one shift at a loss, approximately: its part of both masses, a normal tail
/// each, and of the search for the cut. It is for the estimate alone.
const SHIFT_WORK: u64 = 60_000;

impl Pair for Shifts {
    /// The pair (Q, P).
    fn reversed(self) -> Self {
        Shifts { direction: self.direction.reversed(), ..self }
    }

    /// The least upper bound of the losses, which is approached where the outermost shifts of both
    /// agree; for Laplace noise it is always one.
    fn largest_loss(&self) -> Option<Real> {
        let [first, second] = self.sides();
        let outermost = |shifts: &[Weighted]| match self.direction {
            Direction::Forward => shifts.last().cloned(),
            Direction::Reverse => shifts.first().cloned(),
        };
        match &self.law {
            Law::Laplace { unit } => {
                let sign = if self.direction == Direction::Forward { 1i64 } else { -1 };
                let grown = |shifts: &[Weighted]| {
                    let term = |(shift, weight): &Weighted| {
                        weight * (Real::from(shift.clone()) * unit * Real::from(sign)).exp()
                    };
                    shifts.iter().map(term).fold(Real::zero(), |sum, term| sum + term)
                };
                Some((grown(first) / grown(second)).ln())
            }
            _ => {
                let ((shift, p), (other, q)) = (outermost(first)?, outermost(second)?);
                (shift == other).then(|| (&p / &q).ln())
            }
        }
    }

    /// Word operations of both masses beyond a loss, with the precision of a grid.
    fn series_work(&self) -> u64 {
        SHIFT_WORK.saturating_mul((self.p.len() + self.q.len()) as u64)
    }

    fn outcomes(&self) -> u64 {
        match &self.law {
            Law::DiscreteGaussian { sigma_sq, .. } => {
                let noise = DiscreteGaussian { sigma_sq: sigma_sq.clone(), shift: 1 };
                Noise::DiscreteGaussian(noise).outcomes()
            }
            _ => 0,
        }
    }

    fn is_trivial(&self) -> bool {
        let is_still = match &self.law {
            Law::Gaussian { unit } | Law::Laplace { unit } => unit.is_zero(),
            Law::DiscreteGaussian { unit, .. } => *unit == 0,
        };
        is_still || self.p == self.q
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        match &self.law {
            Law::Gaussian { unit } => {
                Evaluated::of_tails(shifted::gaussian(self.parts(unit, precision), self.direction))
            }
            Law::Laplace { unit } => {
                Evaluated::of_tails(shifted::laplace(self.parts(unit, precision), self.direction))
            }
            Law::DiscreteGaussian { sigma_sq, unit } => {
                let atoms = self.atoms(sigma_sq, *unit, precision);
                Evaluated::Atoms(if self.direction == Direction::Forward {
                    atoms
                } else {
                    atoms.reversed()
                })
            }
        }
    }

    fn described(&self) -> &'static str {
        "a mixture of shifts"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl Shifts {
    /// P and Q, of the order that the direction tells.
    fn sides(&self) -> [&[Weighted]; 2] {
        match self.direction {
            Direction::Forward => [&self.p, &self.q],
            Direction::Reverse => [&self.q, &self.p],
        }
    }

    fn parts<E: Engine>(&self, unit: &Real, precision: u64) -> shifted::Parts<E> {
        let part = |(shift, weight): &Weighted| shifted::Part {
            weight: weight.enclose(precision),
            shift: (Real::from(shift.clone()) * unit).enclose(precision),
            multiple: shift.clone(),
        };
        shifted::Parts {
            p: self.p.iter().map(part).collect(),
            q: self.q.iter().map(part).collect(),
            meet: self.p.first().map(|x| &x.0) == self.q.last().map(|x| &x.0),
        }
    }

    /// Outcomes at which all parts of both have their masses listed. The others have losses beyond
    /// those of the listed ones.
    fn atoms<E: Engine>(&self, sigma_sq: &Real, unit: u64, precision: u64) -> Atoms<E> {
        let side = |shifts: &[Weighted]| -> Vec<(i64, Interval<E>)> {
            let part = |(shift, weight): &Weighted| {
                (position(shift, unit).unwrap_or(0), weight.enclose(precision))
            };
            shifts.iter().map(part).collect()
        };
        let (p, q) = (side(&self.p), side(&self.q));
        let shifts = || p.iter().chain(&q).map(|(shift, _)| *shift);
        let (least, most) = (shifts().min().unwrap_or(0), shifts().max().unwrap_or(0));
        let (terms, rest) = terms::<E>(sigma_sq, most.abs_diff(least), precision);
        let half = terms.iter().skip(1).fold(rest.clone(), |sum, term| &sum + term);
        let total = &Interval::one(precision) + &half.shift(1);
        // The sums from each term on.
        let mut tails = vec![rest];
        for term in terms.iter().rev() {
            let sum = tails.last().map(|tail| tail + term);
            tails.extend(sum);
        }
        tails.reverse();
        let sum =
            |side: &[(i64, Interval<E>)], masses: &[Interval<E>], distance: &dyn Fn(i64) -> u64| {
                let part = |(shift, weight): &(i64, Interval<E>)| {
                    let mass =
                        usize::try_from(distance(*shift)).ok().and_then(|place| masses.get(place));
                    mass.map_or_else(|| Interval::zero(precision), |mass| weight * mass)
                };
                &side.iter().map(part).fold(Interval::zero(precision), |sum, part| &sum + &part)
                    / &total
            };
        let masses = |list: &[Interval<E>], distance: &dyn Fn(i64) -> u64| Masses {
            p: sum(&p, list, distance),
            q: sum(&q, list, distance),
        };
        let reach = i64::try_from(terms.len()).unwrap_or(i64::MAX) - 1;
        let (first, last) = (most - reach, least + reach);
        let atom = |n: i64| {
            let masses = masses(&terms, &|shift| n.abs_diff(shift));
            Atom { loss: (&masses.p / &masses.q).ln(), masses }
        };
        Atoms {
            atoms: (first..=last).map(atom).collect(),
            above: masses(&tails, &|shift| (last + 1).abs_diff(shift)),
            below: masses(&tails, &|shift| (first - 1).abs_diff(shift)),
            infinite: Masses::zero(precision),
        }
    }
}
