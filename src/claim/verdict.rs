//! The verdicts on a claim.

use serde::{Deserialize, Serialize};

/// The result of an attempt to prove or refute a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim is proved.
    Holds,
    /// The claim is disproved.
    Refuted,
    /// The certified bounds allow both.
    Undecided,
    /// There is no route to certified bounds.
    Unsupported,
}

impl Verdict {
    /// The words of `expect`.
    pub(super) const WORDS: [(&'static str, Verdict); 4] = [
        ("holds", Verdict::Holds),
        ("refuted", Verdict::Refuted),
        ("undecided", Verdict::Undecided),
        ("unsupported", Verdict::Unsupported),
    ];

    /// The word for it, as in `expect`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Refuted => "refuted",
            Verdict::Undecided => "undecided",
            Verdict::Unsupported => "unsupported",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
