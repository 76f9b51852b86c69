//! What fails in the same way, without a number: the first one of many is shown for all of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The most that are all listed.
pub const FEW: usize = 5;

/// The verdict, its relation to the baseline, and the reason.
pub type Way<'a> = (&'static str, &'static str, &'a str);

/// A row, and the ids of the others that it is shown for.
pub type Row<'a, T> = (&'a T, Vec<&'a str>);

/// The rows, each with the ids of the others that failed in the same way if these are more than a
/// few. What has no way to fail is alone.
pub fn folded<'a, T>(
    rows: &[&'a T],
    id: impl Fn(&'a T) -> &'a str,
    way: impl Fn(&'a T) -> Option<Way<'a>>,
) -> Vec<Row<'a, T>> {
    let mut counts: HashMap<Way<'a>, usize> = HashMap::new();
    for way in rows.iter().filter_map(|row| way(row)) {
        *counts.entry(way).or_default() += 1;
    }
    let is_many = |way: &Way<'a>| counts.get(way).is_some_and(|count| *count > FEW);
    let mut first: HashMap<Way<'a>, usize> = HashMap::new();
    let mut folded: Vec<Row<'a, T>> = Vec::new();
    for row in rows {
        if let Some(way) = way(row).filter(is_many) {
            match first.entry(way) {
                Entry::Occupied(place) => {
                    if let Some((_, others)) = folded.get_mut(*place.get()) {
                        others.push(id(row));
                    }
                    continue;
                }
                Entry::Vacant(place) => place.insert(folded.len()),
            };
        }
        folded.push((*row, Vec::new()));
    }
    folded
}

/// Without folding.
pub fn each<'a, T>(rows: &[&'a T]) -> Vec<Row<'a, T>> {
    rows.iter().map(|row| (*row, Vec::new())).collect()
}
