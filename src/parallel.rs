//! Parts of a computation on several threads, each of which counts for the question that it is a
//! part of.

use crate::meter;
use rayon::prelude::*;

/// Two parts.
#[allow(clippy::disallowed_methods, reason = "the question goes along")]
pub fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    meter::shared(|here| rayon::join(|| here.run(first), || here.run(second)))
}

/// A part for each item: the results, in the order of the items.
pub fn map<T, R: Send, C: FromParallelIterator<R>>(
    items: impl IntoParallelIterator<Item = T>,
    part: impl Fn(T) -> R + Sync + Send,
) -> C {
    meter::shared(|here| items.into_par_iter().map(|item| here.run(|| part(item))).collect())
}

/// What other threads help with in arithmetic that is not counted, but by the caller.
pub fn uncounted<T>(compute: impl FnOnce() -> T) -> T {
    meter::shared(|_| compute())
}
