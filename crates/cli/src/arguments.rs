//! An invalid command line: the message of the parser, with advice for these commands.

use crate::output::{self, terminal_options};
use crate::{Cli, Exit, feature, help};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use dpcert::input::{listed, nearest};
use dpcert_answers::lines::wrapped;
use std::ffi::OsString;
use std::io;

/// Reads the command line.
///
/// # Errors
/// The exit code where there is nothing to run: the help or the version was requested and is
/// printed, or the command line is invalid and the reason was reported.
pub fn parse(arguments: &[OsString]) -> Result<Cli, Exit> {
    let is_long = arguments
        .iter()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "--help");
    let matches = documented(is_long).try_get_matches_from(arguments);
    let error = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => return Ok(cli),
        Err(error) => match missing_command(&error) {
            Some(message) => {
                output::print_error(&message);
                return Err(Exit::BadInput);
            }
            None => explained(error, arguments),
        },
    };
    let exit = if error.exit_code() == 0 { Exit::Good } else { Exit::BadInput };
    match output::print_parsed(&error, arguments) {
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => {
            output::print_error(&format!("the output cannot be written: {failure}"));
            Err(exit.and(Exit::Io))
        }
        _ => Err(exit),
    }
}

/// The message for a command that this build does not have.
fn missing_command(error: &Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(name))) => {
            feature::missing_command(name)
        }
        _ => None,
    }
}

/// The commands with their help, with examples where it `is_long`.
pub fn documented(is_long: bool) -> Command {
    help::documented(fitted(Cli::command()), is_long)
}

/// The commands, with usages that fit on the screen: the parser breaks words, but leaves usages in
/// one line.
fn fitted(cli: Command) -> Command {
    let options = terminal_options();
    if !options.is_screen {
        return cli;
    }
    let (title, width) = ("Usage: ", usize::from(options.width));
    cli.mut_subcommands(|command| {
        let mut named = command.clone().bin_name(format!("dpcert {}", command.get_name()));
        let usage = named.render_usage().to_string();
        let mut lines = Vec::new();
        match wrapped(&mut lines, "", &" ".repeat(title.len()), &usage, &options) {
            Ok(()) if usage.chars().count() > width => {
                let lines = String::from_utf8_lossy(&lines).trim_end().to_owned();
                command.override_usage(lines.strip_prefix(title).unwrap_or(&lines).to_owned())
            }
            _ => command,
        }
    })
}

/// The error with tips of our own: no mechanism and no number starts with `--`, so `-- --delta` is
/// never meant.
fn explained(mut error: Error, arguments: &[OsString]) -> Error {
    let written = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => {
            let (argument, similar) =
                (written(ContextKind::InvalidArg), written(ContextKind::SuggestedArg));
            // Options that clap considers similar may share only some letters, as --at and --latex
            // do.
            let is_similar = strsim::osa_distance(&argument, &similar) <= 2;
            if !is_similar {
                error.remove(ContextKind::SuggestedArg);
                // The usage of the parser has the option that it suggests.
                if let Some(usage) = usage(arguments) {
                    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
                }
            }
            unknown_argument(&argument, command(arguments).as_ref(), is_similar)
        }
        ErrorKind::InvalidSubcommand => {
            let tip = unknown_command(&written(ContextKind::InvalidSubcommand));
            error.remove(ContextKind::SuggestedSubcommand);
            tip
        }
        ErrorKind::MissingRequiredArgument => described(&error, command(arguments).as_ref()),
        // Given twice, and not beside another that excludes it.
        ErrorKind::ArgumentConflict
            if written(ContextKind::InvalidArg) == written(ContextKind::PriorArg) =>
        {
            other_names(&written(ContextKind::InvalidArg), command(arguments).as_ref())
        }
        _ => return error,
    };
    error.remove(ContextKind::Suggested);
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    error
}

/// The command that the arguments name.
fn command(arguments: &[OsString]) -> Option<Command> {
    let cli = Cli::command();
    arguments.iter().skip(1).find_map(|argument| cli.find_subcommand(argument)).cloned()
}

/// The usage of the command that the arguments name.
fn usage(arguments: &[OsString]) -> Option<StyledStr> {
    let name = command(arguments)?.get_name().to_owned();
    let mut cli = documented(false);
    cli.build();
    Some(cli.find_subcommand_mut(name)?.render_usage())
}

fn unknown_argument(
    argument: &str,
    command: Option<&Command>,
    has_similar: bool,
) -> Option<String> {
    if !argument.starts_with('-') {
        return Some(
            "put quotes around each argument with spaces or brackets, as in 'gaussian(sigma=2)^10', and name every \
             other value, as in --at 1"
                .to_owned(),
        );
    }
    let command = command.filter(|_| !has_similar)?;
    if let Some((.., answer)) = EXCHANGED
        .iter()
        .find(|(name, option, _)| command.get_name() == *name && argument == *option)
    {
        return Some((*answer).to_owned());
    }
    let cli = Cli::command();
    let arguments = command
        .get_arguments()
        .chain(cli.get_arguments().filter(|argument| argument.is_global_set()));
    let options: Vec<String> =
        arguments.filter_map(|a| Some(format!("--{}", a.get_long()?))).collect();
    let takes_parameters =
        command.get_positionals().any(|positional| positional.get_id() == "parameters");
    let parameters = if takes_parameters { "parameters are written NAME=VALUE; " } else { "" };
    let options = listed(options.iter().map(String::as_str));
    Some(format!("{parameters}the options of dpcert {} are {options}", command.get_name()))
}

/// A question, an option that is about its answer or that it does not have, and what was meant.
const EXCHANGED: [(&str, &str, &str); 7] = [
    (
        "delta",
        "--delta",
        "the least eps at a delta is another question: dpcert eps MECH --at DELTA",
    ),
    ("eps", "--eps", "the least delta at an eps is another question: dpcert delta MECH --at EPS"),
    (
        "beta",
        "--fpr",
        "the false positive rate of a test is its alpha: dpcert beta MECH --alpha FPR",
    ),
    ("beta", "--tpr", "the true positive rate is 1 - beta: dpcert beta MECH --alpha FPR"),
    ("tv", "--at", "tv has no parameter: dpcert tv MECH"),
    (
        "tv",
        "--eps",
        "tv has no parameter, it is delta at eps = 0; at another eps: dpcert delta MECH --at EPS",
    ),
    ("rho", "--at", "rho has no parameter: dpcert rho MECH"),
];

/// Words for risks and guarantees, and the question that answers about each.
const WORDS: [(&[&str], &str); 11] = [
    (
        &["advantage", "membership", "membership-inference"],
        "the largest TPR - FPR of an attack on membership is the total variation: dpcert tv MECH",
    ),
    (
        &["tpr", "fpr", "fnr", "roc"],
        "the largest TPR of an attack with a given FPR is 1 - beta: dpcert beta MECH --at FPR",
    ),
    (
        &["posterior", "accuracy"],
        "an attack that knows the prior probability of membership is wrong at least as often as: dpcert bayes-error MECH \
         --prior PRIOR",
    ),
    (
        &["reconstruction"],
        "what succeeds with the probability K without the output succeeds with at most 1 - beta: dpcert beta MECH --at K",
    ),
    (
        &["rdp", "renyi-dp", "renyi-divergence"],
        "RDP bounds the Renyi divergence of each order: dpcert renyi MECH --order ORDER",
    ),
    (&["zcdp", "cdp"], "the least rho of zCDP: dpcert rho MECH"),
    (&["mu", "gaussian-dp"], "the least mu of GDP: dpcert gdp MECH"),
    (
        &["f-dp", "fdp", "trade-off", "tradeoff"],
        "the trade-off function is beta at each alpha: dpcert beta MECH --at ALPHA; dpcert plot MECH draws it",
    ),
    (
        &["hockey-stick", "privacy-profile", "profile"],
        "the privacy profile is delta at each eps: dpcert delta MECH --at EPS",
    ),
    (
        &["sigma", "noise"],
        "the least noise that meets a budget: dpcert calibrate 'gaussian(sigma=?)' --eps EPS --delta DELTA, or --tv ADVANTAGE",
    ),
    (
        &["sensitivity"],
        "dpcert help sensitivity shows the page about it; dpcert matrix-sensitivity computes that of a matrix mechanism",
    ),
];

pub fn unknown_command(written: &str) -> Option<String> {
    if let Some((_, answer)) = WORDS.iter().find(|(names, _)| names.contains(&written)) {
        return Some((*answer).to_owned());
    }
    let cli = Cli::command();
    let pages = || help::TOPICS.iter().map(|topic| topic.name);
    let similar = nearest(written, cli.get_subcommands().map(Command::get_name).chain(pages()));
    match (similar, written) {
        (_, "version") => Some("dpcert --version".to_owned()),
        (Some(page), _) if pages().any(|name| name == page) => {
            Some(format!("did you mean \"{page}\"? dpcert help {page} shows this page of the help"))
        }
        (Some(similar), _) => Some(format!("did you mean \"{similar}\"?")),
        (None, _) if written.contains(['(', '=']) => Some(
            "name the question before the mechanism: dpcert eps 'gaussian(sigma=2)' --at 1e-5"
                .to_owned(),
        ),
        (None, _) => Some("dpcert --help lists the commands".to_owned()),
    }
}

/// What the arguments are that are missing.
fn described(error: &Error, command: Option<&Command>) -> Option<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let name = |argument: &Arg| match argument.get_long() {
        Some(long) => Some(format!("--{long}")),
        None => Some(format!("<{}>", argument.get_value_names()?.first()?)),
    };
    // Its values are after an option, and dots after an argument that may be given several times.
    let of = |shown: &String| {
        let first = shown.split([' ', '.']).next();
        let argument =
            command?.get_arguments().find(|argument| name(argument).as_deref() == first)?;
        Some(format!("{shown}: {}", argument.get_help()?))
    };
    let described: Vec<String> = missing.iter().filter_map(of).collect();
    (!described.is_empty()).then(|| described.join("; "))
}

/// The other names of an option that was given twice.
fn other_names(shown: &str, command: Option<&Command>) -> Option<String> {
    let long = shown.split(' ').next()?.strip_prefix("--")?;
    let argument = command?.get_arguments().find(|argument| argument.get_long() == Some(long))?;
    let aliases: Vec<String> =
        argument.get_all_aliases()?.iter().map(|alias| format!("--{alias}")).collect();
    let aliases = listed(aliases.iter().map(String::as_str));
    (!aliases.is_empty()).then(|| format!("{aliases} is the same as --{long}: give it once"))
}
