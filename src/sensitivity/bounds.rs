//! Bounds for long patterns: each participation is charged for its own products alone.

use super::ZERO;
use super::gram::Gram;
use super::participation::Participation;
use crate::exact::effort;
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

/// The largest sum of weights >= 0 over steps at least b apart, as many as fit; and those steps.
///
/// Cost: O(n).
fn heaviest(weights: &[Integer], b: usize) -> (Integer, Vec<usize>) {
    // Entry i is the largest sum over the first i steps.
    let mut sums = vec![Integer::ZERO];
    let with = |sums: &[Integer], i: usize, weight: &Integer| {
        sums.get((i + 1).saturating_sub(b)).unwrap_or(&ZERO) + weight
    };
    for (i, weight) in weights.iter().enumerate() {
        let sum = with(&sums, i, weight);
        let without = sums.last().unwrap_or(&ZERO);
        effort::sum(sum.significant_bits());
        let larger = if sum > *without { sum } else { without.clone() };
        sums.push(larger);
    }
    let mut steps = Vec::new();
    let mut rest = weights.len();
    while let Some(i) = rest.checked_sub(1) {
        if sums.get(i) == sums.get(rest) {
            rest = i;
        } else {
            steps.push(i);
            rest = rest.saturating_sub(b);
        }
    }
    steps.reverse();
    (sums.pop().unwrap_or_default(), steps)
}

/// The largest sum of weights >= 0 over at most k steps at least b apart; and those steps.
///
/// Cost: O(n k).
fn heaviest_of(weights: &[Integer], b: usize, k: usize) -> (Integer, Vec<usize>) {
    // Row j, entry i is the largest sum over the first i steps with at most j of them.
    let mut rows = vec![vec![Integer::ZERO; weights.len() + 1]];
    for _ in 0..k {
        let mut row = vec![Integer::ZERO];
        for (i, weight) in weights.iter().enumerate() {
            let before =
                rows.last().and_then(|row| row.get((i + 1).saturating_sub(b))).unwrap_or(&ZERO);
            let (with, without) = (before + weight, row.last().unwrap_or(&ZERO));
            effort::sum(with.significant_bits());
            let larger = if with > *without { with } else { without.clone() };
            row.push(larger);
        }
        rows.push(row);
    }
    let value = rows.last().and_then(|row| row.last()).cloned().unwrap_or_default();
    let (mut steps, mut rest) = (Vec::new(), weights.len());
    while let (Some(row), Some(i)) = (rows.last(), rest.checked_sub(1)) {
        if row.get(i) == row.get(rest) {
            rest = i;
        } else {
            steps.push(i);
            rest = rest.saturating_sub(b);
            rows.pop();
        }
    }
    steps.reverse();
    (value, steps)
}

/// An upper bound of the sum of the sizes of inner products over all patterns, and a pattern that
/// is good for it.
#[derive(Clone, Debug)]
pub struct Charged {
    /// The bound.
    pub upper: Integer,
    /// The pattern.
    pub pattern: Vec<usize>,
}

/// The most entries of a table of sums, each a long integer. With more, the bound is that without a
/// limit of the participations, which is wider and as right.
const MOST_ENTRIES: usize = 1 << 22;

/// For inner products >= 0. Two bounds: of k columns the squared norm of the sum is at most k times
/// the sum of their squared norms; and it is the sum over the pattern of the rows of G, of which no
/// pattern has more than the heaviest entries. Where all columns of a pattern are orthogonal, the
/// second is its value.
///
/// Periodic participation is bounded as if its gaps could be longer.
///
/// Cost: O(n k) if k participations are fewer than fit, otherwise O(n); and O(1) for each inner
/// product.
pub fn charged(gram: &Gram, participation: &Participation) -> Charged {
    let n = gram.len();
    let (b, k) = (participation.gap(), participation.most(n));
    let is_full = k >= n.div_ceil(b);
    let best = |weights: &[Integer]| match is_full || n.saturating_mul(k) > MOST_ENTRIES {
        true => heaviest(weights, b),
        false => heaviest_of(weights, b, k),
    };
    let (norms, _) = best(gram.norms());
    let (rows, pattern) = best(&rows(gram, b));
    // Without the limit of their number a pattern may be too long.
    let pattern = pattern.into_iter().take(k).collect();
    Charged { upper: rows.min(norms * Integer::from(k)), pattern }
}

/// For each column its squared norm, and the most that a pattern adds from columns before it and
/// after it.
fn rows(gram: &Gram, b: usize) -> Vec<Integer> {
    let mut before: Vec<Vec<(usize, Integer)>> = vec![Vec::new(); gram.len()];
    let mut after = before.clone();
    for (i, j, g) in gram.pairs() {
        for (list, at, other) in [(&mut after, i, j), (&mut before, j, i)] {
            if let Some(row) = list.get_mut(at) {
                row.push((other, g.clone()));
            }
        }
    }
    let sides =
        before.iter().zip(&after).map(|(before, after)| sparse(before, b) + sparse(after, b));
    gram.norms().iter().zip(sides).map(|(norm, sides)| norm + sides).collect()
}

/// The largest sum over columns at least b apart, of a list of some columns with their weights,
/// ascending.
fn sparse(list: &[(usize, Integer)], b: usize) -> Integer {
    let Some(((first, _), (last, _))) = list.first().zip(list.last()) else {
        return Integer::ZERO;
    };
    let mut weights = vec![Integer::ZERO; last - first + 1];
    for (i, g) in list {
        if let Some(weight) = weights.get_mut(i - first) {
            weight.clone_from(g);
        }
    }
    heaviest(&weights, b).0
}

/// The squared norm of the sum of the columns of a pattern, each with the sign that makes the sum
/// longer, one after the other: a lower bound of the squared sensitivity.
///
/// Cost: for each column of the pattern one inner product with each before it, from the last one on
/// which none reaches it.
pub fn greedy(gram: &Gram, pattern: &[usize]) -> Integer {
    // With the farthest column that this one or one before it reaches.
    let mut signs: Vec<(usize, bool, usize)> = Vec::new();
    let mut value = Integer::ZERO;
    let mut reached = 0;
    for t in pattern {
        let near = signs.iter().rev().take_while(|(_, _, reached)| reached >= t);
        let cross = near.fold(Integer::ZERO, |sum, (i, sign, _)| {
            let g = gram.inner(*i, *t);
            effort::sum(g.significant_bits());
            if *sign { sum + g } else { sum - g }
        });
        let sign = cross >= 0;
        value += gram.norm(*t) + (if sign { cross } else { -cross } << 1u32);
        reached = reached.max(gram.reach(*t));
        signs.push((*t, sign, reached));
    }
    value
}
