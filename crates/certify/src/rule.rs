//! The rules of the checker, each with its arguments.

use super::number::{Literal, Number};
use dpcert_checker::pair::Direction;
use dpcert_checker::row::Bounds;
use serde::{Serialize, Serializer};

/// A rule of inference: the name and the arguments, as the checker reads them.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "rule", content = "arguments", rename_all = "kebab-case")]
pub enum Rule {
    /// The masses of a row of the ledger whose losses are all multiples of the step.
    Lattice(Base),
    /// The masses of a row of the ledger between two points of a grid.
    Cells {
        #[serde(flatten)]
        base: Base,
        from: i64,
        to: i64,
        #[serde(flatten)]
        ratios: Option<RatioCells>,
    },
    /// The masses of a row that is the same as another one.
    Same { row: String },
    /// The composition of two rows.
    Convolve {
        from: i64,
        to: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<u64>,
    },
    /// delta from above: the sum over all losses above eps.
    Tail {
        eps: Literal,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<u64>,
    },
    /// delta from below: a test that rejects from a loss on.
    Threshold {
        eps: Literal,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<u64>,
        threshold: i64,
    },
    /// delta of Gaussian steps, by leaves at u and v.
    Gaussian {
        eps: Literal,
        bits: u64,
        #[serde(serialize_with = "text_of_bounds")]
        bounds: Bounds,
        u: Number,
        v: Number,
    },
    /// delta as the mass of infinite losses.
    Infinite {
        eps: Literal,
        #[serde(serialize_with = "text_of_bounds")]
        bounds: Bounds,
        direction: Directions,
    },
    /// delta of one Laplace step.
    Laplace {
        eps: Number,
        #[serde(serialize_with = "text_of_bounds")]
        bounds: Bounds,
    },
    /// delta from above by a Renyi divergence.
    Renyi { eps: Literal, order: Number, bits: u64 },
    /// The sum of rho.
    Rho {},
    /// delta by the sum over all outcomes.
    Outcomes {
        eps: Literal,
        #[serde(serialize_with = "text_of_bounds")]
        bounds: Bounds,
        direction: Directions,
    },
    /// The trade-off function from below by a line.
    Line {
        alpha: Literal,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<u64>,
    },
    /// The trade-off function from above: the errors of a test that rejects from a loss on.
    Errors {
        alpha: Literal,
        threshold: i64,
        randomisation: Number,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<u64>,
    },
    /// The errors of a test of Gaussian steps, by leaves at u and v.
    NormalErrors { alpha: Literal, bits: u64, u: Number, v: Number },
    /// The errors of a test of one Laplace step.
    LaplaceErrors {
        alpha: Literal,
        u: Number,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<u64>,
    },
    /// The trade-off function by the most powerful test of all outcomes.
    OutcomeErrors {
        alpha: Literal,
        #[serde(serialize_with = "text_of_bounds")]
        bounds: Bounds,
        #[serde(skip_serializing_if = "Option::is_none")]
        bits: Option<u64>,
    },
    /// The larger value of both directions of neighbours.
    Worst {},
    /// The claim, or its negation.
    Claim {},
}

/// The conversion of a ledger row to masses on a lattice.
#[derive(Clone, Debug, Serialize)]
pub struct Base {
    /// The row.
    pub row: String,
    /// The direction of neighbours.
    pub direction: Directions,
    /// The kind of bound.
    #[serde(serialize_with = "text_of_bounds")]
    pub bounds: Bounds,
    /// The distance of two lattice points.
    pub step: String,
    /// The fractional bits of the masses, unless they are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u64>,
}

/// The cells of likelihood ratios of a random allocation of noise.
#[derive(Clone, Debug, Serialize)]
pub struct RatioCells {
    /// The width of a cell.
    #[serde(rename = "ratio-width")]
    pub width: Number,
    /// The cells of one step.
    #[serde(rename = "ratio-cells")]
    pub cells: i64,
    /// The last sum of cells.
    #[serde(rename = "ratio-sums")]
    pub last: i64,
}

/// The directions of neighbours that a conclusion is about.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Directions {
    /// As given.
    Forward,
    /// Exchanged.
    Backward,
    /// Both.
    Both,
}

impl From<Direction> for Directions {
    fn from(direction: Direction) -> Directions {
        match direction {
            Direction::Forward => Directions::Forward,
            Direction::Backward => Directions::Backward,
        }
    }
}

fn text_of_bounds<S: Serializer>(bounds: &Bounds, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match bounds {
        Bounds::Upper => "upper",
        Bounds::Test => "test",
    })
}

impl Rule {
    /// The numbers among its arguments.
    pub fn numbers(&self) -> Vec<&Number> {
        match self {
            Rule::Gaussian { u, v, .. } | Rule::NormalErrors { u, v, .. } => vec![u, v],
            Rule::Laplace { eps, .. } => vec![eps],
            Rule::LaplaceErrors { u, .. } => vec![u],
            Rule::Renyi { order, .. } => vec![order],
            Rule::Errors { randomisation, .. } => vec![randomisation],
            Rule::Cells { ratios, .. } => ratios.iter().map(|ratios| &ratios.width).collect(),
            Rule::Lattice(_)
            | Rule::Same { .. }
            | Rule::Convolve { .. }
            | Rule::Tail { .. }
            | Rule::Threshold { .. }
            | Rule::Infinite { .. }
            | Rule::Rho {}
            | Rule::Outcomes { .. }
            | Rule::Line { .. }
            | Rule::OutcomeErrors { .. }
            | Rule::Worst {}
            | Rule::Claim {} => Vec::new(),
        }
    }
}
