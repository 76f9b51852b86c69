//! A sign of life on a terminal while something takes long, with an estimate of how long.

use crate::composition::progress;
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
    ProgressBar::with_draw_target(u64::try_from(pieces).ok(), target)
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
            let style = ProgressStyle::with_template("{spinner} computing {bar:30} {msg}");
            let bar = ProgressBar::new(1).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
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
fn estimate(planned: u64, done: u64, elapsed: Duration) -> String {
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
    fn estimates_follow_the_speed() {
        let after = |seconds| Duration::from_secs(seconds);
        assert_eq!(estimate(0, 0, after(1)), "refining");
        assert_eq!(estimate(5_000_000_000, 0, after(1)), "about 6 s left");
        assert_eq!(estimate(4_000, 1_000, after(10)), "about 31 s left");
        assert_eq!(estimate(4_000, 3_900, after(10)), "about a second left");
        assert_eq!(estimate(1_000_000, 10_000, after(10)), "about 17 min left");
    }
}
