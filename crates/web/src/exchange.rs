//! Bytes in and bytes out of a module: the host asks for room, writes into it, calls, and reads.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::{Mutex, MutexGuard, PoisonError};

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// What a call came to, besides the bytes.
pub const ANSWERED: u32 = 0;
/// The bytes are a sentence about what was asked.
pub const REFUSED: u32 = 1;
/// The bytes are a sentence about a fault of this module.
pub const FAULT: u32 = 2;

fn locked(bytes: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    bytes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Room for so many bytes: the address at which the host writes them before a call.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> usize {
    let mut input = locked(&INPUT);
    *input = vec![0; length];
    input.as_mut_ptr().addr()
}

/// The address of the bytes of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> usize {
    locked(&OUTPUT).as_ptr().addr()
}

/// Their number.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    locked(&OUTPUT).len()
}

/// Answers what the host has written: the status of the call. A panic is a fault, in words.
pub fn exchanged(answer: impl FnOnce(&[u8]) -> Result<Vec<u8>, String>) -> u32 {
    set_hook(Box::new(|panic| *locked(&OUTPUT) = format!("internal error: {panic}").into_bytes()));
    let input = std::mem::take(&mut *locked(&INPUT));
    let (status, bytes) = match catch_unwind(AssertUnwindSafe(|| answer(&input))) {
        Ok(Ok(bytes)) => (ANSWERED, bytes),
        Ok(Err(sentence)) => (REFUSED, sentence.into_bytes()),
        Err(_) => return FAULT,
    };
    *locked(&OUTPUT) = bytes;
    status
}
