//! Adaptive compositions of mechanisms of bounded ranges, between two polygons.
//!
//! Let `V_n(v)` be the largest `P(A) - v Q(A)` of n mechanisms of range eps, each chosen after the
//! outputs of those before. With `E = e^eps`, and the pair of two losses ln(s) and ln(s) - eps for
//! `1 <= s <= E`,
//!
//! ```text
//! V_0(v) = (1 - v)_+,   V_n(v) = max over s of a(s) V_{n-1}(v/s) + b(s) V_{n-1}(v E/s),
//! a(s) = (E - s)/(E - 1),   b(s) = (s - 1)/(E - 1).
//! ```
//!
//! Each V is convex and falls. Here v and s are powers of `e^h` for `h = eps/m`.
//!
//! - *From above*, V_{n-1} is replaced by its chords. Between two powers, the sum is then `c - A s
//!   - B/s`, which is evaluated at its maximum: no s is left out ([`steps`]).
//! - *From below*, s is one of the powers, the best one as far as the bounds from above tell. What
//!   is computed are the two errors of the test that results ([`window`]).
//!
//! # Several ranges
//!
//! A composition says which mechanisms were run, and not when. So an answer is the worst over all
//! orders, and the order may be chosen on the way: with `T_i` for the step of the recursion with
//! the range `eps_i`,
//!
//! ```text
//! V_S = max over i in S of T_i V_{S - i}.
//! ```
//!
//! The other reading, one order that is known, would make a claim hold that is wrong where the rows
//! of a ledger are not in order of time. Nothing says that they are, and equal rows are merged.
//!
//! No order is the worst at all v: with ranges near to each other, exceptions to growing ranges
//! were found, of 2e-4 of the gain. And the states of this recursion are as many as there are parts
//! of S. But:
//!
//! - *From below*, each order is one that may be run. That of growing ranges is nearly the worst
//!   ([`ordered`]): whoever uses a small range first chooses the large one with what was seen. A
//!   falling order is less by up to a third.
//! - *From above*, the ranges are split into groups. The product of the trade-off functions of the
//!   groups, each of which is used in any order, is a bound. Proof: let `F_S(v)` be the value of
//!   the product, which is the mean of `V_G(v q/p)` over the outcomes of the pairs of all other
//!   groups. `T_i` is a maximum of sums with weights that are not negative, and commutes with
//!   multiples of v and of V. So `T_i` of a mean is at most the mean of `T_i`, and for i in G, `T_i
//!   F_{S - i} <= mean of T_i V_{G - i} <= mean of V_G = F_S`. By induction `V_S <= F_S`.
//!
//!   A group of one range has the recursion above. The largest ranges are one group, if it has few
//!   parts ([`joint`]).
//!
//! Source: Dong, Durfee & Rogers 2019 (arXiv 1909.13830) for the recursion of one order; its
//! discretisation, and all about several orders, is derived here.

mod classes;
mod joint;
mod ordered;
mod steps;
mod window;

use super::Between;
use super::cost::{Budget, Cost};
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::pair::{Line, envelope};
use crate::tradeoff::{Curve, hull};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use std::ops::Range;
use steps::{Fixed, Steps, VALUE_BITS};
use window::{Errors, TAIL_BITS, Window};

pub(super) use classes::{are_several, around_all, of_steps};
use joint::in_any_order;
use ordered::in_growing_order;

/// Working precision of exponentials, in bits: more than the 120 of values, by what sums and
/// quotients lose.
const PRECISION: u64 = 192;
/// Bits of the places and levels of a polygon, moved away from the function: far more than the
/// distance of any polygons. More make all that follows slower.
const VERTEX_BITS: u64 = 96;

/// The most places times mechanisms: at 400 word operations for each, about half of the default
/// limit. Where it would be more, there are no polygons as close as wanted.
const MOST_PLACES: u64 = 1 << 27;
/// The same for the first polygons, which need not be close: a fifteenth of the default limit.
/// Where it would be more, their steps are wider.
const MOST_FIRST: u64 = 1 << 24;
/// The fewest steps of a range are `2^2`: the distance is about the square of a step relative to
/// the range, so that half as many would leave about a quarter.
const LEAST_BITS: u32 = 2;
/// A range of more than 88 has no polygons: each bit is twice as many places. With `2^(2+5)` steps,
/// `e^h <= 2` for ranges up to `2^7 ln 2`, that is 88; a larger range hides next to nothing.
const MOST_MORE_BITS: u32 = 5;
/// The polygons of a large range have no smaller steps than the closest ones of others nearly have:
/// more bits than these are not added for the size of a range, each is twice as many places.
const MANY_BITS: u32 = 10;

/// Polygons around the trade-off function of all adaptive compositions of `count` mechanisms of
/// range eps, of which the relative distance is about `2^-gap_bits` where delta is not small;
/// `None` where that takes too long.
fn around(
    eps: &Real,
    count: u64,
    gap_bits: u32,
    is_first: bool,
    budget: &Budget,
) -> Option<Between> {
    let (range, total) = (eps.enclose::<Malachite>(PRECISION), Total::of(&[(eps, count)]));
    let more = bits_of_a_large_range(&range)?;
    let wanted = with_more(steps_bits(gap_bits), more);
    let (least, most) =
        if is_first { (LEAST_BITS + more, MOST_FIRST) } else { (wanted, MOST_PLACES) };
    let bits = (least..=wanted).rev().find(|bits| {
        let places =
            total.reach(&fraction(&range, *bits)).and_then(|reach| reach.checked_mul(2 * count));
        places.is_some_and(|places| places <= most)
    })?;
    let step = fraction(&range, bits);
    let reach = usize::try_from(total.reach(&step)?).ok()?;
    let steps = Steps::new(&step, 1usize.checked_shl(bits)?)?;
    let places = places(&step, reach + steps.count)?;
    charge(budget, count, places.len())?;
    let window = (1..=count).try_fold(Window::new(&places, steps.count)?, |window, count| {
        let reached = usize::try_from(Total::of(&[(eps, count)]).reach(&step)?).ok()?.min(reach);
        Some(window.next(&steps, &around_middle(&places, reached)))
    })?;
    Some(Between { outer: outer(&window.above, &places)?, inner: inner(&window.tests, &places)? })
}

/// Word operations for a place and a mechanism, approximately: two searches among the steps of its
/// range. It is for the estimate alone.
const PLACE_WORK: u128 = 400;
/// Bytes of a place, approximately: its values and steps, before and after. It is for the estimate
/// alone.
const PLACE_MEMORY: u128 = 400;

/// Charges a recursion; `None` where it exceeds the budget.
fn charge(budget: &Budget, count: u64, places: usize) -> Option<()> {
    let (places, count) = (places as u128, u128::from(count));
    let cost = Cost {
        work: places.saturating_mul(count).saturating_mul(PLACE_WORK),
        memory: places * PLACE_MEMORY,
    };
    budget.charge(&cost).ok()
}

/// `eps / 2^bits`.
fn fraction(eps: &Interval<Malachite>, bits: u32) -> Interval<Malachite> {
    eps.shift(-i64::from(bits))
}

/// The indices of the places that are at most so many from the middle one.
fn around_middle(places: &[Interval<Malachite>], reach: usize) -> Range<usize> {
    let middle = places.len() / 2;
    middle - reach..middle + reach + 1
}

/// The distance of the polygons is about the square of a step relative to the range.
fn steps_bits(gap_bits: u32) -> u32 {
    gap_bits.saturating_sub(3) / 2
}

/// Bits by which the steps of a large range are smaller, so that `e^h <= 2` for the first ones too;
/// `None` for a range that would have too many.
fn bits_of_a_large_range(eps: &Interval<Malachite>) -> Option<u32> {
    (0..=MOST_MORE_BITS).find(|more| is_short(&fraction(eps, LEAST_BITS + more)))
}

/// Bits of the steps of a range with more of them for its size, as long as they are not many.
fn with_more(bits: u32, more: u32) -> u32 {
    (bits + more).min(MANY_BITS).max(bits)
}

/// Is `e^h <= 2`?
fn is_short(step: &Interval<Malachite>) -> bool {
    step.exp().upper().to_rational().is_some_and(|growth| growth <= 2)
}

/// What is known of the losses of several ranges together.
struct Total {
    /// The sum of all ranges.
    sum: Interval<Malachite>,
    /// The sum of their squares.
    squares: Interval<Malachite>,
}

impl Total {
    fn of(ranges: &[(&Real, u64)]) -> Total {
        let zero = Interval::zero(PRECISION);
        ranges.iter().fold(Total { sum: zero.clone(), squares: zero }, |total, (eps, count)| {
            let eps = eps.enclose(PRECISION);
            let all = &Interval::from_u64(*count, PRECISION) * &eps;
            Total { squares: &total.squares + &(&all * &eps), sum: &total.sum + &all }
        })
    }

    /// The number of steps from 1 to an end of the window: losses beyond `S/8 + y` have probability
    /// `exp(-2 y^2/S)` for the sum S of squares (Azuma & Hoeffding: the mean of one is at most
    /// eps^2/8), and none is beyond the sum of all.
    fn reach(&self, step: &Interval<Malachite>) -> Option<u64> {
        let number = |n: u64| Interval::<Malachite>::from_u64(n, PRECISION);
        // ln(2) < 7/10.
        let beyond = (&(&self.squares * &number(TAIL_BITS * 7)) / &number(20)).sqrt();
        let far = &(&self.squares.shift(-3) + &beyond) / step;
        let steps =
            |x: &Interval<Malachite>| u64::try_from(&x.upper().to_rational()?.ceiling()).ok();
        Some(steps(&far)?.min(steps(&(&self.sum / step))?))
    }
}

/// `e^(jh)` for all j from -reach to reach.
fn places(step: &Interval<Malachite>, reach: usize) -> Option<Vec<Interval<Malachite>>> {
    let first = -&(step * &Interval::from_u64(u64::try_from(reach).ok()?, PRECISION));
    let (growth, mut place) = (step.exp(), first.exp());
    let mut places = Vec::with_capacity(2 * reach + 1);
    for _ in 0..=2 * reach {
        let next = &place * &growth;
        places.push(std::mem::replace(&mut place, next));
    }
    Some(places)
}

fn value(x: Fixed) -> Rational {
    Rational::from(Natural::from(x)) >> VALUE_BITS
}

fn rounded_up(x: &Rational) -> Option<Rational> {
    Interval::<Malachite>::from_rational(x, VERTEX_BITS).upper().to_rational()
}

/// The largest of the lines `1 - V(v) - v alpha`.
fn outer(above: &[Fixed], places: &[Interval<Malachite>]) -> Option<Curve> {
    let line = |(place, above): (&Interval<Malachite>, &Fixed)| {
        // V falls: at a larger place it is at most the same.
        let slope = Real::from(rounded_up(&place.upper().to_rational()?)?);
        Some(Line {
            loss: Some(slope.ln()),
            slope,
            intercept: Real::from(Rational::ONE - value(*above)),
        })
    };
    let lines = places.iter().zip(above).map(line).collect::<Option<_>>()?;
    Curve::of(&envelope(lines)?).ok()
}

/// The hull of the errors of tests.
fn inner(tests: &[Errors], places: &[Interval<Malachite>]) -> Option<Curve> {
    let errors = |(place, test): (&Interval<Malachite>, &Errors)| {
        let level = rounded_up(&(value(test.1) / place.lower().to_rational()?))?;
        Some((level, Rational::ONE - value(test.0)))
    };
    let errors = places.iter().zip(tests).map(errors).collect::<Option<Vec<_>>>()?;
    let chain = hull(errors.into_iter(), &Rational::ONE);
    let vertices: Vec<_> = chain.into_iter().map(|(x, y)| (Real::from(x), Real::from(y))).collect();
    Curve::from_vertices(&vertices).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    const BITS: u32 = 3;

    /// The errors of a test after a step, from the errors before, by intervals that are finer than
    /// the coefficients.
    #[test]
    fn errors_of_a_test_are_on_their_sides() {
        let eps = Interval::<Malachite>::one(PRECISION);
        let width = fraction(&eps, BITS);
        let steps = Steps::new(&width, 1 << BITS).unwrap();
        let places = places(&width, 3 * steps.count).unwrap();
        let part = around_middle(&places, 2 * steps.count);
        let mut window = Window::new(&places, steps.count).unwrap();
        let one = Interval::<Malachite>::one(PRECISION);
        let mut inside = 0;
        for _ in 0..2 {
            let tests = window.tests.clone();
            let next = window.next(&steps, &part);
            for place in part.clone() {
                let step = next.steps[place];
                let s = (&width * &Interval::from_u64(step as u64, PRECISION)).exp();
                let b = &(&s - &one) / &(&eps.exp() - &one);
                let a = &one - &b;
                let after = |error: fn(&(Fixed, Fixed)) -> Fixed| {
                    let [larger, smaller] =
                        [place - step, place - step + steps.count].map(|place| {
                            Interval::from_rational(&value(error(&tests[place])), PRECISION)
                        });
                    &(&a * &larger) + &(&b * &smaller)
                };
                let (p, q) = next.tests[place];
                assert!(
                    value(p) <= after(|errors| errors.0).upper().to_rational().unwrap(),
                    "{place}"
                );
                assert!(
                    value(q) >= after(|errors| errors.1).lower().to_rational().unwrap(),
                    "{place}"
                );
                // A test is no better than the bound from above.
                assert!(value(p) - value(q) <= value(next.above[place]), "{place}");
                inside += usize::from(0 < step && step < steps.count && p > 0);
            }
            window = next;
        }
        assert!(inside > 8, "{inside}");
    }
}
