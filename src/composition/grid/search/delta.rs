//! delta of a composition on a grid, at one eps.

use super::losses::largest_loss;
use super::{Seen, Shared, compose_to, near, sketched};
use crate::composition::grid::compose::Composed;
use crate::composition::grid::plan::Aim;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::pair::any_of;
use crate::refusal::Refusal;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// delta at an eps, with a relative gap of about `gap` where that can be reached.
///
/// # Errors
/// See [`compose_to`].
pub fn delta<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    eps: &Real,
    gap: &Rational,
    shared: &Shared<'_, E>,
) -> Result<Interval<E>, Refusal> {
    if largest_loss(loss_pairs).is_some_and(|loss| loss.compare(eps).is_some_and(Ordering::is_le)) {
        // Only infinite losses remain.
        let infinite =
            |(loss_pair, count): &(LossPair, u64)| (loss_pair.infinite::<E>(256), *count);
        return Ok(any_of(&loss_pairs.iter().map(infinite).collect::<Vec<_>>(), 256));
    }
    if let Some(known) = shared.compositions.delta(loss_pairs, eps, gap) {
        return Ok(known);
    }
    let target = near(eps);
    let (ledger, saddle) =
        sketched::<E>(loss_pairs, gap, shared.budget, |ledger| ledger.saddle_of_eps(&target))?;
    let look = |composed: &Composed<E>| Seen::delta(composed, eps);
    let composed = compose_to(&ledger, &saddle, Aim::at(gap), shared.budget, look)?;
    Ok(shared.compositions.keep(loss_pairs, composed).delta(eps))
}
