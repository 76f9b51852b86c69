//! Whether delta of a composition is surely below a number, without composing it.

use crate::composition::cost::Budget;
use crate::composition::grid::sketch::{Sketch, delta_above};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::mechanism::LossPair;
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// Working precision, in bits: that of floats in registers. The bound gives away far more than they
/// do.
const PRECISION: u64 = 128;
/// Tails matter down to this many bits below the number: what lies beyond is `2^-12` of it, less
/// than what a bound by few grid points gives away.
const SPARE_BITS: u64 = 12;

/// Does a bound at few grid points show that delta at an eps is below a number?
///
/// # Errors
/// If the computation is interrupted.
pub fn is_below<E: Engine>(
    loss_pairs: &[(LossPair, u64)],
    eps: &Rational,
    most: &E::Float,
    budget: &Budget,
) -> Result<bool, Refusal> {
    let steps = loss_pairs.iter().fold(1u64, |sum, (_, count)| sum.saturating_add(*count));
    let small = most.exponent().map_or(0, |exponent| exponent.min(0).unsigned_abs());
    let bits = small + u64::from(steps.ilog2()) + SPARE_BITS;
    let sketch = |(loss_pair, count): &(LossPair, u64)| {
        Sketch::rough(
            &loss_pair.evaluate::<E>(PRECISION),
            *count,
            bits,
            PRECISION,
            budget.control(),
        )
    };
    let sketches = loss_pairs.iter().map(sketch).collect::<Result<Vec<_>, _>>()?;
    let above = delta_above(&sketches, eps).upper().to_rational();
    Ok(above.zip(most.to_rational()).is_some_and(|(above, most)| above < most))
}
