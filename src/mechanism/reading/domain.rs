//! Domain checks, with messages that print the exact numbers.

use crate::exact::real::Real;
use crate::exact::show;
pub use crate::input::DomainError;
use std::cmp::Ordering;

/// Requires `lower <= x <= upper`, exactly; `None` means no upper bound.
pub fn require_within(
    parameter: &'static str,
    x: &Real,
    lower: &Real,
    upper: Option<&Real>,
) -> Result<(), DomainError> {
    let interval = match upper {
        Some(upper) => format!("[{}, {}]", show(lower), show(upper)),
        None => format!("[{}, inf)", show(lower)),
    };
    let help = format!("{parameter} must be in {interval}");
    let above = x.compare(lower);
    let below = upper.map_or(Some(Ordering::Less), |upper| x.compare(upper));
    match (above, below) {
        (Some(Ordering::Less), _) | (_, Some(Ordering::Greater)) => Err(DomainError::new(
            parameter,
            format!("{parameter} = {} is outside {interval}", show(x)),
            help,
        )),
        (Some(_), Some(_)) => Ok(()),
        _ => Err(DomainError::new(
            parameter,
            format!("cannot decide whether {parameter} = {} is in {interval}", show(x)),
            format!("{help}: write it in a simpler form, or move it away from the end"),
        )),
    }
}

/// Requires `x > 0`, exactly.
pub fn require_positive(parameter: &'static str, x: &Real) -> Result<(), DomainError> {
    match x.sign() {
        Some(Ordering::Greater) => Ok(()),
        Some(_) => Err(DomainError::new(
            parameter,
            format!("{parameter} = {} is not positive", show(x)),
            format!("{parameter} must be > 0"),
        )),
        None => Err(DomainError::new(
            parameter,
            format!("cannot decide whether {parameter} = {} is positive", show(x)),
            "write it in a simpler form",
        )),
    }
}

/// Requires eps >= 0 and delta in [0, 1].
pub(crate) fn require_eps_delta(eps: &Real, delta: &Real) -> Result<(), DomainError> {
    require_within("eps", eps, &Real::zero(), None)?;
    require_within("delta", delta, &Real::zero(), Some(&Real::one()))
}
