//! How far long evaluations have come, for a person who waits.
//!
//! One pair of counters for the whole process, in the units of [`Cost::work`](super::cost::Cost). Nothing
//! is computed from them.

use std::sync::atomic::{AtomicU64, Ordering};

static PLANNED: AtomicU64 = AtomicU64::new(0);
static DONE: AtomicU64 = AtomicU64::new(0);

/// Work that is announced; all of it counts as done when this is dropped.
#[derive(Debug)]
pub struct Work {
    rest: AtomicU64,
}

impl Work {
    /// Announces work.
    pub fn plan(work: u128) -> Work {
        let work = u64::try_from(work).unwrap_or(u64::MAX).min(1 << 60);
        PLANNED.fetch_add(work, Ordering::Relaxed);
        Work { rest: AtomicU64::new(work) }
    }

    /// Some of it is done: no more counts than is left.
    pub fn done(&self, part: u64) {
        let take = |rest: u64| Some(rest.saturating_sub(part));
        // The closure always gives a number.
        let before = self.rest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        DONE.fetch_add(part.min(before), Ordering::Relaxed);
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.done(u64::MAX);
    }
}

/// What was announced until now, and what of it is done.
pub fn so_far() -> (u64, u64) {
    let done = DONE.load(Ordering::Relaxed);
    (PLANNED.load(Ordering::Relaxed).max(done), done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_counts_twice() {
        let (planned, done) = so_far();
        let work = Work::plan(1000);
        work.done(300);
        work.done(900);
        drop(work);
        let (planned_now, done_now) = so_far();
        // Other tests may count at the same time.
        assert!(planned_now >= planned + 1000 && done_now >= done + 1000);
        let work = Work::plan(u128::MAX);
        assert_eq!(work.rest.load(Ordering::Relaxed), 1 << 60);
        work.done(1);
        assert_eq!(work.rest.load(Ordering::Relaxed), (1 << 60) - 1);
    }
}
