//! All output: standard output and standard error, the screen, and tables for other programs.
//!
//! A closed pipe (`dpcert ... | head`) means that the reader has enough: the run ends quietly. Any
//! other failure is reported, because an answer that was not received must not look like success.

mod format;
mod latex;
mod records;
mod screen;

pub use format::Format;
pub use latex::{
    UNKNOWN, apart, at_most, claimed, claimed_to, digits_apart, in_math, latex_text, symbol,
    with_zeros,
};
pub use records::{Kind, Records, cells};
pub use screen::{cell, columns_asked_for, empty_table, terminal_options, write_table};

use crate::Exit;
use dpcert::input::{escape, is_hidden};
use dpcert_answers::visible::{Visible, own, text_file};
use miette::{Diagnostic, MietteHandlerOpts};
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use textwrap::WordSplitter;

/// Standard output, buffered, which remembers its first failure. What others wrote is visible in
/// it, and controls nothing.
pub struct Output<W: Write> {
    inner: Visible<BufWriter<W>>,
    failure: Option<io::ErrorKind>,
    message: String,
}

impl<W: Write> Output<W> {
    /// Buffers `inner`.
    pub fn new(inner: W) -> Output<W> {
        let inner = Visible::new(BufWriter::with_capacity(1 << 16, inner));
        Output { inner, failure: None, message: String::new() }
    }

    /// Writes the remaining buffer, and returns the exit of a run that ended with `exit`.
    pub fn finish(mut self, exit: Exit) -> Exit {
        // A failure is remembered.
        let _ = self.flush();
        let Output { inner, failure, message } = self;
        // Bytes that could not be written are dropped, not written again.
        let _ = inner.into_inner().into_parts();
        match failure {
            None | Some(io::ErrorKind::BrokenPipe) => exit,
            Some(_) => {
                print_error(&format!("the output cannot be written: {message}"));
                exit.and(Exit::Io)
            }
        }
    }

    /// The exit of a run that `error` ended.
    pub fn fail(self, error: &io::Error) -> Exit {
        match self.failure {
            Some(io::ErrorKind::BrokenPipe) => return self.finish(Exit::Unread),
            Some(_) => return self.finish(Exit::Good),
            None => {}
        }
        print_error(&error.to_string());
        self.finish(Exit::Io)
    }

    fn watch<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() != io::ErrorKind::Interrupted
            && self.failure.is_none()
        {
            self.failure = Some(error.kind());
            self.message = error.to_string();
        }
        result
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.watch(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.watch(result)
    }
}

/// A message on standard error, after the program's name. If that is closed the message is lost,
/// and only the exit code reports the error.
pub fn print_error(message: &str) {
    // A further line is indented, so that it does not look like another message.
    let lines: Vec<String> =
        message.split('\n').map(|line| escape(line.strip_prefix("  ").unwrap_or(line))).collect();
    write_error(format!("dpcert: {}", lines.join("\n  ")).as_bytes());
}

/// A text on standard error, in which what others wrote controls nothing.
fn write_error(text: &[u8]) {
    let line = [text, b"\n"].concat();
    let _ = Visible::new(io::stderr()).write_all(&line);
}

/// Writes a file of text that others may have had a part in.
///
/// # Errors
/// If it cannot be written.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text_file(text))
}

/// Writes such a file completely or not at all, in the place of an earlier one.
///
/// # Errors
/// If it cannot be written.
pub fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    let unfinished = PathBuf::from(name);
    // Whatever has this name is not written to: it may be a link to another file.
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(&unfinished)?.write_all(text_file(text).as_bytes())?;
    fs::rename(&unfinished, path)
}

/// Errors are as wide as the screen, and words are broken at blanks only, so that names can be
/// copied.
pub fn fit_errors_on_the_screen() {
    // A user of this library may have set their own.
    let _ = miette::set_hook(Box::new(|_| {
        let options =
            MietteHandlerOpts::new().word_splitter(WordSplitter::NoHyphenation).break_words(false);
        let columns = columns_asked_for();
        Box::new(
            columns
                .into_iter()
                .fold(options, |options, columns| options.width(columns.into()))
                .build(),
        )
    }));
}

/// An error on standard error, with its help, and with the lines in question if it has some.
pub fn report(error: impl Diagnostic + Send + Sync + 'static) {
    let texts = [Some(error.to_string()), error.help().map(|help| help.to_string())];
    let has_hidden =
        texts.into_iter().flatten().any(|text| text.chars().any(|c| is_hidden(c) && c != '\n'));
    let rendered = format!("{:?}", miette::Report::new(error));
    write_error(&if has_hidden { rendered.into_bytes() } else { own(&rendered) });
}

/// A message of the parser of the command line, with its styling on a terminal. Arguments may be
/// names of files that others chose: with hidden characters in one of them nothing is styled.
///
/// # Errors
/// If it cannot be written.
pub fn print_parsed(error: &clap::Error, arguments: &[std::ffi::OsString]) -> io::Result<()> {
    let has_hidden =
        arguments.iter().any(|argument| argument.to_string_lossy().chars().any(is_hidden));
    let text = error.render();
    let is_styled = |is_terminal: bool| {
        is_terminal
            && !has_hidden
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
    };
    let bytes = |is_terminal| {
        if is_styled(is_terminal) {
            own(&text.ansi().to_string())
        } else {
            text.to_string().into_bytes()
        }
    };
    if error.use_stderr() {
        Visible::new(io::stderr()).write_all(&bytes(io::stderr().is_terminal()))
    } else {
        let mut output = Visible::new(io::stdout());
        output.write_all(&bytes(io::stdout().is_terminal()))?;
        output.flush()
    }
}
