//! The progress of `dpcert query --progress`, as JSON Lines on standard error.

use crate::spinner::Estimate;
use dpcert_answers::protocol::Progress;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The interval between reports.
const EVERY: Duration = Duration::from_millis(250);

#[derive(Serialize)]
struct Line {
    status: &'static str,
    done: u64,
    of: u64,
    left: String,
}

/// The line about the progress.
fn line(progress: &Progress, estimate: &mut Estimate) -> Line {
    if progress.has_search() {
        estimate.leave_open();
    }
    let left = estimate.rendered(progress.control().progress(), Instant::now());
    let (done, of) = progress.counts();
    Line { status: "working", done, of, left }
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
            let Ok(mut line) = serde_json::to_vec(&self::line(&progress, &mut estimate)) else {
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
        let left = line(&progress, &mut estimate).left;
        assert!(left.ends_with(" s left"), "{left}");
        progress.search();
        let left = line(&progress, &mut estimate).left;
        assert!(left.ends_with(" s so far"), "{left}");
    }
}
