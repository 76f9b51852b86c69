//! `dpcert completions`: completions of commands and options for a shell.

use crate::{Cli, Exit, help};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};

/// Print a script that completes commands in a shell
#[derive(Clone, Copy, Debug, Args)]
#[command(after_long_help = help::page(help::COMPLETIONS))]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: CompletionsArgs, output: &mut dyn Write) -> io::Result<Exit> {
    // The generator cannot report an error of the output.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "dpcert", &mut script);
    output.write_all(&script)?;
    Ok(Exit::Good)
}
