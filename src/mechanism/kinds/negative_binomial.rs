//! Negative binomial noise: the successes of probability p before a number r of failures, for whole
//! r.
//!
//! Its masses are `f(n) = C(n+r-1, n) (1-p)^r p^n` at n = 0, 1, 2, ... Their ratios `f(n+1) / f(n)
//! = p (n+r) / (n+1)` do not rise with n, because r >= 1: it is log-concave. For r < 1 they rise,
//! and no shift is known to be the worst.
//!
//! # The worst shift
//!
//! Let s >= 1 be a shift, and F the distribution function. An outcome n of (X, X+s) has the
//! likelihood ratio `f(n) / f(n-s)`, which is infinite below s, and does not rise from there on. So
//! the hockey-stick divergence at g is the supremum of `F(c) - g F(c-s)` over c, of the tests that
//! reject small outcomes. That of (X+s, X) is the supremum of `1 - F(c-s) - g (1 - F(c))`. For each
//! c both rise with s, so that the largest shift dominates the smaller ones, in either direction.
//! The pairs of both directions are different: neither dominates the other.
//!
//! # The masses that are not listed
//!
//! Masses beyond the last one N have ratios of at most `a = p (N+r) / (N+1)`, so that their sum is
//! at most `f(N) a / (1-a)` where a < 1, and at most 1 anyway. `E z^X = 2^r` at `z = (1+p)/(2p) >
//! 1`, so that `P[X > N] <= 2^r z^-N`: it is below `2^-b` from `N = (r+b) ln(2) / ln(z)` on, and so
//! many are listed for b bits.
//!
//! Source: derived.

use super::additive_formulas;
use super::additive_masses::nothing;
use crate::exact::Malachite;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::admits::Reason;
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::domain::DomainError;
use crate::mechanism::{Directed, Dominating, LossPair, Mechanism};
use crate::pair::atoms::{Atom, Atoms};
use crate::pair::tails::Masses;
use crate::pair::{Direction, Evaluated};
use malachite::base::num::arithmetic::traits::Ceiling;

/// The most integers that are listed for a mass of `2^-128`: each has two masses of the working
/// precision, all of them in memory at once.
const MAX_OUTCOMES: u64 = 1 << 22;

/// (X, X + shift), or in reverse.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NegativeBinomial {
    failures: u64,
    p: Real,
    shift: u64,
    direction: Direction,
}

/// The step of a count that neighbours move by at most `distance`.
///
/// # Errors
/// No failure, a probability that is not above 0 and below 1, or too many outcomes.
pub(crate) fn negative_binomial(
    failures: u64,
    p: &Real,
    distance: u64,
) -> Result<Dominating, DomainError> {
    additive_formulas::complement(p)?;
    if failures == 0 {
        return Err(DomainError::new(
            "failures",
            "failures = 0 leaves no noise",
            "give at least 1",
        ));
    }
    if failures == 1 {
        return additive_formulas::geometric(&-p.ln(), distance);
    }
    if distance == 0 {
        return Ok(nothing());
    }
    let noise =
        NegativeBinomial { failures, p: p.clone(), shift: distance, direction: Direction::Forward };
    if noise.outcomes() > MAX_OUTCOMES {
        let message =
            "too many integers have masses to be listed: about failures p / (1-p) + sensitivity";
        return Err(DomainError::new(
            "failures",
            message,
            "give noise of a smaller variance, or a smaller sensitivity",
        ));
    }
    // Each step of a composition may be in another direction.
    let step = Directed { pair: LossPair::NegativeBinomial(noise), only_of: None };
    Ok(Dominating::OneOf(vec![Mechanism::Step(Dominating::Directed(step))]))
}

impl Pair for NegativeBinomial {
    fn reversed(self) -> Self {
        NegativeBinomial { direction: self.direction.reversed(), ..self }
    }

    fn has_infinite_loss(&self) -> Option<bool> {
        Some(self.direction == Direction::Forward)
    }

    /// The least upper bound of all finite losses: that of large outcomes, and not given for that
    /// of the first one.
    fn largest_loss(&self) -> Option<Real> {
        (self.direction == Direction::Reverse).then(|| -(Real::from(self.shift) * self.p.ln()))
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn outcomes(&self) -> u64 {
        self.last(128).saturating_add(1)
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        Evaluated::Atoms(self.atoms(precision))
    }

    fn described(&self) -> &'static str {
        "negative binomial noise"
    }

    fn reason(&self) -> Option<Reason> {
        Some(Reason::Infinite)
    }
}

impl NegativeBinomial {
    fn atoms<E: Engine>(&self, precision: u64) -> Atoms<E> {
        let (masses, rest) = self.masses::<E>(precision);
        let zero = Interval::<E>::zero(precision);
        let shift = usize::try_from(self.shift).unwrap_or(usize::MAX);
        let common = masses.len().saturating_sub(shift);
        let atom = |(p, q): (&Interval<E>, &Interval<E>)| Atom {
            loss: (p / q).ln(),
            masses: Masses { p: p.clone(), q: q.clone() },
        };
        let alone = masses.iter().take(shift).fold(zero.clone(), |sum, mass| &sum + mass);
        // Outcomes that only X + shift has a listed mass of.
        let beyond = masses.iter().skip(common).fold(rest.clone(), |sum, mass| &sum + mass);
        let atoms = Atoms {
            atoms: masses.iter().skip(shift).zip(&masses).map(atom).collect(),
            above: Masses::zero(precision),
            below: Masses { p: rest, q: beyond },
            infinite: Masses { p: alone, q: zero },
        };
        if self.direction == Direction::Forward { atoms } else { atoms.reversed() }
    }

    /// The last integer whose mass is listed.
    fn last(&self, bits: u64) -> u64 {
        let two = Real::from(2u64);
        let growth = ((1 + &self.p) / (2 * &self.p)).ln();
        let reach = Real::from(self.failures.saturating_add(bits)) * two.ln() / &growth;
        let reach =
            reach.enclose::<Malachite>(128).upper().to_rational().map(|x| Ceiling::ceiling(&x));
        let reach = reach.and_then(|n| u64::try_from(&n).ok()).unwrap_or(u64::MAX);
        reach.saturating_add(self.shift)
    }

    /// The masses up to the last one, and the sum of all others.
    fn masses<E: Engine>(&self, precision: u64) -> (Vec<Interval<E>>, Interval<E>) {
        let whole = |n: u64| Interval::<E>::from_u64(n, precision);
        let (one, p) = (whole(1), self.p.enclose::<E>(precision));
        let last = self.last(precision);
        let ratio = |n: u64| &p * &(&whole(n + self.failures) / &whole(n + 1));
        let first = (1 - &self.p).enclose::<E>(precision).pow_natural(self.failures);
        let mut masses = vec![first.clone()];
        let mut mass = first;
        for n in 0..last {
            mass = &mass * &ratio(n);
            masses.push(mass.clone());
        }
        let largest = ratio(last);
        let rest = match largest.upper() < one.lower() {
            true => &(&mass * &largest) / &(&one - &largest),
            false => one,
        };
        let rest = Interval::new(E::Float::zero(), rest.upper().clone(), precision);
        (masses, rest)
    }
}
