//! A record takes part in one of t steps, drawn at random: two pairs around it, as close as
//! required.
//!
//! The step is drawn independently of the data, and the noise of the steps is independent. Let L be
//! the likelihood ratio of one step with the record to one without it, and `L_1, ..., L_t` its
//! values in the steps, under the distribution Q without the record. The likelihood ratio of all
//! steps is the mean `R = (L_1 + ... + L_t) / t`. The record's presence has the mass `1 - E_Q[R]`
//! where Q has none, and
//!
//! ```text
//! delta(eps) = E_Q[(R - e^eps)_+] + 1 - E_Q[R]    in one direction of neighbours,
//! delta(eps) = E_Q[(1 - e^eps R)_+]               in the other.
//! ```
//!
//! Steps may depend on the outputs before them: as long as a pair dominates each step, a function
//! of its output and of the history gives the output of the step, whether the record takes part or
//! not.
//!
//! # From above
//!
//! Both are expectations of convex functions of R, and so is delta of any composition, as a
//! function of each of its ratios. R is linear in each L. By Jensen's inequality no delta becomes
//! smaller where the mass at a value is spread to two others so that its mean is kept, for one copy
//! of L, or for a sum of some copies ([`spread`]). One of the two values may be infinite: then the
//! mean is a mass of P at infinite loss, and all of Q's stays at the other value. Values are
//! integers in units of a power of two, which is larger in blocks of large values ([`place`]). A
//! sum is known to one such unit, and both shares of its mass are rounded up: each is at least that
//! of the true sum. This is sound, because delta is a sum of such masses times numbers that are not
//! negative.
//!
//! # From below
//!
//! A function of the outputs reveals less than they do. The function maps the output of each step
//! to a cell of values of L, and the cells of two groups of steps to a cell of their sums, over and
//! over ([`merged`]). Its distributions with and without the record are convolutions of those of
//! one step. Without it, a group of a steps and one of b steps are independent; the record is in
//! one of the two groups with the probabilities `a/(a+b)` and `b/(a+b)`. Any cells are valid. Those
//! of the sums of conditional means are good ones. Masses are rounded down; a bound of the relative
//! error of all operations gives their upper ends, because nothing is subtracted.
//!
//! # The distance of both
//!
//! Cells whose width is a part of the deviation of the sum make an error of the order of the square
//! of this part each time. They are doubled `log2 t` times ([`scale`]). Far from the mean and near
//! 0 their widths grow with the distance.

mod base;
mod merged;
mod place;
mod scale;
mod spread;

use base::Base;
use merged::Merged;
use scale::{Fine, Scale};
use spread::Spread;

use super::between::loss_pairs;
use super::cost::{self, Budget};
use super::{Fineness, Route};
use crate::control::Interrupted;
use crate::mechanism::{Allocated, Around, ComputedPairs, LossPair, Operation};
use crate::pair::Direction;
use crate::parallel;
use crate::refusal::Refusal;

/// Bits of the fast functions with which a base is evaluated: those of floats in registers. More
/// would need the engine, which is slower by far; the masses are cut to this in either case.
const PRECISION: u64 = 128;

/// The pairs around one of `steps` steps, from those that are computed or computed now.
///
/// # Errors
/// [`Refusal::Unsupported`] for a part without a single pair; [`Refusal::TooCostly`], or an
/// interrupt of the computation.
pub(super) fn around(
    steps: u64,
    part: &Operation,
    computed: &ComputedPairs,
    fineness: &Fineness,
) -> Result<Around, Refusal> {
    let budget = &fineness.budget;
    if let Some(known) = computed.get(fineness.gap_bits) {
        budget.charge(&known.cost)?;
        return Ok(known);
    }
    let pair = base_of(part, budget)?;
    let listed = cost::listed(pair.outcomes());
    budget.charge(&listed)?;
    let base = Base::of(&pair);
    let scale = Scale::of(&base, steps, Fine::of(fineness));
    let of_sums = scale.cost();
    budget.charge(&of_sums)?;
    let work = budget.control().plan(of_sums.work)?;
    let first = base.cells(&scale, &work)?;
    let (above, below) = parallel::join(
        || of_copies(Spread::of(&first, &scale), steps, |x, y| x.plus(y, &scale, &work)),
        || of_copies(Merged::of(&first, &scale), steps, |x, y| x.plus(y, &scale, &work)),
    );
    let (above, below) = (above?, below?);
    let dominating = above.atoms(&scale);
    let reversed = dominating.reversed();
    let attained = |direction| below.atoms(&scale, direction);
    let allocated =
        |forward, reverse| LossPair::Allocated(Allocated::new(pair.clone(), forward, reverse));
    let around = Around {
        dominating: allocated(dominating, reversed),
        attained: allocated(attained(Direction::Forward), attained(Direction::Reverse)),
        cost: listed.plus(&of_sums),
    };
    Ok(computed.keep(fineness.gap_bits, around))
}

/// As many copies as there are, at least 1, by squaring: for a square, `plus` is given one value
/// twice.
fn of_copies<T: Clone>(
    one: T,
    copies: u64,
    plus: impl Fn(&T, &T) -> Result<T, Interrupted>,
) -> Result<T, Interrupted> {
    let (mut square, mut all, mut left) = (one, None::<T>, copies);
    loop {
        if left & 1 == 1 {
            all = Some(match all {
                Some(all) => plus(&all, &square)?,
                None => square.clone(),
            });
        }
        left >>= 1;
        if left == 0 {
            return Ok(all.unwrap_or(square));
        }
        square = plus(&square, &square)?;
    }
}

/// The pair of the step in which a record takes part.
fn base_of(part: &Operation, budget: &Budget) -> Result<LossPair, Refusal> {
    let unsupported = |missing: &str| Refusal::Unsupported {
        what: "a random allocation of this mechanism".into(),
        missing: missing.to_owned().into(),
    };
    let mechanism = match part {
        Operation::Exact(pair) => return Ok(LossPair::Finite(pair.clone())),
        Operation::Part { mechanism, .. } => mechanism,
        _ => {
            return Err(unsupported("only bounds on its trade-off function are known"));
        }
    };
    match loss_pairs(&Route::within(mechanism, budget)?)?.as_slice() {
        [pair] => Ok(pair.clone()),
        _ => Err(unsupported(
            "its two directions of neighbours have different pairs: give one of them as a finite-pair",
        )),
    }
}
