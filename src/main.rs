//! The command `dpcert`: parse, call the library, turn the outcome into an exit code.

use clap::Parser;
use dpcert::cli::{self, Cli, Exit};
use std::process::ExitCode;

fn main() -> ExitCode {
    // A command line that cannot be parsed ends here, with 2 as every other bad input.
    let cli = Cli::parse();
    ExitCode::from(match cli::run(&cli) {
        Exit::Good => 0,
        Exit::Unexpected => 1,
        Exit::BadInput => 2,
        Exit::Undecided => 3,
        Exit::Internal => 70,
        Exit::Io => 74,
    })
}
