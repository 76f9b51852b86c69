//! Random allocation: a record takes part in one of several steps, drawn at random for each record.
//!
//! Q is the distribution without the record, under which the steps are independent. With it, the
//! likelihood ratio of the outputs of all t steps is the mean of the t ratios of the steps, so that
//! their sum is all that matters: outputs whose ratios add up to s have s/t times their mass under
//! Q. What only the record makes possible has the mass that it has in one step, because the record
//! is in one (`proofs/theories/Allocation.v`, `allocation_sums`).
//!
//! Steps of a class, or that depend on the outputs before them, are functions of the steps of the
//! pair that dominates each of them.

use crate::discretise::MAX_STEPS;
use crate::fault::{Fault, Unsupported};
use crate::ledger::{Mechanism, Step};
use crate::number::{bits_of, common_denominator, over};
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::{room_of, size};
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{One, Pow, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The most ways to choose the outcomes of all steps without order.
const MAX_OUTCOMES: u64 = 1 << 11;

/// Finitely many outcomes of one step: the mass under Q of each likelihood ratio, and the mass
/// under P of the others.
struct Base {
    ratios: BTreeMap<BigRational, BigRational>,
    infinite: BigRational,
}

/// A record in one of `steps` steps of a mechanism, within the remaining work.
///
/// # Errors
/// Other mechanisms with infinitely many outcomes, or with irrational masses; too many steps.
pub(crate) fn allocated(
    mechanism: Mechanism,
    steps: &BigInt,
    work: &Work,
) -> Result<Mechanism, Fault> {
    if let Mechanism::Gaussian { .. } | Mechanism::Laplace { .. } = mechanism {
        let steps = steps.to_u64().filter(|steps| *steps <= MAX_STEPS);
        let steps = steps
            .ok_or_else(|| Unsupported::too_large("the number of steps under random allocation"))?;
        return Ok(Mechanism::AllocatedNoise { noise: Box::new(mechanism), steps });
    }
    let base = Base::of(mechanism, work)?;
    let count = size(base.ratios.len());
    let outcomes = steps.to_u64().map_or(u64::MAX, |steps| multisets(count, steps));
    let Some(steps) = steps.to_u32().filter(|_| outcomes <= MAX_OUTCOMES) else {
        return Err(Unsupported::too_long("the random allocation", MAX_OUTCOMES, "outcomes").into());
    };
    base.in_one_of(steps, outcomes, work)
}

/// The multisets of this size, or a number above the limit.
fn multisets(outcomes: u64, steps: u64) -> u64 {
    let mut found: u128 = 1;
    for n in 1..u128::from(outcomes) {
        found = found * (u128::from(steps) + n) / n;
        if found > u128::from(MAX_OUTCOMES) {
            return u64::MAX;
        }
    }
    u64::try_from(found).unwrap_or(u64::MAX)
}

impl Base {
    fn of(mechanism: Mechanism, work: &Work) -> Result<Base, Fault> {
        let step = Step { mechanism, poisson: None };
        work.spend(step.atoms_work())?;
        let no_rule = || Fault::from(Unsupported::no_rule("a random allocation of this mechanism"));
        let mut base = Base { ratios: BTreeMap::new(), infinite: BigRational::zero() };
        for atom in step.atoms(Direction::Forward).ok_or_else(no_rule)?? {
            let irrational = || Unsupported::Irrational {
                what: "a mass of a step under random allocation".to_owned(),
            };
            let (p, q) = (
                atom.p.rational().ok_or_else(irrational)?,
                atom.q.rational().ok_or_else(irrational)?,
            );
            if q.is_zero() {
                base.infinite += p;
            } else {
                work.spend(
                    product(&[bits_of(p).saturating_add(bits_of(q)), bits_of(p).max(bits_of(q))])
                        / 8,
                )?;
                *base.ratios.entry(p / q).or_insert_with(BigRational::zero) += q;
            }
        }
        Ok(base)
    }

    /// The pair of all steps: first those of which the record may be one are added up, one after
    /// another.
    fn in_one_of(self, steps: u32, outcomes: u64, work: &Work) -> Result<Mechanism, Fault> {
        let large = || Unsupported::too_large("the common denominator of the masses");
        let unit = common_denominator(self.ratios.keys()).ok_or_else(large)?;
        let whole = common_denominator(self.ratios.values()).ok_or_else(large)?;
        let base: Vec<(BigInt, BigInt)> = self
            .ratios
            .iter()
            .map(|(ratio, mass)| (over(ratio, &unit), over(mass, &whole)))
            .collect();
        let bits = product(&[u64::from(steps), whole.bits()]);
        work.reserve(room_of(product(&[outcomes, 4]), bits.saturating_add(unit.bits())))?;
        let each = (product(&[bits, whole.bits()]) >> 11).saturating_add(1 << 9);
        work.spend(product(&[u64::from(steps), outcomes, size(base.len()), each]))?;
        let mut sums = BTreeMap::from([(BigInt::zero(), BigInt::one())]);
        for _ in 0..steps {
            let mut next: BTreeMap<BigInt, BigInt> = BTreeMap::new();
            for (sum, mass) in &sums {
                for (ratio, own) in &base {
                    *next.entry(sum + ratio).or_default() += mass * own;
                }
            }
            sums = next;
        }
        let bits = bits.saturating_add(unit.bits()).saturating_add(64);
        work.spend(product(&[outcomes, product(&[bits, bits]) / 8]))?;
        work.keep(product(&[outcomes, bits, 4]))?;
        let (whole, count) = (Pow::pow(whole, steps), unit * steps);
        let (mut p, mut q) = (vec![self.infinite], vec![BigRational::zero()]);
        for (sum, mass) in sums {
            let mass = BigRational::new(mass, whole.clone());
            p.push(&mass * BigRational::new(sum, count.clone()));
            q.push(mass);
        }
        Ok(Mechanism::Allocation { p, q })
    }
}
