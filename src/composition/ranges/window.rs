//! The functions of one more mechanism, from above and from below, at the places of a window.

use super::steps::{Fixed, ROUNDING, Steps, VALUE_BITS, fixed, times, units};
use crate::exact::Malachite;
use crate::exact::interval::Interval;
use crate::parallel;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::rational::Rational;
use rayon::prelude::*;
use std::ops::Range;

/// P(A) of a test from below, and `v Q(A)` from above.
pub(super) type Errors = (Fixed, Fixed);

/// The mass beyond the window is at most `2^-TAIL_BITS`: 16 units of a value, and counted in the
/// bound. With more bits windows would be longer for what is a rounding; with fewer it would show
/// in small deltas.
pub(super) const TAIL_BITS: u64 = 116;
pub(super) const TAIL: Fixed = 1 << (VALUE_BITS - TAIL_BITS);
pub(super) const ONE: Fixed = 1 << VALUE_BITS;

/// `V_0`, rounded up, at places of which the enclosures are given, and more than any V beyond the
/// window.
pub(super) fn start(places: &[Interval<Malachite>]) -> Option<Vec<Fixed>> {
    let value = |place: &Interval<Malachite>| {
        let low = units(place, VALUE_BITS)?.0;
        let is_below = low < Rational::power_of_2(VALUE_BITS);
        Some(if is_below { ONE - fixed::<Fixed>(low, false)? } else { 0 } + TAIL)
    };
    places.iter().map(value).collect()
}

/// The errors of tests at places: everything is rejected where that gains, and nothing elsewhere.
pub(super) fn first_tests(places: &[Interval<Malachite>]) -> Option<Vec<Errors>> {
    let errors = |place: &Interval<Malachite>| {
        let high = units(place, VALUE_BITS)?.1;
        Some(if high < Rational::power_of_2(VALUE_BITS) {
            (ONE, fixed(high, true)?)
        } else {
            (0, 0)
        })
    };
    places.iter().map(errors).collect()
}

/// The largest sum at each place of a part of the window, from above, and the step at which it is
/// nearly reached. Elsewhere the values are given: there they are above all V.
pub(super) fn largest(
    above: &[Fixed],
    steps: &Steps,
    near: &[usize],
    part: &Range<usize>,
    elsewhere: &[Fixed],
) -> Vec<(Fixed, usize)> {
    let found = |(place, (near, value)): (usize, (&usize, &Fixed))| {
        if !part.contains(&place) {
            return (*value, *near);
        }
        let (above, step) = steps.largest(above, place, *near);
        (above.min(ONE), step)
    };
    parallel::map(near.par_iter().zip(elsewhere).enumerate(), found)
}

/// The functions at the places `v = e^(jh)` of a window. Beyond each end are as many places as a
/// range has steps, at which the functions stay as they are.
pub(super) struct Window {
    /// V from above.
    pub(super) above: Vec<Fixed>,
    /// The errors of a test.
    pub(super) tests: Vec<Errors>,
    /// The step of the best sum at each place.
    pub(super) steps: Vec<usize>,
    /// V_0.
    start: Vec<Fixed>,
}

impl Window {
    /// V_0, at places of which the enclosures are given.
    pub(super) fn new(places: &[Interval<Malachite>], steps: usize) -> Option<Window> {
        let start = start(places)?;
        Some(Window {
            above: start.clone(),
            tests: first_tests(places)?,
            steps: vec![steps / 2; places.len()],
            start,
        })
    }

    /// The functions of one more mechanism, which are V_0 beyond a part of the window.
    pub(super) fn next(self, steps: &Steps, part: &Range<usize>) -> Window {
        let found = largest(&self.above, steps, &self.steps, part, &self.start);
        let test = |(place, (_, step)): (usize, &(Fixed, usize))| match part.contains(&place) {
            true => self.test(steps, place, *step),
            false => self.tests.get(place).copied().unwrap_or((0, 0)),
        };
        let tests = parallel::map(found.par_iter().enumerate(), test);
        let (above, near) = found.into_iter().unzip();
        Window { above, tests, steps: near, start: self.start }
    }

    /// The errors of the test that goes on with those of the two places after a step.
    fn test(&self, steps: &Steps, place: usize, step: usize) -> Errors {
        let at = |place: usize| self.tests.get(place).copied().unwrap_or((0, 0));
        let (larger, smaller) = (at(place - step), at(place - step + steps.count));
        let (Some(a), Some(b)) = (steps.larger.get(step), steps.smaller.get(step)) else {
            return (0, 0);
        };
        let p = times(larger.0, a.below) + times(smaller.0, b.below);
        let q = times(larger.1, a.above) + times(smaller.1, b.above) + ROUNDING;
        (p, q)
    }
}
