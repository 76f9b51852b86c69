//! The progress of `dpcert query --progress`, as JSON Lines on standard error.

use crate::spinner::Estimate;
use dpcert::Control;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The interval between reports.
const EVERY: Duration = Duration::from_millis(250);

/// The answers that pictures need, and those that are done.
#[derive(Debug, Default)]
pub struct Progress {
    of: AtomicU64,
    done: AtomicU64,
    /// Is one of the requests a search, whose end no plan knows?
    has_search: AtomicBool,
    /// The control of all requests.
    control: Control,
}

#[derive(Serialize)]
struct Line {
    status: &'static str,
    done: u64,
    of: u64,
    left: String,
}

impl Progress {
    /// Announces further answers.
    pub fn begin(&self, answers: usize) {
        self.of.fetch_add(u64::try_from(answers).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Counts a finished answer.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Announces a search.
    pub fn search(&self) {
        self.has_search.store(true, Ordering::Relaxed);
    }

    /// The control with which requests are answered.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    fn line(&self, estimate: &mut Estimate) -> Line {
        if self.has_search.load(Ordering::Relaxed) {
            estimate.leave_open();
        }
        let left = estimate.rendered(self.control.progress(), Instant::now());
        Line {
            status: "working",
            done: self.done.load(Ordering::Relaxed),
            of: self.of.load(Ordering::Relaxed),
            left,
        }
    }
}

/// Reports the progress until the program ends.
///
/// # Errors
/// If no thread can be started for it.
pub fn tell(progress: &Arc<Progress>) -> io::Result<()> {
    let (progress, mut estimate) = (Arc::clone(progress), Estimate::new(Instant::now()));
    thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(EVERY);
            let Ok(mut line) = serde_json::to_vec(&progress.line(&mut estimate)) else {
                return;
            };
            line.push(b'\n');
            if io::stderr().write_all(&line).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_search_has_no_estimate() {
        let progress = Progress::default();
        let mut estimate =
            Estimate::new(Instant::now().checked_sub(Duration::from_secs(5)).unwrap());
        let control = progress.control();
        let work = control.plan(1000).unwrap();
        work.done(500).unwrap();
        let left = progress.line(&mut estimate).left;
        assert!(left.ends_with(" s left"), "{left}");
        progress.search();
        let left = progress.line(&mut estimate).left;
        assert!(left.ends_with(" s so far"), "{left}");
    }
}
