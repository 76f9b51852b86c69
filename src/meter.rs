//! The work that the arithmetic of a question does, counted where it is done, and its end.
//!
//! A computation is refused before it begins where its cost is known ([`crate::limits`]). Not every
//! cost is: a search takes as many steps as it takes, a precision is doubled until a sign shows. So
//! each operation on numbers is counted as well, as it is done, and beyond a limit the computation
//! ends there, wherever that is: it unwinds to where the question began, which gives a refusal. No
//! loop has to ask, hence none can forget to. Long lists that are made where no budget is at hand
//! ask for their memory in the same way.
//!
//! A thread counts for one question at a time. What it hands to other threads takes the question
//! along ([`crate::parallel`]).

use crate::control::{Control, Interrupted};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The work, in operations on machine words, after which a thread looks at what all threads of its
/// question have done: far less than the smallest limit that matters, and so much that the shared
/// counter is not what threads wait for.
const CHUNK: u64 = 1 << 17;

thread_local! {
    /// The work until the next look; without a question, there is none to look at.
    static ROOM: Cell<u64> = const { Cell::new(CHUNK) };
    static CURRENT: RefCell<Option<Meter>> = const { RefCell::new(None) };
}

/// The work of one question, on all its threads. Clones are the same.
#[derive(Clone, Debug)]
struct Meter(Arc<State>);

#[derive(Debug)]
struct State {
    done: AtomicU64,
    /// What has been done once: a bit each.
    seen: AtomicU64,
    most: Most,
    control: Control,
}

/// What a question may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    /// Operations on machine words.
    pub(crate) work: u64,
    /// Bytes of one list.
    pub(crate) memory: u64,
}

/// Why a computation ended before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It has done more work than it may.
    Exceeded,
    /// A list needs more memory than there may be, so many bytes.
    TooLong(u64),
    /// By its control.
    Interrupted(Interrupted),
}

impl Meter {
    /// Counts work, and says whether there may be more.
    fn count(&self, work: u64) -> Result<(), Ended> {
        let done = self.0.done.fetch_add(work, Ordering::Relaxed).saturating_add(work);
        if done > self.0.most.work {
            return Err(Ended::Exceeded);
        }
        self.0.control.check().map_err(Ended::Interrupted)
    }

    fn is(&self, other: &Meter) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A question for which this thread counts until this is dropped; then the one before it, if any.
struct Counting {
    before: Option<Meter>,
}

impl Counting {
    fn of(meter: Option<Meter>) -> Counting {
        settle();
        Counting { before: CURRENT.replace(meter) }
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        settle();
        CURRENT.set(self.before.take());
    }
}

/// Counts what this thread has done since its last look, without a look.
fn settle() {
    let done = CHUNK.saturating_sub(ROOM.replace(CHUNK));
    CURRENT.with_borrow(|current| {
        if let Some(meter) = current {
            meter.0.done.fetch_add(done, Ordering::Relaxed);
        }
    });
}

/// Counts work that is about to be done.
///
/// It does not return where the question of this thread ends here.
#[inline]
pub(crate) fn spend(work: u64) {
    let room = ROOM.get();
    if work < room { ROOM.set(room - work) } else { look(work) }
}

#[cold]
fn look(work: u64) {
    let done = CHUNK.saturating_sub(ROOM.replace(CHUNK)).saturating_add(work);
    let goes_on =
        CURRENT.with_borrow(|current| current.as_ref().map_or(Ok(()), |meter| meter.count(done)));
    // A second panic in a destructor would abort the process.
    if let Err(ended) = goes_on
        && !std::thread::panicking()
    {
        // No panic: nothing is printed.
        resume_unwind(Box::new(ended));
    }
}

/// Is this the first time in this question? `kind` is below 64.
pub(crate) fn is_first(kind: u32) -> bool {
    let bit = 1 << (kind % u64::BITS);
    CURRENT.with_borrow(|current| {
        current
            .as_ref()
            .is_some_and(|meter| meter.0.seen.fetch_or(bit, Ordering::Relaxed) & bit == 0)
    })
}

/// Asks for the memory of a list that is about to be made.
///
/// It does not return where the question of this thread may not have so much.
pub(crate) fn reserve(bytes: u64) {
    let is_too_long = CURRENT
        .with_borrow(|current| current.as_ref().is_some_and(|meter| bytes > meter.0.most.memory));
    if is_too_long {
        resume_unwind(Box::new(Ended::TooLong(bytes)));
    }
}

/// A computation whose arithmetic, and that of the threads it uses, does no more work than this.
/// Inside another one it is a part of that.
///
/// # Errors
/// Why it ended without a result.
pub(crate) fn within<T>(
    most: Most,
    control: &Control,
    compute: impl FnOnce() -> T,
) -> Result<T, Ended> {
    if CURRENT.with_borrow(Option::is_some) {
        return Ok(compute());
    }
    let meter = Meter(Arc::new(State {
        done: AtomicU64::new(0),
        seen: AtomicU64::new(0),
        most,
        control: control.clone(),
    }));
    let result = catch_unwind(AssertUnwindSafe(|| {
        let _counting = Counting::of(Some(meter.clone()));
        compute()
    }));
    match result {
        // Whether it ends does not depend on when its threads looked.
        Ok(result) => meter.count(0).map(|()| result),
        Err(payload) => Err(reason(payload)),
    }
}

/// Why a computation ended, unless it panicked.
fn reason(payload: Box<dyn Any + Send>) -> Ended {
    match payload.downcast::<Ended>() {
        Ok(ended) => *ended,
        Err(panic) => resume_unwind(panic),
    }
}

/// The question of a thread, to be taken to others.
pub(crate) struct Here(Option<Meter>);

impl Here {
    /// Computes for that question, on whatever thread.
    pub(crate) fn run<T>(&self, compute: impl FnOnce() -> T) -> T {
        let is_current = CURRENT.with_borrow(|current| match (current, &self.0) {
            (Some(current), Some(meter)) => current.is(meter),
            (None, None) => true,
            _ => false,
        });
        if is_current {
            return compute();
        }
        let _counting = Counting::of(self.0.clone());
        compute()
    }
}

/// Hands parts of a computation to other threads.
///
/// While this thread waits for them, it may be given work of any question: meanwhile it counts for
/// none.
pub(crate) fn shared<T>(compute: impl FnOnce(&Here) -> T) -> T {
    let here = Here(CURRENT.with_borrow(Option::clone));
    let _counting = Counting::of(None);
    compute(&here)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    fn only(work: u64) -> Most {
        Most { work, memory: 1 << 20 }
    }

    fn endless() {
        loop {
            spend(1000);
        }
    }

    #[test]
    fn what_has_no_end_ends() {
        assert_eq!(within(only(10_000_000), &Control::default(), endless), Err(Ended::Exceeded));
        assert_eq!(within(only(10_000_000), &Control::default(), || spend(1000)), Ok(()));
        // One operation that is too long is not begun.
        assert_eq!(within(only(10), &Control::default(), || spend(1 << 60)), Err(Ended::Exceeded));
    }

    /// The sum decides, and not when a thread looked at it.
    #[test]
    fn little_work_counts() {
        assert_eq!(within(only(10), &Control::default(), || spend(11)), Err(Ended::Exceeded));
        assert_eq!(within(only(10), &Control::default(), || spend(10)), Ok(()));
    }

    #[test]
    fn a_list_that_is_too_long_is_not_made() {
        let asked = |bytes| within(only(10), &Control::default(), || reserve(bytes));
        assert_eq!(
            (asked(1 << 20), asked((1 << 20) + 1)),
            (Ok(()), Err(Ended::TooLong((1 << 20) + 1)))
        );
        reserve(u64::MAX);
    }

    #[test]
    fn a_control_ends_what_never_asks() {
        let control = Control::default();
        control.cancel();
        assert_eq!(
            within(only(u64::MAX), &control, endless),
            Err(Ended::Interrupted(Interrupted::Cancelled))
        );
    }

    #[test]
    fn a_part_belongs_to_the_whole() {
        let control = Control::default();
        let parts =
            || (0..100).try_for_each(|_| within(only(1_000_000), &control, || spend(900_000)));
        assert_eq!(within(only(10_000_000), &control, parts).map(|_| ()), Err(Ended::Exceeded));
        assert_eq!(parts(), Ok(()));
    }

    /// Threads that take parts of several questions count each for its own.
    #[test]
    fn questions_on_the_same_threads_are_apart() {
        let one = |work: u64| {
            let part = |_| {
                (0..work).for_each(|_| spend(1000));
            };
            within(only(100_000_000), &Control::default(), || {
                shared(|here| (0..16).into_par_iter().for_each(|i| here.run(|| part(i))));
                crate::parallel::join(|| part(0), || part(1));
            })
        };
        let all: Vec<_> =
            (0..64u64).into_par_iter().map(|i| one(if i % 4 == 0 { 8000 } else { 50 })).collect();
        let exceeded: Vec<bool> = all.iter().map(Result::is_err).collect();
        assert_eq!(exceeded, (0..64).map(|i| i % 4 == 0).collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_stays_one() {
        let caught = catch_unwind(|| within(only(10), &Control::default(), || panic!("a fault")));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"a fault"));
        // The thread counts for nothing afterwards.
        assert_eq!(within(only(10), &Control::default(), || ()), Ok(()));
    }
}
