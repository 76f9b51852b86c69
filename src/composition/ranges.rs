//! Adaptive compositions of mechanisms of one range, between two polygons.
//!
//! Let `V_n(v)` be the largest `P(A) - v Q(A)` of n mechanisms of range eps, each chosen after the outputs of those
//! before. With `E = e^eps`, and the pair of two losses ln(s) and ln(s) - eps for `1 <= s <= E`,
//!
//! ```text
//! V_0(v) = (1 - v)_+,   V_n(v) = max over s of a(s) V_{n-1}(v/s) + b(s) V_{n-1}(v E/s),
//! a(s) = (E - s)/(E - 1),   b(s) = (s - 1)/(E - 1).
//! ```
//!
//! Each V is convex and falls. Here v and s are powers of `e^h` for `h = eps/m`.
//!
//! - *From above*, V_{n-1} is replaced by its chords. Between two powers, the sum is then `c - A s - B/s`, which is
//!   evaluated at its maximum: no s is left out.
//! - *From below*, s is one of the powers, the best one as far as the bounds from above tell. What is computed are the two
//!   errors of the test that results.
//!
//! Source: Dong, Durfee & Rogers 2019 (arXiv 1909.13830) for the recursion; its discretisation is derived here.

use super::Between;
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::pair::{Line, envelope};
use crate::tradeoff::{Curve, hull};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor, PowerOf2};
use malachite::base::num::basic::traits::One;
use malachite::rational::Rational;
use rayon::prelude::*;

/// A number in [0, 2): multiples of `2^-VALUE_BITS`.
type Fixed = u128;

const VALUE_BITS: u64 = 120;
/// Coefficients are multiples of `2^-COEFFICIENT_BITS`.
const COEFFICIENT_BITS: u64 = 62;
/// The mass beyond the window is at most `2^-TAIL_BITS`.
const TAIL_BITS: u64 = 116;
const TAIL: Fixed = 1 << (VALUE_BITS - TAIL_BITS);
const ONE: Fixed = 1 << VALUE_BITS;
/// Working precision of exponentials, in bits.
const PRECISION: u64 = 192;
/// Bits of the places and levels of a polygon.
const VERTEX_BITS: u64 = 96;

/// `x c / 2^62`, rounded down. x is below 2, and c is below 4.
fn times(x: Fixed, c: u64) -> Fixed {
    let (high, low) = (x >> 64, x & u128::from(u64::MAX));
    ((high * u128::from(c)) << (64 - COEFFICIENT_BITS)) + ((low * u128::from(c)) >> COEFFICIENT_BITS)
}

/// A coefficient between two.
#[derive(Clone, Copy)]
struct Coefficient {
    below: u64,
    above: u64,
}

/// The steps of a range, and the coefficients at them.
struct Steps {
    /// The number of steps: a power of 2.
    count: usize,
    /// a and b at `s = e^(ih)`, for i from 0 to the count.
    larger: Vec<Coefficient>,
    smaller: Vec<Coefficient>,
    /// `e^(wh) - 1`, rounded up, for w = 1, 2, 4, ... as long as `wh` is at most 1.
    growth: Vec<u64>,
}

fn units(x: &Interval<Malachite>, bits: u64) -> Option<(Rational, Rational)> {
    Some((x.lower().to_rational()? << bits, x.upper().to_rational()? << bits))
}

fn fixed<T: for<'a> TryFrom<&'a Natural>>(x: Rational, up: bool) -> Option<T> {
    let whole = if up { x.ceiling() } else { x.floor() };
    T::try_from(&Natural::try_from(whole).ok()?).ok()
}

impl Steps {
    fn new(eps: &Interval<Malachite>, bits: u32) -> Option<Steps> {
        let count = 1usize.checked_shl(bits)?;
        let one = Interval::<Malachite>::one(PRECISION);
        let whole = &eps.exp() - &one;
        let step = eps.shift(-i64::from(bits));
        let power = |i: usize| (&step * &Interval::from_u64(i as u64, PRECISION)).exp();
        let coefficient = |x: &Interval<Malachite>| {
            let (low, high) = units(&x.probability(), COEFFICIENT_BITS)?;
            Some(Coefficient { below: fixed(low, false)?, above: fixed(high, true)? })
        };
        let smaller = |i: usize| coefficient(&(&(&power(i) - &one) / &whole));
        let larger = |i: usize| coefficient(&(&one - &(&(&power(i) - &one) / &whole)));
        let is_short = |width: &u32| power(1 << width).upper().to_rational().is_some_and(|x| x <= 2);
        let growth = (0..=bits).take_while(is_short).map(|width| {
            let (_, high) = units(&(&power(1 << width) - &one), COEFFICIENT_BITS)?;
            fixed(high, true)
        });
        let growth = growth.collect::<Option<Vec<u64>>>()?;
        Some(Steps {
            count,
            larger: (0..=count).map(larger).collect::<Option<_>>()?,
            smaller: (0..=count).map(smaller).collect::<Option<_>>()?,
            growth: if growth.is_empty() { return None } else { growth },
        })
    }
}

/// Differences of values: between -2 and 2.
type Signed = i128;

fn signed(x: Fixed) -> Signed {
    Signed::try_from(x).unwrap_or(Signed::MAX)
}

/// Units by which sums of two products may be off.
const ROUNDING: Fixed = 4;
/// A bound that is this near to a value is not narrowed: relative, and in units.
const NEAR_BITS: u32 = 32;
const NEAR: Fixed = 1 << 10;

impl Steps {
    /// The sum at one step, from above, where the values are those of a place j and the steps before: `at(i)` is V at
    /// `v / e^(ih)`.
    fn sum(&self, i: usize, larger: Fixed, smaller: Fixed) -> Fixed {
        let (Some(a), Some(b)) = (self.larger.get(i), self.smaller.get(i)) else { return 0 };
        times(larger, a.above) + times(smaller, b.above) + ROUNDING
    }

    /// The largest sum at a place, from above, and the step at which it is nearly reached.
    fn largest(&self, above: &[Fixed], place: usize, near: usize) -> (Fixed, usize) {
        let value = |i: usize| above.get(place - i).copied().unwrap_or(0);
        let other = |i: usize| above.get(place - i + self.count).copied().unwrap_or(0);
        let at = |i: usize| self.sum(i, value(i), other(i));
        let mut best = (at(near), near);
        let mut bound = best.0;
        let mut open: Vec<(usize, u32)> = Vec::with_capacity(32);
        let widest = u32::try_from(self.growth.len() - 1).unwrap_or(0);
        open.extend((0..self.count >> widest).rev().map(|n| (n << widest, widest)));
        while let Some((from, width)) = open.pop() {
            let to = from + (1 << width);
            let ends = (at(from), at(to));
            for (sum, step) in [(ends.0, from), (ends.1, to)] {
                if sum > best.0 {
                    best = (sum, step);
                }
            }
            let Some(growth) = self.growth.get(width as usize) else { continue };
            // The values of the two ends, with the coefficients of the other one.
            let crossed = (self.sum(from, value(to), other(to)), self.sum(to, value(from), other(from)));
            let most = most_between(ends, crossed, *growth);
            if width == 0 || most <= best.0 + (best.0 >> NEAR_BITS) + NEAR {
                bound = bound.max(most);
            } else {
                let half = width - 1;
                open.push((from + (1 << half), half));
                open.push((from, half));
            }
        }
        (bound.max(best.0), best.1)
    }
}

/// The maximum of `c - A s - B/s` between two powers of which the second is `1 + growth` times the first, from its values
/// at both, and the sums of the values of one with the coefficients of the other: `crossed.0` has the coefficients of
/// the first.
///
/// With `s = 1 + mu growth`, the derivative by mu at 0 is `(1 + growth)(crossed.0 - W_0) + crossed.1 - W_0`. If A or B is
/// not positive, the maximum is at an end. Otherwise it is at most `W_0 + d^2/(4 B - 3 d)`, with d the derivative by s at
/// 1 and B determined by the three values, because `(sqrt B - sqrt A)^2 = d^2/(sqrt A + sqrt B)^2` and `sqrt(AB) >= A`.
fn most_between(ends: (Fixed, Fixed), crossed: (Fixed, Fixed), growth: u64) -> Fixed {
    let slack = signed(8 * ROUNDING);
    let grown = |x: Signed| {
        let size = signed(times(x.unsigned_abs(), growth));
        x + if x < 0 { -size } else { size }
    };
    let [first, second, with_first, with_second] = [ends.0, ends.1, crossed.0, crossed.1].map(signed);
    let highest = ends.0.max(ends.1);
    let slope = grown(with_first - first) + with_second - first + slack;
    let last = grown(second - with_first) + second - with_second - slack;
    if slope <= 0 || last >= 0 {
        return highest;
    }
    let slope_above = slope.unsigned_abs();
    // B growth^2 / (1 + growth), from below: the growth is rounded up by at most 2^-61.
    let bend = slope - 2 * slack - ((with_first - first) >> 60) - (second - first);
    let rest = 4 * bend - 3 * signed(times(slope_above, growth)) - slack;
    let tangent = ends.0 + slope_above;
    let bulge = if rest > 0 { ends.0 + quotient(slope_above, rest.unsigned_abs()) } else { tangent };
    highest.max(bulge.min(tangent))
}

/// `x^2 / y`, rounded up; a large number where that is one.
fn quotient(x: Fixed, y: Fixed) -> Fixed {
    let shift = (Fixed::BITS - x.leading_zeros()).saturating_sub(63);
    let (x, y) = ((x >> shift) + 1, y >> shift);
    let fits = |z: &Fixed| z.leading_zeros() > shift + 2;
    (x * x).checked_div(y).map(|z| z + 1).filter(fits).map_or(Fixed::MAX >> 2, |z| z << shift)
}

/// The functions at the places `v = e^(jh)` of a window. Beyond each end are as many places as a range has steps, at which
/// the functions stay as they are.
struct Window {
    /// V from above.
    above: Vec<Fixed>,
    /// P(A) of a test from below, and `v Q(A)` from above.
    tests: Vec<(Fixed, Fixed)>,
    /// The step of the best sum at each place.
    steps: Vec<usize>,
}

impl Window {
    /// V_0, at places of which the enclosures are given.
    fn new(places: &[Interval<Malachite>], padding: usize) -> Option<Window> {
        let inside = padding..places.len() - padding;
        let (mut above, mut tests) = (Vec::with_capacity(places.len()), Vec::with_capacity(places.len()));
        for (i, place) in places.iter().enumerate() {
            let (low, high) = units(place, VALUE_BITS)?;
            let one = Rational::power_of_2(VALUE_BITS);
            let value = if low < one { ONE - fixed::<Fixed>(low, false)? } else { 0 };
            above.push(value + if inside.contains(&i) { 0 } else { TAIL });
            // Everything is rejected where that gains, and nothing elsewhere.
            tests.push(if high < one { (ONE, fixed(high, true)?) } else { (0, 0) });
        }
        Some(Window { above, tests, steps: vec![padding / 2; places.len()] })
    }

    /// The functions of one more mechanism.
    fn next(&self, steps: &Steps) -> Window {
        let last = self.above.len() - steps.count;
        let found: Vec<_> = (0..self.above.len())
            .into_par_iter()
            .map(|place| {
                let (old, test) = (self.above.get(place).copied(), self.tests.get(place).copied());
                let near = self.steps.get(place).copied().unwrap_or(0);
                if place < steps.count || place >= last {
                    return (old.unwrap_or(ONE), test.unwrap_or((0, 0)), near);
                }
                let (above, step) = steps.largest(&self.above, place, near);
                (above.min(ONE), self.test(steps, place, step), step)
            })
            .collect();
        let mut next = Window { above: Vec::new(), tests: Vec::new(), steps: Vec::new() };
        for (above, test, step) in found {
            next.above.push(above);
            next.tests.push(test);
            next.steps.push(step);
        }
        next
    }

    /// The errors of the test that goes on with those of the two places after a step.
    fn test(&self, steps: &Steps, place: usize, step: usize) -> (Fixed, Fixed) {
        let at = |place: usize| self.tests.get(place).copied().unwrap_or((0, 0));
        let (larger, smaller) = (at(place - step), at(place - step + steps.count));
        let (Some(a), Some(b)) = (steps.larger.get(step), steps.smaller.get(step)) else { return (0, 0) };
        let p = times(larger.0, a.below) + times(smaller.0, b.below);
        let q = times(larger.1, a.above) + times(smaller.1, b.above) + ROUNDING;
        (p, q)
    }
}

/// The most places times mechanisms.
const MOST_PLACES: u64 = 1 << 27;
/// The same for the first polygons, which need not be close.
const MOST_FIRST: u64 = 1 << 24;
/// The least steps of a range.
const LEAST_BITS: u32 = 2;

/// Polygons around the trade-off function of all adaptive compositions of `count` mechanisms of range eps, of which the
/// relative distance is about `2^-gap_bits` where delta is not small; `None` where that takes too long.
pub(super) fn around(eps: &Real, count: u64, gap_bits: u32, is_first: bool) -> Option<Between> {
    let range = eps.enclose::<Malachite>(PRECISION);
    let (least, most) = if is_first { (LEAST_BITS, MOST_FIRST) } else { (steps_bits(gap_bits), MOST_PLACES) };
    let bits = (least..=steps_bits(gap_bits)).rev().find(|bits| {
        let places = reach(&range, count, *bits).and_then(|reach| reach.checked_mul(2 * count));
        places.is_some_and(|places| places <= most)
    })?;
    let reach = usize::try_from(reach(&range, count, bits)?).ok()?;
    let steps = Steps::new(&range, bits)?;
    let places = places(&range, reach + steps.count, bits)?;
    let window = (0..count).fold(Window::new(&places, steps.count)?, |window, _| window.next(&steps));
    polygons(&window, &places)
}

/// The distance of the polygons is about the square of a step relative to the range.
fn steps_bits(gap_bits: u32) -> u32 {
    gap_bits.saturating_sub(3) / 2
}

/// The number of steps from 1 to an end of the window: losses beyond `k eps^2/8 + y` have probability
/// `exp(-2 y^2/(k eps^2))` (Azuma & Hoeffding: the range is eps and the mean at most eps^2/8), and none is beyond k eps.
fn reach(eps: &Interval<Malachite>, count: u64, bits: u32) -> Option<u64> {
    let number = |n: u64| Interval::<Malachite>::from_u64(n, PRECISION);
    // ln(2) < 7/10.
    let beyond = (&number(count) * &number(TAIL_BITS * 7)).sqrt();
    let ranges = &(&number(count) * eps).shift(-3) + &(&beyond / &number(20).sqrt());
    let ranges = ranges.upper().to_rational()?.ceiling();
    let ranges = u64::try_from(&ranges).ok()?.min(count);
    ranges.checked_shl(bits)
}

/// `e^(jh)` for all j from -reach to reach.
fn places(eps: &Interval<Malachite>, reach: usize, bits: u32) -> Option<Vec<Interval<Malachite>>> {
    let step = eps.shift(-i64::from(bits));
    let first = -&(&step * &Interval::from_u64(u64::try_from(reach).ok()?, PRECISION));
    let (growth, mut place) = (step.exp(), first.exp());
    let mut places = Vec::with_capacity(2 * reach + 1);
    for _ in 0..=2 * reach {
        let next = &place * &growth;
        places.push(std::mem::replace(&mut place, next));
    }
    Some(places)
}

/// The largest of the lines `1 - V(v) - v alpha`, and the hull of the errors of the tests.
fn polygons(window: &Window, places: &[Interval<Malachite>]) -> Option<Between> {
    let value = |x: Fixed| Rational::from(Natural::from(x)) >> VALUE_BITS;
    let short = |x: &Rational, up: bool| {
        let enclosure = Interval::<Malachite>::from_rational(x, VERTEX_BITS);
        if up { enclosure.upper().to_rational() } else { enclosure.lower().to_rational() }
    };
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for (place, (above, test)) in places.iter().zip(window.above.iter().zip(&window.tests)) {
        // V falls: at a larger place it is at most the same.
        let slope = short(&place.upper().to_rational()?, true)?;
        let intercept = Rational::ONE - value(*above);
        let slope = Real::from(slope);
        lines.push(Line { loss: Some(slope.ln()), slope, intercept: Real::from(intercept) });
        let level = short(&(value(test.1) / place.lower().to_rational()?), true)?;
        errors.push((level, Rational::ONE - value(test.0)));
    }
    let outer = Curve::of(&envelope(lines)?).ok()?;
    let chain = hull(errors.into_iter(), &Rational::ONE);
    let vertices: Vec<_> = chain.into_iter().map(|(x, y)| (Real::from(x), Real::from(y))).collect();
    Some(Between { outer, inner: Curve::from_vertices(&vertices).ok()? })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    const BITS: u32 = 3;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::from_signeds(numerator, denominator)
    }

    fn exact(x: Fixed) -> Rational {
        Rational::from(Natural::from(x)) >> VALUE_BITS
    }

    /// The errors of a test after a step, from the errors before, by intervals that are finer than the coefficients.
    #[test]
    fn errors_of_a_test_are_on_their_sides() {
        let eps = Interval::<Malachite>::one(PRECISION);
        let steps = Steps::new(&eps, BITS).unwrap();
        let places = places(&eps, 3 * steps.count, BITS).unwrap();
        let mut window = Window::new(&places, steps.count).unwrap();
        let one = Interval::<Malachite>::one(PRECISION);
        let mut inside = 0;
        for _ in 0..2 {
            let next = window.next(&steps);
            for place in steps.count..places.len() - steps.count {
                let step = next.steps[place];
                let s = (&eps.shift(-i64::from(BITS)) * &Interval::from_u64(step as u64, PRECISION)).exp();
                let b = &(&s - &one) / &(&eps.exp() - &one);
                let a = &one - &b;
                let after = |error: fn(&(Fixed, Fixed)) -> Fixed| {
                    let [larger, smaller] = [place - step, place - step + steps.count]
                        .map(|place| Interval::from_rational(&exact(error(&window.tests[place])), PRECISION));
                    &(&a * &larger) + &(&b * &smaller)
                };
                let (p, q) = next.tests[place];
                assert!(exact(p) <= after(|errors| errors.0).upper().to_rational().unwrap(), "{place}");
                assert!(exact(q) >= after(|errors| errors.1).lower().to_rational().unwrap(), "{place}");
                // A test is no better than the bound from above.
                assert!(exact(p) - exact(q) <= exact(next.above[place]), "{place}");
                inside += usize::from(0 < step && step < steps.count && p > 0);
            }
            window = next;
        }
        assert!(inside > 8, "{inside}");
    }

    /// The sum between two steps, `((E-s)(x - y/s) + (s-1)(u - w/s))/(E-1)` for chords of which x, y, u, w are the numbers.
    #[test]
    fn no_sum_between_two_steps_is_above_its_bound() {
        let e = ratio(4, 1);
        let one = Rational::ONE;
        let chords = [(9, 3, 4, 1), (8, 4, 5, 2), (9, 2, 3, 0), (6, 1, 6, 2)]
            .map(|(x, y, u, w)| [x, y, u, w].map(|n| ratio(n, 10)));
        let mut bulges = 0;
        for [x, y, u, w] in &chords {
            for (from, growth_bits) in (32..120).flat_map(|n| [3, 4, 10].map(|bits| (ratio(n, 32), bits))) {
                let growth = Rational::ONE >> growth_bits;
                let to = &from * (&one + &growth);
                let sum = |coefficients: &Rational, values: &Rational| {
                    let larger = (&e - coefficients) * (x - y / values);
                    (larger + (coefficients - &one) * (u - w / values)) / (&e - &one)
                };
                // Rounded up, as the sums are.
                let above = |x: Rational| fixed::<Fixed>(x << VALUE_BITS, true).unwrap() + ROUNDING;
                let ends = (above(sum(&from, &from)), above(sum(&to, &to)));
                let crossed = (above(sum(&from, &to)), above(sum(&to, &from)));
                let most = exact(most_between(ends, crossed, 1 << (COEFFICIENT_BITS - growth_bits)));
                let between = |i: i64| &from * (&one + &growth * ratio(i, 64));
                let largest = (0..=64).map(between).map(|s| sum(&s, &s)).max().unwrap();
                assert!(largest <= most, "{from} {growth}: {largest} > {most}");
                assert!(most <= &largest * (&one + &growth * &growth), "{from} {growth}: {largest} < {most}");
                bulges += usize::from(largest > exact(ends.0.max(ends.1)));
            }
        }
        assert!(bulges > 8, "{bulges}");
    }
}
