//! Blackwell's order for mechanisms with infinitely many likelihood ratios and closed forms:
//! Gaussian and Laplace noise.
//!
//! Trade-off functions are convex, and so are profiles; those of finite pairs are piecewise linear,
//! so that one check at each corner decides. Two smooth profiles decrease, so that on a short
//! interval the least value of the one and the largest of the other are at its ends.

use super::{Numbers, Order};
use crate::composition::Table;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::real::Real;
use crate::exact::value::Value;
use crate::mechanism::ClosedForm;
use crate::quantity::table_reader::Reader;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The most intervals that are examined: each is a delta of both mechanisms. Where two functions
/// touch, intervals are halved without end, and the order is said to be undecided.
const MOST: usize = 1 << 12;

/// delta at a loss of either sign: `delta(1/g) = 1 - (1 - delta(g))/g`, because the pair is
/// symmetric.
fn delta_at<E: Engine>(noise: &ClosedForm, loss: &Real, precision: u64) -> Option<Value<E>> {
    if loss.sign()?.is_ge() {
        return Some(noise.delta(loss, precision).probability());
    }
    let one = Value::Exact(Rational::from(1));
    let rest = &one - &delta_at(noise, &-loss, precision)?;
    Some(&one - &(&Value::of(&loss.exp(), precision) * &rest))
}

/// Is its loss never, or always, above this one? Then delta is the least that any mechanism has
/// there.
fn is_least(noise: &ClosedForm, loss: &Real) -> bool {
    let beyond = |loss: &Real, largest: &Real| loss.compare(largest).is_some_and(Ordering::is_ge);
    noise.largest_loss().is_some_and(|largest| beyond(loss, &largest) || beyond(&-loss, &largest))
}

/// The trade-off function; for an enclosed level between its values at both ends, because it
/// decreases.
fn beta_at<E: Engine>(noise: &ClosedForm, alpha: &Value<E>, precision: u64) -> Option<Value<E>> {
    let at = |alpha: &Rational| match alpha {
        alpha if *alpha <= 0 => Value::Exact(Rational::from(1)),
        alpha if *alpha >= 1 => Value::Exact(Rational::from(0)),
        alpha => noise.beta(&Real::from(alpha.clone()), precision).probability(),
    };
    if let Some(alpha) = alpha.as_rational() {
        return Some(at(alpha));
    }
    let alpha = alpha.enclose(precision);
    let (high, low) = (at(&alpha.lower().to_rational()?), at(&alpha.upper().to_rational()?));
    Some(Value::Enclosed(high.enclose(precision).hull(&low.enclose(precision))))
}

/// A ratio near the threshold of the test at a level in [0, 1); at least 1 where the test has none.
fn threshold<E: Engine>(noise: &ClosedForm, alpha: &Value<E>, precision: u64) -> Option<Rational> {
    let near = alpha.enclose(precision).lower().to_rational()?;
    let level = Real::from(near.max(Rational::from(0)));
    let Some(threshold) = noise.test::<E>(&level, precision).threshold else {
        return Some(Rational::from(1));
    };
    if let Some(exact) = threshold.as_rational() {
        return Some(exact.clone());
    }
    // A few digits suffice: near the best ratio the deltas hardly change.
    threshold.enclose(precision / 8).lower().to_rational().filter(|g| *g > 0)
}

/// Does a finite A dominate a continuous B?
///
/// As for two tables, the supporting lines through the edges of A are compared: `delta_B(g) <=
/// delta_A(g)` at the ratios g of A decides.
pub(super) fn finite_first<E: Engine>(
    a: &Table<E>,
    b: &ClosedForm,
    precision: u64,
) -> Order<Numbers<E>> {
    let number = |x: &Real| Value::of(x, precision);
    let reader = Reader::new(a, precision, &number);
    let mut largest: Option<(Value<E>, Numbers<E>)> = None;
    let mut decided = true;
    for i in 0..a.rows.len() {
        let loss = a.losses.get(i);
        if is_least(b, &loss) {
            continue;
        }
        let (Some(delta), Some(other)) = (reader.delta(&loss), delta_at(b, &loss, precision))
        else {
            decided = false;
            continue;
        };
        let difference = &other - &delta;
        match difference.compare(&Value::Exact(Rational::from(0))) {
            Some(Ordering::Greater) => {
                let alpha = b.level_above(&loss, precision);
                let ratio = number(&loss.exp());
                let other_beta = &(&Value::Exact(Rational::from(1)) - &other) - &(&ratio * &alpha);
                let numbers = [alpha.clone(), reader.beta(&alpha), other_beta, ratio, delta, other];
                let known = largest.as_ref().map(|(known, _)| difference.compare(known));
                if known.is_none_or(|order| order == Some(Ordering::Greater)) {
                    largest = Some((difference, numbers));
                }
            }
            Some(_) => {}
            None => decided = false,
        }
    }
    match largest {
        Some((_, numbers)) => fails(numbers),
        None if decided => Order::Dominates,
        None => Order::Undecided,
    }
}

/// Does a continuous A dominate a finite B?
///
/// `f_A` is convex and `f_B` piecewise linear: it is below everywhere if it is so at the vertices
/// of B.
pub(super) fn continuous_first<E: Engine>(
    a: &ClosedForm,
    b: &Table<E>,
    precision: u64,
) -> Order<Numbers<E>> {
    let (zero, one) = (Value::Exact(Rational::from(0)), Value::Exact(Rational::from(1)));
    let mut vertex = (zero.clone(), &one - &b.p_infinite);
    let mut vertices = vec![vertex.clone()];
    for row in &b.rows {
        vertex = (&vertex.0 + &row.q, &vertex.1 - &row.p);
        vertices.push(vertex.clone());
    }
    // The last vertex is on the axis, and is (1, 0) where both are 0.
    vertices.pop();
    if b.q_infinite.compare(&zero) != Some(Ordering::Equal) || b.rows.is_empty() {
        vertices.push((&one - &b.q_infinite, zero.clone()));
    }
    let mut largest: Option<(Value<E>, [Value<E>; 3])> = None;
    let mut decided = true;
    for (alpha, beta) in vertices {
        let Some(first) = beta_at(a, &alpha, precision) else {
            decided = false;
            continue;
        };
        let difference = &first - &beta;
        match difference.compare(&zero) {
            Some(Ordering::Greater) => {
                let known = largest.as_ref().map(|(known, _)| difference.compare(known));
                if known.is_none_or(|order| order == Some(Ordering::Greater)) {
                    largest = Some((difference, [alpha, first, beta]));
                }
            }
            Some(_) => {}
            None => decided = false,
        }
    }
    match largest {
        Some((_, vertex)) => separate(a, b, vertex, precision),
        None if decided => Order::Dominates,
        None => Order::Undecided,
    }
}

/// A ratio whose supporting line separates a vertex of B from A: that of the tangent of A there, or
/// a large one at level 0, where a Gaussian has no tangent.
fn separate<E: Engine>(
    a: &ClosedForm,
    b: &Table<E>,
    [alpha, beta, other_beta]: [Value<E>; 3],
    precision: u64,
) -> Order<Numbers<E>> {
    let number = |x: &Real| Value::of(x, precision);
    let reader = Reader::new(b, precision, &number);
    let Some(mut ratio) = threshold(a, &alpha, precision) else {
        return Order::Undecided;
    };
    for _ in 0..64 {
        let loss = Real::from(ratio.clone()).ln();
        if let (Some(delta), Some(other)) = (delta_at(a, &loss, precision), reader.delta(&loss))
            && other.compare(&delta) == Some(Ordering::Greater)
        {
            return fails([alpha, beta, other_beta, Value::Exact(ratio), delta, other]);
        }
        ratio = &ratio * &ratio + Rational::from(1);
        if alpha.as_rational().is_none_or(|alpha| *alpha != 0)
            || ratio > Rational::from(1) << 4096u32
        {
            break;
        }
    }
    Order::Undecided
}

/// The order of two continuous mechanisms of different kinds.
///
/// Where only A has a largest loss, as Laplace noise has, B has delta > 0 at it. Both are
/// symmetric, so that A dominates a B with a largest loss if its delta is larger at the losses from
/// 0 to that loss; beyond it, the delta of B is 0.
pub(super) fn both_continuous<E: Engine>(
    a: &ClosedForm,
    b: &ClosedForm,
    precision: u64,
) -> Order<Numbers<E>> {
    let at = |loss: &Real| {
        let (delta, other) =
            (delta_at::<E>(a, loss, precision)?, delta_at::<E>(b, loss, precision)?);
        let is_larger = other.compare(&delta) == Some(Ordering::Greater);
        Some((delta, other, is_larger))
    };
    let fails_at = |loss: &Real, delta: Value<E>, other: Value<E>| {
        let alpha = b.level_above(loss, precision);
        let ratio = Value::of(&loss.exp(), precision);
        let other_beta = &(&Value::Exact(Rational::from(1)) - &other) - &(&ratio * &alpha);
        match beta_at(a, &alpha, precision) {
            Some(beta) => fails([alpha, beta, other_beta, ratio, delta, other]),
            None => Order::Undecided,
        }
    };
    let largest = match (a.largest_loss(), b.largest_loss()) {
        (Some(largest), None) => {
            return match at(&largest) {
                Some((delta, other, true)) => fails_at(&largest, delta, other),
                _ => Order::Undecided,
            };
        }
        (_, Some(largest)) => largest,
        (None, None) => return Order::Undecided,
    };
    // Level by level, so that a loss at which it fails is found early.
    let (mut wide, mut looked_at) = (vec![(Rational::from(0), Rational::from(1))], 0);
    while !wide.is_empty() {
        let mut next = Vec::new();
        for (low, high) in wide {
            looked_at += 1;
            let loss = |share: &Rational| Real::from(share.clone()) * &largest;
            let (Some(left), Some(right)) = (at(&loss(&low)), at(&loss(&high))) else {
                return Order::Undecided;
            };
            if left.2 {
                return fails_at(&loss(&low), left.0, left.1);
            }
            // delta of A is least at the right end, that of B largest at the left one.
            if !matches!(right.0.compare(&left.1), Some(Ordering::Greater | Ordering::Equal)) {
                let middle = (&low + &high) >> 1u32;
                next.extend([(low, middle.clone()), (middle, high)]);
            }
        }
        if looked_at > MOST {
            return Order::Undecided;
        }
        wide = next;
    }
    Order::Dominates
}

/// The order fails, if the deltas show it; the trade-off functions may be too close to 1 for that.
fn fails<E: Engine>(numbers: Numbers<E>) -> Order<Numbers<E>> {
    let [.., delta, other_delta] = &numbers;
    if other_delta.compare(delta) == Some(Ordering::Greater) {
        Order::Fails(numbers)
    } else {
        Order::Undecided
    }
}
