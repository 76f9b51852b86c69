//! `dpcert calibrate`: the parameter with which a mechanism meets a budget.

use crate::answers::{Answered, Source, notes_of};
use crate::common::written_option;
use crate::output::Format;
use crate::{Common, Exit, help, number, spinner};
use clap::Args;
use dpcert::input::{Field, InputError, text_node};
use dpcert::mechanism::Family;
use dpcert::quantity::{Target, table};
use dpcert::{Answer, Options, Question, Refusal, ask};
use std::io::{self, Write};

#[derive(Clone, Debug, Args)]
#[command(about = table::CALIBRATE.about, after_long_help = help::page(help::CALIBRATE))]
pub struct CalibrateArgs {
    /// The mechanism, with ? for the parameter to find: "gaussian(sigma=?)^50"
    #[arg(value_name = "MECH")]
    mechanism: String,

    /// The eps of the budget, at least 0
    #[arg(long, visible_alias = "epsilon", value_name = "EPS", allow_hyphen_values = true)]
    eps: String,

    /// The delta of the budget, in [0, 1]
    #[arg(long, value_name = "DELTA", allow_hyphen_values = true)]
    delta: String,

    /// Significant digits of the parameter; counts are exact
    #[arg(long, value_name = "N", default_value = "4", value_parser = number::digits)]
    digits: u64,

    /// Print the answer of the line protocol, one JSON object
    #[arg(long)]
    json: bool,
}

/// Answers on `output`; errors in the question are reported on standard error.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &CalibrateArgs, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    let (result, source) = answer(arguments, common);
    let notes = notes_of(&[&arguments.mechanism]);
    let format = Format { json: arguments.json, ..Format::default() };
    Answered { name: table::CALIBRATE.name, result, source, notes, is_whole: false }
        .write(format, output)
}

fn answer<'a>(
    arguments: &'a CalibrateArgs,
    common: &Common,
) -> (Result<Answer, Refusal>, Source<'a>) {
    let mechanism = Source { name: "MECH", text: &arguments.mechanism, is_value: false };
    let family = match common.options().within(|| Family::parse(&arguments.mechanism)) {
        Ok(family) => family,
        Err(refusal) => return (Err(refusal), mechanism),
    };
    let source = |name, text| Source { name, text, is_value: true };
    let eps = match number_of("eps", &arguments.eps, Target::read_eps) {
        Ok(eps) => eps,
        Err(error) => {
            return (
                Err(error.into()),
                source(written_option("--eps", &["--epsilon"]), &arguments.eps),
            );
        }
    };
    let delta = match number_of("delta", &arguments.delta, Target::read_delta) {
        Ok(delta) => delta,
        Err(error) => return (Err(error.into()), source("--delta", &arguments.delta)),
    };
    let question = Question::Calibration(family, Target { eps, delta });
    let options = Options { digits: arguments.digits, ..common.options() };
    (spinner::during_search(&options.control, || ask(&question, &options)), mechanism)
}

fn number_of<T>(
    name: &str,
    text: &str,
    read: impl Fn(&Field<'_>) -> Result<T, InputError>,
) -> Result<T, InputError> {
    read(&Field { node: &text_node(text, 0..text.len()), path: name.to_owned() })
}
