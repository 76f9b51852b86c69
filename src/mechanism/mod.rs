//! The catalogue: mechanisms, and the pairs of distributions that dominate them.
//!
//! Each mechanism has one file: parameters and domain, the dominating pair, closed forms where they
//! exist, the source, and the description by which it is read. The list of descriptions is in
//! `reading/catalogue.rs`. "approx-dp" and its relatives mean the *worst case over every mechanism*
//! with that guarantee, "exponential" and "noisy-max" that over all scores, and "sparse-vector"
//! that over all queries; "gaussian" or "laplace" mean that mechanism.
//!
//! # How far neighbours are apart
//!
//! A budget of additive noise is about a distance. A *ratio* states it by its definition: `eps` of
//! laplace is sensitivity / scale, `sigma` of gaussian is standard deviation / sensitivity, `mu`
//! its inverse, and the steps of `staircase` are as wide as the sensitivity. `gdp` and `zcdp` are
//! classes without a distance. None of them takes a `sensitivity`, which could be meant to multiply
//! the ratio or to explain it: `laplace(eps=1, sensitivity=2)` is Lap(2) to some and Lap(1) to
//! others, and in papers on private learning sigma is the ratio whatever the clipping norm. If the
//! noise is known in the units of the data, give `scale` (the b of the density `e^(-|x|/b)`, or the
//! standard deviation) together with `sensitivity`: the scale alone does not determine a budget.
//!
//! Integer noise is in the units of a count: `eps` of discrete-laplace is the loss for each unit,
//! `sigma_sq` of discrete-gaussian a square of units, and masses of `additive` are those of
//! consecutive integers. They take `sensitivity`, the distance by which one count moves, or
//! `shifts`, the distances of several. Where both are missing the answer is for one count that
//! moves by 1, and says so: [`sensitivity_defaulted`]. In a group each member moves by the same
//! distance.

pub(crate) mod admits;
mod forms;
mod kinds;
mod reading;
mod steps;

pub use forms::allocated::Allocated;
pub(crate) use forms::allocated::Around;
#[doc(hidden)]
pub use forms::allocated::ComputedPairs;
pub use forms::beside::Beside;
pub use forms::bounded::Bounded;
pub use forms::closed_form::ClosedForm;
pub use forms::concentration::{Concentration, Supremum};
#[doc(hidden)]
pub use forms::density::Density;
pub use forms::divergence::RenyiOrder;
pub use forms::loss_pair::{Directed, LossPair, Role};
pub use forms::mixed::{Mixed, Replaced};
pub use forms::noise::Noise;
pub use forms::operation::Operation;
pub(crate) use forms::orders::Orders;
pub(crate) use forms::shifts::ShiftedNoise;
pub use forms::shifts::Shifts;
pub use kinds::approx_dp::without_effect;
pub use kinds::bounded_range::BoundedRange;
pub(crate) use kinds::bounded_range::MAX_COUNT as MOST_RANGES;
pub use kinds::discrete_gaussian::DiscreteGaussian;
pub use kinds::gaussian::Gaussian;
pub use kinds::gaussian_scales::GaussianScales;
pub use kinds::generalised_gaussian::GeneralisedGaussian;
pub(crate) use kinds::group::read_size;
pub use kinds::laplace::Laplace;
pub use kinds::listed_noise::ListedNoise;
pub use kinds::negative_binomial::NegativeBinomial;
pub use kinds::noisy_max::{IntegerScoreNoise, ScoreNoise};
pub use kinds::private_selection::Runs;
pub(crate) use kinds::sampled::Sampling;
pub use kinds::sampled::{Sampled, Sampler};
pub use kinds::thresholded::Appearance;
pub(crate) use kinds::thresholded::of_other_neighbours;
pub use kinds::truncated_poisson::TruncatedPoisson;
pub use kinds::zcdp::Zcdp;
pub(crate) use kinds::zcdp::{exact_rho_of, rho_beside_zcdp, rho_of};
pub use reading::adjacency::Adjacency;
pub(crate) use reading::adjacency::Neighbours;
#[doc(hidden)]
pub(crate) use reading::assumed::answer_assumed_in_samples;
pub use reading::assumed::{answer_assumed, sensitivity_defaulted};
pub use reading::catalogue::catalogue;
pub use reading::catalogue::kinds;
pub(crate) use reading::catalogue::only_of;
#[doc(hidden)]
pub use reading::description::{Case, Description, FieldValue, KindField, Rule};
pub use reading::domain::DomainError;
pub(crate) use reading::domain::require_eps_delta;
pub use reading::domain::{require_positive, require_within};
pub use reading::family::{Family, MorePrivate, Parameter};
pub(crate) use reading::foreign_names::require_sigma;
pub use reading::foreign_names::{noise_multiplier_assumed, other_names};
pub(crate) use reading::row_sampling::{RowSampling, SHUFFLE};
#[doc(hidden)]
pub use reading::shown::{Input, Row, Slider, Template};

use crate::pair::{FinitePair, ThreePoint};

/// One step of a ledger, as the pair that dominates it. [`Dominating::is_attained`] says whether
/// neighbours attain it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dominating {
    /// Losses +eps, 0, -eps, and infinite.
    ThreePoint(ThreePoint),
    /// Finitely many likelihood ratios.
    Finite(FinitePair),
    /// Independent noise on several values, or on one.
    Noise(Vec<Noise>),
    /// Another step on a sample.
    Sampled(Sampled),
    /// Any mechanism with a bound on its Renyi divergences.
    Zcdp(Zcdp),
    /// All mechanisms with a trade-off function that an operation makes from others.
    Operation(Box<Operation>),
    /// A pair (P, Q) of which the other direction of neighbours is (Q, P).
    Directed(Directed),
    /// A group under sampling: a pair for each number of members that only the first data set has,
    /// from none to all. The number is the same in all steps of a composition.
    Splits(Vec<LossPair>),
    /// The worst of several mechanisms; in a composition it may be another one at each step.
    OneOf(Vec<Mechanism>),
    /// A class between a pair that dominates it and one of its members.
    Bounded(Box<Bounded>),
}

/// A mechanism: one step, a repeated one, or several in sequence.
///
/// ```
/// use dpcert::mechanism::Mechanism;
/// let run = Mechanism::parse("approx-dp(eps=1/10, delta=1e-6)^1000 * randomized-response(eps=ln(3))")?;
/// assert_eq!(run.steps().map(|steps| steps.len()), Some(2));
/// let error = Mechanism::parse("approx-dp-tv(eps=ln(3), delta=0, alpha=1.1)").unwrap_err();
/// assert!(error.to_string().contains("[0, 1]"));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mechanism {
    /// A single step.
    Step(Dominating),
    /// The same mechanism `count` times; 0 is the empty composition.
    Repeat {
        /// The count.
        count: u64,
        /// The repeated mechanism.
        mechanism: Box<Mechanism>,
    },
    /// Several mechanisms on the same data, adaptively or not.
    Compose(Vec<Mechanism>),
}

impl Mechanism {
    /// The mechanism `count` times.
    pub fn repeat(self, count: u64) -> Mechanism {
        Mechanism::Repeat { count, mechanism: Box::new(self) }
    }

    /// The mechanism with P and Q exchanged. Classes and samples already cover both directions.
    pub fn reversed(&self) -> Mechanism {
        match self {
            Mechanism::Step(Dominating::Finite(pair)) => {
                Mechanism::Step(Dominating::Finite(pair.reversed()))
            }
            Mechanism::Step(Dominating::Directed(step)) => {
                let pair = step.pair.clone().reversed();
                Mechanism::Step(Dominating::Directed(Directed { pair, ..step.clone() }))
            }
            Mechanism::Step(Dominating::Operation(operation)) => {
                operation.as_ref().clone().inverse().into_mechanism()
            }
            Mechanism::Step(step) => Mechanism::Step(step.clone()),
            Mechanism::Repeat { count, mechanism } => mechanism.reversed().repeat(*count),
            Mechanism::Compose(parts) => {
                Mechanism::Compose(parts.iter().map(Mechanism::reversed).collect())
            }
        }
    }

    /// The mechanism for the neighbours in the order in which they are given: the pairs of given
    /// scores, answers or laws as finite pairs. Other steps stay as they are.
    pub(crate) fn as_given(&self) -> Mechanism {
        match self {
            Mechanism::Step(Dominating::Directed(Directed {
                pair: LossPair::Finite(pair),
                only_of: None,
            })) => Mechanism::Step(Dominating::Finite(pair.clone())),
            Mechanism::Step(step) => Mechanism::Step(step.clone()),
            Mechanism::Repeat { count, mechanism } => mechanism.as_given().repeat(*count),
            Mechanism::Compose(parts) => {
                Mechanism::Compose(parts.iter().map(Mechanism::as_given).collect())
            }
        }
    }

    /// The mechanism for the neighbours in one order: as they are given, or, where a record is
    /// added or removed, with P for the data that have it. Samples of finite pairs, and releases
    /// and allocations that are finite pairs, are that pair. Other steps stay as they are.
    pub(crate) fn in_order(&self) -> Mechanism {
        match self.as_given() {
            Mechanism::Step(Dominating::Directed(Directed {
                pair: LossPair::Finite(pair),
                only_of: Some(Adjacency::AddRemove | Adjacency::ZeroOut),
            })) => Mechanism::Step(Dominating::Finite(pair)),
            Mechanism::Step(Dominating::Sampled(sampled)) => {
                let pair = sampled.mixed_pair().map(Dominating::Finite);
                Mechanism::Step(pair.unwrap_or(Dominating::Sampled(sampled)))
            }
            Mechanism::Step(step) => Mechanism::Step(step),
            Mechanism::Repeat { count, mechanism } => mechanism.in_order().repeat(count),
            Mechanism::Compose(parts) => {
                Mechanism::Compose(parts.iter().map(Mechanism::in_order).collect())
            }
        }
    }
}
