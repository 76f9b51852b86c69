//! `dpcert schema`: claim files, requests, answers and reports as JSON Schemas.

use crate::{Exit, help};
use clap::{Args, ValueEnum};
use std::io::{self, Write};

/// Print the JSON Schema (draft 2020-12) of a format
#[derive(Clone, Copy, Debug, Args)]
#[command(after_long_help = help::page(help::SCHEMA))]
pub struct SchemaArgs {
    /// The format
    #[arg(value_enum, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A claim file, its TOML read as JSON
    ClaimFile,
    /// A line of the input of query
    Request,
    /// A line of the output of query, and what --json prints about a question
    Answer,
    /// What check --json prints
    Check,
}

/// Prints a schema.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: SchemaArgs, output: &mut dyn Write) -> io::Result<Exit> {
    output.write_all(match arguments.format {
        Format::ClaimFile => include_bytes!("../../schemas/claim-file.json"),
        Format::Request => include_bytes!("../../schemas/request.json"),
        Format::Answer => include_bytes!("../../schemas/answer.json"),
        Format::Check => include_bytes!("../../schemas/check.json"),
    })?;
    Ok(Exit::Good)
}
