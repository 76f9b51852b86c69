//! `dpcert matrix-sensitivity`: the sensitivity of a matrix mechanism.

use crate::answers::{Answered, Source};
use crate::output::Format;
use crate::{Exit, Settings, help, number, spinner};
use clap::Args;
use dpcert::input::{Field, InputError, Item, Key, Node, value_from_notation};
use dpcert::{Answer, Options, Question, Refusal, ask, sensitivity};
use std::io::{self, Write};

/// Sensitivity of a matrix mechanism (correlated noise)
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::MATRIX_SENSITIVITY))]
pub struct MatrixSensitivityArgs {
    /// The matrix, a column for each step: "toeplitz(coefficients=[1, 1/2], n=6)", or its rows
    /// "[[1, 0], [1/2, 1]]"
    #[arg(value_name = "STRATEGY")]
    strategy: String,

    /// The steps of one user: "single", "periodic(b=2, k=3)", "min-sep(b=2, k=3)"
    #[arg(value_name = "PARTICIPATION")]
    participation: String,

    /// The dimension of what a user adds to a step: 1 for numbers, any for vectors
    #[arg(long, value_name = "1|any", default_value = "any")]
    dimension: String,

    /// Significant digits
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::digits)]
    digits: u64,

    /// Print the answer of the line protocol, one JSON object
    #[arg(long)]
    json: bool,
}

/// Answers on `output`; errors in the strategy are reported on standard error.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &MatrixSensitivityArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let result = answer(arguments, settings);
    let source = source(arguments, &result);
    let format = Format { json: arguments.json, ..Format::default() };
    Answered {
        name: "sensitivity",
        result,
        source,
        notes: Vec::new(),
        is_whole: false,
        digits: None,
    }
    .write(format, output)
}

/// The argument that an error is about.
fn source<'a>(
    arguments: &'a MatrixSensitivityArgs,
    result: &Result<Answer, Refusal>,
) -> Source<'a> {
    let field = match result {
        Err(Refusal::Input(error)) => error.field.as_str(),
        _ => "",
    };
    let (name, text) = match field.strip_prefix("sensitivity.") {
        Some(path) if path.starts_with("participation") => {
            ("PARTICIPATION", &arguments.participation)
        }
        Some(path) if path.starts_with("dimension") => ("--dimension", &arguments.dimension),
        _ => ("STRATEGY", &arguments.strategy),
    };
    Source { name, text, is_value: false }
}

fn answer(arguments: &MatrixSensitivityArgs, settings: &Settings) -> Result<Answer, Refusal> {
    let read = |name: &str, text: &str| {
        let at = |error: InputError| InputError { field: format!("sensitivity.{name}"), ..error };
        Ok::<_, Refusal>((
            Key { name: name.to_owned(), span: 0..0 },
            value_from_notation(text).map_err(at)?,
        ))
    };
    let dimension =
        Node { item: Item::Text(arguments.dimension.clone()), span: 0..arguments.dimension.len() };
    let table = vec![
        read("strategy", &arguments.strategy)?,
        read("participation", &arguments.participation)?,
        (Key { name: "dimension".to_owned(), span: 0..0 }, dimension),
    ];
    let node = Node { item: Item::Table(table), span: 0..0 };
    let question =
        sensitivity::Question::read(&Field { node: &node, path: "sensitivity".to_owned() })?;
    let options = Options { digits: arguments.digits, ..settings.options() };
    spinner::during(&options.control, || ask(&Question::Sensitivity(question), &options))
}
