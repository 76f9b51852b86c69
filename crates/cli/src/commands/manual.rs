//! `dpcert manual`: the help of every command as a manual page.

use crate::help::TOPICS;
use crate::output::print_error;
use crate::{Cli, Exit, help};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use roff::{Roff, roman};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write manual pages, one for each command
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::MANUAL))]
pub struct ManualArgs {
    /// The folder of the pages; it is created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Writes the pages.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &ManualArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let folder = arguments.folder.display();
    match write(&arguments.folder) {
        Ok(()) => {
            writeln!(output, "the pages are written; man -l {folder}/dpcert.1 shows the first")?;
            Ok(Exit::Good)
        }
        Err(error) => {
            print_error(&format!("{folder}: {error}"));
            Ok(Exit::Io)
        }
    }
}

fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let cli = Cli::command();
    let top = help::top(&cli, true);
    let mut cli = cli.after_long_help(top);
    cli.build();
    std::iter::once(&cli).chain(cli.get_subcommands()).try_for_each(|command| {
        let (name, page) = page(command)?;
        fs::write(folder.join(name), page)
    })
}

fn page(command: &Command) -> io::Result<(String, Vec<u8>)> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = command.get_after_long_help().or(command.get_after_help()) {
        notes("NOTES", &text.to_string()).to_writer(&mut page)?;
    }
    if command.has_subcommands() {
        for topic in TOPICS {
            notes(&topic.name.to_uppercase(), &help::page(topic.text)).to_writer(&mut page)?;
        }
    }
    Ok((man.get_filename(), page))
}

/// A section of text: indented text is kept line by line, and the rest is filled.
fn notes(heading: &str, text: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [heading]);
    let (mut is_kept, mut is_begun) = (false, true);
    for line in text.lines() {
        if line.is_empty() {
            is_begun = false;
            continue;
        }
        let keep = line.starts_with(' ');
        match (is_kept, keep) {
            (true, true) if !is_begun => drop(roff.control("sp", [])),
            (true, false) => drop(roff.control("fi", []).control("PP", [])),
            (false, false) if !is_begun => drop(roff.control("PP", [])),
            (false, true) => {
                if !is_begun {
                    roff.control("PP", []);
                }
                roff.control("nf", []);
            }
            _ => {}
        }
        roff.text([roman(line)]);
        (is_kept, is_begun) = (keep, true);
    }
    if is_kept {
        roff.control("fi", []);
    }
    roff
}
