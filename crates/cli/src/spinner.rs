//! The progress of long work: a bar on a terminal, with an estimate of the time, and otherwise a
//! line after ten seconds and one each minute.

use crate::output::{columns_asked_for, print_error};
use console::Term;
use dpcert::{Control, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time before which nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The seconds after which work is long where there is no terminal, and between the lines that
/// follow.
const LONG: u64 = 10;
const AGAIN: u64 = 60;

/// The beginning of the line about long work.
pub const COMPUTING: &str = "computing: ";
/// Its words, and those of work that waits for a program.
const COMPUTE: &str = "computing";
const WAIT: &str = "waiting for the program";

/// The interval at which it is seen how far work is where there is no bar.
const SECOND: Duration = Duration::from_secs(1);

/// The interval at which the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Pieces of work that are counted as they are done, until this is dropped: with a bar if standard
/// error is a terminal, and otherwise with lines from [`LONG`] on.
#[derive(Debug)]
pub struct Counting {
    pieces: Arc<Pieces>,
    watch: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug, Default)]
struct Pieces {
    done: AtomicU64,
    /// Those that a program has answered; `None` where no program is asked.
    answered: Option<AtomicU64>,
    /// All of them; 0 where this is not known.
    of: AtomicU64,
}

/// Counts this many pieces of work.
pub fn counting(pieces: usize) -> Counting {
    counting_with(u64::try_from(pieces).unwrap_or(u64::MAX), || style(" {pos}/{len}", 16))
}

/// The same of questions that a program answers: says whether it is what takes the time.
#[cfg(feature = "crosscheck")]
pub fn counting_answers(questions: usize) -> Counting {
    let of = AtomicU64::new(u64::try_from(questions).unwrap_or(u64::MAX));
    let pieces = Pieces { of, answered: Some(AtomicU64::new(0)), ..Pieces::default() };
    counted(pieces, || style(" {pos}/{len}", 30))
}

/// The same with a style of its own.
pub fn counting_with(of: u64, style: impl FnOnce() -> ProgressStyle + Send + 'static) -> Counting {
    counted(Pieces { of: AtomicU64::new(of), ..Pieces::default() }, style)
}

fn counted(pieces: Pieces, style: impl FnOnce() -> ProgressStyle + Send + 'static) -> Counting {
    let pieces = Arc::new(pieces);
    let (working, wait) = mpsc::channel();
    let (start, seen) = (Instant::now(), Arc::clone(&pieces));
    let look = move |bar: &ProgressBar| {
        let (done, of) = (seen.done.load(Ordering::Relaxed), seen.of.load(Ordering::Relaxed));
        let work = seen.work();
        bar.set_length(of);
        bar.set_position(done);
        bar.set_prefix(work);
        let so_far =
            Estimate::new(start).rendered(Progress { done: 0, planned: 0 }, Instant::now());
        match of {
            0 => format!("{work}: {done} done, {so_far}"),
            of => format!("{work}: {done} of {of} done, {so_far}"),
        }
    };
    // Without a thread nothing is shown, and the work is done all the same.
    let thread = thread::Builder::new().spawn(move || watch(&wait, style, look)).ok();
    Counting { pieces, watch: thread.map(|thread| (working, thread)) }
}

impl Pieces {
    /// What takes the time: the program, unless some of its answers are left to be judged.
    fn work(&self) -> &'static str {
        let done = self.done.load(Ordering::Relaxed);
        match &self.answered {
            Some(answered) if answered.load(Ordering::Relaxed) <= done => WAIT,
            _ => COMPUTE,
        }
    }
}

impl Counting {
    /// Counts a piece that a program has answered.
    #[cfg(feature = "crosscheck")]
    pub fn answered(&self) {
        if let Some(answered) = &self.pieces.answered {
            answered.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts a piece that is done.
    pub fn step(&self) {
        self.pieces.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts this many pieces as done, of so many if that is known.
    #[cfg(feature = "tables")]
    pub fn set(&self, done: u64, of: Option<u64>) {
        self.pieces.done.store(done, Ordering::Relaxed);
        of.iter().for_each(|of| self.pieces.of.store(*of, Ordering::Relaxed));
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        if let Some((working, thread)) = self.watch.take() {
            drop(working);
            let _ = thread.join();
        }
    }
}

/// Shows how far some work is until the sender is dropped. `look` updates the bar, and says what is
/// done and how far it is.
fn watch(
    wait: &Receiver<()>,
    style: impl FnOnce() -> ProgressStyle,
    mut look: impl FnMut(&ProgressBar) -> String,
) {
    let is_over = |after| wait.recv_timeout(after) != Err(RecvTimeoutError::Timeout);
    if !io::stderr().is_terminal() {
        // The rate of an attempt is that since it was first seen.
        let bar = ProgressBar::hidden();
        let mut seconds = 0;
        while !is_over(SECOND) {
            let so_far = look(&bar);
            seconds += 1;
            if seconds % AGAIN == LONG {
                print_error(&so_far);
            }
        }
        return;
    }
    if is_over(PATIENCE) {
        return;
    }
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr())
        .with_style(style())
        .with_prefix(COMPUTE);
    loop {
        look(&bar);
        bar.tick();
        if is_over(TICK) {
            break;
        }
    }
    bar.finish_and_clear();
}

/// A bar that leaves this many columns of the screen to the text after it.
fn style(rest: &str, columns: u16) -> ProgressStyle {
    let screen =
        columns_asked_for().or_else(|| Some(Term::stderr().size_checked()?.1)).unwrap_or(80);
    let template = template(rest, columns, screen);
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The spinner and the bar, each where there is room for it.
fn template(rest: &str, columns: u16, screen: u16) -> String {
    const WIDEST: u16 = 40;
    match screen.saturating_sub(columns + 14).min(WIDEST) {
        0..5 => format!("{{spinner}}{rest}"),
        room => format!("{{spinner}} {{prefix}} {{bar:{room}}}{rest}"),
    }
}

/// Does some work under a control. If standard error is a terminal and the work takes longer than a
/// second, a bar shows its progress until it is done; otherwise a line says after ten seconds, and
/// then each minute, how far it is.
pub fn during<T>(control: &Control, work: impl FnOnce() -> T) -> T {
    shown(control, Estimate::new(Instant::now()), work)
}

/// The same for a search, which does not know how many attempts it takes.
pub fn during_search<T>(control: &Control, work: impl FnOnce() -> T) -> T {
    let mut estimate = Estimate::new(Instant::now());
    estimate.leave_open();
    shown(control, estimate, work)
}

fn shown<T>(control: &Control, mut estimate: Estimate, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (working, wait) = mpsc::channel::<()>();
        let look = move |bar: &ProgressBar| {
            let progress = control.progress();
            bar.set_length(progress.planned);
            bar.set_position(progress.done);
            let left = estimate.rendered(progress, Instant::now());
            bar.set_message(left.clone());
            format!("{COMPUTING}{left}")
        };
        // Without a thread there is no bar, and the work is done all the same.
        let _ = thread::Builder::new()
            .spawn_scoped(scope, move || watch(&wait, || style(" {msg}", 24), look));
        let result = work();
        drop(working);
        result
    })
}

/// The estimated remaining time of some work, by the rate of the present attempt; without an
/// estimate, the elapsed time.
#[derive(Debug)]
pub struct Estimate {
    start: Instant,
    /// Is the end of the work unknown to the plan?
    is_open: bool,
    attempt: Attempt,
    /// When this was last called, and how much was done then.
    looked: (Instant, u64),
    /// The first time at which this much was seen done.
    last: (Instant, u64),
}

/// The work that was added to the plan last.
#[derive(Debug)]
struct Attempt {
    /// The time and the work before it.
    before: (Instant, u64),
    /// The whole plan with it.
    planned: u64,
}

impl Estimate {
    /// For work that starts at an instant.
    pub fn new(start: Instant) -> Estimate {
        let nothing = (start, 0);
        let attempt = Attempt { before: nothing, planned: 0 };
        Estimate { start, is_open: false, attempt, looked: nothing, last: nothing }
    }

    /// There is no estimate from now on: the plan of a search ends with the present attempt, and
    /// the search does not.
    pub fn leave_open(&mut self) {
        self.is_open = true;
    }

    /// In words, for a person: "about 12 s left", or otherwise "12 s so far".
    pub fn rendered(&mut self, progress: Progress, now: Instant) -> String {
        if progress.planned > self.attempt.planned {
            self.attempt = Attempt { before: self.looked, planned: progress.planned };
        }
        self.looked = (now, progress.done);
        if progress.done > self.last.1 {
            self.last = (now, progress.done);
        }
        match self.left(now).map(|left| left.as_secs() + 1) {
            Some(seconds @ 0..=119) => format!("about {seconds} s left"),
            Some(seconds) => format!("about {} min left", seconds.div_ceil(60)),
            None => match now.duration_since(self.start).as_secs() {
                seconds @ 0..=119 => format!("{seconds} s so far"),
                seconds => format!("{} min so far", seconds / 60),
            },
        }
    }

    /// `None` until a tenth of the attempt is done; where all of it is done, since another may
    /// follow; when the estimated time has passed; and where more was done before the attempt than
    /// it has: then many follow each other, and the time of one is not the time that is left. A
    /// finer attempt, which is usually the last, is larger.
    fn left(&self, now: Instant) -> Option<Duration> {
        let Attempt { before: (began, before), planned } = self.attempt;
        let (seen, done_in_all) = self.last;
        let (whole, done) = (planned.saturating_sub(before), done_in_all.saturating_sub(before));
        let rest =
            planned.checked_sub(done_in_all).filter(|rest| *rest > 0 && done >= whole / LEAST)?;
        if self.is_open || whole < before {
            return None;
        }
        let taken = seen.saturating_duration_since(began).as_nanos();
        let total = taken.checked_mul(u128::from(rest))?.checked_div(u128::from(done))?;
        Duration::from_nanos(u64::try_from(total).ok()?).checked_sub(now.duration_since(seen))
    }
}

/// The inverse of the part of a plan that must be done before an estimate: the first part says
/// little about the rest.
const LEAST: u64 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fits_on_the_screen() {
        assert_eq!(template(" {msg}", 24, 20), "{spinner} {msg}");
        assert_eq!(template(" {msg}", 24, 50), "{spinner} {prefix} {bar:12} {msg}");
        assert_eq!(template(" {msg}", 24, 200), "{spinner} {prefix} {bar:40} {msg}");
    }

    /// The program is waited for until there is an answer, and while all of them are judged.
    #[test]
    fn a_program_that_is_waited_for_is_named() {
        let asked = Pieces { answered: Some(AtomicU64::new(0)), ..Pieces::default() };
        let counts = |answered: u64, done: u64| {
            asked.answered.iter().for_each(|it| it.store(answered, Ordering::Relaxed));
            asked.done.store(done, Ordering::Relaxed);
            asked.work()
        };
        assert_eq!((counts(0, 0), counts(3, 2), counts(3, 3)), (WAIT, COMPUTE, WAIT));
        assert_eq!(Pieces::default().work(), COMPUTE);
    }

    /// What is rendered at these seconds, with this much done and planned.
    fn assert_rendered(estimate: &mut Estimate, looks: &[(u64, u64, u64, &str)]) {
        let start = estimate.start;
        for &(seconds, done, planned, expected) in looks {
            let progress = Progress { done, planned };
            assert_eq!(
                estimate.rendered(progress, start + Duration::from_secs(seconds)),
                expected,
                "{seconds} {done}"
            );
        }
    }

    #[test]
    fn estimates_follow_the_rate() {
        let looks = [
            (1, 0, 1000, "1 s so far"),
            (2, 90, 1000, "2 s so far"),
            (10, 200, 1000, "about 41 s left"),
            (20, 200, 1000, "about 31 s left"),
            (30, 900, 1000, "about 4 s left"),
            (33, 900, 1000, "about 1 s left"),
            // The estimated time has passed: nothing is known.
            (34, 900, 1000, "34 s so far"),
            (35, 1000, 1000, "35 s so far"),
            // A finer attempt, with a rate of its own.
            (130, 1000, 40_000, "2 min so far"),
            (200, 10_750, 40_000, "about 9 min left"),
        ];
        assert_rendered(&mut Estimate::new(Instant::now()), &looks);
    }

    #[test]
    fn no_estimate_is_of_one_attempt_among_many() {
        let looks = [
            (5, 500, 1000, "about 6 s left"),
            (10, 1000, 1000, "10 s so far"),
            // Perhaps the last.
            (15, 1500, 2000, "about 6 s left"),
            (20, 2000, 2000, "20 s so far"),
            // There have been several.
            (25, 2500, 3000, "25 s so far"),
            (35, 3500, 4000, "35 s so far"),
        ];
        assert_rendered(&mut Estimate::new(Instant::now()), &looks);
        let mut search = Estimate::new(Instant::now());
        search.leave_open();
        assert_rendered(
            &mut search,
            &[(5, 500, 1000, "5 s so far"), (15, 1500, 9000, "15 s so far")],
        );
    }
}
