//! The rules of inference.
//!
//! A rule reads the arguments of a step, looks up its premises, computes the result, and compares
//! it with the conclusion that the certificate states: numbers of the certificate may be weaker
//! than the computed ones, never stronger. The README of this crate gives the reason for each rule;
//! `proofs/README.md` says which theorems about them Coq has checked.

mod beta;
mod claim;
mod delta;
mod leaf;
mod outcomes;
mod rows;
mod step;
mod sums;
mod zcdp;

pub use delta::{exact_tail, tail_at};
pub use leaf::leaf;
pub(crate) use leaf::{MAX_TERMS, leaf_work};
pub(crate) use outcomes::FIRST;
pub use outcomes::{MAX_RATIOS, Outcomes};
pub(crate) use step::{MAX_BITS, literal_work, sum_work};
pub use sums::{beyond_all, mu_of, mu_squared, sum_of_rho};
pub use zcdp::renyi_at;

use crate::claim::Claim;
use crate::expression::Expression;
use crate::fault::{Fault, Unproved, Unsupported};
use crate::json::Fields;
use crate::ledger::Row as LedgerRow;
use crate::number;
use crate::pair::Direction;
use crate::rational::BigRational;
use crate::row::Row;
use crate::work::{Work, product};
use std::collections::BTreeMap;
use step::Step;

/// The conclusion of a step or a leaf.
#[derive(Clone, Debug)]
pub enum Shown {
    /// A value of a function.
    Leaf(Leaf),
    /// Masses on a lattice.
    Row(Lattice),
    /// A bound on a quantity of the whole ledger.
    Bound(Bound),
    /// The claim, or its negation.
    Claim,
}

/// A value of a function at a rational number, enclosed.
#[derive(Clone, Debug)]
pub struct Leaf {
    function: String,
    at: BigRational,
    lo: BigRational,
    hi: BigRational,
}

/// A row, its step, and the direction of neighbours that it is about.
#[derive(Clone, Debug)]
pub struct Lattice {
    row: Row,
    step: Expression,
    direction: Direction,
}

/// A bound on the whole ledger.
#[derive(Clone, Debug)]
pub struct Bound {
    subject: Subject,
    is_upper: bool,
    value: BigRational,
    direction: Option<Direction>,
}

#[derive(Clone, Debug)]
enum Subject {
    Delta(Expression),
    Beta(Expression),
    Rho,
}

/// The state of following a certificate.
#[derive(Debug)]
pub struct Context<'a> {
    /// The rows of the ledger that the claim is about.
    pub ledger: &'a [LedgerRow],
    /// The claim.
    pub claim: &'a Claim,
    /// Does the certificate state that the claim holds?
    pub holds: bool,
    /// The conclusions so far, by the id of the step or the leaf.
    pub shown: BTreeMap<String, Shown>,
    /// The remaining work.
    pub work: &'a Work,
}

/// A number of the certificate.
fn number(fields: &mut Fields, key: &str, work: &Work) -> Result<BigRational, Fault> {
    let text = fields.text(key)?;
    work.spend(number_work(&text))?;
    number::parse(&text)
}

/// The work of reading a number: a fraction is in lowest terms, which is checked; a digit has less
/// than four bits.
pub(crate) fn number_work(text: &str) -> u64 {
    let bits = product(&[u64::try_from(text.len()).unwrap_or(u64::MAX), 4]);
    product(&[bits, bits]) / if text.contains('/') { 64 } else { 512 }
}

/// A rule: its name, and how it is applied.
type Rule = fn(&Context<'_>, &mut Step<'_>) -> Result<Shown, Fault>;

/// All rules.
pub const RULES: [(&str, Rule); 18] = [
    ("lattice", rows::lattice),
    ("cells", rows::cells),
    ("same", rows::same),
    ("convolve", rows::convolve),
    ("tail", delta::tail),
    ("threshold", delta::threshold),
    ("gaussian", delta::gaussian),
    ("infinite", delta::infinite),
    ("laplace", delta::laplace),
    ("renyi", zcdp::renyi),
    ("rho", zcdp::rho),
    ("outcomes", outcomes::delta),
    ("line", beta::line),
    ("errors", beta::errors),
    ("normal-errors", beta::normal_errors),
    ("laplace-errors", beta::laplace_errors),
    ("outcome-errors", outcomes::errors),
    ("worst", delta::worst),
];

/// The work of any step: every rule may read all rows of the ledger.
pub(crate) fn base_work(rows: usize) -> u64 {
    product(&[u64::try_from(rows).unwrap_or(u64::MAX).saturating_add(256), 1 << 9])
}

/// Follows one step.
///
/// # Errors
/// Why it is not accepted.
pub fn follow(context: &Context<'_>, mut fields: Fields) -> Result<Shown, Fault> {
    let rule = fields.text("rule")?;
    let mut premises = Vec::new();
    for premise in fields.texts("premises")? {
        match context.shown.get(&premise) {
            Some(Shown::Claim) | None => {
                return Err(Unproved::NotShownBefore { id: premise }.into());
            }
            Some(shown) => premises.push(shown),
        }
    }
    let (arguments, conclusion) = (fields.table("arguments")?, fields.table("conclusion")?);
    fields.finish()?;
    context.work.spend(base_work(context.ledger.len()))?;
    let mut step = Step { work: context.work, parts: 0, premises, arguments, conclusion };
    let shown = if rule == "claim" {
        claim::claim(context, &mut step)?
    } else {
        let known = RULES.iter().find(|(name, _)| *name == rule);
        let (_, rule) = known.ok_or(Unsupported::Unknown { what: "rule", name: rule })?;
        rule(context, &mut step)?
    };
    step.arguments.finish()?;
    step.conclusion.finish()?;
    Ok(shown)
}
