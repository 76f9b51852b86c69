//! `dpcert help`: the commands, one of them with its examples, or a page.

use crate::arguments::{documented, unknown_command};
use crate::help::{self, TOPICS};
use crate::output::print_error;
use crate::{Exit, feature};
use clap::Args;
use std::io::{self, Write};

/// Show the help of a command with examples, or a page
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::HELP))]
pub struct HelpArgs {
    /// A command, or mechanisms, sensitivity, limits or exit-codes; without it, the list of
    /// commands
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Writes the help.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &HelpArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let mut cli = documented(true);
    // The usage of a command has the program's name only then.
    cli.build();
    let text = match &arguments.name {
        None => cli.render_help(),
        Some(name) => {
            match (cli.find_subcommand_mut(name), TOPICS.iter().find(|topic| topic.name == *name)) {
                (Some(command), _) => command.render_help(),
                (None, Some(topic)) => help::rendered(topic.text),
                (None, None) => {
                    let pages = TOPICS.map(|topic| topic.name).join(", ");
                    let unknown = || {
                        let tip = unknown_command(name)
                            .map_or_else(String::new, |tip| format!("\n  tip: {tip}"));
                        format!(
                            "there is no command or page `{name}`{tip}\n  the pages are {pages}"
                        )
                    };
                    print_error(&feature::missing_command(name).unwrap_or_else(unknown));
                    return Ok(Exit::BadInput);
                }
            }
        }
    };
    writeln!(output, "{}", text.to_string().trim_matches('\n'))?;
    Ok(Exit::Good)
}
