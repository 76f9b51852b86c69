//! Options of an answer.

use crate::composition::cost::{Budget, Limits};
use crate::control::Control;
use crate::enclosure::{ShowExact, Style};
use crate::exact::engine::EngineChoice;
use crate::meter::{self, Ended, Most};
use crate::refusal::{Known, Refusal, Resource, TooCostly};

/// Options of an answer.
#[derive(Clone, Debug)]
pub struct Options {
    /// Significant digits: the answer promises `hi - lo <= 10^(1-digits) |hi|`.
    pub digits: u64,
    /// Where only a grid of losses leads to an answer, it promises `hi - lo <= 2^-gap_bits hi`.
    pub gap_bits: u64,
    /// Whether exact values are shown.
    pub exact: ShowExact,
    /// The limits of the cost.
    pub limits: Limits,
    /// The engine that computes.
    pub engine: EngineChoice,
    /// The control that can end the computation, and that knows its progress.
    pub control: Control,
    /// The budget that all questions with these options share; see [`Options::sharing`].
    #[doc(hidden)]
    pub shared: Option<Budget>,
}

impl Default for Options {
    /// 20 digits; on a grid a relative gap of 2^-10 (less than 1e-3); exact values where they are
    /// short; the default limits; computed by malachite, with a control of its own.
    fn default() -> Self {
        Options {
            digits: 20,
            gap_bits: 10,
            exact: ShowExact::Short,
            limits: Limits::default(),
            engine: EngineChoice::default(),
            control: Control::default(),
            shared: None,
        }
    }
}

/// Work that every question may do, whatever its limit: reading it, and the decimals of its answer.
/// Without it a question with a small limit would be ended by what no estimate counts; much more
/// would make a small limit useless.
const START: u64 = 50_000_000;

impl Options {
    /// The options for claims: 10 digits, otherwise the default.
    pub fn for_claims() -> Options {
        Options { digits: 10, ..Options::default() }
    }

    /// The style in which numbers are computed and shown.
    pub(crate) fn style(&self) -> Style {
        Style { digits: self.digits, exact: self.exact }
    }

    /// The same options, of which all questions together are one with regard to the limit of the
    /// work: that of a picture, or of a parameter with many values.
    #[must_use]
    pub fn sharing(&self) -> Options {
        Options { shared: Some(self.budget()), ..self.clone() }
    }

    /// The same for a part of the questions, which may consume one in so many parts of what may be
    /// consumed.
    #[must_use]
    pub fn sharing_one_in(&self, parts: u64) -> Options {
        let budget = self.budget();
        let part = budget.left() / parts.max(1);
        Options { shared: Some(budget.part(part)), ..self.clone() }
    }

    /// Reads, answers or writes a question, and ends it where its arithmetic has done a quarter
    /// more work than the limits allow and 5e7 operations: then its cost was not known before, or
    /// estimated too low. Inside another question it is a part of that.
    ///
    /// ```
    /// use dpcert::{Limits, Mechanism, Options, Query, Question, Refusal, ask};
    /// let options = Options { limits: Limits { work: 100_000_000, ..Limits::default() }, ..Options::default() };
    /// let question = || Ok::<_, Refusal>(Question::of(&Mechanism::parse("gaussian(sigma=2)^50")?, &Query::Tv));
    /// let answer = options.within(|| ask(&question()?, &options))?;
    /// # assert!(matches!(answer.content, dpcert::Content::Number(_)));
    /// # Ok::<(), Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Those of the question, and [`Refusal::TooCostly`], [`Refusal::Cancelled`] or
    /// [`Refusal::TimedOut`] where it was ended.
    pub fn within<T>(&self, question: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
        let work = self.limits.work.saturating_add(self.limits.work / 4).saturating_add(START);
        let most = Most { work, memory: self.limits.memory };
        meter::within(most, &self.control, question).unwrap_or_else(|ended| {
            let (estimate, limit, resource, known) = match ended {
                Ended::Interrupted(interrupted) => return Err(interrupted.into()),
                // What it has done by now depends on its threads.
                Ended::Exceeded => (work, self.limits.work, Resource::Work, Known::Stopped),
                Ended::TooLong(bytes) => {
                    (bytes, self.limits.memory, Resource::Memory, Known::Whole)
                }
            };
            let (estimate, limit) = (estimate.into(), limit.into());
            Err(Refusal::TooCostly(TooCostly { estimate, limit, resource, also: None, known }))
        })
    }

    /// What all attempts at an answer may consume together: of a question of its own, nothing is
    /// consumed.
    #[doc(hidden)]
    pub fn budget(&self) -> Budget {
        #[allow(clippy::disallowed_methods, reason = "a question begins here")]
        self.shared.clone().unwrap_or_else(|| Budget::new(&self.limits, &self.control))
    }
}
