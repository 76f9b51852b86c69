//! The options of every command: the engine, and the limits of the cost.

use crate::help::COMPUTATION;
use crate::number;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use dpcert::EngineChoice;
use dpcert_answers::Settings;

/// The engines by their names.
fn engines() -> impl TypedValueParser<Value = EngineChoice> {
    let value = |(name, choice): (&'static str, EngineChoice)| match choice {
        EngineChoice::Malachite => PossibleValue::new(name).help("Pure Rust"),
        EngineChoice::Mpfr => {
            PossibleValue::new(name).help("GNU MPFR and GMP; needs a build with `--features mpfr`")
        }
        // Earlier verdicts used this name.
        EngineChoice::Both => {
            PossibleValue::new(name).alias("malachite+mpfr").help("Both, compared: they must agree")
        }
    };
    // The only name that is not in ALL is the alias.
    let choice = |name: String| EngineChoice::ALL.into_iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(EngineChoice::ALL.map(value))
        .map(move |name| choice(name).map_or(EngineChoice::Both, |(_, choice)| choice))
}

/// The options that every command has.
#[derive(Clone, Copy, Debug, Args)]
pub struct Common {
    /// The engine that computes.
    #[arg(long, global = true, value_parser = engines(), default_value = "malachite", value_name = "ENGINE", help_heading = COMPUTATION)]
    pub engine: EngineChoice,

    /// The largest working precision, in bits [default: 65536].
    #[arg(long, global = true, value_name = "BITS", value_parser = number::precision, help_heading = COMPUTATION)]
    pub max_precision: Option<u64>,

    /// The most work for one answer, in word operations, about 10^9 a second [default: 1e11].
    #[arg(long, global = true, value_name = "N", value_parser = number::natural, help_heading = COMPUTATION)]
    pub max_work: Option<u64>,

    /// The most memory for one answer, in MiB [default: 4096].
    #[arg(long, global = true, value_name = "MIB", value_parser = number::natural, help_heading = COMPUTATION)]
    pub max_memory: Option<u64>,
}

impl Common {
    /// Is the engine part of this build?
    ///
    /// # Errors
    /// A sentence that says how to get it.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.engine.is_available() { Ok(()) } else { Err(EngineChoice::NO_MPFR) }
    }

    /// The settings of all answers.
    pub fn settings(&self) -> Settings {
        let Common { engine, max_precision, max_work, max_memory } = *self;
        Settings { engine, max_precision, max_work, max_memory }
    }
}

/// The name under which an option was written, for errors about its value: the parser does not say
/// it.
pub fn written_option(usual: &'static str, others: &[&'static str]) -> &'static str {
    let is_written = |name: &str| {
        let is_it = |text: &str| {
            text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        std::env::args_os().any(|argument| argument.to_str().is_some_and(is_it))
    };
    others.iter().copied().find(|name| is_written(name)).unwrap_or(usual)
}
