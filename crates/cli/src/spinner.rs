//! A progress bar on a terminal during long work, with an estimate of the time.

use crate::output::columns_asked_for;
use console::Term;
use dpcert::{Control, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The time before which nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The interval at which the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// A bar for this many pieces of work, on standard error if that is a terminal.
pub fn counting(pieces: usize) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    ProgressBar::with_draw_target(u64::try_from(pieces).ok(), target).with_style(style(" {pos}/{len}", 16))
}

/// A bar that leaves this many columns of the screen to the text after it.
fn style(rest: &str, columns: u16) -> ProgressStyle {
    let screen = columns_asked_for().or_else(|| Some(Term::stderr().size_checked()?.1)).unwrap_or(80);
    let template = template(rest, columns, screen);
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The spinner and the bar, each where there is room for it.
fn template(rest: &str, columns: u16, screen: u16) -> String {
    const WIDEST: u16 = 40;
    match screen.saturating_sub(columns + 14).min(WIDEST) {
        0..5 => format!("{{spinner}}{rest}"),
        room => format!("{{spinner}} computing {{bar:{room}}}{rest}"),
    }
}

/// Does some work under a control. If standard error is a terminal and the work takes longer than a second, a bar shows
/// its progress until it is done.
pub fn during<T>(control: &Control, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (working, wait) = mpsc::channel::<()>();
        let mut estimate = Estimate::new(Instant::now());
        let spin = move || {
            if wait.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new(1).with_style(style(" {msg}", 24));
            loop {
                let progress = control.progress();
                bar.set_length(progress.planned);
                bar.set_position(progress.done);
                bar.set_message(estimate.rendered(progress, Instant::now()));
                bar.tick();
                // Until the sender is dropped.
                if wait.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            bar.finish_and_clear();
        };
        // Without a thread there is no bar, and the work is done all the same.
        let _ = thread::Builder::new().spawn_scoped(scope, spin);
        let result = work();
        drop(working);
        result
    })
}

/// The estimated remaining time of some work, by the rate that was measured so far; without an estimate, the elapsed
/// time.
#[derive(Debug)]
pub struct Estimate {
    start: Instant,
    /// The first time at which this much was seen done.
    last: (Instant, u64),
}

impl Estimate {
    /// For work that starts at an instant.
    pub fn new(start: Instant) -> Estimate {
        Estimate { start, last: (start, 0) }
    }

    /// In words, for a person: "about 12 s left", or otherwise "12 s so far".
    pub fn rendered(&mut self, progress: Progress, now: Instant) -> String {
        if progress.done > self.last.1 {
            self.last = (now, progress.done);
        }
        match self.left(progress, now).map(|left| left.as_secs() + 1) {
            Some(seconds @ 0..=119) => format!("about {seconds} s left"),
            Some(seconds) => format!("about {} min left", seconds.div_ceil(60)),
            None => match now.duration_since(self.start).as_secs() {
                seconds @ 0..=119 => format!("{seconds} s so far"),
                seconds => format!("{} min so far", seconds / 60),
            },
        }
    }

    /// `None` until a tenth of the plan is done; where all of it is done, since another attempt may follow; and when
    /// the estimated time has passed.
    fn left(&self, Progress { done, planned }: Progress, now: Instant) -> Option<Duration> {
        let (seen, _) = self.last;
        let rest = planned.checked_sub(done).filter(|rest| *rest > 0 && done >= planned / LEAST)?;
        let taken = seen.duration_since(self.start).as_nanos();
        let total = taken.checked_mul(u128::from(rest))?.checked_div(u128::from(done))?;
        Duration::from_nanos(u64::try_from(total).ok()?).checked_sub(now.duration_since(seen))
    }
}

/// The inverse of the part of a plan that must be done before an estimate: the first part says little about the rest.
const LEAST: u64 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fits_on_the_screen() {
        assert_eq!(template(" {msg}", 24, 20), "{spinner} {msg}");
        assert_eq!(template(" {msg}", 24, 50), "{spinner} computing {bar:12} {msg}");
        assert_eq!(template(" {msg}", 24, 200), "{spinner} computing {bar:40} {msg}");
    }

    #[test]
    fn estimates_follow_the_rate() {
        let start = Instant::now();
        let mut estimate = Estimate::new(start);
        let mut after = |seconds, done, planned| {
            estimate.rendered(Progress { done, planned }, start + Duration::from_secs(seconds))
        };
        assert_eq!(after(1, 0, 5_000_000_000), "1 s so far");
        assert_eq!(after(2, 90, 1000), "2 s so far");
        assert_eq!(after(10, 200, 1000), "about 41 s left");
        assert_eq!(after(20, 200, 1000), "about 31 s left");
        assert_eq!(after(30, 900, 1000), "about 4 s left");
        // The estimated time has passed: nothing is known.
        assert_eq!(after(33, 900, 1000), "about 1 s left");
        assert_eq!(after(34, 900, 1000), "34 s so far");
        assert_eq!(after(35, 1000, 1000), "35 s so far");
        // A finer attempt.
        assert_eq!(after(130, 1000, 40_000), "2 min so far");
        assert_eq!(after(200, 10_000, 40_000), "about 11 min left");
    }
}
