//! The steps of a range, and the largest sum over them: numbers are multiples of a small one, with
//! errors of a few units that are rounded away from the truth.

use super::PRECISION;
use crate::exact::Malachite;
use crate::exact::engine::DirectedFloat;
use crate::exact::interval::Interval;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;

/// A number in [0, 2): multiples of `2^-VALUE_BITS`.
pub(super) type Fixed = u128;

/// A value and the sum of a few of them fit in 128 bits. What is rounded away, some units for each
/// mechanism, is far below the distance of polygons.
pub(super) const VALUE_BITS: u64 = 120;
/// Coefficients are multiples of `2^-COEFFICIENT_BITS`: those below 4 fit in 64 bits, so that a
/// product with a value is two of words.
pub(super) const COEFFICIENT_BITS: u64 = 62;

/// `x c / 2^62`, rounded down. x is below 2, and c is below 4.
pub(super) fn times(x: Fixed, c: u64) -> Fixed {
    let (high, low) = (x >> 64, x & u128::from(u64::MAX));
    ((high * u128::from(c)) << (64 - COEFFICIENT_BITS))
        + ((low * u128::from(c)) >> COEFFICIENT_BITS)
}

/// A coefficient between two.
#[derive(Clone, Copy)]
pub(super) struct Coefficient {
    pub(super) below: u64,
    pub(super) above: u64,
}

impl Coefficient {
    /// Around a number in [0, 1].
    pub(super) fn new(x: &Interval<Malachite>) -> Option<Coefficient> {
        let (low, high) = units(&x.probability(), COEFFICIENT_BITS)?;
        Some(Coefficient { below: fixed(low, false)?, above: fixed(high, true)? })
    }
}

/// The steps of a range, and the coefficients at them.
pub(super) struct Steps {
    /// The number of steps.
    pub(super) count: usize,
    /// a and b at `s = e^(ih)`, for i from 0 to the count.
    pub(super) larger: Vec<Coefficient>,
    pub(super) smaller: Vec<Coefficient>,
    /// `e^(wh) - 1`, rounded up, for w = 1, 2, 4, ... as long as `wh` is at most 1.
    growth: Vec<u64>,
}

pub(super) fn units(x: &Interval<Malachite>, bits: u64) -> Option<(Rational, Rational)> {
    Some((x.lower().to_rational()? << bits, x.upper().to_rational()? << bits))
}

pub(super) fn fixed<T: for<'a> TryFrom<&'a Natural>>(x: Rational, up: bool) -> Option<T> {
    let whole = if up { x.ceiling() } else { x.floor() };
    T::try_from(&Natural::try_from(whole).ok()?).ok()
}

impl Steps {
    /// The steps of the range that is `count` times a step.
    pub(super) fn new(step: &Interval<Malachite>, count: usize) -> Option<Steps> {
        let one = Interval::<Malachite>::one(PRECISION);
        let power = |i: usize| (step * &Interval::from_u64(i as u64, PRECISION)).exp();
        let whole = &power(count) - &one;
        let smaller = |i: usize| Coefficient::new(&(&(&power(i) - &one) / &whole));
        let larger = |i: usize| Coefficient::new(&(&one - &(&(&power(i) - &one) / &whole)));
        let is_short =
            |width: &u32| power(1 << width).upper().to_rational().is_some_and(|x| x <= 2);
        let growth = (0..=count.checked_ilog2()?).take_while(is_short).map(|width| {
            let (_, high) = units(&(&power(1 << width) - &one), COEFFICIENT_BITS)?;
            fixed(high, true)
        });
        let growth = growth.collect::<Option<Vec<u64>>>()?;
        Some(Steps {
            count,
            larger: (0..=count).map(larger).collect::<Option<_>>()?,
            smaller: (0..=count).map(smaller).collect::<Option<_>>()?,
            growth: if growth.is_empty() {
                return None;
            } else {
                growth
            },
        })
    }
}

/// Differences of values: between -2 and 2.
type Signed = i128;

fn signed(x: Fixed) -> Signed {
    Signed::try_from(x).unwrap_or(Signed::MAX)
}

/// Units by which sums of two products may be off.
pub(super) const ROUNDING: Fixed = 4;
/// A bound that is this near to a value is not narrowed: relative, and in units. It is far less
/// than the distance of polygons; with smaller numbers the search would go on to the last step more
/// often.
const NEAR_BITS: u32 = 32;
const NEAR: Fixed = 1 << 10;

impl Steps {
    /// The sum at one step, from above, where the values are those of a place j and the steps
    /// before: `at(i)` is V at `v / e^(ih)`.
    fn sum(&self, i: usize, larger: Fixed, smaller: Fixed) -> Fixed {
        let (Some(a), Some(b)) = (self.larger.get(i), self.smaller.get(i)) else {
            return 0;
        };
        times(larger, a.above) + times(smaller, b.above) + ROUNDING
    }

    /// The largest sum at a place, from above, and the step at which it is nearly reached.
    /// Intervals of steps are longer the farther they are from a step that is likely: most of them
    /// are seen at once to have no larger sum.
    pub(super) fn largest(&self, above: &[Fixed], place: usize, near: usize) -> (Fixed, usize) {
        let near = near.min(self.count);
        let mut search = Search { steps: self, above, place, best: (0, near), bound: 0 };
        let middle = search.at(near);
        let (mut from, mut sum) = (near, middle);
        while let Some(width) = self.width(from - near, self.count - from) {
            let to = from + (1 << width);
            let next = search.at(to);
            search.include(from, width, (sum, next));
            (from, sum) = (to, next);
        }
        (from, sum) = (near, middle);
        while let Some(width) = self.width(near - from, from) {
            let to = from - (1 << width);
            let next = search.at(to);
            search.include(to, width, (next, sum));
            (from, sum) = (to, next);
        }
        (search.bound, search.best.1)
    }

    /// The exponent of the length of the next interval, at a distance from the first one, where so
    /// many steps are left.
    fn width(&self, distance: usize, left: usize) -> Option<u32> {
        let widest = u32::try_from(self.growth.len()).unwrap_or(1) - 1;
        let wide = distance.checked_ilog2().map_or(0, |log| log + 1);
        Some(wide.min(left.checked_ilog2()?).min(widest))
    }
}

/// The search for the largest sum at a place.
struct Search<'a> {
    steps: &'a Steps,
    above: &'a [Fixed],
    place: usize,
    /// The largest sum of those that are computed, and its step.
    best: (Fixed, usize),
    /// No sum is larger, of all steps that were included.
    bound: Fixed,
}

impl Search<'_> {
    fn values(&self, i: usize) -> (Fixed, Fixed) {
        let value = |place: usize| self.above.get(place).copied().unwrap_or(0);
        (value(self.place - i), value(self.place - i + self.steps.count))
    }

    fn at(&self, i: usize) -> Fixed {
        let (larger, smaller) = self.values(i);
        self.steps.sum(i, larger, smaller)
    }

    /// Includes an interval of steps with the sums at its ends.
    fn include(&mut self, from: usize, width: u32, ends: (Fixed, Fixed)) {
        let to = from + (1 << width);
        for (sum, step) in [(ends.0, from), (ends.1, to)] {
            if sum > self.best.0 {
                self.best = (sum, step);
            }
        }
        self.bound = self.bound.max(self.best.0);
        let Some(growth) = self.steps.growth.get(width as usize) else {
            return;
        };
        // The values of the two ends, with the coefficients of the other one.
        let crossed = |coefficients: usize, (larger, smaller): (Fixed, Fixed)| {
            self.steps.sum(coefficients, larger, smaller)
        };
        let crossed = (crossed(from, self.values(to)), crossed(to, self.values(from)));
        let most = most_between(ends, crossed, *growth);
        if width == 0 || most <= self.bound + (self.bound >> NEAR_BITS) + NEAR {
            self.bound = self.bound.max(most);
            return;
        }
        let middle = from + (1 << (width - 1));
        let sum = self.at(middle);
        self.include(from, width - 1, (ends.0, sum));
        self.include(middle, width - 1, (sum, ends.1));
    }
}

/// The maximum of `c - A s - B/s` between two powers of which the second is `1 + growth` times the
/// first, from its values at both, and the sums of the values of one with the coefficients of the
/// other: `crossed.0` has the coefficients of the first.
///
/// With `s = 1 + mu growth`, the derivative by mu at 0 is `(1 + growth)(crossed.0 - W_0) +
/// crossed.1 - W_0`. If A or B is not positive, the maximum is at an end. Otherwise it is at most
/// `W_0 + d^2/(4 B - 3 d)`, with d the derivative by s at 1 and B determined by the three values,
/// because `(sqrt B - sqrt A)^2 = d^2/(sqrt A + sqrt B)^2` and `sqrt(AB) >= A`.
fn most_between(ends: (Fixed, Fixed), crossed: (Fixed, Fixed), growth: u64) -> Fixed {
    let slack = signed(8 * ROUNDING);
    let grown = |x: Signed| {
        let size = signed(times(x.unsigned_abs(), growth));
        x + if x < 0 { -size } else { size }
    };
    let [first, second, with_first, with_second] =
        [ends.0, ends.1, crossed.0, crossed.1].map(signed);
    let highest = ends.0.max(ends.1);
    let slope = grown(with_first - first) + with_second - first + slack;
    if slope <= 0 || grown(second - with_first) + second - with_second >= slack {
        return highest;
    }
    let slope_above = slope.unsigned_abs();
    // B growth^2 / (1 + growth), from below: the growth is rounded up by at most 2^-61.
    let bend = slope - 2 * slack - ((with_first - first) >> 60) - (second - first);
    let rest = 4 * bend - 3 * signed(times(slope_above, growth)) - slack;
    let tangent = ends.0 + slope_above;
    let bulge =
        if rest > 0 { ends.0 + quotient(slope_above, rest.unsigned_abs()) } else { tangent };
    highest.max(bulge.min(tangent))
}

/// `x^2 / y`, rounded up; a large number where that is one.
fn quotient(x: Fixed, y: Fixed) -> Fixed {
    let shift = (Fixed::BITS - x.leading_zeros()).saturating_sub(63);
    let (x, y) = ((x >> shift) + 1, y >> shift);
    let fits = |z: &Fixed| z.leading_zeros() > shift + 2;
    (x * x).checked_div(y).map(|z| z + 1).filter(fits).map_or(Fixed::MAX >> 2, |z| z << shift)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use malachite::base::num::basic::traits::One;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::from_signeds(numerator, denominator)
    }

    fn exact(x: Fixed) -> Rational {
        Rational::from(Natural::from(x)) >> VALUE_BITS
    }

    /// Every step is included, whichever is likely, also where their number is no power of two.
    #[test]
    fn no_step_is_left_out() {
        const UNIT: Fixed = 1 << (VALUE_BITS - 8);
        for count in [1, 2, 7, 13, 32] {
            let steps =
                Steps::new(&Interval::from_rational(&ratio(1, 16), PRECISION), count).unwrap();
            // A logarithm, which is convex, up to a bend.
            for bend in 0..=2 * count {
                let above: Vec<_> = (0..=2 * count)
                    .map(|place| bend.saturating_sub(place) as Fixed * UNIT)
                    .collect();
                let sums =
                    (0..=count).map(|i| steps.sum(i, above[count - i], above[2 * count - i]));
                let largest = sums.max().unwrap();
                for near in 0..=count {
                    let (bound, step) = steps.largest(&above, count, near);
                    assert!(
                        largest <= bound && bound <= largest + UNIT,
                        "{count} {bend} {near}: {bound}, not {largest}"
                    );
                    assert!(step <= count);
                }
            }
        }
    }

    /// The sum between two steps, `((E-s)(x - y/s) + (s-1)(u - w/s))/(E-1)` for chords of which x,
    /// y, u, w are the numbers.
    #[test]
    fn no_sum_between_two_steps_is_above_its_bound() {
        let e = ratio(4, 1);
        let one = Rational::ONE;
        let chords = [(9, 3, 4, 1), (8, 4, 5, 2), (9, 2, 3, 0), (6, 1, 6, 2)]
            .map(|(x, y, u, w)| [x, y, u, w].map(|n| ratio(n, 10)));
        let mut bulges = 0;
        for [x, y, u, w] in &chords {
            for (from, growth_bits) in
                (32..120).flat_map(|n| [3, 4, 10].map(|bits| (ratio(n, 32), bits)))
            {
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
                let most =
                    exact(most_between(ends, crossed, 1 << (COEFFICIENT_BITS - growth_bits)));
                let between = |i: i64| &from * (&one + &growth * ratio(i, 64));
                let largest = (0..=64).map(between).map(|s| sum(&s, &s)).max().unwrap();
                assert!(largest <= most, "{from} {growth}: {largest} > {most}");
                assert!(
                    most <= &largest * (&one + &growth * &growth),
                    "{from} {growth}: {largest} < {most}"
                );
                bulges += usize::from(largest > exact(ends.0.max(ends.1)));
            }
        }
        assert!(bulges > 8, "{bulges}");
    }
}
