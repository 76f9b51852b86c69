//! `multi-dp`: every mechanism that meets several (eps_i, delta_i) constraints at once.

use super::approx_dp::{DELTA, EPS};
use super::group::Members;
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::mechanism::Dominating;
use crate::mechanism::reading::description::{FieldValue, KindField};
use crate::mechanism::reading::domain::{DomainError, require_eps_delta};
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::{delta, eps, input, row, template};
use crate::pair::upper_envelope;

impl Dominating {
    /// Every mechanism that is (eps_i, delta_i)-DP for each i.
    ///
    /// The thesis (Najib, section 4.1) leaves the composition of such mechanisms open. Answer: the
    /// largest of the `f_{eps_i, delta_i}` is convex, so it is the trade-off function of a finite
    /// pair. That pair is in the class and, by Blackwell's theorem, dominates it. The k-fold
    /// adaptive composition is therefore exactly the k-fold product of this pair.
    ///
    /// # Errors
    /// No constraint, one outside its domain, or exact comparisons that are undecided.
    pub fn multi_dp(constraints: &[(Real, Real)]) -> Result<Dominating, DomainError> {
        if constraints.is_empty() {
            return Err(DomainError::new(
                "constraints",
                "there is no constraint",
                "give at least one {eps, delta}",
            ));
        }
        for (eps, delta) in constraints {
            require_eps_delta(eps, delta)?;
        }
        let pair = upper_envelope(constraints).ok_or_else(|| {
            DomainError::new(
                "constraints",
                "the order of two exact numbers cannot be decided",
                "write them in a simpler form",
            )
        })?;
        Ok(Dominating::Finite(pair))
    }
}
pub(crate) const KIND: Kind = Kind {
    rows: &[row(
        "multi-dp(constraints=[{eps=1, delta=0}, ...])",
        "every mechanism that meets all of these constraints",
    )],
    templates: &[template(
        "two guarantees at once",
        "multi-dp(constraints=[{eps={eps}, delta={delta}}, {eps={eps2}, delta={delta2}}])",
        &[
            eps("0.6"),
            delta("0.05"),
            input("eps2", "0").even("0", "10", "0.01"),
            input("delta2", "0.2").small(true),
        ],
    )],
    ..Kind::new(
        "multi-dp",
        &[KindField::of("constraints", FieldValue::Tables(&[EPS, DELTA])).required()],
        Form::Step(read, Members::Class),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let constraints = fields.required("constraints")?;
    let mut pairs = Vec::new();
    for constraint in constraints.list()? {
        let mut inner = constraint.fields()?;
        let (eps, delta) = (inner.required("eps")?, inner.required("delta")?);
        inner.finish()?;
        let pair = (eps.real()?, delta.real()?);
        require_eps_delta(&pair.0, &pair.1).map_err(|e| e.at(&[&eps, &delta]))?;
        pairs.push(pair);
    }
    Dominating::multi_dp(&pairs).map_err(|e| e.at(&[&constraints]))
}
