//! All patterns of a participation, and signs with which no inner product is below 0.

use super::participation::Participation;
use malachite::Integer;

/// The patterns that are part of no other one; `None` if more than `most` were looked at.
pub fn patterns(participation: &Participation, n: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let (b, k) = (participation.gap(), participation.most(n));
    if participation.is_periodic() {
        let from = |start: usize| (start..n).step_by(b).take(k).collect::<Vec<_>>();
        let is_largest = |start: usize| start < b || (n - start).div_ceil(b) >= k;
        let starts = (0..n).filter(|start| is_largest(*start)).take(most + 1);
        let found: Vec<Vec<usize>> = starts.map(from).collect();
        return (found.len() <= most).then_some(found);
    }
    let mut found = Vec::new();
    let mut looked_at = 0;
    // A pattern with the information whether no step fits before its last one.
    let mut open: Vec<(Vec<usize>, bool)> =
        (0..n).rev().map(|first| (vec![first], first < b)).collect();
    while let Some((pattern, is_tight)) = open.pop() {
        looked_at += 1;
        if looked_at > most {
            return None;
        }
        let last = pattern.last().copied().unwrap_or(0);
        let next = last.saturating_add(b);
        if pattern.len() == k || (is_tight && next >= n) {
            found.push(pattern);
            continue;
        }
        let can_be_full = pattern.len() + n.saturating_sub(next).div_ceil(b) >= k;
        for t in (next..n).rev() {
            let is_tight = is_tight && t - last < 2 * b;
            if is_tight || can_be_full {
                open.push(([pattern.as_slice(), &[t]].concat(), is_tight));
            }
        }
    }
    Some(found)
}

/// Are there signs of n columns with which no inner product is below 0? From all pairs with an
/// inner product other than 0.
pub fn is_balanced<'a>(n: usize, pairs: impl Iterator<Item = (usize, usize, &'a Integer)>) -> bool {
    let mut classes = Classes::new(n);
    pairs.filter(|(_, _, g)| **g != 0).all(|(i, j, g)| classes.join(i, j, *g < 0))
}

/// Classes of columns whose signs depend on each other.
struct Classes {
    /// For each column another one of its class, or itself, and whether their signs differ.
    parents: Vec<(usize, bool)>,
}

impl Classes {
    fn new(n: usize) -> Classes {
        Classes { parents: (0..n).map(|i| (i, false)).collect() }
    }

    /// The representative of the class of a column, and whether their signs differ.
    fn root(&mut self, mut i: usize) -> (usize, bool) {
        let mut differs = false;
        while let Some((parent, flips)) = self.parents.get(i).copied()
            && parent != i
        {
            // Each step skips one, so that the paths stay short.
            let (next, more) = self.parents.get(parent).copied().unwrap_or((parent, false));
            if let Some(entry) = self.parents.get_mut(i) {
                *entry = (next, flips ^ more);
            }
            differs ^= flips ^ more;
            i = next;
        }
        (i, differs)
    }

    /// Requires that the signs of two columns differ, or do not; `false` if that contradicts what
    /// was required before.
    fn join(&mut self, i: usize, j: usize, differs: bool) -> bool {
        let ((i, first), (j, second)) = (self.root(i), self.root(j));
        let wanted = differs ^ first ^ second;
        if i == j {
            return !wanted;
        }
        if let Some(entry) = self.parents.get_mut(i) {
            *entry = (j, wanted);
        }
        true
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Every set of steps that is allowed is a part of a pattern, and no pattern is a part of
    /// another one.
    #[test]
    fn patterns_are_the_largest_sets() {
        for (n, b, k, is_periodic) in (1..8).flat_map(|n| {
            (1..4).flat_map(move |b| {
                (1..5).flat_map(move |k| [false, true].map(|is_periodic| (n, b, k, is_periodic)))
            })
        }) {
            let make =
                if is_periodic { Participation::periodic } else { Participation::min_separation };
            let found = patterns(&make(b, Some(k)).unwrap(), n, 1 << n).unwrap();
            let is_allowed = |steps: &[usize]| {
                let mut gaps = steps.iter().zip(steps.iter().skip(1)).map(|(i, j)| j - i);
                steps.len() <= k && gaps.all(|gap| if is_periodic { gap == b } else { gap >= b })
            };
            let sets =
                (1u32..1 << n).map(|set| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>());
            let is_part =
                |steps: &[usize], of: &[usize]| steps.iter().all(|step| of.contains(step));
            for steps in sets.filter(|steps| is_allowed(steps)) {
                assert!(
                    found.iter().any(|pattern| is_part(&steps, pattern)),
                    "{n} {b} {k} {is_periodic}: {steps:?}"
                );
            }
            for (i, pattern) in found.iter().enumerate() {
                assert!(is_allowed(pattern), "{n} {b} {k} {is_periodic}: {pattern:?}");
                let mut others = found.iter().enumerate().filter(|(j, _)| *j != i);
                assert!(
                    !others.any(|(_, other)| is_part(pattern, other)),
                    "{n} {b} {k} {is_periodic}: {pattern:?}"
                );
            }
        }
    }

    /// All signs of the inner products of four columns, in several orders.
    #[test]
    fn balanced_columns_by_all_signs() {
        const PAIRS: [(usize, usize); 6] = [(0, 1), (2, 3), (1, 2), (0, 3), (0, 2), (1, 3)];
        for signs in 0..3u32.pow(6) {
            let products: Vec<Integer> = (0..6u32)
                .map(|i| Integer::from(signs / 3u32.pow(i) % 3) - Integer::from(1))
                .collect();
            let is_positive = |columns: u32, (i, j): (usize, usize), g: &Integer| {
                let differ = (columns >> i ^ columns >> j) & 1 == 1;
                if differ { *g <= 0 } else { *g >= 0 }
            };
            let expected = (0..16).any(|columns| {
                PAIRS.iter().zip(&products).all(|(pair, g)| is_positive(columns, *pair, g))
            });
            let pairs = PAIRS.iter().zip(&products).map(|((i, j), g)| (*i, *j, g));
            assert_eq!(is_balanced(4, pairs), expected, "{products:?}");
        }
    }
}
