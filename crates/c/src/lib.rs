//! dpcert for C: `include/dpcert.h` is the description of these functions.
//!
//! Nothing is kept between two calls, so that threads may call at once.

#![cfg_attr(test, allow(clippy::panic, clippy::unwrap_used))]

use dpcert_answers::Settings;
use dpcert_answers::protocol::Progress;
use std::any::Any;
use std::ffi::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// The bytes are the answer.
pub const ANSWERED: c_int = 0;
/// The bytes are a sentence about what was asked.
pub const REFUSED: c_int = 1;
/// The bytes are a sentence about a fault of dpcert; there are none where they have no place.
pub const FAULT: c_int = 2;

/// The stack of an answer, in bytes: as large as that of the command's threads. That of the caller
/// may be much smaller.
const STACK: usize = 8 << 20;

/// The version, with a zero byte.
static VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// The version of dpcert, as a string that ends with a zero byte and stays.
#[unsafe(no_mangle)]
pub extern "C" fn dpcert_version() -> *const c_char {
    VERSION.as_ptr().cast()
}

/// Answers a call of `length` bytes: its status. The answer is stored in `*answer`, with a zero byte
/// after its `*answer_length` bytes, until [`dpcert_free`] is called.
///
/// # Safety
/// `call` has `length` bytes that can be read; it may be null if that is 0. `answer` and
/// `answer_length` are null, or can be written. Nothing else writes to these places during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpcert_ask(
    call: *const c_char,
    length: usize,
    answer: *mut *mut c_char,
    answer_length: *mut usize,
) -> c_int {
    if answer.is_null() || answer_length.is_null() {
        return FAULT;
    }
    let call: &[u8] = if length == 0 {
        &[]
    } else if call.is_null() || isize::try_from(length).is_err() {
        return FAULT;
    } else {
        // SAFETY: it is not null and no longer than memory can be; the caller says that so many bytes
        // can be read, and that nothing writes there meanwhile. A byte has no alignment, and any
        // value is one.
        unsafe { std::slice::from_raw_parts(call.cast(), length) }
    };
    let (status, bytes) =
        caught(|| dpcert_answers::answer(call, &Settings::default(), &Progress::default()));
    // A panic does not leave this function, whatever it is.
    let stored = catch_unwind(AssertUnwindSafe(|| stored(bytes)));
    let (status, (bytes, count)) =
        stored.map_or((FAULT, (std::ptr::null_mut(), 0)), |stored| (status, stored));
    // SAFETY: both are not null, and the caller says that they can be written.
    unsafe {
        answer.write(bytes);
        answer_length.write(count);
    }
    status
}

/// Frees an answer of [`dpcert_ask`]; of null there is nothing to free.
///
/// # Safety
/// `answer` is null, or of [`dpcert_ask`] with this length, and it is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dpcert_free(answer: *mut c_char, length: usize) {
    if !answer.is_null() {
        let bytes = std::ptr::slice_from_raw_parts_mut(answer.cast::<u8>(), length + 1);
        // SAFETY: the caller says that `stored` made it, of so many bytes and the zero byte, as a box
        // that nobody owns since then, and that this is done once.
        drop(unsafe { Box::from_raw(bytes) });
    }
}

/// Bytes and a zero byte, in a place that nobody owns, and how many there are without that.
fn stored(mut bytes: Vec<u8>) -> (*mut c_char, usize) {
    let count = bytes.len();
    bytes.push(0);
    (Box::into_raw(bytes.into_boxed_slice()).cast(), count)
}

/// An answer, computed by a thread of its own; a panic is a fault, in words.
fn caught(answer: impl FnOnce() -> Result<Vec<u8>, String> + Send) -> (c_int, Vec<u8>) {
    let done = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, answer);
        thread.map(thread::ScopedJoinHandle::join)
    });
    match done {
        Ok(Ok(Ok(bytes))) => (ANSWERED, bytes),
        Ok(Ok(Err(sentence))) => (REFUSED, sentence.into_bytes()),
        Ok(Err(panic)) => (FAULT, format!("internal error: {}", words(&*panic)).into_bytes()),
        Err(error) => (FAULT, format!("no thread can be started: {error}").into_bytes()),
    }
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;
    use std::ptr::null_mut;

    /// What a caller gets, copied and freed.
    fn asked(call: &[u8]) -> (c_int, Vec<u8>) {
        let (mut answer, mut length) = (null_mut(), 0);
        // SAFETY: a slice has as many bytes as it says, and both places are our own.
        let status = unsafe {
            dpcert_ask(call.as_ptr().cast(), call.len(), &raw mut answer, &raw mut length)
        };
        // SAFETY: the answer has so many bytes, and a zero byte.
        let bytes = unsafe { std::slice::from_raw_parts(answer.cast::<u8>(), length + 1) }.to_vec();
        // SAFETY: it is of the call above, and freed once.
        unsafe { dpcert_free(answer, length) };
        assert_eq!(bytes.last(), Some(&0));
        (status, bytes.split_last().unwrap().1.to_vec())
    }

    #[test]
    fn a_call_is_answered_or_refused() {
        let line = br#"{"id": 1, "mechanism": "laplace(eps=1)", "query": {"tv": {}}}"#;
        let call = [b"[\"query\"]\n", line.as_slice()].concat();
        let expected =
            dpcert_answers::answer(&call, &Settings::default(), &Progress::default()).unwrap();
        assert!(expected.starts_with(b"{\"id\":1,\"status\":\"ok\",\"lo\":\"0.39"));
        assert_eq!(asked(&call), (ANSWERED, expected));
        let (status, sentence) = asked(b"[\"nothing\"]");
        assert_eq!((status, sentence.as_slice()), (REFUSED, b"nothing answers nothing".as_slice()));
        assert_eq!(asked(b"").0, REFUSED);
        // An answer may have no bytes, and any bytes are a call.
        assert_eq!(asked(b"[\"query\"]"), (ANSWERED, Vec::new()));
        assert_eq!(asked(b"\xff\0").0, REFUSED);
    }

    #[test]
    fn nulls_are_no_fault_of_memory() {
        let (mut answer, mut length) = (null_mut(), 7);
        // SAFETY: null is allowed in these places.
        unsafe {
            assert_eq!(dpcert_ask(null_mut(), 0, null_mut(), &raw mut length), FAULT);
            assert_eq!(dpcert_ask(null_mut(), 0, &raw mut answer, null_mut()), FAULT);
            assert_eq!(dpcert_ask(null_mut(), 3, &raw mut answer, &raw mut length), FAULT);
            assert_eq!((answer.is_null(), length), (true, 7));
            assert_eq!(dpcert_ask(null_mut(), 0, &raw mut answer, &raw mut length), REFUSED);
            dpcert_free(answer, length);
            dpcert_free(null_mut(), 0);
        }
    }

    #[test]
    fn a_panic_is_a_fault_in_words() {
        let text = |(status, bytes): (c_int, Vec<u8>)| (status, String::from_utf8(bytes).unwrap());
        let said = text(caught(|| panic!("this is meant to panic")));
        assert_eq!(said, (FAULT, "internal error: this is meant to panic".to_owned()));
        let number = 7;
        let said = text(caught(|| panic!("this is meant to panic: {number}")));
        assert_eq!(said, (FAULT, "internal error: this is meant to panic: 7".to_owned()));
        let said = text(caught(|| std::panic::panic_any(7)));
        assert_eq!(said, (FAULT, "internal error: a panic without words".to_owned()));
    }

    /// Each thread gets the answer to its own question.
    #[test]
    fn threads_may_call_at_once() {
        let call = |number: usize| {
            let query = r#""query": {"delta": {"eps": "1"}}"#;
            format!("[\"query\"]\n{{\"mechanism\": \"laplace(eps=1)^{number}\", {query}}}")
        };
        let expected: Vec<_> = (1..9).map(|number| asked(call(number).as_bytes())).collect();
        thread::scope(|scope| {
            let one = |number: usize| scope.spawn(move || asked(call(number).as_bytes()));
            let threads: Vec<_> = (1..9).map(one).collect();
            let found = threads.into_iter().map(|thread| thread.join().unwrap());
            assert_eq!(found.collect::<Vec<_>>(), expected);
        });
    }

    #[test]
    fn the_version_is_a_string() {
        // SAFETY: it ends with a zero byte, and stays.
        let version = unsafe { CStr::from_ptr(dpcert_version()) };
        assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }
}
