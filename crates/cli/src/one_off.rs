//! One question about one mechanism, for a person: `dpcert delta MECH --at EPS` and its relatives.

use super::both::{Failure, ask};
use super::format::Format;
use super::records::records;
use super::reply::{Outcome, Reply, notes_of};
use super::{Common, Exit, help, json, number, output, spinner, text};
use clap::{Args, Subcommand, ValueEnum};
use dpcert::Refusal;
use dpcert::input::{InputError, Item, Key, Node, Report, text_node};
use dpcert::mechanism::Mechanism;
use dpcert::quantity::{Answer, Options, Query, ShowExact};
use dpcert::question::Question;
use std::io::{self, Write};

/// The questions, one command each.
#[derive(Clone, Debug, Subcommand)]
pub enum OneOff {
    /// The privacy profile at an eps: the least delta such that (eps, delta)-DP holds
    #[command(after_long_help = help::page(help::DELTA))]
    Delta {
        #[command(flatten)]
        ask: Ask,
        /// The eps, at least 0
        #[arg(long, visible_aliases = ["eps", "epsilon"], value_name = "EPS", allow_hyphen_values = true)]
        at: String,
    },
    /// The least eps such that (eps, delta)-DP holds
    #[command(after_long_help = help::page(help::EPS))]
    Eps {
        #[command(flatten)]
        ask: Ask,
        /// The delta, in [0, 1]
        #[arg(long, visible_alias = "delta", value_name = "DELTA", allow_hyphen_values = true)]
        at: String,
    },
    /// The delta at every point of the lattice of losses
    #[command(after_long_help = help::page(help::DELTAS))]
    Deltas {
        #[command(flatten)]
        ask: Ask,
    },
    /// The total variation: delta at eps = 0
    #[command(after_long_help = help::page(help::TV))]
    Tv {
        #[command(flatten)]
        ask: Ask,
    },
    /// The least rho such that rho-zCDP (zero-concentrated differential privacy) holds
    #[command(after_long_help = help::page(help::RHO))]
    Rho {
        #[command(flatten)]
        ask: Ask,
    },
    /// The Kullback-Leibler divergences of P from Q, of Q from P, and their sum
    #[command(after_long_help = help::page(help::KL))]
    Kl {
        #[command(flatten)]
        ask: Ask,
    },
    /// The Renyi divergence of P from Q
    #[command(after_long_help = help::page(help::RENYI))]
    Renyi {
        #[command(flatten)]
        ask: Ask,
        /// The order: a rational number > 0 and not 1, or inf
        #[arg(long, visible_aliases = ["at", "alpha"], value_name = "ORDER", allow_hyphen_values = true)]
        order: String,
    },
    /// The divergence chi^2 of P from Q
    #[command(after_long_help = help::page(help::CHI_SQUARED))]
    ChiSquared {
        #[command(flatten)]
        ask: Ask,
    },
    /// kl, kappa_2, kappa_3, kappa_3-bar and chi^2_+ of the trade-off function
    #[command(after_long_help = help::page(help::FUNCTIONALS))]
    Functionals {
        #[command(flatten)]
        ask: Ask,
    },
    /// The least average error of a decision between P and Q
    #[command(after_long_help = help::page(help::BAYES_ERROR))]
    BayesError {
        #[command(flatten)]
        ask: Ask,
        /// The prior probability of P, in [0, 1]
        #[arg(long, visible_alias = "at", value_name = "PRIOR", allow_hyphen_values = true)]
        prior: String,
    },
    /// The trade-off function: the least type II error of a test of level alpha
    #[command(after_long_help = help::page(help::BETA))]
    Beta {
        #[command(flatten)]
        ask: Ask,
        /// The level, in [0, 1]
        #[arg(long, visible_alias = "alpha", value_name = "ALPHA", allow_hyphen_values = true)]
        at: String,
    },
    /// The vertices of the lower boundary of the region of type I and II errors
    #[command(after_long_help = help::page(help::REGION))]
    Region {
        #[command(flatten)]
        ask: Ask,
    },
    /// Two polygons with the trade-off function in between, where it is not one itself
    #[command(after_long_help = help::page(help::POLYGON))]
    Polygon {
        #[command(flatten)]
        ask: Ask,
        /// The largest vertical distance between the two
        #[arg(long, value_name = "GAP", default_value = "1e-3")]
        gap: String,
    },
    /// All likelihood ratios, descending, with their probabilities under P and Q
    #[command(after_long_help = help::page(help::LIKELIHOOD_RATIOS))]
    LikelihoodRatios {
        #[command(flatten)]
        ask: Ask,
    },
    /// The most powerful test of level alpha (Neyman-Pearson)
    #[command(after_long_help = help::page(help::TEST))]
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
    /// The mechanism: "approx-dp(eps=1/10, delta=1e-6)^1000"; see "dpcert --help"
    #[arg(value_name = "MECH")]
    mechanism: String,

    /// Significant digits
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::digits)]
    digits: u64,

    /// Relative width of the answer where only a grid of losses leads to one
    #[arg(long, value_name = "GAP", default_value = "1e-3", value_parser = number::relative_gap)]
    rel_gap: u64,

    /// Whether rational results are shown as fractions; auto shows the short ones
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    exact: When,

    #[command(flatten)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum When {
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

/// A parameter of a question: its name in the protocol, the option that gives it, and its text.
struct Parameter<'a> {
    name: &'static str,
    option: &'static str,
    text: &'a str,
}

impl OneOff {
    /// What every question has, the name of the quantity, and the parameter if there is one.
    fn parts(&self) -> (&Ask, &'static str, Option<Parameter<'_>>) {
        let parameter = |name, option, text| Some(Parameter { name, option, text });
        match self {
            OneOff::Delta { ask, at } => (ask, "delta", parameter("eps", "--at", at)),
            OneOff::Eps { ask, at } => (ask, "eps", parameter("delta", "--at", at)),
            OneOff::Deltas { ask } => (ask, "deltas", None),
            OneOff::Tv { ask } => (ask, "tv", None),
            OneOff::Rho { ask } => (ask, "rho", None),
            OneOff::Kl { ask } => (ask, "kl", None),
            OneOff::Renyi { ask, order } => (ask, "renyi", parameter("order", "--order", order)),
            OneOff::ChiSquared { ask } => (ask, "chi-squared", None),
            OneOff::Functionals { ask } => (ask, "functionals", None),
            OneOff::BayesError { ask, prior } => (ask, "bayes-error", parameter("prior", "--prior", prior)),
            OneOff::Beta { ask, at } => (ask, "beta", parameter("alpha", "--at", at)),
            OneOff::Region { ask } => (ask, "region", None),
            OneOff::Polygon { ask, gap } => (ask, "polygon", parameter("gap", "--gap", gap)),
            OneOff::LikelihoodRatios { ask } => (ask, "likelihood-ratios", None),
            OneOff::Test { ask, alpha } => (ask, "test", parameter("alpha", "--alpha", alpha)),
        }
    }
}

/// Answers the question on `output`; what is wrong with it is reported on standard error.
///
/// # Errors
/// What the output says.
pub fn run(question: &OneOff, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    let (ask, quantity, parameter) = question.parts();
    let (result, source) = answer(ask, quantity, parameter.as_ref(), common);
    let notes = notes_of(&[&ask.mechanism]);
    explain(&result, &source);
    if ask.format.json {
        let reply = Reply { id: None, outcome: Outcome::of(result, source.text), notes };
        json::write(output, &reply)?;
        return Ok(reply.outcome.exit());
    }
    if let Ok(answer) = &result {
        match records(quantity, answer).filter(|_| ask.format.is_records()) {
            Some(records) => ask.format.write_with(&notes, output, &records)?,
            None => {
                text::write(output, quantity, answer, ask.exact == When::Always)?;
                text::notes(output, &notes)?;
            }
        }
    }
    Ok(Outcome::of(result, source.text).exit())
}

/// The text of an argument, for errors about it.
pub(super) struct Source<'a> {
    pub(super) name: &'static str,
    pub(super) text: &'a str,
    /// Is the whole of it the value in question? Then its path in the protocol tells nothing.
    pub(super) is_value: bool,
}

fn answer<'a>(
    question: &'a Ask,
    quantity: &'static str,
    parameter: Option<&Parameter<'a>>,
    common: &Common,
) -> (Result<Answer, Failure>, Source<'a>) {
    let mechanism_source = Source { name: "MECH", text: &question.mechanism, is_value: false };
    let mechanism = match Mechanism::parse(&question.mechanism) {
        Ok(mechanism) => mechanism,
        Err(refusal) => return (Err(refusal.into()), mechanism_source),
    };
    let query = match query(quantity, parameter) {
        Ok(query) => query,
        Err(refusal) => {
            let source = parameter.map_or(mechanism_source, |parameter| Source {
                name: parameter.option,
                text: parameter.text,
                is_value: true,
            });
            return (Err(refusal.into()), source);
        }
    };
    let options = Options {
        digits: question.digits,
        gap_bits: question.rel_gap,
        exact: question.exact.into(),
        limits: common.limits(),
    };
    let question = Question::Quantity(mechanism, query);
    (spinner::during(|| ask(common.engine, &question, &options)), mechanism_source)
}

/// The question as the protocol asks it: `{"delta": {"eps": "1"}}`.
fn query(quantity: &'static str, parameter: Option<&Parameter<'_>>) -> Result<Query, Refusal> {
    let key = |name: &str| Key { name: name.to_owned(), span: 0..0 };
    let argument =
        |parameter: &Parameter<'_>| (key(parameter.name), text_node(parameter.text, 0..parameter.text.len()));
    let arguments = Node { item: Item::Table(parameter.map(argument).into_iter().collect()), span: 0..0 };
    let query = Node { item: Item::Table(vec![(key(quantity), arguments)]), span: 0..0 };
    Query::read(&dpcert::input::Field { node: &query, path: "query".to_owned() })
}

/// Says on standard error why there is no answer.
pub(super) fn explain(result: &Result<Answer, Failure>, source: &Source<'_>) {
    match result {
        Ok(_) => {}
        Err(Failure::Refusal(Refusal::Input(error))) => {
            let field = if source.is_value { source.name.to_owned() } else { error.field.clone() };
            output::report(Report::new(source.name, source.text, InputError { field, ..error.clone() }));
        }
        Err(Failure::Refusal(refusal)) => output::complain(&refusal.to_string()),
        Err(Failure::Contradiction(message)) => {
            output::complain(&format!("internal error: the engines contradict each other: {message}"));
            output::complain("at least one of them is wrong; please report this with the command line");
        }
    }
}
