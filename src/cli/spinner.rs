//! A sign of life on a terminal while something takes long.

use indicatif::ProgressBar;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Work that is done sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does some work; if standard error is a terminal and the work takes longer than a second, a
/// spinner turns there until it is done.
pub fn during<T>(work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (working, wait) = mpsc::channel::<()>();
        let spin = move || {
            if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::new_spinner().with_message("computing");
                bar.enable_steady_tick(Duration::from_millis(100));
                // Until the other end is dropped.
                let _ = wait.recv();
                bar.finish_and_clear();
            }
        };
        // Without a thread there is no spinner, and the work is done all the same.
        let _ = thread::Builder::new().spawn_scoped(scope, spin);
        let result = work();
        drop(working);
        result
    })
}
