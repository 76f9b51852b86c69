//! Why there is no certificate.

use dpcert_checker::fault::Fault;
use std::collections::BTreeSet;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The claim file is not TOML.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A part of the claim file is missing.
    #[error("the file has no {0}")]
    NoPart(&'static str),
    /// No claim has this id.
    #[error("there is no claim \"{0}\"")]
    NoClaim(String),
    /// A row with a query, from which the checker does not derive a distance.
    #[error(
        "the row \"{id}\" has the field query, which the checker does not read: write in its place what \"dpcert check\" \
         derives from it: the distance, as in sensitivity = \"sqrt(2)\"; where several counts move and the noise is not \
         Gaussian, the distance of one, and as many times the count"
    )]
    Derived {
        /// The row.
        id: String,
    },
    /// The same of a part of the data, where its distance is known only from its query.
    #[error(
        "the row \"{id}\" is about a part of the data, of which no certificate is written where records are replaced: \
         one may leave the part while another enters a second"
    )]
    DerivedInPart {
        /// The row.
        id: String,
    },
    /// The reason is about the rows of one part of the data.
    #[error("in the part \"{part}\": {reason}")]
    InPart {
        /// The part.
        part: String,
        /// The reason.
        reason: Box<Error>,
    },
    /// For Coq: rows on parts of the data.
    #[error("a record for Coq is about rows on all data")]
    Parts,
    /// A field of the claim is missing.
    #[error("the claim states no {0}")]
    Unstated(String),
    /// The message of the checker.
    #[error("{0}")]
    Checker(String),
    /// A number that the checker does not read.
    #[error("the checker reads no such number: {0}")]
    Unreadable(String),
    /// None of the ways to prove the claim succeeds, for these reasons.
    #[error("{}", each(.0))]
    NoWay(Vec<Error>),
    /// A value without rational bounds from both sides.
    #[error(
        "the value equals a number that is not rational, and all bounds of a certificate are rational"
    )]
    Irrational,
    /// There is no way yet to prove that eps is less than a value.
    #[error("that eps is less than a value is not certified yet")]
    StrictEps,
    /// The claimed eps is the least one.
    #[error(
        "at the claimed eps itself delta is small enough: that it is not at any smaller eps is about all of these, and the \
         checker has no rule for it"
    )]
    LeastEps,
    /// The checker knows no such quantity.
    #[error("the checker has no rule for {0}")]
    NoRule(&'static str),
    /// There is no way yet to prove a claim about beta of a sample.
    #[error("trade-off functions of samples are not certified yet")]
    SampledBeta,
    /// A number for which no bounds were found.
    #[error("{0} cannot be enclosed")]
    Unenclosed(&'static str),
    /// The computed value does not reach the claimed value.
    #[error("the margin is too small for {0}")]
    Margin(&'static str),
    /// The exact value is on the other side of the claimed one.
    #[error("the exact value does not meet the claim")]
    Unmet,
    /// The mass of infinite losses is on the other side of the claimed value, or other losses count
    /// too.
    #[error("the infinite losses alone do not decide it")]
    FiniteLosses,
    /// The Renyi divergence of the best order does not suffice.
    #[error("the conversion from zCDP does not reach the claimed value")]
    Conversion,
    /// The ledger is not one Laplace step, or the parameter is outside the domain of its formula.
    #[error("there is no closed form")]
    NoClosedForm,
    /// The level of a test is too large for its formula.
    #[error("there is no closed form of a test with so large an alpha")]
    LargeAlpha,
    /// A test of level 0 has no closed form.
    #[error("alpha is 0")]
    ZeroAlpha,
    /// Exact masses need a rational number.
    #[error("e^eps is not rational")]
    IrrationalRatio,
    /// Too many rows, outcomes or the like, as named.
    #[error("there are too many {0}")]
    TooMany(&'static str),
    /// The losses of a row are too far apart for a grid.
    #[error("the grid is too long: fine enough for this claim, it has more than 2^17 losses")]
    LongGrid,
    /// The same for a composition.
    #[error("the rows are too long: fine enough for this claim, they have more than 2^18 losses")]
    LongRows,
    /// The bounds of a class that none of its mechanisms attains.
    #[error(
        "the rule for exponential mechanisms does not decide it on the grids that are tried: from above it has the worst pair \
         at each loss, which no composition attains, and from below randomised response of half of the range"
    )]
    Range,
    /// A fineness that is invalid.
    #[error("a grid has a rational step, and bits")]
    NoGrid,
    /// No row has a step.
    #[error("nothing was run")]
    NothingRun,
    /// No fineness was tried.
    #[error("nothing was tried")]
    NothingTried,
    /// A step concludes no bound.
    #[error("a bound is missing")]
    NoBound,
    /// For Coq: the losses have no common step.
    #[error("the losses are on no lattice")]
    NoLattice,
    /// For Coq: the lattice is too long.
    #[error("the lattice has more than {0} points")]
    LongLattice(u64),
    /// For Coq: a loss of another kind.
    #[error("a loss is neither rational nor the logarithm of a rational number")]
    OtherLoss,
    /// For Coq: a row of another kind.
    #[error("\"{0}\" is not of a kind that the proofs are about")]
    OtherKind(String),
    /// For Coq: a claim about eps from both sides.
    #[error("a record for Coq is about one eps: make it two claims")]
    TwoEps,
    /// For Coq: a claim about another quantity.
    #[error("a record for Coq is about delta or eps")]
    OtherQuantity,
    /// For Coq: eps is below 0, or too large for a lattice point.
    #[error("eps is below 0, or too large")]
    FarEps,
    /// For Coq: a rational number and a logarithm.
    #[error("eps and the step of the lattice are of different kinds")]
    MixedKinds,
    /// For Coq: no room is left for rounding.
    #[error("fixed-point numbers do not show an equality")]
    NoSlack,
}

impl From<String> for Error {
    fn from(reason: String) -> Error {
        Error::Checker(reason)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Checker(fault.to_string())
    }
}

/// Each reason once, in alphabetical order.
fn each(reasons: &[Error]) -> String {
    let reasons: BTreeSet<String> = reasons.iter().map(Error::to_string).collect();
    reasons.into_iter().collect::<Vec<_>>().join("; ")
}
