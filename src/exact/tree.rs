//! Many operands as a tree of small depth: expressions of long sums and maxima do not nest deeply.

/// An operation on all items, those of each half first; `None` without items.
pub(crate) fn tree<T: Clone>(items: &[T], by: impl Fn(&T, &T) -> T + Copy) -> Option<T> {
    match items {
        [] => None,
        [x] => Some(x.clone()),
        _ => {
            let (head, tail) = items.split_at(items.len() / 2);
            tree(head, by).zip(tree(tail, by)).map(|(x, y)| by(&x, &y))
        }
    }
}
