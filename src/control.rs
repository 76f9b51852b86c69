//! Control of a computation: its early end and its progress.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Ends the computations that have it, from another thread or at a deadline, and reports their
/// progress.
///
/// Clones are the same control. One question, or several that end together, have it in their
/// [`Options`](crate::Options). Questions with controls of their own, as by default, share nothing.
///
/// A computation checks its control before each attempt, on grids for each part of the work, and
/// every thousand steps of a walk over a lattice. It does not check inside one multiplication of
/// long numbers or polynomials, nor in one evaluation of an expression. It then ends with
/// [`Refusal::Cancelled`](crate::Refusal::Cancelled) or
/// [`Refusal::TimedOut`](crate::Refusal::TimedOut).
///
/// ```
/// use dpcert::{Control, Mechanism, Options, Query, Question, Refusal, ask};
/// let question = Question::of(&Mechanism::parse("gaussian(sigma=2)^50")?, &Query::Tv);
/// let options = Options { control: Control::default(), ..Options::default() };
/// let answer = ask(&question, &options)?;
/// options.control.cancel();
/// assert_eq!(ask(&question, &options), Err(Refusal::Cancelled));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<State>);

#[derive(Default)]
struct State {
    is_cancelled: AtomicBool,
    watch: Option<Box<Watch>>,
    planned: AtomicU64,
    done: AtomicU64,
}

// A panic that is caught around a question leaves it as usable as a `Control` without one.
type Watch = dyn Fn(Progress) -> Result<(), Interrupted> + Send + Sync + UnwindSafe + RefUnwindSafe;

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { is_cancelled, watch, planned, done } = self;
        f.debug_struct("State")
            .field("is_cancelled", is_cancelled)
            .field("is_watched", &watch.is_some())
            .field("planned", planned)
            .field("done", done)
            .finish()
    }
}

/// The progress of computations, in the units of [`Limits::work`](crate::Limits): operations on
/// machine words, as estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The work that is done.
    pub done: u64,
    /// The work that is planned so far, done or not: another attempt adds to it.
    pub planned: u64,
}

/// Why a computation ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// By [`Control::cancel`].
    #[error("the computation was cancelled")]
    Cancelled,
    /// By its deadline.
    #[error("the computation had not finished at its deadline")]
    TimedOut,
}

impl Control {
    /// A control with a deadline.
    pub fn with_deadline(deadline: Instant) -> Control {
        Control::watched(move |_| match Instant::now() >= deadline {
            true => Err(Interrupted::TimedOut),
            false => Ok(()),
        })
    }

    /// A control that calls a function at each check, from the thread that computes, with the
    /// progress so far; the computations end where it says so. Without a deadline no clock is read,
    /// so that this is the one for a place that has no [`Instant`], such as a page of a browser.
    ///
    /// ```
    /// use dpcert::{Control, Interrupted, Mechanism, Options, Query, Question, Refusal, ask};
    /// let question = Question::of(&Mechanism::parse("gaussian(sigma=2)^50")?, &Query::Tv);
    /// let control = Control::watched(|_| Err(Interrupted::TimedOut));
    /// assert_eq!(ask(&question, &Options { control, ..Options::default() }), Err(Refusal::TimedOut));
    /// # Ok::<(), Refusal>(())
    /// ```
    pub fn watched(
        watch: impl Fn(Progress) -> Result<(), Interrupted>
        + Send
        + Sync
        + UnwindSafe
        + RefUnwindSafe
        + 'static,
    ) -> Control {
        Control(Arc::new(State { watch: Some(Box::new(watch)), ..State::default() }))
    }

    /// Asks the computations to end soon.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Checks whether the computation continues.
    ///
    /// # Errors
    /// The reason why it ends.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.0.is_cancelled.load(Ordering::Relaxed) {
            return Err(Interrupted::Cancelled);
        }
        self.0.watch.as_ref().map_or(Ok(()), |watch| watch(self.progress()))
    }

    /// The progress of the computations.
    pub fn progress(&self) -> Progress {
        let done = self.0.done.load(Ordering::Relaxed);
        Progress { done, planned: self.0.planned.load(Ordering::Relaxed).max(done) }
    }

    /// Announces work.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn plan(&self, work: u128) -> Result<Work, Interrupted> {
        self.check()?;
        let work = u64::try_from(work).unwrap_or(u64::MAX).min(MOST_WORK);
        self.0.planned.fetch_add(work, Ordering::Relaxed);
        Ok(Work { rest: AtomicU64::new(work), control: self.clone() })
    }
}

/// The most work of one plan, so that sums of plans stay far below 64 bits: `2^16` of them fit.
const MOST_WORK: u64 = 1 << 48;

/// Work that is announced; all of it counts as done when this is dropped.
#[derive(Debug)]
pub struct Work {
    rest: AtomicU64,
    control: Control,
}

impl Work {
    /// The control to which it was announced.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Counts some of it as done, but no more than is left.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn done(&self, part: u64) -> Result<(), Interrupted> {
        self.count(part);
        self.control.check()
    }

    fn count(&self, part: u64) {
        let take = |rest: u64| Some(rest.saturating_sub(part));
        // The closure always gives a number.
        let before =
            self.rest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        self.control.0.done.fetch_add(part.min(before), Ordering::Relaxed);
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.count(u64::MAX);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::disallowed_methods)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn nothing_counts_twice() {
        let control = Control::default();
        let work = control.plan(1000).unwrap();
        work.done(300).unwrap();
        assert_eq!(control.progress(), Progress { done: 300, planned: 1000 });
        work.done(900).unwrap();
        drop(work);
        assert_eq!(control.progress(), Progress { done: 1000, planned: 1000 });
        let work = control.plan(u128::MAX).unwrap();
        work.done(1).unwrap();
        assert_eq!(control.progress(), Progress { done: 1001, planned: 1000 + MOST_WORK });
        assert_eq!(Control::default().progress(), Progress::default());
    }

    /// A clone ends the computations that the original was given to, on any thread; another control
    /// does not.
    #[test]
    fn only_what_was_given_the_control_ends() {
        let (mine, other) = (Control::default(), Control::default());
        let work = mine.plan(2).unwrap();
        let (before, after) = rayon::join(
            || work.done(1),
            || {
                mine.clone().cancel();
                work.done(1)
            },
        );
        assert!(before.is_ok() || before == Err(Interrupted::Cancelled));
        assert_eq!(after, Err(Interrupted::Cancelled));
        assert_eq!(mine.plan(1).map(|_| ()), Err(Interrupted::Cancelled));
        assert_eq!(other.check(), Ok(()));
    }

    /// It is asked with what is done by then, and ends what it was given to.
    #[test]
    fn a_watch_sees_the_progress_and_ends_the_work() {
        let control = Control::watched(|progress| match progress.done {
            0..500 => Ok(()),
            _ => Err(Interrupted::TimedOut),
        });
        let work = control.plan(1000).unwrap();
        assert_eq!(work.done(499), Ok(()));
        assert_eq!(work.done(1), Err(Interrupted::TimedOut));
        assert_eq!(control.check(), Err(Interrupted::TimedOut));
        control.cancel();
        assert_eq!(control.check(), Err(Interrupted::Cancelled));
    }

    #[test]
    fn a_deadline_passes() {
        let now = Instant::now();
        assert_eq!(Control::with_deadline(now).check(), Err(Interrupted::TimedOut));
        let later = Control::with_deadline(now + Duration::from_secs(3600));
        assert_eq!(later.check(), Ok(()));
        // A cancelled computation does not wait for the deadline.
        later.cancel();
        assert_eq!(later.check(), Err(Interrupted::Cancelled));
    }
}
