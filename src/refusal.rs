//! Refusals: why a question has no answer.

use crate::control::Interrupted;
use crate::input::InputError;
use std::fmt;

/// The ways in which a question is refused; none of them is a wrong answer.
///
/// The text is one line, which ends with what to do about it.
///
/// ```
/// let refusal = dpcert::Mechanism::parse("gausian(sigma=2)").unwrap_err();
/// assert_eq!(refusal.to_string(), "mechanism.kind: unknown word \"gausian\"; did you mean \"gaussian\"?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The input is invalid.
    #[error("{}", with_help(.0))]
    Input(InputError),
    /// The input is valid, but this release does not support it.
    #[error("{what} is not supported: {missing}")]
    Unsupported {
        /// The kind, query or combination.
        what: String,
        /// What an answer would need.
        missing: Sentence,
    },
    /// It would take too long or too much memory.
    #[error(transparent)]
    TooCostly(TooCostly),
    /// [`Control::cancel`](crate::Control::cancel) ended it.
    #[error("{}", Interrupted::Cancelled)]
    Cancelled,
    /// It was not finished at the deadline of its [`Control`](crate::Control).
    #[error("{}", Interrupted::TimedOut)]
    TimedOut,
    /// Two engines contradict each other, which is a fault of one of them or of this program: their
    /// results, in words.
    #[error("the engines contradict each other: {0}")]
    Contradiction(String),
}

impl Refusal {
    pub(crate) fn too_many_steps() -> Refusal {
        Refusal::Unsupported {
            what: "a composition of this many steps".into(),
            missing: "a mechanism may be repeated at most 2^64 - 1 times".into(),
        }
    }

    pub(crate) fn no_mpfr() -> Refusal {
        Refusal::Unsupported {
            what: "the engine mpfr".into(),
            missing: crate::exact::EngineChoice::NO_MPFR.into(),
        }
    }

    /// Why a part is left out of a whole, such as a picture out of a report: in a few words what it
    /// would take, where it is too costly, and otherwise [`Refusal::sentence`].
    pub fn briefly(&self) -> Sentence {
        match self {
            Refusal::TooCostly(costly) => costly.briefly(),
            other => other.sentence(),
        }
    }

    /// The text of [`Display`](fmt::Display), in which limits can have other names.
    pub fn sentence(&self) -> Sentence {
        match self {
            Refusal::Unsupported { what, missing } => {
                Sentence::from(format!("{what} is not supported: ")).and(missing.clone())
            }
            Refusal::TooCostly(costly) => costly.sentence(),
            Refusal::Input(_)
            | Refusal::Contradiction(_)
            | Refusal::Cancelled
            | Refusal::TimedOut => self.to_string().into(),
        }
    }
}

/// An error, and what to do about it.
fn with_help(error: &InputError) -> String {
    if error.help.is_empty() { error.to_string() } else { format!("{error}; {}", error.help) }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Refusal {
        Refusal::Input(error)
    }
}

impl From<Interrupted> for Refusal {
    fn from(interrupted: Interrupted) -> Refusal {
        match interrupted {
            Interrupted::Cancelled => Refusal::Cancelled,
            Interrupted::TimedOut => Refusal::TimedOut,
        }
    }
}

/// A request whose cost is above the limit: as estimated before it began, or as it showed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TooCostly {
    /// The estimate, or what was done until the computation was stopped.
    pub estimate: u128,
    /// The limit.
    pub limit: u128,
    /// The exceeded resource: work or memory.
    pub resource: Resource,
    /// The other resource, where that is short too.
    pub also: Option<Box<TooCostly>>,
    /// What the estimate is of.
    pub known: Known,
}

/// What an estimate of the cost is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// All that is needed, as far as is known.
    Whole,
    /// The attempts so far and the next one: another may follow.
    SoFar,
    /// What was done when the computation was stopped: nobody knows how much more is needed.
    Stopped,
}

/// A resource that an answer consumes, and that [`Limits`](crate::Limits) limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Operations on machine words; a core does about 10^9 a second.
    Work,
    /// Bytes of memory.
    Memory,
    /// Bits of working precision.
    Precision,
}

impl Resource {
    /// The name of its limit in the library.
    pub fn name(self) -> &'static str {
        match self {
            Resource::Work => "limits.work",
            Resource::Memory => "limits.memory",
            Resource::Precision => "limits.precision",
        }
    }
}

impl TooCostly {
    /// The required amount, and which limit to raise.
    pub fn sentence(&self) -> Sentence {
        if self.known == Known::Stopped {
            return self.stopped();
        }
        let about = if self.known == Known::SoFar { "at least" } else { "about" };
        let first = Sentence::from(format!("this needs {about} ")).and(self.amount());
        match &self.also {
            None => first,
            Some(also) => first.and("; and ").and(also.amount()),
        }
    }

    /// What was done, and a limit to try.
    fn stopped(&self) -> Sentence {
        let (done, limit) = (rounded(self.estimate), rounded(self.limit));
        let text = format!(
            "this was stopped after {done} word operations (some {} of computing)",
            self.needed()
        );
        Sentence::from(format!(
            "{text}, and how many it needs is not known; the limit is {limit}: try "
        ))
        .and(self.resource)
        .and(format!(" {}", self.least()))
    }

    /// The same in a few words, without the limit that is exceeded.
    ///
    /// ```
    /// use dpcert::{Known, Resource, TooCostly};
    /// let costly =
    ///     TooCostly { estimate: 480_000_000_000, limit: 100_000_000_000, resource: Resource::Work, also: None, known: Known::Whole };
    /// let text = costly.briefly().render(|_| "--max-work");
    /// assert_eq!(text, "this would take about 8 minutes (--max-work 5e11)");
    /// ```
    pub fn briefly(&self) -> Sentence {
        let all = || std::iter::successors(Some(self), |costly| costly.also.as_deref());
        // How long it takes is not known where more may be needed.
        let is_whole = self.known == Known::Whole;
        let needed: Vec<String> = all().map(TooCostly::needed).collect();
        let mut text = match is_whole {
            true => Sentence::from(format!("this would take about {} (", needed.join(" and "))),
            false => "this would take more than its limits allow (to try: ".into(),
        };
        for (index, costly) in all().enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            let limit = if is_whole { costly.least() } else { costly.to_try() };
            text = text.and(separator).and(costly.resource).and(format!(" {limit}"));
        }
        text.and(")")
    }

    /// What is needed of the one resource, its limit, and what to raise.
    fn amount(&self) -> Sentence {
        let (needed, least) = (self.needed(), self.least());
        let text = match self.resource {
            Resource::Work => {
                format!(
                    "{least} word operations (some {needed} of computing); the limit is {}",
                    rounded(self.limit)
                )
            }
            Resource::Memory => format!("{needed}; the limit is {}", self.limit >> 20),
            Resource::Precision => format!("{needed}; the limit is {}", self.limit),
        };
        Sentence::from(format!("{text}: raise it with "))
            .and(self.resource)
            .and(format!(" {least}"))
    }

    /// What is needed of the one resource, for a person.
    fn needed(&self) -> String {
        match self.resource {
            Resource::Work => duration(self.estimate),
            Resource::Memory => format!("{} MiB of memory", self.estimate >> 20),
            Resource::Precision => format!("{} bits of precision", self.estimate),
        }
    }

    /// The least limit that is enough, as it is written; where that is not known, one to try.
    fn least(&self) -> String {
        match self.resource {
            Resource::Work if self.known == Known::Stopped => self.to_try(),
            Resource::Work => rounded(self.estimate),
            Resource::Memory => ((self.estimate >> 20) + 1).to_string(),
            Resource::Precision => self.estimate.to_string(),
        }
    }

    /// A limit that may be enough, where the least one is not known.
    fn to_try(&self) -> String {
        match self.resource {
            Resource::Work => rounded(self.estimate.saturating_mul(5)),
            Resource::Memory | Resource::Precision => self.least(),
        }
    }
}

impl fmt::Display for TooCostly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

/// A sentence that may name limits. Each user of the library has its own names for them: a command
/// has options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Limit(Resource),
}

impl Sentence {
    /// The sentence, followed by another part.
    #[must_use]
    pub fn and(mut self, next: impl Into<Sentence>) -> Sentence {
        self.0.extend(next.into().0);
        self
    }

    /// The sentence with names for the limits.
    ///
    /// ```
    /// use dpcert::{Resource, Sentence};
    /// let sentence = Sentence::from("raise ").and(Resource::Work);
    /// assert_eq!(sentence.to_string(), "raise limits.work");
    /// assert_eq!(sentence.render(|_| "--max-work"), "raise --max-work");
    /// ```
    pub fn render(&self, name: impl Fn(Resource) -> &'static str) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Limit(resource) => name(*resource).to_owned(),
        };
        self.0.iter().map(part).collect()
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence(vec![Part::Text(text)])
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        text.to_owned().into()
    }
}

impl From<Resource> for Sentence {
    fn from(limit: Resource) -> Sentence {
        Sentence(vec![Part::Limit(limit)])
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Resource::name))
    }
}

/// One significant digit, rounded up: `3e12`.
fn rounded(n: u128) -> String {
    let digits = n.max(1).ilog10();
    let leading = n.div_ceil(10u128.pow(digits));
    match leading {
        _ if digits < 4 => n.to_string(),
        10 => format!("1e{}", digits + 1),
        leading => format!("{leading}e{digits}"),
    }
}

fn duration(work: u128) -> String {
    match work / 1_000_000_000 {
        0..=1 => "1 second".to_owned(),
        seconds @ 2..=119 => format!("{seconds} seconds"),
        seconds @ 120..=7199 => format!("{} minutes", seconds / 60),
        seconds @ 7200..=172_799 => format!("{} hours", seconds / 3600),
        seconds => format!("{} days", rounded(seconds / 86_400)),
    }
}
