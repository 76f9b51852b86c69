//! `dpcert channel`: local privacy of a finite channel.

use crate::answers::{Answered, Source};
use crate::output::Format;
use crate::{Exit, Settings, help, number, spinner};
use clap::Args;
use dpcert::input::{Field, InputError, Item, Key, Node, value_from_notation};
use dpcert::{Answer, Options, Question, Refusal, ask, channel};
use std::io::{self, Write};

/// Local privacy of a finite channel: eps, tv and leakage
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::CHANNEL))]
pub struct ChannelArgs {
    /// The rows, one for each input: "[[3/4, 1/4], [1/4, 3/4]]", or
    /// "randomized-response(eps=ln(3))"
    #[arg(value_name = "CHANNEL")]
    matrix: String,

    /// Is it EPS-LDP?
    #[arg(long, value_name = "EPS", allow_hyphen_values = true)]
    ldp: Option<String>,

    /// The least delta with which it is (EPS, delta)-LDP
    #[arg(long, value_name = "EPS", allow_hyphen_values = true)]
    delta: Option<String>,

    /// The least type II error at this level of a test between two inputs: local f-DP
    #[arg(long, value_name = "ALPHA", allow_hyphen_values = true)]
    beta: Option<String>,

    /// Two distributions of the input: how far apart their outputs are, and the bounds on that
    #[arg(long, num_args = 2, value_names = ["P0", "P1"])]
    inputs: Option<Vec<String>>,

    /// The distribution of the input: the pointwise maximal leakage of each output
    #[arg(long, value_name = "P")]
    prior: Option<String>,

    /// Significant digits
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::digits)]
    digits: u64,

    /// Print the answer of the line protocol, one JSON object
    #[arg(long)]
    json: bool,
}

/// Answers on `output`; errors in the channel are reported on standard error.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &ChannelArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let result = answer(arguments, settings);
    let source = source(arguments, &result);
    let format = Format { json: arguments.json, ..Format::default() };
    Answered { name: "channel", result, source, notes: Vec::new(), is_whole: false, digits: None }
        .write(format, output)
}

/// The argument that an error is about.
fn source<'a>(arguments: &'a ChannelArgs, result: &Result<Answer, Refusal>) -> Source<'a> {
    let field = match result {
        Err(Refusal::Input(error)) => error.field.as_str(),
        _ => "",
    };
    let input = |i: usize| arguments.inputs.iter().flatten().nth(i).map_or("", String::as_str);
    let given = |argument: &'a Option<String>| argument.as_deref().unwrap_or_default();
    let (name, text) = match field.strip_prefix("channel.") {
        Some(path) if path.starts_with("ldp") => ("--ldp", given(&arguments.ldp)),
        Some(path) if path.starts_with("delta") => ("--delta", given(&arguments.delta)),
        Some(path) if path.starts_with("beta") => ("--beta", given(&arguments.beta)),
        Some(path) if path.starts_with("prior") => ("--prior", given(&arguments.prior)),
        Some(path) if path.starts_with("inputs[1]") => ("--inputs", input(1)),
        Some(path) if path.starts_with("inputs") => ("--inputs", input(0)),
        _ => ("CHANNEL", arguments.matrix.as_str()),
    };
    Source { name, text, is_value: false }
}

fn answer(arguments: &ChannelArgs, settings: &Settings) -> Result<Answer, Refusal> {
    let key = |name: &str| Key { name: name.to_owned(), span: 0..0 };
    let at =
        |path: &str, error: InputError| InputError { field: format!("channel.{path}"), ..error };
    let mut table = vec![(
        key("matrix"),
        value_from_notation(&arguments.matrix).map_err(|error| at("matrix", error))?,
    )];
    let numbers = [("ldp", &arguments.ldp), ("delta", &arguments.delta), ("beta", &arguments.beta)];
    for (name, number) in numbers {
        if let Some(text) = number {
            table.push((key(name), Node { item: Item::Text(text.clone()), span: 0..text.len() }));
        }
    }
    if let Some(prior) = &arguments.prior {
        let prior = value_from_notation(prior).map_err(|error| at("prior", error))?;
        table.push((key("prior"), prior));
    }
    if let Some(inputs) = &arguments.inputs {
        let read = |(i, text): (usize, &String)| {
            value_from_notation(text).map_err(|error| at(&format!("inputs[{i}]"), error))
        };
        let nodes = inputs.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        let span = 0..inputs.first().map_or(0, String::len);
        table.push((key("inputs"), Node { item: Item::List(nodes), span }));
    }
    let node = Node { item: Item::Table(table), span: 0..0 };
    let question = channel::Question::read(&Field { node: &node, path: "channel".to_owned() })?;
    let options = Options { digits: arguments.digits, ..settings.options() };
    spinner::during(&options.control, || ask(&Question::Channel(question), &options))
}
