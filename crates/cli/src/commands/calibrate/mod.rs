//! `dpcert calibrate`: the parameter with which a mechanism meets a budget.

mod listed;

use crate::answers::{Answered, Source};
use crate::common::written_option;
use crate::output::{Format, in_math, print_error, symbol, with_zeros};
use crate::{Exit, Settings, help, number, spinner};
use clap::{ArgGroup, Args};
use dpcert::exact::decimal::Decimal;
use dpcert::input::{Field, InputError, Item, Key, Node, text_node};
use dpcert::mechanism::Family;
use dpcert::quantity::{Target, table};
use dpcert::{Answer, Content, Options, Question, Refusal, ask};
use dpcert_answers::protocol::{Outcome, notes_of};
use std::io::{self, Write};

#[derive(Clone, Debug, Args)]
#[command(about = table::CALIBRATE.about, after_long_help = help::page(help::CALIBRATE))]
#[command(group = ArgGroup::new("errors").args(["beta", "tpr"]))]
pub struct CalibrateArgs {
    /// The mechanism, with ? for the parameter to find: "gaussian(sigma=?)^50"
    #[arg(value_name = "MECH")]
    mechanism: String,

    /// The eps of the budget (eps, delta), at least 0
    #[arg(long, visible_alias = "epsilon", value_name = "EPS", allow_hyphen_values = true,
          required_unless_present_any = OTHERS, requires = "delta")]
    eps: Option<String>,

    /// The delta of the budget, in [0, 1]
    #[arg(long, value_name = "DELTA", allow_hyphen_values = true,
          required_unless_present_any = OTHERS, requires = "eps")]
    delta: Option<String>,

    /// The largest total variation, in [0, 1]: the largest TPR - FPR of an attack
    #[arg(long, visible_alias = "advantage", value_name = "TV", allow_hyphen_values = true,
          conflicts_with_all = ["eps", "delta", "alpha", "beta", "mu"])]
    tv: Option<String>,

    /// A level of tests, in [0, 1]: the false positive rate of an attack
    #[arg(long, visible_alias = "fpr", value_name = "ALPHA", allow_hyphen_values = true,
          requires = "errors", conflicts_with_all = ["eps", "delta", "mu"])]
    alpha: Option<String>,

    /// The least type II error at this level, in [0, 1]: 1 - TPR
    #[arg(long, value_name = "BETA", allow_hyphen_values = true, requires = "alpha",
          conflicts_with_all = ["eps", "delta", "mu"])]
    beta: Option<String>,

    /// The largest true positive rate at this level, in [0, 1], in the place of --beta
    #[arg(long, value_name = "TPR", allow_hyphen_values = true, requires = "alpha",
          conflicts_with_all = ["eps", "delta", "mu", "beta"])]
    tpr: Option<String>,

    /// The largest mu of Gaussian DP, as the question gdp has it: with its tails cut
    #[arg(long, value_name = "MU", allow_hyphen_values = true,
          conflicts_with_all = ["eps", "delta"])]
    mu: Option<String>,

    /// The least value of both errors of the tests that count for mu [default: 1e-9]
    #[arg(long, value_name = "ALPHA", allow_hyphen_values = true, requires = "mu",
          conflicts_with_all = ["eps", "delta", "tv", "alpha", "beta"])]
    alpha_min: Option<String>,

    /// Significant digits of the parameter; counts are exact
    #[arg(long, value_name = "N", default_value = "4", value_parser = number::digits)]
    digits: u64,

    #[command(flatten)]
    format: Format,
}

/// The budgets other than (eps, delta), by an option of each.
const OTHERS: [&str; 4] = ["tv", "alpha", "beta", "mu"];

impl CalibrateArgs {
    /// The fields of the budget, with the option and the text of each.
    fn fields(&self) -> impl Iterator<Item = (&'static str, &'static str, &str)> {
        let aliases: &[&str] = &[];
        [
            ("eps", "--eps", &["--epsilon"] as &[_], &self.eps),
            ("delta", "--delta", aliases, &self.delta),
            ("tv", "--tv", &["--advantage"], &self.tv),
            ("alpha", "--alpha", &["--fpr"], &self.alpha),
            ("beta", "--beta", aliases, &self.beta),
            ("tpr", "--tpr", aliases, &self.tpr),
            ("mu", "--mu", aliases, &self.mu),
            ("alpha_min", "--alpha-min", aliases, &self.alpha_min),
        ]
        .into_iter()
        .filter_map(|(name, option, others, text)| {
            Some((name, written_option(option, others), text.as_deref()?))
        })
    }

    /// The budget as the protocol has it, where a true positive rate is what beta leaves of 1.
    fn target(&self) -> Node {
        let field = |(name, _, text): (&'static str, _, &str)| {
            let (name, text) = match name {
                "tpr" => ("beta", format!("1-({text})")),
                _ => (name, text.to_owned()),
            };
            (Key { name: name.to_owned(), span: 0..0 }, text_node(&text, 0..text.len()))
        };
        Node { item: Item::Table(self.fields().map(field).collect()), span: 0..0 }
    }

    /// What is wrong with a true positive rate: it is not a probability, or guessing without an answer
    /// has a larger one.
    fn misread_rate(&self) -> Option<(InputError, Source<'_>)> {
        let text = self.tpr.as_deref()?;
        let tpr = number::real(text).ok()?;
        let error = |message: String, help: &str| {
            let error = InputError {
                message,
                field: String::new(),
                span: 0..text.len(),
                help: help.to_owned(),
            };
            Some((error, Source { name: "--tpr", text, is_value: true }))
        };
        if tpr.sign()?.is_lt() || (1 - &tpr).sign()?.is_lt() {
            return error(
                format!("a true positive rate of {text} is not in [0, 1]"),
                "a rate is a probability: --tpr 0.1",
            );
        }
        let alpha = self.alpha.as_deref()?;
        let is_below = tpr.compare(&number::real(alpha).ok()?)?.is_lt();
        if !is_below {
            return None;
        }
        error(
            format!("the true positive rate {text} is below the false positive rate {alpha}"),
            "an attack that guesses has both equal, whatever the mechanism: give a larger --tpr",
        )
    }

    /// The option that gives a field of the budget, and its text.
    fn option(&self, field: &str) -> (&'static str, &str) {
        let field = if field == "beta" && self.tpr.is_some() { "tpr" } else { field };
        let found = self.fields().find(|(name, ..)| *name == field);
        found.map_or(("MECH", self.mechanism.as_str()), |(_, option, text)| (option, text))
    }
}

/// Answers on `output`; errors in the question are reported on standard error.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    arguments: &CalibrateArgs,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    if let Some(exit) = listed::run(arguments, settings, output)? {
        return Ok(exit);
    }
    let (result, source) = answer(arguments, settings, true);
    let notes = notes_of(&[&arguments.mechanism]);
    if let (true, Ok(Answer { content: Content::Calibrated(found), .. })) =
        (arguments.format.latex, &result)
        && let Some((value, _)) = &found.meets
    {
        notes.iter().for_each(|note| print_error(&format!("note: {note}")));
        let value = Decimal::or_fraction(value);
        let value = match found.parameter.is_whole {
            true => in_math(&value),
            false => in_math(&with_zeros(&value, arguments.digits)),
        };
        writeln!(output, "${} = {value}$", symbol(found.parameter.name))?;
        return Ok(Outcome::of(result, &arguments.mechanism).exit());
    }
    Answered { name: table::CALIBRATE.name, result, source, notes, is_whole: false, digits: None }
        .write(arguments.format, output)
}

/// The answer; progress is shown of one alone, as a list counts its own.
fn answer<'a>(
    arguments: &'a CalibrateArgs,
    settings: &Settings,
    is_one: bool,
) -> (Result<Answer, Refusal>, Source<'a>) {
    let mechanism = Source { name: "MECH", text: &arguments.mechanism, is_value: false };
    let family = match settings.options().within(|| Family::parse(&arguments.mechanism)) {
        Ok(family) => family,
        Err(refusal) => return (Err(refusal), mechanism),
    };
    if let Some((error, source)) = arguments.misread_rate() {
        return (Err(error.into()), source);
    }
    let target = match Target::read(&Field { node: &arguments.target(), path: String::new() }) {
        Ok(target) => target,
        Err(error) => {
            let (name, text) = arguments.option(&error.field);
            return (Err(error.into()), Source { name, text, is_value: true });
        }
    };
    let question = Question::Calibration(family, target);
    let options = Options { digits: arguments.digits, ..settings.options() };
    let find = || ask(&question, &options);
    let found = if is_one { spinner::during_search(&options.control, find) } else { find() };
    (found, mechanism)
}
