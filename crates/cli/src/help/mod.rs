//! Worked examples for the help texts.
//!
//! The tests run every line with a `$` and compare its output with the lines below it. Indented
//! text (examples, tables and lists) is there to be copied, and is written as it is: no line of it
//! has more than 80 columns. Other text is prose, which is broken to fit the screen wherever it was
//! broken here.

mod claims;
mod programs;
mod quantities;
mod questions;
mod topics;

#[cfg(feature = "tables")]
pub use claims::JUDGE;
pub use claims::{BUDGET, CERTIFY, CHECK, IMPORT, INIT, SCHEMA, VERIFY};
#[cfg(feature = "papers")]
pub use programs::PAPERS;
#[cfg(feature = "release")]
pub use programs::{COMPLETIONS, MANUAL};
#[cfg(feature = "crosscheck")]
pub use programs::{CROSSCHECK, FLOATS, VECTORS};
pub use programs::{HELP, QUERY};
pub use quantities::{
    BAYES_ERROR, BETA, CHI_SQUARED, DELTA, DELTAS, EPS, FUNCTIONALS, GDP, GDP_REGRET, KL,
    LIKELIHOOD_RATIOS, POLYGON, REGION, RENYI, RHO, TEST, TV,
};
#[cfg(feature = "page")]
pub use questions::SERVE;
pub use questions::{CALIBRATE, CHANNEL, DOMINATES, MATRIX_SENSITIVITY, NUMBER, PLOT, THEOREM};

pub use topics::{TOPICS, Topic};

use crate::feature;
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

/// A text with each paragraph of its prose in one line, for the parser to break.
pub fn page(text: &str) -> String {
    let mut page = String::new();
    let mut is_prose = false;
    for line in text.lines() {
        let continues = is_prose && !line.is_empty() && !line.starts_with(' ');
        if !page.is_empty() {
            page.push(if continues { ' ' } else { '\n' });
        }
        page.push_str(line);
        is_prose = !line.is_empty() && !line.starts_with(' ');
    }
    page
}

/// A text as the parser renders it, with its prose broken to fit the screen.
pub fn rendered(text: &str) -> StyledStr {
    let shown = Command::new("page").max_term_width(160).help_template("{after-help}");
    shown.after_help(page(text)).render_help()
}

/// The options `-h` and `--help`. Both have the short form of the parser, in which an option takes
/// a line; the examples are added where `--help` is written.
pub fn flag() -> Arg {
    let flag = Arg::new("help").short('h').long("help").global(true).action(ArgAction::HelpShort);
    flag.help("Show these options; with --help, examples as well")
}

/// The headings of the list of commands, with the commands in their order.
pub const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Ask",
        &[
            "delta",
            "eps",
            "tv",
            "rho",
            "gdp",
            "beta",
            "calibrate",
            "dominates",
            "deltas",
            "region",
            "polygon",
            "test",
            "likelihood-ratios",
            "bayes-error",
            "gdp-regret",
            "kl",
            "renyi",
            "chi-squared",
            "functionals",
            "channel",
            "matrix-sensitivity",
            "number",
        ],
    ),
    ("Judge", &["check", "judge", "budget", "init", "import"]),
    ("Certify", &["certify", "verify"]),
    ("Draw", &["plot", "serve"]),
    ("Look up", &["theorem", "papers", "floats", "help"]),
    ("For programs", &["query", "crosscheck", "vectors", "schema", "completions", "manual"]),
];

/// The commands that compute nothing with an engine.
const NO_ENGINE: [&str; 9] =
    ["init", "import", "verify", "floats", "help", "vectors", "schema", "completions", "manual"];

/// The help of the program itself: the commands under their headings, examples where it `is_long`,
/// and the missing parts of this build.
pub fn top(cli: &Command, is_long: bool) -> String {
    let about =
        |name: &&'static str| Some((*name, cli.find_subcommand(name)?.get_about()?.to_string()));
    let mut text = String::new();
    for (heading, names) in GROUPS {
        text += &format!("{heading}:\n");
        for (name, about) in names.iter().filter_map(about) {
            text += &format!("  {name:<18} {about}\n");
        }
        text.push('\n');
    }
    if is_long {
        text += EXAMPLES;
        text += "\n\nPages of `dpcert help`:\n";
        for Topic { name, about, .. } in TOPICS {
            text += &format!("  {name:<18} {about}\n");
        }
        text.push('\n');
    }
    text += USAGE;
    page(&[text, feature::note()].concat())
}

/// What the values of the options mean, where that is known.
fn values(command: &Command) -> impl Iterator<Item = String> {
    let arguments =
        command.get_arguments().filter(|argument| argument.get_help_heading() != Some(COMPUTATION));
    arguments.filter_map(|argument| {
        let described = argument.get_possible_values();
        let lines = described
            .iter()
            .filter_map(|value| Some(format!("  {:<16}{}", value.get_name(), value.get_help()?)));
        let lines: Vec<String> = lines.collect();
        let id = argument.get_id().as_str().to_uppercase();
        let name = argument.get_long().map_or(id, |long| format!("--{long}"));
        (!lines.is_empty()).then(|| format!("Values of {name}:\n{}", lines.join("\n")))
    })
}

/// The text after the options of a command: where the engine and the limits are described, and the
/// examples where it `is_long`.
fn after_options(command: &Command, is_long: bool) -> String {
    let limits = (!NO_ENGINE.contains(&command.get_name())).then_some(LIMITS);
    let examples = command.get_after_long_help().map(ToString::to_string);
    let long = values(command).chain(examples).filter(|_| is_long);
    let parts: Vec<String> = limits.map(str::to_owned).into_iter().chain(long).collect();
    parts.join("\n\n")
}

/// The commands with their texts. The options of the engine and of the limits are the same for all
/// of them, and are described on a page of their own.
pub fn documented(cli: Command, is_long: bool) -> Command {
    let text = top(&cli, is_long);
    let cli = cli.after_help(text).mut_args(|argument| {
        let is_folded = argument.get_help_heading() == Some(COMPUTATION);
        argument.hide(is_folded)
    });
    cli.mut_subcommands(|command| {
        let text = after_options(&command, is_long);
        command.after_help(text)
    })
}

/// The heading of the options of the engine and of the limits.
pub const COMPUTATION: &str = "Computation";

const LIMITS: &str =
    "Engine and limits: --engine, --max-precision, --max-work, --max-memory (dpcert help limits)";

const USAGE: &str = "`dpcert help COMMAND` shows the options and examples of a command, `dpcert COMMAND -h` the options alone, and \
                     `dpcert --version` the version.";

const EXAMPLES: &str = r#"Examples:
  $ dpcert delta 'approx-dp(eps=ln(2), delta=1/10)^3' --at 'ln(2)'
  delta = 0.433
    exact 433/1000
  method lattice, engine malachite

  $ dpcert eps 'gaussian(sigma=2)^10' --at 1e-5 --digits 6
  eps in [7.511275, 7.511276]
  method closed-form, engine malachite

  $ dpcert delta 'laplace(eps=1/10)^100 * gaussian(sigma=5)' --at 2 \
      --rel-gap 1e-4
  delta in [0.0211367493, 0.0211376651]
  method grid, engine malachite

  $ dpcert delta --at '2*ln(20)' \
      'group(size=2, mechanism=approx-dp(eps=ln(20), delta=1/1000))'
  delta = 0.021
    exact 21/1000
  method lattice, engine malachite"#;
