//! dpcert as a WebAssembly module: what the page asks, answered by `dpcert-answers`.
//!
//! A call is that of [`dpcert_answers::answer`]: the addresses of `dpcert serve`, with the same
//! answers.

#![cfg_attr(test, allow(clippy::panic))]

mod exchange;

use dpcert::{Control, Progress as Done};
use dpcert_answers::protocol::Progress;
use dpcert_answers::{Settings, answer};
use exchange::exchanged;
use std::sync::{Arc, Weak};

/// Answers what the host has written into [`exchange::room`]; its status.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    exchanged(|call| answer(call, &Settings::default(), &watched()))
}

/// Tells the host how far the work is: words of work done and planned, answers done and wanted.
#[cfg(target_family = "wasm")]
fn tell(work: Done, (done, of): (u64, u64)) {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        safe fn working(work: u64, planned: u64, done: u64, of: u64);
    }
    working(work.done, work.planned, done, of);
}

/// Elsewhere there is no host.
#[cfg(not(target_family = "wasm"))]
fn tell(_: Done, _: (u64, u64)) {}

/// The progress of a call, which the host is told at each check of its control.
fn watched() -> Arc<Progress> {
    Arc::new_cyclic(|progress: &Weak<Progress>| {
        let progress = progress.clone();
        Progress::with(Control::watched(move |work| {
            tell(work, progress.upgrade().map_or((0, 0), |progress| progress.counts()));
            Ok(())
        }))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use exchange::{ANSWERED, REFUSED, length, room, said};

    /// The one test that goes through the room, of which there is one.
    #[test]
    fn a_panic_is_a_fault_in_words() {
        assert_ne!(room(3), 0);
        assert_eq!(exchanged(|input| Ok(input.to_vec())), ANSWERED);
        assert_eq!((length(), said() != 0), (3, true));
        assert_eq!(exchanged(|_| Err("no".to_owned())), REFUSED);
        assert_eq!(length(), 2);
        let status = exchanged(|_| panic!("this is meant to panic"));
        let _ = std::panic::take_hook();
        assert_eq!(status, exchange::FAULT);
        assert!(length() > "internal error: this is meant to panic".len());
    }
}
