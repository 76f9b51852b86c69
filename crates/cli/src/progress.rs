//! How far the work of `dpcert query --progress` is, as JSON Lines on standard error.

use crate::spinner::Estimate;
use dpcert::Control;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is said.
const EVERY: Duration = Duration::from_millis(250);

/// The answers that pictures need, and those that are there.
#[derive(Debug, Default)]
pub struct Progress {
    of: AtomicU64,
    done: AtomicU64,
    /// Of all requests.
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
    /// So many answers more are needed.
    pub fn begin(&self, answers: usize) {
        self.of.fetch_add(u64::try_from(answers).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// One more is there.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The control that requests are answered with.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    fn line(&self, estimate: &mut Estimate) -> Line {
        let left = estimate.told(self.control.progress(), Instant::now());
        Line { status: "working", done: self.done.load(Ordering::Relaxed), of: self.of.load(Ordering::Relaxed), left }
    }
}

/// Says how far it is, until the program ends.
///
/// # Errors
/// If no thread can be had for it.
pub fn tell(progress: &Arc<Progress>) -> io::Result<()> {
    let (progress, mut estimate) = (Arc::clone(progress), Estimate::new(Instant::now()));
    thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(EVERY);
            let Ok(mut line) = serde_json::to_vec(&progress.line(&mut estimate)) else { return };
            line.push(b'\n');
            if io::stderr().write_all(&line).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}
