//! What is promised of a number: the requested digits, or on a grid the requested relative gap.

use super::scalar::Refinement;
use crate::answer::Options;
use crate::enclosure::Outcome;
use crate::exact::engine::{DirectedFloat, Engine, Rounding};

/// Have the ends of an outcome what the options promise? All that is said of a number being met is
/// decided here.
pub(super) fn is_kept<E: Engine>(
    options: &Options,
    outcome: &Outcome<E>,
    precision: u64,
    refinement: Refinement,
) -> bool {
    match refinement {
        Refinement::Precision => options.style().is_met(outcome, precision),
        Refinement::Grid => is_within(outcome, precision, options.gap_bits),
    }
}

/// Is `hi - lo <= 2^-bits hi`?
pub(super) fn is_within<E: Engine>(outcome: &Outcome<E>, precision: u64, bits: u64) -> bool {
    let enclosure = outcome.enclose(precision);
    if !enclosure.upper().is_finite() {
        return !enclosure.lower().is_finite();
    }
    let width = enclosure.upper().sub(enclosure.lower(), precision, Rounding::Up);
    let allowed = enclosure.upper().shift(
        -i64::try_from(bits).unwrap_or(i64::MAX),
        precision,
        Rounding::Down,
    );
    // The margin is for rounding the decimals.
    width.mul(&E::Float::from_u64(1001), precision, Rounding::Up)
        <= allowed.mul(&E::Float::from_u64(1000), precision, Rounding::Down)
}
