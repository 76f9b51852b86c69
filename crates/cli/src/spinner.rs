//! A sign of life on a terminal while something takes long, with an estimate of how long.

use crate::report::columns_asked_for;
use console::Term;
use dpcert::composition::progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Work that is done sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// A bar for so many pieces of work, on standard error if that is a terminal.
pub fn counting(pieces: usize) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    ProgressBar::with_draw_target(u64::try_from(pieces).ok(), target).with_style(style(" {pos}/{len}", 16))
}

/// A bar that leaves so many columns of the screen to what follows it.
fn style(rest: &str, columns: u16) -> ProgressStyle {
    let screen = columns_asked_for().or_else(|| Some(Term::stderr().size_checked()?.1)).unwrap_or(80);
    let template = template(rest, columns, screen);
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The sign of life and the bar, each where there is room for it.
fn template(rest: &str, columns: u16, screen: u16) -> String {
    const WIDEST: u16 = 40;
    match screen.saturating_sub(columns + 14).min(WIDEST) {
        0..5 => format!("{{spinner}}{rest}"),
        room => format!("{{spinner}} computing {{bar:{room}}}{rest}"),
    }
}

/// Does some work; if standard error is a terminal and the work takes longer than a second, a bar shows
/// there how far it is until it is done.
pub fn during<T>(work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (working, wait) = mpsc::channel::<()>();
        let start = Instant::now();
        let spin = move || {
            if wait.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new(1).with_style(style(" {msg}", 24));
            loop {
                let (planned, done) = progress::so_far();
                bar.set_length(planned);
                bar.set_position(done);
                bar.set_message(estimate(planned, done, start.elapsed()));
                bar.tick();
                // Until the other end is dropped.
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

/// How long it may take still, by the speed so far. More may turn out to be needed: a finer grid, a higher
/// precision.
pub fn estimate(planned: u64, done: u64, elapsed: Duration) -> String {
    // A unit of work is about a nanosecond; too little is done to know better.
    let nanoseconds = match done {
        0 => u128::from(planned),
        _ => elapsed.as_nanos() * u128::from(planned.saturating_sub(done)) / u128::from(done),
    };
    match nanoseconds / 1_000_000_000 {
        _ if planned == done => "refining".to_owned(),
        0 => "about a second left".to_owned(),
        seconds @ 1..=119 => format!("about {} s left", seconds + 1),
        seconds => format!("about {} min left", seconds.div_ceil(60)),
    }
}

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
    fn estimates_follow_the_speed() {
        let after = |seconds| Duration::from_secs(seconds);
        assert_eq!(estimate(0, 0, after(1)), "refining");
        assert_eq!(estimate(5_000_000_000, 0, after(1)), "about 6 s left");
        assert_eq!(estimate(4_000, 1_000, after(10)), "about 31 s left");
        assert_eq!(estimate(4_000, 3_900, after(10)), "about a second left");
        assert_eq!(estimate(1_000_000, 10_000, after(10)), "about 17 min left");
    }
}
