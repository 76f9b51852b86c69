//! The common part of all rules: they read arguments, find premises, and compare conclusions.

use super::sums::{MAX_SUM_BITS, mu_of, mu_squared};
use super::{Bound, Context, Lattice, Leaf, Shown, Subject, number};
use crate::expression::{Expression, compare};
use crate::fault::{Fault, Malformed, Unproved, Unsupported};
use crate::fixed::{Interval, Scale};
use crate::json::Fields;
use crate::ledger::Row as LedgerRow;
use crate::literal;
use crate::number::{bits_of, integer, show};
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::Bounds;
use crate::work::{Work, product};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;

/// The most fractional bits.
pub(crate) const MAX_BITS: u64 = 1 << 16;

/// The work of a sum over the ledger: about the square of its digits, which may be as many as those
/// of all rows.
pub(crate) fn sum_work(ledger: &[LedgerRow]) -> u64 {
    let digits = ledger.iter().map(|row| row.step.digits().saturating_add(row.count.bits()));
    let digits = digits.fold(0, u64::saturating_add).min(MAX_SUM_BITS);
    product(&[digits, digits]) / 16
}

/// Are two numbers known to be equal?
///
/// # Errors
/// If they cannot be distinguished.
pub(super) fn is_same(x: &Expression, y: &Expression, work: &Work) -> Result<bool, Fault> {
    Ok(compare(x, y, work)
        .ok_or(Unsupported::Undecided { question: "two numbers are equal" })?
        .is_eq())
}

/// A step that is being read.
#[derive(Debug)]
pub struct Step<'a> {
    pub(super) work: &'a Work,
    /// The number of numbers and functions in its literals, which are all enclosed.
    pub(super) parts: u64,
    pub(super) premises: Vec<&'a Shown>,
    pub(super) arguments: Fields,
    pub(super) conclusion: Fields,
}

pub(super) fn bits(fields: &mut Fields) -> Result<u64, Fault> {
    let bits = fields.integer("bits")?;
    match u64::try_from(bits) {
        Ok(some) if (16..=MAX_BITS).contains(&some) => Ok(some),
        Ok(some) if some > MAX_BITS => {
            Err(Unsupported::too_long("an enclosure", MAX_BITS, "bits").into())
        }
        _ => Err(Malformed::outside("the number of bits", "below 16").into()),
    }
}

/// The work of enclosing and comparing a literal, with up to 4096 bits.
pub(crate) fn literal_work(value: &Expression) -> u64 {
    let work =
        if value.rational().is_some() { 1 << 16 } else { product(&[value.parts(), 1 << 24]) };
    work.saturating_add(value.exp_work())
}

impl Step<'_> {
    pub(super) fn bits(&mut self) -> Result<u64, Fault> {
        let bits = bits(&mut self.arguments)?;
        self.work.spend(product(&[bits, bits, self.parts.saturating_add(8)]))?;
        Ok(bits)
    }

    pub(super) fn optional_bits(&mut self) -> Result<Option<u64>, Fault> {
        if self.arguments.has("bits") { self.bits().map(Some) } else { Ok(None) }
    }

    pub(super) fn literal(&mut self, key: &str) -> Result<Expression, Fault> {
        let value = self.arguments.required(key)?;
        let value = literal::read(key, &value, self.work)?;
        self.work.spend(literal_work(&value))?;
        self.parts = self.parts.saturating_add(value.parts());
        Ok(value)
    }

    pub(super) fn rational(&mut self, key: &str) -> Result<BigRational, Fault> {
        number(&mut self.arguments, key, self.work)
    }

    pub(super) fn direction(&mut self) -> Result<Direction, Fault> {
        direction(&self.arguments.text("direction")?)
    }

    pub(super) fn bounds(&mut self) -> Result<Bounds, Fault> {
        match self.arguments.text("bounds")?.as_str() {
            "upper" => Ok(Bounds::Upper),
            "test" => Ok(Bounds::Test),
            other => Err(Malformed::unknown_word("the bounds", &["upper", "test"], other).into()),
        }
    }

    /// Charges a sum over the ledger.
    pub(super) fn summed(&self, context: &Context<'_>) -> Result<(), Fault> {
        self.work.spend(sum_work(context.ledger))
    }

    /// The distance mu of the composition of Gaussian steps.
    pub(super) fn mu(
        &self,
        context: &Context<'_>,
        classes: bool,
        scale: &Scale,
    ) -> Result<Interval, Fault> {
        self.summed(context)?;
        let squared = mu_squared(context.ledger, classes)?;
        self.work.spend(squared.enclose_work(scale.bits))?;
        mu_of(&squared, scale)
    }

    /// Charges the reduction of a few fractions of this many bits to lowest terms.
    pub(super) fn reduced(&self, bits: u64) -> Result<(), Fault> {
        self.work.spend(product(&[bits, bits]) / 16)
    }

    /// Charges the sum of the masses of a row.
    pub(super) fn added(&self, lattice: &Lattice) -> Result<(), Fault> {
        self.work.spend(lattice.row.size() / 16)?;
        self.reduced(lattice.row.denominator.bits())
    }

    /// The only row among the premises, which must be about the whole ledger.
    pub(super) fn whole(&self, context: &Context<'_>, bounds: Bounds) -> Result<&Lattice, Fault> {
        let mut rows = self.premises.iter().filter_map(|shown| match shown {
            Shown::Row(row) => Some(row),
            _ => None,
        });
        let (Some(lattice), None) = (rows.next(), rows.next()) else {
            return Err(Unproved::WrongPremises { expected: "exactly one row" }.into());
        };
        let whole: BTreeMap<String, BigInt> = context
            .ledger
            .iter()
            .filter(|row| row.count.is_positive())
            .map(|row| (row.id.clone(), row.count.clone()))
            .collect();
        if lattice.row.covers != whole {
            return Err(Unproved::UnfitRow { how: "does not cover the whole ledger" }.into());
        }
        if lattice.row.bounds != bounds {
            return Err(
                Unproved::UnfitRow { how: "bounds the composition from the other side" }.into()
            );
        }
        Ok(lattice)
    }

    /// The leaf of this function at this number among the premises.
    pub(super) fn leaf(&self, function: &str, at: &BigRational) -> Result<&Leaf, Fault> {
        let found = self.premises.iter().find_map(|shown| match shown {
            Shown::Leaf(leaf) if leaf.function == function && leaf.at == *at => Some(leaf),
            _ => None,
        });
        found.ok_or_else(|| Unproved::NoLeaf { function: function.to_owned(), at: show(at) }.into())
    }

    /// `e^eps`: the rational part of eps by a leaf, logarithms by powers.
    pub(super) fn ratio(&self, eps: &Expression, scale: &Scale) -> Result<Interval, Fault> {
        self.work.spend(eps.exp_work())?;
        if let Some(rational) = eps.rational().filter(|x| !x.is_zero()) {
            let leaf = self.leaf("exp", rational)?;
            return Ok(Interval {
                lo: scale.rational(&leaf.lo).lo,
                hi: scale.rational(&leaf.hi).hi,
            });
        }
        Ok(eps.exp().enclose(scale).ok_or(Unsupported::NotEnclosed { what: "e^eps" })?)
    }

    /// `e^eps` twice, or numbers below and above it where it is irrational.
    pub(super) fn ratio_ends(
        &self,
        eps: &Expression,
        bits: Option<u64>,
    ) -> Result<(BigRational, BigRational), Fault> {
        self.work.spend(eps.exp_work())?;
        match (eps.exp().rational(), bits) {
            (Some(ratio), _) => Ok((ratio.clone(), ratio.clone())),
            (None, None) => Err(Unproved::NeedsBits { what: "e^eps" }.into()),
            (None, Some(bits)) => {
                let scale = Scale::new(bits);
                Ok(scale.ends(&self.ratio(eps, &scale)?))
            }
        }
    }

    /// The conclusion that a quantity is bounded: the stated value may be weaker than the computed
    /// one.
    pub(super) fn bound(
        &mut self,
        subject: Subject,
        is_upper: bool,
        computed: &BigRational,
        direction: Option<Direction>,
    ) -> Result<Shown, Fault> {
        let quantity = match subject {
            Subject::Delta(_) => "delta",
            Subject::Beta(_) => "beta",
            Subject::Rho => "rho",
        };
        let mut fields = self.conclusion.table(quantity)?;
        match &subject {
            Subject::Delta(eps) => {
                let stated = fields.required("eps")?;
                if !is_same(&literal::read("eps", &stated, self.work)?, eps, self.work)? {
                    return Err(Unproved::OtherConclusion { what: "eps" }.into());
                }
                if fields.text("direction")? != name_of(direction) {
                    return Err(Unproved::OtherConclusion { what: "direction" }.into());
                }
            }
            Subject::Beta(alpha) => {
                let stated = fields.required("alpha")?;
                if !is_same(&literal::read("alpha", &stated, self.work)?, alpha, self.work)? {
                    return Err(Unproved::OtherConclusion { what: "alpha" }.into());
                }
            }
            Subject::Rho => {}
        }
        fields.finish()?;
        let relation = if is_upper { "at-most" } else { "at-least" };
        let value = number(&mut self.conclusion, relation, self.work)?;
        self.work.spend(product(&[bits_of(&value), bits_of(computed)]) / 16)?;
        let follows = if is_upper { value >= *computed } else { value <= *computed };
        if !follows {
            return Err(Unproved::NotBounded { quantity, relation }.into());
        }
        Ok(Shown::Bound(Bound { subject, is_upper, value, direction }))
    }

    /// The conclusion that a row was computed.
    pub(super) fn row(&mut self, lattice: Lattice) -> Result<Shown, Fault> {
        let mut fields = self.conclusion.table("row")?;
        let mut covers = fields.table("covers")?;
        for (id, count) in &lattice.row.covers {
            let stated = integer(&covers.text(id)?)?;
            if stated != *count {
                return Err(
                    Unproved::OtherRow { how: format!("covers \"{id}\" {count} times") }.into()
                );
            }
        }
        covers.finish()?;
        let (from, to) = (fields.integer("from")?, fields.integer("to")?);
        if (from, to) != (lattice.row.from, lattice.row.to()) {
            let how = format!("goes from {} to {}", lattice.row.from, lattice.row.to());
            return Err(Unproved::OtherRow { how }.into());
        }
        let infinite = number(&mut fields, "infinite", self.work)?;
        fields.finish()?;
        self.work.keep(lattice.row.kept())?;
        self.work.spend(lattice.row.size())?;
        // Compared without reducing the computed fraction to lowest terms, which is expensive.
        let stated = infinite.numer() * &lattice.row.denominator;
        let computed = &lattice.row.infinite_p * infinite.denom();
        let (follows, relation) = match lattice.row.bounds {
            Bounds::Upper => (stated >= computed, "at-most"),
            Bounds::Test => (stated <= computed, "at-least"),
        };
        if !follows {
            return Err(
                Unproved::NotBounded { quantity: "the mass at infinite loss", relation }.into()
            );
        }
        Ok(Shown::Row(lattice))
    }
}

fn name_of(direction: Option<Direction>) -> &'static str {
    match direction {
        Some(Direction::Forward) => "forward",
        Some(Direction::Backward) => "backward",
        None => "both",
    }
}

fn direction(name: &str) -> Result<Direction, Fault> {
    match name {
        "forward" => Ok(Direction::Forward),
        "backward" => Ok(Direction::Backward),
        _ => Err(Malformed::unknown_word("the direction", &["forward", "backward"], name).into()),
    }
}
