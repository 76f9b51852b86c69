//! The command `dpcert`: parse, call the library, turn the outcome into an exit code.

use dpcert_cli as cli;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    match cli::parse(&arguments) {
        Ok(cli) => cli::run(&cli),
        Err(exit) => exit,
    }
    .into()
}
