//! The commands: what a shell or another program can ask.
//!
//! Everything here is about reading requests and writing answers; no number is computed. The
//! command line is defined in this file; `query` is the line protocol for programs, `check` judges
//! claim files, and the other commands ask one question each for a person.

mod answered;
mod asked;
mod attestation;
mod calibrate;
mod certify;
mod channel;
mod check;
mod common;
#[cfg(feature = "release")]
mod completions;
#[cfg(feature = "crosscheck")]
mod crosscheck;
mod dominates;
mod exit;
mod feature;
mod files;
#[cfg(feature = "crosscheck")]
mod floats;
mod format;
mod help;
mod init;
mod json;
#[cfg(feature = "tables")]
mod judge;
#[cfg(feature = "release")]
mod manual;
mod number;
mod one_off;
mod output;
#[cfg(feature = "papers")]
mod papers;
mod plot;
mod progress;
mod query;
mod records;
mod refused;
mod reply;
pub mod report;
mod request;
mod schema;
#[cfg(feature = "page")]
mod serve;
mod spinner;
mod stream;
mod text;
mod theorem;
#[cfg(feature = "crosscheck")]
mod vectors;

pub use common::Common;
pub use exit::Exit;
#[cfg(feature = "papers")]
pub use papers::write_pages;
pub use refused::parse;

use clap::{Parser, Subcommand};
use std::io;

/// An exact oracle for differential-privacy accounting: rationals or proven enclosures, never a
/// wrong digit.
#[derive(Clone, Debug, Parser)]
#[command(name = "dpcert", version, max_term_width = 160, after_help = help::top())]
pub struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Check(check::CheckArgs),
    #[cfg(feature = "tables")]
    Judge(judge::JudgeArgs),
    Init(init::InitArgs),
    Schema(schema::SchemaArgs),
    Certify(certify::CertifyArgs),
    Verify(certify::VerifyArgs),
    #[cfg(feature = "crosscheck")]
    Crosscheck(Box<crosscheck::CrosscheckArgs>),
    Query(query::QueryArgs),
    Calibrate(calibrate::CalibrateArgs),
    Dominates(dominates::DominatesArgs),
    Theorem(theorem::TheoremArgs),
    Channel(channel::ChannelArgs),
    Plot(Box<plot::PlotArgs>),
    #[cfg(feature = "page")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "papers")]
    Papers(papers::PapersArgs),
    #[cfg(feature = "crosscheck")]
    Floats(floats::FloatsArgs),
    #[cfg(feature = "crosscheck")]
    Vectors(vectors::VectorsArgs),
    #[cfg(feature = "release")]
    Completions(completions::CompletionsArgs),
    #[cfg(feature = "release")]
    Manual(manual::ManualArgs),
    #[command(flatten)]
    OneOff(one_off::OneOff),
}

/// Runs a command on standard input and output.
pub fn run(cli: &Cli) -> Exit {
    let Cli { common, command } = cli;
    output::fit_errors_on_the_screen();
    if let Err(message) = common.check() {
        output::print_error(message);
        return Exit::BadInput;
    }
    let mut output = output::Output::new(io::stdout().lock());
    let result = match command {
        Command::Check(arguments) => check::run(arguments, common, &mut output),
        #[cfg(feature = "tables")]
        Command::Judge(arguments) => judge::run(arguments, common, &mut output),
        Command::Init(arguments) => init::run(arguments, &mut output),
        Command::Schema(arguments) => schema::run(*arguments, &mut output),
        Command::Certify(arguments) => certify::run(arguments, common, &mut output),
        Command::Verify(arguments) => certify::verify(arguments, &mut output),
        #[cfg(feature = "crosscheck")]
        Command::Crosscheck(arguments) => crosscheck::run(arguments, common, &mut output),
        Command::Query(arguments) => query::run(arguments, common, &mut output),
        Command::Calibrate(arguments) => calibrate::run(arguments, common, &mut output),
        Command::Dominates(arguments) => dominates::run(arguments, common, &mut output),
        Command::Theorem(arguments) => theorem::run(arguments, common, &mut output),
        Command::Channel(arguments) => channel::run(arguments, common, &mut output),
        Command::Plot(arguments) => plot::run(arguments, common, &mut output),
        #[cfg(feature = "page")]
        Command::Serve(arguments) => serve::run(arguments, common, &mut output),
        #[cfg(feature = "papers")]
        Command::Papers(arguments) => papers::run(arguments, common, &mut output),
        #[cfg(feature = "crosscheck")]
        Command::Floats(arguments) => floats::run(arguments, &mut output),
        #[cfg(feature = "crosscheck")]
        Command::Vectors(arguments) => vectors::run(arguments, &mut output),
        #[cfg(feature = "release")]
        Command::Completions(arguments) => completions::run(*arguments, &mut output),
        #[cfg(feature = "release")]
        Command::Manual(arguments) => manual::run(arguments, &mut output),
        Command::OneOff(question) => one_off::run(question, common, &mut output),
    };
    match result {
        Ok(exit) => output.finish(exit),
        // The output remembers its failure; anything else failed on the way to it.
        Err(error) => output.fail(&error),
    }
}
