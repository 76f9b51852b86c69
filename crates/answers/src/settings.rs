//! The engine and the limits of all answers, and the words in which they are refused.

use dpcert::{EngineChoice, Limits, Options, Refusal, Resource, Sentence, ShowExact};

/// The engine that computes, and the limits of the cost; where a limit is none, that of the library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// The engine that computes.
    pub engine: EngineChoice,
    /// The largest working precision, in bits.
    pub max_precision: Option<u64>,
    /// The most work for one answer, in word operations.
    pub max_work: Option<u64>,
    /// The most memory for one answer, in MiB.
    pub max_memory: Option<u64>,
}

impl Settings {
    /// The options of the command that differ from the default, each after a space.
    pub fn written(&self) -> String {
        let Settings { engine, max_precision, max_work, max_memory } = *self;
        let names = EngineChoice::ALL.into_iter().filter(|(_, choice)| *choice == engine);
        let is_other = engine != EngineChoice::default();
        let engine = names.filter(|_| is_other).map(|(name, _)| format!(" --engine {name}"));
        let limits = [
            (Resource::Precision, max_precision),
            (Resource::Work, max_work),
            (Resource::Memory, max_memory),
        ];
        let limits = limits
            .into_iter()
            .filter_map(|(resource, limit)| Some(format!(" {} {}", option_of(resource), limit?)));
        engine.chain(limits).collect()
    }

    /// The options of a question.
    pub fn options(&self) -> Options {
        Options { limits: self.limits(), engine: self.engine, ..Options::default() }
    }

    /// The options for claims.
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

/// A sentence of the library, rendered with the options of the command for its limits.
pub fn rendered(sentence: &Sentence) -> String {
    sentence.render(option_of)
}

/// The option of the command for a limit.
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
