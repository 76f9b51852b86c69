//! A computation on a thread of its own.
//!
//! The calling thread waits without holding the interpreter, and checks for signals twenty times a
//! second: Ctrl-C ends the wait at once. The computation is then ended by its [`Control`], and its
//! result is dropped.
//!
//! A forked process has none of its parent's threads, and the library's pool would wait for them
//! for ever: a new pool is made there.

use dpcert::Control;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How a computation ended without a result.
pub enum Ended {
    /// It exceeded its time.
    Late,
    /// A fault of the library, in its words.
    Fault(String),
}

/// The interval between two checks for signals.
const LOOK: Duration = Duration::from_millis(50);
/// The stack of a computing thread: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Runs `work` with a control, for `seconds` at most if they are given.
///
/// # Errors
/// The exception of a signal handler, such as `KeyboardInterrupt`; or no thread could be started.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    seconds: Option<Duration>,
    work: impl FnOnce(&Control) -> T + Send + 'static,
) -> PyResult<Result<T, Ended>> {
    let deadline = seconds.and_then(|seconds| Instant::now().checked_add(seconds));
    let control = Control::default();
    let (sender, mut receiver) = mpsc::sync_channel(1);
    let theirs = control.clone();
    let compute = move || {
        let result = catch_unwind(AssertUnwindSafe(|| match pool() {
            Ok(None) => Ok(work(&theirs)),
            Ok(Some(pool)) => Ok(pool.install(|| work(&theirs))),
            Err(error) => Err(Ended::Fault(error.to_string())),
        }));
        // The receiver may be gone.
        let _ = sender.send(result);
    };
    thread::Builder::new().name("dpcert".to_owned()).stack_size(STACK).spawn(compute)?;
    loop {
        let left = deadline
            .map_or(LOOK, |deadline| deadline.saturating_duration_since(Instant::now()).min(LOOK));
        let waits = &mut receiver;
        match py.detach(move || waits.recv_timeout(left)) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(payload)) => return Ok(Err(Ended::Fault(said(payload.as_ref())))),
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(Ended::Fault("the computing thread is gone".to_owned())));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interruption) = py.check_signals() {
            control.cancel();
            return Err(interruption);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            control.cancel();
            return Ok(Err(Ended::Late));
        }
    }
}

/// The message of a panic.
fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no reason was given".to_owned())
}

/// The first process that called: the pool of the library is its own. 0 before that.
static FIRST: AtomicU32 = AtomicU32::new(0);
/// The pool of a process that was forked.
static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// A pool whose threads exist; `None` for that of the library.
fn pool() -> Result<Option<Arc<ThreadPool>>, ThreadPoolBuildError> {
    let process = std::process::id();
    let first = FIRST
        .compare_exchange(0, process, Ordering::Relaxed, Ordering::Relaxed)
        .unwrap_or_else(|first| first);
    if first == 0 || first == process {
        return Ok(None);
    }
    let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
    match &*forked {
        Some((made_by, pool)) if *made_by == process => Ok(Some(Arc::clone(pool))),
        _ => {
            let pool = Arc::new(ThreadPoolBuilder::new().stack_size(STACK).build()?);
            // The threads of the old pool do not exist here: there is nothing to notify.
            std::mem::forget(forked.replace((process, Arc::clone(&pool))));
            Ok(Some(pool))
        }
    }
}
