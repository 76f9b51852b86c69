//! A verdict, and its evidence.

use super::findings::Remark;
use super::margin::Margin;
use super::statement::Claim;
use super::verdict::Verdict;
use crate::composition::Method;
use crate::enclosure::Styled;
use crate::refusal::{Refusal, Sentence};

/// A verdict, and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The certified value, where there is one.
    pub evidence: Option<Evidence>,
    /// For `undecided`, what would decide it; for `unsupported`, what is missing.
    pub note: Option<Sentence>,
    /// The engines contradict each other: a fault of this program, and no verdict.
    pub contradiction: Option<String>,
    /// The findings that the file enables.
    pub remarks: Vec<Remark>,
    /// Whether the certified value is that of the fewest steps that epochs allow; otherwise it is
    /// that of the most.
    pub with_fewest_steps: bool,
}

/// A certified value, and how it compares with the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The value, with as many digits as show the verdict, and at least the requested digits.
    pub witness: Styled,
    /// The value with the requested digits.
    pub shown: Styled,
    /// The distance from the claimed value.
    pub margin: Margin,
    /// The route: see [`Answer::method`](crate::answer::Answer::method).
    pub method: Method,
    /// The engine, or both.
    pub engine: &'static str,
}

impl Judgement {
    /// Is the verdict the one that the author of the claim expects?
    pub fn is_expected(&self, claim: &Claim) -> bool {
        self.contradiction.is_none() && self.verdict == claim.expect
    }

    pub(super) fn unsupported(missing: Sentence) -> Judgement {
        Judgement {
            verdict: Verdict::Unsupported,
            evidence: None,
            note: Some(missing),
            contradiction: None,
            remarks: Vec::new(),
            with_fewest_steps: false,
        }
    }

    pub(super) fn refused(refusal: &Refusal) -> Judgement {
        let verdict = match refusal {
            Refusal::TooCostly(_) | Refusal::Cancelled | Refusal::TimedOut => Verdict::Undecided,
            Refusal::Input(_) | Refusal::Unsupported { .. } | Refusal::Contradiction(_) => {
                Verdict::Unsupported
            }
        };
        Judgement { verdict, ..Judgement::unsupported(refusal.sentence()) }
    }
}
