//! The command `dpcert`: parse, call the library, turn the outcome into an exit code.

use dpcert_cli::{self as cli, Exit};
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let exit = match cli::parse(&arguments) {
        Ok(cli) => cli::run(&cli),
        Err(exit) => exit,
    };
    ExitCode::from(match exit {
        Exit::Good => 0,
        Exit::Unexpected => 1,
        Exit::BadInput => 2,
        Exit::Undecided => 3,
        Exit::Refuted => 4,
        Exit::Internal => 70,
        Exit::Io => 74,
    })
}
