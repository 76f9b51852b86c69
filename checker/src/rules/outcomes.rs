//! Rules about finite pairs, by all outcomes of their composition, exactly.
//!
//! Outcomes of the same likelihood ratio P/Q are merged: nothing else about them matters
//! (`proofs/theories/PostProcessing.v`, `lump_sufficient`). The mass of outcomes that only P has is
//! the complement of the others, so only the finite ratios are kept.

use super::beta::level;
use super::step::Step;
use super::{Context, Shown, Subject};
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::ledger::Row;
use crate::number::{bits_of, common_denominator, over};
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::{Bounds, room_of, size};
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

/// The most different ratios.
pub const MAX_RATIOS: usize = 1 << 13;
/// The work of a row before its outcomes are multiplied.
pub(crate) const FIRST: u64 = 1 << 22;
/// The largest count of a step.
const MAX_COUNT: u32 = 1 << 20;

/// The masses under P and Q of each likelihood ratio above 0, in units of 1 over the denominators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    masses: BTreeMap<BigRational, (BigInt, BigInt)>,
    denominators: (BigInt, BigInt),
}

impl Outcomes {
    /// The composition of all rows, within the remaining work.
    ///
    /// # Errors
    /// Steps without finitely many outcomes of rational masses; too many outcomes.
    pub fn of(ledger: &[Row], direction: Direction, work: &Work) -> Result<Outcomes, Fault> {
        let one = BigInt::one();
        let mut whole = Outcomes {
            masses: BTreeMap::from([(BigRational::one(), (one.clone(), one.clone()))]),
            denominators: (one.clone(), one),
        };
        for row in ledger {
            work.spend(FIRST.saturating_add(row.step.atoms_work()))?;
            let count = row.count.to_u32().filter(|count| *count <= MAX_COUNT);
            let mut count = count
                .ok_or_else(|| Unsupported::too_large(format!("the count of \"{}\"", row.id)))?;
            let mut power = Outcomes::once(row, direction, work)?;
            while count > 0 {
                if count % 2 == 1 {
                    whole = whole.times(&power, work)?;
                }
                count /= 2;
                if count > 0 {
                    power = power.times(&power, work)?;
                }
            }
        }
        Ok(whole)
    }

    /// One step.
    fn once(row: &Row, direction: Direction, work: &Work) -> Result<Outcomes, Fault> {
        let needed = "known to have finitely many outcomes of rational masses";
        let unfit = || Fault::from(Unproved::inapplicable(format!("\"{}\"", row.id), needed));
        let atoms = row.step.atoms(direction).ok_or_else(unfit)??;
        let rational = |x: &Expression| x.rational().cloned().ok_or_else(unfit);
        let mut pairs = Vec::new();
        for atom in &atoms {
            let (p, q) = (rational(&atom.p)?, rational(&atom.q)?);
            if p.is_positive() && q.is_positive() {
                pairs.push((p, q));
            }
        }
        let many = || Fault::from(Unsupported::too_large("the common denominator of the masses"));
        let denominators = (
            common_denominator(pairs.iter().map(|(p, _)| p)).ok_or_else(many)?,
            common_denominator(pairs.iter().map(|(_, q)| q)).ok_or_else(many)?,
        );
        let (count, bits) =
            (size(pairs.len()), denominators.0.bits().saturating_add(denominators.1.bits()));
        work.reserve(room_of(product(&[count, 2]), bits))?;
        let largest =
            pairs.iter().map(|(p, q)| bits_of(p).saturating_add(bits_of(q))).max().unwrap_or(0);
        work.spend(product(&[count, bits, largest]) >> 10)?;
        let mut masses = BTreeMap::new();
        for (p, q) in &pairs {
            let own = (over(p, &denominators.0), over(q, &denominators.1));
            add(masses.entry(p / q).or_default(), own);
        }
        Ok(Outcomes { masses, denominators })
    }

    /// The composition of both: ratios and masses multiply.
    fn times(&self, other: &Outcomes, work: &Work) -> Result<Outcomes, Fault> {
        let pairs = product(&[size(self.masses.len()), size(other.masses.len())]).max(1);
        let bits = self.bits().saturating_add(other.bits()).saturating_add(256);
        work.spend(product(&[pairs, bits, bits]) / 16)?;
        work.reserve(room_of(
            product(&[pairs.min(size(MAX_RATIOS + other.masses.len())), 4]),
            bits,
        ))?;
        let mut masses = BTreeMap::new();
        for (first, (p, q)) in &self.masses {
            for (second, (other_p, other_q)) in &other.masses {
                add(masses.entry(first * second).or_default(), (p * other_p, q * other_q));
            }
            if masses.len() > MAX_RATIOS {
                let most = u64::try_from(MAX_RATIOS).unwrap_or(u64::MAX);
                return Err(Unsupported::too_long("the composition", most, "outcomes").into());
            }
        }
        let ((first_p, first_q), (second_p, second_q)) = (&self.denominators, &other.denominators);
        Ok(Outcomes { masses, denominators: (first_p * second_p, first_q * second_q) })
    }

    /// The most digits of a ratio, or of a denominator.
    fn bits(&self) -> u64 {
        let ratios = self.masses.keys().map(bits_of);
        ratios.chain([self.denominators.0.bits(), self.denominators.1.bits()]).max().unwrap_or(0)
    }

    /// The mass under P of all outcomes without mass under Q, in its units.
    fn infinite(&self) -> BigInt {
        &self.denominators.0 - self.masses.values().map(|(p, _)| p).sum::<BigInt>()
    }

    /// The hockey-stick divergence where `e^eps` is `at`: the sum of `max(0, P - at Q)`.
    pub fn delta(&self, at: &BigRational) -> BigRational {
        let (mut sum_p, mut sum_q) = (self.infinite(), BigInt::zero());
        for (p, q) in self.masses.range((Excluded(at), Unbounded)).map(|(_, masses)| masses) {
            sum_p += p;
            sum_q += q;
        }
        let (unit_p, unit_q) = self.denominators.clone();
        BigRational::new(sum_p, unit_p) - at * BigRational::new(sum_q, unit_q)
    }

    /// The type II error of the most powerful test of a level: it rejects the largest ratios first.
    ///
    /// Neyman & Pearson; `proofs/theories/NeymanPearson.v`.
    pub fn second_error(&self, level: &BigRational) -> BigRational {
        let mut power = BigRational::from_integer(self.infinite());
        let mut rest = level * &self.denominators.1;
        for (p, q) in self.masses.values().rev() {
            let (p, q) =
                (BigRational::from_integer(p.clone()), BigRational::from_integer(q.clone()));
            if q > rest {
                power += p * rest / q;
                break;
            }
            power += p;
            rest -= q;
        }
        BigRational::one() - power / &self.denominators.0
    }
}

fn add(sum: &mut (BigInt, BigInt), masses: (BigInt, BigInt)) {
    sum.0 += masses.0;
    sum.1 += masses.1;
}

/// delta, exactly where `e^eps` is rational.
pub(super) fn delta(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (eps, bits) = (step.literal("eps")?, step.optional_bits()?);
    let (bounds, direction) = (step.bounds()?, step.direction()?);
    let outcomes = Outcomes::of(context.ledger, direction, context.work)?;
    let is_upper = bounds == Bounds::Upper;
    // delta decreases with e^eps.
    let (lowest, highest) = step.ratio_ends(&eps, bits)?;
    step.reduced(outcomes.bits())?;
    let value = outcomes.delta(if is_upper { &lowest } else { &highest });
    step.bound(Subject::Delta(eps), is_upper, &value, Some(direction))
}

/// The trade-off function, exactly where alpha is rational.
pub(super) fn errors(context: &Context<'_>, step: &mut Step<'_>) -> Result<Shown, Fault> {
    let (alpha, bits, bounds) = (step.literal("alpha")?, step.optional_bits()?, step.bounds()?);
    let outcomes = Outcomes::of(context.ledger, Direction::Forward, context.work)?;
    let is_upper = bounds == Bounds::Upper;
    // The type II error decreases with alpha.
    let (lowest, highest) = level(&alpha, bits)?;
    let ratios = u64::try_from(outcomes.masses.len()).unwrap_or(u64::MAX);
    step.reduced(product(&[
        ratios.isqrt() + 1,
        outcomes.bits().saturating_add(highest.denom().bits()),
    ]))?;
    let value = outcomes.second_error(if is_upper { &lowest } else { &highest });
    step.bound(Subject::Beta(alpha), is_upper, &value, Some(Direction::Forward))
}
