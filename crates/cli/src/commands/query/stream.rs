//! Lines in, answers out: in order, in parallel, in bounded memory, and without waiting.
//!
//! One thread reads, some compute, and the caller's thread writes. A line is passed on as soon as
//! it is read, and an answer is written as soon as all answers before it are. So a program can hold
//! a conversation, and a slow line delays only those after it. A limited number of lines is in
//! progress at any time, and long lines count as several.
//!
//! The computing threads are threads of their own and not tasks of a work-stealing pool. A task
//! that waits for its parts may be given another line to work on in the meantime, on the same
//! stack, and would then be answered after it.

use crate::Exit;
use crate::output::print_error;
use dpcert_answers::protocol::{Outcome, Reply, write_json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The longest line that is read, in bytes.
pub const MAX_LINE: u64 = 64 << 20;

/// The most lines in progress.
const WINDOW: usize = 256;

/// A line counts once more for every such part of its length.
const PART: usize = 1 << 20;

/// The stack of a computing thread: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// A line of the input, without its line break.
#[derive(Debug)]
pub enum Line {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// It has more than [`MAX_LINE`] bytes.
    TooLong,
}

/// A line in progress.
struct Numbered {
    index: u64,
    weight: usize,
    line: Line,
}

/// Answers every line of `input` with `answer`, which `threads` threads call.
///
/// # Errors
/// If writing to the output fails. An input that cannot be read any further ends the stream with a
/// message and [`Exit::BadInput`].
pub fn run(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    threads: usize,
    answer: impl Fn(&Line) -> Reply + Send + Sync + 'static,
) -> io::Result<Exit> {
    let (lines, work) = mpsc::channel();
    let (permit, permits) = mpsc::sync_channel(WINDOW);
    let (done, replies) = mpsc::channel();
    let shared = Arc::new((Mutex::new(work), answer));
    for _ in 0..threads.max(1) {
        let (shared, done) = (Arc::clone(&shared), done.clone());
        thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || compute(&shared.0, &done, &shared.1))?;
    }
    drop(done);
    let reader = thread::Builder::new().spawn(move || read(input, &permit, &lines))?;
    let exit = write(&replies, &permits, output)?;
    match reader.join() {
        Ok(Ok(())) => Ok(exit),
        Ok(Err(error)) => {
            print_error(&format!("the input cannot be read: {error}"));
            Ok(exit.and(Exit::BadInput))
        }
        Err(_) => Ok(exit.and(Exit::Internal)),
    }
}

/// Reads until the end, an error, or until the receiver is gone.
fn read(
    mut input: impl BufRead,
    permit: &SyncSender<()>,
    lines: &Sender<Numbered>,
) -> io::Result<()> {
    let mut index = 0;
    while let Some(line) = next_line(&mut input, MAX_LINE)? {
        let weight = match &line {
            Line::Bytes(bytes) => (1 + bytes.len() / PART).min(WINDOW),
            Line::TooLong => 1,
        };
        let permitted = (0..weight).all(|_| permit.send(()).is_ok());
        if !permitted || lines.send(Numbered { index, weight, line }).is_err() {
            break;
        }
        index += 1;
    }
    Ok(())
}

/// The next line; `None` at the end.
fn next_line(input: &mut impl BufRead, max: u64) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    // The line break, and one byte that shows that the line is too long.
    input.by_ref().take(max + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Ok(Some(Line::Bytes(bytes)));
    }
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= max) {
        return Ok(Some(Line::Bytes(bytes)));
    }
    drop(bytes);
    input.skip_until(b'\n')?;
    Ok(Some(Line::TooLong))
}

/// An answer in progress. It arrives even if its computation panics, so that the answers after it
/// do not wait for ever; the panic itself has then been reported on standard error.
struct Ticket {
    index: u64,
    weight: usize,
    reply: Option<Reply>,
    done: Sender<(u64, usize, Reply)>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let lost = || {
            let reason = "internal error: see the message on standard error".to_owned();
            Reply { id: None, outcome: Outcome::Fault { reason }, notes: Vec::new() }
        };
        let reply = self.reply.take().unwrap_or_else(lost);
        // The receiver may be gone.
        let _ = self.done.send((self.index, self.weight, reply));
    }
}

fn compute(
    work: &Mutex<Receiver<Numbered>>,
    done: &Sender<(u64, usize, Reply)>,
    answer: &(dyn Fn(&Line) -> Reply + Sync),
) {
    loop {
        // The lock is held while waiting, so that each thread gets one line.
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Numbered { index, weight, line }) = next else {
            return;
        };
        let mut ticket = Ticket { index, weight, reply: None, done: done.clone() };
        ticket.reply = Some(answer(&line));
    }
}

/// Writes the answers in order; flushes whenever there is nothing else to do.
fn write(
    replies: &Receiver<(u64, usize, Reply)>,
    permits: &Receiver<()>,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let mut exit = Exit::Good;
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        let (index, weight, reply) = match replies.try_recv() {
            Ok(received) => received,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                output.flush()?;
                match replies.recv() {
                    Ok(received) => received,
                    Err(_) => break,
                }
            }
        };
        waiting.insert(index, (weight, reply));
        while let Some((weight, reply)) = waiting.remove(&next) {
            write_json(output, &reply)?;
            exit = exit.and(reply.outcome.exit());
            next += 1;
            permits.iter().take(weight).for_each(drop);
        }
    }
    output.flush()?;
    // If all computing threads are gone, answers may be missing.
    Ok(if waiting.is_empty() { exit } else { exit.and(Exit::Internal) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, max: u64) -> Vec<Option<String>> {
        let mut input = io::BufReader::with_capacity(3, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, max).expect("a slice can be read") {
            lines.push(match line {
                Line::Bytes(bytes) => Some(String::from_utf8(bytes).expect("the text is UTF-8")),
                Line::TooLong => None,
            });
        }
        lines
    }

    #[test]
    fn lines_are_split_and_bounded() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(lines("", 4), []);
        assert_eq!(lines("\n", 4), [some("")]);
        assert_eq!(lines("a\n\nb", 4), [some("a"), some(""), some("b")]);
        assert_eq!(lines("1234\n12345\n1234\n", 4), [some("1234"), None, some("1234")]);
        assert_eq!(lines("12345678901\n1\n12345", 4), [None, some("1"), None]);
        assert_eq!(lines("1234", 4), [some("1234")]);
    }

    /// Replies come in order even where the first lines take longest, and a line that panics is
    /// answered as a fault.
    #[test]
    fn answers_keep_the_order_and_faults_are_loud() {
        let input = io::Cursor::new((0..1000).map(|i| format!("{i}\n")).collect::<String>());
        let answer = |line: &Line| {
            let Line::Bytes(bytes) = line else { unreachable!() };
            let text = String::from_utf8(bytes.clone()).expect("digits");
            assert_ne!(text, "500", "this line is meant to panic");
            thread::sleep(std::time::Duration::from_micros(if text.len() < 2 { 2000 } else { 10 }));
            let id = serde_json::value::RawValue::from_string(text).ok();
            let outcome =
                Outcome::Unsupported { missing: String::new(), reason: String::new(), field: None };
            Reply { id, outcome, notes: Vec::new() }
        };
        let mut output = Vec::new();
        let exit = run(input, &mut output, 3, answer).expect("a vector can be written");
        assert_eq!(exit, Exit::Internal);
        let output = String::from_utf8(output).expect("JSON");
        for (i, line) in output.lines().enumerate() {
            let start = if i == 500 {
                r#"{"id":null,"status":"error""#.to_owned()
            } else {
                format!("{{\"id\":{i},")
            };
            assert!(line.starts_with(&start), "{line}");
        }
        assert_eq!(output.lines().count(), 1000);
    }
}
