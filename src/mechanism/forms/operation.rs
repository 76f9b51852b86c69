//! Trade-off functions made of others, where some of these are not piecewise linear.
//!
//! An [`Operation`] only states how a function is made. Numbers come later, as two polygons with
//! the function in between ([`crate::composition::Between`]): every operation preserves the order
//! of trade-off functions, so that polygons below and above the parts give polygons below and above
//! the whole.

use crate::exact::real::Real;
use crate::mechanism::{ComputedPairs, Dominating, Mechanism, Runs, Sampler};
use crate::pair::FinitePair;
use crate::refusal::Refusal;
use crate::tradeoff::{AlgebraError, Curve};

/// A trade-off function, by the operation that makes it.
///
/// ```
/// use dpcert::exact::Malachite;
/// use dpcert::{Content, Mechanism, Options, Query, Question, ask};
/// // One of two mechanisms is drawn, and it is said which: the mean of 2 Phi(1/2) - 1 and 1 - e^(-1/2).
/// let mechanism = Mechanism::parse("mixture(weights=[1/2, 1/2], mechanisms=[gdp(mu=1), laplace(eps=1)])")?;
/// let answer = ask(&Question::of(&mechanism, &Query::Tv), &Options::default())?;
/// let Content::Number(tv) = answer.content else { unreachable!() };
/// assert!(tv.lower_decimal(11) == "0.38819713141" && tv.upper_decimal(11) == "0.38819713142");
/// # Ok::<(), dpcert::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The function of a finite pair.
    Exact(FinitePair),
    /// The function of any mechanism; where the two directions of neighbours differ, `min(f,
    /// f^-1)**`.
    Part {
        /// The mechanism.
        mechanism: Box<Mechanism>,
        /// Is it a part of a mixture, chosen at random for the data as they are, in one direction
        /// of neighbours at a time? Then a lower bound of its delta is that of one direction.
        is_drawn: bool,
    },
    /// `f^-1`.
    Inverse(Box<Operation>),
    /// `max(f, f^-1)`.
    Symmetrised(Box<Operation>),
    /// The largest of several.
    Intersection(Vec<Operation>),
    /// The hull of the smallest of several.
    Union(Vec<Operation>),
    /// One of several is chosen with these probabilities, and the choice is published.
    Mixture(Vec<(Real, Operation)>),
    /// `1 - (1 - f)^{o k}` of a symmetric f.
    Group {
        /// The size k of the group.
        size: u64,
        /// The function f.
        part: Box<Operation>,
    },
    /// The best of a random number of runs: a class of which only bounds are known.
    Selection {
        /// The number of runs.
        runs: Runs,
        /// The function of one run.
        part: Box<Operation>,
    },
    /// A record takes part in one of several steps, drawn at random. The two directions of
    /// neighbours have different functions, which are composed apart.
    Allocation {
        /// The number of steps, at least 2.
        steps: u64,
        /// The function of a step in which it takes part.
        part: Box<Operation>,
        /// The pairs around it that are computed.
        computed: ComputedPairs,
        /// Are they also those of a record that is zeroed out, as of noise?
        is_zeroed: bool,
    },
}

impl Operation {
    /// The trade-off function of a mechanism: exact where it is piecewise linear.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for classes without a trade-off function, for compositions with an
    /// operation among several steps, and as [`Mechanism::curve`] for too large finite ones.
    pub(crate) fn of(mechanism: Mechanism) -> Result<Operation, Refusal> {
        let steps = mechanism.steps().ok_or_else(Refusal::too_many_steps)?;
        let unsupported = |missing: &str| Refusal::Unsupported {
            what: "this mechanism as a part of another one".into(),
            missing: missing.into(),
        };
        if steps.iter().any(|(step, _)| step.is_allocation()) {
            return Err(unsupported(
                "the two directions of neighbours have different pairs: it can only be composed",
            ));
        }
        if let [(Dominating::Operation(operation), 1)] = steps.as_slice() {
            return Ok(operation.as_ref().clone());
        }
        if steps
            .iter()
            .all(|(step, _)| matches!(step, Dominating::ThreePoint(_) | Dominating::Finite(_)))
        {
            return Ok(Operation::Exact(mechanism.curve()?.to_pair()));
        }
        if steps.iter().any(|(step, _)| matches!(step, Dominating::Zcdp(_))) {
            return Err(unsupported("the class has no trade-off function of its own"));
        }
        if steps.iter().any(|(step, _)| matches!(step, Dominating::OneOf(_))) {
            return Err(unsupported(
                "the worst of its pairs is another one at each eps: of keys give new and known",
            ));
        }
        if steps.iter().any(|(step, _)| step.has_operation()) {
            return Err(unsupported("only bounds on its trade-off function are known"));
        }
        Ok(Operation::Part { mechanism: Box::new(mechanism), is_drawn: false })
    }

    /// The same, where compositions of finite pairs may have too many likelihood ratios to list
    /// them.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] for classes without a trade-off function, and for compositions with
    /// an operation among several steps.
    pub(crate) fn of_any_length(mechanism: Mechanism) -> Result<Operation, Refusal> {
        let is_finite = |(step, _): &(Dominating, u64)| {
            matches!(step, Dominating::ThreePoint(_) | Dominating::Finite(_))
        };
        match Operation::of(mechanism.clone()) {
            Err(Refusal::Unsupported { .. })
                if mechanism.steps().is_some_and(|steps| steps.iter().all(is_finite)) =>
            {
                Ok(Operation::Part { mechanism: Box::new(mechanism), is_drawn: false })
            }
            found => found,
        }
    }

    /// The mechanisms of which it is made.
    pub(crate) fn parts(&self) -> Vec<&Mechanism> {
        match self {
            Operation::Exact(_) => Vec::new(),
            Operation::Part { mechanism, .. } => vec![mechanism],
            Operation::Inverse(part)
            | Operation::Symmetrised(part)
            | Operation::Group { part, .. }
            | Operation::Selection { part, .. }
            | Operation::Allocation { part, .. } => part.parts(),
            Operation::Intersection(parts) | Operation::Union(parts) => {
                parts.iter().flat_map(Operation::parts).collect()
            }
            Operation::Mixture(parts) => parts.iter().flat_map(|(_, part)| part.parts()).collect(),
        }
    }

    /// Is only a bound known, so that polygons around it never meet?
    fn has_gap(&self) -> bool {
        match self {
            Operation::Selection { .. } => true,
            Operation::Exact(_) | Operation::Part { .. } | Operation::Allocation { .. } => false,
            Operation::Inverse(part)
            | Operation::Symmetrised(part)
            | Operation::Group { part, .. } => part.has_gap(),
            Operation::Intersection(parts) | Operation::Union(parts) => {
                parts.iter().any(Operation::has_gap)
            }
            Operation::Mixture(parts) => parts.iter().any(|(_, part)| part.has_gap()),
        }
    }

    /// The curve, where it is piecewise linear.
    ///
    /// # Errors
    /// If an order is undecided.
    pub(crate) fn curve(&self) -> Result<Option<Curve>, AlgebraError> {
        match self {
            Operation::Exact(pair) => Curve::of(pair).map(Some),
            Operation::Part { .. }
            | Operation::Inverse(_)
            | Operation::Symmetrised(_)
            | Operation::Intersection(_)
            | Operation::Union(_)
            | Operation::Mixture(_)
            | Operation::Group { .. }
            | Operation::Selection { .. }
            | Operation::Allocation { .. } => Ok(None),
        }
    }

    /// All curves, where all parts are piecewise linear.
    ///
    /// # Errors
    /// If an order is undecided.
    pub(crate) fn curves(parts: &[Operation]) -> Result<Option<Vec<Curve>>, AlgebraError> {
        parts.iter().map(Operation::curve).collect()
    }

    /// The operation as a part of a mixture.
    pub(crate) fn drawn(self) -> Operation {
        match self {
            Operation::Part { mechanism, .. } => Operation::Part { mechanism, is_drawn: true },
            other => other,
        }
    }

    /// Is it known to be its own inverse, and are the polygons around it?
    pub(crate) fn is_symmetric(&self) -> bool {
        match self {
            Operation::Exact(pair) => pair.is_symmetric() == Some(true),
            Operation::Part { mechanism, is_drawn } => mechanism
                .steps()
                .is_some_and(|steps| steps.iter().all(|(step, _)| step.is_symmetric(*is_drawn))),
            Operation::Inverse(part) | Operation::Selection { part, .. } => part.is_symmetric(),
            Operation::Symmetrised(_) | Operation::Group { .. } | Operation::Allocation { .. } => {
                true
            }
            Operation::Intersection(parts) | Operation::Union(parts) => {
                parts.iter().all(Operation::is_symmetric)
            }
            Operation::Mixture(parts) => parts.iter().all(|(_, part)| part.is_symmetric()),
        }
    }

    /// The inverse function f^-1.
    pub(crate) fn inverse(self) -> Operation {
        match self {
            same if same.is_symmetric() => same,
            Operation::Exact(pair) => Operation::Exact(pair.reversed()),
            Operation::Inverse(part) => *part,
            Operation::Part { mechanism, is_drawn } => {
                Operation::Part { mechanism: Box::new(mechanism.reversed()), is_drawn }
            }
            other => Operation::Inverse(Box::new(other)),
        }
    }

    /// The mechanism with this trade-off function; where the operation is a mechanism, that one.
    pub(crate) fn into_mechanism(self) -> Mechanism {
        match self {
            Operation::Exact(pair) => Mechanism::Step(Dominating::Finite(pair)),
            Operation::Part { mechanism, .. } => *mechanism,
            other => Mechanism::Step(Dominating::Operation(Box::new(other))),
        }
    }
}

impl Dominating {
    /// The operation on trade-off functions that it is, or is a sample of.
    fn operation(&self) -> Option<&Operation> {
        match self {
            Dominating::Operation(operation) => Some(operation),
            Dominating::Sampled(sampled) => sampled.base.operation(),
            Dominating::ThreePoint(_)
            | Dominating::Finite(_)
            | Dominating::Noise(_)
            | Dominating::Zcdp(_)
            | Dominating::Directed(_)
            | Dominating::Splits(_)
            | Dominating::OneOf(_)
            | Dominating::Bounded(_) => None,
        }
    }

    /// Does it contain an operation on trade-off functions?
    pub(crate) fn has_operation(&self) -> bool {
        self.operation().is_some()
    }

    /// Is it a random allocation that is no finite pair?
    pub(crate) fn is_allocation(&self) -> bool {
        matches!(self, Dominating::Operation(operation) if matches!(operation.as_ref(), Operation::Allocation { .. }))
    }

    /// Does it contain an operation of which only a bound is known?
    pub(crate) fn has_gap(&self) -> bool {
        self.operation().is_some_and(Operation::has_gap)
    }

    /// Is its trade-off function, that of one direction of neighbours if `is_directed`, its own
    /// inverse?
    pub(crate) fn is_symmetric(&self, is_directed: bool) -> bool {
        match self {
            Dominating::Finite(pair) => pair.is_symmetric() == Some(true),
            Dominating::Operation(operation) => operation.is_symmetric(),
            Dominating::Sampled(sampled) if sampled.rate.is_one() => {
                !is_directed || sampled.base.is_symmetric(true)
            }
            Dominating::Sampled(_)
            | Dominating::Directed(_)
            | Dominating::OneOf(_)
            | Dominating::Splits(_) => !is_directed,
            Dominating::ThreePoint(_)
            | Dominating::Noise(_)
            | Dominating::Zcdp(_)
            | Dominating::Bounded(_) => true,
        }
    }
}

/// Is it sampled without replacement from something asymmetric, which no theorem covers?
pub(crate) fn is_asymmetric_replacement(base: &Dominating, sampler: Sampler) -> bool {
    sampler == Sampler::WithoutReplacement && !base.is_symmetric(false)
}
