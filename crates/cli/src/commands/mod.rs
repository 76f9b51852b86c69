//! The subcommands, with a file or a folder each. Their order in `Command` is that of the help.

mod budget;
mod calibrate;
mod certify;
mod channel;
mod check;
#[cfg(feature = "release")]
mod completions;
#[cfg(feature = "crosscheck")]
mod crosscheck;
mod dominates;
#[cfg(feature = "crosscheck")]
mod floats;
mod help;
mod import;
pub mod init;
#[cfg(feature = "tables")]
mod judge;
#[cfg(feature = "release")]
mod manual;
mod matrix_sensitivity;
mod number;
#[cfg(feature = "papers")]
mod papers;
mod plot;
mod quantity;
mod query;
mod schema;
mod theorem;
#[cfg(feature = "crosscheck")]
mod vectors;
mod verify;

#[cfg(feature = "papers")]
pub use papers::write_pages;

#[cfg(feature = "page")]
use crate::serve;
use crate::{Exit, Settings};
use clap::Subcommand;
use std::io::{self, Write};

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    Check(check::CheckArgs),
    #[cfg(feature = "tables")]
    Judge(judge::JudgeArgs),
    Init(init::InitArgs),
    Import(Box<import::ImportArgs>),
    Schema(schema::SchemaArgs),
    Certify(certify::CertifyArgs),
    Verify(verify::VerifyArgs),
    #[cfg(feature = "crosscheck")]
    Crosscheck(Box<crosscheck::CrosscheckArgs>),
    Query(query::QueryArgs),
    Calibrate(calibrate::CalibrateArgs),
    Budget(Box<budget::BudgetArgs>),
    Dominates(dominates::DominatesArgs),
    Theorem(theorem::TheoremArgs),
    Channel(channel::ChannelArgs),
    MatrixSensitivity(matrix_sensitivity::MatrixSensitivityArgs),
    Number(number::NumberArgs),
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
    Help(help::HelpArgs),
    #[command(flatten)]
    Quantity(quantity::QuantityCommand),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn run(&self, settings: &Settings, output: &mut dyn Write) -> io::Result<Exit> {
        match self {
            Command::Check(arguments) => check::run(arguments, settings, output),
            #[cfg(feature = "tables")]
            Command::Judge(arguments) => judge::run(arguments, settings, output),
            Command::Init(arguments) => init::run(arguments, output),
            Command::Import(arguments) => import::run(arguments, output),
            Command::Schema(arguments) => schema::run(*arguments, output),
            Command::Certify(arguments) => certify::run(arguments, settings, output),
            Command::Verify(arguments) => verify::run(arguments, output),
            #[cfg(feature = "crosscheck")]
            Command::Crosscheck(arguments) => crosscheck::run(arguments, settings, output),
            Command::Query(arguments) => query::run(arguments, settings, output),
            Command::Calibrate(arguments) => calibrate::run(arguments, settings, output),
            Command::Budget(arguments) => budget::run(arguments, settings, output),
            Command::Dominates(arguments) => dominates::run(arguments, settings, output),
            Command::Theorem(arguments) => theorem::run(arguments, settings, output),
            Command::Channel(arguments) => channel::run(arguments, settings, output),
            Command::MatrixSensitivity(arguments) => {
                matrix_sensitivity::run(arguments, settings, output)
            }
            Command::Number(arguments) => number::run(arguments, settings, output),
            Command::Plot(arguments) => plot::run(arguments, settings, output),
            #[cfg(feature = "page")]
            Command::Serve(arguments) => serve::run(arguments, settings, output),
            #[cfg(feature = "papers")]
            Command::Papers(arguments) => papers::run(arguments, settings, output),
            #[cfg(feature = "crosscheck")]
            Command::Floats(arguments) => floats::run(arguments, output),
            #[cfg(feature = "crosscheck")]
            Command::Vectors(arguments) => vectors::run(arguments, output),
            #[cfg(feature = "release")]
            Command::Completions(arguments) => completions::run(*arguments, output),
            #[cfg(feature = "release")]
            Command::Manual(arguments) => manual::run(arguments, output),
            Command::Help(arguments) => help::run(arguments, output),
            Command::Quantity(question) => quantity::run(question, settings, output),
        }
    }
}
