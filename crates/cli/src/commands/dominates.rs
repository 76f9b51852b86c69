//! `dpcert dominates`: the order of two mechanisms.

use crate::answers::{Answered, Source};
use crate::output::Format;
use crate::{Exit, Settings, help, number, spinner};
use clap::Args;
use dpcert::quantity::table;
use dpcert::{Answer, Content, Mechanism, Options, Question, Refusal, ask};
use dpcert_answers::protocol::notes_of;
use std::io::{self, Write};

#[derive(Clone, Debug, Args)]
#[command(about = table::DOMINATES.about, after_long_help = help::page(help::DOMINATES))]
pub struct DominatesArgs {
    /// The mechanism that may give less privacy: "randomized-response(eps=ln(9))"
    #[arg(value_name = "A")]
    first: String,

    /// The mechanism that it may dominate
    #[arg(value_name = "B")]
    second: String,

    /// Print the kernel: a row for each likelihood ratio of A, a column for each of B, descending
    #[arg(long)]
    kernel: bool,

    /// Significant digits of the witness
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::digits)]
    digits: u64,

    /// Print the answer of the line protocol, one JSON object
    #[arg(long)]
    json: bool,
}

/// Answers on `output`; errors in the question are reported on standard error.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &DominatesArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let (result, source) = answer(arguments, settings);
    let notes = notes_of(&[&arguments.first, &arguments.second]);
    let format = Format { json: arguments.json, ..Format::default() };
    if let (false, Ok(Answer { content: Content::Dominance(found), .. })) =
        (arguments.json, &result)
    {
        writeln!(output, "{}", sentence(found.dominates, [&arguments.first, &arguments.second]))?;
    }
    Answered {
        name: table::DOMINATES.name,
        result,
        source,
        notes,
        is_whole: arguments.kernel,
        digits: None,
    }
    .write(format, output)
}

/// The verdict, with the mechanisms as they were written where that fits on a line.
fn sentence(dominates: Option<bool>, written: [&str; 2]) -> String {
    const LONGEST: usize = 60;
    let is_short = |text: &str| text.len() <= LONGEST && !text.contains(char::is_control);
    let [a, b] =
        if written.into_iter().all(is_short) { written.map(str::trim) } else { ["A", "B"] };
    match dominates {
        Some(true) => format!("{a} dominates {b}"),
        Some(false) => format!("{a} does not dominate {b}"),
        None => format!("it is undecided whether {a} dominates {b}"),
    }
}

fn answer<'a>(
    arguments: &'a DominatesArgs,
    settings: &Settings,
) -> (Result<Answer, Refusal>, Source<'a>) {
    let source = |name, text| Source { name, text, is_value: false };
    let first = source("A", arguments.first.as_str());
    let read = |text| settings.options().within(|| Mechanism::parse(text));
    let (a, b) = match (read(&arguments.first), read(&arguments.second)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(refusal), _) => return (Err(refusal), first),
        (_, Err(refusal)) => return (Err(refusal), source("B", arguments.second.as_str())),
    };
    let options = Options { digits: arguments.digits, ..settings.options() };
    let question = Question::Dominance { a, b, kernel: arguments.kernel };
    (spinner::during(&options.control, || ask(&question, &options)), first)
}
