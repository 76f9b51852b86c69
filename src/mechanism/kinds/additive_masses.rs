//! Noise on finitely many integers, by its masses, and the pair of the worst shift.
//!
//! An integer query has noise X of the masses `m_0, m_1, ...`, on consecutive integers or on the
//! residues of a modulus. Neighbours move the query by at most d, in either direction: the pairs
//! are `(X, X+s)` and `(X+s, X)` for the shifts `1 <= s <= d`. An outcome that only one of them has
//! is one of infinite loss.
//!
//! # The worst shift
//!
//! Let X have no mass 0 between others and `m_i^2 >= m_(i-1) m_(i+1)`: its masses are log-concave.
//! Then `P(n) / Q(n)` of `P = X`, `Q = X+s` does not rise with n, so that delta at eps is `max_c
//! F(c) - e^eps F(c-s)` with the distribution function F of X: half-lines are the best tests. Each
//! of these differences rises with s, so that the shift d dominates all smaller ones. The other
//! direction is alike.
//!
//! Without that it need not: of the masses 1/2, 0, 1/2 the shift 1 discloses everything, and the
//! shift 2 half of the time nothing. So all shifts are listed. Where the trade-off function of one
//! is below all others, it is the worst.
//!
//! # Both directions
//!
//! Where the masses are symmetric, `n -> c - n` exchanges the two directions. Elsewhere they are
//! different pairs, and each step of a composition may be in another direction, by another shift:
//! the steps are a choice of pairs ([`Dominating::OneOf`]).
//!
//! Source: derived.

use super::finite_pair::check_distribution;
use crate::exact::effort;
use crate::exact::real::{Real, rational_bits};
use crate::mechanism::reading::domain::DomainError;
use crate::mechanism::{Dominating, Mechanism};
use crate::pair::{FinitePair, ThreePoint};
use crate::tradeoff::Curve;
use std::cmp::Ordering;

/// The most masses: each becomes an outcome of a pair, with its loss.
const MAX_MASSES: usize = 1 << 16;
/// The most masses that are not all rational: they are compared as expressions, in pairs.
const MAX_IRRATIONAL: usize = 1 << 8;
/// The most outcomes of all shifts: each shift is a pair with all masses.
const MAX_OUTCOMES: usize = 1 << 17;
/// The most outcomes of shifts that are compared with each other, for one that dominates. With more
/// the choice between the pairs is left open, which is as right, and each is composed.
const MAX_COMPARED: usize = 1 << 12;
/// The same where the masses are not all rational, and each comparison is one of expressions.
const MAX_IRRATIONAL_COMPARED: usize = 1 << 6;

/// Noise on finitely many integers.
#[derive(Clone, Debug)]
pub(crate) struct IntegerNoise {
    /// The masses; those at both ends are not 0 on consecutive integers.
    masses: Vec<Real>,
    /// Are they on the residues of their number?
    is_cyclic: bool,
    /// Are they log-concave, on consecutive integers?
    is_log_concave: bool,
}

impl IntegerNoise {
    /// Masses on consecutive integers.
    ///
    /// # Errors
    /// No distribution, or too many masses.
    pub(crate) fn of_masses(masses: &[Real]) -> Result<IntegerNoise, DomainError> {
        let masses = checked(masses)?;
        let is_empty = |mass: &Real| mass.sign() == Some(Ordering::Equal);
        let first = masses.iter().position(|mass| !is_empty(mass)).unwrap_or(0);
        let last = masses.iter().rposition(|mass| !is_empty(mass)).unwrap_or(0);
        let masses: Vec<Real> = masses.into_iter().skip(first).take(last - first + 1).collect();
        let is_log_concave = are_log_concave(&masses);
        Ok(IntegerNoise { masses, is_cyclic: false, is_log_concave })
    }

    /// Masses on consecutive integers that are log-concave by a theorem.
    ///
    /// # Errors
    /// Too many masses.
    pub(crate) fn log_concave(masses: Vec<Real>) -> Result<IntegerNoise, DomainError> {
        require_few("noise", &masses)?;
        Ok(IntegerNoise { masses, is_cyclic: false, is_log_concave: true })
    }

    /// The same on the residues of a modulus: masses of one residue are added.
    ///
    /// # Errors
    /// No distribution, a modulus of 0, or too many masses.
    pub(crate) fn wrapped(masses: &[Real], modulus: u64) -> Result<IntegerNoise, DomainError> {
        let mut wrapped = vec![Real::zero(); modulus_of(modulus)?];
        for (mass, place) in checked(masses)?.iter().zip((0..wrapped.len()).cycle()) {
            if let Some(sum) = wrapped.get_mut(place) {
                *sum = &*sum + mass;
            }
        }
        IntegerNoise::on_residues(wrapped)
    }

    /// The masses of all residues of their number.
    ///
    /// # Errors
    /// Too many masses.
    pub(crate) fn on_residues(masses: Vec<Real>) -> Result<IntegerNoise, DomainError> {
        require_few("modulus", &masses)?;
        Ok(IntegerNoise { masses, is_cyclic: true, is_log_concave: false })
    }

    /// The step, where neighbours move the query by at most `distance`.
    ///
    /// # Errors
    /// Too many shifts, or a mass of which it is undecided whether it is 0.
    pub(crate) fn step(&self, distance: u64) -> Result<Dominating, DomainError> {
        let count = self.masses.len();
        let distance = usize::try_from(distance).unwrap_or(usize::MAX);
        if distance == 0 {
            return Ok(nothing());
        }
        let shifts = match distance {
            // Disjoint supports.
            _ if !self.is_cyclic && distance >= count => return Ok(disclosure()),
            _ if self.is_cyclic => 1..=distance.min(count / 2),
            _ if self.is_log_concave => distance..=distance,
            _ => 1..=distance,
        };
        if shifts.is_empty() {
            return Ok(nothing());
        }
        let outcomes = (1 + shifts.end() - shifts.start()).saturating_mul(count);
        if outcomes > MAX_OUTCOMES {
            let message = format!(
                "the masses are not log-concave, and {distance} shifts of {count} masses are too many"
            );
            let help = format!(
                "give at most {}: each shift up to it is another pair",
                MAX_OUTCOMES / count
            );
            return Err(DomainError::new("sensitivity", message, help));
        }
        let mut pairs =
            shifts.map(|shift| self.pair(shift)).collect::<Option<Vec<_>>>().ok_or_else(|| {
                DomainError::new(
                    "masses",
                    "cannot decide which masses are 0",
                    "write them in a simpler form",
                )
            })?;
        if !self.is_symmetric() {
            let reversed: Vec<FinitePair> = pairs.iter().map(FinitePair::reversed).collect();
            pairs.extend(reversed);
        }
        Ok(worst(pairs))
    }

    /// `(X, X + shift)`, for a shift of at least 1.
    fn pair(&self, shift: usize) -> Option<FinitePair> {
        let count = self.masses.len();
        let at = |place: Option<usize>| place.and_then(|place| self.masses.get(place)).cloned();
        let mass = |place: Option<usize>| at(place).unwrap_or_else(Real::zero);
        let before = |n: usize| {
            if self.is_cyclic { Some((n + count - shift) % count) } else { n.checked_sub(shift) }
        };
        let places = if self.is_cyclic { count } else { count + shift };
        effort::masses(
            self.masses.iter().map(|mass| mass.as_rational().map_or(0, rational_bits)).sum(),
        );
        FinitePair::from_outcomes((0..places).map(|n| (mass(Some(n)), mass(before(n)), None)))
    }

    /// Is it known that the masses are those of `c - X` for some c?
    fn is_symmetric(&self) -> bool {
        let count = self.masses.len();
        let is_reflected = |sum: usize| {
            let mut pairs = (0..count)
                .map(|n| (self.masses.get(n), self.masses.get((sum + count - n) % count)));
            pairs.all(|(x, y)| x == y || are_equal(x, y))
        };
        if self.is_cyclic { (0..count).any(is_reflected) } else { is_reflected(count - 1) }
    }
}

fn are_equal(x: Option<&Real>, y: Option<&Real>) -> bool {
    matches!((x, y), (Some(x), Some(y)) if x.compare(y) == Some(Ordering::Equal))
}

/// Masses that are a distribution.
fn checked(masses: &[Real]) -> Result<Vec<Real>, DomainError> {
    require_few("masses", masses)?;
    check_distribution("masses", masses)?;
    Ok(masses.to_vec())
}

fn require_few(parameter: &'static str, masses: &[Real]) -> Result<(), DomainError> {
    let is_rational = masses.iter().all(|mass| mass.as_rational().is_some());
    let most = if is_rational { MAX_MASSES } else { MAX_IRRATIONAL };
    if masses.len() > most {
        let kind = if is_rational { "" } else { " that are not all rational" };
        let message = format!("the noise has {} masses{kind}", masses.len());
        return Err(DomainError::new(
            parameter,
            message,
            format!("give noise with at most {most}"),
        ));
    }
    Ok(())
}

/// A modulus of at least 1, as a number of masses.
///
/// # Errors
/// 0, or too many masses.
pub(crate) fn modulus_of(modulus: u64) -> Result<usize, DomainError> {
    match usize::try_from(modulus) {
        Ok(modulus) if (1..=MAX_MASSES).contains(&modulus) => Ok(modulus),
        _ => {
            let message = format!("modulus = {modulus} is not in [1, {MAX_MASSES}]");
            Err(DomainError::new(
                "modulus",
                message,
                "sums are taken modulo it: it is the number of outcomes",
            ))
        }
    }
}

/// Is it known that no mass is 0 and `m_i^2 >= m_(i-1) m_(i+1)`?
fn are_log_concave(masses: &[Real]) -> bool {
    let is_concave = |three: &[Real]| match three {
        [x, y, z] => (y * y).compare(&(x * z)).is_some_and(Ordering::is_ge),
        _ => true,
    };
    masses.iter().all(|mass| mass.sign() == Some(Ordering::Greater))
        && masses.windows(3).all(is_concave)
}

/// P = Q.
pub(crate) fn nothing() -> Dominating {
    Dominating::ThreePoint(ThreePoint {
        eps: Real::zero(),
        delta: Real::zero(),
        alpha: Real::one(),
    })
}

/// Disjoint supports.
pub(crate) fn disclosure() -> Dominating {
    Dominating::Finite(Curve::no_privacy().to_pair())
}

/// One of several pairs, chosen anew at each step: one of them, if it dominates all others.
pub(crate) fn worst(pairs: Vec<FinitePair>) -> Dominating {
    if let [pair] = pairs.as_slice() {
        return Dominating::Finite(pair.clone());
    }
    match dominating(&pairs) {
        Some(pair) => Dominating::Finite(pair),
        None => {
            let step = |pair| Mechanism::Step(Dominating::Finite(pair));
            Dominating::OneOf(pairs.into_iter().map(step).collect())
        }
    }
}

/// A pair that is known to dominate the others. If both directions of each are among them, it is
/// symmetric.
fn dominating(pairs: &[FinitePair]) -> Option<FinitePair> {
    let curves = pairs.iter().map(|pair| {
        let most = if pair.is_rational() { MAX_COMPARED } else { MAX_IRRATIONAL_COMPARED };
        if pair.atoms.len().saturating_mul(pairs.len()) > most {
            None
        } else {
            Curve::of(pair).ok()
        }
    });
    let curves = curves.collect::<Option<Vec<_>>>()?;
    let hull = Curve::hull_of_minimum(&curves).ok()?;
    let place = curves.iter().position(|curve| curve.equals(&hull) == Ok(true))?;
    pairs.get(place).cloned()
}
