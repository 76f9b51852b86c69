//! Rules about finite pairs, by all outcomes of their composition, exactly.
//!
//! Outcomes of the same likelihood ratio P/Q are one: the rest says nothing (`proofs/theories/PostProcessing.v`,
//! `lump_sufficient`). What only P gives is what the others leave of 1, so that only the finite ratios are kept.

use super::beta::level;
use super::step::Step;
use super::{Context, Fault, Shown, Subject, limit};
use crate::ledger::Row;
use crate::pair::Direction;
use crate::row::Bounds;
use crate::work::{Work, product};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

/// The most different ratios.
pub const MAX_RATIOS: usize = 1 << 13;

/// The mass under Q of each likelihood ratio above 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes(BTreeMap<BigRational, BigRational>);

impl Outcomes {
    /// The composition of all rows, with what work is left.
    ///
    /// # Errors
    /// Steps without finitely many outcomes of rational masses; too many outcomes.
    pub fn of(ledger: &[Row], direction: Direction, work: &Work) -> Result<Outcomes, Fault> {
        let mut whole = Outcomes::nothing();
        for row in ledger {
            limit(work.spend(1 << 22))?;
            let unknown = || format!("\"{}\" is not known to have outcomes of rational masses", row.id);
            let mut once = BTreeMap::new();
            for atom in row.step.atoms(direction).ok_or_else(unknown)?? {
                let (p, q) = (atom.p.rational().ok_or_else(unknown)?, atom.q.rational().ok_or_else(unknown)?);
                if p.is_positive() && q.is_positive() {
                    *once.entry(p / q).or_insert_with(BigRational::zero) += q;
                }
            }
            let (mut power, mut count) = (Outcomes(once), row.count.clone());
            while count.is_positive() {
                if count.bit(0) {
                    whole = whole.times(&power, work)?;
                }
                count >>= 1;
                if count.is_positive() {
                    power = power.times(&power, work)?;
                }
            }
        }
        Ok(whole)
    }

    /// One outcome, which both give.
    fn nothing() -> Outcomes {
        Outcomes(BTreeMap::from([(BigRational::one(), BigRational::one())]))
    }

    /// The composition of both: ratios and masses multiply.
    fn times(&self, other: &Outcomes, work: &Work) -> Result<Outcomes, Fault> {
        let size = |count: usize| count.to_u64().unwrap_or(u64::MAX);
        let pairs = product(&[size(self.0.len()), size(other.0.len())]);
        let bits = self.bits().saturating_add(other.bits()).saturating_add(256);
        limit(work.spend(product(&[pairs, bits, bits]) / 16))?;
        let mut masses = BTreeMap::new();
        for (first, mass) in &self.0 {
            for (second, other) in &other.0 {
                *masses.entry(first * second).or_insert_with(BigRational::zero) += mass * other;
            }
            if masses.len() > MAX_RATIOS {
                return Err(Fault::Limit("there are too many outcomes".to_owned()));
            }
        }
        Ok(Outcomes(masses))
    }

    /// The most digits of a numerator or a denominator.
    fn bits(&self) -> u64 {
        let size = |x: &BigRational| x.numer().bits().max(x.denom().bits());
        self.0.iter().map(|(ratio, mass)| size(ratio).max(size(mass))).max().unwrap_or(0)
    }

    /// The mass under P of all that Q does not give.
    fn infinite(&self) -> BigRational {
        BigRational::one() - self.0.iter().map(|(ratio, mass)| ratio * mass).sum::<BigRational>()
    }

    /// The hockey-stick divergence where `e^eps` is `at`: the sum of `max(0, P - at Q)`.
    pub fn delta(&self, at: &BigRational) -> BigRational {
        let above = self.0.range((Excluded(at), Unbounded));
        self.infinite() + above.map(|(ratio, mass)| (ratio - at) * mass).sum::<BigRational>()
    }

    /// The second error of the most powerful test of a level: it rejects the largest ratios first.
    ///
    /// Neyman & Pearson; `proofs/theories/NeymanPearson.v`.
    pub fn second_error(&self, level: &BigRational) -> BigRational {
        let (mut power, mut rest) = (self.infinite(), level.clone());
        for (ratio, mass) in self.0.iter().rev() {
            let share = mass.min(&rest).clone();
            power += ratio * &share;
            rest -= share;
        }
        BigRational::one() - power
    }
}

/// delta, exactly where `e^eps` is rational.
pub(super) fn delta(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits) = (step.literal("eps")?, step.optional_bits()?);
    let (bounds, direction) = (step.bounds()?, step.direction()?);
    let outcomes = Outcomes::of(context.ledger, direction, &context.work)?;
    let is_upper = bounds == Bounds::Upper;
    // delta falls with e^eps.
    let (lowest, highest) = step.ratio_ends(&eps, bits)?;
    let value = outcomes.delta(if is_upper { &lowest } else { &highest });
    step.bound(Subject::Delta(eps), is_upper, &value, Some(direction))
}

/// The trade-off function, exactly where alpha is rational.
pub(super) fn errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, bounds) = (step.literal("alpha")?, step.optional_bits()?, step.bounds()?);
    let outcomes = Outcomes::of(context.ledger, Direction::Forward, &context.work)?;
    let is_upper = bounds == Bounds::Upper;
    // The second error falls with alpha.
    let (lowest, highest) = level(&alpha, bits)?;
    let value = outcomes.second_error(if is_upper { &lowest } else { &highest });
    step.bound(Subject::Beta(alpha), is_upper, &value, Some(Direction::Forward))
}
