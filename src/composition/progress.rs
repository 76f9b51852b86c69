//! How far long evaluations have come, for a person who waits, and how one of them is ended early.
//!
//! One pair of counters for the whole process, in the units of [`Cost::work`](super::cost::Cost). Nothing
//! is computed from them.
//!
//! A computation is ended from another thread, by a [`Stop`] that [`until`] was given. It looks whether it is to end
//! where it tells how far it has come, now and then on a walk over a lattice, and before each attempt with more precision:
//! not inside one multiplication of long numbers or polynomials.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

static PLANNED: AtomicU64 = AtomicU64::new(0);
static DONE: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// What may end the computation on this thread.
    static STOP: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Ends a computation from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// What unwinds through a computation that ends early. No message is printed for it.
struct Stopped;

impl Stop {
    /// Asks the computation to end soon.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Where a computation ends if that was asked for. Whoever hands parts of it to other threads takes one along.
#[derive(Clone, Debug)]
pub struct Checkpoint(Option<Stop>);

impl Checkpoint {
    /// That of the computation on this thread.
    pub fn here() -> Checkpoint {
        Checkpoint(STOP.with_borrow(Clone::clone))
    }

    /// Ends the computation, if that was asked for, by unwinding to its [`until`].
    pub fn pass(&self) {
        if self.0.as_ref().is_some_and(|stop| stop.0.load(Ordering::Relaxed)) {
            resume_unwind(Box::new(Stopped));
        }
    }

    /// What `part` gives, which is a part of the computation and may be on another thread: it ends with the whole.
    pub fn carry<T>(&self, part: impl FnOnce() -> T) -> T {
        let before = STOP.replace(self.0.clone());
        let result = catch_unwind(AssertUnwindSafe(|| {
            self.pass();
            part()
        }));
        STOP.replace(before);
        result.unwrap_or_else(|payload| resume_unwind(payload))
    }
}

/// What `work` gives; `None` if `stop` ended it. A computation leaves nothing behind that another one could see.
///
/// A thread that waits inside it for its parts takes up other jobs of the same pool meanwhile. One that asks without an
/// `until` of its own may end with it there: whoever runs both in one pool gives each an `until`, or a pool of its own.
///
/// ```
/// use dpcert::composition::progress::{Stop, until};
/// let stop = Stop::default();
/// assert!(until(&stop, || dpcert::tv("gaussian(sigma=2)")).is_some());
/// stop.ask();
/// assert!(until(&stop, || dpcert::tv("gaussian(sigma=2)")).is_none());
/// ```
pub fn until<T>(stop: &Stop, work: impl FnOnce() -> T) -> Option<T> {
    let checkpoint = Checkpoint(Some(stop.clone()));
    match catch_unwind(AssertUnwindSafe(|| checkpoint.carry(work))) {
        Ok(value) => Some(value),
        Err(payload) if is_stop(payload.as_ref()) => None,
        Err(payload) => resume_unwind(payload),
    }
}

fn is_stop(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Stopped>()
}

/// Work that is announced; all of it counts as done when this is dropped.
#[derive(Debug)]
pub struct Work {
    rest: AtomicU64,
    checkpoint: Checkpoint,
}

impl Work {
    /// Announces work.
    pub fn plan(work: u128) -> Work {
        let checkpoint = Checkpoint::here();
        checkpoint.pass();
        let work = u64::try_from(work).unwrap_or(u64::MAX).min(1 << 60);
        PLANNED.fetch_add(work, Ordering::Relaxed);
        Work { rest: AtomicU64::new(work), checkpoint }
    }

    /// Some of it is done: no more counts than is left.
    pub fn done(&self, part: u64) {
        self.count(part);
        self.checkpoint.pass();
    }

    fn count(&self, part: u64) {
        let take = |rest: u64| Some(rest.saturating_sub(part));
        // The closure always gives a number.
        let before = self.rest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        DONE.fetch_add(part.min(before), Ordering::Relaxed);
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.count(u64::MAX);
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

    /// Work is ended on whichever thread does it, by the one who asked for it and by nobody else.
    #[test]
    fn only_what_is_asked_ends() {
        let (mine, other) = (Stop::default(), Stop::default());
        other.ask();
        let on_another_thread = |stop: &Stop| {
            until(stop, || {
                let work = Work::plan(2);
                stop.ask();
                rayon::join(|| work.done(1), || ());
            })
        };
        assert_eq!(on_another_thread(&mine), None);
        let fresh = Stop::default();
        assert_eq!(until(&fresh, || until(&other, || Checkpoint::here().pass())), Some(None));
        assert_eq!(until(&fresh, || Checkpoint::here().pass()), Some(()));
        // Without one there is nothing to obey.
        Work::plan(1).done(1);
    }

    /// A part on another thread ends with the whole, and leaves that thread as it was.
    #[test]
    fn parts_are_carried() {
        let stop = Stop::default();
        let ended = until(&stop, || {
            let checkpoint = Checkpoint::here();
            std::thread::scope(|scope| {
                let part = || {
                    checkpoint.carry(|| stop.ask());
                    Checkpoint::here().pass();
                    catch_unwind(AssertUnwindSafe(|| checkpoint.carry(|| ()))).is_err()
                };
                scope.spawn(part).join().is_ok_and(|ended| ended)
            })
        });
        assert_eq!(ended, Some(true));
    }
}
