//! A program that answers questions, as an untrusted child process.
//!
//! It gets a temporary folder of its own for each start, one question at a time, and a limited
//! processor time for it. Whatever it does, there is an answer: a program that dies, hangs, or is
//! out of step is ended with all that it started, and started again for the next question.

use super::answer::{Answer, Said};
use super::live::{self, Live};
use super::processor;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The additional time for the first answer after a start: a library is loaded before it.
pub const STARTUP: Duration = Duration::from_secs(60);

/// After this many failures in a row, without an answer in between, no more questions are asked.
const PATIENCE: u32 = 10;

/// So few are enough where the last one is a late answer and there has been no answer at all: a
/// program that hangs takes minutes each time.
const PATIENCE_AT_FIRST: u32 = 3;

/// The longest line that is an answer, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// The most of standard error that is shown when a program dies, in bytes.
const TAIL: usize = 2048;

/// The clock time that a program may take, as a multiple of the limit: it may wait for others, and
/// for ever.
const WAITING: u32 = 8;

/// The interval at which it is checked while there is no answer.
const LOOK: Duration = Duration::from_millis(100);

/// The time that a program may take to end after it has closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// The command that starts a program.
#[derive(Clone, Debug)]
pub struct Launch {
    words: Vec<OsString>,
    caller: PathBuf,
    /// The words that look like paths and name no file.
    absent: Vec<String>,
}

impl Launch {
    /// From a command line, split into words as a shell splits them, and run without one. A word
    /// after the first one that names a file in the folder `caller` is made absolute, and so is the
    /// first one if it contains a slash: the program runs in another folder.
    ///
    /// # Errors
    /// The error in the command line.
    pub fn words(command: &str, caller: &Path) -> Result<Launch, String> {
        let words = shlex::split(command)
            .ok_or("a quote is not closed, or a backslash ends the command")?;
        if words.is_empty() {
            return Err("the command is empty".to_owned());
        }
        let absent = words.iter().skip(1).filter(|word| is_absent(word, caller)).cloned().collect();
        let absolute = |(index, word): (usize, String)| {
            let path = caller.join(&word);
            let is_path = (index > 0 || word.contains('/')) && !word.is_empty() && path.exists();
            if is_path { path.into_os_string() } else { word.into() }
        };
        Ok(Launch {
            words: words.into_iter().enumerate().map(absolute).collect(),
            caller: caller.to_owned(),
            absent,
        })
    }

    /// A command line for `sh -c`. In it `$OLDPWD` is the folder `caller`.
    pub fn shell(command: &str, caller: &Path) -> Launch {
        Launch {
            words: ["sh", "-c", command].map(OsString::from).to_vec(),
            caller: caller.to_owned(),
            absent: Vec::new(),
        }
    }

    /// The words of the command that look like paths and name no file in the folder of the caller:
    /// the program will not find them in its own folder either.
    pub fn absent(&self) -> &[String] {
        &self.absent
    }

    /// Why it cannot be started, and what to write instead.
    pub fn explained(&self, error: &io::Error) -> String {
        let name = self.words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
        let here = self.caller.join(name.trim_start_matches("./"));
        match (error.kind(), self.file(&name)) {
            (io::ErrorKind::NotFound, Some(file)) => format!(
                "{} cannot be started: the interpreter that it names was not found",
                file.display()
            ),
            (io::ErrorKind::NotFound, None) if name.contains('/') => {
                format!("there is no file {}", here.display())
            }
            (io::ErrorKind::NotFound, None) => {
                let advice =
                    if here.is_file() { format!("; write ./{name}") } else { String::new() };
                format!("there is no program {name} in the folders of PATH{advice}")
            }
            (io::ErrorKind::PermissionDenied, Some(file)) => format!(
                "{} cannot be started: {error}; a program must be executable (chmod +x)",
                file.display()
            ),
            _ => format!("{name} cannot be started: {error}"),
        }
    }

    /// The file of a program with this name.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let files: Vec<PathBuf> = match name.contains('/') {
            true => vec![self.caller.join(name.trim_start_matches("./"))],
            false => std::env::split_paths(&folders).map(|folder| folder.join(name)).collect(),
        };
        files.into_iter().find(|file| file.is_file())
    }

    fn start(&self) -> io::Result<Running> {
        let (program, arguments) = self.words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).env("OLDPWD", &self.caller);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (mut child, live) = live::start(command)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (questions, lines) = (mpsc::channel(), mpsc::channel());
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let running = Running {
            child,
            questions: questions.0,
            lines: lines.1,
            tail: Arc::clone(&tail),
            has_answered: false,
            live,
        };
        if let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) {
            thread::Builder::new().spawn(move || write(stdin, &questions.1))?;
            thread::Builder::new().spawn(move || read(stdout, &lines.0))?;
            thread::Builder::new().spawn(move || watch(stderr, &tail))?;
        }
        Ok(running)
    }
}

/// Does the word look like a path, and is there nothing of that name?
fn is_absent(word: &str, caller: &Path) -> bool {
    let has_ending = Path::new(word).extension().is_some_and(|ending| !ending.is_empty());
    (word.contains('/') || has_ending) && !word.starts_with('-') && !caller.join(word).exists()
}

/// A program that answers questions.
#[derive(Debug)]
pub struct Program {
    launch: Launch,
    time_limit: Duration,
    startup: Duration,
    running: Option<Running>,
    has_answered: bool,
    /// Failures in a row, without an answer in between.
    failures: u32,
    last_failure: Option<Failure>,
}

impl Program {
    /// Starts a program, which has this much processor time for each answer, and eight times as
    /// much by the clock.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(launch: Launch, time_limit: Duration) -> io::Result<Program> {
        let running = Some(launch.start()?);
        Ok(Program {
            launch,
            time_limit,
            startup: STARTUP,
            running,
            has_answered: false,
            failures: 0,
            last_failure: None,
        })
    }

    /// Asks a question: `line` is the request, without its line break. There always is an answer,
    /// within the time limit and the time of a start; `None` once the program is given up.
    pub fn ask(&mut self, id: &str, line: &str) -> Option<Answer> {
        if self.is_given_up() {
            return None;
        }
        match self.answer(id, line) {
            Ok(answer) => {
                (self.failures, self.has_answered) = (0, true);
                Some(answer)
            }
            Err(failure) => {
                // Its next output might be the answer to this question.
                self.running = None;
                self.failures += 1;
                self.last_failure = Some(failure.clone());
                Some(Answer::missing(id, failure.said()))
            }
        }
    }

    fn answer(&mut self, id: &str, line: &str) -> Result<Answer, Failure> {
        let running = match &mut self.running {
            Some(running) => running,
            stopped => stopped.insert(
                self.launch
                    .start()
                    .map_err(|error| Failure::Crashed(format!("it cannot be started: {error}")))?,
            ),
        };
        let startup = if running.has_answered { Duration::ZERO } else { self.startup };
        running.ask(id, line, self.time_limit + startup)
    }

    fn is_given_up(&self) -> bool {
        let is_late = matches!(self.last_failure, Some(Failure::TimedOut(_)));
        let patience = if is_late && !self.has_answered { PATIENCE_AT_FIRST } else { PATIENCE };
        self.failures >= patience
    }

    /// Why no more questions are asked, if so: a sentence about the program, without its subject.
    pub fn given_up(&self) -> Option<String> {
        let last = self.last_failure.as_ref().filter(|_| self.is_given_up())?;
        let never = if self.has_answered { "" } else { " and has not answered a question" };
        // Of several lines of standard error the last one has the message.
        let last = last.reason().trim().lines().last().unwrap_or_default();
        Some(format!("failed {} times in a row{never}; the last time: {last}", self.failures))
    }
}

/// The reason why there is no answer to a question, in words.
#[derive(Clone, Debug)]
enum Failure {
    Crashed(String),
    TimedOut(String),
    Invalid(String),
}

impl Failure {
    fn said(self) -> Said {
        match self {
            Failure::Crashed(reason) => Said::Crashed { reason },
            Failure::TimedOut(reason) => Said::TimedOut { reason },
            Failure::Invalid(reason) => Said::Invalid { reason },
        }
    }

    fn reason(&self) -> &str {
        match self {
            Failure::Crashed(reason) | Failure::TimedOut(reason) | Failure::Invalid(reason) => {
                reason
            }
        }
    }
}

/// A line of a program's output.
enum Line {
    Bytes(Vec<u8>),
    TooLong,
}

#[derive(Debug)]
struct Running {
    child: Child,
    questions: Sender<String>,
    lines: Receiver<Line>,
    tail: Arc<Mutex<VecDeque<u8>>>,
    has_answered: bool,
    live: Live,
}

impl Running {
    /// # Errors
    /// If there is no answer to this question; the program is out of step then.
    fn ask(&mut self, id: &str, line: &str, allowed: Duration) -> Result<Answer, Failure> {
        // A program that no longer reads is recognised by the end of its output.
        let _ = self.questions.send(format!("{line}\n"));
        let invalid = |reason| Err(Failure::Invalid(reason));
        let bytes = match self.line(allowed)? {
            Line::Bytes(bytes) => bytes,
            Line::TooLong => {
                return invalid(format!("the line is longer than {} MiB", MAX_LINE >> 20));
            }
        };
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return invalid("the line is not UTF-8".to_owned());
        };
        match Answer::read(text) {
            Ok(answer) if answer.id == id => {
                self.has_answered = true;
                Ok(answer)
            }
            Ok(answer) => {
                invalid(format!("the answer to \"{}\"", dpcert::input::shorten(&answer.id)))
            }
            Err(_) if !text.trim_start().starts_with('{') => invalid(format!(
                "the line \"{}\" is not an answer: standard output is for answers alone, and standard error for all else",
                dpcert::input::shorten(text.trim())
            )),
            Err(error) => invalid(format!("{error}; {}", error.help)),
        }
    }

    /// The next line. The limit is on the processor time of the program and all that it started,
    /// which does not depend on other programs on the machine. Where that is unknown, and after a
    /// multiple of it, the clock counts.
    fn line(&mut self, allowed: Duration) -> Result<Line, Failure> {
        let start = Instant::now();
        let mut used_before = None;
        loop {
            match self.lines.recv_timeout(LOOK.min(allowed)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Crashed(self.last_words()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let late = |what| {
                Err(Failure::TimedOut(format!("no answer within {} s{what}", allowed.as_secs())))
            };
            let Some(used) = processor::used_by_group(self.child.id()) else {
                if start.elapsed() >= allowed {
                    return late("");
                }
                continue;
            };
            if used.saturating_sub(*used_before.get_or_insert(used)) >= allowed {
                return late(" of processor time");
            }
            if start.elapsed() >= WAITING * allowed {
                return Err(Failure::TimedOut(format!(
                    "no answer within {} s",
                    (WAITING * allowed).as_secs()
                )));
            }
        }
    }

    /// How it ended, and the last part of standard error.
    fn last_words(&mut self) -> String {
        let how = match self.end(GRACE) {
            Some(status) if status.success() => {
                format!("it ended without an answer ({status}), before the end of its input")
            }
            Some(status) => status.to_string(),
            None => "it closed its output and did not end".to_owned(),
        };
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let said: Vec<u8> = tail.iter().copied().collect();
        let said = String::from_utf8_lossy(&said);
        let said = said.trim();
        if said.is_empty() { how } else { format!("{how}: {said}") }
    }

    /// Waits for it to end by itself.
    fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    // Its last output may still be on its way.
                    thread::sleep(Duration::from_millis(20));
                    return Some(status);
                }
                Ok(None) if start.elapsed() < patience => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Running {
    /// Ends it with all that it started, and removes its folder.
    fn drop(&mut self) {
        self.live.end(&mut self.child);
    }
}

/// Writes questions until there are no more, or the reader is gone.
fn write(mut input: ChildStdin, questions: &Receiver<String>) {
    for question in questions {
        if input.write_all(question.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Forwards lines until the output ends, or the receiver is gone.
fn read(output: ChildStdout, lines: &Sender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut bytes) {
            Ok(length) if length > 0 => {}
            _ => return,
        }
        let is_line = bytes.last() == Some(&b'\n');
        let is_short = u64::try_from(bytes.len()).is_ok_and(|length| length <= MAX_LINE);
        let line = if is_line || is_short { Line::Bytes(bytes) } else { Line::TooLong };
        let is_broken = matches!(line, Line::TooLong);
        if lines.send(line).is_err() || is_broken {
            return;
        }
    }
}

/// Keeps the last part of standard error.
fn watch(mut errors: ChildStderr, tail: &Mutex<VecDeque<u8>>) {
    let mut part = [0; 4096];
    while let Ok(length @ 1..) = errors.read(&mut part) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(part.iter().take(length));
        let excess = tail.len().saturating_sub(TAIL);
        tail.drain(..excess);
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// What is said to ten questions, and why the others are not asked.
    fn asked(command: &str) -> (Vec<Option<Said>>, Option<String>) {
        let launch = Launch::shell(command, Path::new("."));
        let mut program = Program::start(launch, Duration::from_millis(40)).unwrap();
        program.startup = Duration::ZERO;
        let ask = |_| program.ask("q", "{}").map(|answer| answer.said);
        let said = (0..12).map(ask).collect();
        (said, program.given_up())
    }

    #[test]
    fn a_program_that_hangs_from_the_start_is_given_up_early() {
        let (said, why) = asked("sleep 600");
        assert!(said[..3].iter().all(|it| matches!(it, Some(Said::TimedOut { .. }))), "{said:?}");
        assert!(said[3..].iter().all(Option::is_none), "{said:?}");
        let why = why.unwrap();
        let expected = "failed 3 times in a row and has not answered a question; the last time: no answer within";
        assert!(why.starts_with(expected), "{why}");
    }

    #[test]
    fn a_program_that_hangs_after_an_answer_is_given_up_later() {
        let answer = r#"{"id":"q","status":"unsupported","reason":""}"#;
        let mark = tempfile::tempdir().unwrap();
        let mark = mark.path().join("answered");
        let (said, why) = asked(&format!(
            "[ -e {0} ] && exec sleep 600; touch {0}; read q; echo '{answer}'; exec sleep 600",
            mark.display()
        ));
        assert!(matches!(said[0], Some(Said::Unsupported { .. })), "{said:?}");
        assert!(said[1..11].iter().all(|it| matches!(it, Some(Said::TimedOut { .. }))), "{said:?}");
        assert!(said[11].is_none(), "{said:?}");
        assert!(why.unwrap().starts_with("failed 10 times in a row; the last time: no answer"));
    }

    #[test]
    fn a_program_that_ends_at_once_is_given_up_with_its_last_words() {
        let (said, why) = asked("echo one >&2; echo two >&2; exit 3");
        assert!(said[..10].iter().all(|it| matches!(it, Some(Said::Crashed { .. }))), "{said:?}");
        assert!(said[10..].iter().all(Option::is_none), "{said:?}");
        let expected =
            "failed 10 times in a row and has not answered a question; the last time: two";
        assert_eq!(why.unwrap(), expected);
    }
}
