//! The logarithm of the quotient of two sums of `w e^(a y)`, in registers.
//!
//! From the highest shift down to the lowest, `sum w e^((a - lowest) y)` is a polynomial by
//! Horner's rule, where each distance of two neighbours has a power of its own. The neighbours of a
//! group are equally distant: then there is one exponential in place of one for each term. All
//! terms are positive, so that each side is rounded its way throughout.

use super::{Part, Parts};
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::kernel::{exp, ln};
use crate::exact::register::RegisterFloat;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A positive number between two bounds.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    down: RegisterFloat<false>,
    up: RegisterFloat<true>,
}

impl Bounds {
    const ZERO: Bounds = Bounds { down: RegisterFloat::ZERO, up: RegisterFloat::ZERO };

    /// `None` for a number that is not known to be positive, or too large or too small for
    /// registers.
    fn of<E: Engine>(x: &Interval<E>) -> Option<Bounds> {
        x.sign().filter(|sign| sign.is_gt())?;
        Some(Bounds {
            down: RegisterFloat::from_float(x.lower())?,
            up: RegisterFloat::from_float(x.upper())?,
        })
    }

    fn times(self, other: Bounds) -> Bounds {
        Bounds { down: self.down.times(other.down), up: self.up.times(other.up) }
    }

    fn plus(self, other: Bounds) -> Bounds {
        Bounds { down: self.down.plus(other.down), up: self.up.plus(other.up) }
    }

    fn over<E: Engine>(self, other: Bounds, precision: u64) -> Interval<E> {
        let (down, up) = (self.down.over(other.up.exactly()), self.up.over(other.down.exactly()));
        Interval::new(down.to_float(), up.to_float(), precision)
    }
}

/// A shift of one of the sums.
#[derive(Clone, Debug)]
struct Place<E: Engine> {
    shift: Interval<E>,
    /// `w e^(-a^2/2)`; at a common shift without the weight.
    factor: Bounds,
    /// Which of the distances is the one to the next shift.
    distance: usize,
}

/// The shifts of both sums in ascending order, those of P after those of Q.
#[derive(Clone, Debug)]
pub(super) struct Sums<E: Engine> {
    places: Vec<Place<E>>,
    /// Each distance of two neighbours once, with a number near it.
    distances: Vec<(Interval<E>, RegisterFloat<false>)>,
    /// The number of shifts of Q alone.
    of_q: usize,
    /// Is there a common one between those of Q alone and those of P alone?
    meet: bool,
}

impl<E: Engine> Sums<E> {
    /// The sums of two mixtures; `None` where they have factors outside of the range of registers.
    pub(super) fn of(parts: &Parts<E>) -> Option<Sums<E>> {
        let of_q = parts.q.len().checked_sub(usize::from(parts.meet))?;
        let all: Vec<&Part<E>> = parts.q.iter().take(of_q).chain(&parts.p).collect();
        let (mut known, mut distances) = (Vec::<Rational>::new(), Vec::new());
        let mut places = Vec::new();
        for (i, part) in all.iter().enumerate() {
            let density = exp(&-&part.shift.square().shift(-1));
            let factor = Bounds::of(&if parts.meet && i == of_q {
                density
            } else {
                &density * &part.weight
            })?;
            let next = all.get(i + 1).unwrap_or(part);
            let multiple = &next.multiple - &part.multiple;
            let distance = known.iter().position(|other| *other == multiple).unwrap_or(known.len());
            if distance == known.len() {
                known.push(multiple);
                let distance = &next.shift - &part.shift;
                let near = RegisterFloat::from_float(distance.upper())?;
                distances.push((distance, near));
            }
            places.push(Place { shift: part.shift.clone(), factor, distance });
        }
        Some(Sums { places, distances, of_q, meet: parts.meet })
    }

    /// `ln (first / second)` at y, and a number near its slope: the first is the sum of P and the
    /// second that of Q. The weight at a common shift is the given one, in the first if it is
    /// positive and otherwise, negated, in the second.
    pub(super) fn log_quotient(
        &self,
        y: &Interval<E>,
        common: &Interval<E>,
    ) -> Option<(Interval<E>, Interval<E>)> {
        let precision = y.precision();
        let power =
            |(distance, near): &(Interval<E>, _)| Some((Bounds::of(&exp(&(distance * y)))?, *near));
        let powers: Vec<(Bounds, RegisterFloat<false>)> =
            self.distances.iter().map(power).collect::<Option<_>>()?;
        let sign = if self.meet { common.sign()? } else { Ordering::Equal };
        let weight = if sign.is_lt() { -common } else { common.clone() };
        // The common shift is the first one after those of Q alone.
        let start = self.of_q + usize::from(self.meet && !sign.is_gt());
        let end = self.of_q + usize::from(sign.is_lt());
        // The sum without the factor of its lowest shift, and its slope.
        let sum = |from: usize, to: usize| {
            let (mut sum, mut slope) = (Bounds::ZERO, RegisterFloat::ZERO);
            for (i, place) in self.places.iter().enumerate().take(to).skip(from).rev() {
                let (power, distance) = powers.get(place.distance)?;
                let is_common = self.meet && i == self.of_q;
                let factor =
                    if is_common { place.factor.times(Bounds::of(&weight)?) } else { place.factor };
                slope = slope.plus(sum.down.times(*distance)).times(power.down);
                sum = sum.times(*power).plus(factor);
            }
            Some((sum, slope.over(sum.down), &self.places.get(from)?.shift))
        };
        let ((first, rising, high), (second, falling, low)) =
            (sum(start, self.places.len())?, sum(0, end)?);
        let distance = high - low;
        let near = |x: RegisterFloat<false>| Interval::new(x.to_float(), x.to_float(), precision);
        let log = &ln(&first.over(second, precision)) + &(&distance * y);
        Some((log, &distance + &(&near(rising) - &near(falling))))
    }
}
