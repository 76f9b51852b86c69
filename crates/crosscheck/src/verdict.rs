//! The verdicts on answers.

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Proved: what the answer declares is true.
    Sound,
    /// Proved: what the answer declares is true, and further from the truth than the allowed ratio.
    Loose,
    /// Disproved, on the safe side: an estimate outside its tolerance, too large, or for beta too
    /// small.
    Inaccurate,
    /// Disproved: what the answer declares is false; of an estimate that it is on the unsafe side.
    Unsound,
    /// No such number can be right: not a number, negative, a probability above 1, a malformed
    /// line, the answer to another question.
    Invalid,
    /// The program died, or reports that it failed.
    Crashed,
    /// There was no answer in time.
    TimedOut,
    /// The program reports that it cannot answer this.
    Unsupported,
    /// The certified bounds allow both, or there are no bounds.
    Undecided,
}

impl Verdict {
    /// All verdicts, with their words.
    pub const WORDS: [(&'static str, Verdict); 9] = [
        ("sound", Verdict::Sound),
        ("loose", Verdict::Loose),
        ("inaccurate", Verdict::Inaccurate),
        ("unsound", Verdict::Unsound),
        ("invalid", Verdict::Invalid),
        ("crashed", Verdict::Crashed),
        ("timed-out", Verdict::TimedOut),
        ("unsupported", Verdict::Unsupported),
        ("undecided", Verdict::Undecided),
    ];

    /// The verdicts that a baseline may contain: all with an exit code other than 0.
    pub(super) const FAILURES: [(&'static str, Verdict); 6] = [
        ("inaccurate", Verdict::Inaccurate),
        ("unsound", Verdict::Unsound),
        ("invalid", Verdict::Invalid),
        ("crashed", Verdict::Crashed),
        ("timed-out", Verdict::TimedOut),
        ("undecided", Verdict::Undecided),
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::Loose => "loose",
            Verdict::Inaccurate => "inaccurate",
            Verdict::Unsound => "unsound",
            Verdict::Invalid => "invalid",
            Verdict::Crashed => "crashed",
            Verdict::TimedOut => "timed-out",
            Verdict::Unsupported => "unsupported",
            Verdict::Undecided => "undecided",
        }
    }

    /// Does it cause an exit code other than 0, unless it was known?
    pub fn is_failure(self) -> bool {
        Verdict::FAILURES.iter().any(|(_, failure)| *failure == self)
    }

    /// The meaning in one sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Verdict::Sound => "What the answer declares is true.",
            Verdict::Loose => "What the answer declares is true, and far from the truth.",
            Verdict::Inaccurate => "The estimate is outside its tolerance, on the safe side.",
            Verdict::Unsound => "What the answer declares is false.",
            Verdict::Invalid => {
                "The answer is invalid: not a number, out of range, malformed, or to another question."
            }
            Verdict::Crashed => "The program died, or reports that it failed.",
            Verdict::TimedOut => "There was no answer in time.",
            Verdict::Unsupported => "The program says that it cannot answer this.",
            Verdict::Undecided => "The certified bounds do not decide whether the answer is true.",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
