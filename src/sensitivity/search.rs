//! The best pattern by dynamic programming over the steps.

use super::gram::Gram;
use super::participation::Participation;
use crate::control::{Control, Interrupted};
use malachite::Integer;
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A pattern with signs, and the value of its sum.
#[derive(Clone, Debug)]
pub struct Signed {
    /// The squared norm of the signed sum of its columns, in the units of the inner products.
    pub value: Integer,
    /// Its steps, ascending.
    pub pattern: Vec<usize>,
}

/// What of the past the future depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// The number of participations; at most 1 where no number of them is too large.
    count: usize,
    /// The participations that share rows with a step that may follow, with their signs.
    active: Vec<(usize, bool)>,
}

/// One participation of a pattern, and the place of the one before it.
struct Link {
    step: usize,
    before: Option<usize>,
}

/// The largest sum of inner products over all patterns: over all signs too if `is_signed`,
/// otherwise without signs. `None` if there are more than `most` states.
///
/// Cost: a state for each step, number of participations, and set of signed participations that
/// share a row with a later step. The number counts only if fewer participations are allowed than
/// fit.
///
/// # Errors
/// If the computation is interrupted.
pub fn search(
    gram: &Gram,
    participation: &Participation,
    is_signed: bool,
    most: usize,
    control: &Control,
) -> Result<Option<Signed>, Interrupted> {
    let n = gram.len();
    let longest = participation.most(n);
    let is_counted = longest < n.div_ceil(participation.gap());
    let mut levels: Vec<BTreeMap<State, (Integer, Option<usize>)>> = vec![BTreeMap::new(); n];
    let mut links: Vec<Link> = Vec::new();
    let mut best: Option<(Integer, usize)> = None;
    let mut states = 0usize;
    if let Some(first) = levels.first_mut() {
        first.insert(State { count: 0, active: Vec::new() }, (Integer::ZERO, None));
    }
    for t in 0..n {
        control.check()?;
        let level = levels.get_mut(t).map(std::mem::take).unwrap_or_default();
        states += level.len();
        if states > most {
            return Ok(None);
        }
        for (state, (value, trail)) in level {
            // A sign of the whole sum changes nothing.
            let signs: &[bool] =
                if is_signed && !state.active.is_empty() { &[true, false] } else { &[true] };
            for sign in signs {
                let taken = taken(gram, &state, &value, t, *sign);
                let link = links.len();
                links.push(Link { step: t, before: trail });
                if best.as_ref().is_none_or(|(largest, _)| taken > *largest) {
                    best = Some((taken.clone(), link));
                }
                let next = t.saturating_add(participation.gap());
                let count = if is_counted { state.count + 1 } else { 1 };
                if (!is_counted || count < longest) && next < n {
                    let mut active = state.active.clone();
                    active.push((t, *sign));
                    put(&mut levels, next, active, count, gram, (taken, Some(link)));
                }
            }
            let may_wait = !participation.is_periodic() || state.count == 0;
            if may_wait && t + 1 < n {
                put(&mut levels, t + 1, state.active, state.count, gram, (value, trail));
            }
        }
    }
    Ok(best.map(|(value, link)| Signed { value, pattern: followed(&links, link) }))
}

/// The value of a state with another participation.
fn taken(gram: &Gram, state: &State, value: &Integer, t: usize, sign: bool) -> Integer {
    let cross = state.active.iter().fold(Integer::ZERO, |sum, (i, other)| match *other == sign {
        true => sum + gram.inner(*i, t),
        false => sum - gram.inner(*i, t),
    });
    value + gram.norm(t) + (cross << 1u32)
}

/// Keeps the better of two ways to a state.
fn put(
    levels: &mut [BTreeMap<State, (Integer, Option<usize>)>],
    t: usize,
    mut active: Vec<(usize, bool)>,
    count: usize,
    gram: &Gram,
    way: (Integer, Option<usize>),
) {
    active.retain(|(i, _)| gram.reach(*i) >= t);
    // The sign of the whole sum is that with which the first of them is positive.
    if active.first().is_some_and(|(_, sign)| !sign) {
        active.iter_mut().for_each(|(_, sign)| *sign = !*sign);
    }
    let Some(level) = levels.get_mut(t) else {
        return;
    };
    match level.entry(State { count, active }) {
        Entry::Vacant(vacant) => {
            vacant.insert(way);
        }
        Entry::Occupied(mut known) => {
            if way.0 > known.get().0 {
                known.insert(way);
            }
        }
    }
}

/// The steps of a pattern, from its last link back.
fn followed(links: &[Link], last: usize) -> Vec<usize> {
    let mut steps: Vec<usize> =
        std::iter::successors(links.get(last), |link| links.get(link.before?))
            .map(|link| link.step)
            .collect();
    steps.reverse();
    steps
}
