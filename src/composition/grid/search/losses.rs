//! The losses of a composition, without composing it.

use crate::exact::real::Real;
use crate::mechanism::LossPair;

/// Has a composition losses beyond every bound? `None` if that is undecided.
pub fn is_unbounded(loss_pairs: &[(LossPair, u64)]) -> Option<bool> {
    let is_unbounded = |loss_pair: &LossPair| match loss_pair.is_bounded() {
        true => loss_pair.has_infinite_loss(),
        false => Some(true),
    };
    let all: Vec<_> = loss_pairs.iter().map(|(loss_pair, _)| is_unbounded(loss_pair)).collect();
    // One of them is enough, whatever is undecided of the others.
    if all.contains(&Some(true)) { Some(true) } else { (!all.contains(&None)).then_some(false) }
}

/// The largest finite loss of a composition; `None` if there is none, or if losses cannot be
/// compared.
pub fn largest_loss(loss_pairs: &[(LossPair, u64)]) -> Option<Real> {
    let all = loss_pairs
        .iter()
        .map(|(loss_pair, count)| Some(Real::from(*count) * loss_pair.largest_loss()?));
    all.collect::<Option<Vec<_>>>().map(|all| all.iter().fold(Real::zero(), |sum, loss| sum + loss))
}
