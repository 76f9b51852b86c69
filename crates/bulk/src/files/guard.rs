//! A panic inside a library that reads or writes a format, caught where the file is known.
//!
//! The bytes of a file are anybody's, and the Parquet library panics on some of them. Whoever gave
//! the file is told which one it is; the text of the panic is about that library's code, and is not
//! printed.

use super::error::FileError;
use std::cell::Cell;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The call panicked.
struct Panicked;

/// Runs code of a library, without the report of a panic in it. What it was working on is not used
/// again.
fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, Panicked> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |report| {
            if !GUARDED.get() {
                before(report);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(outer);
    result.map_err(|_| Panicked)
}

/// Reads: a panic is an error of the file, after `rows` of its rows.
///
/// # Errors
/// Those of the call.
pub fn read<T>(
    file: &str,
    rows: u64,
    call: impl FnOnce() -> Result<T, FileError>,
) -> Result<T, FileError> {
    guarded(call).unwrap_or_else(|Panicked| {
        let message = format!(
            "after row {rows}: it is damaged, and the library that reads it stopped there with an internal error: \
             write the file again"
        );
        Err(FileError::input(file, message))
    })
}

/// Writes: a panic is an error of writing.
///
/// # Errors
/// Those of the call.
pub fn write<T>(call: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    guarded(call).unwrap_or_else(|Panicked| {
        Err(io::Error::other(
            "the library that writes this format stopped with an internal error: write another format",
        ))
    })
}
