//! A record takes part in one of t steps, drawn at random: two pairs around it, as close as required.
//!
//! The step is drawn independently of the data, and the noise of the steps is independent. Let L be the likelihood ratio of
//! one step with the record to one without it, and `L_1, ..., L_t` its values in the steps, under the distribution Q without
//! the record. The likelihood ratio of all steps is the mean `R = (L_1 + ... + L_t) / t`. The record's presence has the
//! mass `1 - E_Q[R]` where Q has none, and
//!
//! ```text
//! delta(eps) = E_Q[(R - e^eps)_+] + 1 - E_Q[R]    in one direction of neighbours,
//! delta(eps) = E_Q[(1 - e^eps R)_+]               in the other.
//! ```
//!
//! Steps may depend on the outputs before them: as long as a pair dominates each step, a function of its output and of the
//! history gives the output of the step, whether the record takes part or not.
//!
//! # From above
//!
//! Both are expectations of convex functions of R, and so is delta of any composition, as a function of each of its ratios.
//! R is linear in each L. By Jensen's inequality no delta becomes smaller where the mass at a value is spread to two others so
//! that its mean is kept, for one copy of L, or for a sum of some copies ([`spread`]). One of the two values may be
//! infinite: then the mean is a mass of P at infinite loss, and all of Q's stays at the other value. Values are integers in
//! units of a power of two, so that sums and places are exact. Masses are rounded up. This is sound, because
//! delta is a sum of such masses times numbers that are not negative.
//!
//! # From below
//!
//! A function of the outputs reveals less than they do. The function maps the output of each step to a cell of values of L,
//! and the cells of two groups of steps to a cell of their sums, over and over ([`merged`]). Its distributions with and
//! without the record are convolutions of those of one step. Without it, a group of a steps and one of b steps are
//! independent; the record is in one of the two groups with the probabilities `a/(a+b)` and `b/(a+b)`. Any cells are valid.
//! Those of the sums of conditional means are good ones. Masses are rounded down; a bound of the relative error of all
//! operations gives their upper ends, because nothing is subtracted.
//!
//! # The distance of both
//!
//! Cells whose width is a part of the deviation of the sum make an error of the order of the square of this part each time.
//! They are doubled `log2 t` times ([`scale`]). Far from the mean and near 0 their widths grow with the distance.

mod base;
mod merged;
mod scale;
mod spread;

use base::Base;
use merged::Merged;
use scale::{Fine, Scale};
use spread::Spread;

use super::between::loss_pairs;
use super::{Fineness, Route};
use crate::exact::Malachite;
use crate::exact::interval::Interval;
use crate::mechanism::{Allocated, LossPair, Operation};
use crate::pair::Direction;
use crate::refusal::Refusal;

/// Bits of the fast functions with which a base is evaluated.
const PRECISION: u64 = 128;

/// The pairs of a random allocation.
pub(super) struct Allocation {
    /// It dominates.
    pub(super) dominating: LossPair,
    /// Neighbours attain it by a function of the outputs.
    pub(super) attained: LossPair,
}

impl Allocation {
    /// The pairs around one of `steps` steps.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for a part without a single pair.
    pub(super) fn around(steps: u64, part: &Operation, fineness: &Fineness) -> Result<Allocation, Refusal> {
        let pair = base_of(part)?;
        let base = Base::of(&pair);
        let scale = Scale::of(&base, steps, Fine::of(fineness));
        let first = base.cells(&scale);
        let (above, below) = rayon::join(
            || of_copies(Spread::of(&first, &scale), steps, |x, y| x.plus(y, &scale)),
            || of_copies(Merged::of(&first, &scale), steps, |x, y| x.plus(y, &scale)),
        );
        let dominating = above.atoms(&scale);
        let reversed = dominating.reversed();
        let attained = |direction| below.atoms(&scale, direction);
        let allocated = |forward, reverse| LossPair::Allocated(Allocated::new(pair.clone(), forward, reverse));
        Ok(Allocation {
            dominating: allocated(dominating, reversed),
            attained: allocated(attained(Direction::Forward), attained(Direction::Reverse)),
        })
    }
}

/// As many copies as there are, at least 1, by squaring: for a square, `plus` is given one value twice.
fn of_copies<T: Clone>(one: T, copies: u64, plus: impl Fn(&T, &T) -> T) -> T {
    let (mut square, mut all, mut left) = (one, None::<T>, copies);
    loop {
        if left & 1 == 1 {
            all = Some(match all {
                Some(all) => plus(&all, &square),
                None => square.clone(),
            });
        }
        left >>= 1;
        if left == 0 {
            return all.unwrap_or(square);
        }
        square = plus(&square, &square);
    }
}

/// The pair of the step in which a record takes part.
fn base_of(part: &Operation) -> Result<LossPair, Refusal> {
    let unsupported = |missing: &str| Refusal::Unsupported {
        what: "a random allocation of this mechanism".into(),
        missing: missing.to_owned().into(),
    };
    let mechanism = match part {
        Operation::Exact(pair) => return Ok(LossPair::Finite(pair.clone())),
        Operation::Part { mechanism, .. } => mechanism,
        _ => return Err(unsupported("only bounds on its trade-off function are known")),
    };
    match loss_pairs(&Route::of(mechanism)?)?.as_slice() {
        [pair] => Ok(pair.clone()),
        _ => {
            Err(unsupported("its two directions of neighbours have different pairs: give one of them as a finite-pair"))
        }
    }
}

/// A number of units of `2^-bits`.
fn number(units: u128, bits: u32) -> Interval<Malachite> {
    let high = u64::try_from(units >> 64).unwrap_or(u64::MAX);
    let low = u64::try_from(units & u128::from(u64::MAX)).unwrap_or(u64::MAX);
    let [high, low] = [high, low].map(|word| Interval::<Malachite>::from_u64(word, 192));
    (&high.shift(64) + &low).shift(-i64::from(bits))
}
