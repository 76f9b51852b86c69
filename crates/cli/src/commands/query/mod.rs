//! `dpcert query`: the line protocol, for programs.

mod stream;

use crate::output::print_error;
use crate::progress;
use crate::{Exit, Settings, help};
use clap::Args;
use dpcert_answers::protocol::{Outcome, Progress, Reply, reply};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;
use stream::{Line, MAX_LINE};

/// Answer questions of another program: JSON Lines in and out
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::QUERY))]
pub struct QueryArgs {
    /// A file of requests, one JSON object a line [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Report the progress on standard error four times a second, as JSON Lines
    #[arg(long)]
    progress: bool,
}

/// Answers every line, in order.
pub fn run(arguments: &QueryArgs, settings: &Settings, output: &mut dyn Write) -> io::Result<Exit> {
    let input: Box<dyn BufRead + Send> = match arguments.file.as_deref() {
        Some(path) if path.as_os_str() != "-" => match File::open(path) {
            Ok(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
            Err(error) => {
                print_error(&format!("{}: {error}", path.display()));
                return Ok(Exit::BadInput);
            }
        },
        _ => Box::new(BufReader::with_capacity(1 << 16, io::stdin())),
    };
    let settings = *settings;
    let progress = Arc::new(Progress::default());
    if arguments.progress {
        progress::tell(&progress)?;
    }
    stream::run(input, output, rayon::current_num_threads(), move |line| match line {
        Line::Bytes(bytes) => reply(bytes, &settings, &progress),
        Line::TooLong => Reply {
            id: None,
            outcome: Outcome::Error {
                field: None,
                reason: format!("the line is longer than {} MiB", MAX_LINE >> 20),
                column: None,
                help: Some("write one request a line".to_owned()),
            },
            notes: Vec::new(),
        },
    })
}
