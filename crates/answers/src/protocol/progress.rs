//! How far the answers of some requests are.

use dpcert::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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

impl Progress {
    /// With the control of all requests.
    pub fn with(control: Control) -> Progress {
        Progress { control, ..Progress::default() }
    }

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

    /// Is one of the requests a search, whose end no plan knows?
    pub fn has_search(&self) -> bool {
        self.has_search.load(Ordering::Relaxed)
    }

    /// How many answers are done, and of how many that pictures need.
    pub fn counts(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    /// The control with which requests are answered.
    pub fn control(&self) -> Control {
        self.control.clone()
    }
}
