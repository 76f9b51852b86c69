//! One question about one mechanism, for a person: `dpcert delta MECH --at EPS` and its relatives.

use crate::answers::{Answered, Source};
use crate::common::written_option;
use crate::output::Format;
use crate::{Exit, Settings, help, number, spinner};
use clap::{Args, Subcommand, ValueEnum};
use dpcert::quantity::{Entry, table};
use dpcert::question::{Sweep, note_of_order};
use dpcert::{Answer, Mechanism, Method, Options, Question, Refusal, ShowExact, Styled, ask};
use dpcert_answers::protocol::notes_of;
use malachite::base::num::arithmetic::traits::{Abs, Pow};
use malachite::rational::Rational;
use std::io::{self, Write};

/// The questions, one command each.
#[derive(Clone, Debug, Subcommand)]
pub enum QuantityCommand {
    #[command(about = table::DELTA.about, after_long_help = help::page(help::DELTA))]
    Delta {
        #[command(flatten)]
        ask: Ask,
        /// The eps, at least 0: one, several (0, 1/2) or a range with its step (0..5:1/10)
        #[arg(long, visible_aliases = ["eps", "epsilon"], value_name = "EPS", allow_hyphen_values = true)]
        at: String,
    },
    #[command(about = table::EPS.about, after_long_help = help::page(help::EPS))]
    Eps {
        #[command(flatten)]
        ask: Ask,
        /// The delta, in [0, 1]: one, several (1e-5, 1e-6) or a range with its step
        #[arg(long, visible_alias = "delta", value_name = "DELTA", allow_hyphen_values = true)]
        at: String,
    },
    #[command(about = table::DELTAS.about, after_long_help = help::page(help::DELTAS))]
    Deltas {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::TV.about, after_long_help = help::page(help::TV))]
    Tv {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::RHO.about, after_long_help = help::page(help::RHO))]
    Rho {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::GDP.about, after_long_help = help::page(help::GDP))]
    Gdp {
        #[command(flatten)]
        ask: Ask,
        /// The least value of both errors of the tests that count: one, several (1e-3, 1e-9) or a
        /// range with its step
        #[arg(long, visible_alias = "at", value_name = "ALPHA", default_value = "1e-9")]
        alpha_min: String,
    },
    #[command(about = table::GDP_REGRET.about, after_long_help = help::page(help::GDP_REGRET))]
    GdpRegret {
        #[command(flatten)]
        ask: Ask,
        /// The least value of both errors of the tests that count for mu: one, several or a range
        /// with its step
        #[arg(long, visible_alias = "at", value_name = "ALPHA", default_value = "1e-9")]
        alpha_min: String,
    },
    #[command(about = table::KL.about, after_long_help = help::page(help::KL))]
    Kl {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::RENYI.about, after_long_help = help::page(help::RENYI))]
    Renyi {
        #[command(flatten)]
        ask: Ask,
        /// The order: a rational number > 0 and not 1, or inf; or several, or a range with its step
        #[arg(long, visible_aliases = ["at", "alpha"], value_name = "ORDER", allow_hyphen_values = true)]
        order: String,
    },
    #[command(about = table::CHI_SQUARED.about, after_long_help = help::page(help::CHI_SQUARED))]
    ChiSquared {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::FUNCTIONALS.about, after_long_help = help::page(help::FUNCTIONALS))]
    Functionals {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::BAYES_ERROR.about, after_long_help = help::page(help::BAYES_ERROR))]
    BayesError {
        #[command(flatten)]
        ask: Ask,
        /// The prior probability of P, in [0, 1]: one, several, or a range with its step
        #[arg(
            long,
            visible_alias = "at",
            value_name = "PRIOR",
            default_value = "1/2",
            allow_hyphen_values = true
        )]
        prior: String,
    },
    #[command(about = table::BETA.about, after_long_help = help::page(help::BETA))]
    Beta {
        #[command(flatten)]
        ask: Ask,
        /// The level, in [0, 1]: one, several (1/10, 1/5) or a range with its step (0..1:1/100)
        #[arg(long, visible_alias = "alpha", value_name = "ALPHA", allow_hyphen_values = true)]
        at: String,
    },
    #[command(about = table::REGION.about, after_long_help = help::page(help::REGION))]
    Region {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::POLYGON.about, after_long_help = help::page(help::POLYGON))]
    Polygon {
        #[command(flatten)]
        ask: Ask,
        /// The largest vertical distance between the two
        #[arg(long, value_name = "GAP", default_value = "1e-3")]
        gap: String,
    },
    #[command(about = table::LIKELIHOOD_RATIOS.about, after_long_help = help::page(help::LIKELIHOOD_RATIOS))]
    LikelihoodRatios {
        #[command(flatten)]
        ask: Ask,
    },
    #[command(about = table::TEST.about, after_long_help = help::page(help::TEST))]
    Test {
        #[command(flatten)]
        ask: Ask,
        /// The level, in [0, 1]
        #[arg(long, visible_alias = "at", value_name = "ALPHA", allow_hyphen_values = true)]
        alpha: String,
    },
}

/// What every question has.
#[derive(Clone, Debug, Args)]
pub struct Ask {
    /// The mechanism: "approx-dp(eps=1/10, delta=1e-6)^1000"; see "dpcert help mechanisms"
    #[arg(value_name = "MECH")]
    mechanism: String,

    /// Significant digits, of which an end of an enclosure may have one more [default: 20]
    #[arg(long, value_name = "N", value_parser = number::digits)]
    digits: Option<u64>,

    /// Relative width of the answer, if it is computed on a grid of losses
    #[arg(long, value_name = "GAP", default_value = "1e-3", value_parser = number::relative_gap)]
    rel_gap: u64,

    /// Whether rational results are shown as fractions; auto shows those below 1000 characters
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    exact: When,

    #[command(flatten)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    #[default]
    Auto,
    Always,
    Never,
}

impl From<When> for ShowExact {
    fn from(when: When) -> ShowExact {
        match when {
            When::Auto => ShowExact::Short,
            When::Always => ShowExact::Always,
            When::Never => ShowExact::Never,
        }
    }
}

/// A parameter of a question: the option that gives it, and its text.
struct Parameter<'a> {
    option: &'static str,
    text: &'a str,
}

impl QuantityCommand {
    /// The common arguments, the quantity, and the parameter if there is one.
    fn parts(&self) -> (&Ask, &'static Entry, Option<Parameter<'_>>) {
        let parameter = |option, aliases, text| {
            Some(Parameter { option: written_option(option, aliases), text })
        };
        match self {
            QuantityCommand::Delta { ask, at } => {
                (ask, table::DELTA, parameter("--at", &["--eps", "--epsilon"], at))
            }
            QuantityCommand::Eps { ask, at } => {
                (ask, table::EPS, parameter("--at", &["--delta"], at))
            }
            QuantityCommand::Deltas { ask } => (ask, table::DELTAS, None),
            QuantityCommand::Tv { ask } => (ask, table::TV, None),
            QuantityCommand::Rho { ask } => (ask, table::RHO, None),
            QuantityCommand::Gdp { ask, alpha_min } => {
                (ask, table::GDP, parameter("--alpha-min", &["--at"], alpha_min))
            }
            QuantityCommand::GdpRegret { ask, alpha_min } => {
                (ask, table::GDP_REGRET, parameter("--alpha-min", &["--at"], alpha_min))
            }
            QuantityCommand::Kl { ask } => (ask, table::KL, None),
            QuantityCommand::Renyi { ask, order } => {
                (ask, table::RENYI, parameter("--order", &["--at", "--alpha"], order))
            }
            QuantityCommand::ChiSquared { ask } => (ask, table::CHI_SQUARED, None),
            QuantityCommand::Functionals { ask } => (ask, table::FUNCTIONALS, None),
            QuantityCommand::BayesError { ask, prior } => {
                (ask, table::BAYES_ERROR, parameter("--prior", &["--at"], prior))
            }
            QuantityCommand::Beta { ask, at } => {
                (ask, table::BETA, parameter("--at", &["--alpha"], at))
            }
            QuantityCommand::Region { ask } => (ask, table::REGION, None),
            QuantityCommand::Polygon { ask, gap } => {
                (ask, table::POLYGON, parameter("--gap", &[], gap))
            }
            QuantityCommand::LikelihoodRatios { ask } => (ask, table::LIKELIHOOD_RATIOS, None),
            QuantityCommand::Test { ask, alpha } => {
                (ask, table::TEST, parameter("--alpha", &["--at"], alpha))
            }
        }
    }
}

/// Answers the question on `output`; its errors are reported on standard error.
///
/// # Errors
/// If writing to the output fails.
pub fn run(
    question: &QuantityCommand,
    settings: &Settings,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    let (ask, quantity, parameter) = question.parts();
    let (result, order, source) = answer(ask, quantity, parameter.as_ref(), settings);
    let (mut notes, is_whole) = (notes_of(&[&ask.mechanism]), ask.exact == When::Always);
    notes.extend(order);
    if let (Ok(answer), Some(digits)) = (&result, ask.digits)
        && lacks_digits(answer, digits)
    {
        notes.push(
            "an answer on a grid of losses does not have the digits of --digits: --rel-gap narrows it".to_owned(),
        );
    }
    Answered { name: quantity.name, result, source, notes, is_whole, digits: ask.digits }
        .write(ask.format, output)
}

/// Is the answer from a grid, which has its own width, and with fewer digits than these?
fn lacks_digits(answer: &Answer, digits: u64) -> bool {
    let is_wide = |number: &&Styled| match (number.width(), number.upper().to_rational()) {
        (Some(width), Some(upper)) => {
            width * Rational::from(10).pow(digits.saturating_sub(1)) > upper.abs()
        }
        _ => false,
    };
    answer.method == Method::Grid && answer.content.numbers().iter().any(is_wide)
}

fn answer<'a>(
    question: &'a Ask,
    quantity: &Entry,
    parameter: Option<&Parameter<'a>>,
    settings: &Settings,
) -> (Result<Answer, Refusal>, Option<String>, Source<'a>) {
    let mechanism_source = Source { name: "MECH", text: &question.mechanism, is_value: false };
    let mechanism = match settings.options().within(|| Mechanism::parse(&question.mechanism)) {
        Ok(mechanism) => mechanism,
        Err(refusal) => return (Err(refusal), None, mechanism_source),
    };
    let read = |mechanism: Mechanism| {
        let text = parameter.map(|parameter| parameter.text);
        match text.map(|text| Sweep::parse(quantity, text)).transpose()?.flatten() {
            Some(sweep) => Ok(Question::Sweep(mechanism, sweep)),
            None => Ok(Question::Quantity(mechanism, quantity.query(text)?)),
        }
    };
    let asked = match read(mechanism) {
        Ok(asked) => asked,
        Err(refusal) => {
            let source = parameter.map_or(mechanism_source, |parameter| Source {
                name: parameter.option,
                text: parameter.text,
                is_value: true,
            });
            return (Err(refusal), None, source);
        }
    };
    let options = Options {
        digits: question.digits.unwrap_or(Options::default().digits),
        gap_bits: question.rel_gap,
        exact: question.exact.into(),
        ..settings.options()
    };
    let result = spinner::during(&options.control, || ask(&asked, &options));
    let order = result.is_ok().then(|| note_of_order(&asked)).flatten();
    (result, order, mechanism_source)
}
