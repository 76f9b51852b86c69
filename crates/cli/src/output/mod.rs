//! All output: standard output and standard error, the screen, and tables for other programs.
//!
//! A closed pipe (`dpcert ... | head`) means that the reader has enough: the run ends quietly. Any other failure is
//! reported, because an answer that was not received must not look like success.

mod format;
mod legend;
mod records;
mod screen;

pub use format::Format;
pub use legend::Legend;
pub use records::{Kind, Records, cells};
pub use screen::{
    TextOptions, columns_asked_for, empty_table, paragraph, plain, terminal_options, wrapped, write_line, write_table,
};

use crate::Exit;
use miette::MietteHandlerOpts;
use std::io::{self, BufWriter, Write};
use textwrap::WordSplitter;

/// Standard output, buffered, which remembers its first failure.
pub struct Output<W: Write> {
    inner: BufWriter<W>,
    failure: Option<io::ErrorKind>,
    message: String,
}

impl<W: Write> Output<W> {
    /// Buffers `inner`.
    pub fn new(inner: W) -> Output<W> {
        Output { inner: BufWriter::with_capacity(1 << 16, inner), failure: None, message: String::new() }
    }

    /// Writes the remaining buffer, and returns the exit of a run that ended with `exit`.
    pub fn finish(mut self, exit: Exit) -> Exit {
        // A failure is remembered.
        let _ = self.flush();
        let Output { inner, failure, message } = self;
        // Bytes that could not be written are dropped, not written again.
        let _ = inner.into_parts();
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
        if self.failure.is_some() {
            return self.finish(Exit::Good);
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

/// A message on standard error, after the program's name. If that is closed the message is lost, and only the exit code
/// reports the error.
pub fn print_error(message: &str) {
    let _ = writeln!(io::stderr(), "dpcert: {message}");
}

/// Errors are as wide as the screen, and words are broken at blanks only, so that names can be copied.
pub fn fit_errors_on_the_screen() {
    // A user of this library may have set their own.
    let _ = miette::set_hook(Box::new(|_| {
        let options = MietteHandlerOpts::new().word_splitter(WordSplitter::NoHyphenation).break_words(false);
        let columns = columns_asked_for();
        Box::new(columns.into_iter().fold(options, |options, columns| options.width(columns.into())).build())
    }));
}

/// A report on an error of the input on standard error: the position is underlined.
pub fn report(report: dpcert::input::Report) {
    let _ = writeln!(io::stderr(), "{:?}", miette::Report::new(report));
}
