//! A certificate under construction: its leaves and steps. A failed attempt leaves no trace.

use super::error::Error;
use super::number::Number;
use super::rule::Rule;
use super::step::{Conclusion, Function, Id, Leaf, Step};
use dpcert_checker::fixed::{ALL_TERMS, Interval, Scale};
use dpcert_checker::number::bits_of;
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::{Bounds, Row};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Leaves and steps.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// The leaves.
    pub leaves: Vec<Leaf>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A row that a step concludes.
#[derive(Clone, Debug)]
pub struct Built {
    /// The id of the step.
    pub id: Id,
    /// The row.
    pub row: Row,
}

impl Attempt {
    /// Adds a step; returns its id.
    pub fn step(&mut self, rule: Rule, premises: &[Id], conclusion: Conclusion) -> Id {
        let id = Id::Step(self.steps.len() + 1);
        self.steps.push(Step { id, rule, premises: premises.to_vec(), conclusion });
        id
    }

    /// Adds the step that concludes a row.
    pub fn row(&mut self, rule: Rule, premises: &[Id], row: Row) -> Built {
        let infinite = BigRational::new(row.infinite_p.clone(), row.denominator.clone());
        let conclusion = Conclusion::Row {
            covers: row.covers.clone(),
            from: row.from,
            to: row.to(),
            infinite: Number(rounded(&infinite, row.bounds == Bounds::Upper)),
        };
        Built { id: self.step(rule, premises, conclusion), row }
    }

    /// A leaf for a function at a rational number: its id, and its enclosure. Existing leaves are
    /// reused.
    pub fn leaf(&mut self, function: Function, at: &BigRational, bits: u64) -> (Id, Interval) {
        let scale = Scale::new(bits);
        let argument = scale.rational(at);
        let derive = |terms: u32| match function {
            Function::Exp => Interval {
                lo: scale.exp_of(&argument.lo, terms).lo,
                hi: scale.exp_of(&argument.hi, terms).hi,
            },
            Function::Erfc => Interval {
                lo: scale.erfc_of(&argument.hi, terms).lo,
                hi: scale.erfc_of(&argument.lo, terms).hi,
            },
        };
        let value = derive(ALL_TERMS);
        let is_same =
            |leaf: &&Leaf| leaf.function == function && leaf.at.0 == *at && leaf.bits == bits;
        if let Some(leaf) = self.leaves.iter().find(is_same) {
            return (leaf.id, value);
        }
        // The fewest terms, up to a factor of 2, that give the same enclosure.
        let mut terms = 8;
        while terms < 1 << 15 && derive(terms) != value {
            terms *= 2;
        }
        let id = Id::Leaf(self.leaves.len() + 1);
        let (lo, hi) = scale.ends(&value);
        self.leaves.push(Leaf {
            id,
            function,
            at: Number(at.clone()),
            bits,
            terms,
            lo: Number(lo),
            hi: Number(hi),
        });
        (id, value)
    }

    /// Appends the leaves and steps of another attempt under new ids; returns the new id of one of
    /// them.
    pub fn append(&mut self, other: Attempt, id: Id) -> Id {
        let (leaves, steps) = (self.leaves.len(), self.steps.len());
        let moved = |id: Id| id.behind(leaves, steps);
        self.leaves
            .extend(other.leaves.into_iter().map(|leaf| Leaf { id: moved(leaf.id), ..leaf }));
        self.steps.extend(other.steps.into_iter().map(|step| Step {
            id: moved(step.id),
            premises: step.premises.into_iter().map(moved).collect(),
            ..step
        }));
        moved(id)
    }

    /// The bound that a step concludes, as the checker reads it.
    ///
    /// # Errors
    /// If it concludes none, or one that the checker does not read.
    pub fn bound(&self, id: Id) -> Result<BigRational, Error> {
        match self.steps.iter().find(|step| step.id == id).map(|step| &step.conclusion) {
            Some(Conclusion::Bound(bound)) => Ok(bound.limit.number().read()?),
            _ => Err(Error::NoBound),
        }
    }
}

/// A number rounded to the safe side, with at most 64 significant bits; short numbers are
/// unchanged.
pub fn rounded(x: &BigRational, is_up: bool) -> BigRational {
    const BITS: u64 = 64;
    if x.is_zero() || bits_of(x) <= BITS {
        return x.clone();
    }
    let shift = (x.denom().bits() + BITS).saturating_sub(x.numer().bits());
    let scaled: BigInt = x.numer() << shift;
    let mantissa =
        if is_up { -((-scaled).div_floor(x.denom())) } else { scaled.div_floor(x.denom()) };
    BigRational::new(mantissa, BigInt::one() << shift)
}
