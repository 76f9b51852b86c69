//! The losses of a composition, without composing it.

use crate::exact::real::Real;
use crate::mechanism::LossPair;

/// Has a composition losses beyond every bound? `None` if that cannot be decided.
pub fn is_unbounded(laws: &[(LossPair, u64)]) -> Option<bool> {
    let all = laws.iter().map(|(law, _)| Some(!law.is_bounded() || law.has_infinite_loss()?));
    all.collect::<Option<Vec<_>>>().map(|all| all.contains(&true))
}

/// The largest finite loss of a composition; `None` if there is none, or losses cannot be compared.
pub fn largest_loss(laws: &[(LossPair, u64)]) -> Option<Real> {
    let all = laws.iter().map(|(law, count)| Some(Real::from(*count).mul(&law.largest_loss()?)));
    all.collect::<Option<Vec<_>>>().map(|all| all.iter().fold(Real::zero(), |sum, loss| sum.add(loss)))
}
