//! The conclusions of a theorem, and checks of its parameters.

use crate::answer::Guarantee;
use crate::exact::real::Real;
use crate::exact::tree::tree;
use crate::formula::Formula;
use crate::mechanism::{DomainError, require_positive, require_within};
use crate::pair::functionals::sum;
use std::cmp::Ordering;

/// One number that a theorem concludes.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// The name of the quantity.
    pub name: &'static str,
    /// The relation of the number to the quantity.
    pub guarantee: Guarantee,
    /// The number.
    pub value: Formula,
}

impl Conclusion {
    /// The quantity itself.
    pub fn exact(name: &'static str, value: impl Into<Formula>) -> Conclusion {
        Conclusion { name, guarantee: Guarantee::Exact, value: value.into() }
    }

    /// An upper bound.
    pub fn upper(name: &'static str, value: impl Into<Formula>) -> Conclusion {
        Conclusion { name, guarantee: Guarantee::UpperBound, value: value.into() }
    }

    /// A lower bound.
    pub fn lower(name: &'static str, value: impl Into<Formula>) -> Conclusion {
        Conclusion { name, guarantee: Guarantee::LowerBound, value: value.into() }
    }

    /// A limit.
    pub fn limit(name: &'static str, value: impl Into<Formula>) -> Conclusion {
        Conclusion { name, guarantee: Guarantee::Limit, value: value.into() }
    }
}

/// The result of a theorem: its numbers, the main one first.
pub type Conclusions = Result<Vec<Conclusion>, DomainError>;

/// Requires x in [0, 1].
pub(super) fn require_probability(name: &'static str, x: &Real) -> Result<(), DomainError> {
    require_within(name, x, &Real::zero(), Some(&Real::one()))
}

/// Requires x in (0, 1].
pub(super) fn require_positive_probability(
    name: &'static str,
    x: &Real,
) -> Result<(), DomainError> {
    require_positive(name, x)?;
    require_probability(name, x)
}

/// Requires x in (0, 1).
pub(super) fn require_inside_unit(name: &'static str, x: &Real) -> Result<(), DomainError> {
    require_positive_probability(name, x)?;
    if x.compare(&Real::one()) == Some(Ordering::Less) {
        return Ok(());
    }
    let shown = crate::exact::show(x);
    Err(DomainError::new(
        name,
        format!("{name} = {shown} is not less than 1"),
        format!("{name} must be in (0, 1)"),
    ))
}

/// Requires x >= 0.
pub(super) fn require_nonnegative(name: &'static str, x: &Real) -> Result<(), DomainError> {
    require_within(name, x, &Real::zero(), None)
}

/// Requires n >= least.
pub(super) fn require_at_least(name: &'static str, n: u64, least: u64) -> Result<(), DomainError> {
    if n >= least {
        return Ok(());
    }
    Err(DomainError::new(
        name,
        format!("{name} = {n} is less than {least}"),
        format!("{name} must be at least {least}"),
    ))
}

/// `a/b`.
pub(super) fn ratio(a: u64, b: u64) -> Real {
    Real::from(a) / Real::from(b)
}

/// `(e^eps - 1)/(e^eps + 1)`: the largest total variation of an eps-DP mechanism.
pub(super) fn largest_tv(eps: &Real) -> Real {
    let e = eps.exp();
    (&e - 1) / (&e + 1)
}

/// The sum of exact numbers, as a balanced tree, so that long sums do not nest deeply.
pub(super) fn total(terms: impl IntoIterator<Item = Real>) -> Real {
    sum(&terms.into_iter().collect::<Vec<_>>())
}

/// The same for formulas.
pub(super) fn total_of_formulas(terms: impl IntoIterator<Item = Formula>) -> Formula {
    let terms: Vec<Formula> = terms.into_iter().collect();
    tree(&terms, Formula::add).unwrap_or_else(Formula::zero)
}

/// `x^n`.
pub(super) fn power(x: &Real, n: u64) -> Real {
    match i64::try_from(n) {
        Ok(exponent) => x.pow(exponent),
        Err(_) => power(x, n / 2) * power(x, n - n / 2),
    }
}
