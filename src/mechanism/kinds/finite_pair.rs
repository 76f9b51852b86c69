//! `finite-pair`: two distributions over finitely many outcomes, as given.

use super::group::Members;
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Fields, InputError};
use crate::mechanism::Dominating;
use crate::mechanism::reading::description::numbers;
use crate::mechanism::reading::domain::DomainError;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::{input, row, template};
use crate::pair::FinitePair;
use std::cmp::Ordering;

impl Dominating {
    /// The pair (P, Q) with the given probabilities, in this order: P is the alternative, Q the
    /// null hypothesis.
    ///
    /// # Errors
    /// Lists of different length, a negative probability, or a sum that is not exactly 1.
    pub fn finite_pair(p: &[Real], q: &[Real]) -> Result<Dominating, DomainError> {
        if p.len() != q.len() {
            let message = format!("p has {} probabilities and q has {}", p.len(), q.len());
            return Err(DomainError::new(
                "q",
                message,
                "give one probability for each outcome, 0 where there is none",
            ));
        }
        for (name, masses) in [("p", p), ("q", q)] {
            check_distribution(name, masses)?;
        }
        let outcomes = p.iter().zip(q).map(|(p, q)| (p.clone(), q.clone(), None));
        let pair = FinitePair::from_outcomes(outcomes);
        pair.map(Dominating::Finite).ok_or_else(|| {
            DomainError::new(
                "p",
                "cannot decide which probabilities are 0",
                "write them in a simpler form",
            )
        })
    }
}

pub(crate) fn check_distribution(name: &'static str, masses: &[Real]) -> Result<(), DomainError> {
    let whole = format!("the probabilities {name} must be >= 0 and sum to exactly 1");
    for (i, mass) in masses.iter().enumerate() {
        if mass.sign() == Some(Ordering::Less) {
            return Err(DomainError::new(
                name,
                format!("{name}[{i}] = {} is negative", show(mass)),
                whole,
            ));
        }
    }
    let sum = masses.iter().fold(Real::zero(), |sum, mass| sum + mass);
    match sum.compare(&Real::one()) {
        Some(Ordering::Equal) => Ok(()),
        Some(_) => {
            Err(DomainError::new(name, format!("the sum of {name} is {}", show(&sum)), whole))
        }
        None => {
            Err(DomainError::new(name, format!("cannot decide whether {name} sums to 1"), whole))
        }
    }
}
pub(crate) const KIND: Kind = Kind {
    elsewhere: &[(
        &["discrete", "pair", "pmf", "tabulated"],
        "two distributions on finitely many outcomes are finite-pair(p=[3/4, 1/4], q=[1/4, 3/4])",
    )],
    rows: &[row("finite-pair(p=[...], q=[...])", "a dominating pair, P and Q in this order")],
    templates: &[template(
        "a finite pair P, Q",
        "finite-pair(p=[{p}], q=[{q}])",
        &[input("p", "1/2, 1/3, 1/6"), input("q", "1/5, 2/5, 2/5")],
    )],
    ..Kind::new(
        "finite-pair",
        &[numbers("p").required(), numbers("q").required()],
        Form::Step(read, Members::Class),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (p, q) = (fields.required("p")?, fields.required("q")?);
    Dominating::finite_pair(&p.reals()?, &q.reals()?).map_err(|e| e.at(&[&p, &q]))
}
