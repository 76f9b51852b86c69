//! Cuts of mixtures of Laplace noise.

use super::{Cut, Noise, Part, Parts};
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::kernel::{exp, ln};
use crate::pair::tails::GridPoint;
use std::cmp::Ordering;

/// A density of `left e^-u + right e^u` at the distance u above a shift.
#[derive(Clone, Debug)]
struct Density<E: Engine> {
    left: Interval<E>,
    right: Interval<E>,
}

/// The shifts of both distributions in ascending order, each with twice the densities above it.
#[derive(Clone, Debug)]
pub(super) struct Laplace<E: Engine> {
    shifts: Vec<Interval<E>>,
    p: Vec<Density<E>>,
    q: Vec<Density<E>>,
}

/// The densities at each shift: the parts at or below it fall from there on, the others rise.
fn densities<E: Engine>(
    shifts: &[Interval<E>],
    weights: &[Interval<E>],
    precision: u64,
) -> Vec<Density<E>> {
    let zero = Interval::zero(precision);
    let shrink: Vec<Interval<E>> =
        shifts.iter().zip(shifts.iter().skip(1)).map(|(x, y)| exp(&(x - y))).collect();
    let mut left = Vec::new();
    let mut sum = zero.clone();
    for (i, weight) in weights.iter().enumerate() {
        if let Some(shrink) = i.checked_sub(1).and_then(|i| shrink.get(i)) {
            sum = &sum * shrink;
        }
        sum = &sum + weight;
        left.push(sum.clone());
    }
    let mut right = vec![zero.clone()];
    let mut sum = zero;
    for (shrink, weight) in shrink.iter().zip(weights.iter().skip(1)).rev() {
        sum = &(&sum + weight) * shrink;
        right.push(sum.clone());
    }
    left.into_iter()
        .zip(right.into_iter().rev())
        .map(|(left, right)| Density { left, right })
        .collect()
}

impl<E: Engine> Laplace<E> {
    pub(super) fn of(parts: &Parts<E>) -> Laplace<E> {
        let Parts { p, q, meet } = parts;
        let precision = p.first().map_or(1, |part| part.weight.precision());
        let zero = || Interval::<E>::zero(precision);
        let skipped = usize::from(*meet);
        let shifts: Vec<_> =
            q.iter().chain(p.iter().skip(skipped)).map(|part| part.shift.clone()).collect();
        let weights =
            |parts: &[Part<E>]| parts.iter().map(|part| part.weight.clone()).collect::<Vec<_>>();
        let before = vec![zero(); q.len().saturating_sub(skipped)];
        let after = vec![zero(); p.len().saturating_sub(skipped)];
        let (of_p, of_q) = ([before, weights(p)].concat(), [weights(q), after].concat());
        let (p, q) = (densities(&shifts, &of_p, precision), densities(&shifts, &of_q, precision));
        Laplace { shifts, p, q }
    }

    /// The place above shift i where the loss is that of a ratio, if it is below the next shift:
    /// otherwise any there. With `P = a e^-u + b e^u` and `Q = c e^-u + d e^u` it is at `e^(2u) =
    /// (g c - a) / (b - g d)`.
    fn above(&self, i: usize, ratio: &Interval<E>) -> Option<Interval<E>> {
        let (p, q, start, end) =
            (self.p.get(i)?, self.q.get(i)?, self.shifts.get(i)?, self.shifts.get(i + 1)?);
        let whole = start.hull(end);
        let rising = &p.right - &(ratio * &q.right);
        if rising.sign() != Some(Ordering::Greater) {
            return Some(whole);
        }
        let square = (&(&(ratio * &q.left) - &p.left) / &rising).positive_part();
        if !square.upper().is_finite() {
            return Some(whole);
        }
        let place = start + &ln(&square).shift(-1);
        // Rounding may leave an empty intersection at an end.
        Some(place.intersection(&whole).unwrap_or(whole))
    }
}

impl<E: Engine> Noise<E> for Laplace<E> {
    /// `P - g Q` is negative up to the last shift where it is known to be, and positive from the
    /// first where that is known. Below all shifts, and above all, the loss is constant.
    fn cuts(&self, point: &GridPoint<E>) -> Vec<Cut<E>> {
        let at = |density: &Density<E>| &density.left + &density.right;
        let excess =
            |(p, q): (&Density<E>, &Density<E>)| (&at(p) - &(&point.ratio * &at(q))).sign();
        let signs: Vec<Option<Ordering>> = self.p.iter().zip(&self.q).map(excess).collect();
        let negative = signs.iter().rposition(|sign| sign.is_some_and(Ordering::is_lt));
        let positive = signs.iter().position(|sign| sign.is_some_and(Ordering::is_gt));
        let (first, last) =
            (negative.unwrap_or(0), positive.unwrap_or(self.shifts.len().saturating_sub(1)));
        let mut cuts: Vec<Cut<E>> =
            (first..last).filter_map(|i| self.above(i, &point.ratio)).map(Cut::At).collect();
        if negative.is_none() {
            cuts.push(Cut::Start);
        }
        if positive.is_none() {
            cuts.push(Cut::End);
        }
        cuts
    }

    fn tail(place: &Interval<E>) -> Interval<E> {
        let one = Interval::one(place.precision());
        let end = |x: &E::Float| {
            let x = Interval::<E>::new(x.clone(), x.clone(), place.precision());
            if x.lower().sign().is_lt() { &one - &exp(&x).shift(-1) } else { exp(&-&x).shift(-1) }
        };
        Interval::new(
            end(place.upper()).lower().clone(),
            end(place.lower()).upper().clone(),
            place.precision(),
        )
    }
}
