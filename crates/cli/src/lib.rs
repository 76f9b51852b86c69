//! The commands, for a shell or another program.
//!
//! Everything here reads requests and writes answers; no number is computed. `commands` has a file
//! for each subcommand: `query` is the line protocol for programs, `check` judges claim files, and
//! the other commands ask one question each for a person. `answers` writes answers, and `report`
//! writes verdicts, both for a person; what programs read is written by `dpcert-answers`.

mod answers;
mod arguments;
mod claims;
mod commands;
mod common;
mod feature;
mod help;
mod number;
mod output;
mod progress;
pub mod report;
#[cfg(feature = "page")]
mod serve;
mod spinner;

pub use arguments::parse;
#[cfg(feature = "papers")]
pub use commands::write_pages;
use common::Common;
pub use dpcert_answers::lines::TextOptions;
pub use dpcert_answers::{Exit, Settings};

use clap::Parser;
use std::io;

/// An exact oracle for differential-privacy accounting: rationals or proven enclosures, never a
/// wrong digit.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "dpcert",
    version,
    max_term_width = 160,
    help_template = "{about-with-newline}\n{usage-heading} {usage}{after-help}",
    disable_help_subcommand = true,
    disable_help_flag = true,
    arg(help::flag())
)]
pub struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: commands::Command,
}

/// Runs a command on standard input and output.
pub fn run(cli: &Cli) -> Exit {
    output::fit_errors_on_the_screen();
    if let Err(message) = cli.common.check() {
        output::print_error(message);
        return Exit::BadInput;
    }
    let mut output = output::Output::new(io::stdout().lock());
    match cli.command.run(&cli.common.settings(), &mut output) {
        Ok(exit) => output.finish(exit),
        // The output remembers its failure; any other error occurred before it.
        Err(error) => output.fail(&error),
    }
}
