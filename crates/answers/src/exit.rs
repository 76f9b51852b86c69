//! The exit codes.

use std::process::ExitCode;

/// The result of a run, as its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every question was answered; every verdict is the expected one.
    Good = 0,
    /// A claim was refuted, or holds, and that was not expected; a finding is denied; an answer of
    /// another program is unsound; a certificate is not proved.
    Unexpected = 1,
    /// The command line, a file or a request is invalid.
    BadInput = 2,
    /// Something is undecided, unsupported, or too costly.
    Undecided = 3,
    /// A certificate is valid, and certifies that its claim is false.
    Refuted = 4,
    /// The two engines contradict each other: a fault of this program.
    Internal = 70,
    /// The output could not be written.
    Io = 74,
    /// The reader of the output stopped before all of it was written, as a shell says of a program
    /// that a broken pipe ended: nothing is known of what would have followed.
    Unread = 141,
}

impl Exit {
    /// The exit of a run in which both happened. The order is: a fault, bad input, an unexpected
    /// verdict, something undecided, a certified refutation.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        let severity = |exit| match exit {
            Exit::Good => 0,
            Exit::Refuted => 1,
            Exit::Undecided => 2,
            Exit::Unexpected => 3,
            Exit::BadInput => 4,
            Exit::Io | Exit::Unread => 5,
            Exit::Internal => 6,
        };
        if severity(other) > severity(self) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
