//! `dpcert number`: the value of an expression.

use super::quantity::When;
use crate::answers::{Answered, Source};
use crate::output::Format;
use crate::{Exit, Settings, help, number, spinner};
use clap::Args;
use dpcert::input::{Field, text_node};
use dpcert::{Answer, Options, Question, Refusal, ask};
use std::io::{self, Write};

/// The value of an expression: exact, or enclosed
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::NUMBER))]
pub struct NumberArgs {
    /// The expression: "sqrt(2*ln(1/1e-5))/10"
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,

    /// Significant digits, of which an end of an enclosure may have one more [default: 20]
    #[arg(long, value_name = "N", value_parser = number::digits)]
    digits: Option<u64>,

    /// Whether rational results are shown as fractions; auto shows those below 1000 characters
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    exact: When,

    #[command(flatten)]
    format: Format,
}

/// Answers on `output`; errors in the expression are reported on standard error.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &NumberArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let result = answer(arguments, settings);
    let source = Source { name: "EXPR", text: &arguments.expression, is_value: true };
    let is_whole = arguments.exact == When::Always;
    // On paper the number is named by what it is.
    let name = if arguments.format.latex { arguments.expression.as_str() } else { "number" };
    Answered { name, result, source, notes: Vec::new(), is_whole, digits: arguments.digits }
        .write(arguments.format, output)
}

fn answer(arguments: &NumberArgs, settings: &Settings) -> Result<Answer, Refusal> {
    let text = &arguments.expression;
    let node = text_node(text, 0..text.len());
    let read = || Ok(Field { node: &node, path: "EXPR".to_owned() }.real()?);
    let options = settings.options();
    let digits = arguments.digits.unwrap_or(options.digits);
    let options = Options { digits, exact: arguments.exact.into(), ..options };
    let number = options.within(read)?;
    spinner::during(&options.control, || ask(&Question::Number(number), &options))
}
