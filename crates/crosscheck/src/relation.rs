//! Questions about logic: two answers of one program that must be equal or ordered, whatever the
//! truth is.
//!
//! No certified value is involved. What the two answers declare is compared with what follows from
//! the questions alone, such as that a mechanism eight times is that mechanism composed with itself
//! seven times ([`Law`]). The rule:
//!
//! - [`Agreement::Failed`] with [`Verdict::Unsound`] only by the program's own two answers. Either
//!   no two numbers in the declared ranges are equal, or ordered, as logic requires: then at least
//!   one of the answers is false. Or the program promises that such answers are within a tolerance
//!   of each other (`consistent`), and they are not.
//! - Two upper bounds never contradict each other in this way: both may be true, however far they
//!   are apart, and so it is with the grids of libraries that round up. So without a promise
//!   nothing is disproved. But if the larger is more than `loose` times the smaller, either the
//!   smaller is unsound or the larger is loose, whatever the truth is: for `x <= smaller <
//!   larger/loose` means `larger > loose x`. That is [`Verdict::Undecided`].
//! - What is less than that is [`Agreement::Differs`], and below one part in 10^9 it is the
//!   rounding of binary64: a thousand steps lose 10^-12 or so, and formulas that answer in nine
//!   digits are taken to be right elsewhere too.

use super::answer::{Answer, Bound, Number, Said};
use super::judge::{ROUNDING, problem};
use super::suite::Request;
use super::verdict::Verdict;
use dpcert::Real;
use dpcert::claim::Literal;
use malachite::rational::Rational;
use std::cmp::Ordering;

/// Why two answers must be equal or ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Law {
    /// n at once are n in a loop.
    Loop,
    /// The order of the steps does not matter.
    Permuted,
    /// Repeated once is the mechanism itself.
    Once,
    /// A composition of one is that one.
    Wrapped,
    /// Repetitions of repetitions multiply.
    Nested,
    /// A group of one is a single record.
    GroupOfOne,
    /// A sample at rate 1 is all of the data.
    SampledAtOne,
    /// Only the ratio of noise and sensitivity matters.
    Scaled,
    /// What reveals nothing adds nothing.
    Null,
    /// delta does not increase with eps, nor eps with delta.
    LargerArgument,
    /// More steps do not reveal less.
    MoreSteps,
    /// A larger sample does not reveal less.
    HigherRate,
    /// A more sensitive query does not reveal less.
    LargerSensitivity,
    /// More noise does not reveal more.
    MoreNoise,
}

impl Law {
    /// Its name in ids.
    pub fn slug(self) -> &'static str {
        match self {
            Law::Loop => "loop",
            Law::Permuted => "permuted",
            Law::Once => "once",
            Law::Wrapped => "wrapped",
            Law::Nested => "nested",
            Law::GroupOfOne => "group-of-one",
            Law::SampledAtOne => "sampled-at-one",
            Law::Scaled => "scaled",
            Law::Null => "null",
            Law::LargerArgument => "larger-argument",
            Law::MoreSteps => "more-steps",
            Law::HigherRate => "higher-rate",
            Law::LargerSensitivity => "larger-sensitivity",
            Law::MoreNoise => "more-noise",
        }
    }

    /// The law in one sentence, without its full stop.
    pub fn sentence(self) -> &'static str {
        match self {
            Law::Loop => "n times at once is n times in a loop",
            Law::Permuted => "the order of the steps does not matter",
            Law::Once => "a mechanism repeated once is that mechanism",
            Law::Wrapped => "a composition of one mechanism is that mechanism",
            Law::Nested => "counts of counts multiply",
            Law::GroupOfOne => "a group of size 1 is a single record",
            Law::SampledAtOne => "a sample at rate 1 is all of the data",
            Law::Scaled => "only the ratio of noise and sensitivity matters",
            Law::Null => "a mechanism that reveals nothing adds nothing",
            Law::LargerArgument => {
                "delta does not increase with eps, eps with delta, or the second error with the first"
            }
            Law::MoreSteps => "more steps do not reveal less",
            Law::HigherRate => "a higher sampling rate does not reveal less",
            Law::LargerSensitivity => "a larger sensitivity does not reveal less",
            Law::MoreNoise => "more noise does not reveal more",
        }
    }
}

/// What a law says of two quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// They are equal.
    Equal,
    /// The first is at most the second.
    AtMost,
}

/// Two questions whose answers are equal or ordered.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its name, unique in a suite.
    pub id: String,
    /// Why they are.
    pub law: Law,
    /// Equal or ordered.
    pub order: Order,
    /// The first question.
    pub first: Request,
    /// The second question.
    pub second: Request,
}

/// The verdict on two answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Nothing that the answers declare contradicts the law, and bounds on the same side agree but
    /// for rounding.
    Holds,
    /// Bounds on the same side are not as the law says, by so little that both may be sound and not
    /// loose.
    Differs,
    /// A verdict that answers have too, with its meaning there. Unsound means: by the two answers
    /// themselves.
    Failed(Verdict),
}

impl Agreement {
    /// All of them, in the order of reports.
    pub const ALL: [Agreement; 8] = [
        Agreement::Holds,
        Agreement::Differs,
        Agreement::Failed(Verdict::Unsound),
        Agreement::Failed(Verdict::Invalid),
        Agreement::Failed(Verdict::Crashed),
        Agreement::Failed(Verdict::TimedOut),
        Agreement::Failed(Verdict::Unsupported),
        Agreement::Failed(Verdict::Undecided),
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Agreement::Holds => "holds",
            Agreement::Differs => "differs",
            Agreement::Failed(verdict) => verdict.name(),
        }
    }

    /// The verdict that a baseline has for it, if it is a failure.
    pub fn failure(self) -> Option<Verdict> {
        match self {
            Agreement::Failed(verdict) if verdict.is_failure() => Some(verdict),
            _ => None,
        }
    }
}

/// Two answers, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The verdict.
    pub agreement: Agreement,
    /// What it rests on.
    pub ground: Ground,
}

/// What a verdict on two answers rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The answers are as the law says.
    Law,
    /// There are no two numbers to compare: the reason that an answer gives, or what is wrong with
    /// it.
    Reason(String),
    /// The declared ranges exclude each other: one of the answers is false.
    Ranges,
    /// Bounds on the same side that are not as the law says.
    Ratio {
        /// The number that is too large divided by the other one; `None` if that is infinite.
        ratio: Option<Real>,
        /// The tolerance that both answers promise.
        promise: Option<Literal>,
    },
}

/// Compares the two answers to the questions of a relation; `loose` as for [`judge`](crate::judge).
pub fn compare(relation: &Relation, first: &Answer, second: &Answer, loose: &Real) -> Comparison {
    let sides = [(&relation.first, first), (&relation.second, second)];
    let missing = sides.iter().filter_map(|(request, answer)| without_number(request, answer));
    // The first of equally bad ones.
    if let Some((verdict, reason)) = missing.min_by_key(|(verdict, _)| *verdict) {
        return Comparison {
            agreement: Agreement::Failed(verdict),
            ground: Ground::Reason(reason),
        };
    }
    let (Some(a), Some(b)) = (Range::of(&first.said), Range::of(&second.said)) else {
        return Comparison { agreement: Agreement::Holds, ground: Ground::Law };
    };
    if b.is_below(&a) || (relation.order == Order::Equal && a.is_below(&b)) {
        return Comparison {
            agreement: Agreement::Failed(Verdict::Unsound),
            ground: Ground::Ranges,
        };
    }
    let Some((larger, smaller)) = excess(relation.order, &first.said, &second.said) else {
        return Comparison { agreement: Agreement::Holds, ground: Ground::Law };
    };
    let is_beyond = |factor: &Real| match smaller {
        Some(smaller) => less(Some(&smaller.mul(factor)), larger),
        None => false,
    };
    let beyond_tolerance = |tolerance: &Real| is_beyond(&Real::one().add(tolerance));
    let promise = promise(first, second);
    let is_one_sided = !matches!(first.said, Said::Value { bound: Bound::Estimate(_), .. });
    let agreement = if promise.is_some_and(|promised| beyond_tolerance(&promised.value)) {
        Agreement::Failed(Verdict::Unsound)
    } else if !is_one_sided
        || !beyond_tolerance(&Real::Rational(Rational::from_unsigneds(1, ROUNDING)))
    {
        return Comparison { agreement: Agreement::Holds, ground: Ground::Law };
    } else if promise.is_none() && is_beyond(loose) {
        Agreement::Failed(Verdict::Undecided)
    } else {
        Agreement::Differs
    };
    let ratio = match (larger, smaller) {
        (Some(larger), Some(smaller)) if !smaller.is_zero() => Some(larger.div(smaller)),
        _ => None,
    };
    Comparison { agreement, ground: Ground::Ratio { ratio, promise: promise.cloned() } }
}

/// The verdict on an answer that is not a number that can be right, and the reason.
fn without_number(request: &Request, answer: &Answer) -> Option<(Verdict, String)> {
    let (verdict, reason) = match &answer.said {
        Said::Value { .. } | Said::Interval { .. } => {
            (Verdict::Invalid, problem(request, &answer.said)?)
        }
        Said::Unsupported { reason } => (Verdict::Unsupported, reason.clone()),
        Said::Error { reason } | Said::Crashed { reason } => (Verdict::Crashed, reason.clone()),
        Said::TimedOut { reason } => (Verdict::TimedOut, reason.clone()),
        Said::Invalid { reason } => (Verdict::Invalid, reason.clone()),
    };
    Some((verdict, reason))
}

/// The promise that both answers make: the weaker one.
fn promise<'a>(first: &'a Answer, second: &'a Answer) -> Option<&'a Literal> {
    let (a, b) = (first.consistent.as_ref()?, second.consistent.as_ref()?);
    Some(if less(Some(&a.value), Some(&b.value)) { b } else { a })
}

/// An end of a range: `None` is infinite.
type End<'a> = Option<&'a Real>;

/// Is one end certainly below the other?
fn less(x: End<'_>, y: End<'_>) -> bool {
    match (x, y) {
        (Some(x), Some(y)) => x.compare(y) == Some(Ordering::Less),
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// The numbers of two values with the same declared relation, if they are not as the law says: the
/// one that is too large, and the other one.
fn excess<'a>(order: Order, first: &'a Said, second: &'a Said) -> Option<(End<'a>, End<'a>)> {
    let (Said::Value { value: a, bound: of_a }, Said::Value { value: b, bound: of_b }) =
        (first, second)
    else {
        return None;
    };
    if of_a.name() != of_b.name() {
        return None;
    }
    let (a, b) = (a.finite(), b.finite());
    match order {
        _ if less(b, a) => Some((a, b)),
        Order::Equal if less(a, b) => Some((b, a)),
        _ => None,
    }
}

/// The numbers that an answer allows for a quantity that is at least 0; an infinite end is `None`.
struct Range {
    lo: Option<Real>,
    hi: Option<Real>,
}

impl Range {
    fn of(said: &Said) -> Option<Range> {
        let end = |number: &Number| number.finite().cloned();
        let (lo, hi) = match said {
            Said::Value { value, bound } => {
                let range = value.finite().map(|value| bound.tolerance().range(value));
                let (lo, hi) = range.map_or((None, None), |(lo, hi)| (Some(lo), hi));
                match bound {
                    Bound::Upper(_) => (Some(Real::zero()), hi),
                    Bound::Lower(_) => (lo, None),
                    Bound::Estimate(_) => (lo, hi),
                }
            }
            Said::Interval { lo, hi } => (end(lo), end(hi)),
            _ => return None,
        };
        Some(Range { lo, hi })
    }

    /// Is every number here certainly below every number there?
    fn is_below(&self, other: &Range) -> bool {
        less(self.hi.as_ref(), other.lo.as_ref())
    }
}
