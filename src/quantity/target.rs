//! Budgets that a calibration has to meet.

use super::query::{least_error, within};
use super::scalar::Scalar;
use super::table::{self, ALPHA_MIN, Entry};
use crate::enclosure::Outcome;
use crate::exact::engine::Engine;
use crate::exact::real::Real;
use crate::input::{Field, InputError};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A budget that is to be met: a bound on one quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// (eps, delta)-DP.
    Delta {
        /// eps >= 0.
        eps: Real,
        /// delta in [0, 1].
        delta: Real,
    },
    /// The largest total variation: the largest advantage of an attack.
    Tv {
        /// It is in [0, 1].
        tv: Real,
    },
    /// The least type II error of a test at a level: its power is at most `1 - beta`.
    Beta {
        /// The level, in [0, 1].
        alpha: Real,
        /// The error, in [0, 1].
        beta: Real,
    },
    /// The largest mu of Gaussian differential privacy, by the tests of which both errors are at
    /// least a cut.
    Gdp {
        /// mu >= 0.
        mu: Real,
        /// The cut, a rational number in (0, 1/2).
        alpha_min: Rational,
    },
}

/// The fields of all targets.
const FIELDS: [&str; 7] = ["eps", "delta", "tv", "alpha", "beta", "mu", "alpha_min"];

impl Target {
    /// Reads the fields of one target: `eps` and `delta`, `tv`, `alpha` and `beta`, or `mu`.
    ///
    /// # Errors
    /// If one is missing or outside its domain, or there is another field.
    pub fn read(field: &Field<'_>) -> Result<Target, InputError> {
        let mut fields = field.fields()?;
        fields.expect(&FIELDS);
        let share = |field: &Field<'_>| within(field, field.real()?, true);
        let target = if let Some(tv) = fields.optional("tv") {
            Target::Tv { tv: share(&tv)? }
        } else if let Some(mu) = fields.optional("mu") {
            let cut = fields.optional("alpha_min").map(|field| least_error(&field)).transpose()?;
            Target::Gdp {
                mu: within(&mu, mu.real()?, false)?,
                alpha_min: cut.unwrap_or_else(|| Rational::from_unsigneds(1, ALPHA_MIN.1)),
            }
        } else if let Some(beta) = fields.optional("beta") {
            let alpha = fields.required("alpha")?;
            Target::Beta { alpha: share(&alpha)?, beta: share(&beta)? }
        } else if fields.optional("alpha").is_some() {
            return Err(fields.missing("beta"));
        } else {
            let (eps, delta) = (fields.required("eps")?, fields.required("delta")?);
            Target::Delta { eps: Target::read_eps(&eps)?, delta: Target::read_delta(&delta)? }
        };
        fields.finish()?;
        Ok(target)
    }

    /// The eps of a budget.
    ///
    /// # Errors
    /// An eps that is not a number, or below 0.
    pub fn read_eps(field: &Field<'_>) -> Result<Real, InputError> {
        within(field, field.real()?, false)
    }

    /// The delta of a budget.
    ///
    /// # Errors
    /// A delta that is not a number, or outside [0, 1].
    pub fn read_delta(field: &Field<'_>) -> Result<Real, InputError> {
        within(field, field.real()?, true)
    }

    /// The quantity that it bounds.
    pub(super) fn entry(&self) -> &'static Entry {
        match self {
            Target::Delta { .. } => table::DELTA,
            Target::Tv { .. } => table::TV,
            Target::Beta { .. } => table::BETA,
            Target::Gdp { .. } => table::GDP,
        }
    }

    /// The same, to be evaluated.
    pub(super) fn scalar(&self) -> Scalar {
        match self {
            Target::Delta { eps, .. } => Scalar::Delta { eps: eps.clone() },
            Target::Tv { .. } => Scalar::Tv,
            Target::Beta { alpha, .. } => Scalar::Beta { alpha: alpha.clone() },
            Target::Gdp { alpha_min, .. } => Scalar::Gdp { alpha_min: alpha_min.clone() },
        }
    }

    /// The bound on the quantity: the largest value that meets the budget, and of an error the
    /// least.
    pub(super) fn bound(&self) -> &Real {
        match self {
            Target::Delta { delta: bound, .. }
            | Target::Tv { tv: bound }
            | Target::Beta { beta: bound, .. }
            | Target::Gdp { mu: bound, .. } => bound,
        }
    }

    /// Does a value meet the budget? `None` if its enclosure does not decide it.
    pub(super) fn is_met_by<E: Engine>(
        &self,
        value: &Outcome<E>,
        scalar: &Scalar,
        precision: u64,
    ) -> Option<bool> {
        match scalar.worse() {
            Ordering::Less => value.is_at_least(self.bound(), precision),
            _ => value.is_at_most(self.bound(), precision),
        }
    }
}
