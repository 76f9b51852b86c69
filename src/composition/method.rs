//! The method by which an answer was found.

use std::fmt;

/// The method of an answer. Its text is its [`name`](Method::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Products of integer polynomials over a lattice of losses.
    Lattice,
    /// Enumeration of few losses, one by one.
    Enumeration,
    /// A formula of one distribution.
    ClosedForm,
    /// Bounds on a grid of losses.
    Grid,
    /// The conversion from zCDP.
    ZcdpConversion,
    /// The sum of the rhos.
    ZcdpSum,
    /// A sum or a product over the steps.
    SumOverSteps,
    /// Two polygons around a trade-off function.
    SupportingLines,
    /// Polygons of an operation on mechanisms, made from those of its parts.
    Polygons,
    /// A theorem of a paper.
    Theorem,
    /// The matrix of a channel.
    Channel,
    /// For a sensitivity: the patterns of participation.
    Patterns,
    /// For a sensitivity: semidefinite programmes between two certificates.
    Semidefinite,
    /// For an order: the kernel that turns one pair into the other.
    Kernel,
    /// For an order: the privacy profiles of both.
    Profiles,
    /// For an order: the trade-off functions of both.
    TradeoffFunctions,
}

impl Method {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Method::Lattice => "lattice",
            Method::Enumeration => "enumeration",
            Method::ClosedForm => "closed-form",
            Method::Grid => "grid",
            Method::ZcdpConversion => "zcdp-conversion",
            Method::ZcdpSum => "zcdp-sum",
            Method::SumOverSteps => "sum-over-steps",
            Method::SupportingLines => "supporting-lines",
            Method::Polygons => "polygons",
            Method::Theorem => "theorem",
            Method::Channel => "channel",
            Method::Patterns => "patterns",
            Method::Semidefinite => "semidefinite-programme",
            Method::Kernel => "kernel",
            Method::Profiles => "profiles",
            Method::TradeoffFunctions => "trade-off-functions",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
