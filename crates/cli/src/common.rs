//! The options of every command: the engine, and the limits of the cost.

use crate::help::COMPUTATION;
use crate::number;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use dpcert::{EngineChoice, Limits, Options, Refusal, Resource, Sentence, ShowExact};

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

    /// The options of a question that all commands have.
    pub fn options(&self) -> Options {
        Options { limits: self.limits(), engine: self.engine, ..Options::default() }
    }

    /// The options for claims that all commands have.
    pub fn for_claims(&self) -> Options {
        Options { limits: self.limits(), engine: self.engine, ..Options::for_claims() }
    }

    /// The options for the numbers of a picture.
    pub fn for_pictures(&self) -> Options {
        // More than a picture shows.
        Options { digits: 8, exact: ShowExact::Never, ..self.options() }
    }

    /// The options for a picture in a report, which has other parts: what takes about 20 seconds,
    /// where no limit is given.
    pub fn for_reported_pictures(&self) -> Options {
        const WORK: u64 = 20_000_000_000;
        let limits = Limits { work: self.max_work.unwrap_or(WORK), ..self.limits() };
        Options { limits, ..self.for_pictures() }
    }

    /// The limits of an answer.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            work: self.max_work.unwrap_or(default.work),
            memory: self.max_memory.map_or(default.memory, |mib| mib.saturating_mul(1 << 20)),
            precision: self.max_precision.unwrap_or(default.precision),
        }
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

/// A sentence of the library, rendered with the options of this command for its limits.
pub fn rendered(sentence: &Sentence) -> String {
    sentence.render(option_of)
}

/// The option for a limit.
pub fn option_of(resource: Resource) -> &'static str {
    match resource {
        Resource::Work => "--max-work",
        Resource::Memory => "--max-memory",
        Resource::Precision => "--max-precision",
    }
}

/// Why there is no picture, in a few words.
pub fn not_drawn(refusal: &Refusal) -> String {
    format!("not drawn: {}", rendered(&refusal.briefly()))
}

/// The same for a refusal.
pub fn render_refusal(refusal: &Refusal) -> String {
    rendered(&refusal.sentence())
}
