//! Sorting by an order that may be undecided.

use std::cmp::Ordering;

/// Sorts in ascending order, stably; `None` once a comparison is undecided.
///
/// The sorts of the standard library may panic where a comparison is no total order. It is none if
/// undecided pairs are said to be equal.
pub(crate) fn sorted_by<T>(
    mut items: Vec<T>,
    compare: &mut impl FnMut(&T, &T) -> Option<Ordering>,
) -> Option<Vec<T>> {
    if items.len() < 2 {
        return Some(items);
    }
    let second = items.split_off(items.len() / 2);
    let mut sorted = Vec::with_capacity(items.len() + second.len());
    let mut first = sorted_by(items, compare)?.into_iter().peekable();
    let mut second = sorted_by(second, compare)?.into_iter().peekable();
    while let (Some(x), Some(y)) = (first.peek(), second.peek()) {
        let next = if compare(x, y)?.is_gt() { second.next() } else { first.next() };
        sorted.extend(next);
    }
    sorted.extend(first.chain(second));
    Some(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_stable_sort(keys in prop::collection::vec(0u8..20, 0..80)) {
            let items: Vec<_> = keys.into_iter().enumerate().map(|(place, key)| (key, place)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(sorted_by(items, &mut |x, y| Some(x.0.cmp(&y.0))), Some(expected));
        }

        /// Different numbers at a distance of 1 are undecided: 0 and 2 are decided, and each is
        /// undecided beside 1.
        #[test]
        fn what_is_undecided_is_found(keys in prop::collection::vec(0u32..300, 0..80)) {
            let decide = |x: &u32, y: &u32| (x == y || x.abs_diff(*y) > 1).then(|| x.cmp(y));
            let mut expected = keys.clone();
            expected.sort_unstable();
            let is_decided = expected.windows(2).all(|pair| matches!(pair, [x, y] if decide(x, y).is_some()));
            prop_assert_eq!(sorted_by(keys, &mut |x, y| decide(x, y)), is_decided.then_some(expected));
        }
    }
}
