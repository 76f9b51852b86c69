//! The classes of bugs that questions are designed to catch.

/// The reason for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    /// Everyday parameters.
    Ordinary,
    /// It matters which of the two neighbours is P.
    AdjacencyDirection,
    /// A limit theorem or an approximation, used as if it were a bound.
    AsymptoticAsBound,
    /// A small difference of large numbers.
    Cancellation,
    /// A parameter at the end of its domain.
    DomainEdge,
    /// Answers below the rounding errors of a convolution by floating-point transforms.
    FftNoise,
    /// The inverse is outside of the interval that a search may start with.
    FixedBracketSearch,
    /// A privacy loss that a single step cannot reasonably have.
    HugeEps,
    /// Mass at infinite loss.
    InfiniteLossMass,
    /// A thousand steps or more.
    LargeCount,
    /// Different steps in one composition.
    MixedLedger,
    /// `max(0, NaN)` is 0 in some languages.
    NanSwallowed,
    /// 1 minus the answer is the information.
    NearOne,
    /// A number of the question is not a binary64.
    NotABinary64,
    /// The question is exactly where the answer has a kink.
    OffByOneTail,
    /// An intermediate e^x is above the largest binary64.
    Overflow,
    /// Some other software or paper printed an answer to this question.
    Published,
    /// The best test rejects with a probability strictly between 0 and 1.
    RandomisedTest,
    /// Rounding to nearest gives a bound on the wrong side.
    RoundingDirection,
    /// A parameter is a subnormal binary64.
    Subnormal,
    /// The answer or a part of it is below the least normal binary64.
    Underflow,
}

impl Flag {
    /// All flags, in the order of their names, `ordinary` first.
    pub const ALL: [Flag; 21] = [
        Flag::Ordinary,
        Flag::AdjacencyDirection,
        Flag::AsymptoticAsBound,
        Flag::Cancellation,
        Flag::DomainEdge,
        Flag::FftNoise,
        Flag::FixedBracketSearch,
        Flag::HugeEps,
        Flag::InfiniteLossMass,
        Flag::LargeCount,
        Flag::MixedLedger,
        Flag::NanSwallowed,
        Flag::NearOne,
        Flag::NotABinary64,
        Flag::OffByOneTail,
        Flag::Overflow,
        Flag::Published,
        Flag::RandomisedTest,
        Flag::RoundingDirection,
        Flag::Subnormal,
        Flag::Underflow,
    ];

    /// Its name in files.
    pub fn slug(self) -> &'static str {
        match self {
            Flag::Ordinary => "ordinary",
            Flag::AdjacencyDirection => "adjacency-direction",
            Flag::AsymptoticAsBound => "asymptotic-as-bound",
            Flag::Cancellation => "cancellation",
            Flag::DomainEdge => "domain-edge",
            Flag::FftNoise => "fft-noise",
            Flag::FixedBracketSearch => "fixed-bracket-search",
            Flag::HugeEps => "huge-eps",
            Flag::InfiniteLossMass => "infinite-loss-mass",
            Flag::LargeCount => "large-count",
            Flag::MixedLedger => "mixed-ledger",
            Flag::NanSwallowed => "nan-swallowed",
            Flag::NearOne => "near-one",
            Flag::NotABinary64 => "not-a-binary64",
            Flag::OffByOneTail => "off-by-one-tail",
            Flag::Overflow => "overflow",
            Flag::Published => "published",
            Flag::RandomisedTest => "randomised-test",
            Flag::RoundingDirection => "rounding-direction",
            Flag::Subnormal => "subnormal",
            Flag::Underflow => "underflow",
        }
    }

    /// The bug, and how it shows.
    pub fn explanation(self) -> &'static str {
        match self {
            Flag::Ordinary => {
                "everyday parameters: a failure here is a wrong formula, not an extreme one"
            }
            Flag::AdjacencyDirection => {
                "P and Q are not alike: an accountant that looks in one direction only, or takes the larger of both \
                 before composing, is too low"
            }
            Flag::AsymptoticAsBound => {
                "a central limit theorem, an expansion, or a continuous law for a discrete one is close to the answer, \
                 and may be on the unsafe side of it"
            }
            Flag::Cancellation => {
                "the textbook formula subtracts numbers that agree in most digits, such as 1 - (1-delta)^k (1-x) or \
                 Phi(a) - e^eps Phi(b) do: the result is noise, negative, or 0"
            }
            Flag::DomainEdge => {
                "a parameter is 0 or 1 or at the end of its domain: division by 0, log of 0, an empty loop"
            }
            Flag::FftNoise => {
                "a convolution by floating-point transforms has absolute noise near 1e-16, and the answer is below it \
                 or not far above"
            }
            Flag::FixedBracketSearch => {
                "the answer of an inverse is outside of a fixed interval of search, or delta is below where a search stops"
            }
            Flag::HugeEps => "an eps of 100 or more: 1 + e^eps is e^eps in binary64",
            Flag::InfiniteLossMass => {
                "delta > 0 in a step: it has to be carried through every sum, and eps is inf below it"
            }
            Flag::LargeCount => {
                "1000 steps or more: errors of each step add up, recurrences and factorials overflow"
            }
            Flag::MixedLedger => "steps of different kinds or sizes in one composition",
            Flag::NanSwallowed => {
                "inf - inf or 0 * inf on the way, and max(0, NaN) is 0 in many languages: a reported 0 where nothing is private"
            }
            Flag::NearOne => {
                "the answer is so near to 1 that 1 minus it is what matters: rounding up to 1 is safe, down is not"
            }
            Flag::NotABinary64 => {
                "a number of the question is not a binary64: a program that rounds it answers another question, \
                 and should report that it is unsupported"
            }
            Flag::OffByOneTail => {
                "eps is exactly a loss that has mass, where > and >= are different sums"
            }
            Flag::Overflow => {
                "e^x for an x above 709 on the way, where the answer is an ordinary number"
            }
            Flag::Published => "a library, its tests or a paper printed an answer to this question",
            Flag::RandomisedTest => {
                "the best test at this level rejects with a probability strictly between 0 and 1: without that the \
                 trade-off function is a step function, and too high"
            }
            Flag::RoundingDirection => {
                "the answer is within an ulp of what rounding to nearest gives: an upper bound has to be rounded up"
            }
            Flag::Subnormal => {
                "a parameter is below 2^-1022: if it is flushed to 0, the question is another one"
            }
            Flag::Underflow => {
                "the answer, or terms it is made of, are below 2^-1022: as an upper bound 0 is wrong"
            }
        }
    }
}
